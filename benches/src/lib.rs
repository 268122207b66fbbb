//! The common parts of the benchmarks of fusus: races between variants of a computation, the memory
//! and the copies they are measured against, and tables and plots of the results.

pub mod answer;
pub mod asked;
pub mod blocks;
pub mod chart;
pub mod column;
pub mod json;
pub mod machine;
pub mod memory;
pub mod progress;
pub mod race;
pub mod random;
pub mod report;
pub mod table;
pub mod target;
pub mod traffic;
pub mod wide;
