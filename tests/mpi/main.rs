//! Programs over arrays that are spread over processes, for which threads stand: the same bits as on
//! one, for any number of processes, and parts of any lengths.

#![cfg(feature = "mpi-threads")]

mod axes;
mod errors;
mod externals;
mod given;
#[cfg(feature = "mpi")]
mod job;
mod meanwhile;
mod messages;
#[cfg(feature = "mpi")]
mod mpirun;
mod positions;
mod programs;
mod rounds;
mod scans;
mod structs;
mod summed;
mod sums;
mod support;

use fusus::mpi::Communicator;
use fusus::{Error, ErrorKind, cnf};
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use support::{Bits, GRIDS, LENGTHS, WAYS, Whole, spread, wave};

cnf! {
    #[backend(cpu, mpi)]
    fn all_pairs(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let pairs = cross(xs, ys);
        let products = map(|(x, y)| x * y, pairs);
        let far = fold(0.0, |a, b| a + b, map(|(x, y)| (x - y) * (x - y), pairs));
        (products, far)
    }
}

/// Scans, and failures of loops with scans.
#[test]
fn scans_over_many_processes() {
    for (_, check) in [scans::ALL, errors::ALL].into_iter().flatten() {
        check(&support::ManyThreads);
    }
}

#[test]
fn pairs_of_a_cross() {
    for (left, right) in [(0, 5), (5, 0), (1, 1), (70, 33), (3000, 7)] {
        let xs: Vec<f64> = (0..left).map(wave).collect();
        let ys: Vec<f64> = (0..right).map(|i| wave(i + 5)).collect();
        let expected = all_pairs(&xs, &ys).bits();
        for size in 1..=4 {
            for way in 0..WAYS {
                let all = fusus::mpi::threads(size, |world| {
                    let (xs, ys) = (spread(&world, &xs, way), spread(&world, &ys, way));
                    all_pairs_mpi(&xs, &ys).whole().bits()
                });
                assert!(
                    all.iter().all(|got| *got == expected),
                    "{left} × {right} on {size}"
                );
            }
        }
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn cooled(temperatures: &mut [f64], rate: f64) -> f64 {
        let before = fold(0.0, |a, b| a + b, temperatures);
        *temperatures = map(|t| t * (1.0 - rate), temperatures);
        before
    }
}

#[test]
fn arrays_that_are_overwritten() {
    for &len in LENGTHS {
        let xs: Vec<f64> = (0..len).map(wave).collect();
        let mut expected = xs.clone();
        let before = cooled(&mut expected, 0.1);
        for size in 1..=4 {
            for way in 0..WAYS {
                fusus::mpi::threads(size, |world| {
                    let mut array = spread(&world, &xs, way);
                    assert_eq!(cooled_mpi(&mut array, 0.1).to_bits(), before.to_bits());
                    assert_eq!(array.gather().bits(), expected.bits());
                });
            }
        }
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn relaxed(h: usize, w: usize, plate: &mut [f64]) -> f64 {
        let p = reshape(plate, [h, w]);
        let mean = generate(|i, j| 0.25 * (p[[i - 1, j]] + p[[i + 1, j]] + p[[i, j - 1]] + p[[i, j + 1]]));
        let change = generate(|i, j| (mean[[i, j]] - p[[i, j]]).abs());
        *p = mean;
        fold(0.0, f64::max, change)
    }

    #[backend(cpu, mpi)]
    fn shifted(xs: &mut [f64]) {
        *xs = generate(|i| xs[i - 1] + xs[i + 1]);
    }

    #[backend(cpu, mpi)]
    fn blended(h: usize, w: usize, plate: &mut [f64]) {
        let p = reshape(plate, [h, w]);
        let q = pad(edge, p);
        *p = generate(|i, j| q[[i - 1, j]] * 0.5 + q[[i + 1, j]] * 0.25 + p[[i, j]] * 0.25);
    }
}

#[test]
fn grids_that_are_overwritten() {
    for &(h, w) in GRIDS {
        let xs: Vec<f64> = (0..h * w).map(wave).collect();
        let mut expected = xs.clone();
        let change = relaxed(h, w, &mut expected);
        blended(h, w, &mut expected);
        shifted(&mut expected);
        for size in 1..=5 {
            for way in 0..WAYS {
                fusus::mpi::threads(size, |world| {
                    let mut plate = spread(&world, &xs, way);
                    let got = relaxed_mpi(h, w, &mut plate);
                    assert_eq!(got.to_bits(), change.to_bits());
                    blended_mpi(h, w, &mut plate);
                    shifted_mpi(&mut plate);
                    assert_eq!(plate.gather().bits(), expected.bits(), "{h} × {w}, {way}");
                });
            }
        }
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn turned(xs: &mut [f64]) -> f64 {
        let n = len(xs);
        let before = fold(0.0, |a, b| a + b, xs);
        *xs = scatter(xs, generate(n, |i| n - 1 - i), generate(n, |i| i as f64 * 0.5));
        before
    }

    #[backend(cpu, mpi)]
    fn counted(bins: &mut [f64], xs: &[f64]) -> f64 {
        let n = len(bins);
        *bins = reduce_by_index(bins, |a, b| a + b, map(|x| x.abs() as usize % n, xs), xs);
        fold(0.0, |a, b| a + b, xs)
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn reversed_copy(xs: &[f64], ys: &mut [f64]) -> f64 {
        let old = conform(ys, xs);
        let last = len(ys);
        let sum = fold(0.0, |a, b| a + b, old);
        *ys = scatter(ys, map(|i| last - 1 - i, 0..last), old);
        sum
    }
}

#[test]
fn an_array_that_is_read_beside_its_scatter() {
    for &len in LENGTHS {
        let xs: Vec<f64> = (0..len).map(wave).collect();
        let mut expected = xs.clone();
        let sum = reversed_copy(&xs, &mut expected);
        for size in 1..=4 {
            fusus::mpi::threads(size, |world| {
                let (array, mut own) = (spread(&world, &xs, 0), spread(&world, &xs, 2));
                let got = reversed_copy_mpi(&array, &mut own);
                assert_eq!(got.to_bits(), sum.to_bits());
                assert_eq!(own.gather().bits(), expected.bits());
            });
        }
    }
}

#[test]
fn arrays_that_are_written_at_positions() {
    for &len in LENGTHS {
        let xs: Vec<f64> = (0..len).map(wave).collect();
        let bins = vec![0.5; 11];
        let (mut expected, mut all) = (xs.clone(), bins.clone());
        let (before, sum) = (turned(&mut expected), counted(&mut all, &xs));
        for size in 1..=4 {
            for way in 0..WAYS {
                fusus::mpi::threads(size, |world| {
                    let mut array = spread(&world, &xs, way);
                    let mut spread_bins = spread(&world, &bins, way);
                    assert_eq!(
                        counted_mpi(&mut spread_bins, &array).to_bits(),
                        sum.to_bits()
                    );
                    assert_eq!(turned_mpi(&mut array).to_bits(), before.to_bits());
                    assert_eq!(array.gather().bits(), expected.bits());
                    assert_eq!(spread_bins.gather().bits(), all.bits());
                });
            }
        }
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn leibniz(n: usize) -> f64 {
        let terms = generate(n, |i| (if i.is_multiple_of(2) { 4.0 } else { -4.0 }) / (2 * i + 1) as f64);
        fold(0.0, |a, b| a + b, terms)
    }
}

#[test]
fn a_program_without_arrays_takes_the_processes() {
    let expected = leibniz(1_000_000);
    let all = fusus::mpi::threads(3, |world| leibniz_mpi(&world, 1_000_000));
    assert!(all.iter().all(|pi| pi.to_bits() == expected.to_bits()));
}

cnf! {
    #[backend(cpu, mpi)]
    fn found(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, f64), Error> {
        let values = gather(xs, at);
        (values, fold(0.0, |a, b| a + b, values))
    }

    #[backend(mpi)]
    fn sums(xs: &[f64], ys: &[f64]) -> Result<Vec<f64>, Error> {
        map(|x, y| x + y, xs, ys)
    }
}

#[test]
fn the_leftmost_failure_is_that_of_all_processes() {
    let xs: Vec<f64> = (0..70_000).map(wave).collect();
    for wrong in [vec![69_999], vec![500, 60_000], vec![0, 69_999]] {
        let mut at: Vec<usize> = (0..70_000).collect();
        for (number, index) in wrong.iter().enumerate() {
            at[*index] = 1_000_000 + number;
        }
        let expected = found(&xs, &at).unwrap_err();
        assert!(matches!(
            expected.kind(),
            ErrorKind::IndexOutOfBounds {
                index: 1_000_000,
                ..
            }
        ));
        for size in 1..=4 {
            let all = fusus::mpi::threads(size, |world| {
                let (xs, at) = (spread(&world, &xs, 2), spread(&world, &at, 0));
                found_mpi(&xs, &at).map(drop).unwrap_err()
            });
            assert!(
                all.iter()
                    .all(|error| error.to_string() == expected.to_string())
            );
        }
    }
    let failed = fusus::mpi::threads(2, |world| {
        let (xs, ys) = (spread(&world, &xs, 0), spread(&world, &xs[1..], 0));
        sums(&xs, &ys).map(drop).unwrap_err()
    });
    assert_eq!(failed[0], failed[1]);
    assert!(failed[0].to_string().contains("70000"), "{}", failed[0]);
}

/// The message of a panic on one of two processes.
fn message_of(program: impl Fn(Communicator) -> f64 + Sync) -> String {
    let panicked = panic::catch_unwind(AssertUnwindSafe(|| fusus::mpi::threads(2, program)));
    let cause = panicked.unwrap_err();
    let message = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    message.unwrap_or_else(|| cause.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[test]
fn a_panic_of_a_worker_ends_all_processes() {
    cnf! {
        #[backend(mpi)]
        fn inverses(xs: &[i64]) -> Vec<i64> {
            map(|x| 1000 / x, xs)
        }
    }
    let xs: Vec<i64> = (0..50_000).map(|i| i - 49_000).collect();
    let message = message_of(|world| inverses(&spread(&world, &xs, 0)).len() as f64);
    assert!(message.contains("divide by zero"), "{message}");
}

/// The elements that the worker of `smoothed` has computed.
static SMOOTHED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Set on a process that waits in the middle of `smoothed`.
    static WAITS: Cell<bool> = const { Cell::new(false) };
}

/// Waits for other processes to compute, where it is told to.
fn half_of(total: f64) -> f64 {
    let begun = Instant::now();
    while WAITS.get() && SMOOTHED.load(Ordering::SeqCst) < 1000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "rows wait");
        thread::yield_now();
    }
    0.5 * total / total
}

fn noted(x: f64) -> f64 {
    SMOOTHED.fetch_add(1, Ordering::SeqCst);
    x
}

cnf! {
    #[backend(cpu, mpi)]
    fn smoothed(plate: &[f64]) -> Vec<f64> {
        let half = half_of(sum(plate));
        let p = pad(edge, reshape(plate, [400, 50]));
        flatten(generate(|i, j| noted(half * (p[[i - 1, j]] + p[[i + 1, j]]))))
    }
}

/// A process begins with the rows only when the other one has computed some, whose halos are not there
/// yet. The loop before has the message by which they compare the plate.
#[test]
fn rows_in_the_middle_do_not_wait_for_halos() {
    let xs: Vec<f64> = (0..400 * 50).map(wave).collect();
    let expected = smoothed(&xs).bits();
    SMOOTHED.store(0, Ordering::SeqCst);
    let all = fusus::mpi::threads(2, |world| {
        let plate = spread(&world, &xs, 0);
        WAITS.set(world.rank() == 1);
        smoothed_mpi(&plate).whole().bits()
    });
    assert!(all.iter().all(|got| *got == expected));
}
