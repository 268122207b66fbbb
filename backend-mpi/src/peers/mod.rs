//! The two ways in which messages are sent. Each has a type `Peers`: all processes, as one of them
//! sees them.

#[cfg(feature = "mpi")]
pub(crate) mod processes;
pub(crate) mod threads;

use std::borrow::Cow;

/// The bytes that have come from each process, by rank.
pub(crate) type Letters<'l> = Vec<Cow<'l, [u8]>>;

/// Waits for the letters of an exchange. Where nobody asks for them, the exchange waits itself.
pub(crate) type Arrive<'l> = Box<dyn FnOnce() -> Letters<'l> + 'l>;
