//! Random programs of fusus, compiled and run in every form, and compared with
//! the interpreter.
//!
//! ```text
//! generate → program → facts → render, plan → emit   (this process)
//!                                     rustc
//! batch → check: inputs, every form, the interpreter  (the generated crate)
//! ```
//!
//! [`generate`] makes programs as data, well typed and well sized; [`facts`]
//! says what of their floats depends on the order of combination, so that
//! every comparison is exact or has a bound; [`render`] writes their source
//! and the program of the bounds; [`plan`] finds the plans that differ among
//! the strategies, and says whether [devices](mod@device) and [processes] can run it; [`emit`]
//! writes a crate with a function for each form. That crate calls [`batch`], and with it [`check`],
//! which draws inputs from [`data`], runs everything and compares.
//!
//! [`mod@bench`] is where crates are compiled and run, [`judge`] says how a program
//! fails and lets [`shrink`] make it small.

#![forbid(unsafe_code)]

#[cfg(feature = "run")]
pub mod batch;
#[cfg(feature = "run")]
pub mod bench;
#[cfg(feature = "run")]
pub mod case;
#[cfg(feature = "run")]
pub mod check;
#[cfg(feature = "run")]
pub mod column;
#[cfg(feature = "run")]
pub mod data;
#[cfg(feature = "run")]
pub mod device;
#[cfg(feature = "run")]
pub mod emit;
pub mod expr;
pub mod facts;
pub mod generate;
pub mod host;
#[cfg(feature = "run")]
pub mod judge;
#[cfg(feature = "run")]
mod patience;
#[cfg(feature = "run")]
mod payload;
#[cfg(feature = "run")]
pub mod plan;
#[cfg(feature = "run")]
pub mod processes;
pub mod program;
pub mod render;
pub mod shrink;
pub mod ty;
