//! The arrays that a loop writes.
//!
//! An array is an access and a home. The access is how a sweep writes it: a position has one
//! element ([`Fresh`], [`InPlace`], [`Replace`], [`Within`], [`DenseAtOffset`], [`Temporary`]), a row of them
//! ([`Rows`]), one or none ([`Compact`], [`Scratch`]), or any number ([`Append`]), or writes
//! elsewhere ([`Scatter`], [`Bins`], [`Elsewhere`]). The home is the memory: a new vector, that of an array that is
//! of no use afterwards, a slice of the caller's, or a buffer that only the sweeps of a block see.
//!
//! A sink lives three lives: `Shared` for the run, `Local` for the block that a worker is in, and
//! a [`Cursor`] for the sweep over that block. All three hold raw pointers; the traits' unsafe
//! methods say in which order they go.

mod access;
#[cfg(feature = "programs")]
mod append;
#[cfg(feature = "programs")]
mod bins;
mod buffer;
#[cfg(feature = "programs")]
mod compact;
#[cfg(feature = "programs")]
mod consecutive;
mod cursor;
#[cfg(feature = "programs")]
mod dense_at_offset;
#[cfg(feature = "programs")]
mod elsewhere;
mod fresh;
#[cfg(feature = "programs")]
mod in_place;
mod kept;
mod list;
mod out;
pub(crate) mod output_buffer;
#[cfg(feature = "programs")]
mod partition;
mod permute;
#[cfg(feature = "programs")]
mod replace;
#[cfg(feature = "programs")]
mod rows;
#[cfg(feature = "programs")]
mod scatter;
#[cfg(feature = "programs")]
mod scratch;
mod target;
#[cfg(feature = "programs")]
mod temporary;
#[cfg(feature = "programs")]
mod within;
mod write_only;

use std::mem::MaybeUninit;
use std::slice;

use access::{Access, Accesses, Home};
#[cfg(feature = "programs")]
pub use append::{Append, Appending};
#[cfg(feature = "programs")]
pub use bins::{Binning, Bins};
#[cfg(feature = "programs")]
pub use compact::{Compact, Masked};
pub(crate) use cursor::Cursor;
use cursor::{Handing, Writer};
#[cfg(feature = "programs")]
pub use dense_at_offset::DenseAtOffset;
#[cfg(feature = "programs")]
pub use elsewhere::{Combined, Elsewhere, How, Pairs, Placed, Putting};
pub use fresh::Fresh;
#[cfg(feature = "programs")]
pub use in_place::{Fill, InPlace, Provide};
pub use out::Out;
#[cfg(all(feature = "programs", not(debug_assertions)))]
pub(crate) use partition::by_words;
#[cfg(feature = "programs")]
pub use partition::{Answer, Partition};
#[cfg(feature = "programs")]
pub use replace::Replace;
#[cfg(feature = "programs")]
pub use rows::{RowWriter, RowWriters, Rows};
#[cfg(feature = "programs")]
pub use scatter::{Destination, Scatter, Scattering};
#[cfg(feature = "programs")]
pub use scratch::{DenseScratch, Scratch};
pub use target::{Both, Reading, Storing, Target};
#[cfg(feature = "programs")]
pub use temporary::Temporary;
#[cfg(feature = "programs")]
pub use within::Within;

use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};

/// The number of neighbours that are written together ([`Cursor::put_in_vector`]).
pub(crate) const VECTOR: usize = 8;

/// The number of neighbours that are looked at together before they are partitioned
/// ([`Partition`]): the bits of a word.
pub(crate) const NEIGHBOURS: usize = u64::BITS as usize;

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// The arrays that a loop writes: `(A, (B, … ()))` of [`Fresh`], [`Rows`], [`Compact`], [`Append`],
/// [`InPlace`], [`Within`], [`Replace`], [`Scatter`] or [`Bins`] ones, of [`Temporary`] or [`Scratch`] ones,
/// which the loop keeps to itself, or of lists of such, which have [sweeps of their
/// own](Out::split).
#[diagnostic::on_unimplemented(message = "`{Self}` is not an array that a loop can write")]
pub trait Sinks: Sized + sealed::Sealed {
    /// The cursor of a sweep that writes: its body is given the old content of each array or a
    /// handle to write with, which is valid as long as the block is open, and yields a value for
    /// each.
    #[doc(hidden)]
    type Cursor<'c>: Cursor;
    /// The cursor of a sweep that does not.
    #[doc(hidden)]
    type Reader: Cursor;
    /// The elements that a block compacted, or wrote one by one, after the sweep that did: of each
    /// array a slice, or nothing if others were in its place or its elements go to computed positions.
    type Compacted<'c>
    where
        Self: 'c;
    /// The finished results.
    type Done;

    #[doc(hidden)]
    type Shared: Sync;
    #[doc(hidden)]
    type Local;

    #[doc(hidden)]
    const ACCESSES: Accesses;

    /// The number of bytes of untouched memory that a position takes; `usize::MAX` if it takes
    /// none, or if blocks wait for each other.
    #[doc(hidden)]
    const NEW_BYTES: usize = usize::MAX;

    /// The number of bytes of new memory that they will ask for.
    #[doc(hidden)]
    #[inline(always)]
    fn requested_bytes(&self, _blocks: &Blocks) -> usize {
        0
    }

    /// States its needs for the order of the blocks, before any array is prepared.
    #[doc(hidden)]
    #[inline(always)]
    fn arrange(&self, _blocks: &Blocks) {}

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

    /// From now on the block has so many positions.
    ///
    /// # Safety
    ///
    /// `local` must be open for `block`, and they be no more than it had.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn set_len(
        _shared: &Self::Shared,
        _local: &mut Self::Local,
        _block: &Block<'_>,
        _len: usize,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// Runs `sweep` on the memory of a block.
    ///
    /// # Safety
    ///
    /// `local` must be open, and stay so for `'c`, for a block of at least so many positions.
    #[doc(hidden)]
    unsafe fn sweep<'c, R>(
        local: &mut Self::Local,
        len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R;

    /// Ends a sweep that wrote every position.
    ///
    /// # Safety
    ///
    /// It did, with this cursor.
    #[doc(hidden)]
    unsafe fn complete(local: &mut Self::Local, cursor: Self::Cursor<'_>);

    /// Begins a sweep that does not write. It stores elements in the [`Temporary`] of the number
    /// `storing`, if there is one.
    ///
    /// # Safety
    ///
    /// As for [`sweep`](Sinks::sweep), for as long as the reader is used.
    #[doc(hidden)]
    unsafe fn reader(local: &mut Self::Local, len: usize, storing: Option<usize>) -> Self::Reader;

    /// Returns true if there is a buffer to store into.
    #[doc(hidden)]
    #[inline(always)]
    fn can_store(_local: &Self::Local, _number: usize) -> bool {
        false
    }

    /// Ends a sweep that did not write, and passed every position.
    ///
    /// # Safety
    ///
    /// It did, with this reader.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn complete_store(_local: &mut Self::Local, _reader: Self::Reader) {}

    /// The elements that the block compacted, or wrote at its `len` positions.
    ///
    /// # Panics
    ///
    /// Panics if no sweep that writes was completed.
    ///
    /// # Safety
    ///
    /// `local` must be open.
    #[doc(hidden)]
    unsafe fn compacted<'c>(local: &'c Self::Local, len: usize) -> Self::Compacted<'c>
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

/// An array whose memory a block knows before it is swept: a [`Writer`], which is the access, and
/// a home.
#[doc(hidden)]
pub trait Sink: Sized {
    type Writer: Writer;
    type Done;
    type Shared: Sync;
    /// A worker's part of it in a block.
    type Memory;

    const ACCESS: Access = Self::Writer::ACCESS;
    const HOME: Home;

    /// The number of elements that there will be new memory for.
    #[inline(always)]
    fn requested(&self, _blocks: &Blocks) -> usize {
        0
    }

    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault>;

    /// A worker's state before its first block.
    fn memory() -> Self::Memory;

    /// Enters a block.
    ///
    /// # Safety
    ///
    /// As for [`Sinks::open`].
    unsafe fn open(
        shared: &Self::Shared,
        memory: &mut Self::Memory,
        block: &Block<'_>,
    ) -> Result<(), Fault>;

    /// From now on the block has so many positions.
    ///
    /// # Safety
    ///
    /// As for [`Sinks::set_len`].
    #[inline(always)]
    unsafe fn set_len(
        _shared: &Self::Shared,
        _memory: &mut Self::Memory,
        _block: &Block<'_>,
        _len: usize,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// The memory of an open block, for a sweep over so many positions.
    fn data(memory: &Self::Memory, len: usize) -> *mut Element<Self>;

    /// The cursor of a sweep that writes an open block, of which this is the memory.
    #[inline(always)]
    fn writer(_memory: &mut Self::Memory, data: *mut MaybeUninit<Element<Self>>) -> Self::Writer {
        Self::Writer::new(data)
    }

    /// The cursor of a sweep over an open block that does not write.
    #[inline(always)]
    fn reader(memory: &Self::Memory, len: usize) -> <Self::Writer as Writer>::Reader {
        Self::Writer::reader(|| Self::data(memory, len))
    }

    /// Runs `sweep` on the memory of a block. That the memory is a `&mut`
    /// parameter of a function tells LLVM that nothing else points to it, and
    /// LLVM keeps that in mind where it inlines the function after it inlined
    /// the sweep into it: in the order of normal inlining. Hence no
    /// `inline(always)`, which comes first, and a provided method, which rustc
    /// can't inline in MIR.
    #[inline]
    fn alone<R>(
        data: &mut [MaybeUninit<Element<Self>>],
        sweep: impl FnOnce(*mut MaybeUninit<Element<Self>>) -> R,
    ) -> R {
        sweep(data.as_mut_ptr())
    }

    /// Leaves a block of which a complete sweep wrote so many elements.
    ///
    /// # Safety
    ///
    /// As for [`Sinks::close`], and it did.
    #[inline(always)]
    unsafe fn close(
        _shared: &Self::Shared,
        _memory: &mut Self::Memory,
        _block: &Block<'_>,
        _count: Count<Self>,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// The result of a run.
    ///
    /// # Safety
    ///
    /// As for [`Sinks::finish`].
    unsafe fn finish(shared: Self::Shared) -> Self::Done;
}

type Element<S> = <<S as Sink>::Writer as Writer>::Element;
type Count<S> = <<S as Sink>::Writer as Writer>::Count;

/// A worker's state of a [`Sink`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Local<M, C> {
    memory: M,
    /// The number of elements of the block, once a sweep is complete.
    count: Option<C>,
}

impl<S: Sink> sealed::Sealed for S {}

impl<S: Sink> Sinks for S {
    type Cursor<'c> = S::Writer;
    type Reader = <S::Writer as Writer>::Reader;
    type Compacted<'c>
        = <S::Writer as Writer>::Compacted<'c>
    where
        Self: 'c;
    type Done = S::Done;
    type Shared = S::Shared;
    type Local = Local<S::Memory, Count<S>>;

    const ACCESSES: Accesses = match S::HOME {
        Home::BlockTemporary => Accesses::of(S::ACCESS).in_block(),
        _ => Accesses::of(S::ACCESS),
    };
    const NEW_BYTES: usize = match (S::ACCESS, S::HOME, size_of::<Element<S>>()) {
        (_, _, 0) => usize::MAX,
        (Access::Dense, Home::NewVector, bytes) => bytes,
        _ => usize::MAX,
    };

    #[inline(always)]
    fn requested_bytes(&self, blocks: &Blocks) -> usize {
        let elements = self.requested(blocks);
        elements.saturating_mul(size_of::<Element<S>>())
    }

    #[inline(always)]
    fn prepare(self, blocks: &Blocks) -> Result<S::Shared, Fault> {
        Sink::prepare(self, blocks)
    }

    #[inline(always)]
    fn local() -> Self::Local {
        let (memory, count) = (S::memory(), None);
        Local { memory, count }
    }

    #[inline(always)]
    unsafe fn open(
        shared: &S::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        local.count = None;
        // SAFETY: the caller's promise, here and below.
        unsafe { S::open(shared, &mut local.memory, block) }
    }

    #[inline(always)]
    unsafe fn set_len(
        shared: &S::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop> {
        // SAFETY: as above.
        unsafe { S::set_len(shared, &mut local.memory, block, len) }
    }

    #[inline(always)]
    unsafe fn sweep<'c, R>(
        local: &mut Self::Local,
        len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        let data = S::data(&local.memory, len).cast();
        // SAFETY: the memory of an open block has a place for each of its positions, which only
        // this thread uses.
        let data = unsafe { slice::from_raw_parts_mut(data, len) };
        S::alone(data, |data| sweep(S::writer(&mut local.memory, data)))
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Self::Local, cursor: S::Writer) {
        local.count = Some(cursor.count());
    }

    #[inline(always)]
    unsafe fn reader(local: &mut Self::Local, len: usize, _storing: Option<usize>) -> Self::Reader {
        S::reader(&local.memory, len)
    }

    #[inline(always)]
    unsafe fn compacted<'c>(local: &'c Self::Local, len: usize) -> Self::Compacted<'c>
    where
        Self: 'c,
    {
        // SAFETY: a sweep that was completed wrote so many elements there, and while `local` is
        // borrowed no other one writes.
        unsafe { S::Writer::compacted(local.count, len, |count| S::data(&local.memory, count)) }
    }

    #[inline(always)]
    unsafe fn close(
        shared: &S::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop> {
        match (local.count, S::HOME) {
            // SAFETY: as above.
            (Some(count), _) => unsafe { S::close(shared, &mut local.memory, block, count) },
            (None, Home::BlockTemporary) => Ok(()),
            (None, _) => panic!("a block ended without a complete sweep"),
        }
    }

    #[inline(always)]
    unsafe fn finish(shared: S::Shared) -> Result<S::Done, Fault> {
        // SAFETY: as above.
        Ok(unsafe { S::finish(shared) })
    }
}
