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
