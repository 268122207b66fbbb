//! Rayon's form of each program that it has one for: it has none for recurrences and scans.

use rayon::prelude::*;

use crate::plain;
use crate::programs::{BINS, Point, keep};

pub(crate) fn histogram(values: &[f64]) -> Vec<u32> {
    let none = || vec![0; BINS];
    let counts = values.par_iter().fold(none, |mut bins, x| {
        bins[(x * BINS as f64) as usize] += 1;
        bins
    });
    counts.reduce(none, |mut bins, more| {
        for (bin, more) in bins.iter_mut().zip(more) {
            *bin += more;
        }
        bins
    })
}

pub(crate) fn group_sums(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let runs = keys.par_chunk_by(PartialEq::eq).map(|run| {
        let start = (run.as_ptr() as usize - keys.as_ptr() as usize) / size_of::<u32>();
        (run[0], xs[start..][..run.len()].iter().sum::<f64>())
    });
    runs.unzip()
}

pub(crate) fn column_statistics(n: usize, m: usize, cells: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let none = || (vec![0.0; m], vec![0.0; m]);
    let rows = cells.par_chunks_exact(m.max(1));
    let totals = rows.fold(none, |(mut sums, mut squares), row| {
        for ((x, sum), square) in row.iter().zip(&mut sums).zip(&mut squares) {
            *sum += x;
            *square += x * x;
        }
        (sums, squares)
    });
    let (sums, squares) = totals.reduce(none, |(mut sums, mut squares), more| {
        for (sum, more) in sums.iter_mut().zip(more.0) {
            *sum += more;
        }
        for (square, more) in squares.iter_mut().zip(more.1) {
            *square += more;
        }
        (sums, squares)
    });
    plain::statistics(n, sums, &squares)
}

pub(crate) fn nearest(queries: &[Point], points: &[Point]) -> Vec<usize> {
    let queries = queries.par_iter();
    queries
        .map(|query| plain::nearest_of(*query, points))
        .collect()
}

pub(crate) fn blur(h: usize, w: usize, pixels: &[f32]) -> Vec<f32> {
    let mut blurred = vec![0.0; pixels.len()];
    let rows = blurred.par_chunks_exact_mut(w.max(1)).enumerate();
    rows.for_each(|(i, row)| plain::blur_row(i, h, w, pixels, row));
    blurred
}

pub(crate) fn matrix_vector(m: usize, cells: &[f64], xs: &[f64]) -> Vec<f64> {
    let rows = cells.par_chunks_exact(m.max(1));
    rows.map(|row| plain::dot(row, xs)).collect()
}

pub(crate) fn softmax(m: usize, cells: &[f64]) -> Vec<f64> {
    let mut result = vec![0.0; cells.len()];
    let rows = result.par_chunks_exact_mut(m.max(1));
    rows.zip(cells.par_chunks_exact(m.max(1)))
        .for_each(|(result, row)| plain::softmax_row(row, result));
    result
}

pub(crate) fn life(h: usize, w: usize, cells: &[u8]) -> Vec<u8> {
    let mut next = vec![0; cells.len()];
    let rows = next.par_chunks_exact_mut(w.max(1)).enumerate();
    rows.for_each(|(i, row)| plain::life_row(i, h, w, cells, row));
    next
}

pub(crate) fn sparse(offsets: &[usize], columns: &[u32], values: &[f64], xs: &[f64]) -> Vec<f64> {
    let rows = (0..offsets.len() - 1).into_par_iter();
    rows.map(|row| plain::sparse_row(row, offsets, columns, values, xs))
        .collect()
}

pub(crate) fn compaction(xs: &[f64]) -> Vec<f64> {
    xs.par_iter().copied().filter(|x| *x < 0.5).collect()
}

pub(crate) fn top8(xs: &[f64]) -> Vec<f64> {
    let none = || [f64::NEG_INFINITY; 8];
    let best = xs.par_iter().fold(none, |mut best, &x| {
        keep(&mut best, x);
        best
    });
    let best = best.reduce(none, |mut best, others| {
        for x in others {
            keep(&mut best, x);
        }
        best
    });
    best.to_vec()
}
