//! OpenCL C: types, text, and Rust's scalar operations in it.

pub(super) mod module;
mod names;
mod numbers;
mod operators;
mod prelude;
pub(super) mod printer;
pub(super) mod text;
pub(super) mod types;

pub(super) use module::{Module, Site, SiteKind};
pub(super) use names::c_name;
pub(super) use numbers::{float, integer};
pub(super) use operators::{binary, cast};
pub(super) use printer::{Given, Printer};
pub(super) use text::{Lines, Text};
