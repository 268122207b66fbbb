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
//! the strategies, and says whether [devices](mod@device) can run it; [`emit`]
//! writes a crate with a function for each form. That crate calls [`batch`], and with it [`check`],
//! which draws inputs from [`data`], runs everything and compares.
//!
//! [`mod@bench`] is where crates are compiled and run, [`judge`] says how a program
//! fails and lets [`shrink`] make it small.

#![forbid(unsafe_code)]

pub mod batch;
pub mod bench;
pub mod case;
pub mod check;
pub mod column;
pub mod data;
pub mod device;
pub mod emit;
pub mod expr;
pub mod facts;
pub mod generate;
pub mod host;
pub mod judge;
mod patience;
mod payload;
pub mod plan;
pub mod program;
pub mod render;
pub mod rng;
pub mod shrink;
pub mod ty;
