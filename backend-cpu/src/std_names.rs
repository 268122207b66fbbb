//! Names of the standard library for generated code, which must not depend on
//! their meaning where it stands.

pub use std::convert::From;
pub use std::option::Option::{None, Some};
pub use std::primitive::bool;
pub use std::result::Result::{Err, Ok};
