//! The common parts of the expert versions: fresh arrays, chains of blocks, scans and compaction
//! within a block.

mod pack;
pub(crate) mod scans;

use std::mem::MaybeUninit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use fusus_benches::{blocks, memory};
pub(crate) use pack::{pack, pack_beside, pack_scalar};

/// A fresh array, every element of which `fill` writes; with huge pages where it is large.
///
/// # Safety
///
/// `fill` must write every element.
pub(crate) unsafe fn fresh<T>(len: usize, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
    let mut room = memory::reserve(len);
    fill(&mut room.spare_capacity_mut()[..len]);
    // SAFETY: the first `len` elements are written, as the caller promises, and within the
    // capacity.
    unsafe { room.set_len(len) };
    room
}

/// Two fresh arrays of one length.
///
/// # Safety
///
/// `fill` must write every element of both.
pub(crate) unsafe fn fresh2<T, U>(
    len: usize,
    fill: impl FnOnce(&mut [MaybeUninit<T>], &mut [MaybeUninit<U>]),
) -> (Vec<T>, Vec<U>) {
    let (mut first, mut second) = (memory::reserve(len), memory::reserve(len));
    let rooms = (first.spare_capacity_mut(), second.spare_capacity_mut());
    fill(&mut rooms.0[..len], &mut rooms.1[..len]);
    // SAFETY: as in `fresh`.
    unsafe {
        first.set_len(len);
        second.set_len(len);
    }
    (first, second)
}

/// A fresh array of at most `most` elements, as many as `fill` says that it has written from the
/// start on.
///
/// # Safety
///
/// `fill` must have written them.
pub(crate) unsafe fn fresh_part<T>(
    most: usize,
    fill: impl FnOnce(&mut [MaybeUninit<T>]) -> usize,
) -> Vec<T> {
    let mut room = memory::reserve(most);
    let len = fill(&mut room.spare_capacity_mut()[..most]);
    assert!(len <= most);
    // SAFETY: as in `fresh`.
    unsafe { room.set_len(len) };
    if (most - len) * size_of::<T>() >= 4096 {
        room.shrink_to_fit();
    }
    room
}

/// Two fresh arrays of one length, at most `most` elements, as many as `fill` says that it has
/// written from the start on.
///
/// # Safety
///
/// `fill` must have written them in both.
pub(crate) unsafe fn fresh2_part<T, U>(
    most: usize,
    fill: impl FnOnce(&mut [MaybeUninit<T>], &mut [MaybeUninit<U>]) -> usize,
) -> (Vec<T>, Vec<U>) {
    let mut len = 0;
    // SAFETY: as the caller promises, here and below.
    unsafe {
        let mut second = Vec::new();
        let first = fresh_part(most, |first| {
            second = fresh_part(most, |second| {
                len = fill(first, second);
                len
            });
            len
        });
        (first, second)
    }
}

/// An array that is there, for code that writes fresh ones as well.
///
/// # Safety
///
/// Nothing uninitialised may be written to it.
pub(crate) unsafe fn into_buffer<T: Copy>(slice: &mut [T]) -> &mut [MaybeUninit<T>] {
    // SAFETY: the layouts are the same, every `T` is a `MaybeUninit<T>`, and by the caller's
    // promise what is there afterwards is a `T` again.
    unsafe { &mut *(std::ptr::from_mut(slice) as *mut [MaybeUninit<T>]) }
}

/// Does `count` blocks on all threads, claimed in order, so that a block may wait for those before
/// it. Each thread has a buffer of its own.
pub(crate) fn in_order<B>(
    count: usize,
    buffer: impl Fn() -> B + Sync,
    work: impl Fn(usize, &mut B) + Sync,
) {
    let next = AtomicUsize::new(0);
    blocks::on_all_threads(count, || {
        let mut buffer = buffer();
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= count {
                return;
            }
            work(block, &mut buffer);
        }
    });
}

/// Totals that blocks hand on, each after adding its own.
pub(crate) struct Chain<P, A> {
    start: P,
    add: A,
    ends: Box<[OnceLock<P>]>,
}

impl<P: Copy, A: Fn(P, P) -> P> Chain<P, A> {
    pub(crate) fn new(count: usize, start: P, add: A) -> Self {
        Chain {
            start,
            add,
            ends: std::iter::repeat_with(OnceLock::new).take(count).collect(),
        }
    }

    /// Waits for the total of all blocks before this one, which it returns, and hands it on.
    pub(crate) fn pass(&self, block: usize, total: P) -> P {
        let before = match block.checked_sub(1) {
            None => self.start,
            Some(last) => self.wait(last),
        };
        let set = self.ends[block].set((self.add)(before, total));
        assert!(set.is_ok(), "each block passes once");
        before
    }

    /// The total of all blocks up to this one, as soon as it is known.
    fn wait(&self, block: usize) -> P {
        /// So long a neighbour takes at most, unless its thread does not run.
        const SPINS: usize = 1 << 14;
        for _ in 0..SPINS {
            if let Some(end) = self.ends[block].get() {
                return *end;
            }
            std::hint::spin_loop();
        }
        loop {
            match self.ends[block].get() {
                Some(end) => return *end,
                None => std::thread::yield_now(),
            }
        }
    }

    /// The total of all blocks, when they are done.
    pub(crate) fn end(&self) -> P {
        self.ends
            .last()
            .and_then(OnceLock::get)
            .copied()
            .unwrap_or(self.start)
    }
}
