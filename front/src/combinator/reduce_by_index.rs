//! `reduce_by_index(dest, |a, b| …, indices, values)`: an array with values combined into computed
//! positions.

use super::{Arity, Combinator, Complete, Computed, Length, Parameter, Use, Yields};

pub(super) const REDUCE_BY_INDEX: Combinator = Combinator {
    name: "reduce_by_index",
    method: None,
    parameters: &[
        Parameter::Array(Use::Complete(Complete {
            rule: "a reduction by index needs its destination complete",
            because: "`{to}` reduces into `{from}`, which must be complete",
            stored: "overwritten by the reduction by index `{to}`, or a copy of it",
        })),
        Parameter::Worker(Arity::Fixed(2)),
        Parameter::Array(Use::InStep),
        Parameter::Array(Use::InStep),
    ],
    usage: "reduce_by_index(dest, |a, b| …, indices, values)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
