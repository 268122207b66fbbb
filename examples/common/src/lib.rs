//! The common parts of the examples: data, reports, pictures.
//!
//! An example is a `main` of one line, [`report::run`], around a body that shows the plan of its
//! programs, results, checks, times and a picture through a [`Report`].

#![forbid(unsafe_code)]

// Data.
pub mod cities;
pub mod countries;
pub mod csv;
pub mod flights;
pub mod random;
pub mod relief;
pub mod table;

// The parts that people see.
#[cfg(feature = "show")]
pub mod picture;
#[cfg(feature = "show")]
pub mod report;
pub mod text;

/// The plans of the programs in a file beside the one that asks, for [`Report::plans`].
#[cfg(feature = "show")]
pub use fusus_examples_plans::plans;
#[cfg(feature = "show")]
pub use report::Report;
