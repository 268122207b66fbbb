//! Look-back levels: the states of scans that a block needs from earlier blocks.
//!
//! A scan needs the aggregate of everything before its block. That aggregate depends
//! on elements, and an element may depend on another scan, whose prefix must
//! then be known first: scans fall into levels. For each level a block makes a
//! short pass that computes nothing but the aggregates of that level.

use super::slice::Slice;
use crate::nest::{ArrayId, Entry, Item, Region, Scan, Step, cost};
use crate::ordered::{OrderedMap, OrderedSet, ToList};

/// One look-back level: the aggregates of some scans, and the short pass over a
/// block that computes them. Scans of earlier levels run in it as they are.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Level {
    /// The scans whose prefixes become known: all of one kind.
    pub scans: Vec<Scan>,
    /// The way in which they do.
    pub look_back: LookBack,
    /// The body of the pass: [`Step::Total`] where those scans stand.
    pub body: Region,
    /// A rough number of scalar operations in one iteration of the pass.
    pub cost: usize,
}

/// The way in which the prefix of a block becomes known to the one to its right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LookBack {
    /// By the aggregate of an associative operator.
    Aggregate,
    /// By the composed transitions of recurrences, if the numbers in them allow it.
    Transitions,
    /// By the last states of recurrences, when the block is done.
    LastState,
}

impl LookBack {
    /// The way of a scan in a body, which has inner loops or none.
    fn of(scan: &Scan, has_axes: bool) -> LookBack {
        match (scan.is_recurrence(), &scan.transition) {
            (false, _) => LookBack::Aggregate,
            (true, Some(_)) if !has_axes => LookBack::Transitions,
            (true, _) => LookBack::LastState,
        }
    }
}

/// The levels of a body, in order.
pub fn of(body: &Region) -> Vec<Level> {
    let mut depths = Depths {
        has_axes: body.has_axes(),
        ..Depths::default()
    };
    depths.region(body, 0);
    let depths_and_kinds: OrderedSet<(usize, LookBack)> = depths.scans.values().copied().collect();
    depths_and_kinds
        .into_iter()
        .map(|level| {
            let mut scans = OrderedMap::new();
            let mut total = |step: &Step| match step {
                Step::Scan(scan) if depths.scans[&scan.id] == level => {
                    scans.insert(scan.id, scan.clone());
                    Some(Step::Total(scan.clone()))
                }
                _ => None,
            };
            let mut slice = Slice {
                needed: OrderedSet::new(),
                keep: &mut total,
            };
            let sliced = slice
                .region(body)
                .expect("a level has at least one aggregate to compute");
            Level {
                scans: scans.into_iter().map(|(_, scan)| scan).list(),
                look_back: level.1,
                cost: cost::of(&sliced),
                body: sliced,
            }
        })
        .list()
}

/// The number of levels that must be done before a value is known.
#[derive(Default)]
struct Depths {
    arrays: OrderedMap<ArrayId, usize>,
    scans: OrderedMap<usize, (usize, LookBack)>,
    has_axes: bool,
}

impl Depths {
    fn array(&self, array: ArrayId) -> usize {
        self.arrays.get(&array).copied().unwrap_or(0)
    }

    fn region(&mut self, region: &Region, outer: usize) {
        // Everything in a region depends on its entry.
        let depth = match &region.entry {
            Entry::Loop | Entry::Axis { .. } => outer,
            Entry::Guard { arg, into, .. } => {
                let depth = outer.max(self.array(*arg));
                for array in into.names() {
                    self.arrays.insert(array, depth);
                }
                depth
            }
        };
        for item in &region.items {
            let step = match item {
                Item::Step(step) => step,
                Item::Region(inner) => {
                    self.region(inner, depth);
                    continue;
                }
            };
            let args = step.args();
            let mut known = args
                .iter()
                .map(|arg| self.array(*arg))
                .fold(depth, usize::max);
            if let Step::Scan(scan) = step {
                known += 1;
                let look_back = LookBack::of(scan, self.has_axes);
                self.scans.insert(scan.id, (known, look_back));
            }
            for array in step.names() {
                self.arrays.insert(array, known);
            }
        }
    }
}
