#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod array;
mod communicator;
mod error;
mod parts;
#[cfg(feature = "mpi")]
mod processes;
mod threads;

#[cfg(feature = "mpi")]
pub use ::mpi::traits::Equivalence;
pub use array::Array;
pub use communicator::{Communicator, Element};
pub use error::Error;
#[cfg(feature = "mpi")]
pub use processes::Universe;
pub use threads::run as threads;
