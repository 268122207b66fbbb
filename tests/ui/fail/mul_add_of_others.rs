use std::ops::{Add, Mul};

#[derive(Clone, Copy, Default)]
pub struct Count(u32);

impl Add for Count {
    type Output = Count;

    fn add(self, other: Count) -> Count {
        Count(self.0 + other.0)
    }
}

impl Mul for Count {
    type Output = Count;

    fn mul(self, other: Count) -> Count {
        Count(self.0 * other.0)
    }
}

fusus::cnf! {
    #[cnf(mul_add)]
    fn weighted(n: usize, a: &[Count], x: &[Count]) -> Vec<Count> {
        let a = reshape(a, [n, n]);
        generate(|i| sum(|k| a[[i, k]] * x[k]))
    }
}

fn main() {}
