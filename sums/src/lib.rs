#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod index;
#[cfg(feature = "memory")]
pub mod lam;
pub mod order;
mod product;
mod semiring;
mod sorted;

pub use index::{Index, IndexSet};
pub use product::Product;
pub use semiring::Semiring;
