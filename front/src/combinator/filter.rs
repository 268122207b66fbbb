//! `filter(|x| …, xs)`: the elements for which a predicate holds, in order.

use super::{Arity, Combinator, Computed, Length, Parameter, Use, Yields};

pub(super) const FILTER: Combinator = Combinator {
    name: "filter",
    method: None,
    parameters: &[
        Parameter::Worker(Arity::Fixed(1)),
        Parameter::Array(Use::InStep),
    ],
    usage: "filter(|x| …, xs)",
    yields: Yields::Array {
        length: Length::Own,
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
