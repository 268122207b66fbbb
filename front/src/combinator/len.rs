//! `len(xs)`: the number of elements.

use super::{Combinator, Computed, Parameter, Use, Yields};

pub(super) const LEN: Combinator = Combinator {
    name: "len",
    method: None,
    parameters: &[Parameter::Array(Use::Length)],
    usage: "len(xs)",
    yields: Yields::Scalar,
    computed: Computed::ByHost,
};

/// Positions of an index space that are inside of an axis, which no program names.
pub(super) const INSIDE: Combinator = Combinator {
    name: "inside",
    method: None,
    parameters: &[Parameter::Host, Parameter::Array(Use::Length)],
    usage: "inside(positions, xs)",
    yields: Yields::Scalar,
    computed: Computed::ByHost,
};
