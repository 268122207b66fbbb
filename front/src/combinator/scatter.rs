//! `scatter(dest, indices, values)`: an array with values written at computed positions.

use super::{Combinator, Complete, Computed, Length, Parameter, Use, Yields};

pub(super) const SCATTER: Combinator = Combinator {
    name: "scatter",
    method: None,
    parameters: &[
        Parameter::Array(Use::Complete(Complete {
            rule: "a scatter needs its destination complete",
            because: "`{to}` scatters into `{from}`, which must be complete",
            stored: "overwritten by the scatter `{to}`, or a copy of it",
        })),
        Parameter::Array(Use::InStep),
        Parameter::Array(Use::InStep),
    ],
    usage: "scatter(dest, indices, values)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
