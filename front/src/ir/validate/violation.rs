//! The ways in which a program is not one.

use crate::ir::{BindingId, ScalarId, SpaceId};
use std::fmt;

/// A way in which a program is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The place: a binding, an array, a scalar, the result.
    pub place: String,
    /// The violation.
    pub kind: ViolationKind,
}

/// The kinds of violations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// An array, scalar or binding that the program does not have.
    Unknown {
        /// The id, as it prints itself.
        id: String,
    },
    /// An array or scalar that is used before it is bound.
    NotBoundYet {
        /// The name that is used.
        used: String,
    },
    /// A binding lists an output that says to come from elsewhere.
    ForeignOutput {
        /// The output.
        output: String,
        /// The position at which the binding lists it.
        position: usize,
        /// The origin that it claims.
        origin: String,
    },
    /// An array or scalar says to come from a binding that does not list it.
    Unlisted {
        /// The binding that it names.
        binding: BindingId,
    },
    /// The outputs are not those that the combinator yields.
    Outputs {
        /// The combinator.
        op: &'static str,
        /// The kind of value that it yields.
        expected: &'static str,
        /// The number of bound arrays.
        arrays: usize,
        /// The number of bound scalars.
        scalars: usize,
    },
    /// The pattern does not name each output once, in order.
    Shape {
        /// The outputs that it names.
        named: Vec<usize>,
    },
    /// A `map` of nothing.
    NoArguments,
    /// A read that its index space does not list, or a space whose reads do not move.
    NotInSpace {
        /// The index space.
        space: SpaceId,
    },
    /// A read that its grid does not list.
    NotInGrid {
        /// The grid.
        space: String,
    },
    /// A list of ids that is not ascending, or repeats one.
    Unordered {
        /// The list.
        list: &'static str,
    },
    /// A worker that indexes an array which the program binds.
    IndexesBound {
        /// The array.
        array: String,
    },
    /// Two scalars of one name.
    SameName {
        /// The other one.
        other: ScalarId,
    },
    /// A home that is not a mutable input.
    NotAHome {
        /// The array that was to be overwritten.
        home: String,
    },
    /// An array that is read after something was written over it.
    Overwritten {
        /// The array.
        array: String,
        /// The binding that overwrote it.
        by: String,
    },
    /// A guard below a combinator, or above another guard that stands before it.
    Guard {
        /// The number of bindings above it.
        after: usize,
    },
    /// One binding that writes two arrays over one input.
    WrittenTwice {
        /// The input.
        home: String,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl fmt::Display for ViolationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViolationKind::Unknown { id } => write!(f, "the program has no {id}"),
            ViolationKind::NotBoundYet { used } => write!(f, "{used} is used before it is bound"),
            ViolationKind::ForeignOutput {
                output,
                position,
                origin,
            } => write!(
                f,
                "{output} is output {position} here, but says that it is {origin}"
            ),
            ViolationKind::Unlisted { binding } => {
                write!(f, "says that {binding:?} binds it, which does not")
            }
            ViolationKind::Outputs {
                op,
                expected,
                arrays,
                scalars,
            } => write!(
                f,
                "`{op}` yields {expected}, but {arrays} array(s) and {scalars} scalar(s) are bound"
            ),
            ViolationKind::Shape { named } => {
                write!(
                    f,
                    "the pattern names the outputs {named:?}, not each once in order"
                )
            }
            ViolationKind::NotInSpace { space } => write!(f, "reads what {space:?} does not list"),
            ViolationKind::NotInGrid { space } => write!(f, "reads what {space} does not list"),
            ViolationKind::NoArguments => write!(f, "`map` needs at least one array"),
            ViolationKind::Unordered { list } => {
                write!(f, "the list of {list} is not ascending with each once")
            }
            ViolationKind::IndexesBound { array } => {
                write!(f, "a host expression indexes {array}, which is no input")
            }
            ViolationKind::SameName { other } => write!(f, "{other:?} has the same name"),
            ViolationKind::NotAHome { home } => {
                write!(
                    f,
                    "cannot be written over {home}, which is no mutable input"
                )
            }
            ViolationKind::Overwritten { array, by } => {
                write!(f, "{array} is read after {by} was written over it")
            }
            ViolationKind::Guard { after } => {
                write!(
                    f,
                    "a guard stands below {after} bindings, where none may stand"
                )
            }
            ViolationKind::WrittenTwice { home } => {
                write!(f, "two outputs are written over {home}")
            }
        }
    }
}

impl std::error::Error for Violation {}
