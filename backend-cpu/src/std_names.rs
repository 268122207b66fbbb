//! Names of the standard library for generated code, which must not depend on
//! what they mean where it stands.

pub use std::convert::From;
pub use std::option::Option::{None, Some};
pub use std::result::Result::{Err, Ok};

/// A vector of the elements of a slice: an input that a program returns.
#[inline]
pub fn to_vec<T: Clone>(slice: &[T]) -> Vec<T> {
    slice.to_vec()
}
