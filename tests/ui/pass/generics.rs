//! Generics with bounds and where clauses, lifetimes and const generics.
#![deny(warnings)]

use fusus::cnf;
use std::ops::{Add, Mul};

cnf! {
    fn scale<T: Copy + Send + Sync + Mul<Output = T>>(k: T, xs: &[T]) -> Vec<T> {
        map(|x| k * x, xs)
    }

    fn sum<T>(zero: T, xs: &[T]) -> T
    where
        T: Copy + Send + Sync + Add<Output = T>,
    {
        fold(zero, |a, b| a + b, xs)
    }

    fn longest<'a>(words: &[&'a str]) -> &'a str {
        fold("", |a, b| if b.len() > a.len() { b } else { a }, words)
    }

    fn powers<const N: usize>(base: u64) -> Vec<u64> {
        let ones = generate(N, |_| 1);
        let powers = scan_exclusive(1, |a, b| a * b, map(|_| base, ones));
        map(|one, power| one * power, ones, powers)
    }

    fn apply<T, U, F>(f: F, xs: &[T]) -> Vec<U>
    where
        T: Copy + Send + Sync,
        U: Copy + Send + Sync,
        F: Fn(T) -> U + Sync,
    {
        map(f, xs)
    }
}

#[test]
fn main() {
    assert_eq!(scale(3, &[1, 2]), [3, 6]);
    assert_eq!(sum(0.0, &[1.0, 2.0]), 3.0);
    assert_eq!(longest(&["a", "bcd", "ef"]), "bcd");
    assert_eq!(powers::<4>(3), [1, 3, 9, 27]);
    assert_eq!(apply(|x: i32| x as f64 / 2.0, &[1, 2]), [0.5, 1.0]);
}
