//! Combinators that lowering turns into others.

use crate::harness::conformance;

conformance! {
    #[cnf(loops = 1)]
    positions_of_some(xs: &[i32]) -> (Vec<usize>, Vec<i64>) {
        let negative = filter(|(_, x)| x < 0, zip_with_index(xs));
        let positions = map(|(i, _)| i, negative);
        let weighted = map(|(i, x)| (i as i64 + 1) * x as i64, xs.enumerate());
        (positions, weighted)
    }

    positions_of_what_is_kept(xs: &[i64]) -> (Vec<(usize, i64)>, usize) {
        let kept = filter(|x| x % 3 != 0, xs);
        let pairs = zip_with_index(kept);
        let last = fold(0, |a, b| a.max(b), map(|(i, _)| i, pairs));
        (pairs, last)
    }

    positions_behind_other_names(xs: &[i64]) -> (Vec<(usize, i64)>, Vec<(usize, i64)>) {
        let ys = xs;
        let xs = filter(|x| x % 2 == 0, ys);
        (zip_with_index(ys), zip_with_index(xs))
    }

    #[cnf(loops = 2)]
    sums_of_elements(xs: &[i64], ys: &[f64]) -> (i64, f64, f64, i64) {
        let squares = map(|y| y * y, ys);
        (sum(xs), sum(ys), squares.sum(), sum(map(|x| x % 7, xs)))
    }

    sums_of_what_is_kept(xs: &[i64]) -> (i64, usize) {
        let kept = xs.filter(|x| x % 3 == 0);
        (kept.sum(), sum(map(|(i, _)| i, zip_with_index(kept))))
    }

    sums_behind_names_of_the_sum(xs: &[i64]; ; a: i64 = 3, b: i64 = -5) -> i64 {
        let sum = sum(map(|x| a * x + b, xs));
        sum + a
    }

    positions_of_positions(xs: &[f64]) -> Vec<(usize, (usize, f64))> {
        xs.zip_with_index().zip_with_index()
    }
}
