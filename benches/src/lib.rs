//! What the benchmarks of fusus share: races between several ways to do the same work, the memory and the
//! copies they are measured against, and the tables and plots that show how they went.

pub mod answer;
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
