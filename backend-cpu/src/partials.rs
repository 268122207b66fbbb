//! The partial results of the blocks of a run.

use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::vec;

use crate::error::Fault;
use crate::memory;

/// The values that the blocks of a run returned, from left to right. Neighbouring blocks that
/// return nothing may have been done as one.
pub struct Partials<R>(Inner<R>);

enum Inner<R> {
    /// At most one block: no allocation.
    Few(Slot<R>),
    Many(vec::IntoIter<Slot<R>>),
}

impl<R> Partials<R> {
    #[inline]
    pub(crate) fn few(slot: Slot<R>) -> Self {
        Partials(Inner::Few(slot))
    }

    /// All of `slots` are full.
    #[inline]
    pub(crate) fn many(slots: Vec<Slot<R>>) -> Self {
        Partials(Inner::Many(slots.into_iter()))
    }
}

impl<R> Partials<R> {
    /// The results of all blocks of a loop, where several processes did it.
    #[must_use]
    pub fn gathered(parts: Vec<R>) -> Self {
        let slots = parts
            .into_iter()
            .map(|part| Slot(UnsafeCell::new(Some(part))));
        Partials::many(slots.collect())
    }
}

/// A place for the result of a block.
pub(crate) struct Slot<R>(UnsafeCell<Option<R>>);

// SAFETY: a shared slot can only be written (`fill`), which hands an `R` over
// from one thread to another, and whose caller promises to be alone.
unsafe impl<R: Send> Sync for Slot<R> {}

impl<R> Slot<R> {
    #[inline]
    pub(crate) fn empty() -> Self {
        Slot(UnsafeCell::new(None))
    }

    /// So many, or a fault where there is no memory for them.
    #[inline]
    pub(crate) fn many(count: usize) -> Result<Vec<Self>, Fault> {
        let mut slots = memory::reserve(count, "")?;
        slots.extend((0..count).map(|_| Slot::empty()));
        Ok(slots)
    }

    /// # Safety
    ///
    /// No other thread may use the slot at the same time.
    #[inline]
    pub(crate) unsafe fn fill(&self, part: R) {
        // SAFETY: the caller's promise.
        unsafe { *self.0.get() = Some(part) };
    }
}

impl<R> Iterator for Partials<R> {
    type Item = R;

    #[inline]
    fn next(&mut self) -> Option<R> {
        match &mut self.0 {
            Inner::Few(slot) => slot.0.get_mut().take(),
            // Blocks that were done as one have filled one slot.
            Inner::Many(slots) => slots.find_map(|slot| slot.0.into_inner()),
        }
    }
}

impl<R> fmt::Debug for Partials<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Partials").finish_non_exhaustive()
    }
}

/// The partial result of a fold in a block; nothing if the fold was given nothing.
///
/// Blocks return this and no lanes: results are moved several times, and a few folds' lanes
/// are half a kilobyte.
#[derive(Clone, Copy, Debug)]
pub struct Partial<T>(Option<T>);

impl<T> Partial<T> {
    #[inline(always)]
    pub(crate) fn new(state: Option<T>) -> Self {
        Partial(state)
    }

    /// The result of a block that another process did.
    #[inline]
    pub fn received(state: Option<T>) -> Self {
        Partial(state)
    }

    /// The result itself, if there is one.
    #[inline(always)]
    pub fn value(self) -> Option<T> {
        self.0
    }

    /// The result as it lies, if there is one.
    #[inline(always)]
    pub fn as_ref(&self) -> Option<&T> {
        self.0.as_ref()
    }

    /// The result of both, this one to the left.
    #[inline(always)]
    #[must_use]
    pub fn before(self, right: Partial<T>, op: impl FnOnce(T, T) -> T) -> Partial<T> {
        match (self.0, right.0) {
            (Some(left), Some(right)) => Partial(Some(op(left, right))),
            (left, right) => Partial(left.or(right)),
        }
    }

    /// `seed op part`; the seed itself where there is nothing.
    #[inline(always)]
    #[must_use]
    pub fn join(self, seed: T, op: impl FnOnce(T, T) -> T) -> T {
        match self.0 {
            Some(state) => op(seed, state),
            None => seed,
        }
    }
}

impl<T> FoldState for Partial<T> {
    type Value = T;
}

/// The state of a fold in a block.
pub trait FoldState {
    /// The type of the elements.
    type Value;
}

/// The start of a fold, which has the type of its elements.
#[derive(Debug)]
pub struct Seed<T>(PhantomData<T>);

/// The seed of one of the folds that the blocks returned.
///
/// Asked for its type before its value is there, so that a value of another
/// type is a mistake at the value, and only there.
#[inline(always)]
pub fn seed<R, P: FoldState>(_: &Partials<R>, _: impl Fn(R) -> P) -> Seed<P::Value> {
    Seed(PhantomData)
}

impl<T> Seed<T> {
    /// The value itself.
    #[inline(always)]
    pub fn of(self, value: <T as Itself>::Type) -> T {
        T::itself(value)
    }
}

/// Every type is itself. Behind this the type of an argument is settled before
/// the argument is looked at.
pub trait Itself: Sized {
    /// The type itself.
    type Type;

    /// The value itself.
    fn itself(value: Self::Type) -> Self;
}

impl<T> Itself for T {
    type Type = T;

    #[inline(always)]
    fn itself(value: T) -> T {
        value
    }
}
