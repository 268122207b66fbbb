//! Failures: of shapes, where an array is built, and of elements, where it is computed.

use std::fmt;
use std::panic::Location;

use crate::dims::Dims;
use crate::element::ElementType;
use crate::place::Place;
use crate::section::Section;

/// A failure of an array: its kind, with the numbers, and the line that built the operation.
///
/// An operation that can't be built is a failed array: the failure stays with everything that is
/// computed from it, and [`Array::eval`](crate::Array::eval) returns it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    kind: Box<ErrorKind>,
    operation: &'static str,
    place: Place,
}

/// The kinds of [`Error`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operands of an operation have different lengths.
    #[non_exhaustive]
    LengthMismatch {
        /// The length of the first one.
        left: usize,
        /// The length of the other one.
        right: usize,
    },
    /// The operands of an operation have different axes: another number of them, or other lengths.
    #[non_exhaustive]
    ShapeMismatch {
        /// The lengths of the axes of the first one.
        left: Box<Dims>,
        /// The lengths of the axes of the other one.
        right: Box<Dims>,
    },
    /// An array is given axes that do not have as many positions as it has elements.
    #[non_exhaustive]
    Reshape {
        /// The lengths of its axes.
        from: Box<Dims>,
        /// The lengths that it cannot have.
        to: Box<Dims>,
    },
    /// A section leaves its array, or its step is zero.
    #[non_exhaustive]
    Section {
        /// The section.
        section: Section,
        /// The length of the axis.
        len: usize,
        /// The axis.
        axis: usize,
    },
    /// An operation names an axis that the array does not have.
    #[non_exhaustive]
    Axis {
        /// The axis.
        axis: usize,
        /// The number of axes.
        axes: usize,
    },
    /// `gather` met an index that the array does not have.
    #[non_exhaustive]
    IndexOutOfBounds {
        /// The position of the index among the indices.
        position: usize,
        /// The index.
        index: i128,
        /// The length of the array.
        len: usize,
    },
    /// A division of integers has no result: by zero, or one that overflows.
    #[non_exhaustive]
    Division {
        /// The position of the element.
        position: usize,
        /// True if the divisor is zero.
        by_zero: bool,
    },
    /// An operation has no meaning for elements of this type.
    #[non_exhaustive]
    Type {
        /// The type of the elements.
        found: ElementType,
        /// The types that would do, in words.
        expected: &'static str,
    },
    /// An array stands where a number must, or the other way round.
    #[non_exhaustive]
    Rank {
        /// The reason, in a sentence.
        reason: &'static str,
    },
    /// An input of a trace is missing, or is not what was traced.
    #[non_exhaustive]
    Input {
        /// The reason, in a sentence.
        reason: String,
    },
    /// A device has no memory left, does not know `f64`, or fails.
    #[cfg(feature = "ocl")]
    #[non_exhaustive]
    Device {
        /// The reason, in a sentence.
        reason: String,
    },
    /// There is no memory for a result.
    #[non_exhaustive]
    Allocation {
        /// The number of elements.
        len: usize,
        /// The bytes of one of them.
        element: usize,
    },
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, operation: &'static str, place: Place) -> Error {
        Error {
            kind: Box::new(kind),
            operation,
            place,
        }
    }

    /// The kind of the failure.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The operation that failed.
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The line that built the operation; `None` for operations of a formula.
    pub fn place(&self) -> Option<&'static Location<'static>> {
        match self.place {
            Place::Code(place) => Some(place),
            _ => None,
        }
    }

    /// The line and the column of the operation, if a formula built it.
    pub fn position(&self) -> Option<(usize, usize)> {
        match self.place {
            Place::Formula(line, column) => Some((line as usize, column as usize)),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.operation, self.kind)?;
        match self.place {
            Place::Nowhere => Ok(()),
            place => write!(f, " (built at {place})"),
        }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::LengthMismatch { left, right } => write!(
                f,
                "the first operand has length {left} and another one has length {right}, they must have the same length"
            ),
            ErrorKind::Section { section, .. } if section.step == 0 => {
                write!(f, "the section `{section}` has a step of zero")
            }
            ErrorKind::Section { section, len, axis }
                if section.start.map(Section::element) == Some(*section) =>
            {
                let position = section.start.unwrap_or_default();
                match axis {
                    0 => write!(
                        f,
                        "position {position} is outside of an array of length {len}"
                    ),
                    _ => write!(
                        f,
                        "position {position} is outside of axis {axis}, which has length {len}"
                    ),
                }
            }
            ErrorKind::Section { section, len, .. } if section.is_reversed(*len) => write!(
                f,
                "the section `{section}` of an axis of length {len} ends before it starts"
            ),
            ErrorKind::Section {
                section,
                len,
                axis: 0,
            } => {
                write!(f, "the section `{section}` leaves an array of length {len}")
            }
            ErrorKind::Section { section, len, axis } => write!(
                f,
                "the section `{section}` leaves axis {axis}, which has length {len}"
            ),
            ErrorKind::ShapeMismatch { left, right } => write!(
                f,
                "the first operand has the shape {left} and another one has the shape {right}, they must have the same shape"
            ),
            ErrorKind::Reshape { from, to } => write!(
                f,
                "an array of the shape {from} does not have the elements for the shape {to}"
            ),
            ErrorKind::Axis { axis, axes } => {
                let plural = if *axes == 1 { "axis" } else { "axes" };
                write!(
                    f,
                    "axis {axis} of an array that has {axes} {plural}: the first one is 0"
                )
            }
            ErrorKind::IndexOutOfBounds {
                position,
                index,
                len,
            } => write!(
                f,
                "index {index} at position {position} is out of bounds of an array of length {len}"
            ),
            ErrorKind::Division {
                position,
                by_zero: true,
            } => {
                write!(f, "a division by zero at position {position}")
            }
            ErrorKind::Division { position, .. } => {
                write!(f, "a division that overflows at position {position}")
            }
            ErrorKind::Type { found, expected } => {
                write!(f, "elements are of type `{found}`, and must be {expected}")
            }
            ErrorKind::Rank { reason } => f.write_str(reason),
            ErrorKind::Input { reason } => f.write_str(reason),
            #[cfg(feature = "ocl")]
            ErrorKind::Device { reason } => f.write_str(reason),
            ErrorKind::Allocation { len, element } => {
                write!(f, "no memory for {len} elements of {element} bytes")
            }
        }
    }
}
