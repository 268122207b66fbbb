//! Markers for the operators of folds and scans.
//!
//! A marker says what the operator's closure does, as far as the macro can
//! see. Together with the type of the elements it decides whether the operator
//! is known to be commutative, and from which neutral element lanes may start.
//! A marker that lies makes results wrong, never unsound.

use std::any::TypeId;
use std::hint::select_unpredictable;
use std::mem;
use std::num::Wrapping;

mod sealed {
    pub trait Sealed {}
}

/// A marker for an operator on `T`. A tuple of markers is one for the operator
/// on tuples that does with each component what its marker says.
pub trait Op<T: Copy>: Copy + Send + Sync + sealed::Sealed {
    /// The neutral element, where operator and type are known together; such
    /// an operator is commutative as well.
    fn neutral(self) -> Option<T>;

    /// Whether operator and type are known together, and every order of
    /// combination gives the same bits.
    fn is_exact(self) -> bool;

    /// `value` where `keep` is set, else the neutral element, without a
    /// branch; `None` where there is no neutral element.
    fn masked(self, keep: bool, value: T) -> Option<T>;
}

/// Whether `T` is a type of which all sums, products, minima and so on come
/// out the same in any order.
#[inline(always)]
fn is_exact<T>() -> bool {
    typeid::of::<T>() != TypeId::of::<f32>() && typeid::of::<T>() != TypeId::of::<f64>()
}

/// `value` as a `T`, where `T` is its type.
#[inline(always)]
fn exactly<T: Copy, U: Copy + 'static>(value: U) -> Option<T> {
    if typeid::of::<T>() != TypeId::of::<U>() {
        return None;
    }
    // SAFETY: `typeid` compares types up to lifetimes, and `U: 'static` has
    // none to lose unless `T` is `U` with other lifetimes; the types used
    // below are numbers and `bool`, so that `T` is `U`, which is `Copy`.
    Some(unsafe { mem::transmute_copy::<U, T>(&value) })
}

/// `Num` stands for the type in the expression of a neutral element.
macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident { $([$($type:ty)*] $neutral:expr;)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl sealed::Sealed for $name {}

        impl<T: Copy> Op<T> for $name {
            #[inline(always)]
            fn neutral(self) -> Option<T> {
                $($({
                    #[allow(dead_code)]
                    type Num = $type;
                    if let Some(value) = exactly::<T, $type>($neutral) {
                        return Some(value);
                    }
                })*)*
                None
            }

            #[inline(always)]
            fn is_exact(self) -> bool {
                Op::<T>::neutral(self).is_some() && is_exact::<T>()
            }

            #[inline(always)]
            fn masked(self, keep: bool, value: T) -> Option<T> {
                let neutral = Op::<T>::neutral(self)?;
                Some(select_unpredictable(keep, value, neutral))
            }
        }
    )*};
}

operators! {
    /// `a + b`. The neutral float is `-0.0`: `0.0 + -0.0` is `0.0`.
    Add {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] 0;
        [f32 f64] -0.0;
        [Wrapping<i32> Wrapping<i64> Wrapping<u32> Wrapping<u64> Wrapping<usize>] Wrapping(0);
    }

    /// `a * b`.
    Mul {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] 1;
        [f32 f64] 1.0;
        [Wrapping<i32> Wrapping<i64> Wrapping<u32> Wrapping<u64> Wrapping<usize>] Wrapping(1);
    }

    /// `a.min(b)`. The neutral float is `NaN`, which `f64::min` ignores.
    Min {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] Num::MAX;
        [f32 f64] Num::NAN;
    }

    /// `a.max(b)`. The neutral float is `NaN`, which `f64::max` ignores.
    Max {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] Num::MIN;
        [f32 f64] Num::NAN;
    }

    /// `a & b`.
    And {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] !0;
        [bool] true;
    }

    /// `a | b`.
    Or {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] 0;
        [bool] false;
    }

    /// `a ^ b`.
    Xor {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] 0;
        [bool] false;
    }

    /// `a.wrapping_add(b)`.
    WrappingAdd {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] 0;
    }

    /// `a.wrapping_mul(b)`.
    WrappingMul {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] 1;
    }

    /// Any other operator: associative, and nothing more is known.
    Other {}
}

macro_rules! tuples {
    ($(($($type:ident $op:ident $index:tt),*))*) => {$(
        impl<$($op: sealed::Sealed),*> sealed::Sealed for ($($op,)*) {}

        impl<$($type: Copy, $op: Op<$type>),*> Op<($($type,)*)> for ($($op,)*) {
            #[inline(always)]
            fn neutral(self) -> Option<($($type,)*)> {
                Some(($(self.$index.neutral()?,)*))
            }

            #[inline(always)]
            fn is_exact(self) -> bool {
                $(self.$index.is_exact())&&*
            }

            #[inline(always)]
            fn masked(self, keep: bool, value: ($($type,)*)) -> Option<($($type,)*)> {
                Some(($(self.$index.masked(keep, value.$index)?,)*))
            }
        }
    )*};
}

tuples! {
    (A OA 0, B OB 1)
    (A OA 0, B OB 1, C OC 2)
    (A OA 0, B OB 1, C OC 2, D OD 3)
    (A OA 0, B OB 1, C OC 2, D OD 3, E OE 4)
    (A OA 0, B OB 1, C OC 2, D OD 3, E OE 4, F OF 5)
    (A OA 0, B OB 1, C OC 2, D OD 3, E OE 4, F OF 5, G OG 6)
    (A OA 0, B OB 1, C OC 2, D OD 3, E OE 4, F OF 5, G OG 6, H OH 7)
}
