//! The choice of a partitioner and a cost.

use std::cell::Cell;

use fusus_cluster::{COSTS, PARTITIONERS};

/// A partitioner and a cost by which graphs are planned, in place of those that the library chooses: to
/// compare them. Results have the same elements; sums of floats may be rounded otherwise.
///
/// ```
/// use fusus_lazy::{Array, Planner};
///
/// let x = Array::from_vec(vec![3.0, 4.0]);
/// let norm = || (&x * &x).sum().sqrt();
/// for planner in Planner::all() {
///     assert_eq!(planner.run(|| norm().item())?, 5.0);
/// }
/// let apart = Planner::named("singleton", "bytes").expect("both are known");
/// assert_eq!(apart.run(|| norm().plan())?.loops(), 3);
/// assert_eq!(norm().plan()?.loops(), 2);
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Planner {
    partitioner: &'static str,
    cost: &'static str,
}

thread_local! {
    static CHOSEN: Cell<Option<Planner>> = const { Cell::new(None) };
}

impl Planner {
    /// The planner of these names: `singleton`, `linear`, `unintrusive`, `greedy`, `linear-then-greedy` or
    /// `optimal`, and `traffic`, `bytes`, `contract`, `locality`, `weighted` or `paper`.
    #[must_use]
    pub fn named(partitioner: &str, cost: &str) -> Option<Planner> {
        Planner::all().find(|own| own.partitioner == partitioner && own.cost == cost)
    }

    /// All planners: each partitioner with each cost.
    pub fn all() -> impl Iterator<Item = Planner> {
        PARTITIONERS.iter().flat_map(|partitioner| {
            // Nothing is sent between processes here.
            let costs = COSTS.iter().filter(|cost| **cost != "messages");
            costs.map(|cost| Planner {
                partitioner: partitioner.name(),
                cost,
            })
        })
    }

    /// The name of the partitioner.
    #[must_use]
    pub fn partitioner(self) -> &'static str {
        self.partitioner
    }

    /// The name of the cost.
    #[must_use]
    pub fn cost(self) -> &'static str {
        self.cost
    }

    /// Calls a function whose graphs are planned by this planner, on its thread. No plan is remembered.
    pub fn run<R>(self, function: impl FnOnce() -> R) -> R {
        /// Goes back to the planner around a call, also where that panics.
        struct Around(Option<Planner>);
        impl Drop for Around {
            fn drop(&mut self) {
                CHOSEN.set(self.0);
            }
        }
        let _around = Around(CHOSEN.replace(Some(self)));
        function()
    }

    /// The planner that the thread has chosen.
    pub(crate) fn chosen() -> Option<Planner> {
        CHOSEN.get()
    }
}
