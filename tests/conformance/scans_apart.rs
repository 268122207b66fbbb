//! Scans of one loop with no step in common, which are loops over the same block, and scans that share steps.

use crate::harness::conformance;

conformance! {
    with_nothing_in_common(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let sums = scan(0.5, |a, b| a + b, xs);
        let tops = scan(0.0, f64::max, map(|x| x * 0.5 - 1.0, xs));
        (sums, tops, scan_exclusive(1.0, |a, b| a * b, map(|x| 1.0 - x * 1e-9, xs)))
    }

    beside_maps_and_folds(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64, f64) {
        let tops = scan(0.0, f64::max, xs);
        let halves = map(|x| x * 0.25 + 0.5, xs);
        let products = scan_exclusive(1.0, |a, b| a * b, map(|x| 1.0 - x * 1e-9, xs));
        (tops, halves, fold(0.0, |a, b| a + b, xs), fold(0.0, f64::max, products))
    }

    some_with_a_step_in_common(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, i64) {
        let odd = map(|x| x % 7, xs);
        let sums = scan(0, |a, b| a + b, xs);
        let of_odd = scan_exclusive(0, |a, b| a + b, odd);
        let mixed = scan(0, |a, b| (a + b) % 1_000_003, map(|o| o.abs(), odd));
        (sums, of_odd, mixed, fold(0, |a, b| a.max(b), odd))
    }

    of_which_a_map_needs_two(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let sums = scan(0, |a, b| a + b, xs);
        let parities = scan(3, |a, b| a ^ b, xs);
        (map(|a, b| a - b, sums, parities), scan(0, |a, b| a.max(b), map(|x| x - 1, xs)))
    }

    into_what_is_read(xs: &[f64]; ys: &mut [f64]) -> Vec<f64> {
        let tops = scan(0.0, f64::max, map(|y| y + 0.5, ys));
        *ys = scan(0.0, |a, b| a + b, map(|x, y| x + y * 0.5, xs, ys));
        tops
    }
}
