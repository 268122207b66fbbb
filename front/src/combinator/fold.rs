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

/// The form over the elements that an index goes through.
pub(super) const FOLD_OVER: Combinator = Combinator {
    parameters: &[
        Parameter::Scalar,
        Parameter::Worker(Arity::Fixed(2)),
        Parameter::Worker(Arity::Any),
    ],
    usage: "fold(start, |a, b| …, |k| xs[k])",
    ..FOLD
};

/// The sum of all elements: from zero, whatever their type.
pub(super) const SUM: Combinator = Combinator {
    name: "sum",
    parameters: &[Parameter::Array(Use::InStep)],
    usage: "sum(xs)",
    computed: Computed::As("|xs| fold(::core::default::Default::default(), |a, b| a + b, xs)"),
    ..FOLD
};

/// The short form of the sum over an index.
pub(super) const SUM_OVER: Combinator = Combinator {
    name: "sum",
    parameters: &[Parameter::Worker(Arity::Any)],
    usage: "sum(|k| xs[k])",
    ..FOLD
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
