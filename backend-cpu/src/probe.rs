//! Checks of operators on the elements that enter a fold or scan.
//!
//! An operator that the compiler could not try, since it uses functions or types that are
//! not known there, is tried on real elements in builds with debug assertions. A [`Probe`]
//! keeps the first elements of each block, and when the loop is done, it combines each three
//! neighbours of them in both ways. Blocks of which it has all elements are next to each other, so
//! that three elements are enough, however a loop is cut.
//!
//! Results can be compared where they are numbers, tuples or arrays of such ([`Near`]), or
//! of a type that is [`Eq`]. A type that is merely `PartialEq` may hold floats, which round.
//! Which of these a type is generated code asks of `&&&Sample(value)`: method calls take
//! the first implementation of [`Same`] that applies as they take references away.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::mem;
use std::sync::{Mutex, PoisonError};

/// The number of elements of a block that are kept.
const KEPT: usize = 6;

/// Checks the operator of one fold or scan.
pub struct Probe<T> {
    program: &'static str,
    binding: &'static str,
    /// The first elements of the blocks, by where a block starts.
    blocks: Mutex<BTreeMap<usize, First<T>>>,
}

/// The elements that a sweep over a block shows to a [`Probe`].
pub struct ProbedBlock<'p, T> {
    probe: &'p Probe<T>,
    start: usize,
    first: RefCell<First<T>>,
    /// Elements of this lane, and of those behind it, are not needed.
    end: Cell<usize>,
}

/// The first elements of a block.
struct First<T> {
    /// The elements and their lanes. A lane has neighbours, and the next lane those behind them.
    elements: Vec<(usize, T)>,
    /// Set if the block has no others.
    all: bool,
    /// The comparison of results, if there is one.
    same: Option<SameFn<T>>,
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
    #[must_use]
    pub fn new(program: &'static str, binding: &'static str) -> Self {
        Probe {
            program,
            binding,
            blocks: Mutex::default(),
        }
    }

    /// A place for the elements of the block that starts there.
    pub fn block(&self, start: usize) -> ProbedBlock<'_, T> {
        ProbedBlock {
            probe: self,
            start,
            first: RefCell::new(First {
                elements: Vec::new(),
                all: true,
                same: None,
            }),
            end: Cell::new(usize::MAX),
        }
    }

    /// Tries the operator on each three neighbours that were seen.
    ///
    /// # Panics
    /// If the operator is not associative on them.
    #[track_caller]
    pub fn check(self, operator: impl Fn(T, T) -> T) {
        let (program, binding) = (self.program, self.binding);
        let blocks = self.blocks.into_inner();
        let blocks = blocks.unwrap_or_else(PoisonError::into_inner);
        let mut before = [None; 2];
        for First {
            elements,
            all,
            same,
        } in blocks.into_values()
        {
            for (_, c) in elements {
                if let ([Some(a), Some(b)], Some(same)) = (before, same) {
                    assert!(
                        is_associative([a, b, c], same, &operator),
                        "`{program}`, binding `{binding}`: the operator is not associative: of three neighbouring \
                         elements, (a ∘ b) ∘ c is not a ∘ (b ∘ c), so that the result depends on how they are \
                         combined. `#[cnf(strict)]` combines them from left to right, on one thread; \
                         `#[cnf(associative)]` promises that all is well, and nothing is checked",
                    );
                }
                before = [before[1], Some(c)];
            }
            if !all {
                before = [None; 2];
            }
        }
    }
}

/// Returns true if an operator combines three neighbours to one result in both ways.
fn is_associative<T: Copy>(
    [a, b, c]: [T; 3],
    same: SameFn<T>,
    operator: impl Fn(T, T) -> T,
) -> bool {
    let (ab, bc) = (operator(a, b), operator(b, c));
    let (left, right) = (operator(ab, c), operator(a, bc));
    same(left, right, &[a, b, c, ab, bc, left, right])
}

impl<T: Copy> ProbedBlock<'_, T> {
    /// Returns true if an element that goes to this lane is needed, if there is one (`there`).
    #[inline(always)]
    #[must_use]
    pub fn wants(&self, there: bool, lane: usize) -> bool {
        there && lane < self.end.get()
    }

    /// Keeps an element, if it is one of the first.
    pub fn see(&self, lane: usize, value: T, same: Option<SameFn<T>>) {
        if same.is_none() {
            self.end.set(0);
            return;
        }
        let mut first = self.first.borrow_mut();
        first.same = same;
        let place = first.elements.partition_point(|(other, _)| *other <= lane);
        first.elements.insert(place, (lane, value));
        if first.elements.len() > KEPT {
            first.elements.pop();
            first.all = false;
            self.end.set(first.elements[KEPT - 1].0);
        }
    }
}

/// Another sweep over the block sees the same elements.
impl<T> Drop for ProbedBlock<'_, T> {
    fn drop(&mut self) {
        let first = self.first.get_mut();
        if first.elements.is_empty() {
            return;
        }
        let first = First {
            elements: mem::take(&mut first.elements),
            ..*first
        };
        let blocks = self.probe.blocks.lock();
        let mut blocks = blocks.unwrap_or_else(PoisonError::into_inner);
        blocks.insert(self.start, first);
    }
}

impl<T> fmt::Debug for Probe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Probe")
            .field("program", &self.program)
            .field("binding", &self.binding)
            .finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for ProbedBlock<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProbedBlock")
            .field("probe", &self.probe)
            .field("start", &self.start)
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

    /// Shows elements of lanes to a probe, block by block.
    fn probed<T: Copy>(
        blocks: &[&[(usize, T)]],
        same: Option<SameFn<T>>,
        operator: impl Fn(T, T) -> T,
    ) {
        let probe = Probe::new("program", "total");
        for (start, elements) in blocks.iter().enumerate() {
            let block = probe.block(start);
            for (lane, value) in *elements {
                if block.wants(true, *lane) {
                    block.see(*lane, *value, same);
                }
            }
        }
        probe.check(operator);
    }

    /// Elements of one lane.
    fn in_order<T: Copy>(values: &[T]) -> Vec<(usize, T)> {
        values.iter().map(|value| (0, *value)).collect()
    }

    #[test]
    #[should_panic(expected = "`program`, binding `total`: the operator is not associative")]
    fn a_difference_is_not_associative() {
        probed(&[&in_order(&[1.0, 2.0, 3.0])], how!(1.0), |a, b| a - b);
    }

    #[test]
    #[should_panic(expected = "the operator is not associative")]
    fn three_elements_are_enough_in_blocks_of_one() {
        probed(&[&[(0, 1)], &[], &[(0, 2)], &[(0, 3)]], how!(1), |a, b| {
            a - b
        });
    }

    #[test]
    #[should_panic(expected = "the operator is not associative")]
    fn three_elements_are_enough_in_lanes_of_one() {
        probed(&[&[(2, 1), (7, 2), (9, 3)]], how!(1), |a, b| a - b);
    }

    #[test]
    fn associative_operators_pass() {
        let sums = in_order(&[0.1, 0.7, 1e9, -3.0, 1e-9]);
        probed(&[&sums, &sums], how!(1.0), |a, b| a + b);
        probed(&[&in_order(&[3, 4, 5, 6])], how!(1), |_, b| b);
        probed(&[&in_order(&[1.0, 2.0])], how!(1.0), |a, b| a - b);
        // Nothing is known of values that cannot be compared.
        let lengths = in_order(&[Length(1.0); 4]);
        probed(&[&lengths], how!(Length(1.0)), |a, b| Length(a.0 - b.0));
    }

    /// The operator is made for neighbours: others must not meet.
    #[test]
    fn neighbours_are_combined() {
        let joined = |a: (u32, u32), b: (u32, u32)| {
            assert_eq!(a.1, b.0, "a gap");
            (a.0, b.1)
        };
        let lanes = 8;
        let interleaved = |start: u32, len: u32| -> Vec<(usize, (u32, u32))> {
            let range = len / lanes;
            let positions =
                (0..range).flat_map(|k| (0..lanes).map(move |lane| (lane, lane * range + k)));
            let element = |(lane, at)| (lane as usize, (start + at, start + at + 1));
            positions.map(element).collect()
        };
        for range in 1..10 {
            let len = lanes * range;
            let blocks = [
                interleaved(0, len),
                interleaved(len, len),
                vec![(0, (2 * len, 2 * len + 1))],
            ];
            let blocks: Vec<&[_]> = blocks.iter().map(|block| &block[..]).collect();
            probed(&blocks, how!((1_u32, 1_u32)), joined);
        }
    }
}
