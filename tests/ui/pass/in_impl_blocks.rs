//! Inside generic `impl` blocks: the expression form in methods, the item form
//! and the attribute for associated functions.
#![deny(warnings)]

use fusus::cnf;

struct Table<T, const N: usize> {
    rows: Vec<T>,
    weights: [f64; N],
    boxed: Box<[T]>,
}

impl<T, const N: usize> Table<T, N>
where
    T: Copy + Send + Sync + Into<f64>,
{
    fn mean(&self) -> f64 {
        let n = self.rows.len() as f64;
        cnf! { fold(0.0, |a, b| a + b, map(|x| x.into(), self.rows)) / n }
    }

    fn weighted(&self) -> Vec<f64> {
        let factor = Self::factor();
        cnf! {
            let xs = map(|x: T| x.into() * factor, self.boxed);
            map(|x, w| x * w, xs, self.weights)
        }
    }

    fn shift(&mut self, by: T)
    where
        T: std::ops::Add<Output = T>,
    {
        let rows = &mut self.rows;
        cnf! { *rows = map(|x| x + by, rows); }
    }

    fn factor() -> f64 {
        2.0
    }

    cnf! {
        fn widen(xs: &[T]) -> Vec<f64> {
            map(|x| x.into() * Self::factor(), xs)
        }
    }

    #[fusus::fused]
    fn total(xs: &[T]) -> f64 {
        fold(0.0, |a, b| a + b, map(T::into, xs))
    }
}

trait Norm {
    fn norm(&self) -> f64;
}

impl Norm for [f64] {
    fn norm(&self) -> f64 {
        cnf! { fold(0.0, |a, b| a + b, map(|x| x * x, self)).sqrt() }
    }
}

#[test]
fn main() {
    let mut table = Table { rows: vec![1u8, 3], weights: [1.0, 2.0], boxed: Box::new([4, 5]) };
    assert_eq!(table.mean(), 2.0);
    assert_eq!(table.weighted(), [8.0, 20.0]);
    table.shift(1);
    assert_eq!(table.rows, [2, 4]);
    assert_eq!(Table::<u8, 0>::widen(&[1]), [2.0]);
    assert_eq!(Table::<u8, 0>::total(&[1, 2]), 3.0);
    assert_eq!([3.0, 4.0].norm(), 5.0);
}
