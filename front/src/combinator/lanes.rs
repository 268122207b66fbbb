//! `rows(a)`, `columns(a)` and `lanes(axis, a)`: sequences along an axis, for each of which a program
//! is run.

use super::at::NEIGHBOURS;
use super::{Combinator, Computed, Length, Parameter, Use, Yields};

const ARRAY: Parameter = Parameter::Array(Use::Complete(NEIGHBOURS));

const YIELDS: Yields = Yields::Array {
    length: Length::Space,
    elements: None,
};

pub(super) const ROWS: Combinator = Combinator {
    name: "rows",
    method: None,
    parameters: &[ARRAY],
    usage: "map(|row| fold(0.0, |a, b| a + b, row), rows(a))",
    yields: YIELDS,
    computed: Computed::InLoop,
};

pub(super) const COLUMNS: Combinator = Combinator {
    name: "columns",
    usage: "map(|column| fold(0.0, |a, b| a + b, column), columns(a))",
    ..ROWS
};

pub(super) const LANES: Combinator = Combinator {
    name: "lanes",
    parameters: &[Parameter::Scalar, ARRAY],
    usage: "map(|lane| fold(0.0, |a, b| a + b, lane), lanes(0, a))",
    ..ROWS
};
