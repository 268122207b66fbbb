//! Look-back levels: the states of scans that a block needs from earlier blocks.
//!
//! A scan needs the aggregate of everything before its block. That aggregate depends
//! on elements, and an element may depend on another scan, whose prefix must
//! then be known first: scans fall into levels. For each level a block makes a
//! short pass that computes nothing but the aggregates of that level.

use super::slice::Slice;
use crate::nest::{ArrayId, Entry, Item, Region, Scan, Step, cost};
use crate::ordered::OrderedMap;
use std::collections::BTreeSet;

/// One look-back level: the aggregates of some scans, and the short pass over a
/// block that computes them. Scans of earlier levels run in it as they are.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Level {
    /// The scans whose prefixes become known.
    pub scans: Vec<Scan>,
    /// The body of the pass: [`Step::Total`] where those scans stand.
    pub body: Region,
    /// A rough number of scalar operations in one iteration of the pass.
    pub cost: usize,
}

/// The levels of a body, in order.
pub fn of(body: &Region) -> Vec<Level> {
    let mut depths = Depths::default();
    depths.region(body, 0);
    let deepest = depths.scans.values().copied().max().unwrap_or(0);
    (1..=deepest)
        .map(|level| {
            let mut scans: Vec<Scan> = Vec::new();
            let mut total = |step: &Step| match step {
                Step::Scan(scan) if depths.scans[&scan.id] == level => {
                    scans.push(scan.clone());
                    Some(Step::Total(scan.clone()))
                }
                _ => None,
            };
            let mut slice = Slice {
                needed: BTreeSet::new(),
                keep: &mut total,
            };
            let sliced = slice
                .region(body)
                .expect("a level has at least one aggregate to compute");
            scans.sort_by_key(|scan| scan.id);
            Level {
                scans,
                cost: cost::of(&sliced),
                body: sliced,
            }
        })
        .collect()
}

/// The number of levels that must be done before a value is known.
#[derive(Default)]
struct Depths {
    arrays: OrderedMap<ArrayId, usize>,
    scans: OrderedMap<usize, usize>,
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
                self.scans.insert(scan.id, known);
            }
            for array in step.names() {
                self.arrays.insert(array, known);
            }
        }
    }
}
