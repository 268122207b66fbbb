//! The messages of programs: as many, and as many bytes, as plans say.

use crate::support::{spread, wave};
use fusus::__mpi::{Sent, sent};
use fusus::mpi::Array;
use fusus::{Error, cnf};

cnf! {
    #[backend(mpi)]
    fn step(h: usize, w: usize, plate: &[f64]) -> Vec<f64> {
        let p = pad(edge, reshape(plate, [h, w]));
        generate(|i, j| p[[i - 2, j]] + p[[i + 1, j]] + p[[i, j + 1]])
    }

    #[backend(mpi)]
    fn side_by_side(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        (scan(0.0, |a, b| a + b, xs), scan_exclusive(1.0, f64::max, xs), scan(0.0, |a, b| a + b, map(|x| x * x, xs)))
    }

    #[backend(mpi)]
    fn one_of_the_other(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let sums = scan(0.0, |a, b| a + b, xs);
        (sums, scan(0.0, f64::max, map(|x| 0.5 * x, sums)), scan(0.0, |a, b| a + b, map(|x| x * x, xs)))
    }

    #[backend(mpi)]
    fn at_positions(xs: &[f64], at: &[usize]) -> Vec<f64> {
        gather(xs, at)
    }

    #[backend(mpi)]
    fn to_positions(xs: &[f64], at: &[usize]) -> (Vec<f64>, Vec<f64>) {
        (scatter(xs, at, map(|x| x + 1.0, xs)), scatter(xs, at, xs))
    }

    /// The last one is behind the array.
    #[backend(mpi)]
    fn one_further(xs: &[f64], at: &[usize]) -> Result<Vec<f64>, Error> {
        scatter(xs, map(|i| i + 1, at), xs)
    }

    #[backend(mpi)]
    fn positive(xs: &[f64]) -> (Vec<f64>, f64) {
        let kept = filter(|x| x > 0.0, xs);
        (kept, fold(0.0, |a, b| a + b, kept))
    }
}

const SIDE: usize = 256;
const LEN: usize = SIDE * SIDE;

/// The processes, and the pairs of different ones.
const SIZE: usize = 4;
const PAIRS: usize = SIZE * (SIZE - 1);

/// Counts of what processes send for a program of one loop over numbers, and over positions that are all on the
/// next process.
fn sent_for<R>(program: impl Fn(&Array<f64>, &Array<usize>) -> R + Sync) -> Sent {
    sent_by(SIZE, program)
}

/// [`sent_for`] so many processes.
fn sent_by<R>(size: usize, program: impl Fn(&Array<f64>, &Array<usize>) -> R + Sync) -> Sent {
    let xs: Vec<f64> = (0..LEN).map(wave).collect();
    let at: Vec<usize> = (0..LEN).map(|i| (i + LEN / SIZE) % LEN).collect();
    let all = fusus::mpi::threads(size, |world| {
        let (xs, at) = (spread(&world, &xs, 0), spread(&world, &at, 0));
        let before = sent(&world);
        program(&xs, &at);
        let after = sent(&world);
        // Each count ends and begins with a message.
        Sent {
            to_all: after.to_all - before.to_all - 2,
            between: after.between - before.between,
            bytes: after.bytes - before.bytes,
        }
    });
    assert!(all.iter().all(|sent| *sent == all[0]));
    all[0]
}

/// The bytes of the message at the end of a loop with so many results of a length.
fn end(results: usize) -> usize {
    end_by(SIZE, results)
}

/// The bytes of [`end`] for so many processes.
fn end_by(size: usize, results: usize) -> usize {
    (9 + 8 * results) * size * (size - 1)
}

/// The bytes of the message in which so many processes compare what the program is given, where the first one
/// is not that at the end of a loop.
fn ahead(size: usize) -> usize {
    8 * size * (size - 1)
}

#[test]
fn rows_beside_parts_are_a_message_to_each_neighbour() {
    let sent = sent_for(|xs, _| step(SIDE, SIDE, xs));
    let rows = (2 + 1) * 8 * SIDE * (SIZE - 1);
    let wanted = Sent {
        to_all: 1 + 1,
        between: 2 * (SIZE - 1),
        bytes: ahead(SIZE) + rows + end(1),
    };
    assert_eq!(sent, wanted);
}

/// Over three processes prefixes go from one to the next.
#[test]
fn prefixes_of_a_level_share_a_message() {
    let sent = sent_by(3, |xs, _| side_by_side(xs));
    let wanted = Sent {
        to_all: 1 + 1,
        between: 2,
        bytes: ahead(3) + (1 + 3 * 8) * 2 + end_by(3, 3),
    };
    assert_eq!(sent, wanted);
    let sent = sent_by(3, |xs, _| one_of_the_other(xs));
    let wanted = Sent {
        to_all: 1 + 1,
        between: 2 * 2,
        bytes: ahead(3) + (1 + 2 * 8 + 1 + 8) * 2 + end_by(3, 3),
    };
    assert_eq!(sent, wanted);
}

/// Over 16 processes the last one has its prefix after four messages, and not after fifteen: in round `r` each
/// one sends what it knows to the one `2^r` further.
#[test]
fn prefixes_over_many_processes_come_by_doubling() {
    let sent = sent_by(16, |xs, _| side_by_side(xs));
    assert_eq!((sent.to_all, sent.between), (1 + 1, 15 + 14 + 12 + 8));
    // The first ones send their prefix, the others aggregates.
    let prefixes = (1 + 2 + 4 + 8) * 3 * 8;
    let aggregates = sent.bytes - ahead(16) - end_by(16, 3) - sent.between - prefixes;
    let of_a_block = 3 * (1 + 8);
    assert!(aggregates.is_multiple_of(of_a_block), "{aggregates}");
}

#[test]
fn indices_and_elements_are_an_exchange_each() {
    let sent = sent_for(at_positions);
    let wanted = Sent {
        to_all: 3 + 1,
        between: 0,
        bytes: ahead(SIZE) + (8 + 8) * LEN + end(1),
    };
    assert_eq!(sent, wanted);
}

/// A length stands before the pairs of an array.
#[test]
fn values_for_several_arrays_are_one_exchange() {
    let sent = sent_for(to_positions);
    let wanted = Sent {
        to_all: 2,
        between: 0,
        bytes: 2 * ((8 + 8) * LEN + 8 * PAIRS) + end(0),
    };
    assert_eq!(sent, wanted);
}

#[test]
fn values_stay_if_a_position_is_wrong() {
    let sent = sent_for(|xs, at| assert!(one_further(xs, at).is_err()));
    assert_eq!((sent.to_all, sent.between), (1, 0));
    assert!(sent.bytes < LEN, "{}", sent.bytes);
}

#[test]
fn what_a_filter_keeps_stays() {
    let sent = sent_for(|xs, _| positive(xs));
    assert_eq!((sent.to_all, sent.between), (1, 0));
    let totals = sent.bytes - end(1);
    let of_a_block = (1 + 8) * (SIZE - 1);
    assert!(totals > 0 && totals.is_multiple_of(of_a_block), "{totals}");
    assert!(totals / of_a_block < LEN / 256, "{totals}");
}
