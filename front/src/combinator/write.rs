//! `*ys = xs;` for a part of `ys`, which no one writes by name.

use super::{Combinator, Computed, Length, Parameter, Use, Yields};

pub(super) const WRITE: Combinator = Combinator {
    name: "write",
    method: None,
    parameters: &[Parameter::Array(Use::InStep)],
    usage: "*ys = xs",
    yields: Yields::Array {
        length: Length::Home,
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
