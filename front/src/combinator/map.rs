//! `map(|x, y, …| …, xs, ys, …)`: a function of the elements of arrays of one size.

use super::{Arity, Combinator, Computed, Length, Parameter, Use, Yields};

pub(super) const MAP: Combinator = Combinator {
    name: "map",
    method: None,
    parameters: &[
        Parameter::Worker(Arity::Elements { before: 0 }),
        Parameter::Arrays(Use::InStep),
    ],
    usage: "map(|x, y, …| …, xs, ys, …)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: None,
    },
    computed: Computed::InLoop,
};
