//! The fusion of loops with the least memory.
//!
//! By Lam, Cociorva, Baumgartner and Sadayappan, *Optimization of Memory Usage Requirement for a
//! Class of Loops Implementing Multi-Dimensional Integrals* (1999). Arrays are made by the nodes of
//! a tree. A loop that a node shares with its parent takes the loop's index out of the array between
//! them. The paper's static allocation is meant: all arrays exist all the time.

mod chains;
mod expression;
mod legality;
mod nest;
mod peak;
mod sequence;
mod solve;

pub use chains::{Chain, chains};
pub use expression::{Expression, Fusion, Node, NodeId, Read};
pub use legality::{Violation, check};
pub use nest::{Item, Nest};
pub use sequence::Sequence;
pub use solve::{Minimum, Survivor, minimal};
