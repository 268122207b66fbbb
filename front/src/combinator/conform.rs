//! `conform(xs, ys)`: an array, checked at run time to be as long as another.

use super::{Combinator, Complete, Computed, Length, Parameter, Use, Yields};

pub(super) const CONFORM: Combinator = Combinator {
    name: "conform",
    method: None,
    parameters: &[
        Parameter::Array(Use::Complete(Complete {
            rule: "a run-time check needs a complete array",
            because: "`{to}` is a run-time check of `{from}`, which must be complete",
            stored: "checked by the conform `{to}`",
        })),
        Parameter::Array(Use::Length),
    ],
    usage: "conform(xs, ys)",
    yields: Yields::Array {
        length: Length::Like(1),
        elements: Some(0),
    },
    computed: Computed::ByHost,
};
