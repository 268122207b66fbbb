//! Programs of the paper, programs at random, and their execution, element by element.
#![allow(dead_code, unreachable_pub, missing_docs)]

pub mod execute;
pub mod fragments;
pub mod partitions;
pub mod programs;
pub mod random;
pub mod simple;
