#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod bits;
pub mod calls;
mod coefficients;
mod double;
pub mod f32;
pub mod f64;
