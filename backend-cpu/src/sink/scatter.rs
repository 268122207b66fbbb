//! Writes at computed positions.
//!
//! Threads may meet at one position, and that must not be a data race.
//!
//! * Numbers, `bool` and `char` are stored atomically, relaxed, which costs as much as a plain
//!   store does. Where two threads meet the slot holds either value, so that the result depends on
//!   timing where indices repeat across blocks, and only there.
//! * Of other types a block collects its elements, and the blocks put them in place one after the
//!   other: the last write stays.
//! * A run of one thread writes straight away, and the last write stays.
//!
//! The second way would give the same bits for any number of threads with
//! repeated indices too. It is not taken for all types because a scatter
//! spends its time on the writes, cache misses mostly, and does them one
//! block at a time: only the first way gets faster with more threads. Distinct
//! indices, which are the contract, give the same bits in either case.

use std::fmt;
use std::marker::PhantomData;
use std::mem::transmute_copy;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

use super::buffer::{Buffer, BufferHandle};
use super::output_buffer::{OutputBuffer, Provided};
use super::write_only::write_only;
use super::{Access, Accesses, Fresh, Handing, Sinks, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::{Element, Stored};
use crate::error::{Fault, Stop};
use crate::gather::{Index, out_of_bounds};
use crate::look_back::PrefixSlots;
use crate::memory;
use crate::op::is;
use crate::run::Run;

/// An array that a loop writes at computed positions: the body is given a
/// [`Scattering`] to put elements with.
///
/// The array may have any length. Where an index repeats, the slot holds one of
/// the values written.
pub struct Scatter<D> {
    dest: D,
    binding: &'static str,
}

impl<'d, T> Scatter<&'d [T]> {
    /// Writes into a copy of `dest`. The result is a `Vec<T>`.
    #[inline]
    #[must_use]
    pub fn copied(dest: &'d [T], binding: &'static str) -> Self {
        Scatter { dest, binding }
    }
}

impl<T> Scatter<Vec<T>> {
    /// Writes into `dest` itself. The result is `dest`.
    #[inline]
    #[must_use]
    pub fn taking(dest: Vec<T>, binding: &'static str) -> Self {
        Scatter { dest, binding }
    }
}

impl<'d, T> Scatter<&'d mut [T]> {
    /// Writes into `dest` itself. The result is `()`.
    ///
    /// Where a run fails, the array is partly written.
    #[inline]
    #[must_use]
    pub fn in_place(dest: &'d mut [T], binding: &'static str) -> Self {
        Scatter { dest, binding }
    }
}

impl<D> fmt::Debug for Scatter<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scatter").field(&self.binding).finish()
    }
}

/// The array that [`Scatter`] writes into: `&[T]`, which it copies, a `Vec<T>` or `&mut [T]`.
pub trait Destination: sealed::Sealed {
    /// The type of the elements.
    type Element: Element;
    /// The finished result.
    type Done;

    /// The vector, if one is made, or the borrow of the slice.
    #[doc(hidden)]
    type Home;

    /// The number of elements.
    #[doc(hidden)]
    fn count(&self) -> usize;

    /// The memory of `self` or of a copy.
    #[doc(hidden)]
    fn output(
        self,
        blocks: &Blocks,
        binding: &'static str,
    ) -> Result<OutputBuffer<Self::Element, Self::Home>, Fault>;

    #[doc(hidden)]
    fn done(output: OutputBuffer<Self::Element, Self::Home>) -> Self::Done;
}

impl<T> sealed::Sealed for &[T] {}

impl<T: Element> Destination for &[T] {
    type Element = T;
    type Done = Vec<T>;
    type Home = Vec<T>;

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    fn output(
        self,
        blocks: &Blocks,
        binding: &'static str,
    ) -> Result<OutputBuffer<T, Vec<T>>, Fault> {
        let len = self.len();
        // The array may be longer than the loop that writes to it.
        let copying = Run::parallel(len, 1);
        let copy = match blocks.is_sharable() && !copying.cut().sequential {
            true => copied_by_threads(copying, self, binding)?,
            false => memory::copied(self, binding)?,
        };
        Ok(OutputBuffer::of_vector(copy, len))
    }

    #[inline]
    fn done(output: OutputBuffer<T, Vec<T>>) -> Vec<T> {
        output.vector()
    }
}

/// A vector of the elements of an array, by a run over all of it.
#[inline(never)]
fn copied_by_threads<T: Element>(
    run: Run,
    array: &[T],
    binding: &'static str,
) -> Result<Vec<T>, Fault> {
    let ((copy, ()), _) = run.blocks((Fresh::named(binding), ()), |block, out| {
        block.each((array, ()), out, |_, (value, ()), ((), ())| Ok((value, ())))?;
        Ok(())
    })?;
    Ok(copy)
}

impl<T> sealed::Sealed for Vec<T> {}

impl<T: Element> Destination for Vec<T> {
    type Element = T;
    type Done = Vec<T>;
    type Home = Vec<T>;

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn output(
        self,
        _blocks: &Blocks,
        _binding: &'static str,
    ) -> Result<OutputBuffer<T, Vec<T>>, Fault> {
        let len = self.len();
        Ok(OutputBuffer::of_vector(self, len))
    }

    #[inline]
    fn done(output: OutputBuffer<T, Vec<T>>) -> Vec<T> {
        output.vector()
    }
}

impl<T> sealed::Sealed for &mut [T] {}

impl<'y, T: Element> Destination for &'y mut [T] {
    type Element = T;
    type Done = ();
    type Home = Provided<'y, T>;

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn output(
        self,
        _blocks: &Blocks,
        _binding: &'static str,
    ) -> Result<OutputBuffer<T, Provided<'y, T>>, Fault> {
        Ok(OutputBuffer::of_slice(self))
    }

    #[inline]
    fn done(_output: OutputBuffer<T, Provided<'y, T>>) {}
}

/// The handle by which a body puts the elements of a [`Scatter`].
pub struct Scattering<'c, T> {
    data: *mut T,
    len: usize,
    /// The buffer in which elements are collected, unless they are written straight away.
    buffer: Option<BufferHandle<(usize, T)>>,
    /// Set if elements are stored atomically, which takes long to find without optimisation.
    #[cfg(debug_assertions)]
    is_atomic: bool,
    binding: &'static str,
    /// The memory is there while the block is open.
    open: PhantomData<&'c ()>,
}

impl<T> Clone for Scattering<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Scattering<'_, T> {}

impl<T: Copy> Scattering<'_, T> {
    /// Returns true if elements are stored atomically.
    #[inline(always)]
    fn is_atomic(&self) -> bool {
        #[cfg(debug_assertions)]
        return self.is_atomic;
        #[cfg(not(debug_assertions))]
        is_atomic::<T>()
    }

    /// Writes `value` at `index`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IndexOutOfBounds`](crate::ErrorKind::IndexOutOfBounds), and
    /// [`ErrorKind::Allocation`](crate::ErrorKind::Allocation) where values
    /// that must be collected find no memory.
    #[inline(always)]
    pub fn put<I>(self, index: I, value: impl Stored<T, I>) -> Result<(), Fault> {
        let (index, value) = value.stored(index);
        let at = index.position();
        if at >= self.len {
            return Err(out_of_bounds(index.number(), self.len, self.binding));
        }
        // SAFETY: the position is within the memory, which is there while the
        // block is open. Of a type that is stored atomically every write of the
        // run is, and nothing reads; of another type there is no buffer only in a
        // run of one thread (`open`).
        unsafe {
            let slot = self.data.add(at);
            if self.is_atomic() {
                store(slot, value);
            } else if let Some(buffer) = self.buffer {
                buffer.push((at, value), self.binding)?;
            } else {
                slot.write(value);
            }
        }
        Ok(())
    }
}

impl<T> fmt::Debug for Scattering<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scattering")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

/// Returns true if all of `T` is one value without padding that [`store`] can write.
#[inline(always)]
fn is_atomic<T>() -> bool {
    macro_rules! any {
        ($($type:ty)*) => {
            $(is::<T, $type>())||*
        };
    }
    let size = matches!(size_of::<T>(), 1 | 2 | 4)
        || (cfg!(target_has_atomic = "64") && size_of::<T>() == 8);
    // `u64` is less aligned than its atomic type on some machines.
    size && align_of::<T>() == size_of::<T>()
        && any!(u8 i8 bool u16 i16 u32 i32 f32 char u64 i64 f64 usize isize)
}

/// # Safety
///
/// `T` must be [`is_atomic`], and the slot valid for atomic writes.
#[inline(always)]
unsafe fn store<T: Copy>(slot: *mut T, value: T) {
    // SAFETY: sizes are matched, alignment and the absence of padding is what
    // `is_atomic` says; the slot is the caller's promise.
    unsafe {
        match size_of::<T>() {
            1 => AtomicU8::from_ptr(slot.cast())
                .store(transmute_copy::<T, u8>(&value), Ordering::Relaxed),
            2 => AtomicU16::from_ptr(slot.cast())
                .store(transmute_copy::<T, u16>(&value), Ordering::Relaxed),
            4 => AtomicU32::from_ptr(slot.cast())
                .store(transmute_copy::<T, u32>(&value), Ordering::Relaxed),
            #[cfg(target_has_atomic = "64")]
            8 => std::sync::atomic::AtomicU64::from_ptr(slot.cast())
                .store(transmute_copy::<T, u64>(&value), Ordering::Relaxed),
            _ => unreachable!("not a type that is stored atomically"),
        }
    }
}

#[doc(hidden)]
pub struct Shared<D: Destination> {
    /// Threads write elements there atomically (`Scattering::put`), one thread after the other
    /// (`close`, which waits for its predecessor with acquire ordering), or one thread alone.
    output: OutputBuffer<D::Element, D::Home>,
    /// The order in which blocks write collected elements, if they are collected.
    order: Option<PrefixSlots<()>>,
    binding: &'static str,
}

impl<D: Destination> fmt::Debug for Shared<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Shared").field(&self.output.len()).finish()
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    buffer: Option<Buffer<(usize, T)>>,
    /// The handle of the open block.
    handle: Option<Scattering<'static, T>>,
    complete: bool,
}

impl<D> sealed::Sealed for Scatter<D> {}

impl<D: Destination> Sinks for Scatter<D> {
    type Cursor<'c> = Handing<Scattering<'c, D::Element>>;
    type Done = D::Done;
    type Shared = Shared<D>;
    type Local = Local<D::Element>;

    write_only!();

    const ACCESSES: Accesses = Accesses::of(Access::Scatter);

    fn prepare(self, blocks: &Blocks) -> Result<Shared<D>, Fault> {
        let output = self.dest.output(blocks, self.binding)?;
        let collects = !is_atomic::<D::Element>() && !blocks.is_sequential();
        let order = match collects {
            true => Some(PrefixSlots::new((), blocks.count(), false)?),
            false => None,
        };
        Ok(Shared {
            output,
            order,
            binding: self.binding,
        })
    }

    #[inline]
    fn local() -> Self::Local {
        Local {
            buffer: None,
            handle: None,
            complete: false,
        }
    }

    #[inline]
    unsafe fn open(
        shared: &Shared<D>,
        local: &mut Self::Local,
        _block: &Block<'_>,
    ) -> Result<(), Fault> {
        let buffer = shared
            .order
            .is_some()
            .then(|| local.buffer.get_or_insert_with(Buffer::new).handle());
        local.handle = Some(Scattering {
            // SAFETY: it is no more than any number of slots.
            data: unsafe { shared.output.from(0) },
            len: shared.output.len(),
            buffer,
            #[cfg(debug_assertions)]
            is_atomic: is_atomic::<D::Element>(),
            binding: shared.binding,
            open: PhantomData,
        });
        local.complete = false;
        Ok(())
    }

    #[inline]
    unsafe fn sweep<'c, R>(
        local: &mut Self::Local,
        _len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        // The elements of an earlier sweep are replaced.
        if let Some(buffer) = &mut local.buffer {
            buffer.items().clear();
        }
        local.complete = false;
        sweep(Handing(local.handle.expect("the block is open")))
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Self::Local, _cursor: Self::Cursor<'_>) {
        local.complete = true;
    }

    #[inline]
    unsafe fn close(
        shared: &Shared<D>,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop> {
        assert!(local.complete, "a block ended without a complete sweep");
        if let (Some(order), Some(buffer)) = (&shared.order, &mut local.buffer) {
            order.wait(block.index(), block.failed())?;
            for &(at, value) in &*buffer.items() {
                // SAFETY: `put` checked the position. Earlier blocks are done
                // with the memory, and later ones wait.
                unsafe { shared.output.from(at).write(value) };
            }
            order.publish(block.index(), ());
        }
        Ok(())
    }

    #[inline]
    unsafe fn finish(shared: Shared<D>) -> Result<D::Done, Fault> {
        Ok(D::done(shared.output))
    }
}
