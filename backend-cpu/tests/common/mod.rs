//! Data and thread pools that several tests share.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// `x ↦ a·x + b`. Composing two of them depends on their order.
pub(crate) type Affine = (u64, u64);

pub(crate) fn then(f: Affine, g: Affine) -> Affine {
    let (a, b) = f;
    let (c, d) = g;
    (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))
}

pub(crate) fn affine(i: usize) -> Affine {
    let i = i as u64;
    (i.wrapping_mul(2_654_435_761) | 1, i ^ 0x5bd1)
}

pub(crate) fn pools() -> Vec<ThreadPool> {
    [1, 2, 3]
        .iter()
        .map(|&n| ThreadPoolBuilder::new().num_threads(n).build().unwrap())
        .collect()
}
