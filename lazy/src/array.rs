//! Arrays whose type of elements is known when the program is compiled.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};
use std::sync::Arc;

use crate::build;
use crate::closure;
use crate::element::sealed::Typed;
use crate::element::{Element, FloatElement};
use crate::error::{Error, ErrorKind};
use crate::evaluate::evaluate;
use crate::execute::Value;
use crate::node::{Node, Operand, State};
use crate::operation::{Binary, Compare, Operator, Unary};
use crate::place::Place;
use crate::plan::Plan;
use crate::section::Section;

/// A lazy array: a cheap handle on elements in memory, or on an operation that nobody has needed so
/// far.
///
/// An operation on arrays is remembered, and done when somebody asks for elements:
/// [`eval`](Array::eval), [`item`](Array::item), [`to_vec`](Array::to_vec), [`fmt::Display`]. Then
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

    fn operand(&self) -> Operand {
        Operand::Node(Arc::clone(&self.node))
    }
}

/// An operand of an operation on arrays of `T`: an array, a reference to one, or a number.
pub trait IntoOperand<T>: sealed::Sealed<T> {}

mod sealed {
    use crate::node::Operand;

    pub trait Sealed<T> {
        #[allow(private_interfaces, reason = "the trait is sealed")]
        fn into_operand(self) -> Operand;
    }
}
use sealed::Sealed;

impl<T: Element> IntoOperand<T> for T {}
impl<T: Element> Sealed<T> for T {
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn into_operand(self) -> Operand {
        Operand::Number(self.scalar())
    }
}

impl<T: Element> IntoOperand<T> for Array<T> {}
impl<T: Element> Sealed<T> for Array<T> {
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn into_operand(self) -> Operand {
        Operand::Node(self.node)
    }
}

impl<T: Element> IntoOperand<T> for &Array<T> {}
impl<T: Element> Sealed<T> for &Array<T> {
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn into_operand(self) -> Operand {
        self.operand()
    }
}

impl<T: Element> Array<T> {
    /// An array of the elements of a vector, which is not copied.
    #[must_use]
    pub fn from_vec(elements: Vec<T>) -> Array<T> {
        Array::of(build::memory(elements))
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
        evaluate(&self.node)?;
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
        let is_whole = memory.positions == crate::section::Positions::all(memory.storage.len());
        if Arc::strong_count(&self.node) > 1 || !is_whole {
            return self.to_vec();
        }
        // The node gives its own handle on the storage up.
        self.node.settle(State::Number(T::default().scalar()));
        match memory.storage.into_vec::<T>() {
            Ok(elements) => Ok(elements),
            Err(storage) => {
                let positions = crate::section::Positions::all(len);
                let memory = crate::storage::Memory { storage, positions };
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
        let len = Array::<u64>::of(build::len(self.operand(), Place::here()));
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

    /// A section of the array, which costs nothing.
    #[must_use]
    #[track_caller]
    pub fn at(&self, section: impl Into<Section>) -> Array<T> {
        Array::of(build::at(self.operand(), section.into(), Place::here()))
    }

    /// The array with other elements in a section. This one stays as it is.
    #[must_use]
    #[track_caller]
    pub fn with(&self, section: impl Into<Section>, new: impl IntoOperand<T>) -> Array<T> {
        Array::of(build::with(
            self.operand(),
            section.into(),
            new.into_operand(),
            Place::here(),
        ))
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

/// Declares methods of one operation each.
macro_rules! methods {
    (fold $($(#[$doc:meta])* $name:ident $operator:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        #[track_caller]
        pub fn $name(&self) -> Array<T> {
            Array::of(build::fold(Operator::$operator, self.operand(), Place::here()))
        }
    )*};
    (scan $($(#[$doc:meta])* $name:ident $operator:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        #[track_caller]
        pub fn $name(&self) -> Array<T> {
            Array::of(build::scan(Operator::$operator, self.operand(), Place::here()))
        }
    )*};
    (compare $($(#[$doc:meta])* $name:ident $comparison:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        #[track_caller]
        pub fn $name(&self, other: impl IntoOperand<T>) -> Array<bool> {
            let (a, b) = (self.operand(), other.into_operand());
            Array::of(build::compare(Compare::$comparison, a, b, Place::here()))
        }
    )*};
    (greater $($(#[$doc:meta])* $name:ident $comparison:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        #[track_caller]
        pub fn $name(&self, other: impl IntoOperand<T>) -> Array<bool> {
            let (a, b) = (self.operand(), other.into_operand());
            Array::of(build::compare(Compare::$comparison, b, a, Place::here()))
        }
    )*};
    (binary $($(#[$doc:meta])* $name:ident $operation:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        #[track_caller]
        pub fn $name(&self, other: impl IntoOperand<T>) -> Array<T> {
            let (a, b) = (self.operand(), other.into_operand());
            Array::of(build::binary(Binary::$operation, a, b, Place::here()))
        }
    )*};
    (unary $($(#[$doc:meta])* $name:ident $operation:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        #[track_caller]
        pub fn $name(&self) -> Array<T> {
            Array::of(build::unary(Unary::$operation, self.operand(), Place::here()))
        }
    )*};
}

impl<T: Element> Array<T> {
    methods! { fold
        /// The sum of all elements, as a number; 0 where there are none.
        sum Sum;
        /// The product of all elements, as a number; 1 where there are none.
        product Product;
        /// The least element, as a number; the greatest of the type where there are none. `NaN` is
        /// no element.
        min Min;
        /// The greatest element, as a number; the least of the type where there are none. `NaN` is
        /// no element.
        max Max;
    }

    methods! { scan
        /// The sums of all prefixes, each with its last element.
        scan_sum Sum;
        /// The products of all prefixes, each with its last element.
        scan_product Product;
        /// The least elements of all prefixes, each with its last element.
        scan_min Min;
        /// The greatest elements of all prefixes, each with its last element.
        scan_max Max;
    }

    methods! { compare
        /// True where an element is less than the other one.
        lt Less;
        /// True where an element is not greater than the other one.
        le LessOrEqual;
        /// True where elements are equal.
        eq Equal;
        /// True where elements are not equal.
        ne NotEqual;
    }

    methods! { greater
        /// True where an element is greater than the other one.
        gt Less;
        /// True where an element is not less than the other one.
        ge LessOrEqual;
    }

    methods! { binary
        /// The lesser of two elements; the number of a number and `NaN`.
        minimum Min;
        /// The greater of two elements; the number of a number and `NaN`.
        maximum Max;
    }

    methods! { unary
        /// The size of each element, without its sign.
        abs Abs;
    }
}

/// Elementary functions: those of `fusus-math`, with the same bits on every machine.
macro_rules! functions {
    () => { functions!(#
        /// The square root.
        sqrt Sqrt;
        /// The greatest integer that is not greater.
        floor Floor;
        /// The least integer that is not less.
        ceil Ceil;
        /// The nearest integer, away from zero between two.
        round Round;
        /// The integer part.
        trunc Trunc;
        /// The exponential function.
        exp Exp;
        /// The power of two.
        exp2 Exp2;
        /// The exponential function, less one.
        exp_m1 ExpM1;
        /// The natural logarithm.
        ln Ln;
        /// The natural logarithm of one more.
        ln_1p Ln1p;
        /// The logarithm to base 2.
        log2 Log2;
        /// The logarithm to base 10.
        log10 Log10;
        /// The sine.
        sin Sin;
        /// The cosine.
        cos Cos;
        /// The tangent.
        tan Tan;
        /// The angle of a sine.
        asin Asin;
        /// The angle of a cosine.
        acos Acos;
        /// The angle of a tangent.
        atan Atan;
        /// The hyperbolic sine.
        sinh Sinh;
        /// The hyperbolic cosine.
        cosh Cosh;
        /// The hyperbolic tangent.
        tanh Tanh;
        /// The inverse of the hyperbolic sine.
        asinh Asinh;
        /// The inverse of the hyperbolic cosine.
        acosh Acosh;
        /// The inverse of the hyperbolic tangent.
        atanh Atanh;
        /// The cube root.
        cbrt Cbrt;
        /// The error function.
        erf Erf;
        /// One less the error function.
        erfc Erfc;
        /// The cumulative normal distribution.
        normal_cdf NormalCdf;
        /// The logistic function.
        sigmoid Sigmoid;
        /// The logarithm of one more than the exponential function.
        softplus Softplus;
    ); };
    (# $($(#[$doc:meta])* $name:ident $operation:ident;)*) => {
        $(
            $(#[$doc])*
            #[must_use]
            #[track_caller]
            pub fn $name(&self) -> Array<T> {
                Array::of(build::unary(Unary::$operation, self.operand(), Place::here()))
            }
        )*

        /// The power of an exponent.
        #[must_use]
        #[track_caller]
        pub fn powf(&self, exponent: impl IntoOperand<T>) -> Array<T> {
            let (a, b) = (self.operand(), exponent.into_operand());
            Array::of(build::binary(Binary::Pow, a, b, Place::here()))
        }

        /// The angle of a point with this as its second coordinate.
        #[must_use]
        #[track_caller]
        pub fn atan2(&self, other: impl IntoOperand<T>) -> Array<T> {
            let (a, b) = (self.operand(), other.into_operand());
            Array::of(build::binary(Binary::Atan2, a, b, Place::here()))
        }

        /// The length of the hypotenuse.
        #[must_use]
        #[track_caller]
        pub fn hypot(&self, other: impl IntoOperand<T>) -> Array<T> {
            let (a, b) = (self.operand(), other.into_operand());
            Array::of(build::binary(Binary::Hypot, a, b, Place::here()))
        }

        /// The logarithm to a base.
        #[must_use]
        #[track_caller]
        pub fn log(&self, base: impl IntoOperand<T>) -> Array<T> {
            let (a, b) = (self.operand(), base.into_operand());
            Array::of(build::binary(Binary::Log, a, b, Place::here()))
        }
    };
}

impl<T: FloatElement> Array<T> {
    functions!();
}

impl Array<u64> {
    /// The positions 0, 1, 2 and so on of an array.
    #[must_use]
    #[track_caller]
    pub fn positions(len: usize) -> Array<u64> {
        Array::of(build::positions(len, Place::here()))
    }
}

impl Array<bool> {
    /// True if one element is.
    #[must_use]
    #[track_caller]
    pub fn any(&self) -> Array<bool> {
        Array::of(build::fold(Operator::Any, self.operand(), Place::here()))
    }

    /// True if all elements are.
    #[must_use]
    #[track_caller]
    pub fn all(&self) -> Array<bool> {
        Array::of(build::fold(Operator::All, self.operand(), Place::here()))
    }

    /// The number of elements that are true.
    #[must_use]
    #[track_caller]
    pub fn count(&self) -> Array<u64> {
        self.cast::<u64>().sum()
    }

    /// `a` where an element is true, else `b`.
    #[must_use]
    #[track_caller]
    pub fn select<T: Element>(&self, a: impl IntoOperand<T>, b: impl IntoOperand<T>) -> Array<T> {
        let (a, b) = (a.into_operand(), b.into_operand());
        Array::of(build::select(self.operand(), a, b, Place::here()))
    }
}

/// Implements an operator of Rust for arrays, references to arrays and numbers.
macro_rules! operators {
    ($($trait:ident $method:ident $operation:ident;)*) => {$(
        impl<T: Element, B: IntoOperand<T>> $trait<B> for Array<T> {
            type Output = Array<T>;

            #[track_caller]
            fn $method(self, other: B) -> Array<T> {
                let (a, b) = (Operand::Node(self.node), other.into_operand());
                Array::of(build::binary(Binary::$operation, a, b, Place::here()))
            }
        }

        impl<T: Element, B: IntoOperand<T>> $trait<B> for &Array<T> {
            type Output = Array<T>;

            #[track_caller]
            fn $method(self, other: B) -> Array<T> {
                let (a, b) = (self.operand(), other.into_operand());
                Array::of(build::binary(Binary::$operation, a, b, Place::here()))
            }
        }

        operators!(@ $trait $method $operation: f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool);
    )*};
    (@ $trait:ident $method:ident $operation:ident: $($type:ident)*) => {$(
        impl $trait<Array<$type>> for $type {
            type Output = Array<$type>;

            #[track_caller]
            fn $method(self, other: Array<$type>) -> Array<$type> {
                let (a, b) = (Operand::Number(self.scalar()), Operand::Node(other.node));
                Array::of(build::binary(Binary::$operation, a, b, Place::here()))
            }
        }

        impl $trait<&Array<$type>> for $type {
            type Output = Array<$type>;

            #[track_caller]
            fn $method(self, other: &Array<$type>) -> Array<$type> {
                let (a, b) = (Operand::Number(self.scalar()), other.operand());
                Array::of(build::binary(Binary::$operation, a, b, Place::here()))
            }
        }
    )*};
}
operators! {
    Add add Add;
    Sub sub Sub;
    Mul mul Mul;
    Div div Div;
    Rem rem Rem;
    BitAnd bitand And;
    BitOr bitor Or;
    BitXor bitxor Xor;
}

impl<T: Element> Neg for Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn neg(self) -> Array<T> {
        Array::of(build::unary(
            Unary::Neg,
            Operand::Node(self.node),
            Place::here(),
        ))
    }
}

impl<T: Element> Neg for &Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn neg(self) -> Array<T> {
        Array::of(build::unary(Unary::Neg, self.operand(), Place::here()))
    }
}

impl<T: Element> Not for Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn not(self) -> Array<T> {
        Array::of(build::unary(
            Unary::Not,
            Operand::Node(self.node),
            Place::here(),
        ))
    }
}

impl<T: Element> Not for &Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn not(self) -> Array<T> {
        Array::of(build::unary(Unary::Not, self.operand(), Place::here()))
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

/// The number of elements at each end that are shown.
const SHOWN: usize = 5;

/// Shows a value: all elements of a short array, those at the ends of a long one.
pub(crate) fn show(value: &Result<Value, Error>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let memory = match value {
        Err(error) => return write!(f, "{error}"),
        Ok(Value::Number(number)) => return fmt::Display::fmt(number, f),
        Ok(Value::Memory(memory)) => memory,
    };
    let len = memory.len();
    f.write_str("[")?;
    for index in 0..len {
        let is_left_out = len > 2 * SHOWN && (SHOWN..len - SHOWN).contains(&index);
        if is_left_out && index > SHOWN {
            continue;
        }
        if index > 0 {
            f.write_str(", ")?;
        }
        match is_left_out {
            true => f.write_str("…")?,
            false => fmt::Display::fmt(&memory.scalar(index), f)?,
        }
    }
    f.write_str("]")
}

impl<T: Element> fmt::Display for Array<T> {
    /// Computes the array and shows it, or its failure: all elements of a short one, those at the
    /// ends of a long one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(&evaluate(&self.node), f)
    }
}

impl<T> fmt::Debug for Array<T> {
    /// Shows the operation without doing it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &*self.node.state() {
            State::Pending(operation, _) => operation.name(),
            State::Memory(_) => "memory",
            State::Number(_) => "number",
            State::Failed(_) => "failed",
        };
        write!(f, "Array<{}>({state})", self.node.ty)
    }
}

impl<T: Element> From<T> for Array<T> {
    fn from(number: T) -> Self {
        Array::number(number)
    }
}
