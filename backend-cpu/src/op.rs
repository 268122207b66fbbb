//! Tags of the operators of folds and scans.
//!
//! A tag names the operation of the operator's closure, as far as the macro can
//! see. Together with the type of the elements it decides whether the operator
//! is known to be commutative, and from which neutral element lanes may start.
//! A tag that lies makes results wrong, never unsound.

use std::any::TypeId;
use std::hint::select_unpredictable;
use std::mem;
use std::num::Wrapping;

#[cfg(debug_assertions)]
use crate::plain::Same;

mod sealed {
    pub trait Sealed {}
}

/// A tag of an operator on `T`. A tuple of tags is one for the operator
/// on tuples whose components are combined as their tags say.
pub trait Op<T: Copy>: Copy + Send + Sync + sealed::Sealed {
    /// The neutral element, where operator and type are known together; such
    /// an operator is commutative as well.
    fn neutral(self) -> Option<T>;

    /// Returns true if operator and type are known together, and every order of combination gives
    /// the same bits.
    fn is_exact(self) -> bool;

    /// Returns true if operator and type are known together, and one instruction does it. The least
    /// and the greatest of floats take six where a state may be `NaN`, which instructions treat in
    /// another way.
    fn is_simple(self) -> bool;

    /// The next state of a scan: the value that `op`, which is this operator, makes of a
    /// state and an element.
    #[inline(always)]
    fn next(self, state: T, value: T, op: impl FnOnce(T, T) -> T) -> T {
        match self.step(state, value) {
            Some(next) => next,
            None => op(state, value),
        }
    }

    /// The next state of a lane of a fold, likewise.
    #[inline(always)]
    fn take(self, state: T, value: T, op: impl FnOnce(T, T) -> T) -> T {
        match self.select(state, value) {
            Some(next) => next,
            None => op(state, value),
        }
    }

    /// The next state of a scan, of operators that select between floats.
    #[inline(always)]
    fn step(self, state: T, value: T) -> Option<T> {
        self.select(state, value)
    }

    /// The next state of a lane of a fold, of operators that select between floats by one
    /// instruction.
    #[inline(always)]
    fn select(self, _: T, _: T) -> Option<T> {
        None
    }

    /// [`step`](Op::step) of an operator and a type of which it is known that there is one.
    ///
    /// # Safety
    ///
    /// `step` must return something for values of this type.
    #[cfg(debug_assertions)]
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn known_step(self, state: T, value: T) -> T {
        // SAFETY: the caller's promise; an operator that steps in another way says so.
        unsafe { self.known_selection(state, value) }
    }

    /// [`select`](Op::select), likewise.
    ///
    /// # Safety
    ///
    /// `select` must return something for values of this type.
    #[cfg(debug_assertions)]
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn known_selection(self, state: T, _: T) -> T {
        state
    }

    /// `value` where `keep` is set, else the neutral element, without a
    /// branch; `None` where there is no neutral element.
    fn masked(self, keep: bool, value: T) -> Option<T>;
}

/// Facts that a tag states of values of any type, which need not be `Copy`.
pub trait Commutes<T>: Copy + sealed::Sealed {
    /// Returns true if operator and type are known together: such an operator commutes.
    fn commutes(self) -> bool;
}

/// Returns true if `T` is `U`, up to lifetimes.
#[inline(always)]
pub(crate) fn is<T, U: 'static>() -> bool {
    // The size first: without optimisation it takes long to compare identities.
    let same_size = const { size_of::<T>() == size_of::<U>() };
    same_size && typeid::of::<T>() == TypeId::of::<U>()
}

/// Returns true if all sums, products, minima and so on of `T` come out the same in any order.
#[inline(always)]
fn is_exact<T>() -> bool {
    !is::<T, f32>() && !is::<T, f64>()
}

/// `value` as a `T`, where `T` is its type.
#[inline(always)]
fn exactly<T: Copy, U: Copy + 'static>(value: U) -> Option<T> {
    if !is::<T, U>() {
        return None;
    }
    // SAFETY: `typeid` compares types up to lifetimes, and `U: 'static` has
    // none to lose unless `T` is `U` with other lifetimes; the types used
    // below are numbers and `bool`, so that `T` is `U`, which is `Copy`.
    Some(unsafe { mem::transmute_copy::<U, T>(&value) })
}

/// A function of a state and an element, which are floats; `None` for other types. And the same for
/// a type that is known to be one of them.
macro_rules! of_floats {
    ($($(#[$doc:meta])* $name:ident $known:ident = |$state:ident, $value:ident| $next:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        fn $name<T: Copy>(state: T, value: T) -> Option<T> {
            of_floats!(f32 state value |$state, $value| $next);
            of_floats!(f64 state value |$state, $value| $next);
            None
        }

        /// Computes it for a type that is known to be `f32` or `f64`, without asking again.
        ///
        /// # Safety
        ///
        /// It must be.
        #[cfg(debug_assertions)]
        #[inline(always)]
        unsafe fn $known<T: Copy>(state: T, value: T) -> T {
            // SAFETY: of the two, the size tells which one it is.
            unsafe {
                match const { size_of::<T>() == size_of::<f32>() } {
                    true => of_floats!(known f32 state value |$state, $value| $next),
                    false => of_floats!(known f64 state value |$state, $value| $next),
                }
            }
        }
    )*};
    (known $float:ident $a:ident $b:ident |$state:ident, $value:ident| $next:expr) => {{
        let $state = Same::<T, $float> { value: $a }.other;
        let $value = Same::<T, $float> { value: $b }.other;
        let next: $float = $next;
        Same::<$float, T> { value: next }.other
    }};
    ($float:ident $a:ident $b:ident |$state:ident, $value:ident| $next:expr) => {
        if is::<T, $float>() {
            // SAFETY: `T` is that float: it has no lifetimes to tell it from others.
            let float = |number: T| unsafe { mem::transmute_copy::<T, $float>(&number) };
            let ($state, $value) = (float($a), float($b));
            return exactly($next);
        }
    };
}

of_floats! {
    /// The lesser one as `min` of Rust has it.
    ///
    /// A scan waits for one such step after the other. That its state is `NaN`
    /// is rare, and left to a branch: on the way from state to state
    /// remains one instruction, where the method takes four.
    least known_least = |state, value| match state.is_nan() {
        true => rare(value),
        false if value < state => value,
        false => state,
    };
    /// The greater one, likewise.
    greatest known_greatest = |state, value| match state.is_nan() {
        true => rare(value),
        false if value > state => value,
        false => state,
    };
    /// The lesser one where the state is a number: one instruction.
    lesser known_lesser = |state, value| if value < state { value } else { state };
    /// The greater one where the state is a number: one instruction.
    greater known_greater = |state, value| if value > state { value } else { state };
}

/// Keeps the condition that leads here a branch.
#[cold]
#[inline(never)]
fn rare<T>(value: T) -> T {
    value
}

/// `Num` stands for the type in the expression of a neutral element. An operator
/// that selects between floats names the function that does so: for scans, or for all where
/// that is a single instruction.
macro_rules! operators {
    ($(
        $(#[$doc:meta])*
        $name:ident $(scans by $next:ident $known_next:ident)? $(selects by $select:ident $known_select:ident)? {
            $([$($type:ty)*] $neutral:expr;)*
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl sealed::Sealed for $name {}

        impl<T> Commutes<T> for $name {
            #[inline(always)]
            fn commutes(self) -> bool {
                false $($(|| is::<T, $type>())*)*
            }
        }

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
            fn is_simple(self) -> bool {
                let takes_more = !<[&str]>::is_empty(&[$(stringify!($next))?]);
                Op::<T>::neutral(self).is_some() && (is_exact::<T>() || !takes_more)
            }

            $(
                #[inline(always)]
                fn step(self, state: T, value: T) -> Option<T> {
                    $next(state, value)
                }

                #[cfg(debug_assertions)]
                #[inline(always)]
                unsafe fn known_step(self, state: T, value: T) -> T {
                    // SAFETY: `step` returns something for floats alone.
                    unsafe { $known_next(state, value) }
                }
            )?

            $(
                #[inline(always)]
                fn select(self, state: T, value: T) -> Option<T> {
                    $select(state, value)
                }

                #[cfg(debug_assertions)]
                #[inline(always)]
                unsafe fn known_selection(self, state: T, value: T) -> T {
                    // SAFETY: `select` returns something for floats alone.
                    unsafe { $known_select(state, value) }
                }
            )?

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
    Min scans by least known_least {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] Num::MAX;
        [f32 f64] Num::NAN;
    }

    /// `a.max(b)`. The neutral float is `NaN`, which `f64::max` ignores.
    Max scans by greatest known_greatest {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] Num::MIN;
        [f32 f64] Num::NAN;
    }

    /// `a.min(b)` from a seed that is a number: no state is ever `NaN`.
    Least selects by lesser known_lesser {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] Num::MAX;
        [f32 f64] Num::INFINITY;
    }

    /// `a.max(b)` from a seed that is a number: no state is ever `NaN`.
    Greatest selects by greater known_greater {
        [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize] Num::MIN;
        [f32 f64] Num::NEG_INFINITY;
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

        impl<$($type, $op: Commutes<$type>),*> Commutes<($($type,)*)> for ($($op,)*) {
            #[inline(always)]
            fn commutes(self) -> bool {
                $(self.$index.commutes())&&*
            }
        }

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
            fn is_simple(self) -> bool {
                $(self.$index.is_simple())&&*
            }

            #[inline(always)]
            fn select(self, state: ($($type,)*), value: ($($type,)*)) -> Option<($($type,)*)> {
                Some(($(self.$index.select(state.$index, value.$index)?,)*))
            }

            #[cfg(debug_assertions)]
            #[inline(always)]
            unsafe fn known_selection(self, state: ($($type,)*), value: ($($type,)*)) -> ($($type,)*) {
                // SAFETY: `select` returns something where those of all components do.
                unsafe { ($(self.$index.known_selection(state.$index, value.$index),)*) }
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

#[cfg(test)]
mod tests {
    use super::{Add, Greatest, Least, Max, Min, Op};

    /// All pairs of the numbers that matter.
    fn pairs() -> impl Iterator<Item = (f64, f64)> {
        const NUMBERS: [f64; 7] = [
            f64::NEG_INFINITY,
            -1.5,
            -0.0,
            0.0,
            1.5,
            f64::INFINITY,
            f64::NAN,
        ];
        NUMBERS
            .into_iter()
            .flat_map(|a| NUMBERS.into_iter().map(move |b| (a, b)))
    }

    /// Equal, or both not a number; zeros are equal.
    fn same(a: f64, b: f64) -> bool {
        a == b || (a.is_nan() && b.is_nan())
    }

    #[test]
    fn steps_of_scans_choose_as_rust_does() {
        let never = |_: f64, _: f64| -> f64 { panic!("the operator is known") };
        for (a, b) in pairs() {
            assert!(same(Max.next(a, b, never), a.max(b)), "{a}.max({b})");
            assert!(same(Min.next(a, b, never), a.min(b)), "{a}.min({b})");
            if !a.is_nan() {
                assert!(same(Greatest.next(a, b, never), a.max(b)), "{a}.max({b})");
                assert!(same(Least.next(a, b, never), a.min(b)), "{a}.min({b})");
                assert!(same(Greatest.take(a, b, never), a.max(b)), "{a}.max({b})");
                assert!(same(Least.take(a, b, never), a.min(b)), "{a}.min({b})");
            }
            let (c, d) = (a as f32, b as f32);
            let next = Max.next(c, d, |_, _| unreachable!());
            assert!(same(next.into(), c.max(d).into()), "{c}.max({d})");
        }
    }

    #[test]
    fn steps_of_other_scans_are_the_operator() {
        assert_eq!(Max.next(1, 2, |a, b| 10 * a + b), 12);
        assert_eq!(Min.next("b", "a", |a, b| a.min(b)), "a");
        assert_eq!(Add.next(1.0, 2.0, |a, b| a - b), -1.0);
        assert_eq!((Max, Add).next((1.0, 2), (0.0, 3), |a, _| a), (1.0, 2));
    }

    #[test]
    fn tuples_choose_where_all_of_them_do() {
        assert_eq!(
            (Least, Greatest).select((1.0, 1.0), (0.5, 0.5)),
            Some((0.5, 1.0))
        );
        assert_eq!((Least, Add).select((1.0, 1.0), (0.5, 0.5)), None);
        assert_eq!((Least, Greatest).select((1.0, 1), (0.5, 2)), None);
    }

    #[test]
    fn choosing_between_floats_is_not_simple() {
        assert!(!Op::<f64>::is_simple(Max) && !Op::<f32>::is_simple(Min));
        assert!(Op::<i32>::is_simple(Max) && Op::<f64>::is_simple(Add));
        assert!(Op::<f64>::is_simple(Greatest) && Op::<i32>::is_simple(Least));
        assert!(!Op::<(f64, f64)>::is_simple((Add, Max)));
        assert!(Op::<(f64, f64)>::is_simple((Add, Greatest)));
        assert!(!Op::<&str>::is_simple(Add));
    }
}
