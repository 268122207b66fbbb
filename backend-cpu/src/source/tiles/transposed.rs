//! Copies of elements in the order in which a tile reads them.

use std::mem::MaybeUninit;

/// The arrays that are copied together: their elements of an index are next to each other.
const TOGETHER: usize = 4;

/// Copies `count` neighbours each of `W` arrays, index by index, so that those of an index are next to
/// each other. The arrays begin `apart` elements from each other.
///
/// # Safety
///
/// All of these elements must be there, and `W`, a multiple of [`TOGETHER`], must be that of the
/// copies of an index.
#[inline(always)]
pub(super) unsafe fn transpose<T: Copy, const W: usize>(
    first: *const T,
    apart: usize,
    count: usize,
    copies: &mut [MaybeUninit<T>],
) {
    const { assert!(W.is_multiple_of(TOGETHER)) };
    assert!(copies.len() >= W * count, "copies have room");
    let copies = copies.as_mut_ptr();
    for array in (0..W).step_by(TOGETHER) {
        // SAFETY: the caller's promise; there is room for all indices.
        unsafe {
            let arrays: [*const T; TOGETHER] =
                std::array::from_fn(|own| first.add((array + own) * apart));
            for index in 0..count {
                let elements = arrays.map(|array| MaybeUninit::new(*array.add(index)));
                let place = copies.add(index * W + array);
                *place.cast::<[MaybeUninit<T>; TOGETHER]>() = elements;
            }
        }
    }
}

/// Copies `W` neighbours each of `count` arrays, one array after the other.
///
/// # Safety
///
/// As for [`transpose`].
#[inline(always)]
pub(super) unsafe fn gather<T: Copy, const W: usize>(
    first: *const T,
    apart: usize,
    count: usize,
    copies: &mut [MaybeUninit<T>],
) {
    for (index, copies) in copies.chunks_exact_mut(W).take(count).enumerate() {
        // SAFETY: the caller's promise.
        let row = unsafe { &*first.add(index * apart).cast::<[MaybeUninit<T>; W]>() };
        copies.copy_from_slice(row);
    }
}
