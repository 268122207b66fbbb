//! `gather(data, indices)`: the elements at computed positions.

use super::{Combinator, Complete, Computed, Length, Parameter, Use, Yields};

pub(super) const GATHER: Combinator = Combinator {
    name: "gather",
    method: None,
    parameters: &[
        Parameter::Array(Use::Complete(Complete {
            rule: "a gather needs its data complete",
            because: "`{to}` gathers from `{from}`, at any position, so it must be complete",
            stored: "gathered from by `{to}`",
        })),
        Parameter::Array(Use::InStep),
    ],
    usage: "gather(data, indices)",
    yields: Yields::Array {
        length: Length::Like(1),
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
