//! The states of the columns of a loop that goes down its rows.

use super::{Buffer, HEIGHT, Room, STEPS};
use crate::error::Fault;
use crate::sink::output_buffer::OutputBuffer;

mod sealed {
    pub trait Sealed {}
}

/// The states of a column: `(A, (B, … ()))`.
pub trait ColumnStates: Copy + Send + Sync + sealed::Sealed {
    /// The states of all columns.
    #[doc(hidden)]
    type Memory: Sync;

    /// The place of the states of the first column.
    #[doc(hidden)]
    type Place: Copy;

    /// Room for the states of so many columns.
    #[doc(hidden)]
    fn memory(columns: usize) -> Result<Self::Memory, Fault>;

    /// The place of the states of the first column. A sweep has it in registers, where LLVM sees that
    /// no state is written over it.
    #[doc(hidden)]
    fn place(memory: &Self::Memory) -> Self::Place;

    /// The states of a column.
    ///
    /// # Safety
    ///
    /// It must be one of the columns whose states were put, and nobody may put them meanwhile.
    #[doc(hidden)]
    unsafe fn get(place: Self::Place, column: usize) -> Self;

    /// Changes the states of a column.
    ///
    /// # Safety
    ///
    /// It must be one of the columns, and nobody else may use its states meanwhile.
    #[doc(hidden)]
    unsafe fn put(self, place: Self::Place, column: usize);

    /// The states of the columns that some steps along antidiagonals take, from the right to the left.
    #[doc(hidden)]
    type Staged;

    /// Room for them.
    #[doc(hidden)]
    fn staged(room: &mut Room) -> Self::Staged;

    /// The states at `at` among them.
    ///
    /// # Safety
    ///
    /// They must be put.
    #[doc(hidden)]
    unsafe fn get_staged(staged: &Self::Staged, at: usize) -> Self;

    /// Changes them.
    ///
    /// # Safety
    ///
    /// There must be room for them.
    #[doc(hidden)]
    unsafe fn put_staged(self, staged: &mut Self::Staged, at: usize);
}

/// The most columns that some steps take.
const WIDTH: usize = STEPS + HEIGHT;

impl sealed::Sealed for () {}

impl ColumnStates for () {
    type Memory = ();
    type Place = ();

    fn memory(_columns: usize) -> Result<(), Fault> {
        Ok(())
    }

    #[inline(always)]
    fn place((): &()) {}

    #[inline(always)]
    unsafe fn get((): (), _column: usize) {}

    #[inline(always)]
    unsafe fn put(self, (): (), _column: usize) {}

    type Staged = ();

    #[inline(always)]
    fn staged(_room: &mut Room) {}

    #[inline(always)]
    unsafe fn get_staged((): &(), _at: usize) {}

    #[inline(always)]
    unsafe fn put_staged(self, (): &mut (), _at: usize) {}
}

impl<T: Copy + Send + Sync, R: ColumnStates> sealed::Sealed for (T, R) {}

impl<T: Copy + Send + Sync, R: ColumnStates> ColumnStates for (T, R) {
    type Memory = (OutputBuffer<T, Vec<T>>, R::Memory);
    type Place = (*mut T, R::Place);

    fn memory(columns: usize) -> Result<Self::Memory, Fault> {
        Ok((OutputBuffer::new(columns, "")?, R::memory(columns)?))
    }

    #[inline(always)]
    fn place((own, others): &Self::Memory) -> Self::Place {
        // SAFETY: there is no number of slots below 0.
        (unsafe { own.from(0) }, R::place(others))
    }

    #[inline(always)]
    unsafe fn get((own, others): Self::Place, column: usize) -> Self {
        // SAFETY: the caller's promise, here and below.
        unsafe { (own.add(column).read(), R::get(others, column)) }
    }

    #[inline(always)]
    unsafe fn put(self, (own, others): Self::Place, column: usize) {
        // SAFETY: as above.
        unsafe {
            own.add(column).write(self.0);
            self.1.put(others, column);
        }
    }

    type Staged = (Buffer<T, WIDTH>, R::Staged);

    #[inline(always)]
    fn staged(room: &mut Room) -> Self::Staged {
        (room.buffer(), R::staged(room))
    }

    #[inline(always)]
    unsafe fn get_staged(staged: &Self::Staged, at: usize) -> Self {
        // SAFETY: as above.
        unsafe { (staged.0.get(at), R::get_staged(&staged.1, at)) }
    }

    #[inline(always)]
    unsafe fn put_staged(self, staged: &mut Self::Staged, at: usize) {
        // SAFETY: as above.
        unsafe {
            staged.0.put(at, self.0);
            self.1.put_staged(&mut staged.1, at);
        }
    }
}
