//! The composed steps of the ranges of a block.

use std::array;
use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::law::{Law, MOST};
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

    /// Takes a step in the range that a lane stands for. `linear` is its linear part.
    #[inline(always)]
    pub fn push(&mut self, lane: Lane<L>, step: impl FnOnce(T) -> T, linear: impl Fn(T) -> T) {
        if self.components == 0 {
            return;
        }
        let lane = lane.index(false);
        // SAFETY: a `Lane<L>` is below `L`, and there are components.
        unsafe {
            let offset = plain::get_mut!(self.offsets, lane).assume_init_mut();
            *offset = step(*offset);
        }
        for (component, column) in self.columns.iter_mut().enumerate() {
            if component < self.components {
                // SAFETY: a `Lane<L>` is below `L`, and there is such a component.
                unsafe {
                    let difference = plain::get_mut!(column, lane).assume_init_mut();
                    *difference = linear(*difference);
                }
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
