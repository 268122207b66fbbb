//! Values at computed positions of an array of which other processes have parts.
//!
//! A block collects the pairs of a position and a value. When all processes have done their blocks,
//! the pairs go to those that have the positions, which put them in place as one process would: in the
//! order of the loop, and combined in the same ranges of blocks and copies of bins (`bins`).

mod how;

use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::sync::{Mutex, PoisonError};

use super::bins::{COPIES, Cutting};
use super::buffer::{Buffer, BufferHandle};
use super::write_only::write_only;
use super::{Accesses, Cursor, Sinks, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::{Element, Reduced, Stored};
use crate::error::{Fault, Stop};
use crate::gather::{Index, out_of_bounds};
use crate::memory;
use crate::op::Op;
use crate::threads;
pub use how::{Combined, How, Placed};

/// An array of other processes, or of several, that a loop writes at computed positions: the body is
/// given a [`Putting`]. The result is [`Pairs`].
#[derive(Debug)]
pub struct Elsewhere<T, H> {
    len: usize,
    how: H,
    binding: &'static str,
    element: PhantomData<fn() -> T>,
}

impl<T> Elsewhere<T, Placed> {
    /// Replaces elements of an array of `len`, of the type of those in `part`.
    pub fn placed(_part: &[T], len: usize, binding: &'static str) -> Self {
        Elsewhere {
            len,
            how: Placed,
            binding,
            element: PhantomData,
        }
    }
}

impl<T: Element, O: Op<T>, F: Fn(T, T) -> T> Elsewhere<T, Combined<O, F>> {
    /// Combines values with the elements of an array of `len`, of the type of those in `part`.
    pub fn combined(_part: &[T], len: usize, binding: &'static str, op: O, combine: F) -> Self {
        Elsewhere {
            len,
            how: Combined { op, combine },
            binding,
            element: PhantomData,
        }
    }
}

/// The bits of a key below its position: the number of a range, and of a copy of its bins.
const BELOW: u32 = 8;

/// The number of a block, and its pairs.
type OfBlock<T> = (usize, Vec<(u64, T)>);

/// The handle by which a body puts values into an array [`Elsewhere`].
pub struct Putting<'c, T, H> {
    buffer: BufferHandle<(u64, T)>,
    len: usize,
    below: u64,
    binding: &'static str,
    how: PhantomData<fn() -> H>,
    /// The buffer is there while the block is open.
    open: PhantomData<&'c ()>,
}

impl<T, H> Clone for Putting<'_, T, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, H> Copy for Putting<'_, T, H> {}

impl<T, H> fmt::Debug for Putting<'_, T, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Putting")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

impl<T: Copy> Putting<'_, T, Placed> {
    /// Writes `value` at `index`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IndexOutOfBounds`](crate::ErrorKind::IndexOutOfBounds), and
    /// [`ErrorKind::Allocation`](crate::ErrorKind::Allocation).
    pub fn put<I>(self, index: I, value: impl Stored<T, I>) -> Result<(), Fault> {
        let (index, value) = value.stored(index);
        self.push(index, value)
    }
}

impl<T: Copy, O, F> Putting<'_, T, Combined<O, F>> {
    /// Combines `value` with the element at `index`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IndexOutOfBounds`](crate::ErrorKind::IndexOutOfBounds), and
    /// [`ErrorKind::Allocation`](crate::ErrorKind::Allocation).
    pub fn put<I>(self, index: I, value: impl Reduced<T, I>) -> Result<(), Fault> {
        let (index, value) = value.reduced(index);
        self.push(index, value)
    }
}

impl<T: Copy, H> Putting<'_, T, H> {
    fn push(self, index: impl Index, value: T) -> Result<(), Fault> {
        let at = index.position();
        if at >= self.len {
            return Err(out_of_bounds(index.number(), self.len, self.binding));
        }
        let key = (at as u64) << BELOW | self.below;
        // SAFETY: the block is open, and so the buffer is there.
        unsafe { self.buffer.push((key, value), self.binding) }
    }
}

/// Hands the body the copy of the bins that its position belongs to.
#[doc(hidden)]
#[derive(Debug)]
pub struct PuttingCursor<'c, T, H> {
    first: Putting<'c, T, H>,
    copies: usize,
}

impl<'c, T: Copy, H> Cursor for PuttingCursor<'c, T, H> {
    type Old = Putting<'c, T, H>;
    type Value = ();

    unsafe fn old(&self, k: usize) -> Self::Old {
        let below = self.first.below + (k % self.copies) as u64;
        Putting {
            below,
            ..self.first
        }
    }

    unsafe fn old_of_long(&self, _k: usize) -> Self::Old {
        self.first
    }

    unsafe fn put(&mut self, _k: usize, (): ()) {}
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Shared<T, H> {
    /// The pairs of the blocks that are done, with their numbers.
    done: Mutex<Vec<OfBlock<T>>>,
    array: Elsewhere<T, H>,
    /// The ranges in which values are combined; 0 if they are combined in place.
    ranges: usize,
    copies: usize,
    /// The number of blocks of a range.
    range: usize,
    /// The number of the blocks of this process that belong to a range of the process to the left.
    cut: usize,
    /// Set if the last block of the loop is one of this process.
    has_last: bool,
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T, H> {
    buffer: Buffer<(u64, T)>,
    /// The cursor of the open block.
    open: Option<(Putting<'static, T, H>, usize)>,
    complete: bool,
}

impl<T, H> sealed::Sealed for Elsewhere<T, H> {}

impl<T: Element, H: How<T>> Sinks for Elsewhere<T, H> {
    type Cursor<'c> = PuttingCursor<'c, T, H>;
    type Done = Pairs<T, H>;
    type Shared = Shared<T, H>;
    type Local = Local<T, H>;

    write_only!();

    const ACCESSES: Accesses = Accesses::of(H::ACCESS);

    fn arrange(&self, blocks: &Blocks) {
        match self.how.cutting(blocks, self.len) {
            Cutting::Ranges { count, .. } => blocks.cut_into_ranges(count),
            Cutting::None => blocks.keep_in_order(),
        }
    }

    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault> {
        let (ranges, copies) = match self.how.cutting(blocks, self.len) {
            Cutting::Ranges { copies, .. } => (blocks.ranges(), copies),
            Cutting::None => (0, 1),
        };
        Ok(Shared {
            done: Mutex::new(Vec::new()),
            array: self,
            ranges,
            copies,
            range: blocks.range(),
            cut: (blocks.range() - blocks.count_before() % blocks.range()) % blocks.range(),
            has_last: blocks.include_the_last(),
        })
    }

    fn local() -> Self::Local {
        Local {
            buffer: Buffer::new(),
            open: None,
            complete: false,
        }
    }

    unsafe fn open(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        let range = match shared.ranges {
            0 => 0,
            _ => block.range_of_all(),
        };
        let first = Putting {
            buffer: local.buffer.handle(),
            len: shared.array.len,
            below: (range * COPIES) as u64,
            binding: shared.array.binding,
            how: PhantomData,
            open: PhantomData,
        };
        local.open = Some((first, shared.copies));
        local.complete = false;
        Ok(())
    }

    unsafe fn sweep<'c, R>(
        local: &mut Self::Local,
        _len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        // The pairs of an earlier sweep are replaced.
        local.buffer.items().clear();
        local.complete = false;
        let (first, copies) = local.open.expect("the block is open");
        sweep(PuttingCursor { first, copies })
    }

    unsafe fn complete(local: &mut Self::Local, _cursor: Self::Cursor<'_>) {
        local.complete = true;
    }

    unsafe fn close(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop> {
        assert!(local.complete, "a block ended without a complete sweep");
        let pairs = mem::take(local.buffer.items());
        let mut done = shared.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.try_reserve(1)
            .map_err(|_| memory::none::<(u64, T)>(pairs.len(), shared.array.binding))?;
        done.push((block.index(), pairs));
        Ok(())
    }

    unsafe fn finish(shared: Self::Shared) -> Result<Pairs<T, H>, Fault> {
        let done = shared.done.into_inner();
        let mut blocks = done.unwrap_or_else(PoisonError::into_inner);
        blocks.sort_unstable_by_key(|(index, _)| *index);
        let mut pairs = Pairs {
            blocks,
            how: shared.array.how,
            ranges: shared.ranges,
            copies: shared.copies,
        };
        if pairs.ranges > 0 {
            pairs.combine_ranges(shared.array.len, shared.range, shared.cut, shared.has_last);
        }
        Ok(pairs)
    }
}

/// The pairs of a position and a value that the blocks of one process have collected.
#[derive(Debug)]
pub struct Pairs<T, H> {
    /// By the number of a block. A key is a position and, below it, a range and a copy of its bins.
    blocks: Vec<OfBlock<T>>,
    how: H,
    ranges: usize,
    copies: usize,
}

impl<T: Element, H: How<T>> Pairs<T, H> {
    /// Combines the values of each range of which this process has all blocks, so that one is left
    /// for each bin. The threads of the process share the ranges.
    fn combine_ranges(&mut self, len: usize, range: usize, cut: usize, has_last: bool) {
        let (how, copies) = (&self.how, self.copies);
        let cut = cut.min(self.blocks.len());
        let ranges = self.blocks[cut..].chunks_mut(range);
        let ranges = ranges.filter(|blocks| blocks.len() == range || has_last);
        if threads::available() == 1 {
            ranges.for_each(|blocks| combine_range(blocks, how, len, copies));
            return;
        }
        rayon_core::scope(|scope| {
            for blocks in ranges {
                scope.spawn(move |_| combine_range(blocks, how, len, copies));
            }
        });
    }

    /// The pairs, in the order of the loop, each with its position.
    pub fn iter(&self) -> impl Iterator<Item = (u64, (u64, T))> + '_ {
        let pairs = self.blocks.iter().flat_map(|(_, pairs)| pairs);
        pairs.map(|pair| (pair.0 >> BELOW, *pair))
    }

    /// Puts pairs of all processes, in the order of the loop, into the places from position `first`
    /// on. These are the places of all of them.
    ///
    /// # Errors
    ///
    /// There is no memory for the bins of a range.
    pub fn put(
        &self,
        places: &mut [T],
        first: u64,
        pairs: impl IntoIterator<Item = (u64, T)>,
    ) -> Result<(), Fault> {
        let mut pairs = pairs.into_iter().peekable();
        let place = |key: u64| ((key >> BELOW) - first) as usize;
        // One copy of the bins of the first range is the array itself.
        if self.copies == 1 {
            let is_first = |key: u64| self.ranges == 0 || range_of(key) == 0;
            while let Some((key, value)) = pairs.next_if(|(key, _)| is_first(*key)) {
                self.how.put(&mut places[place(key)], value);
            }
        }
        let begin = usize::from(self.copies == 1);
        for range in begin..self.ranges {
            let mut bins = self.how.bins(places.len(), self.copies)?;
            while let Some((key, value)) = pairs.next_if(|(key, _)| range_of(*key) == range) {
                let at = copy_of(key) * places.len() + place(key);
                self.how.put_into(&mut bins, at, value);
            }
            self.how.join(bins, places);
        }
        Ok(())
    }
}

/// Combines the values of a range. One that is combined in the array itself, or finds no memory for
/// its bins, stays as it is.
fn combine_range<T: Element, H: How<T>>(
    blocks: &mut [OfBlock<T>],
    how: &H,
    len: usize,
    copies: usize,
) {
    let pairs = blocks.iter().flat_map(|(_, pairs)| pairs);
    let Some((key, _)) = pairs.clone().next() else {
        return;
    };
    let range = range_of(*key);
    if range == 0 && copies == 1 {
        return;
    }
    let Ok(mut bins) = how.bins(len, copies) else {
        return;
    };
    for (key, value) in pairs {
        let at = copy_of(*key) * len + (key >> BELOW) as usize;
        how.put_into(&mut bins, at, *value);
    }
    let key = |at: usize| (at as u64) << BELOW | (range * COPIES) as u64;
    let values = how.values(bins, len).into_iter();
    let values = values.map(|(at, value)| (key(at), value)).collect();
    for (_, pairs) in &mut *blocks {
        *pairs = Vec::new();
    }
    blocks[0].1 = values;
}

fn range_of(key: u64) -> usize {
    (key % (1 << BELOW)) as usize / COPIES
}

fn copy_of(key: u64) -> usize {
    (key % (1 << BELOW)) as usize % COPIES
}
