//! Plans, in words.

use std::fmt;
use std::sync::Arc;

use crate::cache;
use crate::error::Error;
use crate::evaluate::{STEPS, Stop, complete};
use crate::graph::{Graph, pending};
use crate::node::Node;
use crate::partition::Tier;
use crate::place::Place;
use crate::program::Task;
use crate::traffic::bytes;

/// The plan of a value: the loops by which it is computed, and what they store.
///
/// ```
/// use fusus_lazy::Array;
///
/// let x = Array::from_vec(vec![3.0, 4.0]);
/// let norm = (&x * &x).sum().sqrt();
/// let plan = norm.plan()?;
/// assert_eq!(plan.loops(), 2);
/// assert!(plan.to_string().starts_with("2 loops: {* sum} {sqrt}"));
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    loops: Vec<Line>,
    bytes: u64,
    tier: Tier,
    partitioner: &'static str,
}

/// A loop, in words.
#[derive(Clone, Debug)]
struct Line {
    operations: Vec<&'static str>,
    instructions: usize,
    reads: usize,
    /// The results that it writes to memory.
    stores: Vec<Store>,
}

/// A result in memory, in words.
#[derive(Clone, Debug)]
struct Store {
    operation: &'static str,
    line: String,
    /// The place, if it is that of another array.
    home: &'static str,
    reason: &'static str,
}

impl Plan {
    pub(crate) fn of(root: &Arc<Node>) -> Result<Plan, Error> {
        if let Some(error) = root.failure() {
            return Err(error);
        }
        let mut plan = Plan {
            loops: Vec::new(),
            bytes: 0,
            tier: Tier::Quick,
            partitioner: "linear",
        };
        // Behind the first part of a long graph nothing is known before it is computed.
        let graph = loop {
            let nodes = pending(std::slice::from_ref(root));
            match nodes.chunks(STEPS).next().map(complete) {
                None => break None,
                Some(Ok(graph)) => break Some(graph),
                Some(Err(Stop::Failed(error))) => return Err(error),
                Some(Err(Stop::Taken)) => {}
            }
        };
        if let Some(graph) = graph {
            let planned = cache::plan(&graph).planned;
            plan.tier = planned.tier;
            plan.partitioner = planned.partition.partitioner;
            plan.bytes = bytes(&graph, &planned.program.tasks);
            plan.loops = planned
                .program
                .tasks
                .iter()
                .map(|task| line(&graph, task, root))
                .collect();
        }
        Ok(plan)
    }

    /// The number of loops.
    #[must_use]
    pub fn loops(&self) -> usize {
        self.loops.len()
    }

    /// The bytes that the loops read and write, as far as lengths are known.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The tier of the search that found the plan.
    #[must_use]
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// The name of the partitioner that found the plan.
    #[must_use]
    pub fn partitioner(&self) -> &'static str {
        self.partitioner
    }
}

fn line(graph: &Graph, task: &Task, root: &Node) -> Line {
    let names = |steps: &[usize]| -> Vec<&'static str> {
        let steps = steps.iter();
        steps
            .map(|step| graph.steps[*step].operation.name())
            .collect()
    };
    let is_in_place = |step: usize| match task {
        Task::Loop(own) => own.in_place.contains(&step),
        Task::With { is_in_place, .. } => *is_in_place,
        _ => false,
    };
    let stores = |steps: &mut dyn Iterator<Item = usize>| {
        steps
            .map(|step| store(graph, step, root, is_in_place(step)))
            .collect()
    };
    match task {
        Task::Loop(own) => {
            let kept = own.compacted.iter().map(|compacted| compacted.step);
            Line {
                operations: names(&own.members),
                instructions: own.instructions.len() + own.reductions.len() + own.compacted.len(),
                reads: own.inputs.len(),
                stores: stores(&mut own.outputs.iter().copied().chain(kept)),
            }
        }
        Task::Nest(own) => {
            let (inner, outer) = (&own.inner, &own.outer);
            let instructions = inner.instructions.len() + inner.reductions.len();
            Line {
                operations: [names(&inner.members), names(&outer.members)].concat(),
                instructions: instructions + outer.instructions.len(),
                reads: inner.inputs.len() + outer.inputs.len(),
                stores: stores(&mut inner.outputs.iter().chain(&outer.outputs).copied()),
            }
        }
        Task::Scan(step) => Line {
            operations: names(&[*step]),
            instructions: 1,
            reads: graph.steps[*step].args.len(),
            stores: stores(&mut std::iter::once(*step)),
        },
        Task::With { steps, .. } => Line {
            operations: names(steps),
            instructions: steps.len(),
            // The array, and the new elements of each.
            reads: 1 + steps.len(),
            stores: stores(&mut steps.last().copied().into_iter()),
        },
    }
}

/// A result in memory, with its line and the reason.
fn store(graph: &Graph, step: usize, root: &Node, is_in_place: bool) -> Store {
    let own = &graph.steps[step];
    Store {
        operation: own.operation.name(),
        line: match own.node.place {
            Place::Nowhere => String::new(),
            place => format!(" of {place}"),
        },
        home: if is_in_place { " in place" } else { "" },
        reason: match own.is_output {
            true if own.node.id == root.id => "the result",
            true => "a handle on it is alive",
            false => "another loop reads it",
        },
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count| if count == 1 { "" } else { "s" };
        write!(f, "{} loop{}:", self.loops.len(), plural(self.loops.len()))?;
        for line in &self.loops {
            write!(f, " {{{}}}", line.operations.join(" "))?;
        }
        writeln!(f)?;
        for (index, line) in self.loops.iter().enumerate() {
            let (count, reads) = (line.instructions, line.reads);
            write!(
                f,
                "loop {}: {count} instruction{}",
                index + 1,
                plural(count)
            )?;
            writeln!(f, ", reads {reads} array{}", plural(reads))?;
            for store in &line.stores {
                let (name, place) = (store.operation, &store.line);
                writeln!(
                    f,
                    "  stores `{name}`{place}{}: {}",
                    store.home, store.reason
                )?;
            }
        }
        write!(f, "{} bytes, planned by `{}`", self.bytes, self.partitioner)
    }
}
