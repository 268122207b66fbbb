//! `len(xs)`: the number of elements.

use super::{Combinator, Parameter, Use, Yields};

pub(super) const LEN: Combinator = Combinator {
    name: "len",
    method: None,
    parameters: &[Parameter::Array(Use::Length)],
    usage: "len(xs)",
    yields: Yields::Scalar,
    in_loop: false,
};
