//! The passes of the compiler in a row, from the surface tree to loops.
//!
//! [`function`] and [`expression`] check and lower the surface tree; [`compile`] makes loops of the
//! program. Between passes stands a wall: each reports everything that it finds wrong, and the
//! next starts only where nothing was.

use crate::associative::{self, Verdict};
use crate::backend::{self, Backend, Threads};
use crate::cluster::{self, Cost, Fusible, Limit, Solution, Strategy};
use crate::diagnostic::{Diagnostics, catalog};
use crate::graph::uses::binding_of;
use crate::graph::{self, Graph, Rules};
use crate::ir::{self, BindingId, Program};
use crate::lower::{self, Version};
use crate::nest::Nest;
use crate::ordered::{OrderedSet, ToList};
use crate::recompute::recompute;
use crate::scalar::{self, Types};
use crate::schedule::{Schedule, Settings};
use crate::size::{self, Sizes};
use crate::syntax::{Body, Function, Options};
use crate::{check, fuse};

/// A program after every pass but the last, code generation.
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Compiled {
    /// The program in Combinator Normal Form.
    pub program: Program,
    /// The program before recomputation, if that changed it.
    #[cfg(feature = "report")]
    pub written: Option<Program>,
    /// Its sizes.
    pub sizes: Sizes,
    /// Its dependency graph, by the rules of the strategy.
    pub graph: Graph,
    /// The clusters: the bindings that share a loop.
    pub solution: Solution,
    /// The strategy that found it.
    pub strategy: &'static str,
    /// The cost model by which it is good.
    pub cost: &'static str,
    /// The bindings of each cluster, but for those that are computed later, and with those that
    /// are recomputed.
    pub placement: Vec<Vec<BindingId>>,
    /// Its loops.
    pub nest: Nest,
    /// The schedules of the loops on the CPU.
    pub schedule: Schedule,
    /// The types of its arrays and scalars, where a backend needs them.
    pub types: Option<Types>,
    /// Its backends, in the order written.
    pub backends: Vec<&'static dyn Backend>,
    /// The versions of it that sizes choose instead ([`ir::Versions`]), in order.
    pub others: Vec<Compiled>,
    settings: Settings,
}

impl Compiled {
    /// Returns the backend of which plans speak.
    pub fn backend(&self) -> &'static dyn Backend {
        backend::first(&self.backends)
    }

    /// Returns true if everything is combined from left to right.
    pub fn strict(&self) -> bool {
        self.settings.strict
    }

    /// Returns the number of the loop of each cluster, which is that of the nest; `None` for those
    /// without a loop: an `external`, or pairs of which only the number is used.
    pub fn loop_numbers(&self) -> Vec<Option<usize>> {
        let mut numbers = vec![None; self.placement.len()];
        for nested in self.nest.loops() {
            numbers[nested.cluster] = Some(nested.number);
        }
        numbers
    }

    /// Returns the input of code generation.
    pub fn for_backends(&self) -> backend::Program<'_> {
        backend::Program {
            nest: &self.nest,
            types: self.types.as_ref(),
            schedule: &self.schedule,
            settings: self.settings,
        }
    }
}

/// Compiles a function of the item form.
///
/// # Errors
/// Everything that is wrong with it. A helper that takes arrays is told so and nothing else, since
/// the rest of it is right outside of the macro.
pub fn function(function: &Function, options: &Options) -> Result<Compiled, Diagnostics> {
    let mut found = Diagnostics::new();
    backends(options, &mut found);
    found.extend(function.found.clone());
    check::check_function(function, &mut found);
    let lower =
        |version, found: &mut Diagnostics| lower::function_leniently(function, version, found);
    let compiled = all_versions(&lower, options, found);
    compiled.map_err(|found| match function.helper {
        None => found,
        Some(array) => {
            let mut instead = Diagnostics::new();
            instead.push(catalog::helper_with_array(array, &function.sig.ident));
            instead
        }
    })
}

/// Compiles a program of the expression form, which goes by the name of its place, after the
/// mistakes that parsing found.
///
/// # Errors
/// Everything that is wrong with it.
pub fn expression(
    body: &Body,
    place: String,
    options: &Options,
    mut found: Diagnostics,
) -> Result<Compiled, Diagnostics> {
    check::check_body(body, &mut found);
    let lower = |version, found: &mut Diagnostics| {
        lower::expression_leniently(body, place.clone(), options, version, found)
    };
    all_versions(&lower, options, found)
}

/// The most versions of a program among which sizes choose.
const VERSIONS: usize = 3;

/// Compiles the versions of a program. The first one has the others.
fn all_versions(
    lower: &dyn Fn(Version, &mut Diagnostics) -> Program,
    options: &Options,
    mut found: Diagnostics,
) -> Result<Compiled, Diagnostics> {
    // The sizes of a program for devices are those of arrays that lie there.
    let translates = |backend: &&dyn Backend| backend.translates_to().is_some();
    let backends = backends(options, &mut Diagnostics::new());
    let most = match backends.iter().any(translates) {
        true => 1,
        false => VERSIONS,
    };
    let version = |number| Version {
        number,
        most,
        goes_down: backends.iter().all(|backend| backend.goes_down()),
        recurs_down: backends
            .iter()
            .all(|backend| backend.threads() != Threads::Device),
    };
    let first = lower(version(0), &mut found);
    let count = first.versions.as_ref().map_or(1, ir::Versions::count);
    let mut compiled = lowered(first, options, found)?;
    for number in 1..count {
        let mut found = Diagnostics::new();
        let other = lower(version(number), &mut found);
        compiled.others.push(lowered(other, options, found)?);
    }
    Ok(compiled)
}

/// Compiles a lowered program if nothing is wrong with it so far; looks for more that is wrong
/// otherwise.
fn lowered(
    program: Program,
    options: &Options,
    mut found: Diagnostics,
) -> Result<Compiled, Diagnostics> {
    if found.is_empty() {
        return compile(program, options);
    }
    Settled::of(&program, options, &mut found);
    Err(found)
}

/// Compiles a program from its intermediate representation to loops.
///
/// # Errors
/// Ill-sized programs, operators that are not associative, unknown strategies and costs, and plans
/// with more loops than the options allow. An invalid IR or an illegal clustering, which would be
/// mistakes of ours, end here too: they must not become wrong programs.
pub fn compile(mut program: Program, options: &Options) -> Result<Compiled, Diagnostics> {
    scalar::typed_starts(&mut program);
    let mut settled = settled(&program, options)?;
    #[cfg(feature = "report")]
    let mut written = None;
    if settled.strategy.may_repeat()
        && let Some(recomputed) = recompute(&program)
    {
        let before = std::mem::replace(&mut program, recomputed);
        #[cfg(feature = "report")]
        written.replace(before);
        #[cfg(not(feature = "report"))]
        drop(before);
        settled = self::settled(&program, options)?;
    }
    let mut found = Diagnostics::new();
    let graphs = Graphs::of(&program, &settled);
    let solution = cluster(&graphs, &settled, options);
    legal(&program, &graphs, &settled, &solution, &mut found);
    found.wall()?;

    let placement = place(&program, &graphs, &settled, &solution);
    let nest = fuse::fuse(&program, &settled.sizes, &placement, &settled.unknown);
    let backends = backends(options, &mut found);
    let types = types(&program, &backends, &mut found);
    few_enough(&nest, options, &mut found);
    found.wall()?;
    let settings = settings(&backends, settled.strategy, options);
    let schedule = Schedule::of(&nest, settings);

    Ok(Compiled {
        program,
        #[cfg(feature = "report")]
        written,
        sizes: settled.sizes,
        graph: graphs.own.unwrap_or(graphs.wider),
        solution,
        strategy: settled.strategy.name(),
        cost: settled.cost.name(),
        placement,
        nest,
        schedule,
        types,
        backends,
        others: Vec::new(),
        settings,
    })
}

/// Finds everything that is known of a valid program before its graph.
fn settled(program: &Program, options: &Options) -> Result<Settled, Diagnostics> {
    let mut found = Diagnostics::new();
    validate(program, &mut found);
    found.wall()?;
    let settled = Settled::of(program, options, &mut found);
    found.wall()?;
    Ok(settled.expect("nothing is wrong"))
}

/// Reports the faults of an intermediate representation, which are mistakes of ours.
fn validate(program: &Program, found: &mut Diagnostics) {
    if let Err(violations) = ir::validate::validate(program) {
        for violation in violations {
            found.push(catalog::internal(&program.name, &violation.to_string()));
        }
    }
}

/// Everything that is known of a program before its graph.
struct Settled {
    strategy: &'static dyn Strategy,
    cost: Box<dyn Cost>,
    sizes: Sizes,
    unknown: fuse::Unknown,
}

impl Settled {
    /// Finds the mistakes of a program even if bindings of it are missing because they are
    /// wrong.
    fn of(program: &Program, options: &Options, found: &mut Diagnostics) -> Option<Settled> {
        let strategy = strategy(options, found);
        let cost = cost(options, found);
        let untold = scalar::reductions(program, found);
        let sizes = size::infer(program).map_err(|wrong| found.extend(wrong));
        let untested = operators(program, options, found);
        Some(Settled {
            strategy: strategy?,
            cost: cost?,
            sizes: sizes.ok()?,
            unknown: fuse::Unknown { untested, untold },
        })
    }
}

/// Looks the backends of a program up, which are the default one where it names none. Mistakes
/// in their list are reported.
pub(crate) fn backends(options: &Options, found: &mut Diagnostics) -> Vec<&'static dyn Backend> {
    let mut known: Vec<&dyn Backend> = Vec::new();
    for listed in &options.backends {
        if listed.names.is_empty() {
            found.push(catalog::no_backend(listed.place, &backend::names()));
        }
        for (name, place) in &listed.names {
            match backend::named(name) {
                None => found.push(catalog::unknown_backend(*place, name, &backend::names())),
                Some(again) if known.contains(&again) => {
                    found.push(catalog::repeated_backend(*place, name));
                }
                Some(backend) => known.push(backend),
            }
        }
    }
    if known.is_empty() {
        known.push(backend::DEFAULT);
    }
    known
}

fn strategy(options: &Options, found: &mut Diagnostics) -> Option<&'static dyn Strategy> {
    let Some((name, span)) = &options.strategy else {
        return Some(cluster::DEFAULT);
    };
    let strategy = cluster::strategy(name);
    if strategy.is_none() {
        let known: Vec<&str> = cluster::STRATEGIES.iter().map(|known| known.name()).list();
        found.push(catalog::unknown_strategy(*span, name, &known));
    }
    strategy
}

fn cost(options: &Options, found: &mut Diagnostics) -> Option<Box<dyn Cost>> {
    let Some((name, span)) = &options.cost else {
        return cluster::cost("paper");
    };
    let cost = cluster::cost(name);
    if cost.is_none() {
        found.push(catalog::unknown_cost(*span, name, cluster::COSTS));
    }
    cost
}

/// Reports the operators that are not associative, where the order in which elements are
/// combined may show. Returns the folds and scans of whose operators nothing is known.
fn operators(
    program: &Program,
    options: &Options,
    found: &mut Diagnostics,
) -> OrderedSet<BindingId> {
    let mut untested = OrderedSet::new();
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
    for mistake in associative::inside(program) {
        found.push(mistake);
    }
    untested
}

/// The dependency graphs of a program. Loops follow the wider rules, whatever the strategy was
/// content with.
struct Graphs {
    wider: Graph,
    /// The graph by the rules of the strategy, where these are others.
    own: Option<Graph>,
}

impl Graphs {
    fn of(program: &Program, settled: &Settled) -> Graphs {
        let build = |rules| graph::build::build(program, &settled.sizes, rules);
        let rules = settled.strategy.rules();
        Graphs {
            wider: build(Rules::Wider),
            own: (rules != Rules::Wider).then(|| build(rules)),
        }
    }
}

/// Clusters the graph of the strategy, so that the loops of the result are legal by the wider
/// rules.
fn cluster(graphs: &Graphs, settled: &Settled, options: &Options) -> Solution {
    let Settled { strategy, cost, .. } = settled;
    let limit = options.limit.map_or_else(Limit::default, Limit::seconds);
    let Some(own) = &graphs.own else {
        return strategy.cluster(&graphs.wider, &**cost, limit);
    };
    let mut solution = strategy.cluster(own, &**cost, limit);
    solution.clustering = cluster::separate(&graphs.wider, &solution.clustering);
    let objective = cost.objective(own, &Fusible::of(own));
    solution.objective = objective.price(own, &solution.clustering);
    solution
}

/// Reports an illegal clustering, which is a mistake of ours.
fn legal(
    program: &Program,
    graphs: &Graphs,
    settled: &Settled,
    solution: &Solution,
    found: &mut Diagnostics,
) {
    if let Err(violation) = cluster::check(&graphs.wider, &solution.clustering) {
        let what = format!("the strategy `{}`: {violation}", settled.strategy.name());
        found.push(catalog::internal(&program.name, &what));
    }
}

/// The bindings of each loop: the clusters, but for bindings that are moved and repeated to save
/// memory.
fn place(
    program: &Program,
    graphs: &Graphs,
    settled: &Settled,
    solution: &Solution,
) -> Vec<Vec<BindingId>> {
    let clusters = solution.clustering.clusters().iter();
    let clusters = clusters
        .map(|cluster| cluster.iter().map(|node| binding_of(*node)).collect())
        .collect();
    match settled.strategy.may_repeat() {
        true => fuse::place(program, &settled.sizes, &graphs.wider, clusters),
        false => clusters,
    }
}

/// The types of all arrays and scalars, where a backend needs them.
fn types(program: &Program, backends: &[&dyn Backend], found: &mut Diagnostics) -> Option<Types> {
    let translate = |backend: &&dyn Backend| backend.translates_to().is_some();
    if !backends.iter().any(translate) {
        return None;
    }
    let types = scalar::program(program).map_err(|wrong| found.extend(wrong));
    types.ok()
}

/// The settings on which the schedule depends.
fn settings(
    backends: &[&'static dyn Backend],
    strategy: &dyn Strategy,
    options: &Options,
) -> Settings {
    Settings {
        parallel: backend::first(backends).threads() == Threads::All,
        strict: options.strict,
        grain: options.grain,
        bands: strategy.may_repeat(),
        replaces: backend::first(backends).replaces(),
        goes_down: backend::first(backends).goes_down(),
    }
}

/// Reports a plan with more loops than the program allows.
fn few_enough(nest: &Nest, options: &Options, found: &mut Diagnostics) {
    let Some((allowed, span)) = options.loops else {
        return;
    };
    let loops: Vec<String> = nest
        .loops()
        .map(|nested| format!("{{{}}}", nested.bindings.join(" ")))
        .list();
    if loops.len() > allowed {
        found.push(catalog::too_many_loops(
            span,
            allowed,
            &loops.join(" "),
            loops.len(),
        ));
    }
}
