//! A program as a drawing has it: operators in clusters, arrays in memory
//! between them, and the flow of elements.
//!
//! Host scalars are left out; an edge through one goes straight on.

use super::{combinator, label, sizes};
use crate::compile::Compiled;
use crate::graph::uses::{Position, binding_of, node_of, positions};
use crate::graph::{EdgeKind, NodeId, Role};
use crate::ir::ArrayId;
use crate::nest::Storage;
use crate::ordered::OrderedSet;
use crate::statements::{Statements, is_again};
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
            operators_of: BTreeMap::new(),
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
    /// The operator that a statement is, and those that a part of statements stands in.
    operators_of: BTreeMap<NodeId, Vec<usize>>,
    array_of: BTreeMap<ArrayId, usize>,
    edges: OrderedSet<Edge>,
}

impl Builder<'_> {
    fn clusters(&mut self) {
        let (program, graph) = (&self.compiled.program, &self.compiled.graph);
        let shown = |node: &NodeId| graph.node(*node).role != Role::Host;
        let statements = Statements::of(self.compiled);
        let is_one = |node: &NodeId| statements.is_one(binding_of(*node));
        for node in graph.ids().filter(shown).filter(is_one) {
            let id = binding_of(node);
            // A loop may compute one statement for several reads.
            let mut stages = self.compiled.placement.iter();
            let stage = stages.find(|stage| stage.contains(&id));
            let before = stage
                .into_iter()
                .flatten()
                .take_while(|other| **other != id);
            let mut before = before.filter(|other| is_again(program, id, **other));
            if let Some(first) = before.next() {
                let operators = self.operators_of[&node_of(*first)].clone();
                self.operators_of.insert(node, operators);
                continue;
            }
            let mut returned = OrderedSet::new();
            returned_scalars(&program.result, &mut returned);
            let mut scalars = program.bindings[id].scalars();
            self.operators_of
                .insert(node, vec![self.flow.operators.len()]);
            self.flow.operators.push(Operator {
                name: label(program, node),
                combinator: combinator(program, id),
                cluster: 0,
                returned: scalars.any(|scalar| returned.contains(&scalar)),
            });
        }
        for node in graph.ids().filter(|node| !is_one(node)) {
            let owners = statements.with(binding_of(node)).iter();
            let owners = owners.filter_map(|id| self.operators_of.get(&node_of(*id)));
            let owners: OrderedSet<usize> = owners.flatten().copied().collect();
            self.operators_of.insert(node, owners.into_iter().collect());
        }
        let names = sizes::Names::of(program, &self.compiled.sizes);
        let numbers = self.compiled.loop_numbers();
        let clusters = self.compiled.solution.clustering.clusters().iter();
        let mut drawn = OrderedSet::new();
        for (stage, cluster) in clusters.enumerate() {
            if !shown(&cluster[0]) || !cluster.iter().any(is_one) {
                continue;
            }
            // A binding that runs in several loops stands in the first.
            let operators: Vec<usize> = self.compiled.placement[stage]
                .iter()
                .filter(|id| statements.is_one(**id))
                .map(|id| self.operators_of[&node_of(*id)][0])
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
                && let Some(operators) = self.operators_of.get(&node_of(producer))
            {
                self.edges.extend(operators.iter().map(|operator| Edge {
                    from: End::Operator(*operator),
                    to: End::Array(position),
                    kind: FlowKind::Memory,
                    preventing: false,
                }));
            }
        }
    }

    /// Adds the arrays that operators read.
    fn reads(&mut self) {
        let program = &self.compiled.program;
        for (id, binding) in program.bindings.iter() {
            for (read, position) in positions(&binding.op) {
                if position == Position::Length {
                    continue;
                }
                let array = self.compiled.nest.in_memory(read);
                let producer = program.producer(array).map(node_of);
                let preventing = producer.is_some_and(|made| self.prevents(made, node_of(id)));
                for reader in self.operators(node_of(id)) {
                    let makers = producer.map_or(Vec::new(), |made| self.operators(made));
                    let Some((from, kind)) = self.source(array, &makers, reader) else {
                        continue;
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
    }

    /// The operators that a node is or stands in; none of a host scalar.
    fn operators(&self, node: NodeId) -> Vec<usize> {
        self.operators_of.get(&node).cloned().unwrap_or_default()
    }

    /// The place from which an operator has an array that other operators make.
    fn source(&self, array: ArrayId, makers: &[usize], reader: usize) -> Option<(End, FlowKind)> {
        if makers.contains(&reader) {
            return None;
        }
        let cluster = |operator: &usize| self.flow.operators[*operator].cluster;
        // A loop that makes an array and goes on with it reads no memory.
        let mut within = makers
            .iter()
            .filter(|made| cluster(made) == cluster(&reader));
        match (within.next(), self.array_of.get(&array), makers.first()) {
            (Some(made), ..) => Some((End::Operator(*made), FlowKind::Contracted)),
            (None, Some(array), _) => Some((End::Array(*array), FlowKind::Memory)),
            // An array that both loops compute reaches the later one by no memory.
            (None, None, Some(made)) => Some((End::Operator(*made), FlowKind::Contracted)),
            (None, None, None) => None,
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
            if self.operators(edge.from).is_empty() {
                continue;
            }
            let mut ends = vec![(edge.to, edge.kind != EdgeKind::Fusible)];
            while let Some((end, preventing)) = ends.pop() {
                if self.operators(end).is_empty() {
                    let next = graph.edges.iter().filter(|next| next.from == end);
                    ends.extend(next.map(|next| (next.to, true)));
                    continue;
                }
                let by_array = positions(&program.bindings[binding_of(end)].op).iter().any(
                    |(read, position)| {
                        *position != Position::Length
                            && program
                                .producer(self.compiled.nest.in_memory(*read))
                                .map(node_of)
                                == Some(edge.from)
                    },
                );
                let cluster = |operator: usize| self.flow.operators[operator].cluster;
                for from in self.operators(edge.from) {
                    for to in self.operators(end) {
                        let within = cluster(from) == cluster(to);
                        if from != to && !by_array && (!within || preventing) {
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
