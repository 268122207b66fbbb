//! The merge cache: programs of graphs that were seen before.

use std::sync::{Arc, Mutex, PoisonError};

use crate::graph::{Arg, Graph};
use crate::ids::Map;
use crate::operation::Operation;
use crate::partition::{Partition, Tier, partition, partition_by};
use crate::planner::Planner;
use crate::program::Program;
use crate::storage::Storage;

/// The number of graphs that are remembered.
const REMEMBERED: usize = 256;

/// A plan of a graph.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) partition: Partition,
    pub(crate) program: Program,
    /// The tier that its partition came from.
    pub(crate) tier: Tier,
}

/// A plan, as it is found.
pub(crate) struct Found {
    pub(crate) planned: Arc<Planned>,
    /// True if the form of the graph was remembered.
    pub(crate) is_known: bool,
    /// True if no better plan will be searched for.
    pub(crate) is_final: bool,
}

/// A plan that is remembered.
struct Entry {
    planned: Arc<Planned>,
    /// The tier of the next search; `None` when all have been tried.
    next: Option<Tier>,
    /// The time at which it was last used.
    used: u64,
}

/// The plans by the canonical form of their graphs, which is compared and not only hashed.
#[derive(Default)]
struct Cache {
    plans: Map<Vec<u64>, Entry>,
    clock: u64,
}

static CACHE: Mutex<Option<Cache>> = Mutex::new(None);

/// The plan of a graph: one that is remembered, or a new one. A graph that is seen again gets a
/// better plan if there is one.
pub(crate) fn plan(graph: &Graph) -> Found {
    if let Some(planner) = Planner::chosen() {
        let partition = partition_by(graph, planner);
        return Found {
            planned: Arc::new(planned(graph, partition, Tier::Chosen)),
            is_known: false,
            is_final: false,
        };
    }
    let key = canonical(graph);
    let (known, tier) = look_up(&key);
    let is_known = known.is_some();
    let Some(tier) = tier else {
        return Found {
            planned: known.unwrap_or_else(|| Arc::new(of_tier(graph, Tier::Quick))),
            is_known,
            is_final: true,
        };
    };
    let new = of_tier(graph, tier);
    let is_better = |known: &Arc<Planned>| new.partition.price < known.partition.price;
    let best = match known {
        Some(known) if !is_better(&known) => known,
        _ => Arc::new(new),
    };
    let next = match best.program.tasks.len() {
        // Nothing is left to be merged.
        1 => None,
        _ => tier.next(),
    };
    remember(key, Arc::clone(&best), next);
    Found {
        planned: best,
        is_known,
        is_final: next.is_none(),
    }
}

fn of_tier(graph: &Graph, tier: Tier) -> Planned {
    planned(graph, partition(graph, tier), tier)
}

fn planned(graph: &Graph, partition: Partition, tier: Tier) -> Planned {
    Planned {
        program: Program::of(graph, &partition.clusters),
        partition,
        tier,
    }
}

/// The plan that is remembered, and the tier that is to be tried now.
fn look_up(key: &[u64]) -> (Option<Arc<Planned>>, Option<Tier>) {
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let cache = cache.get_or_insert_default();
    cache.clock += 1;
    match cache.plans.get_mut(key) {
        Some(entry) => {
            entry.used = cache.clock;
            (Some(Arc::clone(&entry.planned)), entry.next)
        }
        None => (None, Some(Tier::Quick)),
    }
}

fn remember(key: Vec<u64>, planned: Arc<Planned>, next: Option<Tier>) {
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let cache = cache.get_or_insert_default();
    let used = cache.clock;
    cache.plans.insert(
        key,
        Entry {
            planned,
            next,
            used,
        },
    );
    if cache.plans.len() > REMEMBERED {
        let oldest = cache.plans.iter().min_by_key(|(_, entry)| entry.used);
        if let Some(key) = oldest.map(|(key, _)| key.clone()) {
            cache.plans.remove(&key);
        }
    }
}

/// The canonical form of a graph: operations, types, which arrays share memory, and which positions
/// are the same, and which memory is given up. Lengths, numbers and the places of sections are
/// parameters of a plan.
pub(crate) fn canonical(graph: &Graph) -> Vec<u64> {
    let rest = graph.leaves.len() + graph.numbers.len() + graph.domains.len() + 3;
    let mut words = Vec::with_capacity(5 * graph.steps.len() + rest);
    for step in &graph.steps {
        let (tag, detail) = code(&step.operation);
        let output = u64::from(step.is_output);
        let header = tag | detail << 8 | output << 16 | (step.node.ty as u64) << 24;
        words.push(header | (step.takes as u64) << 32 | (step.args.len() as u64) << 40);
        words.push((step.over as u64) << 32 | step.domain as u64);
        words.extend(step.section.map(|section| section as u64));
        words.extend(step.args.iter().map(|arg| match *arg {
            Arg::Step(step, view) => 1 << 32 | u64::from(view.is_some()) << 40 | step as u64,
            Arg::Leaf(leaf) => 2 << 32 | leaf as u64,
            Arg::Number(number) => 3 << 32 | number as u64,
        }));
        // Different sections of one result are different arrays of a loop.
        words.extend(step.args.iter().filter_map(|arg| match *arg {
            Arg::Step(_, Some(view)) => Some(view as u64),
            _ => None,
        }));
    }
    words.push(u64::MAX);
    let mut storages: Vec<*const Storage> = Vec::with_capacity(graph.leaves.len());
    for (index, leaf) in graph.leaves.iter().enumerate() {
        let storage = Arc::as_ptr(&leaf.storage);
        let base = storages.iter().rposition(|own| *own == storage);
        let base = base.unwrap_or_else(|| {
            storages.push(storage);
            storages.len() - 1
        }) as u64;
        let axes = leaf.layout.stored_axes() as u64;
        let header = axes << 8 | leaf.storage.ty() as u64;
        words.push(base << 16 | u64::from(graph.is_given_up(index)) << 12 | header);
    }
    words.push(u64::MAX);
    words.extend(graph.numbers.iter().map(|number| number.ty() as u64));
    words.push(u64::MAX);
    for domain in &graph.domains {
        let parent = domain.parent.map_or(0, |parent| parent as u64 + 1);
        let axes = domain.dims.map_or(0, |dims| dims.axes() as u64 + 1);
        words.push(parent << 8 | axes << 1 | u64::from(domain.is_scalar));
    }
    words
}

/// An operation as a number and a further one.
fn code(operation: &Operation) -> (u64, u64) {
    match operation {
        Operation::Unary(unary) => (1, *unary as u64),
        Operation::Binary(binary) => (2, *binary as u64),
        Operation::Compare(compare) => (3, *compare as u64),
        Operation::Select => (4, 0),
        Operation::Cast => (5, 0),
        Operation::Map(_) => (6, 0),
        Operation::Fold(operator) => (7, *operator as u64),
        Operation::FoldBy(_) => (8, 0),
        Operation::Scan(operator) => (9, *operator as u64),
        Operation::ScanBy(_) => (10, 0),
        Operation::Keep => (11, 0),
        Operation::Gather => (12, 0),
        Operation::View(_) => (13, 0),
        Operation::With(_) => (14, 0),
        Operation::Positions => (15, 0),
        Operation::Ones => (16, 0),
        Operation::FoldAxis(operator, axis) => (17, *operator as u64 | (*axis as u64) << 3),
    }
}

#[cfg(test)]
mod tests {
    use super::{canonical, plan};
    use crate::graph::{Graph, pending};
    use crate::{Array, Element, s};
    use std::sync::Arc;

    fn graph<T: Element>(array: &Array<T>) -> Graph {
        Graph::of(&pending(std::slice::from_ref(&array.node))).unwrap()
    }

    fn form<T: Element>(array: &Array<T>) -> Vec<u64> {
        canonical(&graph(array))
    }

    fn array(len: usize) -> Array<f64> {
        Array::from_vec(vec![1.0; len])
    }

    #[test]
    fn lengths_numbers_and_sections_are_parameters() {
        let of = |len, number, from| {
            let x = array(len);
            (x.at(s![from..]) * number).sum()
        };
        assert_eq!(form(&of(5, 2.0, 1)), form(&of(9, 3.0, 4)));
        assert_ne!(form(&of(5, 2.0, 1)), form(&(array(5) + 2.0).sum()));
    }

    #[test]
    fn memory_that_is_shared_is_part_of_the_form() {
        let (x, y) = (array(5), array(5));
        assert_ne!(form(&(&x + &x)), form(&(&x + &y)));
        assert_ne!(form(&(&x + &y)), form(&(x.at(s![..4]) + x.at(s![1..]))));
        assert_eq!(form(&(&x + &y)), form(&(&y + &x)));
    }

    #[test]
    fn lengths_that_are_equal_are_part_of_the_form() {
        let (x, y) = (array(5), array(6));
        let equal = x.sum() + (&x * 1.0).sum();
        let other = x.sum() + (&y * 1.0).sum();
        assert_ne!(form(&equal), form(&other));
    }

    #[test]
    fn results_that_stay_and_types_are_part_of_the_form() {
        let x = array(5);
        let dropped = form(&((&x * 2.0) + 1.0));
        let doubled = &x * 2.0;
        assert_ne!(dropped, form(&(&doubled + 1.0)));
        let single = Array::from_vec(vec![1.0_f32; 5]);
        assert_ne!(dropped, form(&((&single * 2.0) + 1.0)));
    }

    #[test]
    fn a_plan_is_remembered_and_never_gets_worse() {
        let x = array(5);
        let both = (x.sum() * &x).scan_sum().sum() + x.exp_m1().max() * x.keep(x.gt(0.5)).min();
        let graph = graph(&both);
        let first = plan(&graph);
        assert!(!first.is_final);
        let mut price = first.planned.partition.price;
        for _ in 0..3 {
            let next = plan(&graph);
            assert!(next.is_known);
            assert!(next.planned.partition.price <= price);
            price = next.planned.partition.price;
        }
        let (third, fourth) = (plan(&graph), plan(&graph));
        assert!(third.is_final && Arc::ptr_eq(&third.planned, &fourth.planned));
    }
}
