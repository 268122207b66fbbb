//! `fold(start, |a, b| …, xs)`: all elements combined, as they are or in an accumulator.

use super::{Arity, Combinator, Computed, Parameter, Use, Yields};

pub(super) const FOLD: Combinator = Combinator {
    name: "fold",
    method: None,
    parameters: &[
        Parameter::Scalar,
        Parameter::Worker(Arity::Fixed(2)),
        Parameter::Array(Use::InStep),
    ],
    usage: "fold(start, |a, b| …, xs)",
    yields: Yields::Scalar,
    computed: Computed::InLoop,
};

/// The form with an accumulator of another type than the elements.
pub(super) const FOLD_WITH_STEP: Combinator = Combinator {
    parameters: &[
        Parameter::Scalar,
        Parameter::Worker(Arity::Elements { before: 1 }),
        Parameter::Worker(Arity::Fixed(2)),
        Parameter::Arrays(Use::InStep),
    ],
    usage: "fold(start, |acc, x, …| …, |a, b| …, xs, …)",
    ..FOLD
};
