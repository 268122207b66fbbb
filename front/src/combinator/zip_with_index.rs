//! `zip_with_index(xs)`: pairs of each position, a `usize`, and the element there.

use super::{Combinator, Computed, Length, Parameter, Use, Yields};

pub(super) const ZIP_WITH_INDEX: Combinator = Combinator {
    name: "zip_with_index",
    method: Some("enumerate"),
    parameters: &[Parameter::Array(Use::InStep)],
    usage: "zip_with_index(xs)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: None,
    },
    computed: Computed::As(
        "|xs| map(|index, value| (index, value), generate(len(xs), |index| index), xs)",
    ),
};
