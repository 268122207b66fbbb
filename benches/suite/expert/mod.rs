//! What the expert versions share: fresh arrays and chains of blocks.

pub(crate) mod scans;

use std::mem::MaybeUninit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use fusus_benches::{blocks, memory};

/// A fresh array, every element of which `fill` writes; with huge pages where it is large.
///
/// # Safety
///
/// `fill` must write every element.
pub(crate) unsafe fn fresh<T>(len: usize, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
    let mut room = memory::reserve(len);
    fill(&mut room.spare_capacity_mut()[..len]);
    // SAFETY: the first `len` elements are written, as the caller promises, and within the capacity.
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

/// An array that is there, for code that writes fresh ones as well.
///
/// # Safety
///
/// Nothing uninitialised may be written to it.
pub(crate) unsafe fn lent<T: Copy>(slice: &mut [T]) -> &mut [MaybeUninit<T>] {
    // SAFETY: the layouts are the same, every `T` is a `MaybeUninit<T>`, and by the caller's promise what
    // is there afterwards is a `T` again.
    unsafe { &mut *(std::ptr::from_mut(slice) as *mut [MaybeUninit<T>]) }
}

/// Does `count` blocks on all threads, each after the totals of those before it are known: `total` of a
/// block, which runs at any time, then `rest` with the total of all earlier ones, while the block is in the
/// cache. Each thread has a `buffer` of its own. Returns the total of all.
///
/// Blocks are claimed in order, so that the one waited for is always under way.
pub(crate) fn chained<P, T, B>(
    count: usize,
    start: P,
    buffer: impl Fn() -> B + Sync,
    total: impl Fn(usize, &mut B) -> (P, T) + Sync,
    add: impl Fn(P, P) -> P + Sync,
    rest: impl Fn(usize, P, T, &mut B) + Sync,
) -> P
where
    P: Copy + Send + Sync,
{
    let (next, ends) = (AtomicUsize::new(0), slots(count));
    let work = || {
        let mut buffer = buffer();
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= count {
                return;
            }
            let (sum, kept) = total(block, &mut buffer);
            let before = match block.checked_sub(1) {
                None => start,
                Some(last) => loop {
                    match ends[last].get() {
                        Some(end) => break *end,
                        None => std::hint::spin_loop(),
                    }
                },
            };
            let set = ends[block].set(add(before, sum));
            debug_assert!(set.is_ok(), "each block is done once");
            rest(block, before, kept, &mut buffer);
        }
    };
    blocks::on_all_threads(count, work);
    ends.last()
        .and_then(OnceLock::get)
        .copied()
        .unwrap_or(start)
}

fn slots<P>(count: usize) -> Vec<OnceLock<P>> {
    std::iter::repeat_with(OnceLock::new).take(count).collect()
}
