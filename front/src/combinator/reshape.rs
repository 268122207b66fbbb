//! `reshape(xs, [h, w])`: the elements of an array as one of other axes. `flatten(xs)`: as a
//! sequence.

use super::{Combinator, Complete, Computed, Length, Parameter, Use, Yields};

const WHOLE: Use = Use::Complete(Complete {
    rule: "an array of other axes is in memory",
    because: "`{to}` is `{from}` with other axes, which must be complete",
    stored: "seen with other axes as `{to}`",
});

const YIELDS: Yields = Yields::Array {
    length: Length::Axes,
    elements: Some(0),
};

pub(super) const RESHAPE: Combinator = Combinator {
    name: "reshape",
    method: None,
    parameters: &[Parameter::Array(WHOLE), Parameter::Host],
    usage: "reshape(xs, [h, w])",
    yields: YIELDS,
    computed: Computed::ByHost,
};

pub(super) const FLATTEN: Combinator = Combinator {
    name: "flatten",
    method: None,
    parameters: &[Parameter::Array(WHOLE)],
    usage: "flatten(xs)",
    yields: YIELDS,
    computed: Computed::ByHost,
};

/// A `flatten` in the loop that makes its argument, which has the same elements in the same order.
pub(super) const FLATTEN_IN_STEP: Combinator = Combinator {
    parameters: &[Parameter::Array(Use::InStep)],
    computed: Computed::InLoop,
    ..FLATTEN
};
