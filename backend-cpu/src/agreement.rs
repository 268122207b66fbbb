//! Checks of lengths that a program relies on: of its inputs, of arrays of the caller's, and of index spaces.

use crate::error::{ErrorKind, Fault};

/// Checks on entry that two inputs have one length.
///
/// # Errors
///
/// [`ErrorKind::LengthMismatch`] with both names.
#[inline]
pub fn agree(
    left: &'static str,
    left_len: usize,
    right: &'static str,
    right_len: usize,
) -> Result<(), Fault> {
    if left_len == right_len {
        return Ok(());
    }
    Err(Fault::new(
        "",
        ErrorKind::LengthMismatch {
            left,
            left_len,
            right,
            right_len,
        },
    ))
}

/// Checks that an array has the length that `conform` expects.
///
/// # Errors
///
/// [`ErrorKind::Conform`] with both lengths.
#[inline]
pub fn conform(len: usize, expected: usize, binding: &'static str) -> Result<(), Fault> {
    conforms(len, expected, None, binding)
}

/// Checks that an array of several axes has the length along one that `conform` expects.
///
/// # Errors
///
/// [`ErrorKind::Conform`] with both lengths and the axis.
#[inline]
pub fn conform_axis(
    len: usize,
    expected: usize,
    axis: usize,
    binding: &'static str,
) -> Result<(), Fault> {
    conforms(len, expected, Some(axis), binding)
}

fn conforms(
    len: usize,
    expected: usize,
    axis: Option<usize>,
    binding: &'static str,
) -> Result<(), Fault> {
    if len == expected {
        return Ok(());
    }
    let kind = ErrorKind::Conform {
        len,
        expected,
        axis,
    };
    Err(Fault::new(binding, kind))
}

/// Checks that an array of `len` elements is cut into chunks of `chunk` without a rest.
///
/// # Errors
///
/// [`ErrorKind::Chunks`] with the array and both lengths.
#[inline]
pub fn whole_chunks(
    len: usize,
    chunk: usize,
    array: &'static str,
    binding: &'static str,
) -> Result<(), Fault> {
    if len.is_multiple_of(chunk) {
        return Ok(());
    }
    Err(Fault::new(binding, ErrorKind::Chunks { array, len, chunk }))
}

/// Checks that the first and the last of some positions are inside of an axis; returns the number
/// that comes before them.
///
/// # Errors
///
/// [`ErrorKind::Outside`] with the position that is not.
#[inline]
pub fn inside(
    (number, count, first, last): (usize, usize, i128, i128),
    size: usize,
    array: &'static str,
    axis: Option<usize>,
) -> Result<usize, Fault> {
    let is_inside = |position: &i128| (0..size as i128).contains(position);
    let outside = [first, last].into_iter().find(|at| !is_inside(at));
    match outside {
        Some(position) if count > 0 => Err(Fault::new(
            "",
            ErrorKind::Outside {
                array,
                axis,
                position,
                size,
            },
        )),
        _ => Ok(number),
    }
}

/// The product of two sizes.
///
/// # Errors
///
/// [`ErrorKind::SizeOverflow`] with both factors.
#[inline]
pub fn product(outer: usize, inner: usize, binding: &'static str) -> Result<usize, Fault> {
    outer
        .checked_mul(inner)
        .ok_or_else(|| Fault::new(binding, ErrorKind::SizeOverflow { outer, inner }))
}
