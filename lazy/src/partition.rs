//! The partition of a graph into loops, by `fusus-cluster`.

use std::collections::BTreeSet;
use std::time::Duration;

use fusus_cluster::graph::{
    Access, ArrayUse, Base, Complete, Edge, EdgeKind, End, Graph as Clusters, Memory, Node, NodeId,
    Prevents, Role, SizeClass,
};
use fusus_cluster::{Clustering, Cost, Limit, PARTITIONERS, Solution, Traffic, check, cost};

use crate::graph::{Arg, Graph, Step};
use crate::operation::Operation;
use crate::planner::Planner;

/// Lengths are parameters of a plan: an array of one axis counts as so many elements.
const ELEMENTS: u64 = 1000;

/// The elements of an array of so many axes, of which each further one counts as 32.
fn elements(axes: usize) -> u64 {
    ELEMENTS << (5 * axes.saturating_sub(1))
}

/// The scalar operations of a step that is not done twice for a scan.
const EXPENSIVE: usize = 40;

/// A section of an array is read, so the array must be complete.
const SECTION: Complete = Complete {
    rule: "a section needs its array complete",
    because: "{to} reads a section of {from}",
    stored: "{to} reads a section of it",
};

/// The effort of a plan: more for graphs that are seen again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Tier {
    /// The cheaper of two quick partitions: for a graph that is seen for the first time.
    Quick,
    /// Greedy merging of the loops that a pass in order finds: from the second time on.
    Merged,
    /// The exact search, within a limit.
    Searched,
    /// The partitioner and the cost that the program has chosen, by a [`Planner`].
    Chosen,
}

impl Tier {
    /// The tier that comes after it.
    pub(crate) fn next(self) -> Option<Tier> {
        match self {
            Tier::Quick => Some(Tier::Merged),
            Tier::Merged => Some(Tier::Searched),
            Tier::Searched | Tier::Chosen => None,
        }
    }

    /// The partitioners that are tried.
    fn partitioners(self) -> &'static [&'static str] {
        match self {
            Tier::Quick => &["linear", "greedy"],
            Tier::Merged => &["linear-then-greedy"],
            Tier::Searched => &["optimal"],
            Tier::Chosen => &[],
        }
    }
}

/// A partition and its price.
#[derive(Clone, Debug)]
pub(crate) struct Partition {
    /// The steps of each loop, in the order in which the loops are done.
    pub(crate) clusters: Vec<Vec<usize>>,
    /// The bytes that it moves, where each array has a thousand elements; of a planner its cost.
    pub(crate) price: u64,
    /// The partitioner that found it.
    pub(crate) partitioner: &'static str,
}

/// Partitions a graph by the partitioners of a tier.
pub(crate) fn partition(graph: &Graph, tier: Tier) -> Partition {
    best(graph, tier.partitioners(), &Traffic)
}

/// Partitions a graph by the partitioner and the cost of a planner.
pub(crate) fn partition_by(graph: &Graph, planner: Planner) -> Partition {
    let cost = cost(planner.cost()).expect("planners have costs that there are");
    best(graph, &[planner.partitioner()], &*cost)
}

/// The cheapest of the partitions that some partitioners find.
fn best(graph: &Graph, partitioners: &[&str], cost: &dyn Cost) -> Partition {
    let clusters = clusters(graph);
    if clusters.nodes.len() == 1 {
        return Partition {
            clusters: vec![vec![0]],
            price: 0,
            partitioner: "linear",
        };
    }
    let limit = Limit {
        steps: 100_000,
        time: Duration::from_millis(100),
    };
    let mut best: Option<(Solution, &'static str)> = None;
    for strategy in PARTITIONERS {
        if !partitioners.contains(&strategy.name()) {
            continue;
        }
        let solution = strategy.cluster(&clusters, cost, limit);
        let is_better =
            |(other, _): &(Solution, _)| price(&solution, &clusters) < price(other, &clusters);
        if best.as_ref().is_none_or(is_better) {
            best = Some((solution, strategy.name()));
        }
    }
    let (solution, partitioner) = best.expect("each tier and each planner has a partitioner");
    if let Err(violation) = check(&clusters, &solution.clustering) {
        unreachable!("an illegal partition: {violation}");
    }
    Partition {
        price: solution.objective,
        clusters: members(&solution.clustering),
        partitioner,
    }
}

/// The bytes, and of partitions that move as many the number of loops.
fn price(solution: &Solution, graph: &Clusters) -> (u64, usize) {
    (solution.objective, solution.clustering.loops(graph))
}

fn members(clustering: &Clustering) -> Vec<Vec<usize>> {
    let clusters = clustering.clusters().iter();
    clusters
        .map(|cluster| cluster.iter().map(|node| node.0).collect())
        .collect()
}

/// The graph as clustering sees it: a node for each step.
fn clusters(graph: &Graph) -> Clusters {
    let feeding = feeding(graph);
    let nodes = graph
        .steps
        .iter()
        .zip(&feeding)
        .map(|(step, feeding)| Node {
            label: step.operation.name().into(),
            role: match step.operation {
                Operation::ScanBy(_) | Operation::With(_) => Role::Alone,
                _ => Role::Loop,
            },
            size: Some(SizeClass(step.over)),
            transducers: feeding.iter().rev().map(|keep| NodeId(*keep)).collect(),
        });
    let mut edges: Vec<Edge> = Vec::new();
    for (to, step) in graph.steps.iter().enumerate() {
        for (operand, arg) in step.args.iter().enumerate() {
            if let Arg::Step(from, view) = *arg {
                edges.push(Edge {
                    from: NodeId(from),
                    to: NodeId(to),
                    kind: edge(graph, from, step, operand, view.is_some()),
                });
            }
        }
    }
    edges.sort();
    edges.dedup();
    Clusters {
        nodes: nodes.collect(),
        edges,
        arrays: arrays(graph),
        memory: memory(graph),
        apart: [apart(graph), apart_from_scans(graph)].concat(),
        ..Clusters::default()
    }
}

fn edge(graph: &Graph, from: usize, to: &Step, operand: usize, is_view: bool) -> EdgeKind {
    let source = &graph.steps[from];
    if source.operation.is_fold() {
        return EdgeKind::Preventing(Prevents::FoldResult);
    }
    let is_copy = matches!(source.operation, Operation::View(_)) && source.domain != source.over;
    if is_view || is_copy {
        return EdgeKind::Preventing(Prevents::Operand(SECTION));
    }
    if matches!(to.operation, Operation::Gather) && operand == 0 {
        return EdgeKind::Preventing(Prevents::Indexed);
    }
    let is_number = graph.domains[source.domain].is_scalar;
    if is_number && !graph.domains[to.over].is_scalar {
        return EdgeKind::Preventing(Prevents::HostScalar);
    }
    EdgeKind::Fusible
}

/// Pairs of steps that may not share a loop: folds along different axes, and those along an axis
/// with reductions, masks and scans, which meet elements in blocks of their own.
fn apart(graph: &Graph) -> Vec<(NodeId, NodeId)> {
    let axis = |step: &Step| match step.operation {
        Operation::FoldAxis(_, axis) => Some((step.over, axis)),
        _ => None,
    };
    let is_reduction = |step: &Step| {
        step.operation.is_fold() || matches!(step.operation, Operation::Keep | Operation::Scan(_))
    };
    let mut apart = Vec::new();
    for (a, step) in graph.steps.iter().enumerate() {
        let Some(own) = axis(step) else { continue };
        for (b, other) in graph.steps.iter().enumerate() {
            let is_other = axis(other).is_some_and(|other| other != own && a < b);
            if is_other || is_reduction(other) {
                apart.push((NodeId(a.min(b)), NodeId(a.max(b))));
            }
        }
    }
    apart
}

/// Pairs of steps that may not share a loop since one is a scan: scans that depend on each other, and expensive
/// steps on which a scan depends. Threads that share a loop do these twice.
fn apart_from_scans(graph: &Graph) -> Vec<(NodeId, NodeId)> {
    let mut apart = Vec::new();
    for (to, step) in graph.steps.iter().enumerate() {
        if !matches!(step.operation, Operation::Scan(_)) {
            continue;
        }
        let mut is_before = vec![false; to + 1];
        is_before[to] = true;
        for from in (0..=to).rev() {
            if !is_before[from] {
                continue;
            }
            let own = &graph.steps[from];
            let is_expensive = match &own.operation {
                Operation::Unary(unary) => unary.cost() >= EXPENSIVE,
                Operation::Binary(binary) => binary.cost() >= EXPENSIVE,
                Operation::Map(_) | Operation::Gather | Operation::Scan(_) => true,
                _ => false,
            };
            if is_expensive && from < to {
                apart.push((NodeId(from), NodeId(to)));
            }
            for arg in own.args.iter() {
                if let Arg::Step(before, _) = *arg {
                    is_before[before] = true;
                }
            }
        }
    }
    apart
}

/// The steps through which each step is led to its positions: those of its domain that keep, or that
/// fold an axis.
fn feeding(graph: &Graph) -> Vec<BTreeSet<usize>> {
    let mut feeding: Vec<BTreeSet<usize>> = Vec::new();
    for step in &graph.steps {
        let mut own = BTreeSet::new();
        for arg in step.args.iter() {
            if let Arg::Step(from, None) = *arg
                && graph.steps[from].domain == step.over
            {
                match graph.steps[from].operation {
                    Operation::Keep | Operation::FoldAxis(..) => own.extend([from]),
                    _ if graph.steps[from].over == step.over => own.extend(&feeding[from]),
                    _ => {}
                }
            }
        }
        feeding.push(own);
    }
    feeding
}

/// The steps that read the result of each one.
fn readers(graph: &Graph) -> Vec<Vec<NodeId>> {
    let mut readers = vec![Vec::new(); graph.steps.len()];
    for (to, step) in graph.steps.iter().enumerate() {
        for arg in step.args.iter() {
            if let Arg::Step(from, _) = *arg
                && readers[from].last() != Some(&NodeId(to))
            {
                readers[from].push(NodeId(to));
            }
        }
    }
    readers
}

fn arrays(graph: &Graph) -> Vec<ArrayUse> {
    let readers = readers(graph);
    let made = readers
        .into_iter()
        .enumerate()
        .map(|(step, readers)| ArrayUse {
            label: String::new(),
            producer: Some(NodeId(step)),
            readers,
        });
    made.collect()
}

/// The memory of the graph: a base for each result and for each storage that is read.
fn memory(graph: &Graph) -> Memory {
    let mut memory = Memory::default();
    for (step, readers) in readers(graph).into_iter().enumerate() {
        let own = &graph.steps[step];
        let elements = match graph.domains[own.domain].dims {
            Some(dims) if dims.axes() == 0 => 1,
            dims => elements(dims.map_or(1, |dims| dims.axes())),
        };
        memory.bases.push(Base {
            label: String::new(),
            creator: Some(NodeId(step)),
            end: if own.is_output {
                End::Survives
            } else {
                End::LastRead
            },
        });
        memory.accesses.push(Access {
            base: memory.bases.len() - 1,
            bytes: own.node.ty.bytes() as u64 * elements,
            readers,
            writers: vec![NodeId(step)],
        });
    }
    let mut storages: Vec<(*const crate::storage::Storage, usize)> = Vec::new();
    for (index, leaf) in graph.leaves.iter().enumerate() {
        let storage = std::sync::Arc::as_ptr(&leaf.storage);
        let reads = |step: &Step| step.args.contains(&Arg::Leaf(index));
        let steps = graph.steps.iter().enumerate();
        let readers: Vec<NodeId> = steps
            .filter(|(_, step)| reads(step))
            .map(|(step, _)| NodeId(step))
            .collect();
        if readers.is_empty() {
            continue;
        }
        let base = storages
            .iter()
            .find(|(known, _)| *known == storage)
            .map(|(_, base)| *base);
        let base = base.unwrap_or_else(|| {
            memory.bases.push(Base {
                label: String::new(),
                creator: None,
                end: End::Survives,
            });
            storages.push((storage, memory.bases.len() - 1));
            memory.bases.len() - 1
        });
        memory.accesses.push(Access {
            base,
            bytes: leaf.storage.ty().bytes() as u64 * elements(leaf.layout.stored_axes()),
            readers,
            writers: Vec::new(),
        });
    }
    memory
}
