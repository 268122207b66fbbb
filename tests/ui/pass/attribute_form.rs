//! The attribute form takes everything that the item form takes.
#![deny(warnings)]

use fusus::fused;

/// Adds.
#[fused]
#[must_use]
pub fn add<T>(xs: &[T], ys: &[T]) -> Vec<T>
where
    T: Copy + Send + Sync + std::ops::Add<Output = T>,
{
    map(|x, y| x + y, xs, ys)
}

#[fused]
#[backend(sequential)]
#[cnf(loops = 1, strategy = "greedy")]
fn sum(xs: &[f64]) -> f64 {
    let ys = map(|x| x * 2.0, xs);
    fold(0.0, |a, b| a + b, ys)
}

#[fusus::fused(crate = fusus)]
#[backend(cpu, sequential)]
fn both(xs: &[f64]) -> f64 {
    fold(0.0, |a, b| a + b, xs)
}

mod inner {
    pub use fusus as renamed;

    #[renamed::fused(crate = self::renamed)]
    pub fn write(xs: &mut [u8]) -> Result<(), renamed::Error> {
        *xs = map(|x| x + 1, xs);
        Ok(())
    }
}

#[test]
fn main() {
    assert_eq!(add(&[1], &[2]), [3]);
    assert_eq!(sum(&[1.0, 2.0]), 6.0);
    assert_eq!(both(&[1.0]), both_sequential(&[1.0]));
    let mut xs = [1];
    inner::write(&mut xs).unwrap();
    assert_eq!(xs, [2]);

    #[fused]
    fn local(xs: &[u8]) -> usize {
        len(filter(|x| x > 1, xs))
    }
    assert_eq!(local(&[1, 2, 3]), 2);
}
