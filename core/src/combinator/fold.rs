//! `fold(start, |a, b| …, xs)`: all elements combined.

use super::{Combinator, Computed, Parameter, Use, Yields};

pub(super) const FOLD: Combinator = Combinator {
    name: "fold",
    method: None,
    parameters: &[
        Parameter::Scalar,
        Parameter::Worker(2),
        Parameter::Array(Use::InStep),
    ],
    usage: "fold(start, |a, b| …, xs)",
    yields: Yields::Scalar,
    computed: Computed::InLoop,
};
