//! Copies of elements in the order in which a tile reads them.

use std::mem::MaybeUninit;

/// The arrays that are copied together: their elements of an index are next to each other.
const TOGETHER: usize = 4;

/// The indices of which the elements of arrays that are copied together are put side by side before they
/// go where those of other arrays are between them: LLVM has vectors for the one and for the other.
const INDICES: usize = 32;

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
            if const { W == TOGETHER } {
                side_by_side(arrays, count, copies);
                continue;
            }
            for start in (0..count).step_by(INDICES) {
                let some = INDICES.min(count - start);
                let mut room = [[const { MaybeUninit::uninit() }; TOGETHER]; INDICES];
                let arrays = arrays.map(|array| array.add(start));
                side_by_side(arrays, some, room.as_mut_ptr().cast());
                for (index, elements) in room[..some].iter().enumerate() {
                    let place = copies.add((start + index) * W + array);
                    *place.cast::<[MaybeUninit<T>; TOGETHER]>() = *elements;
                }
            }
        }
    }
}

/// Copies so many neighbours of some arrays, those of an index side by side.
///
/// # Safety
///
/// All of these elements must be there, and room for them.
#[inline(always)]
unsafe fn side_by_side<T: Copy>(
    arrays: [*const T; TOGETHER],
    count: usize,
    copies: *mut MaybeUninit<T>,
) {
    for index in 0..count {
        // SAFETY: the caller's promise.
        unsafe {
            let elements = arrays.map(|array| MaybeUninit::new(*array.add(index)));
            let place = copies.add(index * TOGETHER);
            *place.cast::<[MaybeUninit<T>; TOGETHER]>() = elements;
        }
    }
}

/// Copies `W` neighbours each of `count` arrays for each of some tiles, whose copies begin `pitch` elements
/// from each other. Elements of neighbouring tiles are neighbours in an array: a page is looked up once for all of
/// them.
///
/// # Safety
///
/// As for [`transpose`], for all tiles.
#[inline(always)]
pub(super) unsafe fn gather<T: Copy, const W: usize>(
    first: *const T,
    apart: usize,
    (tiles, count): (usize, usize),
    pitch: usize,
    copies: &mut [MaybeUninit<T>],
) {
    assert!(
        pitch >= W * count && copies.len() >= tiles * pitch,
        "copies have room"
    );
    let copies = copies.as_mut_ptr();
    for index in 0..count {
        for tile in 0..tiles {
            // SAFETY: the caller's promise; there is room for all tiles.
            unsafe {
                let elements = first.add(index * apart + tile * W);
                let place = copies.add(tile * pitch + index * W);
                *place.cast::<[MaybeUninit<T>; W]>() = *elements.cast();
            }
        }
    }
}
