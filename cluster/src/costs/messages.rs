//! The messages of loops over arrays that are spread over processes.

use super::{Cost, paper};
use crate::graph::Graph;
use crate::objective::{Charge, Objective};
use crate::pairs::Fusible;

/// Robinson's memory traffic before his intermediate arrays before the number of messages.
///
/// With M one more than there can be messages, and than there are bindings, a clustering pays M² for
/// each pair that is cut although it shares an edge or an input array, M for each array that is not
/// contracted although it could be, and 1 for each message ([`Graph::messages`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Messages;

impl Cost for Messages {
    fn name(&self) -> &'static str {
        "messages"
    }

    fn objective(&self, graph: &Graph, fusible: &Fusible) -> Objective {
        let senders = graph.messages.iter().filter(|senders| !senders.is_empty());
        let most: usize = senders.clone().map(Vec::len).sum();
        let base = graph.weight_base().max(most as u64) + 1;
        let mut objective = Objective::default();
        let pairs = paper::pairs(graph, fusible, base * base, 0).into_iter();
        let terms = pairs.chain(paper::arrays(graph, fusible, base));
        for term in terms {
            objective.charge(term.members, term.weight, term.charge);
        }
        for senders in senders {
            objective.fixed += 1;
            objective.charge(senders.clone(), 1, Charge::PerExtraCluster);
        }
        objective.merged()
    }
}
