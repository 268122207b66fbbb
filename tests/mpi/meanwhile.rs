//! Loops that have something to do while elements are on their way from other processes.
//!
//! One of three processes begins with a loop; the others wait until it has computed some positions, and
//! send it what its other positions need only then.

use crate::support::{BitsOf, Whole, spread, wave};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The rows and columns of the arrays.
const SIDES: (usize, usize) = (1200, 50);

/// The positions that one process computes before the others begin.
const SOME: usize = 1000;

thread_local! {
    /// Set on a process that waits in the middle of a program.
    static WAITS: Cell<bool> = const { Cell::new(false) };
}

/// Half of the number 1, when other processes have computed something, where it is told to wait.
fn half_of(total: f64, done: &AtomicUsize) -> f64 {
    let begun = Instant::now();
    while WAITS.get() && done.load(Ordering::SeqCst) < SOME {
        assert!(begun.elapsed() < Duration::from_secs(60), "positions wait");
        thread::yield_now();
    }
    0.5 * total / total
}

/// Programs of a loop that reads beside its positions, with a process that begins ahead of the others.
macro_rules! begin_early {
    ($($(#[$attr:meta])* $name:ident on $process:literal ($h:ident, $w:ident, $x:ident, $half:ident, $noted:ident) -> ($($ret:ty),+ $(,)?) { $($body:tt)* })*) => {$(
        $(#[$attr])*
        #[test]
        fn $name() {
            use $name::{DONE, program, program_mpi};

            let (h, w) = SIDES;
            let xs: Vec<f64> = (0..h * w).map(wave).collect();
            let expected = program(h, w, &xs).bits_of();
            DONE.store(0, Ordering::SeqCst);
            let all = fusus::mpi::threads(3, |world| {
                let xs = spread(&world, &xs, 0);
                WAITS.set(world.rank() != $process);
                program_mpi(h, w, &xs).whole().bits_of()
            });
            assert!(all.iter().all(|got| *got == expected));
        }

        #[allow(unused_variables, reason = "some programs have no use for the sizes")]
        mod $name {
            use std::sync::atomic::{AtomicUsize, Ordering};

            pub(super) static DONE: AtomicUsize = AtomicUsize::new(0);

            fn $half(total: f64) -> f64 {
                super::half_of(total, &DONE)
            }

            fn $noted(x: f64) -> f64 {
                DONE.fetch_add(1, Ordering::SeqCst);
                x
            }

            fusus::cnf! {
                #[backend(cpu, mpi)]
                pub(super) fn program($h: usize, $w: usize, $x: &[f64]) -> ($($ret,)+) { $($body)* }
            }
        }
    )*};
}

begin_early! {
    /// The aggregates of rows in the middle need no halo.
    scans on 1 (h, w, xs, half_of, noted) -> (Vec<f64>, Vec<f64>) {
        let half = half_of(sum(xs));
        let p = pad(edge, reshape(xs, [h, w]));
        let both = flatten(generate(|i, j| noted(half * (p[[i - 1, j]] + p[[i + 1, j]]))));
        let sums = scan(0.0, |a, b| a + b, both);
        (sums, scan_exclusive(1.0, f64::max, map(|x| 0.5 * x, sums)))
    }

    of_one_index on 1 (h, w, xs, half_of, noted) -> (Vec<f64>, f64) {
        let half = half_of(sum(xs));
        let p = pad(wrap, xs);
        let both = generate(|i| noted(half * (p[i - 3] + p[i + 2])));
        (scan(0.0, |a, b| a + b, both), fold(f64::NEG_INFINITY, f64::max, both))
    }

    recurrences_that_compose on 1 (h, w, xs, half_of, noted) -> (Vec<f64>,) {
        let half = half_of(sum(xs));
        let p = pad(edge, xs);
        (recurrence(0.0, |y, x| 0.9 * y + 0.1 * x, generate(|i| noted(half * (p[i - 1] + p[i + 1])))),)
    }

    /// Nothing is to the left of the first process.
    recurrences_in_turn on 0 (h, w, xs, half_of, noted) -> (Vec<f64>,) {
        let half = half_of(sum(xs));
        let p = pad(edge, xs);
        let both = generate(|i| noted(half * (p[i - 1] + p[i + 1])));
        (recurrence(0.0, |y, x| (y + x) % 3.0, both),)
    }

    /// The first block, where all others begin, reads nothing to the left.
    filters on 0 (h, w, xs, half_of, noted) -> (Vec<f64>, usize) {
        let half = half_of(sum(xs));
        let a = reshape(xs, [h, w]);
        let kept = filter(|d| d > 0.0, generate(|i, j| noted(half * (a[[i + 1, j]] - a[[i, j]]))));
        (kept, len(kept))
    }

    behind_filters on 1 (h, w, xs, half_of, noted) -> (f64, usize) {
        let half = half_of(sum(xs));
        let p = pad(edge, reshape(xs, [h, w]));
        let far = filter(|d| d > 0.0, generate(|i, j| noted(half * (p[[i + 1, j]] - p[[i - 1, j]]))));
        (fold(0.0, |a, b| a + b, map(|x| (x.sin() * 3.0).exp().ln_1p() + x.cos().atan2(x), far)), len(far))
    }

    computed_positions on 1 (h, w, xs, half_of, noted) -> (Vec<f64>, Vec<f64>) {
        let bins = generate(7, |i| i as f64);
        let half = half_of(sum(xs) + sum(bins));
        let p = pad(edge, reshape(xs, [h, w]));
        let far = flatten(generate(|i, j| noted(half * (p[[i + 1, j]] - p[[i - 1, j]]))));
        let bins = reduce_by_index(bins, |a, b| a + b, map(|x| x.abs() as usize % 7, far), far);
        // No position repeats: any of its values might stay.
        let places = map(|(i, _)| i, zip_with_index(far));
        (bins, scatter(xs, places, far))
    }
}
