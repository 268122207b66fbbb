//! Places: where an operation is built.

use std::fmt;
use std::panic::Location;

/// The place that builds an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// Inside of an operation on arrays.
    Nowhere,
    /// A line of a program.
    Code(&'static Location<'static>),
    /// A line and a column of a formula.
    Formula(u32, u32),
}

impl Place {
    /// The line of the caller.
    #[track_caller]
    pub(crate) fn here() -> Place {
        Place::Code(Location::caller())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Nowhere => Ok(()),
            Place::Code(place) => write!(f, "{}:{}", place.file(), place.line()),
            Place::Formula(line, column) => write!(f, "formula:{line}:{column}"),
        }
    }
}
