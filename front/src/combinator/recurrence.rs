//! `recurrence(start, |y, x, …| …, xs, …)`: states, each computed from the one before it; and
//! `recurrence(outside, |y, i| …)`, an array of which each element follows from others:
//! `recurrence(outside, [n, m], |y, i, j| …)` says the size of each axis.

use super::{Arity, Combinator, Computed, Length, Parameter, Use, Yields};

pub(super) const RECURRENCE: Combinator = Combinator {
    name: "recurrence",
    method: None,
    parameters: &[
        Parameter::Scalar,
        Parameter::Worker(Arity::Elements { before: 1 }),
        Parameter::Arrays(Use::InStep),
    ],
    usage: "recurrence(start, |y, x, …| …, xs, …)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: None,
    },
    computed: Computed::InLoop,
};

pub(super) const RECURRENCE_OVER: Combinator = Combinator {
    parameters: &[Parameter::Scalar, Parameter::Worker(Arity::Any)],
    usage: "recurrence(0.0, |y, i| 0.5 * y[i - 1] + xs[i])",
    yields: Yields::Array {
        length: Length::Space,
        elements: None,
    },
    ..RECURRENCE
};

pub(super) const RECURRENCE_GRID: Combinator = Combinator {
    parameters: &[
        Parameter::Scalar,
        Parameter::Host,
        Parameter::Worker(Arity::Any),
    ],
    usage: "recurrence(0, [n, m], |y, i, j| y[[i - 1, j]] + y[[i, j - 1]] + 1)",
    ..RECURRENCE_OVER
};
