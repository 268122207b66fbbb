//! List to graph (Kristensen et al., section IV-A).

use std::collections::BTreeMap;

use super::view::Elements;
use super::{List, Loop, Operation, Reductions, View};
use crate::graph::{
    Access, ArrayUse, Base, Edge, EdgeKind, End, Graph, Memory, Node, NodeId, Prevents, Role,
    SizeClass,
};

impl List {
    /// Builds the graph of the list: node `n` is operation `n`, base `n` of its memory is base `n`.
    ///
    /// There is an edge for each pair of operations of which one writes what overlaps with what
    /// the other uses. It is fusible if both run over one shape and all overlapping views are
    /// identical, and may prevent a shared loop otherwise. Operations that run no loop take part
    /// in any.
    pub fn graph(&self, reductions: Reductions) -> Graph {
        let bytes = |view: &View| view.elements() * self.bases[view.base].element;
        self.graph_sized(reductions, &bytes)
    }

    /// Builds the graph of the list, as [`List::graph`] does, with another size of its views: that
    /// of the same operations on larger arrays, or one that costs are compared by.
    pub fn graph_sized(&self, reductions: Reductions, size: &dyn Fn(&View) -> u64) -> Graph {
        let mut shapes: Vec<&[usize]> = Vec::new();
        let nodes = self
            .operations
            .iter()
            .map(|operation| self.node(operation, &mut shapes))
            .collect();
        let mut graph = Graph {
            nodes,
            arrays: self.arrays(),
            memory: self.memory(size),
            ..Graph::default()
        };
        for (to, after) in self.operations.iter().enumerate() {
            for (from, before) in self.operations[..to].iter().enumerate() {
                let (from, to) = (NodeId(from), NodeId(to));
                if let Some(kind) = dependency(before, after) {
                    graph.edges.push(Edge { from, to, kind });
                }
                if reductions == Reductions::One && reduces(before) && reduces(after) {
                    graph.apart.push((from, to));
                }
            }
        }
        graph.edges.sort_unstable();
        graph
    }

    fn node<'l>(&'l self, operation: &'l Operation, shapes: &mut Vec<&'l [usize]>) -> Node {
        let (label, role, size) = match operation {
            Operation::Loop(work) => {
                let known = shapes.iter().position(|shape| *shape == work.shape);
                let class = known.unwrap_or_else(|| {
                    shapes.push(&work.shape);
                    shapes.len() - 1
                });
                (work.label.clone(), Role::Loop, Some(SizeClass(class)))
            }
            Operation::Free { base } => {
                let label = format!("free {}", self.bases[*base].label);
                (label, Role::Anywhere, None)
            }
            Operation::Show { base } => {
                let label = format!("show {}", self.bases[*base].label);
                (label, Role::Anywhere, None)
            }
        };
        Node {
            label,
            role,
            size,
            transducers: Vec::new(),
        }
    }

    /// The operations that run loops, with their numbers.
    fn loops(&self) -> impl Iterator<Item = (NodeId, &Loop)> {
        let operations = self.operations.iter().enumerate();
        operations.filter_map(|(index, operation)| match operation {
            Operation::Loop(work) => Some((NodeId(index), work)),
            Operation::Free { .. } | Operation::Show { .. } => None,
        })
    }

    /// The bases as arrays that are made and read.
    fn arrays(&self) -> Vec<ArrayUse> {
        let bases = self.bases.iter().enumerate();
        let mut arrays: Vec<ArrayUse> = bases
            .map(|(base, piece)| {
                let reads = |work: &Loop| work.reads.iter().any(|view| view.base == base);
                let readers = self.loops().filter(|(_, work)| reads(work));
                ArrayUse {
                    label: piece.label.clone(),
                    producer: self.creator(base),
                    readers: readers.map(|(node, _)| node).collect(),
                }
            })
            .collect();
        arrays.sort_by_key(|array| array.producer);
        arrays
    }

    fn creator(&self, base: usize) -> Option<NodeId> {
        let mut loops = self.loops();
        let creator = loops.find(|(_, work)| work.creates.contains(&base));
        creator.map(|(node, _)| node)
    }

    fn memory(&self, size: &dyn Fn(&View) -> u64) -> Memory {
        let bases = self.bases.iter().enumerate();
        let bases = bases.map(|(base, piece)| Base {
            label: piece.label.clone(),
            creator: self.creator(base),
            end: self.end(base),
        });
        let mut accesses: BTreeMap<Elements, Access> = BTreeMap::new();
        for (node, work) in self.loops() {
            let reads = work.reads.iter().map(|view| (view, false));
            let writes = work.writes.iter().map(|view| (view, true));
            for (view, writes) in reads.chain(writes) {
                let access = accesses.entry(view.in_order()).or_insert_with(|| Access {
                    base: view.base,
                    bytes: size(view),
                    readers: Vec::new(),
                    writers: Vec::new(),
                });
                let users = match writes {
                    true => &mut access.writers,
                    false => &mut access.readers,
                };
                if users.last() != Some(&node) {
                    users.push(node);
                }
            }
        }
        Memory {
            bases: bases.collect(),
            accesses: accesses.into_values().collect(),
        }
    }

    /// The end of a base. A base that is shown is in memory, whoever frees it afterwards.
    fn end(&self, base: usize) -> End {
        let shows = |operation: &Operation| *operation == Operation::Show { base };
        let frees = |operation: &Operation| *operation == Operation::Free { base };
        let freed = self.operations.iter().position(frees);
        match freed {
            Some(node) if !self.operations.iter().any(shows) => End::Freed(NodeId(node)),
            _ => End::Survives,
        }
    }
}

fn reduces(operation: &Operation) -> bool {
    matches!(operation, Operation::Loop(work) if work.reduces)
}

/// The edge between two operations in the order of a list, if the second needs the first.
fn dependency(before: &Operation, after: &Operation) -> Option<EdgeKind> {
    use Operation::{Free, Loop, Show};
    let fusible = |depends: bool| depends.then_some(EdgeKind::Fusible);
    match (before, after) {
        (Loop(before), Loop(after)) => between(before, after),
        (Loop(work), Free { base } | Show { base })
        | (Free { base } | Show { base }, Loop(work)) => fusible(work.uses(*base)),
        (Free { base } | Show { base }, Free { base: other } | Show { base: other }) => {
            fusible(base == other)
        }
    }
}

/// The edge between two operations that run loops.
fn between(before: &Loop, after: &Loop) -> Option<EdgeKind> {
    let made = before.writes.iter();
    let overwritten = before.reads.iter();
    let conflicts: Vec<(&View, &View)> = made
        .flat_map(|written| after.views().map(move |view| (written, view)))
        .chain(overwritten.flat_map(|read| after.writes.iter().map(move |view| (read, view))))
        .filter(|(a, b)| a.overlaps(b))
        .collect();
    let creates = |base: &usize| after.uses(*base);
    if conflicts.is_empty() && !before.creates.iter().any(creates) {
        return None;
    }
    let reduced = |view: &&View| before.reduces && before.writes.contains(view);
    let prevents = if before.shape != after.shape {
        Some(Prevents::Shape)
    } else if conflicts.iter().any(|(a, _)| reduced(a)) {
        Some(Prevents::FoldResult)
    } else if conflicts.iter().any(|(a, b)| !a.is_identical(b)) {
        Some(Prevents::Overlap)
    } else {
        None
    };
    Some(prevents.map_or(EdgeKind::Fusible, EdgeKind::Preventing))
}
