//! Loops that fail, most of them with scans: the leftmost failure is that of all processes, none of them waits for
//! a prefix that never comes, and the next loop is not disturbed.

use crate::support::{Bits, Check, Processes, Whole, spread, wave};
use fusus::mpi::Communicator;
use fusus::{Error, ErrorKind, cnf};

cnf! {
    /// The prefixes of one scan are known ahead of the loop, and those of the next one then.
    #[backend(cpu, mpi)]
    fn ahead(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let values = gather(xs, at);
        let once = scan(0.0, |a, b| a + b, values);
        let twice = scan(0.0, |a, b| a + b, map(|x| x * 1e-3, once));
        (once, twice)
    }

    /// Only the second scan fails.
    #[backend(cpu, mpi)]
    fn ahead_of_one(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let once = scan(0.0, |a, b| a + b, xs);
        let twice = scan(0.0, |a, b| a + b, map(|x, y| x * y, once, gather(xs, at)));
        (once, twice)
    }

    /// The scans do not fail, but the loop does.
    #[backend(cpu, mpi)]
    fn beside(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        (scan(0.0, |a, b| a + b, xs), map(|x, y| x * y, xs, gather(xs, at)))
    }

    /// The states of a recurrence are known ahead of a loop that fails.
    #[backend(cpu, mpi)]
    fn beside_a_recurrence(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        (recurrence(0.0, |y, x| 0.5 * y + x, xs), map(|x, y| x * y, xs, gather(xs, at)))
    }

    /// A process waits for those to its left.
    #[backend(cpu, mpi)]
    fn in_turn(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let values = gather(xs, at);
        let floor = recurrence(0.0, |y, x| (y + x) % 3.0, values);
        (scan(0.0, |a, b| a + b, values), floor)
    }

    /// The scan is that of what a filter keeps.
    #[backend(cpu, mpi)]
    fn behind_a_filter(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, f64), Error> {
        let kept = filter(|i| i % 3 != 1, at);
        let running = scan(0.0, |a, b| a + b, gather(xs, kept));
        (running, fold(0.0, |a, b| a.max(b), running))
    }

    /// Scans of segments, beside a recurrence.
    #[backend(cpu, mpi)]
    fn in_segments(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let values = gather(xs, at);
        let heads = map(|x| x > 99.5, xs);
        (scan_by(heads, 0.0, |a, b| a + b, values), recurrence(0.0, |y, x| 0.5 * y + x, values))
    }

    /// A long array is read at few positions.
    #[backend(cpu, mpi)]
    fn far_away(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, f64), Error> {
        let far = generate(100 * len(xs), |i| i as f64);
        let found = map(|x, y| x - y, gather(far, at), xs);
        (found, fold(0.0, |a, b| a + b, found))
    }

    /// Nothing is put anywhere.
    #[backend(cpu, mpi)]
    fn at_positions(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, f64), Error> {
        let moved = scatter(xs, at, map(|x| x + 1.0, xs));
        (moved, fold(0.0, |a, b| a + b, xs))
    }

    /// Rows in the middle are done before those at the borders of parts.
    #[backend(cpu, mpi)]
    fn beside_a_stencil(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, f64), Error> {
        let (p, places) = (pad(edge, reshape(xs, [200, 50])), reshape(at, [200, 50]));
        let mean = generate(|i, j| 0.5 * (p[[i - 1, j]] + p[[i + 1, j]]));
        let found = gather(xs, places);
        let moved = map(|m, x| m + x, mean, found);
        (flatten(moved), fold(0.0, |a, b| a + b, moved))
    }

    /// Aggregates of rows in the middle are found before those at the borders of parts.
    #[backend(cpu, mpi)]
    fn running_behind_a_stencil(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let (p, places) = (pad(edge, reshape(xs, [200, 50])), reshape(at, [200, 50]));
        let mean = generate(|i, j| 0.5 * (p[[i - 1, j]] + p[[i + 1, j]]));
        let moved = flatten(map(|m, x| m + x, mean, gather(xs, places)));
        (scan(0.0, |a, b| a + b, moved), scan(0.0, f64::max, moved))
    }

    #[backend(cpu, mpi)]
    fn of_chunks(k: usize, xs: &[f64]) -> Result<Vec<f64>, Error> {
        let c = chunks(k, xs);
        map(|c| fold(0.0, |a, b| a + b, c), rows(c))
    }

    /// Nothing is combined.
    #[backend(cpu, mpi)]
    fn into_bins(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, f64), Error> {
        let bins = map(|i| if i < 1_000_000 { i % 17 } else { i }, at);
        let sums = reduce_by_index(generate(17, |_| 0.0), |a, b| a + b, bins, xs);
        (sums, fold(0.0, |a, b| a + b, xs))
    }
}

/// Positions whose index is out of bounds: in one block, in several, on all processes.
const WRONG: &[&[usize]] = &[
    &[],
    &[0],
    &[9_999],
    &[4_000, 4_001],
    &[700, 3_000, 9_000],
    &[0, 2_600, 5_100, 7_600],
];

macro_rules! leftmost {
    ($($name:ident by $spread:ident)*) => {
        #[allow(dead_code, reason = "the processes of a job go through it")]
        pub(crate) const ALL: &[Check] = &[$((stringify!($name), |on: &dyn Processes| {
            check(on, |xs, at| $name(xs, at).bits(), |world, xs, at| {
                let (xs, at) = (spread(world, xs, 2), spread(world, at, 0));
                $spread(&xs, &at).whole().bits()
            });
        })),*];
    };
}
leftmost! {
    ahead by ahead_mpi
    ahead_of_one by ahead_of_one_mpi
    beside by beside_mpi
    beside_a_recurrence by beside_a_recurrence_mpi
    in_turn by in_turn_mpi
    far_away by far_away_mpi
    at_positions by at_positions_mpi
    beside_a_stencil by beside_a_stencil_mpi
    running_behind_a_stencil by running_behind_a_stencil_mpi
    into_bins by into_bins_mpi
    behind_a_filter by behind_a_filter_mpi
    in_segments by in_segments_mpi
}

#[test]
fn chunks_that_leave_elements_over_are_the_error_of_one_process() {
    let xs: Vec<f64> = (0..10_000).map(wave).collect();
    let expected = of_chunks(7, &xs).unwrap_err();
    assert!(matches!(
        expected.kind(),
        ErrorKind::Chunks {
            array: "xs",
            len: 10_000,
            chunk: 7,
            ..
        }
    ));
    let all = crate::support::Threads.each(&|world| {
        let error = of_chunks_mpi(7, &spread(&world, &xs, 2))
            .whole()
            .unwrap_err();
        vec![u64::from(error.kind() == expected.kind())]
    });
    assert!(all.iter().all(|same| *same == [1]));
}

#[test]
fn the_leftmost_failure_of_loops_with_scans_is_that_of_all_processes() {
    for (_, check) in ALL {
        check(&crate::support::Threads);
    }
}

fn check(
    on: &dyn Processes,
    program: fn(&[f64], &[usize]) -> Vec<u64>,
    spread: fn(&Communicator, &[f64], &[usize]) -> Vec<u64>,
) {
    let xs: Vec<f64> = (0..10_000).map(wave).collect();
    let right: Vec<usize> = (0..10_000).map(|i| i * 3 % 10_000).collect();
    let after = program(&xs, &right);
    for wrong in WRONG {
        let mut at = right.clone();
        for (number, index) in wrong.iter().enumerate() {
            at[*index] = 1_000_002 + 3 * number;
        }
        let expected = program(&xs, &at);
        assert_eq!(expected[0] == u64::MAX, !wrong.is_empty());
        let expected = [expected, after.clone()].concat();
        // A message that nobody has received would disturb the second call.
        let all = on.each(&|world| [&at, &right].map(|at| spread(&world, &xs, at)).concat());
        assert!(all.iter().all(|got| *got == expected), "{wrong:?}");
    }
}
