//! Histograms, sums by a key, the eight least, moving averages and sums of groups as a library, which
//! `reductions.py` calls beside the same programs in numba.

use std::slice::{from_raw_parts, from_raw_parts_mut};

use fusus::cnf;

macro_rules! program {
    ($file:literal) => {
        include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../programs/", $file));
    };
}

program!("histogram.rs");
program!("bin_sums.rs");
program!("top8.rs");
program!("moving_average.rs");

/// Copies a result, if it is asked for.
///
/// # Safety
///
/// There must be room for it, or no place.
unsafe fn hand_over<T: Copy>(result: &[T], place: *mut T) {
    if !place.is_null() {
        // SAFETY: the caller's promise.
        unsafe { from_raw_parts_mut(place, result.len()) }.copy_from_slice(result);
    }
}

/// Functions that C can call: a length, the inputs, a number of bins where they have one, and where
/// the result goes, if anywhere.
macro_rules! exported {
    ($($name:ident = $program:ident($($input:ident: $element:ty),+ $(; $bins:ident)?) -> $result:ty;)*) => {$(
        /// Runs the program.
        ///
        /// # Safety
        ///
        /// All arrays must have `n` elements, and the place of the result room for it, if there is
        /// one.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            n: usize,
            $($input: *const $element,)+
            $($bins: usize,)?
            place: *mut $result,
        ) {
            // SAFETY: the caller's promise.
            unsafe {
                let result = $program($(from_raw_parts($input, n),)+ $($bins)?);
                hand_over(&result, place);
            }
        }
    )*};
}

exported! {
    counts_of = histogram(at: u32; bins) -> u32;
    sums_of = bin_sums(at: u32, values: f64; bins) -> f64;
    averages_of = moving_average(xs: f64) -> f64;
    least_of = top8(xs: f32) -> (f32, u32);
}
