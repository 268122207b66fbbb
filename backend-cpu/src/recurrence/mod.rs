//! Recurrences: states, each computed from the one before it.
//!
//! A block hands its last state on to the next one, which waits for it. Where the steps of a block
//! can be composed ([`Transitions`]), the states that enter and leave the block are known before it
//! is done, and those that enter each of its ranges too.

pub mod law;
mod neighbours;
mod powers;
mod transitions;
mod walk;

pub use law::{Law, zero_of};
pub use neighbours::Neighbours;
pub use powers::Powers;
pub use transitions::Transitions;
pub use walk::Walk;

use std::fmt;
use std::marker::PhantomData;

use crate::block::Block;

/// The type of the states of a recurrence, which its start says.
pub struct Recurrence<T>(PhantomData<fn() -> T>);

impl<T: Copy> Recurrence<T> {
    /// Takes the type of a start.
    #[inline(always)]
    #[must_use]
    pub fn of(_: &T) -> Self {
        Recurrence(PhantomData)
    }

    /// Says that a state is of this type.
    #[inline(always)]
    pub fn has(self, _: &T) {}

    /// The next state, which is of this type.
    #[inline(always)]
    #[must_use]
    pub fn state(self, next: T) -> T {
        next
    }

    /// Returns true if steps of such states compose by the law.
    #[inline]
    #[must_use]
    pub fn composes<W: Law>(self) -> bool {
        W::components::<T>() > 0
    }

    /// The transitions of a block, of which none is known yet.
    #[inline(always)]
    #[must_use]
    pub fn transitions<W: Law, const L: usize>(self) -> Transitions<T, W, L> {
        Transitions::new()
    }

    /// A walk through a block that `prefix` enters.
    #[inline(always)]
    #[must_use]
    pub fn walk<const L: usize>(self, prefix: T, block: &Block<'_>) -> Walk<T, L> {
        Walk::new(prefix, block)
    }
}

impl<T> Clone for Recurrence<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Recurrence<T> {}

impl<T> fmt::Debug for Recurrence<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recurrence")
    }
}
