//! A program as a drawing has it: operators in clusters, arrays in memory
//! between them, and the flow of elements.
//!
//! Host scalars are left out; an edge through one goes straight on.

use super::{label, sizes};
use crate::compile::Compiled;
use crate::documentation::numbers;
use crate::graph::uses::{Position, binding_of, node_of, positions};
use crate::graph::{EdgeKind, NodeId, Role};
use crate::ir::ArrayId;
use crate::nest::Storage;
use crate::ordered::OrderedSet;
use std::collections::BTreeMap;

/// The drawing's content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// The clusters, in execution order.
    pub clusters: Vec<Cluster>,
    /// The operators, in program order.
    pub operators: Vec<Operator>,
    /// The arrays in memory, inputs first.
    pub arrays: Vec<Array>,
    /// The edges, in order.
    pub edges: Vec<Edge>,
}

/// A cluster: a loop, or an `external` by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Its number among the loops; `None` for a binding without a loop, such as an `external`.
    pub number: Option<usize>,
    /// The size of its loop.
    pub size: Option<String>,
    /// Its operators, by their positions in [`Flow::operators`].
    pub operators: Vec<usize>,
}

/// A binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// The names that it binds.
    pub name: String,
    /// Its combinator.
    pub combinator: &'static str,
    /// Its cluster, by its position in [`Flow::clusters`].
    pub cluster: usize,
    /// True if a scalar that it binds is returned.
    pub returned: bool,
}

/// An array in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// Its size.
    pub size: String,
    /// True if it comes from outside.
    pub input: bool,
    /// True if it is returned, or written in place of an input.
    pub output: bool,
}

/// One end of an edge, by its position in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// An operator.
    Operator(usize),
    /// An array in memory.
    Array(usize),
}

/// The values that flow along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlowKind {
    /// The elements of an array in memory, written or read.
    Memory,
    /// The elements of a contracted array.
    Contracted,
    /// Anything else: a total, or only an order.
    Scalar,
}

/// A flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Its start.
    pub from: End,
    /// Its end.
    pub to: End,
    /// The values that flow along it.
    pub kind: FlowKind,
    /// True if it keeps its ends out of one loop.
    pub preventing: bool,
}

impl Cluster {
    /// Tells an `external` from bindings that need no loop.
    pub fn is_external(&self, flow: &Flow) -> bool {
        let mut operators = self.operators.iter();
        operators.any(|operator| flow.operators[*operator].combinator == "external")
    }
}

impl Flow {
    /// The drawing of a compiled program.
    pub fn of(compiled: &Compiled) -> Flow {
        let mut builder = Builder {
            compiled,
            flow: Flow::default(),
            operator_of: BTreeMap::new(),
            array_of: BTreeMap::new(),
            edges: OrderedSet::new(),
        };
        builder.clusters();
        builder.arrays();
        builder.reads();
        builder.scalars();
        let mut flow = builder.flow;
        flow.edges = builder.edges.into_iter().collect();
        flow
    }
}

struct Builder<'c> {
    compiled: &'c Compiled,
    flow: Flow,
    operator_of: BTreeMap<NodeId, usize>,
    array_of: BTreeMap<ArrayId, usize>,
    edges: OrderedSet<Edge>,
}

impl Builder<'_> {
    fn clusters(&mut self) {
        let (program, graph) = (&self.compiled.program, &self.compiled.graph);
        let shown = |node: &NodeId| graph.node(*node).role != Role::Host;
        for node in graph.ids().filter(shown) {
            let binding = &program.bindings[binding_of(node)];
            let mut returned = OrderedSet::new();
            returned_scalars(&program.result, &mut returned);
            self.operator_of.insert(node, self.flow.operators.len());
            self.flow.operators.push(Operator {
                name: label(program, node),
                combinator: binding.op.name(),
                cluster: 0,
                returned: binding.scalars().any(|scalar| returned.contains(&scalar)),
            });
        }
        let names = sizes::Names::of(program, &self.compiled.sizes);
        let numbers = numbers(self.compiled);
        let clusters = self.compiled.solution.clustering.clusters().iter();
        let mut drawn = OrderedSet::new();
        for (stage, cluster) in clusters.enumerate() {
            if !shown(&cluster[0]) {
                continue;
            }
            // A binding that runs in several loops stands in the first.
            let operators: Vec<usize> = self.compiled.placement[stage]
                .iter()
                .map(|id| self.operator_of[&node_of(*id)])
                .filter(|operator| drawn.insert(*operator))
                .collect();
            for operator in &operators {
                self.flow.operators[*operator].cluster = self.flow.clusters.len();
            }
            self.flow.clusters.push(Cluster {
                number: numbers[stage],
                size: numbers[stage]
                    .and_then(|_| sizes::of_cluster(self.compiled, cluster))
                    .map(|size| names.letters(&size)),
                operators,
            });
        }
    }

    fn arrays(&mut self) {
        let program = &self.compiled.program;
        let names = sizes::Names::of(program, &self.compiled.sizes);
        let returned = program.result.arrays();
        for (id, array) in self.compiled.nest.arrays.iter() {
            let input = matches!(array.storage, Storage::Input(..));
            if matches!(
                array.storage,
                Storage::Contracted | Storage::Element(_) | Storage::Alias(_)
            ) {
                continue;
            }
            let position = self.flow.arrays.len();
            self.array_of.insert(id, position);
            self.flow.arrays.push(Array {
                name: array.name.to_string(),
                size: names.letters(&self.compiled.sizes.count(id)),
                input,
                output: matches!(array.storage, Storage::InPlace(_))
                    || returned
                        .iter()
                        .any(|out| self.compiled.nest.in_memory(*out) == id),
            });
            if let Some(producer) = program.producer(id)
                && let Some(operator) = self.operator_of.get(&node_of(producer))
            {
                self.edges.insert(Edge {
                    from: End::Operator(*operator),
                    to: End::Array(position),
                    kind: FlowKind::Memory,
                    preventing: false,
                });
            }
        }
    }

    /// Adds the arrays that operators read.
    fn reads(&mut self) {
        let program = &self.compiled.program;
        for (id, binding) in program.bindings.iter() {
            let Some(&reader) = self.operator_of.get(&node_of(id)) else {
                continue;
            };
            for (read, position) in positions(&binding.op) {
                if position == Position::Length {
                    continue;
                }
                let array = self.compiled.nest.in_memory(read);
                let producer = program.producer(array).map(node_of);
                let preventing = producer.is_some_and(|made| self.prevents(made, node_of(id)));
                let (from, kind) = match (self.array_of.get(&array), producer) {
                    // A loop that makes an array and goes on with it reads no memory.
                    (_, Some(made))
                        if self.operator_of.get(&made).is_some_and(|made| {
                            self.flow.operators[*made].cluster
                                == self.flow.operators[reader].cluster
                        }) =>
                    {
                        (End::Operator(self.operator_of[&made]), FlowKind::Contracted)
                    }
                    (Some(array), _) => (End::Array(*array), FlowKind::Memory),
                    // An array that both loops compute reaches the later one by no memory.
                    (None, Some(made)) => match self.operator_of.get(&made) {
                        Some(made) => (End::Operator(*made), FlowKind::Contracted),
                        None => continue,
                    },
                    (None, None) => continue,
                };
                self.edges.insert(Edge {
                    from,
                    to: End::Operator(reader),
                    kind,
                    preventing,
                });
            }
        }
    }

    fn prevents(&self, from: NodeId, to: NodeId) -> bool {
        self.compiled
            .graph
            .edges
            .iter()
            .any(|edge| (edge.from, edge.to) == (from, to) && edge.kind != EdgeKind::Fusible)
    }

    /// Adds the values that pass between operators without an array.
    fn scalars(&mut self) {
        let graph = &self.compiled.graph;
        let program = &self.compiled.program;
        for edge in &graph.edges {
            let Some(&from) = self.operator_of.get(&edge.from) else {
                continue;
            };
            let mut ends = vec![(edge.to, edge.kind != EdgeKind::Fusible)];
            while let Some((end, preventing)) = ends.pop() {
                let Some(&to) = self.operator_of.get(&end) else {
                    let next = graph.edges.iter().filter(|next| next.from == end);
                    ends.extend(next.map(|next| (next.to, true)));
                    continue;
                };
                let by_array = positions(&program.bindings[binding_of(end)].op).iter().any(
                    |(read, position)| {
                        *position != Position::Length
                            && program
                                .producer(self.compiled.nest.in_memory(*read))
                                .map(node_of)
                                == Some(edge.from)
                    },
                );
                let within = self.flow.operators[from].cluster == self.flow.operators[to].cluster;
                if !by_array && (!within || preventing) {
                    self.edges.insert(Edge {
                        from: End::Operator(from),
                        to: End::Operator(to),
                        kind: FlowKind::Scalar,
                        preventing,
                    });
                }
            }
        }
    }
}

fn returned_scalars(result: &crate::ir::Returned, into: &mut OrderedSet<crate::ir::ScalarId>) {
    use crate::ir::Returned;
    match result {
        Returned::Array(_) => {}
        Returned::Scalar(host) => into.extend(&host.scalars),
        Returned::Tuple(items) => items.iter().for_each(|item| returned_scalars(item, into)),
    }
}
