//! `reverse(xs)`: the elements from the last to the first.

use super::{Combinator, Complete, Computed, Length, Parameter, Use, Yields};

pub(super) const REVERSE: Combinator = Combinator {
    name: "reverse",
    method: Some("rev"),
    parameters: &[Parameter::Array(Use::Complete(Complete {
        rule: "a reverse begins with the last element",
        because: "`{to}` begins with the last element of `{from}`, so it must be complete",
        stored: "reversed by `{to}`",
    }))],
    usage: "reverse(xs)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
