//! Facts about an operator on a type.
//!
//! It is known when this is compiled, and an optimised build has nothing left to do for it. Without
//! optimisation it is found by comparing the identities of types, which takes several times as long
//! as the operator: then it is found once for each accumulator, and not for each element.

use std::fmt;
#[cfg(not(debug_assertions))]
use std::marker::PhantomData;

use crate::op::Op;
#[cfg(debug_assertions)]
use crate::op::{Add, is};
#[cfg(debug_assertions)]
use crate::plain::{Same, at_mut};

/// An operator on `T`, with the facts that are known of it.
pub struct Known<T, O> {
    op: O,
    #[cfg(debug_assertions)]
    pub(crate) facts: Facts<T>,
    #[cfg(not(debug_assertions))]
    of: PhantomData<T>,
}

#[cfg(debug_assertions)]
#[derive(Clone, Copy)]
pub(crate) struct Facts<T> {
    neutral: Option<T>,
    pub(crate) has_neutral: bool,
    /// Set if lanes begin with the neutral element and take in values by the operator itself.
    is_plain: bool,
    is_exact: bool,
    is_rounded: bool,
    /// Set if the runtime takes the steps of scans otherwise than by the operator.
    steps: bool,
    /// Set if it selects for the lanes of folds.
    selects: bool,
    adds: Adds,
}

/// The numbers that an operator adds, of those that the runtime adds itself: floats and integers of four
/// bytes.
#[cfg(debug_assertions)]
#[derive(Clone, Copy, PartialEq)]
enum Adds {
    Others,
    Signed,
    Unsigned,
    Floats,
}

#[cfg(debug_assertions)]
impl<T: Copy> Facts<T> {
    fn of<O: Op<T>>(op: O) -> Self {
        let neutral = op.neutral();
        let selects = neutral.is_some_and(|value| op.select(value, value).is_some());
        Facts {
            neutral,
            has_neutral: neutral.is_some(),
            is_plain: neutral.is_some() && !selects,
            is_exact: op.is_exact(),
            is_rounded: neutral.is_some() && !op.is_exact(),
            steps: neutral.is_some_and(|value| op.step(value, value).is_some()),
            selects,
            adds: match is::<O, Add>() {
                true if is::<T, i32>() => Adds::Signed,
                true if is::<T, u32>() => Adds::Unsigned,
                true if is::<T, f64>() || is::<T, f32>() => Adds::Floats,
                _ => Adds::Others,
            },
        }
    }
}

impl<T: Copy, O: Op<T>> Known<T, O> {
    #[inline(always)]
    pub(crate) fn of(op: O) -> Self {
        Known {
            op,
            #[cfg(debug_assertions)]
            facts: Facts::of(op),
            #[cfg(not(debug_assertions))]
            of: PhantomData,
        }
    }

    /// The operator of a scan that starts from such a state.
    #[inline(always)]
    #[must_use]
    pub fn from_state(op: O, _: &T) -> Self {
        Known::of(op)
    }
}

#[cfg(debug_assertions)]
impl<T: Copy, O: Op<T>> Known<T, O> {
    /// [`Op::neutral`].
    #[inline(always)]
    pub(crate) fn neutral(&self) -> Option<T> {
        self.facts.neutral
    }

    /// Returns true if there is a neutral element.
    #[inline(always)]
    pub(crate) fn has_neutral(&self) -> bool {
        self.facts.has_neutral
    }

    /// [`Op::is_exact`].
    #[inline(always)]
    pub(crate) fn is_exact(&self) -> bool {
        self.facts.is_exact
    }

    /// Returns true if operator and type are known together, and the order of combination shows in
    /// the bits.
    #[inline(always)]
    pub(crate) fn is_rounded(&self) -> bool {
        self.facts.is_rounded
    }

    /// The next state of a scan: the value that `op`, which is this operator, makes of a state and
    /// an element.
    #[inline(always)]
    #[must_use]
    pub fn next(&self, state: T, value: T, op: impl FnMut(T, T) -> T + Copy) -> T {
        if self.facts.steps {
            // SAFETY: the type is one of those for which there are steps.
            return unsafe { self.op.known_step(state, value) };
        }
        self.applied(state, value, op)
    }

    /// The value that `op`, which is this operator, makes of two values.
    ///
    /// A closure that adds two `i32` leaves its frame of eight bytes by a load of them all, for
    /// which the processor waits, since it has just written four of these, the sum. So such sums
    /// are computed here, and the closure is called where they overflow, which it reports. A sum of floats
    /// would go through four more places in memory, in a call.
    #[inline(always)]
    pub(crate) fn applied(&self, a: T, b: T, op: impl FnOnce(T, T) -> T) -> T {
        let adds = self.facts.adds as u8;
        if adds != Adds::Others as u8 {
            // SAFETY: both are numbers of that size, of which any bits are a value; of floats the size tells
            // which they are.
            unsafe {
                if adds == Adds::Floats as u8 {
                    if const { size_of::<T>() == size_of::<f64>() } {
                        let a = Same::<T, f64> { value: a }.other;
                        let value = a + Same::<T, f64> { value: b }.other;
                        return Same::<f64, T> { value }.other;
                    }
                    let a = Same::<T, f32> { value: a }.other;
                    let value = a + Same::<T, f32> { value: b }.other;
                    return Same::<f32, T> { value }.other;
                }
                if adds == Adds::Signed as u8 {
                    let a = Same::<T, i32> { value: a }.other as i64;
                    let sum = a + Same::<T, i32> { value: b }.other as i64;
                    if sum as i32 as i64 == sum {
                        return Same::<i32, T> { value: sum as i32 }.other;
                    }
                } else {
                    let a = Same::<T, u32> { value: a }.other as u64;
                    let sum = a + Same::<T, u32> { value: b }.other as u64;
                    if sum as u32 as u64 == sum {
                        return Same::<u32, T> { value: sum as u32 }.other;
                    }
                }
            }
        }
        op(a, b)
    }

    /// Returns true if it adds floats.
    #[inline(always)]
    pub(crate) fn adds_floats(&self) -> bool {
        self.facts.adds as u8 == Adds::Floats as u8
    }

    /// Makes a lane's state the value that `op`, which is this operator, makes of it and an element: of
    /// an operator with a neutral element.
    #[inline(always)]
    pub(crate) fn take_in(&self, state: &mut T, value: T, op: impl FnOnce(T, T) -> T) {
        if self.adds_floats() {
            // SAFETY: both are floats, of which the size tells which they are.
            unsafe {
                if const { size_of::<T>() == size_of::<f64>() } {
                    *at_mut(state as *mut T as *mut f64) += Same::<T, f64> { value }.other;
                } else {
                    *at_mut(state as *mut T as *mut f32) += Same::<T, f32> { value }.other;
                }
            }
        } else if self.facts.is_plain {
            *state = self.applied(*state, value, op);
        } else {
            // SAFETY: there is a neutral element, and it is not plain: it selects.
            *state = unsafe { self.op.known_selection(*state, value) };
        }
    }

    /// [`Op::take`].
    #[inline(always)]
    pub(crate) fn take(&self, state: T, value: T, op: impl FnOnce(T, T) -> T) -> T {
        match self.facts.selects {
            // SAFETY: the type is one of those between which the operator selects.
            true => unsafe { self.op.known_selection(state, value) },
            false => self.applied(state, value, op),
        }
    }
}

#[cfg(not(debug_assertions))]
impl<T: Copy, O: Op<T>> Known<T, O> {
    #[inline(always)]
    pub(crate) fn neutral(&self) -> Option<T> {
        self.op.neutral()
    }

    #[inline(always)]
    pub(crate) fn has_neutral(&self) -> bool {
        self.op.neutral().is_some()
    }

    #[inline(always)]
    pub(crate) fn is_exact(&self) -> bool {
        self.op.is_exact()
    }

    #[inline(always)]
    pub(crate) fn is_rounded(&self) -> bool {
        self.op.neutral().is_some() && !self.op.is_exact()
    }

    #[inline(always)]
    pub(crate) fn is_simple(&self) -> bool {
        self.op.is_simple()
    }

    /// The next state of a scan: the value that `op`, which is this operator, makes of a state and
    /// an element.
    #[inline(always)]
    #[must_use]
    pub fn next(&self, state: T, value: T, op: impl FnMut(T, T) -> T + Copy) -> T {
        self.op.next(state, value, op)
    }

    #[inline(always)]
    pub(crate) fn take(&self, state: T, value: T, op: impl FnOnce(T, T) -> T) -> T {
        self.op.take(state, value, op)
    }

    /// The value that `op`, which is this operator, makes of two values.
    #[inline(always)]
    pub(crate) fn applied(&self, a: T, b: T, op: impl FnOnce(T, T) -> T) -> T {
        op(a, b)
    }

    #[inline(always)]
    pub(crate) fn masked(&self, keep: bool, value: T) -> Option<T> {
        self.op.masked(keep, value)
    }
}

impl<T: Copy, O: Copy> Clone for Known<T, O> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, O: Copy> Copy for Known<T, O> {}

impl<T, O: fmt::Debug> fmt::Debug for Known<T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.op.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, fmt};
    use crate::op::{Add, Greatest, Least, Max, Min, Mul, Op, Other, Xor};

    /// Asserts that the facts are the operator's answers, which optimised builds ask for each
    /// element.
    fn agree<T, O>(op: O, values: &[T], by: fn(T, T) -> T)
    where
        T: Copy + fmt::Debug,
        O: Op<T> + fmt::Debug,
    {
        let known = Known::of(op);
        // `NaN` is the neutral element of some, and equal to nothing.
        let text = |value: Option<T>| format!("{value:?}");
        assert_eq!(text(known.neutral()), text(op.neutral()));
        assert_eq!(known.has_neutral(), op.neutral().is_some());
        assert_eq!(known.is_exact(), op.is_exact());
        assert_eq!(known.is_rounded(), op.neutral().is_some() && !op.is_exact());
        for &a in values {
            for &b in values {
                let (noted, asked) = (known.next(a, b, by), op.next(a, b, by));
                assert_eq!(text(Some(noted)), text(Some(asked)), "{op:?}: {a:?}, {b:?}");
                let (noted, asked) = (known.take(a, b, by), op.take(a, b, by));
                assert_eq!(text(Some(noted)), text(Some(asked)), "{op:?}: {a:?}, {b:?}");
            }
        }
    }

    /// A sum that overflows is left to the operator, which reports it.
    #[test]
    fn sums_are_those_of_the_operator() {
        fn all<T: Copy + fmt::Debug + PartialEq>(values: &[T], add: fn(T, T) -> T)
        where
            Add: Op<T>,
        {
            let known = Known::of(Add);
            for (a, b) in values
                .iter()
                .flat_map(|a| values.iter().map(move |b| (*a, *b)))
            {
                assert_eq!(known.applied(a, b, add), add(a, b), "{a:?} + {b:?}");
            }
        }
        all(&[0, 1, -1, 7, i32::MAX, i32::MIN], i32::wrapping_add);
        all(&[0, 1, 7, 1 << 31, u32::MAX], u32::wrapping_add);
        all(&[0, 1, -1, i64::MAX, i64::MIN], i64::wrapping_add);
        all(&[0.5_f32, -3.25, 1e38], |a, b| a + b);
        all(&["a", "b"], |a, b| a.min(b));
    }

    #[test]
    fn what_is_noted_is_what_the_operator_answers() {
        let floats = [f64::NEG_INFINITY, -1.5, -0.0, 0.0, 1.5, f64::INFINITY];
        // No operator that anybody would write: it tells whether it was asked.
        let odd = |a: f64, b: f64| 3.0 * a + b.abs() + 0.125;
        let numbers: Vec<f64> = floats.into_iter().filter(|x| x.is_finite()).collect();
        // Sums of floats are the runtime's.
        agree(Add, &numbers, |a: f64, b| a + b);
        agree(Add, &[0.5_f32, -0.0, 3.0], |a: f32, b| a + b);
        agree(Mul, &numbers, odd);
        agree(Min, &numbers, odd);
        agree(Max, &numbers, odd);
        agree(Least, &numbers, odd);
        agree(Greatest, &numbers, odd);
        agree(Other, &numbers, odd);
        agree(Greatest, &[-1.5_f32, -0.0, 0.0, 2.0], |a, b| 2.0 * a - b);
        agree(Least, &[3, 1, 2], |a: i64, b| 10 * a + b);
        agree(Xor, &[true, false], |a, _| a);
        agree(Add, &["a", "b"], |a, b| a.min(b));
        agree(Add, &[-2, 0, 3], |a: i32, b| a + b);
        agree(Add, &[2, 0, 3], |a: u32, b| a + b);
        let pairs = [(1.0, 2_u8), (-0.0, 3), (0.0, 1)];
        agree((Least, Greatest), &pairs, |a: (f64, u8), b| {
            (a.0 * 2.0, b.1)
        });
        let pairs = [(1.0, 2.0_f32), (-0.0, 3.0), (0.0, 0.0)];
        agree((Least, Greatest), &pairs, |a: (f64, f32), b| {
            (a.0 * 2.0, b.1)
        });
        agree((Add, Least), &pairs, |a: (f64, f32), b| (a.0 * 2.0, b.1));
    }
}
