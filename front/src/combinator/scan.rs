//! `scan(start, |a, b| …, xs)`: all prefixes of a fold, with or without their own element.

use super::{Arity, Combinator, Computed, Length, Parameter, Use, Yields};

pub(super) const SCAN: Combinator = Combinator {
    name: "scan",
    method: None,
    parameters: &[
        Parameter::Scalar,
        Parameter::Worker(Arity::Fixed(2)),
        Parameter::Array(Use::InStep),
    ],
    usage: "scan(start, |a, b| …, xs)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: Some(0),
    },
    computed: Computed::InLoop,
};

pub(super) const SCAN_EXCLUSIVE: Combinator = Combinator {
    name: "scan_exclusive",
    method: None,
    parameters: &[
        Parameter::Scalar,
        Parameter::Worker(Arity::Fixed(2)),
        Parameter::Array(Use::InStep),
    ],
    usage: "scan_exclusive(start, |a, b| …, xs)",
    yields: Yields::Array {
        length: Length::Like(0),
        elements: Some(0),
    },
    computed: Computed::InLoop,
};
