//! The numbers of elements of generated arrays, which are sizes.

use super::{ArrayId, ScalarId};

/// The size of a generated array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// A literal: all arrays generated with it have one size.
    Literal(usize),
    /// A scalar: all arrays generated with it have one size.
    Scalar(ScalarId),
    /// The length of an array: the size of that array.
    Length(ArrayId),
    /// Anything else: a size of its own.
    Anonymous,
}
