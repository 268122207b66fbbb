//! Memory for results.

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
pub(crate) fn reserve<T>(len: usize, binding: &'static str) -> Result<Vec<T>, Fault> {
    let mut room = Vec::new();
    if room.try_reserve_exact(len).is_err() {
        return Err(Fault::new(
            binding,
            ErrorKind::Allocation {
                len,
                element: size_of::<T>(),
            },
        ));
    }
    huge(&room);
    Ok(room)
}

/// Gives back what a result did not use, where it is worth the call.
pub(crate) fn trim<T>(room: &mut Vec<T>) {
    let unused = (room.capacity() - room.len()).saturating_mul(size_of::<T>());
    if unused >= 4096 {
        room.shrink_to_fit();
    }
}

/// Asks the kernel for huge pages: the first touch of a small page costs more
/// than the writes to it.
#[cfg(target_os = "linux")]
fn huge<T>(room: &Vec<T>) {
    const PAGE: usize = 4096;
    let bytes = room.capacity().saturating_mul(size_of::<T>());
    if bytes < HUGE_FROM {
        return;
    }
    let start = room.as_ptr().addr();
    let first = start.next_multiple_of(PAGE);
    let end = (start + bytes) / PAGE * PAGE;
    let interior = room
        .as_ptr()
        .cast::<u8>()
        .cast_mut()
        .wrapping_add(first - start);
    // SAFETY: the pages lie within one allocation of this process, and advice
    // on the size of pages does not change what they hold. Errors (a kernel
    // without huge pages, pages of another size) are without effect.
    let _ = unsafe { libc::madvise(interior.cast(), end - first, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn huge<T>(_room: &Vec<T>) {}
