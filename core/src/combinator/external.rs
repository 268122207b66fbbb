//! `external(expression)`: any Rust between the loops.

use super::{Combinator, Parameter, Yields};

pub(super) const EXTERNAL: Combinator = Combinator {
    name: "external",
    method: None,
    parameters: &[Parameter::Host],
    usage: "external(expression)",
    yields: Yields::Anything,
    in_loop: false,
};
