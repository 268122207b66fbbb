//! `zip_with_index(xs)`: pairs of each position, a `usize`, and the element there.
//!
//! It is an abbreviation of `map(|i, x| (i, x), 0..len(xs), xs)`.

use super::{Combinator, Length, Parameter, Use, Yields};

pub(super) const ZIP_WITH_INDEX: Combinator = Combinator {
    name: "zip_with_index",
    method: Some("enumerate"),
    parameters: &[Parameter::Array(Use::InStep)],
    usage: "zip_with_index(xs)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: None,
    },
    in_loop: true,
};
