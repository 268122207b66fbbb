//! Programs take no more memory than their inputs, their results and 8 MiB.
//!
//! The peak is that of the process, which Linux counts and can begin to count anew; one test alone,
//! so that it is that of one program at a time.

#![cfg(target_os = "linux")]

use fusus::cnf;
use std::fs;

const MIB: usize = 1 << 20;
const ALLOWANCE: usize = 8 * MIB;

cnf! {
    fn maps(xs: &[f64]) -> (Vec<f64>, Vec<f32>) {
        let ys = map(|x| x * 2.0, xs);
        let zs = map(|y| y.sqrt() as f32, ys);
        (ys, zs)
    }

    fn folds(xs: &[f64]) -> (f64, f64) {
        let ys = map(|x| x * 2.0, xs);
        let gs = filter(|y| y > 0.5, ys);
        let ss = scan(0.0, |a, b| a + b, gs);
        let lo = fold(0.0, |a, b| a + b, ss);
        let hi = fold(0.0, f64::max, ys);
        (lo, hi)
    }

    fn keep_none(xs: &[f64]) -> Vec<f64> {
        filter(|x| x > 2.0, xs)
    }

    fn keep_few(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let few  = filter(|x| x < 0.01, xs);
        let sums = scan(0.0, |a, b| a + b, few);
        (few, sums)
    }

    fn keep_half(xs: &[f64]) -> Vec<f64> {
        filter(|x| x < 0.5, xs)
    }

    fn keep_all(xs: &[f64]) -> Vec<f64> {
        filter(|x| x < 2.0, xs)
    }

    fn scans(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let a = scan(0.0, |a, b| a + b, xs);
        let b = scan_exclusive(0.0, f64::max, a);
        (a, b)
    }

    fn in_place(ys: &mut [f64]) {
        *ys = scan(0.0, |a, b| a + b, ys);
    }

    /// Keeps some rows of new elements until nobody needs the old ones.
    fn neighbours(ys: &mut [f64]) {
        let a = reshape(ys, [len(ys) / 1000, 1000]);
        *a = generate(|i, j| 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]));
    }

    fn product_folded(xs: &[f64], ys: &[f64]) -> f64 {
        fold(f64::INFINITY, |a: f64, b: f64| if b < a { b } else { a }, map(|(x, y)| x - y, cross(xs, ys)))
    }

    fn product_filtered(xs: &[f64], ys: &[f64]) -> Vec<(f64, f64)> {
        filter(|(x, y)| x < 0.01 && y < 0.1, cross(xs, ys))
    }

    fn scattered(dest: &[f64], at: &[u32]) -> Vec<f64> {
        scatter(dest, at, map(f64::from, at))
    }
}

/// The most memory that the process has had resident, in bytes.
fn peak() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("what Linux says of this process");
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .expect("the peak");
    let number = line.split_whitespace().nth(1).expect("a number of KiB");
    number.parse::<usize>().expect("a number") * 1024
}

/// Has the allocator give back the memory that it keeps from earlier programs, which later ones would use
/// unseen.
#[cfg(target_env = "gnu")]
fn give_back() {
    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> std::ffi::c_int;
    }
    // SAFETY: it gives back what nobody uses, which is sound at any time.
    unsafe { malloc_trim(0) };
}

#[cfg(not(target_env = "gnu"))]
fn give_back() {}

fn resident() -> usize {
    give_back();
    // From now on the peak is counted anew.
    fs::write("/proc/self/clear_refs", "5").expect("a process may reset its own peak");
    peak()
}

/// Runs a program, whose results have `size` bytes.
fn within<R>(what: &str, program: impl FnOnce() -> R, size: impl FnOnce(&R) -> usize) {
    let before = resident();
    let results = program();
    // Linux counts pages in batches, so that it may have counted fewer than before.
    let (taken, results) = (peak().saturating_sub(before), size(&results));
    assert!(
        taken <= results + ALLOWANCE,
        "{what}: {} MiB beside the inputs, of which {} MiB are results",
        taken / MIB,
        results / MIB
    );
}

fn bytes<T>(of: &[T]) -> usize {
    size_of_val(of)
}

#[test]
fn programs_take_inputs_results_and_little_more() {
    const LEN: usize = 2_500_000;
    let mut xs: Vec<f64> = (0..LEN as u64)
        .map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64 / (1_u64 << 53) as f64)
        .collect();
    let at: Vec<u32> = (0..LEN as u32).rev().collect();
    // Starts the threads.
    maps(&xs[..1_000_000]);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| {
            within("maps", || maps(&xs), |(a, b)| bytes(a) + bytes(b));
            within("folds", || folds(&xs), |_| 0);
            within("keep_none", || keep_none(&xs), |a| bytes(a));
            within("keep_few", || keep_few(&xs), |(a, b)| bytes(a) + bytes(b));
            within("keep_half", || keep_half(&xs), |a| bytes(a));
            within("keep_all", || keep_all(&xs), |a| bytes(a));
            within("scans", || scans(&xs), |(a, b)| bytes(a) + bytes(b));
            within("in_place", || in_place(&mut xs), |()| 0);
            within("neighbours", || neighbours(&mut xs), |()| 0);
            let (rows, columns) = (&xs[..1500], &xs[..1400]);
            within("product_folded", || product_folded(rows, columns), |_| 0);
            within(
                "product_filtered",
                || product_filtered(rows, columns),
                |a| bytes(a),
            );
            within("scattered", || scattered(&xs, &at), |a| bytes(a));
        });
    }
}
