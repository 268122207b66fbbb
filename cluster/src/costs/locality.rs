//! The views that different clusters share.

use super::Cost;
use crate::graph::Graph;
use crate::objective::{Charge, Objective};
use crate::pairs::Fusible;

/// The number of views that two nodes of different clusters both use, over all pairs of nodes
/// (Kristensen et al., definition 20; four users in one cluster save six).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Locality;

impl Cost for Locality {
    fn name(&self) -> &'static str {
        "locality"
    }

    fn objective(&self, graph: &Graph, _: &Fusible) -> Objective {
        let mut objective = Objective::default();
        for access in &graph.memory.accesses {
            let users = access.users();
            for (index, &b) in users.iter().enumerate() {
                for &a in &users[..index] {
                    objective.charge(vec![a, b], 1, Charge::Unless);
                }
            }
        }
        objective.merged()
    }
}
