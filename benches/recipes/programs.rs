//! The programs, as the guide has them.

use fusus::cnf;

use crate::others::sorted_by_rayon;

cnf! {
    /// The odd numbers in order.
    pub(crate) fn sorted_odd(xs: &[u32]) -> Vec<u32> {
        let odd = filter(|x| x % 2 == 1, xs);
        let ordered: [u32] = external(sorted_by_rayon(odd));
        ordered
    }

    /// The numbers that occur, in order, each once.
    pub(crate) fn distinct(ordered: &[u32]) -> Vec<u32> {
        let (numbers, _) = fold_by(ordered, 0, |n, one| n + one, map(|_| 1, ordered));
        numbers
    }

    /// The numbers that occur, in order, each once.
    pub(crate) fn distinct_of_any(xs: &[u32]) -> Vec<u32> {
        let ordered: [u32] = external(sorted_by_rayon(xs));
        let (numbers, _) = fold_by(ordered, 0, |n, one| n + one, map(|_| 1, ordered));
        numbers
    }

    /// The mean of each window.
    pub(crate) fn moving_means(xs: &[f64], width: usize) -> Vec<f64> {
        map(|w| fold(0.0, |a, b| a + b, w) / len(w) as f64, rows(windows(width, xs)))
    }

    /// The sum of each window.
    pub(crate) fn moving_sums(xs: &[i64], width: usize) -> Vec<i64> {
        let count = (len(xs) + 1).saturating_sub(width);
        let until = scan(0, |a, b| a + b, xs);
        let ends = gather(until, generate(count, |i| i + width - 1));
        let starts = gather(until, 0..count);
        map(|i, start, end| xs[i] + end - start, 0..count, starts, ends)
    }

    pub(crate) fn moving_average(xs: &[f64]) -> Vec<f64> {
        recurrence(0.0, |y, x| 0.9 * y + 0.1 * x, xs)
    }

    pub(crate) fn prefix_sums(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |a, b| a + b, xs)
    }
}
