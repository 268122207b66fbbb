//! Statistics over any type of numbers: programs that become machine code only
//! in the crates that use them.

#![forbid(unsafe_code)]

use fusus::{Error, cnf};
use std::ops::{Add, Div, Mul, Sub};

/// The bounds of this library's programs on an element.
pub trait Number:
    Copy
    + Send
    + Sync
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
}

impl<T> Number for T where
    T: Copy
        + Send
        + Sync
        + Default
        + PartialOrd
        + Add<Output = T>
        + Sub<Output = T>
        + Mul<Output = T>
        + Div<Output = T>
{
}

cnf! {
    /// The sum of the products of neighbours.
    ///
    /// # Errors
    /// Arrays of two lengths.
    #[cnf(loops = 1)]
    pub fn dot<T: Number>(xs: &[T], ys: &[T]) -> Result<T, Error> {
        fold(T::default(), |a, b| a + b, map(|x, y| x * y, xs, ys))
    }

    /// All elements divided by their sum.
    #[cnf(loops = 2)]
    pub fn normalized<T>(xs: &[T]) -> Vec<T>
    where
        T: Number,
    {
        let sum = fold(T::default(), |a, b| a + b, xs);
        map(|x| x / sum, xs)
    }

    /// The elements above a bound and the running sums of those.
    #[cnf(loops = 1)]
    pub fn above<T: Number>(bound: T, xs: &[T]) -> (Vec<T>, Vec<T>) {
        let kept = filter(|x| x > bound, xs);
        let sums = scan(T::default(), |a, b| a + b, kept);
        (kept, sums)
    }

    /// `f` of every element, in place.
    pub fn apply<T, F>(f: F, xs: &mut [T])
    where
        T: Copy + Send + Sync,
        F: Fn(T) -> T + Sync,
    {
        *xs = map(f, xs);
    }
}

/// A program of the expression form in a generic type.
#[derive(Clone, Debug)]
pub struct Weights<T> {
    weights: Vec<T>,
}

impl<T: Number> Weights<T> {
    /// These weights.
    pub fn new(weights: Vec<T>) -> Self {
        Self { weights }
    }

    /// The weighted mean of values, of which there must be as many.
    pub fn mean(&self, values: &[T]) -> T {
        cnf! {
            let total = fold(T::default(), |a, b| a + b, self.weights);
            let weighted = map(|w, v| w * v, self.weights, values);
            fold(T::default(), |a, b| a + b, weighted) / total
        }
    }
}
