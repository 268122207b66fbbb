//! From the intermediate representation to loops.

use crate::associative::{self, Verdict};
use crate::cluster::{self, Cost, Fusible, Limit, Solution, Strategy};
use crate::diagnostic::{Diagnostics, catalog};
use crate::fuse;
use crate::graph::build::binding_of;
use crate::graph::{self, Graph, Rules};
use crate::ir::{self, BindingId, Program};
use crate::nest::Nest;
use crate::scalar::{self, Types};
use crate::size::{self, Sizes};
use crate::syntax::{Backend, Options};
use std::collections::BTreeSet;

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
    /// What is computed where, a list for each cluster: its bindings, but for
    /// those that are computed later, and what is computed again.
    pub placement: Vec<Vec<BindingId>>,
    /// Its loops.
    pub nest: Nest,
    /// The types of its arrays and scalars, where a backend needs them.
    pub types: Option<Types>,
    /// Who does its loops.
    pub threads: Threads,
    /// The number of positions that are worth another thread, where the program says so.
    pub grain: Option<usize>,
}

/// Who does the loops of a program: on the CPU, where it runs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// All threads.
    All,
    /// One, since everything is combined from left to right.
    Strict,
    /// One, since the backend has no other.
    Sequential,
    /// None: a device does them.
    Device,
}

impl Threads {
    fn of(options: &Options) -> Threads {
        let has = |backend| options.backends.contains(&backend);
        if options.backends.is_empty() || has(Backend::Cpu) {
            return match options.strict {
                true => Threads::Strict,
                false => Threads::All,
            };
        }
        match has(Backend::Sequential) {
            true => Threads::Sequential,
            false => Threads::Device,
        }
    }
}

/// Compiles a program from its intermediate representation to loops.
///
/// # Errors
/// Ill-sized programs, unknown strategies and costs, and plans with more loops
/// than the options allow. An invalid IR or an illegal clustering, which would
/// be mistakes of ours, end here too: they must not become wrong programs.
pub fn compile(program: Program, options: &Options) -> Result<Compiled, Diagnostics> {
    let mut found = Diagnostics::new();
    if let Err(violations) = ir::validate::validate(&program) {
        for violation in violations {
            found.push(catalog::internal(&program.name, &violation.to_string()));
        }
        return Err(found);
    }
    let Some((strategy, cost, sizes)) = settle(&program, options, &mut found) else {
        return Err(found);
    };
    let untested = operators(&program, options, &mut found);
    if !found.is_empty() {
        return Err(found);
    }

    let graph = graph::build::build(&program, &sizes, strategy.rules());
    let limit = options.limit.map_or_else(Limit::default, Limit::seconds);
    let mut solution = strategy.cluster(&graph, &*cost, limit);
    // The loops follow the wider rules, whatever the strategy was content with.
    let wider = graph::build::build(&program, &sizes, Rules::Wider);
    if strategy.rules() != Rules::Wider {
        solution.clustering = cluster::separate(&wider, &solution.clustering);
        let objective = cost.objective(&graph, &Fusible::of(&graph));
        solution.objective = objective.price(&graph, &solution.clustering);
    }
    if let Err(violation) = cluster::check(&wider, &solution.clustering) {
        let what = format!("the strategy `{}`: {violation}", strategy.name());
        found.push(catalog::internal(&program.name, &what));
        return Err(found);
    }

    let clusters = solution.clustering.clusters().iter();
    let clusters = clusters
        .map(|cluster| cluster.iter().map(|node| binding_of(*node)).collect())
        .collect();
    let placement = match strategy.may_repeat() {
        true => fuse::place(&program, &sizes, &wider, clusters),
        false => clusters,
    };
    let nest = fuse::fuse(&program, &sizes, &placement, &untested);
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
    let types = match options.backends.contains(&Backend::Ocl) {
        true => scalar::program(&program).map(Some).unwrap_or_else(|wrong| {
            found.extend(wrong);
            None
        }),
        false => None,
    };
    found.wall()?;
    Ok(Compiled {
        program,
        sizes,
        graph,
        solution,
        strategy: strategy.name(),
        cost: cost.name(),
        placement,
        nest,
        types,
        threads: Threads::of(options),
        grain: options.grain,
    })
}

/// Finds what [`compile`] would find wrong with a program, even if bindings of
/// it are missing because they are wrong.
pub fn check(program: &Program, options: &Options, found: &mut Diagnostics) {
    settle(program, options, found);
    operators(program, options, found);
}

/// Reports the operators that are not associative, where the order in which elements are
/// combined may show. Returns the folds and scans of whose operators nothing is known.
fn operators(program: &Program, options: &Options, found: &mut Diagnostics) -> BTreeSet<BindingId> {
    let mut untested = BTreeSet::new();
    if options.strict || options.associative {
        return untested;
    }
    for (id, verdict) in associative::verdicts(program) {
        match verdict {
            Verdict::Held => {}
            Verdict::Untested => {
                untested.insert(id);
            }
            Verdict::Refuted(mistake) => found.push(*mistake),
        }
    }
    untested
}

type Settled = (Box<dyn Strategy>, Box<dyn Cost>, Sizes);

/// The strategy, the cost model and the sizes.
fn settle(program: &Program, options: &Options, found: &mut Diagnostics) -> Option<Settled> {
    let strategy = match &options.strategy {
        None => cluster::strategy("optimal"),
        Some((name, span)) => cluster::strategy(name).or_else(|| {
            found.push(catalog::unknown_strategy(*span, name, cluster::STRATEGIES));
            None
        }),
    };
    let cost = match &options.cost {
        None => cluster::cost("paper"),
        Some((name, span)) => cluster::cost(name).or_else(|| {
            found.push(catalog::unknown_cost(*span, name, cluster::COSTS));
            None
        }),
    };
    found.extend(scalar::reductions(program));
    let sizes = match size::infer(program) {
        Ok(sizes) => Some(sizes),
        Err(diagnostics) => {
            found.extend(diagnostics);
            None
        }
    };
    Some((strategy?, cost?, sizes?))
}
