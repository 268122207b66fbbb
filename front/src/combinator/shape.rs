//! `shape(xs)`: the sizes of the axes.

use super::{Combinator, Computed, Parameter, Use, Yields};

pub(super) const SHAPE: Combinator = Combinator {
    name: "shape",
    method: None,
    parameters: &[Parameter::Array(Use::Length)],
    usage: "let [n, m] = shape(xs);",
    yields: Yields::Scalar,
    computed: Computed::ByHost,
};
