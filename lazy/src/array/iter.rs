//! Iteration over the elements of an array.

use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::Range;

use super::Array;
use crate::element::Element;
use crate::element::sealed::Typed;
use crate::error::Error;
use crate::evaluate::evaluate;
use crate::place::Place;
use crate::storage::{Memory, Storage};
use crate::values::Value;

/// The elements of an array, in order: by [`Array::iter`].
///
/// It has the elements that the array had when it was made, whatever becomes of the array.
#[derive(Clone, Debug)]
pub struct Iter<T> {
    /// Elements next to each other.
    memory: Memory,
    /// The places of those that are left.
    rest: Range<usize>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> Array<T> {
    /// Computes the array, and iterates over its elements, those along the last axis next to each other;
    /// a number is one element. Elements of a section that do not lie next to each other are copied first.
    ///
    /// An array is no `IntoIterator`, since it may have a failure in place of elements: that comes out
    /// here, before the first of them.
    ///
    /// ```
    /// use fusus_lazy::{Array, s};
    ///
    /// let grid = Array::from_shape([2, 3], vec![1, 2, 3, 4, 5, 6]);
    /// let column = (grid.at(s![.., 1]) * 10).iter()?;
    /// assert_eq!(column.rev().collect::<Vec<_>>(), [50, 20]);
    /// for x in grid.keep(grid.gt(4)).iter()? {
    ///     assert!(x > 4);
    /// }
    /// # Ok::<(), fusus_lazy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`to_vec`](Array::to_vec).
    #[track_caller]
    pub fn iter(&self) -> Result<Iter<T>, Error> {
        let place = Place::here();
        let memory = match evaluate(&self.node)? {
            Value::Memory(memory) => memory
                .in_order()
                .map_err(|kind| Error::new(kind, "iter", place))?,
            Value::Number(number) => Memory::all(Storage::new(vec![<T as Typed>::of(number)])),
        };
        let first = memory.layout.first;
        Ok(Iter {
            rest: first..first + memory.len(),
            memory,
            element: PhantomData,
        })
    }
}

impl<T: Element> Iter<T> {
    /// The elements that are left.
    fn elements(&self) -> &[T] {
        &T::slice(&self.memory.storage)[self.rest.clone()]
    }
}

impl<T: Element> Iterator for Iter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let place = self.rest.next()?;
        Some(T::slice(&self.memory.storage)[place])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        let place = self.rest.nth(n)?;
        Some(T::slice(&self.memory.storage)[place])
    }

    // By a slice, which is found once.
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, f: F) -> B {
        self.elements().iter().copied().fold(init, f)
    }
}

impl<T: Element> DoubleEndedIterator for Iter<T> {
    fn next_back(&mut self) -> Option<T> {
        let place = self.rest.next_back()?;
        Some(T::slice(&self.memory.storage)[place])
    }
}

impl<T: Element> ExactSizeIterator for Iter<T> {}

impl<T: Element> FusedIterator for Iter<T> {}
