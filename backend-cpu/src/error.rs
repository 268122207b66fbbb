//! Failures at run time.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use std::ptr;

/// A failure of a program: its kind, with the numbers, and the binding.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Error {
    program: &'static str,
    fault: Fault,
}

impl Error {
    /// The name of the program that failed.
    #[must_use]
    pub fn program(&self) -> &'static str {
        self.program
    }

    /// The name of the binding that failed; empty where no single one did.
    #[must_use]
    pub fn binding(&self) -> &'static str {
        self.fault.binding()
    }

    /// The kind of the failure.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        self.fault.kind()
    }

    /// Panics with the error's message, at the caller's line, as a program does
    /// that does not return its errors.
    ///
    /// # Panics
    ///
    /// Always.
    #[doc(hidden)]
    #[cold]
    #[track_caller]
    pub fn raise(self) -> ! {
        panic!("{self}")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.program {
            "" => write!(f, "{}", self.fault),
            program => write!(f, "`{program}`: {}", self.fault),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("program", &self.program)
            .field("binding", &self.binding())
            .field("kind", self.kind())
            .finish()
    }
}

impl std::error::Error for Error {}

/// The kinds of [`Error`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A `gather` or `scatter` used an index that the array does not have.
    #[non_exhaustive]
    IndexOutOfBounds {
        /// The index as the program computed it (the nearest `i128`).
        index: i128,
        /// The length of the indexed array.
        len: usize,
    },
    /// Two inputs must have one length and have two.
    #[non_exhaustive]
    LengthMismatch {
        /// The first input.
        left: &'static str,
        /// Its length.
        left_len: usize,
        /// The second input.
        right: &'static str,
        /// Its length.
        right_len: usize,
    },
    /// `conform(xs, ys)` found two lengths.
    #[non_exhaustive]
    Conform {
        /// The length of `xs`, along an axis if it has several.
        len: usize,
        /// The length of `ys`.
        expected: usize,
        /// The number of the axis, from 0 on, if the arrays have several.
        axis: Option<usize>,
    },
    /// `chunks(k, xs)`, or `reshape(xs, [len(xs) / k, k])`, leaves elements of `xs` over.
    #[non_exhaustive]
    Chunks {
        /// The array.
        array: &'static str,
        /// Its length.
        len: usize,
        /// The length of a chunk.
        chunk: usize,
    },
    /// An index space leaves an array along one of its axes.
    #[non_exhaustive]
    Outside {
        /// The array.
        array: &'static str,
        /// The number of the axis, from 0 on, if the array has several.
        axis: Option<usize>,
        /// The position that is not there.
        position: i128,
        /// The number of positions of the axis.
        size: usize,
    },
    /// The product of two sizes is no `usize`.
    #[non_exhaustive]
    SizeOverflow {
        /// One factor.
        outer: usize,
        /// The other factor.
        inner: usize,
    },
    /// A size was computed from two numbers, and the operation has no result: it falls below zero,
    /// overflows its type or divides by zero.
    #[non_exhaustive]
    SizeArithmetic {
        /// The left operand (the nearest `i128`).
        left: i128,
        /// The operator, one of `+ - * / %`.
        operator: char,
        /// The right operand (the nearest `i128`).
        right: i128,
        /// The type of both.
        number: &'static str,
    },
    /// A size is below zero, as that of `generate(n, …)` with an `n` of -1.
    #[non_exhaustive]
    SizeBelowZero {
        /// The size.
        size: i128,
    },
    /// No memory for a result.
    #[non_exhaustive]
    Allocation {
        /// The number of elements asked for.
        len: usize,
        /// The size of one of them in bytes.
        element: usize,
    },
    /// An operation has no result, where the CPU would panic: a kernel of the
    /// backend `ocl` divided by zero, say.
    #[non_exhaustive]
    Arithmetic {
        /// The operation that was attempted, in Rust's words.
        what: &'static str,
    },
    /// There is no device for a program, or it failed.
    #[non_exhaustive]
    Device {
        /// The reason, in a sentence.
        reason: String,
    },
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ErrorKind::IndexOutOfBounds { index, len } => {
                write!(
                    f,
                    "index {index} is out of bounds of an array of length {len}"
                )
            }
            ErrorKind::LengthMismatch {
                left,
                left_len,
                right,
                right_len,
            } => write!(
                f,
                "`{left}` has length {left_len} and `{right}` has length {right_len}, they must have the same length"
            ),
            ErrorKind::Conform {
                len,
                expected,
                axis,
            } => {
                write!(f, "an array of length {len}")?;
                if let Some(axis) = axis {
                    write!(f, " along axis {axis}")?;
                }
                write!(f, " does not conform to the length {expected}")
            }
            ErrorKind::Chunks { array, len, chunk } => {
                let left = len.checked_rem(chunk).unwrap_or(len);
                let (whole, more) = (len - left, (len - left).saturating_add(chunk));
                let last = len.saturating_sub(1);
                write!(
                    f,
                    "`{array}` has length {len}, which is no multiple of the length {chunk} of a chunk, \
                     {left} left over: fill the last one up, \
                     `gather({array}, generate({more}, |i| i.min({last})))`"
                )?;
                match whole {
                    0 => Ok(()),
                    _ => write!(
                        f,
                        ", or leave the rest out, `generate(0..{whole}, |i| {array}[i])`"
                    ),
                }
            }
            ErrorKind::Outside {
                array,
                axis,
                position,
                size,
            } => match axis {
                Some(axis) => write!(
                    f,
                    "`{array}` has {size} positions along axis {axis}, and none at {position}"
                ),
                None => write!(
                    f,
                    "`{array}` has {size} elements, and none at position {position}"
                ),
            },
            ErrorKind::SizeOverflow { outer, inner } => {
                write!(f, "the size {outer} × {inner} overflows `usize`")
            }
            ErrorKind::SizeArithmetic {
                left,
                operator,
                right,
                number,
            } => {
                write!(f, "the size {left} {operator} {right} ")?;
                match operator {
                    '/' | '%' if right == 0 => f.write_str("divides by zero"),
                    '-' if number.starts_with('u') => f.write_str("is below zero"),
                    _ => write!(f, "overflows `{number}`"),
                }
            }
            ErrorKind::SizeBelowZero { size } => write!(f, "the size {size} is below zero"),
            // As `(n - 1) as usize` is where `n` is an `i32` of 0.
            ErrorKind::Allocation { len, .. } if len.cast_signed() < 0 => {
                let below = len.cast_signed();
                write!(
                    f,
                    "the size {below} is below zero: as a `usize` it is {len}"
                )
            }
            ErrorKind::Allocation { len, element } => {
                write!(f, "no memory for {len} elements of {element} bytes")
            }
            ErrorKind::Arithmetic { what } => f.write_str(what),
            ErrorKind::Device { ref reason } => f.write_str(reason),
        }
    }
}

/// A failure of a binding: an [`Error`] that does not know its program yet.
///
/// It is one pointer wide, so that `Result<T, Fault>` costs a loop body little. The pointer is a number:
/// LLVM takes numbers apart, and so keeps the parts of a value in registers that lie where a pointer would
/// (`failures-as-numbers.md`).
pub struct Fault(NonZeroUsize);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Detail {
    binding: &'static str,
    kind: ErrorKind,
}

impl Fault {
    #[cold]
    fn of(detail: Detail) -> Fault {
        let detail = Box::into_raw(Box::new(detail));
        Fault(NonZeroUsize::new(detail.expose_provenance()).expect("a box is somewhere"))
    }

    fn raw(&self) -> *mut Detail {
        ptr::with_exposed_provenance_mut(self.0.get())
    }

    fn detail(&self) -> &Detail {
        // SAFETY: it is the address of a box, which this owns.
        unsafe { &*self.raw() }
    }
}

impl Drop for Fault {
    #[cold]
    fn drop(&mut self) {
        // SAFETY: as for `detail`, and nobody uses it again.
        drop(unsafe { Box::from_raw(self.raw()) });
    }
}

impl Clone for Fault {
    fn clone(&self) -> Fault {
        Fault::of(self.detail().clone())
    }
}

impl PartialEq for Fault {
    fn eq(&self, other: &Fault) -> bool {
        self.detail() == other.detail()
    }
}

impl Eq for Fault {}

impl Hash for Fault {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.detail().hash(state);
    }
}

impl Fault {
    /// A fault of the given kind in a binding.
    #[cold]
    #[must_use]
    pub fn new(binding: &'static str, kind: ErrorKind) -> Fault {
        Fault::of(Detail { binding, kind })
    }

    /// An index out of bounds, for backends of other crates.
    #[cold]
    #[must_use]
    pub fn index(binding: &'static str, index: i128, len: usize) -> Fault {
        Fault::new(binding, ErrorKind::IndexOutOfBounds { index, len })
    }

    /// An operation without a result, for backends of other crates.
    #[cold]
    #[must_use]
    pub fn arithmetic(binding: &'static str, what: &'static str) -> Fault {
        Fault::new(binding, ErrorKind::Arithmetic { what })
    }

    /// A device that is missing or failed, for backends of other crates.
    #[cold]
    #[must_use]
    pub fn device(reason: String) -> Fault {
        Fault::new("", ErrorKind::Device { reason })
    }

    /// The name of the binding; empty where no single one is at fault.
    #[must_use]
    pub fn binding(&self) -> &'static str {
        self.detail().binding
    }

    /// The kind of the failure.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.detail().kind
    }

    /// The error of the named program.
    #[must_use]
    pub fn at(self, program: &'static str) -> Error {
        Error {
            program,
            fault: self,
        }
    }

    /// Converts it to an error of the caller's type.
    #[must_use]
    pub fn returned<E: Returned>(self, program: &'static str) -> E {
        E::made_of(self.at(program))
    }
}

/// A type that a program may return as its error: one that an [`Error`] converts to.
///
/// It is a trait of its own for the sake of its message.
#[diagnostic::on_unimplemented(
    message = "a program cannot return an error of type `{Self}`",
    label = "a `fusus::Error` does not convert to this type",
    note = "a program that returns a `Result` returns its own failures, too: write `fusus::Error`, \
            `Box<dyn std::error::Error>`, or a type of your own that implements `From<fusus::Error>`"
)]
pub trait Returned: Sized {
    /// Converts an error.
    fn made_of(error: Error) -> Self;
}

// The message is about `Returned`, not about `From`.
#[diagnostic::do_not_recommend]
impl<E: From<Error>> Returned for E {
    fn made_of(error: Error) -> E {
        E::from(error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.binding() {
            "" => write!(f, "{}", self.kind()),
            binding => write!(f, "in `{binding}`: {}", self.kind()),
        }
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fault")
            .field("binding", &self.binding())
            .field("kind", self.kind())
            .finish()
    }
}

/// The reason for which a block ended early: a [`Fault`] of its own, or the failure of an earlier
/// block.
#[derive(Debug)]
pub struct Stop(pub(crate) StopReason);

#[derive(Debug)]
pub(crate) enum StopReason {
    Fault(Fault),
    /// A fault in a sweep for aggregates, which does not do all that may fail: an element further
    /// left may fail in the sweep that writes.
    NeedsReplay(Fault),
    /// A block to the left failed; its failure is the one to report.
    Poisoned,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop(StopReason::Fault(fault))
    }
}
