//! `pad(edge, xs)`: a way to read outside of an array.

use super::{Combinator, Computed, Length, Parameter, Use, Yields};
use crate::combinator::at::NEIGHBOURS;

pub(super) const PAD: Combinator = Combinator {
    name: "pad",
    method: None,
    parameters: &[
        Parameter::Scalar,
        Parameter::Array(Use::Complete(NEIGHBOURS)),
    ],
    usage: "at(pad(edge, xs), 1)",
    yields: Yields::Array {
        length: Length::Space,
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
