#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod costs;
mod dependence;
mod legality;
pub mod optimal;
mod parse;
mod plan;
mod program;
mod ranges;
mod region;
mod structure;
pub mod zpl;

pub use dependence::{Dependence, Kind, dependences};
pub use legality::{Violation, check};
pub use parse::{Mistake, parse};
pub use plan::{Nest, Part, Plan, Storage};
pub use program::{
    Array, ArrayId, Block, Insertion, Program, Read, Reference, Statement, StatementId, UserLoop,
    UserLoopId,
};
pub use region::{Interval, Region, Vector};
pub use structure::{Loop, Structure, is_lexicographically_nonnegative};
