//! A crate that knows fusus by another name, in the edition of 2021, under
//! lints that most crates do not ask for. The code that is generated for it must
//! cause no warning.

#![forbid(unsafe_code)]
#![deny(warnings)]
#![deny(
    clippy::all,
    clippy::pedantic,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_lifetimes,
    rust_2018_idioms,
    future_incompatible
)]

use spindle::{cnf, fused, Error};

pub mod again {
    //! fusus at second hand.
    pub use spindle as fusus_at_second_hand;
}

cnf! {
    /// Divides by the sum of all elements, and by the sum of the positive ones.
    #[must_use]
    pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        let ys1 = map(|x| x / sum1, xs);
        let ys2 = map(|x| x / sum2, xs);
        (ys1, ys2)
    }

    /// Everything else.
    ///
    /// # Errors
    /// Where lengths differ, and where an index is out of bounds.
    #[backend(cpu, sequential)]
    pub fn everything(
        xs: &[u32],
        at: &[usize],
        ys: &mut [u32],
        n: usize,
    ) -> Result<(Vec<u32>, Vec<u32>, usize), Error> {
        let gathered = gather(xs, at);
        let total = fold(0, u32::max, gathered);
        let prefixes = scan(0, |a, b| a + b, gathered);
        let before = scan_exclusive(total, Ord::max, prefixes);
        let kept = filter(|x| x > 1, before);
        let marked = scatter(xs, at, gathered);
        let pairs = map(|(a, b)| a + b, cross(kept, marked));
        let big = len(filter(|p| p > 10, pairs));
        let ordered: [u32] = external(sorted(kept));
        let like = conform(ordered, kept);
        let both = map(|a, b| a + b, like, kept);
        let numbers = generate(n, |i| i);
        let (a, b) = map(|i, j| (i + j, i * j), numbers, 0..n);
        let more = fold(0, |a, b| a + b, map(|a, b| a + b, a, b));
        *ys = map(|y, x| y + x, ys, xs);
        Ok((both, prefixes, big + more))
    }
}

/// A sorted copy.
fn sorted(xs: &[u32]) -> Vec<u32> {
    let mut xs = xs.to_vec();
    xs.sort_unstable();
    xs
}

/// The attribute knows the name if it is told.
#[fused(crate = spindle)]
#[must_use]
pub fn doubled(xs: &[f64]) -> Vec<f64> {
    map(|x| 2.0 * x, xs)
}

/// Halves numbers by a program with another path.
#[again::fusus_at_second_hand::fused(crate = crate::again::fusus_at_second_hand)]
#[must_use]
pub fn halved(xs: &[f64]) -> Vec<f64> {
    map(|x| x / 2.0, xs)
}

/// Something with fields.
#[derive(Debug)]
pub struct Cloud<T> {
    values: Vec<T>,
}

impl<T: Copy + Send + Sync + Into<f64>> Cloud<T> {
    /// A cloud.
    #[must_use]
    pub fn new(values: Vec<T>) -> Self {
        Self { values }
    }

    /// The sum and the number of values.
    #[must_use]
    pub fn sum(&self) -> (f64, usize) {
        let from = 0.0;
        cnf! {
            let wide = map(Into::into, self.values);
            (fold(from, |a: f64, b: f64| a + b, wide), len(wide))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{doubled, everything, everything_sequential, halved, normalize2, Cloud};

    #[test]
    fn works_by_another_name() {
        let (ys1, ys2) = normalize2(&[1.0, -2.0, 3.0]);
        assert_eq!(ys1, [0.5, -1.0, 1.5]);
        assert_eq!(ys2, [0.25, -0.5, 0.75]);
        let (mut ys, mut zs) = ([1, 1, 1], [1, 1, 1]);
        let one = everything(&[1, 2, 3], &[2, 0], &mut ys, 3);
        let two = everything_sequential(&[1, 2, 3], &[2, 0], &mut zs, 3);
        assert_eq!(one, two);
        assert_eq!((ys, zs), ([2, 3, 4], [2, 3, 4]));
        assert_eq!(one, Ok((vec![6, 6], vec![3, 4], 11)));
        assert_eq!(halved(&doubled(&[1.5])), [1.5]);
        assert_eq!(Cloud::new(vec![1u8, 2]).sum(), (3.0, 2));
    }
}
