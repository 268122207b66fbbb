//! `around(xs)`: the neighbours of each element, as an array pattern of a worker takes them.

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
