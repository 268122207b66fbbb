//! Assignment of bindings to loops: the clusters, except for bindings that are cheaper to compute
//! later or twice.
//!
//! An array that one loop makes and a later one of the same size reads costs two passes over
//! memory, and clusters say nothing of memory except through the pairs that they do not fuse. The
//! number of loops stays, and so does everything that prevents fusion. Within these bounds,
//!
//! * a binding that no loop needs before the later one is computed there: of a loop that must find
//!   a total first, only the bindings that lead to that total stay;
//! * a cheap map over arrays in memory that both loops need is computed in both;
//! * the result of a filter for the rows of a `cross` is compacted by an earlier loop over the same
//!   elements.
//!
//! These are done if the arrays that are no longer read and written cost more than the repeated
//! computation.

use super::{region, storage};
use crate::graph::uses::{binding_of, node_of};
use crate::graph::{EdgeKind, Graph};
use crate::ir::estimate::PASS;
use crate::ir::{ArrayId, BindingId, Count, Op, Program};
use crate::nest::Storage;
use crate::nest::cost::repeated;
use crate::ordered::{OrderedSet, ToList, sort_by_key};
use crate::size::{Size, Sizes};

/// The bindings of each stage, those of a loop in program order.
type Stages = Vec<Vec<BindingId>>;

/// The cost, for each element before a filter, of rows of a `cross` behind the filter. The elements
/// are read for it once more, the loop is cut into blocks as short as if each of them were a row,
/// and there are few rows: a filter that another loop could run seldom keeps many for the rows of a
/// `cross`.
const FILTERED_ROWS: usize = 64;

/// Moves and repeats bindings of loops, where that saves memory traffic.
///
/// The clusters come in execution order and must be legal by `graph`.
pub fn place(program: &Program, sizes: &Sizes, graph: &Graph, clusters: Stages) -> Stages {
    let mut placing = Placing {
        program,
        sizes,
        graph,
        stages: clusters,
    };
    // Each change lowers the price, so that there is an end.
    while let Some(better) = placing.better() {
        placing.stages = better;
    }
    placing.stages
}

struct Placing<'p> {
    program: &'p Program,
    sizes: &'p Sizes,
    graph: &'p Graph,
    stages: Stages,
}

/// Two loops of one size, the later of which reads an array of the earlier one.
struct Neighbours<'s> {
    earlier: usize,
    later: usize,
    size: &'s Size,
}

impl Placing<'_> {
    /// The best change of two loops, if any is for the better.
    fn better(&self) -> Option<Stages> {
        let roots: Vec<Option<Size>> = self
            .stages
            .iter()
            .map(|stage| region::root(self.program, self.sizes, stage))
            .list();
        let now = self.price(&self.stages);
        let pairs = (0..roots.len()).flat_map(|a| (a + 1..roots.len()).map(move |b| (a, b)));
        let neighbours = pairs.filter_map(|(earlier, later)| {
            let size = roots[earlier].as_ref()?;
            let same = roots[later].as_ref() == Some(size) && self.feeds(earlier, later);
            same.then_some(Neighbours {
                earlier,
                later,
                size,
            })
        });
        neighbours
            .flat_map(|pair| self.changes(&pair))
            .chain(self.rows_packed_before(&roots))
            .map(|stages| (self.price(&stages), stages))
            .filter(|(price, _)| *price < now)
            .min_by_key(|(price, _)| *price)
            .map(|(_, stages)| stages)
    }

    /// Returns true if a loop walks over an array that another one makes.
    fn feeds(&self, from: usize, to: usize) -> bool {
        let args = self.stages[to].iter().flat_map(|id| self.streamed(*id));
        args.filter_map(|array| self.program.producer(array))
            .any(|producer| {
                self.stages[from].contains(&producer) && !self.stages[to].contains(&producer)
            })
    }

    fn streamed(&self, id: BindingId) -> Vec<ArrayId> {
        self.program.bindings[id].op.streamed()
    }

    /// The stages after each change worth a thought: of the bindings that may be computed in the
    /// later loop all that lead to its reads, or all.
    fn changes(&self, pair: &Neighbours<'_>) -> Vec<Stages> {
        let mut pinned: OrderedSet<BindingId> = self.stages[pair.earlier]
            .iter()
            .copied()
            .filter(|id| self.is_pinned(*id, pair))
            .collect();
        let all = loop {
            let stays = self.closure(pinned.clone(), pair.earlier, Towards::Sources);
            let moves: OrderedSet<BindingId> = self.others(&stays, pair);
            match self.changed(&moves, pair) {
                Ok(stages) => break (moves, stages),
                Err(stray) => pinned.insert(stray),
            };
        };
        let leading = self.stages[pair.later]
            .iter()
            .flat_map(|id| self.streamed(*id))
            .filter_map(|array| self.program.producer(array))
            .filter(|producer| all.0.contains(producer))
            .collect();
        let leading: OrderedSet<BindingId> = self
            .closure(leading, pair.earlier, Towards::Sources)
            .intersection(&all.0)
            .copied()
            .collect();
        // No binding that stays may read one that has gone.
        let leading = self.closure(leading, pair.earlier, Towards::Uses);
        let leading = self.changed(&leading, pair).ok();
        let mut changes: Vec<Stages> = leading.into_iter().chain([all.1]).list();
        // Two loops that could be one, and are not, stay two.
        changes.retain(|stages| !stages[pair.earlier].is_empty());
        changes
    }

    /// The bindings of the earlier loop but for some.
    fn others(
        &self,
        these: &OrderedSet<BindingId>,
        pair: &Neighbours<'_>,
    ) -> OrderedSet<BindingId> {
        let all = self.stages[pair.earlier].iter();
        all.copied().filter(|id| !these.contains(id)).collect()
    }

    /// Returns true if a binding of the earlier loop must stay there for something that runs before
    /// the later one, or that may not share a loop with it, or for a write in place, which is a matter of
    /// order.
    fn is_pinned(&self, id: BindingId, pair: &Neighbours<'_>) -> bool {
        let between = &self.stages[pair.earlier + 1..pair.later];
        let needed = self.graph.edges.iter().any(|edge| {
            let user = binding_of(edge.to);
            edge.from == node_of(id)
                && (between.iter().any(|stage| stage.contains(&user))
                    || (self.stages[pair.later].contains(&user) && edge.kind != EdgeKind::Fusible))
        });
        // Other loops take the length of a generated array from the loop that generates it.
        let measured = matches!(
            self.program.bindings[id].op,
            Op::Generate {
                count: Count::Anonymous,
                ..
            } | Op::Range {
                count: Count::Anonymous,
                ..
            }
        );
        let apart = self.graph.apart.iter().any(|&(one, other)| {
            let in_later = |node| self.stages[pair.later].contains(&binding_of(node));
            one == node_of(id) && in_later(other) || other == node_of(id) && in_later(one)
        });
        needed || measured || apart || self.touches_mutable(id)
    }

    /// Returns true if a binding reads or writes an array that a program may write in place.
    fn touches_mutable(&self, id: BindingId) -> bool {
        let binding = &self.program.bindings[id];
        let indexed = binding
            .op
            .hosts()
            .into_iter()
            .flat_map(|host| host.arrays.clone());
        let mutable = |array: ArrayId| {
            let described = &self.program.arrays[self.program.lies_in(array)];
            let input =
                matches!(&described.origin, crate::ir::Origin::Input(input) if input.mutable);
            input || described.home.is_some()
        };
        let mut all = binding
            .op
            .args()
            .into_iter()
            .chain(indexed)
            .chain(binding.arrays());
        all.any(mutable)
    }

    /// The stages after the bindings of the rows of a `cross`, behind a filter, were moved to an
    /// earlier loop of the same size, for each such `cross` and loop.
    fn rows_packed_before(&self, roots: &[Option<Size>]) -> Vec<Stages> {
        let mut changes = Vec::new();
        for later in 0..self.stages.len() {
            for filtered in self.filtered_rows(&self.stages[later]) {
                let makes =
                    self.closure(OrderedSet::from_iter([filtered]), later, Towards::Sources);
                let uses = self.closure(makes.clone(), later, Towards::Uses);
                let all: OrderedSet<BindingId> = self.stages[later].iter().copied().collect();
                // Nothing else is left that walks over the unfiltered elements.
                if uses != all || makes.iter().any(|id| self.touches_mutable(*id)) {
                    continue;
                }
                let same = (0..later).filter(|earlier| roots[*earlier] == roots[later]);
                for earlier in same.filter(|earlier| self.is_known_in(&makes, *earlier)) {
                    let mut stages = self.stages.clone();
                    stages[later].retain(|id| !makes.contains(id));
                    stages[earlier].extend(&makes);
                    sort_by_key(&mut stages[earlier], |id| *id);
                    stages[earlier].dedup();
                    changes.push(stages);
                }
            }
        }
        changes
    }

    /// Lists the bindings that make the rows of each `cross` of a loop, if a filter of the loop
    /// stands before them.
    fn filtered_rows(&self, stage: &[BindingId]) -> Vec<BindingId> {
        let root = region::root(self.program, self.sizes, stage);
        let rows = stage
            .iter()
            .filter_map(|id| match &self.program.bindings[*id].op {
                Op::Cross { left, .. } if root.as_ref() != Some(&self.sizes.count(*left)) => {
                    self.program.producer(*left)
                }
                _ => None,
            });
        rows.filter(|id| stage.contains(id)).list()
    }

    /// Returns true if a loop could run some bindings: their inputs are there before it, or in it.
    fn is_known_in(&self, these: &OrderedSet<BindingId>, stage: usize) -> bool {
        let mut edges = self.graph.edges.iter();
        edges.all(|edge| {
            let (from, to) = (binding_of(edge.from), binding_of(edge.to));
            if !these.contains(&to) || these.contains(&from) {
                return true;
            }
            let made = self.stages.iter().position(|stage| stage.contains(&from));
            made.is_some_and(|made| {
                made < stage || (made == stage && edge.kind == EdgeKind::Fusible)
            })
        })
    }

    /// Some bindings of a loop, and those of it that they need, or that need them.
    fn closure(
        &self,
        mut these: OrderedSet<BindingId>,
        stage: usize,
        towards: Towards,
    ) -> OrderedSet<BindingId> {
        let mut open: Vec<BindingId> = these.iter().copied().list();
        while let Some(id) = open.pop() {
            for edge in &self.graph.edges {
                let (end, next) = match towards {
                    Towards::Sources => (edge.to, edge.from),
                    Towards::Uses => (edge.from, edge.to),
                };
                let next = binding_of(next);
                if end == node_of(id) && self.stages[stage].contains(&next) && these.insert(next) {
                    open.push(next);
                }
            }
        }
        these
    }

    /// The stages with some bindings moved from the earlier loop to the later one, and those
    /// repeated that this needs; or the binding that can't move, since an array that it reads stays
    /// and has no place in the later loop.
    fn changed(
        &self,
        moves: &OrderedSet<BindingId>,
        pair: &Neighbours<'_>,
    ) -> Result<Stages, BindingId> {
        let stays = self.others(moves, pair);
        let mut later: OrderedSet<BindingId> = self.stages[pair.later].iter().copied().collect();
        later.extend(moves);
        let mut open: Vec<BindingId> = later.iter().copied().list();
        while let Some(id) = open.pop() {
            for array in self.streamed(id) {
                let Some(producer) = self.program.producer(array) else {
                    continue;
                };
                if !stays.contains(&producer) || later.contains(&producer) {
                    continue;
                }
                if self.is_repeatable(producer, pair) {
                    later.insert(producer);
                    open.push(producer);
                } else if moves.contains(&id) && self.sizes.count(array) != *pair.size {
                    return Err(id);
                }
            }
        }
        let mut stages = self.stages.clone();
        stages[pair.earlier] = stays.into_iter().list();
        stages[pair.later] = later.into_iter().list();
        Ok(stages)
    }

    /// Returns true if a binding of the earlier loop may run in the later one as well: a cheap
    /// function of the index, or of elements that are in memory or of that kind themselves, whose
    /// results nobody needs in memory.
    fn is_repeatable(&self, id: BindingId, pair: &Neighbours<'_>) -> bool {
        let binding = &self.program.bindings[id];
        let here = |array: &ArrayId| {
            let producer = self.program.producer(*array);
            producer.filter(|producer| self.stages[pair.earlier].contains(producer))
        };
        let outside = |array: ArrayId| {
            let others = self.stages.iter().enumerate();
            let others = others.filter(|(stage, _)| *stage != pair.earlier && *stage != pair.later);
            let mut readers = others.flat_map(|(_, stage)| stage);
            self.program.result.arrays().contains(&array)
                || readers.any(|reader| self.streamed(*reader).contains(&array))
        };
        repeated(&binding.op).is_some()
            && !self.is_complete(id)
            && !self.touches_mutable(id)
            && binding
                .arrays()
                .all(|array| self.sizes.count(array) == *pair.size && !outside(array))
            && self
                .streamed(id)
                .iter()
                .filter_map(here)
                .all(|producer| self.is_repeatable(producer, pair))
    }

    /// Returns true if anything needs all elements of a binding's result.
    fn is_complete(&self, id: BindingId) -> bool {
        let mut edges = self.graph.edges.iter();
        edges.any(|edge| edge.from == node_of(id) && edge.kind != EdgeKind::Fusible)
    }

    /// Prices the passes over arrays in memory, repeated computation, and rows behind filters.
    fn price(&self, stages: &Stages) -> usize {
        let storage = storage::decide(self.program, stages);
        let written = storage
            .values()
            .filter(|one| matches!(one, Storage::Fresh))
            .count();
        let read: usize = stages
            .iter()
            .map(|stage| {
                let made_elsewhere = |array: &ArrayId| {
                    let producer = self.program.producer(*array);
                    producer.is_none_or(|producer| !stage.contains(&producer))
                };
                let args = stage.iter().flat_map(|id| self.streamed(*id));
                let in_step = args.filter(made_elsewhere).collect::<OrderedSet<_>>();
                // Elements that two reads of a loop have in common are in the cache.
                let moved = stage
                    .iter()
                    .filter_map(|id| self.program.bindings[*id].op.moved());
                in_step.len() + moved.collect::<OrderedSet<_>>().len()
            })
            .sum();
        let again: usize = self
            .program
            .bindings
            .iter()
            .map(|(id, binding)| {
                let times = stages.iter().filter(|stage| stage.contains(&id)).count();
                times.saturating_sub(1) * repeated(&binding.op).unwrap_or(0)
            })
            .sum();
        let filtered: usize = stages
            .iter()
            .map(|stage| self.filtered_rows(stage).len())
            .sum();
        PASS * (2 * written + read) + again + FILTERED_ROWS * filtered
    }
}

/// A direction along the edges of a graph.
#[derive(Clone, Copy)]
enum Towards {
    Sources,
    Uses,
}
