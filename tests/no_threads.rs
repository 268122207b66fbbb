//! Tests that programs run on one thread where the system refuses others.
//!
//! The test runs itself, with so little address space that the stacks of rayon's threads do not
//! fit.

#![cfg(target_os = "linux")]

use fusus::cnf;
use std::env;
use std::process::Command;

cnf! {
    /// Folds, a scan and a filter.
    fn one(xs: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
        let sum = fold(0.0, |a, b| a + b, xs);
        let sums = scan(0.0, |a, b| a + b, xs);
        let kept = filter(|x| x > 0.5, sums);
        (sum, sums, kept)
    }

    /// A stencil in two stages, which goes through bands of rows.
    fn two(w: usize, h: usize, xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, reshape(xs, [h, w]));
        let means = generate(|i, j| (p[[i, j - 1]] + p[[i, j]] + p[[i, j + 1]]) / 3.0);
        let q = pad(edge, means);
        generate(|i, j| (q[[i - 1, j]] + q[[i, j]] + q[[i + 1, j]]) / 3.0)
    }

    /// Bins, by index.
    fn three(xs: &[f64]) -> Vec<u64> {
        reduce_by_index(generate(10, |_| 0), |a, b| a + b, map(|x| x as usize % 10, xs), map(|_| 1, xs))
    }
}

/// All that the programs return.
fn results() -> String {
    let xs: Vec<f64> = (0..1_000_000).map(|i| f64::from(i % 97) * 0.1).collect();
    let (sum, sums, kept) = one(&xs);
    let totals = [&sums, &kept, &two(1000, 1000, &xs)].map(|all| all.iter().sum::<f64>());
    format!("{sum} {totals:?} {:?}", three(&xs))
}

const CHILD: &str = "FUSUS_NO_THREADS_CHILD";

#[test]
fn programs_run_on_one_thread_where_no_others_can_be_had() {
    if env::var_os(CHILD).is_some() {
        println!("results: {}", results());
        return;
    }
    let here = format!("results: {}", results());
    for threads in [1, 4096] {
        // The stacks of 4096 threads are 8 GiB.
        let output = Command::new("sh")
            .args(["-c", "ulimit -v 1048576 && exec \"$0\" \"$@\""])
            .arg(env::current_exe().expect("a test"))
            .args([
                "--exact",
                "programs_run_on_one_thread_where_no_others_can_be_had",
                "--nocapture",
            ])
            .env(CHILD, "1")
            .env("RAYON_NUM_THREADS", threads.to_string())
            // The standard library may wait for ever when memory ends while it prints one.
            .env("RUST_BACKTRACE", "0")
            .output()
            .expect("a process");
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            text.lines().any(|line| line.ends_with(&here)),
            "{threads} threads: {text} {errors}"
        );
    }
}
