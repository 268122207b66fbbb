//! The report on a program: which loops it became, and why.
//!
//! [`Plan`] is the content; [`text`] and [`json`] write it, to people and
//! to programs.
//! [`flow`] is the program as a drawing has it, which [`dot`] and [`svg`] draw.

mod arrays;
mod bands;
mod contractions;
pub mod dot;
pub mod flow;
pub mod json;
mod least_memory;
mod memory;
mod nests;
mod placement;
mod recurrences;
mod separation;
mod sharing;
mod sizes;
pub mod svg;
pub mod text;

pub use arrays::Left;
pub use bands::Bands;
pub use contractions::Contraction;
pub use least_memory::LeastMemory;
pub use memory::Manifest;
pub use nests::{Possible, PossibleArray, PossibleNest};
pub use recurrences::Recurrence;
pub use separation::Separation;
pub use sharing::Sharing;

use crate::cluster::{self, Alternative, Limit};
use crate::compile::Compiled;
use crate::documentation::{contracted, names};
use crate::graph::uses::binding_of;
use crate::graph::{NodeId, Role};
use crate::ir::{BindingId, Op, Program};
use crate::size::scheme::Scheme;
use crate::statements::Statements;
use std::time::Duration;

/// The plan of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The program's name.
    pub name: String,
    /// Its size scheme.
    pub size_scheme: String,
    /// The conditions on which it returns before all loops, in order.
    pub guards: Vec<String>,
    /// The strategy that clustered it.
    pub strategy: &'static str,
    /// The cost model.
    pub cost: &'static str,
    /// The cost of the clustering.
    pub objective: u64,
    /// No clustering costs less than this.
    pub lower_bound: u64,
    /// The cost of the second best clustering, if that was asked for.
    pub next_best: Option<Alternative>,
    /// The number of loops.
    pub loops: usize,
    /// The clusters in execution order.
    pub clusters: Vec<Cluster>,
    /// Arrays that never exist in memory, in program order.
    pub contracted: Vec<String>,
    /// Arrays that do, but for inputs, in program order.
    pub manifest: Vec<Manifest>,
    /// The arrays that loops make, and how much of each exists at once; nothing for programs of one axis.
    pub arrays: Vec<Left>,
    /// Loops that are done for some rows at a time.
    pub bands: Vec<Bands>,
    /// Recurrences, in the order of the loops.
    pub recurrences: Vec<Recurrence>,
    /// The messages of each loop, by its number, in words, where processes do it together; those
    /// between loops have none.
    pub messages: Vec<(Option<usize>, Vec<String>)>,
    /// Sums of products, in program order.
    pub contractions: Vec<Contraction>,
    /// The nests that a program of several axes could be, by strategy; nothing of it is generated.
    pub possible: Vec<Possible>,
    /// Neighbours, and readers of one array, that do not share a loop.
    pub not_fused: Vec<Separation>,
    /// The time of the strategy's search.
    pub solve_time: Duration,
    /// The plans of the versions that sizes choose instead, in order.
    pub others: Vec<Plan>,
}

/// The operators that run together: a loop, or an `external` by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Its number among the loops, from 1; `None` for an `external`, and for pairs of a `cross` of
    /// which only the number is used, which takes no loop.
    pub number: Option<usize>,
    /// The array or size that the loop runs over, in words.
    pub over: Option<String>,
    /// The conditions on which threads share the loop.
    pub sharing: Option<Sharing>,
    /// Its members, in program order, of which the objective is.
    pub operators: Vec<Operator>,
    /// The operators that run in it, in program order: its members without those that are computed
    /// later, and with those that it computes again ([`crate::fuse::place`]).
    pub runs: Vec<LoopBinding>,
}

/// A binding that runs in a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopBinding {
    /// The operator.
    pub operator: Operator,
    /// The reason for running here.
    pub how: How,
}

/// The reason for which a binding runs in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Its cluster says so.
    Member,
    /// It was moved from the loop of that number, so that arrays that it needs or
    /// makes need not be in memory between them.
    Moved(usize),
    /// For the same reason it runs in the loop of that number and again here.
    Again(usize),
}

/// A binding in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// The names that it binds; `_` where it binds none.
    pub names: Vec<String>,
    /// Its combinator.
    pub combinator: &'static str,
}

impl Cluster {
    /// The names that it binds, in program order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.operators
            .iter()
            .flat_map(|operator| operator.names.iter().map(String::as_str))
    }

    /// The names that are bound in it when it runs, in program order.
    pub fn bound(&self) -> impl Iterator<Item = &str> {
        self.runs
            .iter()
            .flat_map(|run| run.operator.names.iter().map(String::as_str))
    }

    /// The words for it where it has no number.
    pub fn unnumbered(&self) -> &'static str {
        let mut operators = self.operators.iter();
        unnumbered(operators.any(|operator| operator.combinator == "external"))
    }

    /// `{a b c}`
    pub fn braced(&self) -> String {
        format!("{{{}}}", self.names().collect::<Vec<_>>().join(" "))
    }
}

/// The words for a cluster that is no loop.
fn unnumbered(is_external: bool) -> &'static str {
    match is_external {
        true => "external",
        false => "no loop",
    }
}

impl Plan {
    /// The report on a compiled program, as far as it takes no new search.
    pub fn of(compiled: &Compiled) -> Plan {
        Plan {
            not_fused: separation::all(compiled, None),
            others: compiled.others.iter().map(Plan::of).collect(),
            ..Plan::brief(compiled)
        }
    }

    /// The report without [`Plan::not_fused`] and [`Plan::others`].
    pub fn brief(compiled: &Compiled) -> Plan {
        let program = &compiled.program;
        let nest = &compiled.nest;
        Plan {
            name: program.name.clone(),
            size_scheme: Scheme::of(program, &compiled.sizes).to_string(),
            guards: program
                .guards
                .iter()
                .map(|guard| guard.text.clone())
                .collect(),
            strategy: compiled.strategy,
            cost: compiled.cost,
            objective: compiled.solution.objective,
            lower_bound: compiled.solution.lower_bound,
            next_best: None,
            loops: nest.loops().count(),
            clusters: clusters(compiled),
            contracted: contracted(compiled, &Statements::of(compiled)),
            manifest: memory::manifest(compiled),
            arrays: arrays::left(compiled),
            bands: bands::of(compiled),
            recurrences: recurrences::of(compiled),
            messages: compiled.backend().messages(&compiled.for_backends()),
            contractions: contractions::of(program),
            possible: Vec::new(),
            not_fused: Vec::new(),
            solve_time: compiled.solution.time,
            others: Vec::new(),
        }
    }

    /// The report with the costs of a shared loop for neighbours that could have one, which takes a
    /// search for each pair, and the nests that are possible.
    pub fn priced(compiled: &Compiled) -> Plan {
        let cost = cluster::cost(compiled.cost).expect("it was used to compile");
        Plan {
            not_fused: separation::all(compiled, Some(&*cost)),
            others: compiled.others.iter().map(Plan::priced).collect(),
            possible: nests::of(compiled),
            ..Plan::brief(compiled)
        }
    }

    /// The whole report, also with the cost of the second best clustering,
    /// which takes many searches.
    pub fn explained(compiled: &Compiled) -> Plan {
        let cost = cluster::cost(compiled.cost).expect("it was used to compile");
        let clustering = &compiled.solution.clustering;
        // The clustering of a strategy that looks for no best one has no next.
        let strategy = cluster::strategy(compiled.strategy);
        let next_best = strategy
            .filter(|strategy| strategy.minimises())
            .and_then(|_| cluster::next_best(&compiled.graph, &*cost, clustering, SHORT, PATIENCE));
        Plan {
            next_best,
            others: compiled.others.iter().map(Plan::explained).collect(),
            ..Plan::priced(compiled)
        }
    }

    /// Returns true if no clustering costs less.
    pub fn is_optimal(&self) -> bool {
        self.objective <= self.lower_bound
    }
}

/// The limit of one search for an alternative.
pub(crate) const SHORT: Limit = Limit {
    steps: 5_000,
    time: Duration::from_secs(2),
};

/// The limit of all searches together.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// The clusters but for host scalars, which are none of the array program.
fn clusters(compiled: &Compiled) -> Vec<Cluster> {
    let names = sizes::Names::of(&compiled.program, &compiled.sizes);
    let program = &compiled.program;
    let statements = Statements::of(compiled);
    let numbers = compiled.loop_numbers();
    let clusters = compiled.solution.clustering.clusters().iter();
    clusters
        .enumerate()
        .filter(|(_, cluster)| compiled.graph.node(cluster[0]).role != Role::Host)
        .filter(|(_, cluster)| {
            cluster
                .iter()
                .any(|node| statements.is_one(binding_of(*node)))
        })
        .map(|(stage, cluster)| Cluster {
            number: numbers[stage],
            over: numbers[stage]
                .and_then(|_| sizes::of_cluster(compiled, cluster))
                .map(|size| names.words(&size)),
            sharing: numbers[stage].map(|number| {
                let mut runs = compiled.placement[stage].iter();
                let scans = |id: &BindingId| matches!(program.bindings[*id].op, Op::Scan { .. });
                let cut = compiled.schedule.loops[&number].cut;
                Sharing::of(compiled, cut, runs.any(scans))
            }),
            operators: statements
                .among(
                    program,
                    &cluster.iter().copied().map(binding_of).collect::<Vec<_>>(),
                )
                .into_iter()
                .map(|id| operator(program, id))
                .collect(),
            runs: statements
                .among(program, &compiled.placement[stage])
                .into_iter()
                .map(|id| LoopBinding {
                    operator: operator(program, id),
                    how: placement::how(compiled, &numbers, id, stage),
                })
                .collect(),
        })
        .collect()
}

fn operator(program: &Program, id: BindingId) -> Operator {
    Operator {
        names: names(program, id),
        combinator: combinator(program, id),
    }
}

/// The combinator of a binding: of index notation the one that the user wrote, which is a map.
fn combinator(program: &Program, id: BindingId) -> &'static str {
    let binding = &program.bindings[id];
    match (&binding.op, binding.part_of) {
        (Op::Map { .. }, Some(written @ "generate")) => written,
        _ => binding.op.name(),
    }
}

/// A binding by the names that it binds.
fn label(program: &Program, node: NodeId) -> String {
    operator(program, binding_of(node)).names.join(", ")
}
