//! Rayon's form of each, and that of the standard library on one thread.

use rayon::prelude::*;

pub(crate) fn sorted(xs: &[u32]) -> Vec<u32> {
    let mut xs = xs.to_vec();
    xs.sort_unstable();
    xs
}

pub(crate) fn sorted_by_rayon(xs: &[u32]) -> Vec<u32> {
    let mut xs = xs.to_vec();
    xs.par_sort_unstable();
    xs
}

pub(crate) fn sorted_odd(xs: &[u32]) -> Vec<u32> {
    let mut odd: Vec<u32> = xs.iter().copied().filter(|x| x % 2 == 1).collect();
    odd.sort_unstable();
    odd
}

pub(crate) fn sorted_odd_by_rayon(xs: &[u32]) -> Vec<u32> {
    let mut odd: Vec<u32> = xs.par_iter().copied().filter(|x| x % 2 == 1).collect();
    odd.par_sort_unstable();
    odd
}

pub(crate) fn distinct(ordered: &[u32]) -> Vec<u32> {
    let mut numbers = ordered.to_vec();
    numbers.dedup();
    numbers
}

pub(crate) fn distinct_by_rayon(ordered: &[u32]) -> Vec<u32> {
    let runs = ordered.par_chunk_by(PartialEq::eq);
    runs.map(|run| run[0]).collect()
}

pub(crate) fn distinct_of_any(xs: &[u32]) -> Vec<u32> {
    let mut numbers = sorted(xs);
    numbers.dedup();
    numbers
}

pub(crate) fn distinct_of_any_by_rayon(xs: &[u32]) -> Vec<u32> {
    let mut numbers = sorted_by_rayon(xs);
    numbers.dedup();
    numbers
}

pub(crate) fn moving_means(xs: &[f64], width: usize) -> Vec<f64> {
    let windows = xs.windows(width);
    windows
        .map(|window| window.iter().sum::<f64>() / width as f64)
        .collect()
}

pub(crate) fn moving_means_by_rayon(xs: &[f64], width: usize) -> Vec<f64> {
    let windows = xs.par_windows(width);
    windows
        .map(|window| window.iter().sum::<f64>() / width as f64)
        .collect()
}

pub(crate) fn moving_sums(xs: &[i64], width: usize) -> Vec<i64> {
    let mut sum: i64 = xs[..width].iter().sum();
    let mut sums = Vec::with_capacity(xs.len() + 1 - width);
    sums.push(sum);
    for (left, right) in xs.iter().zip(&xs[width..]) {
        sum += right - left;
        sums.push(sum);
    }
    sums
}

pub(crate) fn moving_average(xs: &[f64]) -> Vec<f64> {
    let mut y = 0.0;
    let step = |x: &f64| {
        y = 0.9 * y + 0.1 * x;
        y
    };
    xs.iter().map(step).collect()
}
