//! The compiler of fusus: what `cnf!` does, as an ordinary library.
//!
//! Data flows one way, from top to bottom of this file, and no stage knows a
//! later one:
//!
//! ```text
//! tokens → syntax (parse) → check → lower → ir → size → graph → cluster → fuse → nest → codegen
//! ```
//!
//! Every stage is a function that can be called alone; [`expand`] calls them
//! all. Each stage reports everything that it finds wrong, and the next one
//! starts only where nothing was.

#![forbid(unsafe_code)]

// The words of the language, and how it speaks of mistakes.
pub mod combinator;
pub mod diagnostic;

// Tokens to a surface tree, and the checks of its shape.
pub mod syntax;

pub mod check;

// The intermediate representation, and how programs get into it.
pub mod ir;

pub mod lower;

// Sizes, dependencies, clusters.
pub mod size;

pub mod graph;

pub mod cluster;

// Loops.
pub mod nest;

pub mod fuse;

// Code, and the report of what was done.
pub mod codegen;

pub mod plan;

mod expand;

pub use expand::{expand, expand_fused};

use cluster::{Limit, Solution};
use diagnostic::{Diagnostics, catalog};
use graph::{Graph, Rules};
use ir::Program;
use nest::Nest;
use size::Sizes;
use syntax::Options;

/// A program after every stage but the last.
#[derive(Debug)]
pub struct Compiled {
    /// The program in Combinator Normal Form.
    pub program: Program,
    /// Its sizes.
    pub sizes: Sizes,
    /// Its dependency graph, by the rules of the strategy.
    pub graph: Graph,
    /// Which bindings share a loop.
    pub solution: Solution,
    /// The strategy that found it.
    pub strategy: &'static str,
    /// The cost model by which it is good.
    pub cost: &'static str,
    /// Its loops.
    pub nest: Nest,
}

/// Compiles a program from its intermediate representation to loops.
///
/// # Errors
/// Ill-sized programs, unknown strategies and costs, and plans with more loops
/// than the options allow.
///
/// # Panics
/// Where a strategy returns an illegal clustering: a mistake of ours that must
/// not become a wrong program.
pub fn compile(program: Program, options: &Options) -> Result<Compiled, Diagnostics> {
    let mut found = Diagnostics::new();
    let strategy = match &options.strategy {
        None => cluster::strategy("ilp"),
        Some((name, span)) => cluster::strategy(name).or_else(|| {
            found.push(catalog::unknown_strategy(*span, name, cluster::STRATEGIES));
            None
        }),
    };
    let cost = match &options.cost {
        None => cluster::cost("robinson"),
        Some((name, span)) => cluster::cost(name).or_else(|| {
            found.push(catalog::unknown_cost(*span, name, cluster::COSTS));
            None
        }),
    };
    let sizes = match size::infer(&program) {
        Ok(sizes) => Some(sizes),
        Err(diagnostics) => {
            found.extend(diagnostics);
            None
        }
    };
    let (Some(strategy), Some(cost), Some(sizes)) = (strategy, cost, sizes) else {
        return Err(found);
    };

    let graph = graph::build::build(&program, &sizes, strategy.rules());
    let solution = strategy.cluster(&graph, &*cost, Limit::default());
    // The loops follow the wider rules, whatever the strategy was content with.
    let wider = graph::build::build(&program, &sizes, Rules::Wider);
    if let Err(violation) = cluster::check(&wider, &solution.clustering) {
        panic!("the strategy `{}` is broken: {violation}", strategy.name());
    }

    let nest = fuse::fuse(&program, &sizes, solution.clustering.clusters());
    if let Some((allowed, span)) = options.loops {
        let loops: Vec<String> = nest
            .loops()
            .map(|nested| format!("{{{}}}", nested.bindings.join(" ")))
            .collect();
        if loops.len() > allowed {
            found.push(catalog::too_many_loops(
                span,
                allowed,
                &loops.join(" "),
                loops.len(),
            ));
        }
    }
    found.wall()?;
    Ok(Compiled {
        program,
        sizes,
        graph,
        solution,
        strategy: strategy.name(),
        cost: cost.name(),
        nest,
    })
}
