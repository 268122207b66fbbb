//! The aggregate of the last segment of some elements.

use std::fmt;
use std::mem::MaybeUninit;

use crate::known::Known;
use crate::lane::Lane;
use crate::op::Op;
use crate::partials::{FoldState, Partial};
use crate::plain::{count, get_mut};

/// The aggregate of a scan that begins anew at each element whose flag is set: of the elements from
/// the last of these on, or of all of them where there is none.
///
/// A sweep hands it elements from left to right. `O` is the operator within a segment. If it commutes
/// for this type, neighbours go to different lanes, which a flag empties.
pub struct LastSegment<T, O, const L: usize> {
    lanes: [MaybeUninit<T>; L],
    op: Known<T, O>,
    /// Set where an element was taken in.
    is_begun: bool,
    /// Set where one with a flag was.
    is_settled: bool,
}

impl<T: Copy, O: Op<T>, const L: usize> LastSegment<T, O, L> {
    /// The aggregate of nothing.
    #[inline(always)]
    #[must_use]
    pub fn new(op: O) -> Self {
        const { assert!(L > 0, "a sweep needs a lane") };
        let op = Known::of(op);
        let neutral = op.neutral();
        LastSegment {
            lanes: [neutral.map_or(MaybeUninit::uninit(), MaybeUninit::new); L],
            op,
            is_begun: false,
            is_settled: false,
        }
    }

    /// Returns true if the operator within a segment is known to be commutative for this type.
    #[inline(always)]
    #[must_use]
    pub fn commutes(&self) -> bool {
        self.op.has_neutral()
    }

    /// Takes in an element. `op` is the operator of the scan.
    #[inline(always)]
    pub fn push(
        &mut self,
        lane: Lane<L>,
        (begins, value): (bool, T),
        op: impl Fn((bool, T), (bool, T)) -> (bool, T),
    ) {
        let within = |a, b| op((false, a), (false, b)).1;
        match self.op.neutral() {
            Some(neutral) => {
                if begins {
                    self.lanes = [MaybeUninit::new(neutral); L];
                    self.is_settled = true;
                }
                // SAFETY: a `Lane<L>` is below `L`, and all lanes hold something where there is a
                // neutral element.
                unsafe {
                    let state = get_mut!(self.lanes, lane.index(true)).assume_init_mut();
                    *state = self.op.take(*state, value, within);
                }
            }
            None => {
                let state = match self.is_begun && !begins {
                    // SAFETY: an element was taken in.
                    true => within(unsafe { self.lanes[0].assume_init() }, value),
                    false => value,
                };
                self.lanes[0].write(state);
                self.is_settled |= begins;
            }
        }
        self.is_begun = true;
    }

    /// The aggregate, with a flag that is set if a segment begins in it; nothing where nothing was
    /// taken in.
    #[inline(always)]
    #[must_use]
    pub fn partial(self, op: impl Fn((bool, T), (bool, T)) -> (bool, T)) -> Partial<(bool, T)> {
        if !self.is_begun {
            return Partial::new(None);
        }
        let within = |a, b| op((false, a), (false, b)).1;
        // SAFETY: an element was taken in.
        let mut all = unsafe { self.lanes[0].assume_init() };
        if self.op.has_neutral() {
            count!(lane in 1, L; {
                // SAFETY: all lanes hold something.
                all = self.op.take(all, unsafe { self.lanes[lane].assume_init() }, within);
            });
        }
        Partial::new(Some((self.is_settled, all)))
    }
}

impl<T, O, const L: usize> FoldState for LastSegment<T, O, L> {
    type Value = (bool, T);
}

impl<T, O: fmt::Debug, const L: usize> fmt::Debug for LastSegment<T, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LastSegment")
            .field("op", &self.op)
            .field("lanes", &L)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::LastSegment;
    use crate::lane::Lane;
    use crate::op::{Add, Op, Other};

    /// The last segment of elements of which those of multiples of `run` have a flag.
    fn of<O: Op<u64>>(op: O, count: usize, run: usize) -> Option<(bool, u64)> {
        let sum = |(ended, a): (bool, u64), (end, b): (bool, u64)| {
            (ended | end, if end { b } else { a + b })
        };
        let mut last = LastSegment::<u64, O, 4>::new(op);
        for k in 0..count {
            let element = ((k + 1).is_multiple_of(run), 1 << k);
            last.push(Lane::in_order(k, count), element, sum);
        }
        last.partial(sum).value()
    }

    #[test]
    fn it_is_that_from_the_last_flag_on() {
        for count in 0..40 {
            for run in [1, 2, 7, 16, 50] {
                let elements = (0..count).map(|k: usize| ((k + 1).is_multiple_of(run), 1_u64 << k));
                let expected = elements
                    .reduce(|(ended, a), (end, b)| (ended | end, if end { b } else { a + b }));
                assert_eq!(
                    of(Add, count, run),
                    expected,
                    "{count} elements, runs of {run}"
                );
                assert_eq!(
                    of(Other, count, run),
                    expected,
                    "{count} elements, runs of {run}"
                );
            }
        }
    }
}
