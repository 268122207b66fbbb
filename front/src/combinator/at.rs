//! `at(xs, offset)`: the elements an offset away.

use super::{Combinator, Complete, Computed, Length, Parameter, Use, Yields};

/// The reason for which an array of which neighbours are read must be complete.
pub(super) const NEIGHBOURS: Complete = Complete {
    rule: "a read at an offset needs its array complete",
    because: "`{to}` reads `{from}` at other positions than its own, so it must be complete",
    stored: "read at other positions by `{to}`",
};

pub(super) const AT: Combinator = Combinator {
    name: "at",
    method: None,
    parameters: &[
        Parameter::Array(Use::Complete(NEIGHBOURS)),
        Parameter::Scalar,
    ],
    usage: "at(xs, 1)",
    yields: Yields::Array {
        length: Length::Space,
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
