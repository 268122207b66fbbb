//! `generate(n, |i| …)`: a function of the positions. `generate(|i| …)` takes them from what it
//! reads, and may have several indices; `generate([n, m], |i, j| …)` says the size of each axis.

use super::at::NEIGHBOURS;
use super::{Arity, Combinator, Computed, Length, Parameter, Use, Yields};

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
    parameters: &[Parameter::Worker(Arity::Any)],
    usage: "generate(|i| xs[i])",
    yields: Yields::Array {
        length: Length::Space,
        elements: None,
    },
    computed: Computed::InLoop,
};

pub(super) const GENERATE_GRID: Combinator = Combinator {
    name: "generate",
    method: None,
    parameters: &[Parameter::Host, Parameter::Worker(Arity::Any)],
    usage: "generate([n, m], |i, j| …)",
    yields: Yields::Array {
        length: Length::Space,
        elements: None,
    },
    computed: Computed::InLoop,
};

/// A subscript of `generate(|i, j| …)`.
pub(super) const CELLS: Combinator = Combinator {
    name: "generate",
    method: None,
    parameters: &[Parameter::Array(Use::Complete(NEIGHBOURS))],
    usage: "generate(|i, j| xs[[i, j]])",
    yields: Yields::Array {
        length: Length::Space,
        elements: Some(0),
    },
    computed: Computed::InLoop,
};

/// An index of `generate(|i, j| …)`.
pub(super) const COORDINATE: Combinator = Combinator {
    name: "generate",
    method: None,
    parameters: &[],
    usage: "generate([n, m], |i, j| …)",
    yields: Yields::Array {
        length: Length::Space,
        elements: None,
    },
    computed: Computed::InLoop,
};
