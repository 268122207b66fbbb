//! `recurrence(start, |y, x, …| …, xs, …)`: states, each computed from the one before it.

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
