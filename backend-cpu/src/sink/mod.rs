//! The arrays that a loop writes.
//!
//! A sink lives three lives: `Shared` for the run, `Local` for the block that a worker is in, and
//! `Cursor` for the sweep over that block. All three hold raw pointers; the traits' unsafe methods
//! say in which order they go.

mod append;
mod buffer;
mod compact;
mod consecutive;
mod dense_at_offset;
mod fresh;
mod in_place;
mod list;
mod partition;
mod permute;
mod reader;
mod scatter;
mod scratch;
mod target;
mod temporary;

use std::fmt;
use std::mem::MaybeUninit;

pub use append::{Append, Appending};
pub use compact::{Compact, Masked};
pub use dense_at_offset::DenseAtOffset;
pub use fresh::Fresh;
pub use in_place::InPlace;
pub use list::SinkList;
#[cfg(not(debug_assertions))]
pub(crate) use partition::by_words;
pub use partition::{Answer, Partition};
pub use reader::Reader;
pub use scatter::{Destination, Scatter, Scattering};
pub use scratch::Scratch;
pub use target::{Both, Reading, Target};
pub use temporary::Temporary;

use crate::block::{Block, CompactedBlock};
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};

/// The number of neighbours that are written together ([`Sink::put_in_vector`]).
pub(crate) const VECTOR: usize = 8;

/// The number of neighbours that are looked at together before they are partitioned
/// ([`Partition`]): the bits of a word.
pub(crate) const NEIGHBOURS: usize = u64::BITS as usize;

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// One array that a loop writes: [`Fresh`], [`Compact`], [`Append`],
/// [`InPlace`] or [`Scatter`]; or a [`Temporary`] or a [`Scratch`], which the loop keeps to itself;
/// or a [list](SinkList) of some.
#[diagnostic::on_unimplemented(message = "`{Self}` is not an array that a loop can write")]
pub trait Sink: Sized + sealed::Sealed {
    /// The value that the loop's body yields for one position.
    type Value;
    /// The argument of the body: the position's old content, or a handle to write with, which is
    /// valid as long as the block is open.
    type Old<'c>;
    /// The elements that a block compacted, after the sweep that did: a slice, or nothing if
    /// elements are not compacted.
    type Compacted<'c>
    where
        Self: 'c;
    /// The finished result.
    type Done;

    #[doc(hidden)]
    type Element;
    #[doc(hidden)]
    type Shared: Sync;
    #[doc(hidden)]
    type Local;
    #[doc(hidden)]
    type Cursor;
    /// The view that sweeps have of it that do not write.
    #[doc(hidden)]
    type Reader: Reader;

    /// Set if positions must be written in order.
    #[doc(hidden)]
    const ORDERED: bool;

    /// Set if several neighbours are written faster together.
    #[doc(hidden)]
    const IN_VECTORS: bool = false;

    /// Set if each position is written, next to the one before it.
    #[doc(hidden)]
    const DENSE: bool = false;

    /// Set if each position has a fixed slot, whichever block it belongs to: blocks may be done as
    /// one.
    #[doc(hidden)]
    const FIXED_SLOTS: bool = false;

    /// Set if it may be swept for fewer positions than the block has.
    #[doc(hidden)]
    const ANY_LEN: bool = false;

    /// The number of bytes of untouched memory that a position takes; `usize::MAX` if it takes
    /// none, or if blocks wait for each other.
    #[doc(hidden)]
    const NEW_BYTES: usize = usize::MAX;

    /// The number of bytes of new memory that it will ask for.
    #[doc(hidden)]
    #[inline(always)]
    fn requested_bytes(&self, blocks: &Blocks) -> usize {
        let _ = blocks;
        0
    }

    #[doc(hidden)]
    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault>;

    /// A worker's state before its first block.
    #[doc(hidden)]
    fn local() -> Self::Local;

    /// Enters a block.
    ///
    /// # Safety
    ///
    /// `block` must belong to the run of `shared`, and no other thread may be
    /// in it, now or later.
    #[doc(hidden)]
    unsafe fn open(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Fault>;

    /// The memory of the open block, as long as the block.
    ///
    /// # Safety
    ///
    /// `local` must be open.
    #[doc(hidden)]
    unsafe fn data(local: &mut Self::Local) -> &mut [MaybeUninit<Self::Element>];

    /// From now on sweeps may be over other positions: nothing is stored for those.
    #[doc(hidden)]
    #[inline(always)]
    fn invalidate(local: &mut Self::Local) {
        let _ = local;
    }

    /// From now on the block has so many positions.
    ///
    /// # Safety
    ///
    /// `local` must be open for `block`, and they be no more than it had.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn set_len(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop> {
        let _ = (shared, local, block, len);
        Ok(())
    }

    /// Runs `sweep` on the memory of a block. That the memory is a `&mut`
    /// parameter of a function tells LLVM that nothing else points to it, and
    /// LLVM keeps that in mind where it inlines the function after it inlined
    /// the sweep into it: in the order of normal inlining. Hence no
    /// `inline(always)`, which comes first, and a provided method, which rustc
    /// can't inline in MIR.
    #[doc(hidden)]
    #[inline]
    fn alone<R>(
        data: &mut [MaybeUninit<Self::Element>],
        sweep: impl FnOnce(*mut MaybeUninit<Self::Element>) -> R,
    ) -> R {
        sweep(data.as_mut_ptr())
    }

    #[doc(hidden)]
    fn start(local: &Self::Local, data: *mut MaybeUninit<Self::Element>) -> Self::Cursor;

    /// The old content at `k`.
    ///
    /// # Safety
    ///
    /// The cursor's memory must be valid and `k` within it; the block must be
    /// open for `'c`.
    #[doc(hidden)]
    unsafe fn old<'c>(cursor: &Self::Cursor, k: usize) -> Self::Old<'c>;

    /// Begins a sweep that does not write; `storing` says whether it stores elements.
    ///
    /// # Safety
    ///
    /// `local` must be open, and stay so for as long as the reader is used.
    #[doc(hidden)]
    unsafe fn reader(local: &mut Self::Local, storing: bool) -> Self::Reader;

    /// Returns true if there is a buffer to store into.
    #[doc(hidden)]
    #[inline(always)]
    fn can_store(local: &Self::Local) -> bool {
        let _ = local;
        false
    }

    /// Ends a sweep that did not write, and passed every position.
    ///
    /// # Safety
    ///
    /// It did, with this reader.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn complete_store(local: &mut Self::Local, reader: Self::Reader) {
        let _ = (local, reader);
    }

    /// Writes at `k`.
    ///
    /// # Safety
    ///
    /// The cursor's memory must be valid, `k` within it, and each `k` written
    /// at most once by a cursor.
    #[doc(hidden)]
    unsafe fn put(cursor: &mut Self::Cursor, k: usize, value: Self::Value);

    /// Writes at `k`, the `j`-th of `VECTOR` neighbours that are written one
    /// after the other; or only keeps it until [`flush`](Sink::flush).
    ///
    /// # Safety
    ///
    /// As for [`put`](Sink::put), and `j` must be below `VECTOR`.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn put_in_vector(cursor: &mut Self::Cursor, k: usize, j: usize, value: Self::Value) {
        let _ = j;
        // SAFETY: the caller's promise.
        unsafe { Self::put(cursor, k, value) };
    }

    /// Writes the vector.
    ///
    /// # Safety
    ///
    /// `VECTOR` neighbours must have been put since the last time.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn flush(cursor: &mut Self::Cursor) {
        let _ = cursor;
    }

    /// Ends a sweep that wrote every position.
    ///
    /// # Safety
    ///
    /// It did, with this cursor.
    #[doc(hidden)]
    unsafe fn complete(local: &mut Self::Local, cursor: Self::Cursor);

    /// The elements that the block compacted.
    ///
    /// # Panics
    ///
    /// Panics if no sweep that compacts was completed.
    ///
    /// # Safety
    ///
    /// `local` must be open.
    #[doc(hidden)]
    unsafe fn compacted<'c>(local: &'c Self::Local) -> Self::Compacted<'c>
    where
        Self: 'c;

    /// Leaves a block. Panics where no sweep was completed in it.
    ///
    /// # Safety
    ///
    /// `block` must be the one that `local` entered.
    #[doc(hidden)]
    unsafe fn close(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop>;

    /// The result of a run.
    ///
    /// # Safety
    ///
    /// Every block must have been closed.
    #[doc(hidden)]
    unsafe fn finish(shared: Self::Shared) -> Result<Self::Done, Fault>;
}

/// The arrays that a loop writes: `(Sink, (Sink, … ()))`.
#[allow(
    missing_docs,
    clippy::missing_safety_doc,
    reason = "as for `Sink`, for each of them"
)]
pub trait Sinks: Sized + sealed::Sealed {
    /// The values that the loop's body yields: `(Value, (Value, … ()))`.
    type Values;
    /// The argument of the body: `(Old, (Old, … ()))`.
    type Olds<'c>;
    /// The elements that a block compacted: `(Compacted, (Compacted, … ()))`.
    type Compacted<'c>
    where
        Self: 'c;
    /// The finished results: `(Done, (Done, … ()))`.
    type Done;

    #[doc(hidden)]
    type Shared: Sync;
    #[doc(hidden)]
    type Local;
    #[doc(hidden)]
    type Cursor;
    #[doc(hidden)]
    type Reader: Reader;

    #[doc(hidden)]
    const ORDERED: bool;
    #[doc(hidden)]
    const IN_VECTORS: bool;
    #[doc(hidden)]
    const DENSE: bool;
    #[doc(hidden)]
    const FIXED_SLOTS: bool;
    #[doc(hidden)]
    const ANY_LEN: bool;
    #[doc(hidden)]
    const NEW_BYTES: usize;

    #[doc(hidden)]
    fn requested_bytes(&self, blocks: &Blocks) -> usize;
    #[doc(hidden)]
    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault>;
    #[doc(hidden)]
    fn local() -> Self::Local;
    #[doc(hidden)]
    unsafe fn open(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Fault>;
    #[doc(hidden)]
    fn invalidate(local: &mut Self::Local);
    #[doc(hidden)]
    unsafe fn set_len(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop>;
    #[doc(hidden)]
    unsafe fn sweep<R>(local: &mut Self::Local, sweep: impl FnOnce(Self::Cursor) -> R) -> R;
    #[doc(hidden)]
    unsafe fn old<'c>(cursor: &Self::Cursor, k: usize) -> Self::Olds<'c>;
    #[doc(hidden)]
    unsafe fn reader(local: &mut Self::Local, storing: Option<usize>) -> Self::Reader;
    #[doc(hidden)]
    fn can_store(local: &Self::Local, number: usize) -> bool;
    #[doc(hidden)]
    unsafe fn complete_store(local: &mut Self::Local, reader: Self::Reader);
    #[doc(hidden)]
    unsafe fn put(cursor: &mut Self::Cursor, k: usize, values: Self::Values);
    #[doc(hidden)]
    unsafe fn put_in_vector(cursor: &mut Self::Cursor, k: usize, j: usize, values: Self::Values);
    #[doc(hidden)]
    unsafe fn flush(cursor: &mut Self::Cursor);
    #[doc(hidden)]
    unsafe fn complete(local: &mut Self::Local, cursor: Self::Cursor);
    #[doc(hidden)]
    unsafe fn compacted<'c>(local: &'c Self::Local) -> Self::Compacted<'c>
    where
        Self: 'c;
    #[doc(hidden)]
    unsafe fn close(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop>;
    #[doc(hidden)]
    unsafe fn finish(shared: Self::Shared) -> Result<Self::Done, Fault>;
}

impl sealed::Sealed for () {}

impl Sinks for () {
    type Values = ();
    type Olds<'c> = ();
    type Compacted<'c> = ();
    type Done = ();
    type Shared = ();
    type Local = ();
    type Cursor = ();
    type Reader = ();

    const ORDERED: bool = false;
    const IN_VECTORS: bool = false;
    const DENSE: bool = false;
    const FIXED_SLOTS: bool = true;
    const ANY_LEN: bool = true;
    const NEW_BYTES: usize = usize::MAX;

    #[inline(always)]
    fn invalidate((): &mut ()) {}

    #[inline(always)]
    unsafe fn set_len((): &(), (): &mut (), _block: &Block<'_>, _len: usize) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn requested_bytes(&self, _blocks: &Blocks) -> usize {
        0
    }

    #[inline(always)]
    fn prepare(self, _blocks: &Blocks) -> Result<(), Fault> {
        Ok(())
    }

    #[inline(always)]
    fn local() {}

    #[inline(always)]
    unsafe fn open((): &(), (): &mut (), _block: &Block<'_>) -> Result<(), Fault> {
        Ok(())
    }

    #[inline(always)]
    unsafe fn sweep<R>((): &mut (), sweep: impl FnOnce(()) -> R) -> R {
        sweep(())
    }

    #[inline(always)]
    unsafe fn old<'c>((): &(), _k: usize) -> Self::Olds<'c> {}

    #[inline(always)]
    unsafe fn reader((): &mut (), _storing: Option<usize>) {}

    #[inline(always)]
    fn can_store((): &(), _number: usize) -> bool {
        false
    }

    #[inline(always)]
    unsafe fn complete_store((): &mut (), (): ()) {}

    #[inline(always)]
    unsafe fn put((): &mut (), _k: usize, (): ()) {}

    #[inline(always)]
    unsafe fn put_in_vector((): &mut (), _k: usize, _j: usize, (): ()) {}

    #[inline(always)]
    unsafe fn flush((): &mut ()) {}

    #[inline(always)]
    unsafe fn complete((): &mut (), (): ()) {}

    #[inline(always)]
    unsafe fn compacted<'c>((): &'c ()) -> Self::Compacted<'c>
    where
        Self: 'c,
    {
    }

    #[inline(always)]
    unsafe fn close((): &(), (): &mut (), _block: &Block<'_>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    unsafe fn finish((): ()) -> Result<(), Fault> {
        Ok(())
    }
}

impl<A: Sink, B: Sinks> sealed::Sealed for (A, B) {}

impl<A: Sink, B: Sinks> Sinks for (A, B) {
    type Values = (A::Value, B::Values);
    type Olds<'c> = (A::Old<'c>, B::Olds<'c>);
    type Compacted<'c>
        = (A::Compacted<'c>, B::Compacted<'c>)
    where
        Self: 'c;
    type Done = (A::Done, B::Done);
    type Shared = (A::Shared, B::Shared);
    type Local = (A::Local, B::Local);
    type Cursor = (A::Cursor, B::Cursor);
    type Reader = (A::Reader, B::Reader);

    const ORDERED: bool = A::ORDERED || B::ORDERED;
    const IN_VECTORS: bool = A::IN_VECTORS || B::IN_VECTORS;
    const DENSE: bool = A::DENSE || B::DENSE;
    const FIXED_SLOTS: bool = A::FIXED_SLOTS && B::FIXED_SLOTS;
    const ANY_LEN: bool = A::ANY_LEN && B::ANY_LEN;
    // The smallest elements need the most blocks to fill a page.
    const NEW_BYTES: usize = if A::NEW_BYTES < B::NEW_BYTES {
        A::NEW_BYTES
    } else {
        B::NEW_BYTES
    };

    #[inline(always)]
    fn requested_bytes(&self, blocks: &Blocks) -> usize {
        let (first, others) = (
            self.0.requested_bytes(blocks),
            self.1.requested_bytes(blocks),
        );
        first.saturating_add(others)
    }

    #[inline(always)]
    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault> {
        Ok((self.0.prepare(blocks)?, self.1.prepare(blocks)?))
    }

    #[inline(always)]
    fn local() -> Self::Local {
        (A::local(), B::local())
    }

    #[inline(always)]
    unsafe fn open(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // SAFETY: the caller's promise, here and below.
        unsafe {
            A::open(&shared.0, &mut local.0, block)?;
            B::open(&shared.1, &mut local.1, block)
        }
    }

    #[inline(always)]
    fn invalidate(local: &mut Self::Local) {
        A::invalidate(&mut local.0);
        B::invalidate(&mut local.1);
    }

    #[inline(always)]
    unsafe fn set_len(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop> {
        // SAFETY: as above.
        unsafe {
            A::set_len(&shared.0, &mut local.0, block, len)?;
            B::set_len(&shared.1, &mut local.1, block, len)
        }
    }

    #[inline(always)]
    unsafe fn sweep<R>(local: &mut Self::Local, sweep: impl FnOnce(Self::Cursor) -> R) -> R {
        let (head, tail) = local;
        // SAFETY: as above.
        let data: *mut [_] = unsafe { A::data(head) };
        // SAFETY: it is no part of the state, which is only looked at below.
        let data = unsafe { &mut *data };
        A::alone(data, |data| {
            let cursor = A::start(head, data);
            // SAFETY: as above.
            unsafe { B::sweep(tail, |rest| sweep((cursor, rest))) }
        })
    }

    #[inline(always)]
    unsafe fn old<'c>(cursor: &Self::Cursor, k: usize) -> Self::Olds<'c> {
        // SAFETY: as above.
        unsafe { (A::old(&cursor.0, k), B::old(&cursor.1, k)) }
    }

    #[inline(always)]
    unsafe fn reader(local: &mut Self::Local, storing: Option<usize>) -> Self::Reader {
        let further = storing.and_then(|number| number.checked_sub(1));
        // SAFETY: as above.
        unsafe {
            (
                A::reader(&mut local.0, storing == Some(0)),
                B::reader(&mut local.1, further),
            )
        }
    }

    #[inline(always)]
    fn can_store(local: &Self::Local, number: usize) -> bool {
        match number.checked_sub(1) {
            None => A::can_store(&local.0),
            Some(further) => B::can_store(&local.1, further),
        }
    }

    #[inline(always)]
    unsafe fn complete_store(local: &mut Self::Local, reader: Self::Reader) {
        // SAFETY: as above.
        unsafe {
            A::complete_store(&mut local.0, reader.0);
            B::complete_store(&mut local.1, reader.1);
        }
    }

    #[inline(always)]
    unsafe fn put(cursor: &mut Self::Cursor, k: usize, values: Self::Values) {
        // SAFETY: as above.
        unsafe {
            A::put(&mut cursor.0, k, values.0);
            B::put(&mut cursor.1, k, values.1);
        }
    }

    #[inline(always)]
    unsafe fn put_in_vector(cursor: &mut Self::Cursor, k: usize, j: usize, values: Self::Values) {
        // SAFETY: as above.
        unsafe {
            A::put_in_vector(&mut cursor.0, k, j, values.0);
            B::put_in_vector(&mut cursor.1, k, j, values.1);
        }
    }

    #[inline(always)]
    unsafe fn flush(cursor: &mut Self::Cursor) {
        // SAFETY: as above.
        unsafe {
            A::flush(&mut cursor.0);
            B::flush(&mut cursor.1);
        }
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Self::Local, cursor: Self::Cursor) {
        // SAFETY: as above.
        unsafe {
            A::complete(&mut local.0, cursor.0);
            B::complete(&mut local.1, cursor.1);
        }
    }

    #[inline(always)]
    unsafe fn compacted<'c>(local: &'c Self::Local) -> Self::Compacted<'c>
    where
        Self: 'c,
    {
        // SAFETY: as above.
        unsafe { (A::compacted(&local.0), B::compacted(&local.1)) }
    }

    #[inline(always)]
    unsafe fn close(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop> {
        // SAFETY: as above.
        unsafe {
            A::close(&shared.0, &mut local.0, block)?;
            B::close(&shared.1, &mut local.1, block)
        }
    }

    #[inline(always)]
    unsafe fn finish(shared: Self::Shared) -> Result<Self::Done, Fault> {
        // SAFETY: as above.
        unsafe { Ok((A::finish(shared.0)?, B::finish(shared.1)?)) }
    }
}

/// The sinks of a block. A sweep takes them by `&mut`.
pub struct Out<'c, S: Sinks> {
    shared: &'c S::Shared,
    /// Open for the block.
    local: &'c mut S::Local,
    block: &'c Block<'c>,
    /// The positions that are swept.
    start: usize,
    len: usize,
}

impl<'c, S: Sinks> Out<'c, S> {
    /// # Safety
    ///
    /// `local` must be open for `block` of the run of `shared`, and stay so for `'c`.
    #[inline(always)]
    pub(crate) unsafe fn new(
        shared: &'c S::Shared,
        local: &'c mut S::Local,
        block: &'c Block<'c>,
    ) -> Self {
        Out {
            shared,
            local,
            block,
            start: block.start(),
            len: block.len(),
        }
    }
}

impl<S: Sinks> Out<'_, S> {
    /// The sinks for a sweep that only reads the old elements. It counts as no sweep: all positions
    /// stay as they are.
    #[inline(always)]
    pub fn reading(&mut self) -> Reading<'_, S> {
        Reading::new(self.local, self.start, self.len, None)
    }

    /// The sinks for a sweep that stores elements for others, in the [`Temporary`] of that number
    /// among the sinks.
    #[inline(always)]
    pub fn storing(&mut self, number: usize) -> Reading<'_, S> {
        Reading::new(self.local, self.start, self.len, Some(number))
    }

    /// The elements that the sweep that writes has compacted.
    ///
    /// # Panics
    ///
    /// Before that sweep, where anything is compacted.
    #[inline(always)]
    pub fn compacted(&self) -> S::Compacted<'_> {
        // SAFETY: the block is open.
        unsafe { S::compacted(self.local) }
    }

    /// None of the arrays, for a sweep that comes first and asks for elements ahead of
    /// it as one that writes does.
    #[inline(always)]
    pub fn no_sinks<'n>(&'n self, nothing: &'n mut ()) -> Out<'n, ()> {
        Out {
            shared: &(),
            local: nothing,
            block: self.block,
            start: self.start,
            len: self.len,
        }
    }
}

impl<'c, S: Sinks> Out<'c, S> {
    /// The sinks for sweeps over the elements that the block has compacted.
    ///
    /// # Errors
    ///
    /// None of its own: a block to the left has failed.
    ///
    /// # Panics
    ///
    /// Panics if an array must be written at each position of the block, if more was kept than it
    /// has, and if the number of elements of a [`DenseAtOffset`] was given before.
    #[inline(always)]
    pub fn over(self, compacted: &CompactedBlock) -> Result<Out<'c, S>, Stop> {
        assert!(S::ANY_LEN && compacted.len() <= self.len);
        // SAFETY: it is open for the block, which has so many.
        unsafe { S::set_len(self.shared, self.local, self.block, compacted.len()) }?;
        Ok(Out {
            start: 0,
            len: compacted.len(),
            ..self
        })
    }
}

impl<S: Sinks> fmt::Debug for Out<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Out")
            .field("start", &self.start)
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}
