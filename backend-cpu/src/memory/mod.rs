//! Memory for results.

#[cfg(target_os = "linux")]
mod advice;
mod past_cache;

use std::alloc::{self, Layout};
use std::mem::{self, ManuallyDrop};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use past_cache::{PastCache, past_cache};

use crate::error::{ErrorKind, Fault};

/// From this size on a result may have huge pages.
#[cfg(target_os = "linux")]
const HUGE_FROM: usize = 4 << 20;

/// The size of a huge page, on most machines that have them.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

/// The size of a line of the cache, on most machines.
pub(crate) const LINE: usize = 64;

/// Asks for the line at an address, which need not be valid.
#[inline(always)]
pub(crate) fn fetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: the instruction is part of x86-64, and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Room for `len` elements, nothing written.
#[inline]
pub(crate) fn reserve<T>(len: usize, binding: &'static str) -> Result<Vec<T>, Fault> {
    let Ok(layout) = Layout::array::<T>(len) else {
        return Err(none::<T>(len, binding));
    };
    if layout.size() == 0 {
        return Ok(Vec::with_capacity(len));
    }
    // The part that is the same for all types is compiled once.
    match allocate(layout) {
        Some(data) => {
            // SAFETY: the allocation is for so many elements, and nobody else has it.
            Ok(unsafe { Vec::from_raw_parts(data.as_ptr().cast(), 0, len) })
        }
        None => Err(none::<T>(len, binding)),
    }
}

/// Memory of some bytes, in huge pages if it is much.
fn allocate(layout: Layout) -> Option<NonNull<u8>> {
    // SAFETY: the caller asks for some bytes.
    let data = NonNull::new(unsafe { alloc::alloc(layout) })?;
    #[cfg(target_os = "linux")]
    if layout.size() >= HUGE_FROM {
        // The first touch of a small page costs more than the writes to it.
        advice::huge_pages(data, layout.size());
    }
    Some(data)
}

/// The memory of a buffer, in which there is room for `len` elements from now on.
#[inline]
pub(crate) fn room_in<T>(
    buffer: &mut Vec<T>,
    len: usize,
    binding: &'static str,
) -> Result<*mut T, Fault> {
    if buffer.capacity() < len {
        *buffer = reserve(len, binding)?;
    }
    Ok(buffer.as_mut_ptr())
}

/// A type of which a value is there where all bytes are zero.
///
/// # Safety
///
/// Zero bytes must be a value of the type.
pub unsafe trait Zeroed: Copy {}

macro_rules! zeroed {
    ($($type:ident)*) => {
        // SAFETY: zero is a number of each of them, and `false`.
        $(unsafe impl Zeroed for $type {})*
    };
}
zeroed!(f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool);

/// A vector of `len` zeros, whose pages are not touched if they are new.
///
/// # Errors
///
/// [`ErrorKind::Allocation`], in no binding.
pub fn zeroed<T: Zeroed>(len: usize) -> Result<Vec<T>, Fault> {
    let Ok(layout) = Layout::array::<T>(len) else {
        return Err(none::<T>(len, ""));
    };
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the layout is of some bytes.
    let Some(data) = NonNull::new(unsafe { alloc::alloc_zeroed(layout) }) else {
        return Err(none::<T>(len, ""));
    };
    #[cfg(target_os = "linux")]
    if layout.size() >= HUGE_FROM {
        advice::huge_pages(data, layout.size());
    }
    // SAFETY: the allocation is for so many elements, all of which are zero, and nobody else has
    // it.
    Ok(unsafe { Vec::from_raw_parts(data.as_ptr().cast(), len, len) })
}

/// A vector of the elements of a slice: an input that a program returns.
///
/// # Errors
///
/// [`ErrorKind::Allocation`], in `binding`.
pub fn copied<T: Clone>(elements: &[T], binding: &'static str) -> Result<Vec<T>, Fault> {
    let mut memory = reserve(elements.len(), binding)?;
    memory.extend_from_slice(elements);
    Ok(memory)
}

/// The fault that there is no memory for `len` elements.
#[cold]
pub(crate) fn none<T>(len: usize, binding: &'static str) -> Fault {
    let element = size_of::<T>();
    Fault::new(binding, ErrorKind::Allocation { len, element })
}

/// Gives back the memory that a result did not use, where that is worth it.
///
/// An allocator may have to move the elements, and may find no place for them;
/// then all stays as it is. `Vec::shrink_to_fit` would end the process.
#[inline]
pub(crate) fn trim<T>(memory: &mut Vec<T>) {
    let whole = memory.capacity().saturating_mul(size_of::<T>());
    let unused = whole - memory.len() * size_of::<T>();
    if unused >= 4096 {
        give_back(memory, whole, unused);
    }
}

/// Gives back the memory that a result did not use: so many bytes of so many.
fn give_back<T>(memory: &mut Vec<T>, whole: usize, unused: usize) {
    if memory.is_empty() {
        *memory = Vec::new();
        return;
    }
    let much = unused > whole / 2;
    match whole {
        ..MAPPED => shorten(memory),
        MAPPED..LARGE if much => move_out(memory),
        MAPPED..LARGE => {}
        LARGE.. if much => shorten(memory),
        LARGE.. => drop_unused(memory),
    }
}

/// Gives the memory of unused pages back, and keeps the addresses.
fn drop_unused<T>(memory: &mut Vec<T>) {
    // Nobody knows the old contents of the pages; afterwards they are zero.
    #[cfg(target_os = "linux")]
    {
        let unused = memory.spare_capacity_mut();
        advice::give_back(NonNull::from(&mut *unused).cast(), size_of_val(unused));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// From this size on usual allocators map memory that nobody has used yet, and unmap it
/// at once when it is given back: each run pays for new pages. They keep it
/// from then on if as much as they were asked for is given back, and not
/// the rest of a block that was shortened.
const MAPPED: usize = 128 << 10;

/// From this size on new pages cost less than to copy the elements.
const LARGE: usize = 1 << 20;

/// The most that usual allocators learn to keep.
pub(crate) const RETAINED: usize = 32 << 20;

/// Has the allocator expect that several times as much memory is given back at once, and asked for
/// again.
///
/// Allocators keep returned memory, up to a limit that they learn: glibc's is twice the largest
/// mapping that was given back as it was asked for. A run that returns more, and a program with
/// arrays of several loops, meets new pages each time, at some nanoseconds an element. So the first
/// run gives back a buffer for all of it that nobody has touched, which takes two calls of the
/// system.
#[inline]
pub(crate) fn prepare_allocator(bytes: usize) {
    if (MAPPED..RETAINED).contains(&bytes) && bytes > PREPARED.load(Ordering::Relaxed) {
        prepare_allocator_once(bytes);
    }
}

/// The allocator keeps twice as many times the memory of one loop: a program has some arrays at a
/// time.
///
/// `results-that-keep-their-capacity.md`.
const SEVERAL: usize = 8;

/// The memory of a loop for which this was done so far, at most.
static PREPARED: AtomicUsize = AtomicUsize::new(0);

/// With reserve, so that it is done a few times at most.
#[cold]
#[inline(never)]
fn prepare_allocator_once(bytes: usize) {
    /// The bytes that allocators add to a mapping.
    const HEADER: usize = 8 << 10;
    let reserve = (SEVERAL * bytes + HEADER).next_power_of_two().min(RETAINED);
    PREPARED.store((reserve - HEADER) / SEVERAL, Ordering::Relaxed);
    let mut memory = Vec::<u8>::new();
    // Without effect where there is not that much.
    let _ = memory.try_reserve_exact(reserve - HEADER);
    drop(std::hint::black_box(memory));
}

/// Moves elements into an allocation of their size, if there is one.
fn move_out<T>(memory: &mut Vec<T>) {
    let mut exact = Vec::new();
    if exact.try_reserve_exact(memory.len()).is_ok() {
        exact.append(memory);
        *memory = exact;
    }
}

/// Makes the allocation as short as its elements, if it can be.
fn shorten<T>(memory: &mut Vec<T>) {
    let mut whole = ManuallyDrop::new(mem::take(memory));
    let (data, len, capacity) = (whole.as_mut_ptr(), whole.len(), whole.capacity());
    let layout = Layout::array::<T>(capacity).expect("it has been allocated");
    // SAFETY: it is the allocation of a vector of so many elements of some size,
    // which gives it up. It becomes shorter, but not empty, so that the new size
    // is a possible one.
    let moved = unsafe { alloc::realloc(data.cast(), layout, len * size_of::<T>()) };
    let (data, capacity) = match moved.is_null() {
        false => (moved.cast(), len),
        true => (data, capacity),
    };
    // SAFETY: the allocation is for `capacity` elements, the first `len` of
    // which are there, and nobody else has it.
    *memory = unsafe { Vec::from_raw_parts(data, len, capacity) };
}

#[cfg(test)]
mod tests {
    use super::{LARGE, MAPPED, trim, zeroed};

    #[test]
    fn zeros_are_zero_and_too_many_are_an_error() {
        assert_eq!(zeroed::<f64>(1000).unwrap(), [0.0; 1000]);
        assert_eq!(zeroed::<bool>(3).unwrap(), [false; 3]);
        assert_eq!(zeroed::<u8>(0).unwrap(), []);
        assert!(zeroed::<u64>(usize::MAX / 4).is_err());
        assert!(zeroed::<u8>(isize::MAX as usize - 4096).is_err());
    }

    /// The capacity that remains of one for `capacity` bytes, when `len` are used.
    fn remaining(capacity: usize, len: usize) -> usize {
        let mut memory: Vec<u8> = Vec::with_capacity(capacity);
        memory.extend((0..len).map(|i| i as u8));
        let before = memory.clone();
        trim(&mut memory);
        assert_eq!(memory, before);
        memory.capacity()
    }

    #[test]
    fn results_give_back_what_they_did_not_use() {
        for capacity in [10_000, MAPPED, LARGE, 2 * LARGE] {
            assert_eq!(remaining(capacity, 0), 0);
            assert_eq!(remaining(capacity, capacity / 4), capacity / 4);
            assert_eq!(remaining(capacity, capacity), capacity);
            assert_eq!(remaining(capacity, capacity - 100), capacity);
        }
        assert_eq!(remaining(10_000, 5000), 5000);
        // Half is kept.
        for capacity in [MAPPED, LARGE - 1, LARGE, 8 * LARGE] {
            assert_eq!(remaining(capacity, capacity / 2 + 1), capacity);
        }
    }

    /// The number of pages of some memory that are resident.
    #[cfg(target_os = "linux")]
    fn resident(bytes: &[std::mem::MaybeUninit<u8>]) -> usize {
        let (first, last) =
            super::advice::whole_pages(bytes.as_ptr().addr(), bytes.len()).expect("pages");
        let mut pages = vec![0_u8; (last - first) / 4096];
        let start = bytes[first..].as_ptr().cast_mut();
        // SAFETY: the pages are those of a slice that lives, and there is a byte for each.
        let asked = unsafe { libc::mincore(start.cast(), last - first, pages.as_mut_ptr()) };
        assert_eq!(asked, 0, "the kernel says which pages are resident");
        pages.iter().filter(|page| **page & 1 == 1).count()
    }

    #[test]
    #[cfg(all(target_os = "linux", not(miri)))]
    fn pages_of_what_is_kept_are_not() {
        let mut memory: Vec<u8> = vec![7; 8 * LARGE];
        memory.truncate(5 * LARGE);
        assert!(resident(memory.spare_capacity_mut()) > 700);
        trim(&mut memory);
        assert_eq!(memory.capacity(), 8 * LARGE);
        assert_eq!(resident(memory.spare_capacity_mut()), 0);
        assert!(memory.iter().all(|byte| *byte == 7) && memory.len() == 5 * LARGE);
    }
}
