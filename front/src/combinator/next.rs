//! The next element of each, which abbreviations take and no program names.

use super::{Combinator, Complete, Computed, Length, Parameter, Use, Yields};

/// The reason for which keys must be complete.
pub(super) const NEXT_KEY: Complete = Complete {
    rule: "a run ends where the next key is another one",
    because: "`{to}` looks at the next key of `{from}`, so it must be complete",
    stored: "the keys of `{to}`",
};

pub(super) const NEXT: Combinator = Combinator {
    name: "next",
    method: None,
    parameters: &[Parameter::Array(Use::Complete(NEXT_KEY))],
    usage: "next(xs)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
