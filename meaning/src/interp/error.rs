//! Errors of interpreted programs.

use std::fmt;

/// The reason for which a program has no meaning on its inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// The program.
    pub program: String,
    /// The binding that was being evaluated: the names that it binds. `None`
    /// while inputs are read or the result is put together.
    pub binding: Option<String>,
    /// The error.
    pub fault: Fault,
}

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// Two arrays that must have one length do not.
    Lengths {
        /// The first array and its length.
        left: Measured,
        /// The one that differs from it.
        right: Measured,
    },
    /// `conform(xs, ys)` failed.
    Conform {
        /// The array that was to have the length of the other.
        array: Measured,
        /// The other.
        like: Measured,
        /// The number of the axis, if there are several.
        axis: Option<u32>,
    },
    /// The index of a gather or scatter lies outside of its array.
    OutOfBounds {
        /// The position of the index in the index array.
        position: usize,
        /// The index itself, as Rust prints it: it may be negative.
        index: String,
        /// The array that was to be read or written.
        array: Measured,
    },
    /// An index space reads outside of an axis.
    Outside {
        /// The array.
        array: String,
        /// The number of the axis, if there are several.
        axis: Option<usize>,
        /// The position that is not there: it may be negative.
        position: String,
        /// The number of positions.
        size: usize,
    },
    /// A size does not fit into `usize`.
    SizeOverflow {
        /// The computation, such as `5 * 7`.
        size: String,
    },
    /// An array that is cut into chunks has elements left over.
    Chunks {
        /// The array.
        array: Measured,
        /// The length of a chunk.
        chunk: usize,
    },
    /// Arithmetic that a size is computed by has no result.
    SizeArithmetic {
        /// The computation and the reason why it has no result, such as `0 - 1 is below zero`.
        size: String,
    },
    /// A guard returned an error of the user's: the expression.
    Returned(String),
    /// A panic of the compiled program.
    Panic(String),
    /// An error that the Rust compiler would have reported.
    Types(String),
    /// Something outside of the subset of Rust that is interpreted.
    Unsupported(String),
    /// An input that was not given, or was given as the wrong kind of thing.
    Input(String),
    /// It took more steps than were allowed.
    Endless,
}

/// An array in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Its name.
    pub name: String,
    /// The array that its length comes from, where that is another one.
    pub source: Option<String>,
    /// Its length.
    pub length: usize,
}

impl Fault {
    /// Returns true if the compiled program fails too, at run time: for anything else there is no
    /// compiled program, or the interpreter does not know.
    pub fn is_run_time(&self) -> bool {
        match self {
            Fault::Lengths { .. }
            | Fault::Conform { .. }
            | Fault::Chunks { .. }
            | Fault::OutOfBounds { .. }
            | Fault::Outside { .. }
            | Fault::SizeOverflow { .. }
            | Fault::SizeArithmetic { .. }
            | Fault::Returned(_)
            | Fault::Panic(_) => true,
            Fault::Types(_) | Fault::Unsupported(_) | Fault::Input(_) | Fault::Endless => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.program)?;
        if let Some(binding) = &self.binding {
            write!(f, ", binding `{binding}`")?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Lengths { left, right } => {
                write!(f, "{left} and {right} must have one length")
            }
            Fault::Conform { array, like, axis } => {
                write!(f, "{array} does not conform to {like}")?;
                match axis {
                    Some(axis) => write!(f, " along axis {axis}"),
                    None => Ok(()),
                }
            }
            Fault::Chunks { array, chunk } => {
                write!(
                    f,
                    "{array} is cut into chunks of {chunk}, and has elements left over"
                )
            }
            Fault::OutOfBounds {
                position,
                index,
                array,
            } => write!(
                f,
                "index {index} at position {position} is out of bounds: {array}"
            ),
            Fault::Outside {
                array,
                axis,
                position,
                size,
            } => {
                let axis = axis.map_or(String::new(), |axis| format!(" along axis {axis}"));
                write!(
                    f,
                    "`{array}` has {size} positions{axis}, and none at {position}"
                )
            }
            Fault::SizeOverflow { size } => write!(f, "the size {size} overflows `usize`"),
            Fault::SizeArithmetic { size } => write!(f, "the size {size}"),
            Fault::Returned(error) => write!(f, "the error `{error}`"),
            Fault::Panic(message) => write!(f, "panic: {message}"),
            Fault::Types(message) => write!(f, "type error: {message}"),
            Fault::Unsupported(what) => write!(f, "not interpreted: {what}"),
            Fault::Input(message) => write!(f, "input: {message}"),
            Fault::Endless => f.write_str("it takes more steps than are allowed"),
        }
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` of length {}", self.name, self.length)?;
        match &self.source {
            Some(source) => write!(f, " (that of `{source}`)"),
            None => Ok(()),
        }
    }
}
