//! The values that a sweep along antidiagonals keeps of each row.

use super::{Buffer, HEIGHT, Room};
use crate::fold::Fold;
use crate::known::Known;
use crate::op::Op;
use std::mem::MaybeUninit;

/// A value of the element before in the row.
#[derive(Clone, Copy, Debug)]
pub struct Kept<T>(pub T);

mod sealed {
    pub trait Sealed {}
}

/// The values that a body keeps of its row from one element to the next, and folds in one lane, as
/// `(Kept<A>, (Fold<…>, … ()))`.
pub trait RowStates: Copy + sealed::Sealed {
    /// The values of all rows of a panel: each has memory of its own.
    #[doc(hidden)]
    type Memory;

    /// Room for the values of rows that begin with `start`.
    #[doc(hidden)]
    fn memory(start: &Self, room: &mut Room) -> Self::Memory;

    /// The values of a row.
    ///
    /// # Safety
    ///
    /// It must be put.
    #[doc(hidden)]
    unsafe fn get(memory: &Self::Memory, row: usize) -> Self;

    /// Changes the values of a row.
    ///
    /// # Safety
    ///
    /// It must be one of a panel.
    #[doc(hidden)]
    unsafe fn put(self, memory: &mut Self::Memory, row: usize);
}

impl sealed::Sealed for () {}

impl RowStates for () {
    type Memory = ();

    #[inline(always)]
    fn memory((): &(), _room: &mut Room) {}

    #[inline(always)]
    unsafe fn get((): &(), _row: usize) {}

    #[inline(always)]
    unsafe fn put(self, (): &mut (), _row: usize) {}
}

impl<T: Copy, R: RowStates> sealed::Sealed for (Kept<T>, R) {}

impl<T: Copy, R: RowStates> RowStates for (Kept<T>, R) {
    type Memory = (Buffer<T, HEIGHT>, R::Memory);

    #[inline(always)]
    fn memory(start: &Self, room: &mut Room) -> Self::Memory {
        (room.buffer(), R::memory(&start.1, room))
    }

    #[inline(always)]
    unsafe fn get(memory: &Self::Memory, row: usize) -> Self {
        // SAFETY: the caller's promise.
        unsafe { (Kept(memory.0.get(row)), R::get(&memory.1, row)) }
    }

    #[inline(always)]
    unsafe fn put(self, memory: &mut Self::Memory, row: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            memory.0.put(row, self.0.0);
            self.1.put(&mut memory.1, row);
        }
    }
}

/// The folds of the rows of a panel.
#[doc(hidden)]
#[derive(Debug)]
pub struct Folds<T, O> {
    states: Buffer<MaybeUninit<T>, HEIGHT>,
    /// 1 for those that have taken an element in: all have, or none, where the operator has a neutral
    /// element, and then nobody asks.
    begun: Buffer<u8, HEIGHT>,
    op: Known<T, O>,
}

impl<T: Copy, O: Op<T>, R: RowStates> sealed::Sealed for (Fold<T, O, 1>, R) {}

impl<T: Copy, O: Op<T>, R: RowStates> RowStates for (Fold<T, O, 1>, R) {
    type Memory = (Folds<T, O>, R::Memory);

    #[inline(always)]
    fn memory(start: &Self, room: &mut Room) -> Self::Memory {
        let folds = Folds {
            states: room.buffer(),
            begun: room.buffer(),
            op: *start.0.known(),
        };
        (folds, R::memory(&start.1, room))
    }

    #[inline(always)]
    unsafe fn get(memory: &Self::Memory, row: usize) -> Self {
        let folds = &memory.0;
        // SAFETY: the caller's promise.
        unsafe {
            let has_begun = folds.op.has_neutral() || folds.begun.get(row) != 0;
            let fold = Fold::of_lane(folds.op, has_begun, folds.states.get(row));
            (fold, R::get(&memory.1, row))
        }
    }

    #[inline(always)]
    unsafe fn put(self, memory: &mut Self::Memory, row: usize) {
        let folds = &mut memory.0;
        // SAFETY: the caller's promise.
        unsafe {
            let (has_begun, state) = self.0.lane();
            folds.states.put(row, state);
            if !folds.op.has_neutral() {
                folds.begun.put(row, u8::from(has_begun));
            }
            self.1.put(&mut memory.1, row);
        }
    }
}
