//! Scans of a block in several chains at once: the steps of one chain wait for each other, those of
//! different chains do not. Each chain has a contiguous part of the block, the last one the rest
//! as well.

use std::mem::MaybeUninit;

/// Enough chains to fill the time that an addition of floating-point numbers takes.
pub(crate) const CHAINS: usize = 4;

/// Accumulators of a chain while it is only added up.
const LANES: usize = 8;

/// The total of each chain.
#[inline(always)]
pub(crate) fn totals<T: Copy, S: Copy>(
    xs: &[T],
    neutral: S,
    map: impl Fn(T) -> S,
    add: impl Fn(S, S) -> S,
) -> [S; CHAINS] {
    let part = xs.len() / CHAINS;
    std::array::from_fn(|chain| {
        let end = if chain + 1 == CHAINS {
            xs.len()
        } else {
            (chain + 1) * part
        };
        let (whole, rest) = xs[chain * part..end].as_chunks::<LANES>();
        let lanes = whole.iter().fold([neutral; LANES], |lanes, xs| {
            std::array::from_fn(|lane| add(lanes[lane], map(xs[lane])))
        });
        let sum = lanes.into_iter().fold(neutral, &add);
        rest.iter().fold(sum, |sum, x| add(sum, map(*x)))
    })
}

/// Computes the start of each chain from the total of all elements before the block and the totals
/// of the chains.
#[inline(always)]
pub(crate) fn starts<S: Copy>(
    before: S,
    totals: [S; CHAINS],
    add: impl Fn(S, S) -> S,
) -> [S; CHAINS] {
    let mut sum = before;
    totals.map(|total| {
        let start = sum;
        sum = add(sum, total);
        start
    })
}

/// The scan itself: `out` of each element and the sum up to and with it.
#[inline(always)]
pub(crate) fn chains<T: Copy, S: Copy, U>(
    xs: &[T],
    mut sums: [S; CHAINS],
    ys: &mut [MaybeUninit<U>],
    map: impl Fn(T) -> S,
    add: impl Fn(S, S) -> S,
    out: impl Fn(T, S) -> U,
) {
    let part = xs.len() / CHAINS;
    let (xs, ys) = (&xs[..ys.len()], &mut ys[..xs.len()]);
    for k in 0..part {
        for (chain, sum) in sums.iter_mut().enumerate() {
            let at = chain * part + k;
            *sum = add(*sum, map(xs[at]));
            ys[at].write(out(xs[at], *sum));
        }
    }
    let sum = &mut sums[CHAINS - 1];
    for (x, y) in xs.iter().zip(ys).skip(CHAINS * part) {
        *sum = add(*sum, map(*x));
        y.write(out(*x, *sum));
    }
}
