//! Mistakes that are found before elements move.

use std::fmt;

/// A mistake that is found before elements move.
///
/// It is the same value on every process, so that all of them take the same way on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The processes do not agree on an argument that has to be the same on all of them.
    Disagreement {
        /// The argument, as in "the length".
        of: &'static str,
        /// The argument of each process, by rank.
        given: Vec<String>,
    },
    /// The process that has the elements gives none, or there is no such process.
    NoElements {
        /// Its rank.
        root: usize,
    },
    /// A shape has another number of elements than the array.
    Shape {
        /// The lengths of its axes.
        shape: Vec<u64>,
        /// The number of elements of the array.
        len: u64,
    },
    /// A process could not read its part.
    Read {
        /// The rank of the first such process.
        rank: usize,
        /// The error that it had.
        message: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Disagreement { of, given } => {
                write!(f, "the processes do not agree on {of}: ")?;
                for (rank, given) in given.iter().enumerate() {
                    let comma = if rank == 0 { "" } else { ", " };
                    write!(f, "{comma}process {rank} has {given}")?;
                }
                Ok(())
            }
            Error::NoElements { root } => {
                write!(f, "process {root}, which has the elements, gives none")
            }
            Error::Shape { shape, len } => {
                write!(f, "an array of {len} elements has not the shape {shape:?}")
            }
            Error::Read { rank, message } => {
                write!(f, "process {rank} could not read its part: {message}")
            }
        }
    }
}

impl std::error::Error for Error {}
