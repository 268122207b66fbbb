//! The costs of clusterings, by name.
//!
//! `paper` is Robinson's, the default of `cnf!`, and `messages` counts messages in the place of loops.
//! The others are those of Kristensen et al. (section VI-A) and one of ours, and are read off the memory
//! of the graph.

mod bytes;
mod contract;
mod locality;
mod messages;
mod paper;
mod traffic;
mod weighted;

use std::fmt::Debug;

use crate::graph::{Base, End, Graph, NodeId};
use crate::objective::{Charge, Objective};
use crate::pairs::Fusible;
use crate::sorted::sort_and_dedup;

pub use bytes::Bytes;
pub use contract::Contract;
pub use locality::Locality;
pub use messages::Messages;
pub use paper::Paper;
pub use traffic::Traffic;
pub use weighted::Weighted;

/// A way to price clusterings.
pub trait Cost: Debug {
    /// Its name in `#[cnf(cost = "…")]` and in plans.
    fn name(&self) -> &'static str;

    /// The objective for one graph.
    fn objective(&self, graph: &Graph, fusible: &Fusible) -> Objective;
}

/// The costs by name, for messages.
pub const COSTS: &[&str] = &[
    "paper", "bytes", "traffic", "contract", "locality", "weighted", "messages",
];

/// Looks a cost up by its name, or by the name that it had before.
pub fn cost(name: &str) -> Option<Box<dyn Cost>> {
    Some(match name {
        "paper" | "robinson" => Box::new(Paper),
        "bytes" => Box::new(Bytes),
        "traffic" => Box::new(Traffic),
        "contract" => Box::new(Contract),
        "locality" => Box::new(Locality),
        "weighted" => Box::new(Weighted),
        "messages" => Box::new(Messages),
        _ => return None,
    })
}

/// Charges every cluster that reads a part of a base, but for the one that creates the base, which
/// has it in registers.
fn charge_reads(objective: &mut Objective, base: &Base, readers: &[NodeId], weight: u64) {
    if readers.is_empty() {
        return;
    }
    let mut members = readers.to_vec();
    match base.creator {
        Some(creator) => members.push(creator),
        None => objective.fixed += weight,
    }
    objective.charge(members, weight, Charge::PerExtraCluster);
}

/// Charges every cluster that writes a part of a base, but for the one in which the base ends.
/// `users` are all nodes that use the base.
fn charge_writes(
    objective: &mut Objective,
    base: &Base,
    writers: &[NodeId],
    users: &[NodeId],
    weight: u64,
) {
    if writers.is_empty() {
        return;
    }
    let mut members = writers.to_vec();
    match base.end {
        End::Survives => objective.fixed += weight,
        End::Freed(node) => members.push(node),
        End::LastRead => objective.charge(users.to_vec(), weight, Charge::Unless),
    }
    objective.charge(members, weight, Charge::PerExtraCluster);
}

/// The nodes that use each base of a graph.
fn users(graph: &Graph) -> Vec<Vec<NodeId>> {
    let memory = &graph.memory;
    let bases = memory.bases.iter();
    let mut users: Vec<Vec<NodeId>> = bases
        .map(|base| base.creator.into_iter().collect())
        .collect();
    for access in &memory.accesses {
        users[access.base].extend(access.users());
    }
    for nodes in &mut users {
        sort_and_dedup(nodes);
    }
    users
}
