//! Arrays whose type of elements is known when the program is compiled.

mod iter;
mod operand;
mod operations;
mod operators;
mod shape;
mod show;

use std::marker::PhantomData;
use std::sync::Arc;

pub use iter::Iter;
pub use operand::IntoOperand;
pub(crate) use show::show;

use crate::build;
use crate::closure;
use crate::element::{Element, ElementType};
use crate::error::{Error, ErrorKind};
use crate::evaluate::{evaluate, settle};
use crate::node::{Node, Operand, State};
use crate::place::Place;
use crate::plan::Plan;
use crate::storage::Storage;
use crate::values::Value;

/// A lazy array: a cheap handle on elements in memory, or on an operation that nobody has needed so
/// far.
///
/// An operation on arrays is remembered, and done when somebody asks for elements:
/// [`eval`](Array::eval), [`item`](Array::item), [`to_vec`](Array::to_vec), [`iter`](Array::iter),
/// [`Display`](std::fmt::Display). Then
/// everything that is pending is fused into loops, which run on all cores.
///
/// ```
/// use fusus_lazy::Array;
///
/// let x = Array::from_vec(vec![1.0, -2.0, 3.0]);
/// let positive = x.keep(x.gt(0.0));
/// let shares = &x / positive.sum();
/// assert_eq!(shares.to_vec()?, [0.25, -0.5, 0.75]);
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
///
/// Integers wrap around where they overflow. Operations that can't be done (arrays of different
/// lengths, a section that leaves its array) do not panic: the failure stays with the result, and
/// with everything that is computed from it.
///
/// ```
/// use fusus_lazy::Array;
///
/// let (a, b) = (Array::from_vec(vec![1, 2, 3]), Array::from_vec(vec![1, 2]));
/// let sum = (a + b).sum();
/// let error = sum.item().unwrap_err();
/// assert!(error.to_string().contains("length 3 and another one has length 2"));
/// ```
///
/// A result of one number, as of [`sum`](Array::sum), is an array that goes with arrays of any length.
///
/// An array may have up to six axes ([`from_shape`](Array::from_shape)). Arrays go together whose
/// axes have the same lengths; an axis that `new` makes in [`s!`](crate::s) goes with any length.
///
/// ```
/// use fusus_lazy::{Array, s};
///
/// let grid = Array::from_shape([3, 4], (0..12).map(f64::from).collect());
/// let middle = (grid.at(s![..-2, 1..-1]) + grid.at(s![2.., 1..-1])) * 0.5;
/// assert_eq!(middle.to_vec()?, [5.0, 6.0]);
/// let means = grid.sum_axis(1) / 4.0;
/// let spread = (&grid - means.at(s![.., new])).abs().max();
/// assert_eq!(spread.item()?, 1.5);
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
pub struct Array<T> {
    pub(crate) node: Arc<Node>,
    element: PhantomData<fn() -> T>,
}

impl<T> Clone for Array<T> {
    fn clone(&self) -> Self {
        Array::of(Arc::clone(&self.node))
    }
}

impl<T> Array<T> {
    pub(crate) fn of(node: Arc<Node>) -> Array<T> {
        Array {
            node,
            element: PhantomData,
        }
    }

    pub(crate) fn operand(&self) -> Operand {
        Operand::Node(Arc::clone(&self.node))
    }
}

impl<T: Element> Array<T> {
    /// An array of the elements of a vector, which is not copied.
    #[must_use]
    pub fn from_vec(elements: Vec<T>) -> Array<T> {
        Array::of(build::memory::<T>(Storage::new(elements)))
    }

    /// An array of elements in the memory of an owner, which is not copied: of a file that is mapped, of
    /// another library's array, of a shared slice. The owner is dropped when no array needs it. Its
    /// memory is never written: updates of this array copy it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fusus_lazy::Array;
    ///
    /// let shared: Arc<[f64]> = Arc::from([3.0, 1.0, 2.0]);
    /// let x = Array::from_owner(Arc::clone(&shared));
    /// assert_eq!((&x * 2.0).sum().item()?, 12.0);
    /// # Ok::<(), fusus_lazy::Error>(())
    /// ```
    #[must_use]
    pub fn from_owner(owner: impl AsRef<[T]> + Send + Sync + 'static) -> Array<T> {
        Array::of(build::memory::<T>(Storage::shared(Arc::new(owner))))
    }

    /// A number, which goes with arrays of any length.
    #[must_use]
    pub fn number(number: T) -> Array<T> {
        Array::of(build::number(number.scalar()))
    }

    /// The number of elements, if it is known without computing anything; numbers have none.
    #[must_use]
    pub fn known_len(&self) -> Option<usize> {
        self.node.shape.len()
    }

    /// Computes the array, unless it is there, and returns it.
    ///
    /// # Errors
    ///
    /// The failure of an operation that it is computed from; of several elements that have no
    /// result, that of the first.
    pub fn eval(&self) -> Result<Array<T>, Error> {
        settle(&self.node)?;
        Ok(self.clone())
    }

    /// Computes the elements; a number is one element.
    ///
    /// # Errors
    ///
    /// As for [`eval`](Array::eval), and where there is no memory for the vector.
    pub fn to_vec(&self) -> Result<Vec<T>, Error> {
        match evaluate(&self.node)? {
            Value::Memory(memory) => memory
                .to_vec()
                .map_err(|kind| Error::new(kind, "to_vec", Place::Nowhere)),
            Value::Number(number) => Ok(vec![T::of(number)]),
        }
    }

    /// Computes the elements and gives the array up: nothing is copied if nobody else has it.
    ///
    /// # Errors
    ///
    /// As for [`to_vec`](Array::to_vec).
    pub fn into_vec(self) -> Result<Vec<T>, Error> {
        let value = evaluate(&self.node)?;
        let Value::Memory(memory) = value else {
            return self.to_vec();
        };
        let len = memory.len();
        let is_whole = memory.len() == memory.storage.len() && memory.layout.are_neighbours();
        if Arc::strong_count(&self.node) > 1 || !is_whole {
            return self.to_vec();
        }
        // The node gives its own handle on the storage up.
        self.node.settle(State::Number(T::default().scalar()));
        match memory.storage.into_vec::<T>() {
            Ok(elements) => Ok(elements),
            Err(storage) => {
                let layout = crate::layout::Layout::all(len.into());
                let memory = crate::storage::Memory { storage, layout };
                memory
                    .to_vec()
                    .map_err(|kind| Error::new(kind, "into_vec", Place::Nowhere))
            }
        }
    }

    /// Computes the one element.
    ///
    /// # Errors
    ///
    /// As for [`eval`](Array::eval), and where there is not one element.
    #[track_caller]
    pub fn item(&self) -> Result<T, Error> {
        let place = Place::here();
        match evaluate(&self.node)? {
            Value::Number(number) => Ok(T::of(number)),
            Value::Memory(memory) if memory.len() == 1 => Ok(memory.get(0)),
            Value::Memory(_) => {
                let reason = "it needs an array of one element";
                Err(Error::new(ErrorKind::Rank { reason }, "item", place))
            }
        }
    }

    /// The number of elements; a number has one. It is computed where masks decide it.
    ///
    /// # Errors
    ///
    /// As for [`eval`](Array::eval).
    #[track_caller]
    pub fn len(&self) -> Result<usize, Error> {
        if let Some(error) = self.node.failure() {
            return Err(error);
        }
        if self.node.shape.is_scalar() {
            return Ok(1);
        }
        let len = Array::<u64>::of(build::len(ElementType::U64, self.operand(), Place::here()));
        Ok(usize::try_from(len.item()?).unwrap_or(usize::MAX))
    }

    /// Returns true if there are no elements.
    ///
    /// # Errors
    ///
    /// As for [`eval`](Array::eval).
    #[track_caller]
    pub fn is_empty(&self) -> Result<bool, Error> {
        Ok(self.len()? == 0)
    }

    /// The plan by which the array is computed: its loops, and what they store.
    ///
    /// # Errors
    ///
    /// The failure of an operation that it is computed from.
    pub fn plan(&self) -> Result<Plan, Error> {
        Plan::of(&self.node)
    }

    /// The elements where a mask is true.
    #[must_use]
    #[track_caller]
    pub fn keep(&self, mask: impl IntoOperand<bool>) -> Array<T> {
        Array::of(build::keep(
            self.operand(),
            mask.into_operand(),
            Place::here(),
        ))
    }

    /// The elements at indices, of any type of integers.
    #[must_use]
    #[track_caller]
    pub fn gather<I: Element>(&self, indices: impl IntoOperand<I>) -> Array<T> {
        Array::of(build::gather(
            self.operand(),
            indices.into_operand(),
            Place::here(),
        ))
    }

    /// Applies a function to each element. It may be called for elements that a mask drops.
    #[must_use]
    #[track_caller]
    pub fn map<U: Element>(&self, f: impl Fn(T) -> U + Send + Sync + 'static) -> Array<U> {
        Array::of(build::map(
            closure::kernel(f),
            self.operand(),
            Place::here(),
        ))
    }

    /// Converts each element as `as` does. Truth values are 0 and 1, and a number is true if it is
    /// not zero.
    #[must_use]
    #[track_caller]
    pub fn cast<U: Element>(&self) -> Array<U> {
        match build::cast(self.operand(), U::TYPE, Place::here()) {
            Operand::Node(node) => Array::of(node),
            Operand::Number(number) => Array::of(build::number(number)),
        }
    }

    /// Folds all elements by an associative operator, from `seed` on.
    #[must_use]
    #[track_caller]
    pub fn fold(&self, seed: T, f: impl Fn(T, T) -> T + Send + Sync + 'static) -> Array<T> {
        Array::of(build::fold_by(
            closure::combine(seed, f),
            self.operand(),
            Place::here(),
        ))
    }

    /// All prefixes by an associative operator, each with its last element, from `seed` on.
    #[must_use]
    #[track_caller]
    pub fn scan(&self, seed: T, f: impl Fn(T, T) -> T + Send + Sync + 'static) -> Array<T> {
        Array::of(build::scan_by(
            closure::combine(seed, f),
            self.operand(),
            Place::here(),
        ))
    }
}

impl Array<u64> {
    /// The positions 0, 1, 2 and so on of an array.
    #[must_use]
    #[track_caller]
    pub fn positions(len: usize) -> Array<u64> {
        Array::of(build::positions(ElementType::U64, len, Place::here()))
    }
}

impl<T: Element> From<Vec<T>> for Array<T> {
    fn from(elements: Vec<T>) -> Self {
        Array::from_vec(elements)
    }
}

impl<T: Element> From<&[T]> for Array<T> {
    fn from(elements: &[T]) -> Self {
        Array::from_vec(elements.to_vec())
    }
}

impl<T: Element> FromIterator<T> for Array<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Array::from_vec(elements.into_iter().collect())
    }
}

impl<T: Element> From<T> for Array<T> {
    fn from(number: T) -> Self {
        Array::number(number)
    }
}
