//! `external(expression)`: any Rust between the loops.

use super::{Combinator, Computed, Parameter, Yields};

pub(super) const EXTERNAL: Combinator = Combinator {
    name: "external",
    method: None,
    parameters: &[Parameter::Host],
    usage: "external(expression)",
    yields: Yields::Anything,
    computed: Computed::ByHost,
};
