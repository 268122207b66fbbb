//! Advice to the kernel of Linux about pages of which nobody needs the contents.

use std::ffi::{c_int, c_void};
use std::ptr::NonNull;

/// The numbers that Linux gives to its advice, on every architecture that Rust supports.
const DONTNEED: c_int = 4;
const HUGEPAGE: c_int = 14;

// The standard library links the C library. The crate `libc` takes a second to compile, before
// anything of ours can be, for this one function.
unsafe extern "C" {
    fn madvise(address: *mut c_void, bytes: usize, advice: c_int) -> c_int;
}

/// Has memory that holds nothing yet consist of huge pages.
pub(super) fn huge_pages(unused: NonNull<u8>, bytes: usize) {
    advise(unused, bytes, HUGEPAGE);
}

/// Gives the pages of memory that holds nothing any more back, and keeps the addresses.
pub(super) fn give_back(unused: NonNull<u8>, bytes: usize) {
    advise(unused, bytes, DONTNEED);
}

/// Advises the kernel about the whole pages of memory that holds nothing.
fn advise(unused: NonNull<u8>, bytes: usize, advice: c_int) {
    let Some((first, last)) = whole_pages(unused.addr().get(), bytes) else {
        return;
    };
    // SAFETY: the pages lie within one allocation of this process, and nothing is known of what
    // they hold. Errors (a kernel without huge pages, pages of another size) are without
    // effect.
    unsafe { madvise(unused.as_ptr().add(first).cast(), last - first, advice) };
}

/// From where to where the pages go that lie in so many bytes at an address, counted from there.
pub(super) fn whole_pages(address: usize, bytes: usize) -> Option<(usize, usize)> {
    const PAGE: usize = 4096;
    let first = address.next_multiple_of(PAGE) - address;
    let last = ((address + bytes) / PAGE * PAGE).checked_sub(address)?;
    (first < last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_numbers_are_those_of_the_c_library() {
        assert_eq!(super::DONTNEED, libc::MADV_DONTNEED);
        assert_eq!(super::HUGEPAGE, libc::MADV_HUGEPAGE);
    }
}
