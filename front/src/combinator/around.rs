//! `around(xs)`: the neighbours of each element, as an array pattern of a worker takes them.
//! `around(xs, 1)` and `around(a, [0, 1])` say how far, for a worker that takes them as an array.

use super::{Combinator, Computed, Length, Parameter, Use, Yields};
use crate::combinator::at::NEIGHBOURS;

pub(super) const AROUND: Combinator = Combinator {
    name: "around",
    method: None,
    parameters: &[Parameter::Array(Use::Complete(NEIGHBOURS))],
    usage: "map(|[a, b, c]| a + b + c, around(xs))",
    yields: Yields::Array {
        length: Length::Space,
        elements: None,
    },
    computed: Computed::InLoop,
};

pub(super) const AROUND_WITHIN: Combinator = Combinator {
    parameters: &[Parameter::Array(Use::Complete(NEIGHBOURS)), Parameter::Host],
    usage: "map(median, around(a, [1, 1]))",
    ..AROUND
};
