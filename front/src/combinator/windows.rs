//! `windows(k, xs)` and `chunks(k, xs)`: the parts of an array, side by side or one after the other,
//! as the rows of an array of two axes.

use super::at::NEIGHBOURS;
use super::{Combinator, Computed, Length, Parameter, Use, Yields};

const PARAMETERS: &[Parameter] = &[
    Parameter::Scalar,
    Parameter::Array(Use::Complete(NEIGHBOURS)),
];

pub(super) const WINDOWS: Combinator = Combinator {
    name: "windows",
    method: None,
    parameters: PARAMETERS,
    usage: "map(|w| fold(0.0, |a, b| a + b, w), rows(windows(3, xs)))",
    yields: Yields::Array {
        length: Length::Axes,
        elements: Some(0),
    },
    computed: Computed::InLoop,
};

pub(super) const CHUNKS: Combinator = Combinator {
    name: "chunks",
    method: None,
    parameters: PARAMETERS,
    usage: "map(|c| fold(0.0, |a, b| a + b, c), rows(chunks(4, xs)))",
    yields: Yields::Array {
        length: Length::Axes,
        elements: Some(0),
    },
    computed: Computed::As("|k, xs| reshape(xs, [len(xs) / k, k])"),
};
