//! Elementary functions in workers.
//!
//! `x.exp()` in a worker means a function of `fusus-math` where `x` is a float or a reference to
//! one, and stays the user's own call where it is anything else. Nobody but rustc knows which, so
//! generated code asks it, by looking a method up on a wrapper of the receiver:
//!
//! ```
//! use fusus_cpu::math::Unary;
//!
//! # let x = 1.0_f64;
//! let y = if Unary(&x).is_other() { x.exp() } else { Unary(&x).exp() };
//! ```
//!
//! The wrapper has the methods itself for floats alone. For other types, the lookup goes on to its
//! target, [`Other`], which says so. The user's call is compiled in any case: whatever
//! is wrong with it, rustc reports in its own words, at its own place.

pub use fusus_math::{f32, f64};

use std::ops::Deref;

/// A float, or a reference to one.
pub trait Float {
    /// The float.
    type Number: Elementary;

    /// Returns the float.
    fn number(&self) -> Self::Number;
}

impl<F: Float + ?Sized> Float for &F {
    type Number = F::Number;

    #[inline(always)]
    fn number(&self) -> F::Number {
        (**self).number()
    }
}

impl<F: Float + ?Sized> Float for &mut F {
    type Number = F::Number;

    #[inline(always)]
    fn number(&self) -> F::Number {
        (**self).number()
    }
}

/// The receiver of a call without arguments.
#[derive(Debug)]
pub struct Unary<'x, T: ?Sized>(pub &'x T);

/// The receiver and the argument of a call with one.
#[derive(Debug)]
pub struct Binary<'x, T: ?Sized, A: ?Sized>(pub &'x T, pub &'x A);

/// The receiver of a call that is no elementary function of floats. Its methods are never called.
#[derive(Debug)]
pub struct Other;

impl<T: ?Sized> Deref for Unary<'_, T> {
    type Target = Other;

    #[inline(always)]
    fn deref(&self) -> &Other {
        &Other
    }
}

impl<T: ?Sized, A: ?Sized> Deref for Binary<'_, T, A> {
    type Target = Other;

    #[inline(always)]
    fn deref(&self) -> &Other {
        &Other
    }
}

impl<T: Float + ?Sized> Unary<'_, T> {
    /// Returns false: it is a float.
    #[inline(always)]
    pub fn is_other(&self) -> bool {
        false
    }

    /// Returns its sine and cosine.
    #[inline(always)]
    pub fn sin_cos(&self) -> (T::Number, T::Number) {
        self.0.number().sin_cos()
    }
}

impl<T: Float + ?Sized> Binary<'_, T, T::Number> {
    /// Returns false: it is a float.
    #[inline(always)]
    pub fn is_other(&self) -> bool {
        false
    }
}

impl Other {
    /// Returns true: it is no float.
    #[inline(always)]
    pub fn is_other(&self) -> bool {
        true
    }

    /// Stands for a result of any type.
    pub fn sin_cos<R>(&self) -> R {
        unreachable!("no float")
    }
}

/// Gives floats and wrappers the functions of `fusus-math` under the names of the standard library.
macro_rules! functions {
    (unary: $($unary:ident)*; binary: $($binary:ident $function:ident)*) => {
        /// The elementary functions of a float.
        #[allow(missing_docs, reason = "the names say it")]
        pub trait Elementary: Copy {
            $(fn $unary(self) -> Self;)*
            $(fn $binary(self, other: Self) -> Self;)*
            fn sin_cos(self) -> (Self, Self);
        }

        functions!(number: f32 [$($unary)*] [$($binary $function)*]);
        functions!(number: f64 [$($unary)*] [$($binary $function)*]);

        #[allow(missing_docs, reason = "the names say it")]
        impl<T: Float + ?Sized> Unary<'_, T> {
            $(#[inline(always)]
            pub fn $unary(&self) -> T::Number {
                self.0.number().$unary()
            })*
        }

        #[allow(missing_docs, reason = "the names say it")]
        impl<T: Float + ?Sized> Binary<'_, T, T::Number> {
            $(#[inline(always)]
            pub fn $binary(&self) -> T::Number {
                self.0.number().$binary(*self.1)
            })*
        }

        #[allow(missing_docs, reason = "the names say it")]
        impl Other {
            $(pub fn $unary<R>(&self) -> R {
                unreachable!("no float")
            })*
            $(pub fn $binary<R>(&self) -> R {
                unreachable!("no float")
            })*
        }
    };
    (number: $float:ident [$($unary:ident)*] [$($binary:ident $function:ident)*]) => {
        impl Float for core::primitive::$float {
            type Number = Self;

            #[inline(always)]
            fn number(&self) -> Self {
                *self
            }
        }

        impl Elementary for core::primitive::$float {
            $(#[inline(always)]
            fn $unary(self) -> Self {
                $float::$unary(self)
            })*
            $(#[inline(always)]
            fn $binary(self, other: Self) -> Self {
                $float::$function(self, other)
            })*

            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                $float::sin_cos(self)
            }
        }
    };
}

functions! {
    unary: acos acosh asin asinh atan atanh cbrt cos cosh exp exp2 exp_m1 ln ln_1p log10 log2 sin sinh tan tanh;
    binary: atan2 atan2 hypot hypot log log powf pow
}
