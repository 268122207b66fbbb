#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod array;
mod communicator;
mod element;
mod error;
mod given;
mod parts;
mod peers;
#[doc(hidden)]
pub mod rt;
mod threads;
#[cfg(feature = "mpi")]
mod universe;

pub use array::Array;
pub use communicator::Communicator;
pub use element::Element;
pub use error::Error;
pub use threads::run as threads;
#[cfg(feature = "mpi")]
pub use universe::Universe;
