//! Prefix sums, as one writes them with iterators and with rayon.

use std::iter::Sum;
use std::ops::AddAssign;

use fusus_benches::blocks::BLOCK;
use rayon::prelude::*;

/// `before + xs[0]`, `before + xs[0] + xs[1]`, …
pub(crate) fn prefixes<T: Copy + AddAssign>(xs: &[T], before: T) -> impl Iterator<Item = T> {
    xs.iter().scan(before, |sum, x| {
        *sum += *x;
        Some(*sum)
    })
}

/// rayon has no scan: the totals of blocks, then the blocks.
pub(crate) fn rayon_prefixes<T>(xs: &[T]) -> Vec<T>
where
    T: Copy + Default + Send + Sync + AddAssign + Sum,
{
    let mut totals: Vec<T> = xs
        .par_chunks(BLOCK)
        .map(|block| block.iter().copied().sum())
        .collect();
    let mut sum = T::default();
    for total in &mut totals {
        let before = sum;
        sum += std::mem::replace(total, before);
    }
    let blocks = xs.par_chunks(BLOCK).zip(totals);
    blocks
        .flat_map_iter(|(block, before)| prefixes(block, before))
        .collect()
}
