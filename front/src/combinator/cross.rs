//! `cross(xs, ys)`: all pairs, the first array outermost.

use super::{Combinator, Complete, Computed, Length, Parameter, Use, Yields};

pub(super) const CROSS: Combinator = Combinator {
    name: "cross",
    method: None,
    parameters: &[
        Parameter::Array(Use::InStep),
        Parameter::Array(Use::Complete(Complete {
            rule: "a cross runs through all of its second argument",
            because: "`{to}` runs through all of `{from}` for each element of its first argument",
            stored: "the inner array of the cross `{to}`",
        })),
    ],
    usage: "cross(xs, ys)",
    yields: Yields::Array {
        length: Length::Product,
        elements: None,
    },
    computed: Computed::InLoop,
};
