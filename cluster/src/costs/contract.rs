//! The arrays that are not contracted.

use super::{Cost, users};
use crate::graph::{End, Graph};
use crate::objective::{Charge, Objective};
use crate::pairs::Fusible;

/// The number of arrays that are created, but for those that one cluster creates and frees
/// (Kristensen et al., definition 19).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Contract;

impl Cost for Contract {
    fn name(&self) -> &'static str {
        "contract"
    }

    fn objective(&self, graph: &Graph, _: &Fusible) -> Objective {
        let mut objective = Objective::default();
        for (base, users) in graph.memory.bases.iter().zip(users(graph)) {
            match (base.creator, base.end) {
                (None, _) => {}
                (Some(_), End::Survives) => objective.fixed += 1,
                (Some(creator), End::Freed(node)) => {
                    objective.charge(vec![creator, node], 1, Charge::Unless);
                }
                (Some(_), End::LastRead) => objective.charge(users, 1, Charge::Unless),
            }
        }
        objective.merged()
    }
}
