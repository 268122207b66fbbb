//! The front end of the compiler of fusus: from tokens to programs in Combinator Normal Form.
//!
//! It is a crate of its own so that cargo can build the stages behind it while rustc generates its
//! code. `fusus_core` has its modules as its own, and says how all stages belong together.

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

// The words of the language, and how it speaks of mistakes.
pub mod combinator;
pub mod diagnostic;

pub mod items;
pub mod math;
pub mod ordered;
pub mod tail;
pub mod walk;

// Tokens to a surface tree, and the checks of its shape.
pub mod syntax;

pub mod check;

// The intermediate representation, and how programs get into it.
pub mod ir;

pub mod lower;

// The types of scalars and arrays, for the interpreter and for backends that need them.
pub mod scalar;
