//! The dependency graph: the view that clustering has of a program.
//!
//! One node per binding, one edge per dependency, fusible or
//! fusion-preventing (Robinson, section 4.1). The graph knows nothing of
//! workers, spans or syntax: sizes are class numbers, arrays are lists of who
//! produces and who reads them. Whoever builds one keeps what belongs to a node
//! in tables of its own, by the node's number. That makes a graph easy to write
//! by hand in tests and to generate at random.

mod memory;
pub mod paths;
mod prevents;
mod rules;

pub use memory::{Access, Base, End, Memory};
pub use prevents::{Complete, Prevents};
pub use rules::Rules;

use std::fmt;

/// The index of a node in [`Graph::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub usize);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// A class of equal sizes: two nodes iterate over the same number of elements
/// whenever their classes are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SizeClass(pub usize);

/// The part that a node plays in clustering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A combinator: it runs as a loop and may share it.
    Loop,
    /// A combinator that runs as a loop of its own under the rules in force.
    Alone,
    /// An `external`: no loop of ours, fused with nothing, counted as a binding.
    Barrier,
    /// A host scalar, a length or a run-time check: no loop, not counted.
    Host,
    /// An operation without a loop, such as freeing memory, that may stand in any cluster.
    Anywhere,
}

impl Role {
    /// Returns true if the node runs as a loop, shared or its own.
    pub fn is_loop(self) -> bool {
        matches!(self, Self::Loop | Self::Alone)
    }

    /// Returns true if the node may be in one cluster with others.
    pub fn shares(self) -> bool {
        matches!(self, Self::Loop | Self::Anywhere)
    }
}

/// One binding of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The binding's name, for messages and drawings.
    pub label: String,
    /// Its part in clustering.
    pub role: Role,
    /// The class of its iteration size; `None` for nodes without a loop.
    pub size: Option<SizeClass>,
    /// The transducers through which its iteration size is reached, nearest
    /// first (Robinson, section 3.6): the filter whose output it consumes, the
    /// cross whose pairs it consumes. Usually none or one; a map over the
    /// products of two crosses has two.
    pub transducers: Vec<NodeId>,
}

/// The kinds of edges: their ends may share a loop, or may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// Element by element: the ends may share a loop.
    Fusible,
    /// The first must be complete before the second starts.
    Preventing(Prevents),
}

/// `to` needs something of `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The node that must come first (or share the loop).
    pub from: NodeId,
    /// The node that needs it.
    pub to: NodeId,
    /// Its kind: the ends may share a loop, or may not.
    pub kind: EdgeKind,
}

/// An array, input or bound, as far as clustering cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayUse {
    /// Its name, for messages and drawings.
    pub label: String,
    /// The node that makes it; `None` for an input.
    pub producer: Option<NodeId>,
    /// The nodes that read it, each once, ascending.
    pub readers: Vec<NodeId>,
}

/// The dependency graph of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The nodes, in the order of the program: a topological order.
    pub nodes: Vec<Node>,
    /// The edges, sorted, without duplicates; between two nodes there may be
    /// both a fusible and a preventing one. Always `from < to`.
    pub edges: Vec<Edge>,
    /// The arrays, inputs first.
    pub arrays: Vec<ArrayUse>,
    /// The memory that the nodes access.
    pub memory: Memory,
    /// Pairs of nodes that may not share a cluster although neither needs the other, the smaller
    /// first.
    pub apart: Vec<(NodeId, NodeId)>,
    /// The messages of loops whose arrays are spread over processes, one set of nodes for each kind: a
    /// cluster that has nodes of a set sends one message for all of them.
    pub messages: Vec<Vec<NodeId>>,
}

impl Graph {
    /// All node ids in program order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// Returns true if a node is led to its size by another one.
    pub fn has_transducers(&self) -> bool {
        self.nodes.iter().any(|node| !node.transducers.is_empty())
    }

    /// The node behind an id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// N of the paper's objective: all bindings but host scalars.
    pub fn weight_base(&self) -> u64 {
        self.nodes
            .iter()
            .filter(|node| !matches!(node.role, Role::Host | Role::Anywhere))
            .count() as u64
    }
}
