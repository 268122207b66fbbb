//! The meaning of programs in Combinator Normal Form: an interpreter, and the laws of operators that
//! must hold in every order.
//!
//! It is a crate of its own so that cargo can build it beside `fusus_loops`. `fusus_core` has its modules
//! as its own, and says how all stages belong together.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "report"),
    allow(
        missing_debug_implementations,
        reason = "syntax has none without this feature"
    )
)]
#![allow(
    clippy::large_enum_variant,
    reason = "syntax trees are large and few; boxes would only blur them"
)]

use fusus_front::{diagnostic, ir, ordered, scalar, walk};

pub mod interp;

// The part of the meaning that must hold in every order.

pub mod associative;
