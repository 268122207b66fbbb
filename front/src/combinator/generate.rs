//! `generate(n, |i| …)`: a function of the positions. `generate(|i| …)` takes them from what it
//! reads.

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

pub(super) const GENERATE_INFERRED: Combinator = Combinator {
    name: "generate",
    method: None,
    parameters: &[Parameter::Worker(Arity::Fixed(1))],
    usage: "generate(|i| xs[i])",
    yields: Yields::Array {
        length: Length::Space,
        elements: None,
    },
    computed: Computed::InLoop,
};
