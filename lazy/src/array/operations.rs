//! The operations that are methods of arrays: reductions, scans, comparisons, functions.

use super::{Array, IntoOperand};
use crate::build;
use crate::element::{Element, FloatElement};
use crate::operation::{Binary, Compare, Operator, Unary};
use crate::place::Place;

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
