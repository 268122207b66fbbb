//! A dynamic library for C whose functions are programs.

use fusus::cnf;
use std::slice;

cnf! {
    fn gathered(data: &[f64], indices: &[usize]) -> Result<f64, fusus::Error> {
        fold(0.0, |a, b| a + b, gather(data, indices))
    }

    fn normalize(xs: &mut [f64]) -> f64 {
        let sum = fold(0.0, |a, b| a + b, xs);
        *xs = map(|x| x / sum, xs);
        sum
    }
}

/// Divides by the sum, and returns it.
///
/// # Safety
/// `xs` must be an array of `len` numbers that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fusus_normalize(xs: *mut f64, len: usize) -> f64 {
    // SAFETY: the caller's promise.
    let xs = unsafe { slice::from_raw_parts_mut(xs, len) };
    normalize(xs)
}

/// Writes the sum of the elements at the indices; the result is 0, or 1 where
/// an index is out of bounds.
///
/// # Safety
/// The arrays must be of `len` and `count` elements, and `sum` one number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fusus_gathered(
    data: *const f64,
    len: usize,
    indices: *const usize,
    count: usize,
    sum: *mut f64,
) -> i32 {
    // SAFETY: the caller's promise.
    let (data, indices) = unsafe {
        (
            slice::from_raw_parts(data, len),
            slice::from_raw_parts(indices, count),
        )
    };
    match gathered(data, indices) {
        Ok(found) => {
            // SAFETY: the caller's promise.
            unsafe { sum.write(found) };
            0
        }
        Err(_) => 1,
    }
}
