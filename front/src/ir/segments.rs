//! Scans of segments, as they were written.

use super::{ArrayId, Host};

/// A scan that begins anew at each segment, as the user wrote it. It is computed by another scan,
/// over pairs of a flag and a value, whose operator is made of this one and is associative if this
/// one is.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Segments {
    /// The name of the combinator.
    pub combinator: &'static str,
    /// The text of the argument that says where segments are.
    pub by: String,
    /// The flags that say where segments begin, unless keys do.
    pub heads: Option<ArrayId>,
    /// The start of each segment.
    pub seed: Host,
    /// The associative operator.
    pub worker: Host,
    /// The argument.
    pub arg: ArrayId,
    /// Set if segments are the rows of the array along its last axis.
    pub are_rows: bool,
}
