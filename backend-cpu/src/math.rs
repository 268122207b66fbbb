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

//! Sines and their kin of `f64` take most of their time to reduce angles that may be huge. A loop
//! that is done by [`Block::each_near`](crate::Block::each_near) takes angles for [`Near`] ones
//! first, and notes in [`Far`] where one is not.

// Code that is inlined without optimisation is not optimised; a call is as fast as the profile has `fusus-math`.
#[cfg(debug_assertions)]
pub use fusus_math::calls::{f32, f64};
#[cfg(not(debug_assertions))]
pub use fusus_math::{f32, f64};

use fusus_math::f64::near;
use std::cell::Cell;
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

/// The receiver of a call without arguments whose angle is taken for a near one.
#[derive(Debug)]
pub struct Near<'x, T: ?Sized>(pub &'x T, pub &'x Far);

/// A note of whether angles were met that are not near, so that results have no meaning: the sign
/// of the values that are added up.
#[derive(Debug, Default)]
pub struct Far(Cell<u64>);

impl Far {
    /// Begins with none.
    #[inline(always)]
    pub fn new() -> Far {
        Far::default()
    }

    /// Forgets those that were met.
    #[inline(always)]
    pub(crate) fn forget(&self) {
        self.0.set(0);
    }

    /// Returns true if one was met.
    #[inline(always)]
    pub(crate) fn was_met(&self) -> bool {
        self.0.get() & SIGN != 0
    }

    /// Returns the angle, and in the place of one that is not near, of which it takes note, the
    /// bound: results are those of another angle, but sines.
    #[inline(always)]
    fn near(&self, angle: core::primitive::f64) -> core::primitive::f64 {
        let magnitude = angle.abs();
        // As integers, magnitudes have the order that they have as numbers, and NaNs are above. A
        // comparison as such would take longer to remember.
        let distance = (near::BOUND.to_bits() - 1).wrapping_sub(magnitude.to_bits());
        self.0.set(self.0.get() | distance);
        let is_near = magnitude < near::BOUND;
        let magnitude = if is_near { magnitude } else { near::BOUND };
        core::primitive::f64::from_bits(magnitude.to_bits() | (angle.to_bits() & SIGN))
    }
}

const SIGN: u64 = 1 << 63;

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

impl<T: ?Sized> Deref for Near<'_, T> {
    type Target = Other;

    #[inline(always)]
    fn deref(&self) -> &Other {
        &Other
    }
}

impl<T: Float + ?Sized> Near<'_, T> {
    /// Returns false: it is a float.
    #[inline(always)]
    pub fn is_other(&self) -> bool {
        false
    }

    /// Returns its sine.
    #[inline(always)]
    pub fn sin(&self) -> T::Number {
        self.0.number().near_sin(self.1)
    }

    /// Returns its cosine.
    #[inline(always)]
    pub fn cos(&self) -> T::Number {
        self.0.number().near_cos(self.1)
    }

    /// Returns its sine and cosine.
    #[inline(always)]
    pub fn sin_cos(&self) -> (T::Number, T::Number) {
        self.0.number().near_sin_cos(self.1)
    }

    /// Returns its tangent.
    #[inline(always)]
    pub fn tan(&self) -> T::Number {
        self.0.number().near_tan(self.1)
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
            fn near_sin(self, far: &Far) -> Self;
            fn near_cos(self, far: &Far) -> Self;
            fn near_sin_cos(self, far: &Far) -> (Self, Self);
            fn near_tan(self, far: &Far) -> Self;
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

            functions!(near $float);
        }
    };
    // The reduction of any angle is cheap enough there.
    (near f32) => {
        #[inline(always)]
        fn near_sin(self, _far: &Far) -> Self {
            f32::sin(self)
        }

        #[inline(always)]
        fn near_cos(self, _far: &Far) -> Self {
            f32::cos(self)
        }

        #[inline(always)]
        fn near_sin_cos(self, _far: &Far) -> (Self, Self) {
            f32::sin_cos(self)
        }

        #[inline(always)]
        fn near_tan(self, _far: &Far) -> Self {
            f32::tan(self)
        }
    };
    (near f64) => {
        #[inline(always)]
        fn near_sin(self, far: &Far) -> Self {
            near::sin(far.near(self))
        }

        #[inline(always)]
        fn near_cos(self, far: &Far) -> Self {
            near::cos(far.near(self))
        }

        #[inline(always)]
        fn near_sin_cos(self, far: &Far) -> (Self, Self) {
            near::sin_cos(far.near(self))
        }

        #[inline(always)]
        fn near_tan(self, far: &Far) -> Self {
            near::tan(far.near(self))
        }
    };
}

functions! {
    unary: acos acosh asin asinh atan atanh cbrt cos cosh exp exp2 exp_m1 ln ln_1p log10 log2 sin sinh tan tanh;
    binary: atan2 atan2 hypot hypot log log powf pow
}
