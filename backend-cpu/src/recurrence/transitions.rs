//! The composed steps of the ranges of a block.

use std::array;
use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::law::{Law, MOST};
use super::powers::Powers;
use crate::groups::RangeLens;
use crate::lane::Lane;
use crate::plain;
use crate::ranges::States;

/// The composed steps of a block, each of whose ranges has a lane: a map from the state that enters
/// to the one that leaves.
///
/// Of states for which the law does not hold, it knows nothing.
pub struct Transitions<T, W, const L: usize> {
    /// The number of components of a state; none where the law does not hold. The other fields are
    /// filled only as far as it says.
    components: usize,
    /// The state that each range makes of zero.
    offsets: [MaybeUninit<T>; L],
    /// The difference that each range makes of a unit, for each component.
    columns: [[MaybeUninit<T>; L]; MOST],
    law: PhantomData<W>,
}

impl<T: Copy, W: Law, const L: usize> Transitions<T, W, L> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let filled = |value: Option<T>| [value.map_or(MaybeUninit::uninit(), MaybeUninit::new); L];
        let components = W::components::<T>();
        Transitions {
            components,
            offsets: filled(W::zero()),
            columns: array::from_fn(|component| {
                filled(
                    (component < components)
                        .then(|| W::unit(component))
                        .flatten(),
                )
            }),
            law: PhantomData,
        }
    }

    /// Returns false: the steps of a range are neighbours.
    #[inline(always)]
    #[must_use]
    pub fn commutes(&self) -> bool {
        false
    }

    /// The state that the range that a lane stands for makes of zero, for its next step. Nothing
    /// where the law does not hold.
    #[inline(always)]
    #[must_use]
    pub fn offset(&mut self, lane: Lane<L>) -> Option<&mut T> {
        if self.components == 0 {
            return None;
        }
        // SAFETY: a `Lane<L>` is below `L`, and there are components.
        Some(unsafe { plain::get_mut!(self.offsets, lane.index(false)).assume_init_mut() })
    }

    /// Takes the linear part of that step, if the steps of the block have not one for all of them, of
    /// which [`raise`](Transitions::raise) takes the powers.
    #[inline(always)]
    pub fn differ(&mut self, lane: Lane<L>, linear: impl Fn(T) -> T) {
        let lane = lane.index(false);
        plain::places!(component, column in self.columns; {
            if component < self.components {
                // SAFETY: a `Lane<L>` is below `L`, and there is such a component.
                unsafe {
                    let difference = plain::get_mut!(column, lane).assume_init_mut();
                    *difference = linear(*difference);
                }
            }
        });
    }

    /// Sets what the steps of each range do with a state, where `linear` is the linear part of
    /// every step, and each range takes as many as it is long. `known` has the powers of a block
    /// of the same loop.
    #[inline]
    pub fn raise(
        &mut self,
        ranges: RangeLens<L>,
        known: &Powers<T>,
        linear: impl Fn(T) -> T + Copy,
    ) {
        // Where no step has been taken, none may be evaluated either: it may index an array.
        if self.components == 0 || ranges.last == 0 {
            return;
        }
        let Some([most, last]) = known.of::<W, L>(ranges, linear) else {
            // The steps have to be taken one by one.
            self.components = 0;
            return;
        };
        for (component, column) in self.columns.iter_mut().enumerate() {
            if component < self.components {
                column.fill(MaybeUninit::new(most[component]));
                column[L - 1] = MaybeUninit::new(last[component]);
            }
        }
    }

    /// The state behind a range that `state` enters; nothing where its steps have to be taken one
    /// by one.
    #[inline(always)]
    fn after(&self, range: usize, state: T) -> Option<T> {
        if self.components == 0 {
            return None;
        }
        // SAFETY: there are components.
        let offset = unsafe { self.offsets[range].assume_init() };
        let columns = array::from_fn(|component| match component < self.components {
            // SAFETY: there is such a component.
            true => unsafe { self.columns[component][range].assume_init() },
            false => offset,
        });
        W::after(state, offset, columns)
    }

    /// The state behind the block that `prefix` enters; nothing where its steps have to be taken
    /// one by one.
    #[inline(always)]
    #[must_use]
    pub fn last(&self, prefix: T) -> Option<T> {
        (0..L).try_fold(prefix, |state, range| self.after(range, state))
    }

    /// The states with which the ranges of the block begin that `prefix` enters. Behind a range of
    /// which nothing is known they are those that enter it.
    #[inline(always)]
    #[must_use]
    pub fn states(&self, prefix: T) -> States<T, L> {
        let mut next = prefix;
        States::of(array::from_fn(|range| {
            let state = next;
            next = self.after(range, state).unwrap_or(state);
            state
        }))
    }
}

impl<T, W, const L: usize> fmt::Debug for Transitions<T, W, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transitions")
            .field("components", &self.components)
            .field("ranges", &L)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Powers, Transitions};
    use crate::groups::RangeLens;
    use crate::lane::Lane;
    use crate::recurrence::law::{Greatest, Law, Linear, Wrapping};

    /// The transitions of a block of two ranges, by all steps and by powers.
    fn both<T: Copy, W: Law>(
        [most, last]: [usize; 2],
        step: impl Fn(T, usize) -> T + Copy,
        linear: impl Fn(T) -> T + Copy,
    ) -> [Transitions<T, W, 2>; 2] {
        let (mut by_steps, mut by_powers) = (Transitions::new(), Transitions::new());
        let ranges = [0].repeat(most).into_iter().chain([1].repeat(last));
        for (position, range) in ranges.enumerate() {
            // SAFETY: there are two ranges.
            let lane = unsafe { Lane::new(0, range) };
            for all in [&mut by_steps, &mut by_powers] {
                if let Some(state) = all.offset(lane) {
                    *state = step(*state, position);
                }
            }
            by_steps.differ(lane, linear);
        }
        by_powers.raise(RangeLens { most, last }, &Powers::new(), linear);
        [by_steps, by_powers]
    }

    #[test]
    fn powers_are_the_steps_one_after_the_other() {
        for lens in [[0, 0], [0, 1], [1, 1], [2, 3], [7, 8], [64, 100]] {
            let pair = |(a, b): (u32, u32), k: usize| {
                let next = a.wrapping_mul(5).wrapping_add(b.wrapping_mul(7));
                (next.wrapping_add(k as u32), a)
            };
            let of_pairs = both::<_, Wrapping>(lens, pair, |state| pair(state, 0));
            let [last, by_powers] = of_pairs.map(|all| all.last((3, 4)));
            assert_eq!(last, by_powers, "{lens:?}");
            let shifted = |y: f64, k: usize| (y - 2.0).max(k as f64);
            let of_shifts = both::<_, Greatest>(lens, shifted, |y| y - 2.0);
            let [last, by_powers] = of_shifts.map(|all| all.last(5.0));
            assert_eq!(last, by_powers, "{lens:?}");
        }
    }

    #[test]
    fn infinite_powers_say_too_little() {
        let doubled = |lens| {
            both::<_, Linear>(lens, |y: f64, _| 2.0 * y + 1.0, |y| 2.0 * y).map(|all| all.last(1.0))
        };
        assert_eq!(doubled([3, 2]), [Some(63.0); 2]);
        assert_eq!(doubled([2000, 2000]), [None; 2]);
    }

    #[test]
    fn states_without_a_law_say_nothing() {
        let [_, by_powers] = both::<_, Linear>([1, 1], |state: &str, _| state, |state| state);
        assert_eq!(by_powers.last("a"), None);
    }
}
