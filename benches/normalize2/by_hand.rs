//! normalize2 as one would write it without fusus, from the plainest way to the fastest.

use std::array;

use rayon::prelude::*;

/// One iterator an operator, each with its array.
pub(crate) fn iterators(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let gts: Vec<f64> = xs.iter().copied().filter(|&x| x > 0.0).collect();
    let sum1: f64 = xs.iter().sum();
    let sum2: f64 = gts.iter().sum();
    let ys1 = xs.iter().map(|x| x / sum1).collect();
    let ys2 = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

/// The same with rayon's iterators.
pub(crate) fn rayon_iterators(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let gts: Vec<f64> = xs.par_iter().copied().filter(|&x| x > 0.0).collect();
    let sum1: f64 = xs.par_iter().sum();
    let sum2: f64 = gts.par_iter().sum();
    let ys1 = xs.par_iter().map(|x| x / sum1).collect();
    let ys2 = xs.par_iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

/// Two plain loops.
pub(crate) fn fused(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (mut sum1, mut sum2) = (0.0, 0.0);
    for &x in xs {
        sum1 += x;
        if x > 0.0 {
            sum2 += x;
        }
    }
    let mut ys1 = Vec::with_capacity(xs.len());
    let mut ys2 = Vec::with_capacity(xs.len());
    for x in xs {
        ys1.push(x / sum1);
        ys2.push(x / sum2);
    }
    (ys1, ys2)
}

/// Sums that run side by side: enough for four vectors of four in flight.
const LANES: usize = 16;

/// Elements a task: a quarter of a megabyte of each array, so that tasks are many and their cost is nothing.
const BLOCK: usize = 1 << 15;

/// Both sums of a block, the second over the positive elements.
fn block_sums(block: &[f64]) -> (f64, f64) {
    let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
    let (whole, rest) = block.as_chunks::<LANES>();
    let (lanes1, lanes2) = whole
        .iter()
        .fold(([0.0; LANES], [0.0; LANES]), |(a, b), xs| {
            let a: [f64; LANES] = array::from_fn(|i| a[i] + xs[i]);
            let b: [f64; LANES] = array::from_fn(|i| b[i] + positive(xs[i]));
            (a, b)
        });
    let rest1: f64 = rest.iter().sum();
    let rest2: f64 = rest.iter().copied().map(positive).sum();
    (
        lanes1.iter().sum::<f64>() + rest1,
        lanes2.iter().sum::<f64>() + rest2,
    )
}

fn sums(xs: &[f64]) -> (f64, f64) {
    xs.par_chunks(BLOCK)
        .map(block_sums)
        .reduce(|| (0.0, 0.0), |(a1, a2), (b1, b2)| (a1 + b1, a2 + b2))
}

/// Two parallel loops over blocks; the outputs are fresh, but not filled with zeros first.
pub(crate) fn expert(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (sum1, sum2) = sums(xs);
    let mut ys1 = Vec::with_capacity(xs.len());
    let mut ys2 = Vec::with_capacity(xs.len());
    let spare1 = &mut ys1.spare_capacity_mut()[..xs.len()];
    let spare2 = &mut ys2.spare_capacity_mut()[..xs.len()];
    blocks(xs, spare1, spare2).for_each(|((xs, ys1), ys2)| {
        for ((x, y1), y2) in xs.iter().zip(ys1).zip(ys2) {
            y1.write(x / sum1);
            y2.write(x / sum2);
        }
    });
    // SAFETY: the loop has written the first `xs.len()` elements of both, which their capacities cover.
    unsafe {
        ys1.set_len(xs.len());
        ys2.set_len(xs.len());
    }
    (ys1, ys2)
}

/// The same into arrays that are there already.
pub(crate) fn expert_into(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
    let (sum1, sum2) = sums(xs);
    blocks(xs, ys1, ys2).for_each(|((xs, ys1), ys2)| {
        for ((x, y1), y2) in xs.iter().zip(ys1).zip(ys2) {
            *y1 = x / sum1;
            *y2 = x / sum2;
        }
    });
}

/// The blocks of three arrays side by side.
fn blocks<'a, T: Send>(
    xs: &'a [f64],
    ys1: &'a mut [T],
    ys2: &'a mut [T],
) -> impl ParallelIterator<Item = ((&'a [f64], &'a mut [T]), &'a mut [T])> {
    xs.par_chunks(BLOCK)
        .zip(ys1.par_chunks_mut(BLOCK))
        .zip(ys2.par_chunks_mut(BLOCK))
}

/// Moves the bytes that two loops over the input and two outputs must move, and does nothing else.
pub(crate) fn copy_twice(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
    for ys in [ys1, ys2] {
        xs.par_chunks(BLOCK)
            .zip(ys.par_chunks_mut(BLOCK))
            .for_each(|(xs, ys)| ys.copy_from_slice(xs));
    }
}
