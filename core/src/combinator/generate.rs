//! `generate(n, |i| …)`: a function of the positions.

use super::{Arity, Combinator, Computed, Length, Parameter, Yields};

pub(super) const GENERATE: Combinator = Combinator {
    name: "generate",
    method: None,
    parameters: &[Parameter::Scalar, Parameter::Worker(Arity::Fixed(1))],
    usage: "generate(n, |i| …)",
    yields: Yields::Array {
        length: Length::Count,
        elements: None,
    },
    computed: Computed::InLoop,
};
