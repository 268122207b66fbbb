//! Counts of what is planned.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::cache::{self, Found, Planned};
use crate::graph::Graph;
use crate::traffic;
use std::sync::Arc;

/// The graphs that were planned while a function ran, on its thread.
///
/// ```
/// use fusus_lazy::{Array, Planning};
///
/// let x = Array::from_vec(vec![1.0, 2.0, 3.0]);
/// let squares = || (&x * &x + 1.0).sum().item();
/// let (first, _) = Planning::of(squares);
/// let (second, planning) = Planning::of(squares);
/// assert_eq!(first, second);
/// assert_eq!((planning.graphs, planning.found, planning.loops), (1, 1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Planning {
    /// The number of graphs.
    pub graphs: usize,
    /// The number of those whose form the cache had.
    pub found: usize,
    /// The number of their operations.
    pub operations: usize,
    /// The number of their loops.
    pub loops: usize,
    /// The bytes that loops read and write.
    pub bytes: u64,
    /// The time that planning took: the form of a graph, the cache, the search for loops, and the
    /// instructions.
    pub time: Duration,
}

thread_local! {
    static COUNTED: Cell<Option<Planning>> = const { Cell::new(None) };
}

impl Planning {
    /// Calls a function, and counts what it plans. Graphs that a call within it counts are counted
    /// there only.
    pub fn of<R>(function: impl FnOnce() -> R) -> (R, Planning) {
        /// Goes on with the counts around a call, also where that panics.
        struct Around(Option<Planning>);
        impl Drop for Around {
            fn drop(&mut self) {
                COUNTED.set(self.0);
            }
        }
        let _around = Around(COUNTED.replace(Some(Planning::default())));
        let result = function();
        (result, COUNTED.get().unwrap_or_default())
    }
}

/// The plan of a graph, which is counted if somebody counts.
pub(crate) fn planned(graph: &Graph) -> Arc<Planned> {
    found(graph).planned
}

/// The plan of a graph, as the cache has it.
pub(crate) fn found(graph: &Graph) -> Found {
    let Some(counted) = COUNTED.get() else {
        return cache::plan(graph);
    };
    let start = Instant::now();
    let found = cache::plan(graph);
    let time = start.elapsed();
    count(counted, graph, &found.planned, found.is_known, time);
    found
}

/// Counts a plan that is used again and need not be looked for.
pub(crate) fn count_again(graph: &Graph, planned: &Planned) {
    if let Some(counted) = COUNTED.get() {
        count(counted, graph, planned, true, Duration::ZERO);
    }
}

fn count(mut counted: Planning, graph: &Graph, planned: &Planned, is_known: bool, time: Duration) {
    counted.time += time;
    counted.graphs += 1;
    counted.found += usize::from(is_known);
    counted.operations += graph.steps.len();
    counted.loops += planned.program.tasks.len();
    counted.bytes += traffic::bytes(graph, &planned.program.tasks);
    COUNTED.set(Some(counted));
}
