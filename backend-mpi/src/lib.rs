#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod array;
mod communicator;
mod element;
mod error;
mod parts;
#[cfg(feature = "mpi")]
mod processes;
#[doc(hidden)]
pub mod rt;
mod threads;

pub use array::Array;
pub use communicator::Communicator;
pub use element::Element;
pub use error::Error;
#[cfg(feature = "mpi")]
pub use processes::Universe;
pub use threads::run as threads;
