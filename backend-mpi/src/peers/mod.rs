//! The two ways in which messages are sent. Each has a type `Peers`: all processes, as one of them
//! sees them.

#[cfg(feature = "mpi")]
pub(crate) mod processes;
pub(crate) mod threads;
