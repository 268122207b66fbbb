//! Checks of operators on the elements that enter a fold or scan.
//!
//! An operator that the compiler could not try, since it uses functions or types that are
//! not known there, is tried on real elements in builds with debug assertions: three
//! neighbours are combined in both ways, and so are a fold's results of three neighbouring
//! blocks, which may be too short to have three elements of one lane. In other builds a
//! [`Probe`] is nothing at all.
//!
//! Results can be compared where they are numbers, tuples or arrays of such ([`Near`]), or
//! of a type that is [`Eq`]. What is merely `PartialEq` may hold floats, which round.
//! Which of these a type is generated code asks of `&&&Sample(value)`: method calls take
//! the first implementation of [`Same`] that applies as they take references away.

use std::any::TypeId;
use std::cell::Cell;
use std::fmt;
use std::mem;

/// The number of triples that are tried in each sweep over a block.
const TRIPLES: u8 = 4;

/// Checks the operator of one fold or scan in a sweep over a block.
pub struct Probe<T> {
    program: &'static str,
    binding: &'static str,
    /// The last two elements.
    before: Cell<[Option<T>; 2]>,
    /// The lane whose elements it sees.
    lane: Cell<Option<usize>>,
    /// The number of elements that are still to be looked at.
    left: Cell<u8>,
}

/// Compares two results of combining; the other values are all that took part.
pub type SameFn<T> = fn(T, T, &[T]) -> bool;

/// A value of a type of which it is to be found out how it can be compared.
#[derive(Clone, Copy, Debug)]
pub struct Sample<T>(pub T);

/// The comparison of the values of a type.
pub trait Same {
    /// The type.
    type Value;

    /// The comparison, if there is one.
    fn same(&self) -> Option<SameFn<Self::Value>>;
}

/// Numbers, and tuples and arrays of such, of which floats are the same where rounding
/// may be all that is between them.
pub trait Near: Copy {
    /// The greatest float in it; infinite where there is one that is no number.
    fn magnitude(self) -> f64;

    /// Returns true if it equals `other`, up to the rounding of floats of that magnitude.
    fn is_near(self, other: Self, magnitude: f64) -> bool;
}

impl<T: Copy> Probe<T> {
    /// A probe that has seen nothing.
    #[inline(always)]
    #[must_use]
    pub fn new(program: &'static str, binding: &'static str) -> Self {
        Probe {
            program,
            binding,
            before: Cell::new([None; 2]),
            lane: Cell::new(None),
            left: Cell::new(if cfg!(debug_assertions) {
                TRIPLES + 2
            } else {
                0
            }),
        }
    }

    /// Returns true if the probe needs an element that goes to this lane, if there is one
    /// (`there`). The elements of a lane are neighbours, so the probe keeps to the first lane that
    /// it sees.
    #[inline(always)]
    #[must_use]
    pub fn wants(&self, there: bool, lane: usize) -> bool {
        if !cfg!(debug_assertions) || !there || self.left.get() == 0 {
            return false;
        }
        let own = self.lane.get().unwrap_or(lane);
        self.lane.set(Some(own));
        own == lane
    }

    /// Looks at an element, and at what the operator makes of it and the two before it.
    ///
    /// # Panics
    /// If the operator is not associative on them.
    #[track_caller]
    pub fn see(&self, value: T, same: Option<SameFn<T>>, operator: impl Fn(T, T) -> T) {
        let Some(same) = same else {
            self.left.set(0);
            return;
        };
        self.left.set(self.left.get() - 1);
        let [a, b] = self.before.get();
        self.before.set([b, Some(value)]);
        let (Some(a), Some(b), c) = (a, b, value) else {
            return;
        };
        let (ab, bc) = (operator(a, b), operator(b, c));
        let (left, right) = (operator(ab, c), operator(a, bc));
        assert!(
            same(left, right, &[a, b, c, ab, bc, left, right]),
            "`{}`, binding `{}`: the operator is not associative: of three neighbouring elements or results, \
             (a ∘ b) ∘ c is not a ∘ (b ∘ c), so that the result depends on how they are combined. \
             `#[cnf(strict)]` combines them from left to right, on one thread; \
             `#[cnf(associative)]` promises that all is well, and nothing is checked",
            self.program,
            self.binding,
        );
    }
}

impl<T> fmt::Debug for Probe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Probe")
            .field("program", &self.program)
            .field("binding", &self.binding)
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}

impl<T: Near> Same for &&Sample<T> {
    type Value = T;

    fn same(&self) -> Option<SameFn<T>> {
        Some(|left, right, seen| {
            let magnitudes = seen.iter().map(|value| value.magnitude());
            left.is_near(right, magnitudes.fold(0.0, f64::max))
        })
    }
}

impl<T: Copy + Eq> Same for &Sample<T> {
    type Value = T;

    fn same(&self) -> Option<SameFn<T>> {
        Some(|left, right, _| left == right)
    }
}

/// Of any type, such as the generic ones: numbers are found out when they are there.
impl<T: Copy> Same for Sample<T> {
    type Value = T;

    fn same(&self) -> Option<SameFn<T>> {
        by_identity()
    }
}

/// The number as a `U`, where that is its type.
fn exactly<T: Copy, U: Copy + 'static>(value: T) -> Option<U> {
    if typeid::of::<T>() != TypeId::of::<U>() {
        return None;
    }
    // SAFETY: `typeid` compares types up to lifetimes; the types used below are numbers,
    // `bool` and `char`, which have none, so that `T` is `U`, which is `Copy`.
    Some(unsafe { mem::transmute_copy::<T, U>(&value) })
}

macro_rules! by_identity {
    ($($type:ty)*) => {
        /// The comparison of a built-in type under another name.
        fn by_identity<T: Copy>() -> Option<SameFn<T>> {
            $(if typeid::of::<T>() == TypeId::of::<$type>() {
                return Some(|left, right, seen| {
                    let both = (exactly::<T, $type>(left), exactly::<T, $type>(right));
                    let (Some(left), Some(right)) = both else {
                        return true;
                    };
                    let seen = seen.iter().filter_map(|value| exactly::<T, $type>(*value));
                    left.is_near(right, seen.map(Near::magnitude).fold(0.0, f64::max))
                });
            })*
            None
        }
    };
}
by_identity!(f64 f32 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char);

macro_rules! exact {
    ($($type:ty)*) => {$(
        impl Near for $type {
            fn magnitude(self) -> f64 {
                0.0
            }

            fn is_near(self, other: Self, _: f64) -> bool {
                self == other
            }
        }
    )*};
}
exact!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char);

macro_rules! floats {
    ($($type:ident, $tolerance:literal;)*) => {$(
        impl Near for $type {
            fn magnitude(self) -> f64 {
                match self.is_finite() {
                    true => f64::from(self.abs()),
                    false => f64::INFINITY,
                }
            }

            /// Returns true also for infinities and `NaN`, of which nothing is known.
            fn is_near(self, other: Self, magnitude: f64) -> bool {
                magnitude == f64::INFINITY
                    || f64::from((self - other).abs()) <= $tolerance * magnitude
            }
        }
    )*};
}
floats! {
    f64, 1e-6;
    f32, 1e-3;
}

macro_rules! tuples {
    ($(($($type:ident $index:tt),*))*) => {$(
        impl<$($type: Near),*> Near for ($($type,)*) {
            fn magnitude(self) -> f64 {
                let mut magnitude = 0.0_f64;
                $(magnitude = magnitude.max(self.$index.magnitude());)*
                magnitude
            }

            fn is_near(self, other: Self, magnitude: f64) -> bool {
                $(self.$index.is_near(other.$index, magnitude))&&*
            }
        }
    )*};
}
tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

impl<T: Near, const N: usize> Near for [T; N] {
    fn magnitude(self) -> f64 {
        self.into_iter().map(Near::magnitude).fold(0.0, f64::max)
    }

    fn is_near(self, other: Self, magnitude: f64) -> bool {
        let mut pairs = self.into_iter().zip(other);
        pairs.all(|(a, b)| a.is_near(b, magnitude))
    }
}

#[cfg(test)]
mod tests {
    use super::{Probe, Same, SameFn, Sample};

    /// Returns the comparison of a value's type, by a trick that needs the type at its place.
    macro_rules! how {
        ($value:expr) => {
            (&&&Sample($value)).same()
        };
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    struct Id(u8);

    #[derive(Clone, Copy, PartialEq)]
    struct Length(f64);

    fn of_any<T: Copy>(value: T) -> Option<SameFn<T>> {
        how!(value)
    }

    #[test]
    fn numbers_and_what_is_eq_can_be_compared() {
        assert!(how!(1.0_f64).is_some());
        assert!(how!((1_u8, [0.5_f32; 3], (true, 'a'))).is_some());
        assert!(how!(Id(1)).is_some());
        assert!(how!("text").is_some());
        assert!(how!(Some(3)).is_some());
        assert!(how!(Length(1.0)).is_none());
        assert!(how!((1.0, Id(1))).is_none());
    }

    #[test]
    fn numbers_of_generic_types_are_found_out() {
        assert!(of_any(1.0_f64).is_some());
        assert!(of_any(1_u128).is_some());
        assert!(of_any(Id(1)).is_none());
        let same = of_any(1.0_f64).expect("it is a float");
        assert!(same(1.0, 1.0 + 1e-12, &[1.0]));
        assert!(!same(1.0, 1.1, &[1.0]));
    }

    #[test]
    fn rounding_and_what_is_no_number_are_no_difference() {
        let same = how!((0.0_f64, 1_u8)).expect("they are numbers");
        assert!(same((1e16, 1), (1e16 + 2.0, 1), &[(1e16, 1)]));
        assert!(!same((1e16, 1), (1e16, 2), &[(1e16, 1)]));
        assert!(!same((0.0, 1), (0.5, 1), &[(1.0, 1)]));
        assert!(same((0.0, 1), (0.5, 1), &[(f64::NAN, 1)]));
    }

    fn probed<T: Copy>(values: &[T], same: Option<SameFn<T>>, operator: impl Fn(T, T) -> T + Copy) {
        let probe = Probe::new("program", "total");
        for value in values {
            if probe.wants(true, 0) {
                probe.see(*value, same, operator);
            }
        }
    }

    #[test]
    #[cfg_attr(not(debug_assertions), ignore = "probes are nothing")]
    #[should_panic(expected = "`program`, binding `total`: the operator is not associative")]
    fn a_difference_is_not_associative() {
        probed(&[1.0, 2.0, 3.0, 4.0], how!(1.0), |a, b| a - b);
    }

    #[test]
    fn associative_operators_pass() {
        probed(&[0.1, 0.7, 1e9, -3.0, 1e-9], how!(1.0), |a, b| a + b);
        probed(&[3, 4, 5, 6], how!(1), |_, b| b);
        probed(&[1.0, 2.0], how!(1.0), |a, b| a - b);
        // Nothing is known of what cannot be compared.
        probed(&[Length(1.0); 4], how!(Length(1.0)), |a, b| {
            Length(a.0 - b.0)
        });
    }
}
