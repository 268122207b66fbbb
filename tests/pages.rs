//! Arrays between loops lie in pages that earlier runs have touched.
//!
//! Linux counts the pages that a process touches first; one test alone, so that they are its own.

#![cfg(all(target_os = "linux", target_env = "gnu"))]

use fusus::cnf;
use std::fs;

cnf! {
    fn several(xs: &[f64], places: &[u32]) -> Vec<f64> {
        let a = map(|x| x * 2.0 + 1.0, xs);
        let b = map(|a| a * a, gather(a, places));
        let c = map(|b| b + 1.0, gather(b, places));
        map(|d| d - 1.0, gather(c, places))
    }
}

/// The pages that the process has touched first, so far.
fn new_pages() -> usize {
    let status = fs::read_to_string("/proc/self/stat").unwrap();
    // The name of the process, in parentheses, may have blanks.
    let (_, behind) = status.rsplit_once(')').unwrap();
    behind.split_whitespace().nth(7).unwrap().parse().unwrap()
}

#[test]
fn later_runs_touch_few_new_pages() {
    const RUNS: usize = 20;
    for len in [30_000, 100_000, 300_000] {
        let xs: Vec<f64> = (0..len).map(f64::from).collect();
        let places: Vec<u32> = (0..len).rev().collect();
        for _ in 0..3 {
            drop(several(&xs, &places));
        }
        let before = new_pages();
        for _ in 0..RUNS {
            drop(several(&xs, &places));
        }
        let of_run = (new_pages() - before) / RUNS;
        let of_array = usize::try_from(len).unwrap() * size_of::<f64>() / 4096;
        assert!(
            of_run < of_array / 4,
            "{of_run} pages a run, {of_array} an array"
        );
    }
}
