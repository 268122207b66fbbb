//! Look-back levels: what a block must know from earlier blocks.
//!
//! A scan needs the total of everything before its block. That total depends
//! on elements, and an element may depend on another scan, whose prefix must
//! then be known first: scans fall into levels. For each level a block makes a
//! short sweep that computes nothing but the totals of that level.

use super::cost;
use super::{ArrayId, Entry, Level, Pair, Pattern, Region, Scan, Step};
use std::collections::{BTreeMap, BTreeSet};

/// The levels of a body, in order.
pub fn of(body: &Region) -> Vec<Level> {
    let mut depths = Depths::default();
    depths.region(body, 0);
    let deepest = depths.scans.values().copied().max().unwrap_or(0);
    (1..=deepest)
        .map(|level| {
            let mut scans: Vec<Scan> = Vec::new();
            let mut slice = Slice {
                needed: BTreeSet::new(),
                level,
                depths: &depths.scans,
                scans: &mut scans,
            };
            let sweep = slice
                .region(body)
                .expect("a level has at least one total to compute");
            scans.sort_by_key(|scan| scan.id);
            Level {
                scans,
                cost: cost::of(&sweep),
                sweep,
            }
        })
        .collect()
}

/// How many levels must be done before something is known.
#[derive(Default)]
struct Depths {
    arrays: BTreeMap<ArrayId, usize>,
    scans: BTreeMap<usize, usize>,
}

impl Depths {
    fn array(&self, array: ArrayId) -> usize {
        self.arrays.get(&array).copied().unwrap_or(0)
    }

    fn region(&mut self, region: &Region, outer: usize) {
        // Whether anything in a region happens depends on its entry.
        let depth = match &region.entry {
            Entry::Loop => outer,
            Entry::Guard { arg, into, .. } => {
                let depth = outer.max(self.array(*arg));
                for array in into.names() {
                    self.arrays.insert(array, depth);
                }
                depth
            }
            Entry::Cross { pairs } => {
                for pair in pairs {
                    let depth = outer.max(self.array(pair.left));
                    for array in pair.into.names() {
                        self.arrays.insert(array, depth);
                    }
                }
                outer
            }
        };
        for step in &region.steps {
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
        for inner in &region.inner {
            self.region(inner, depth);
        }
    }
}

/// Cuts a body down to what the totals of one level need.
struct Slice<'d> {
    needed: BTreeSet<ArrayId>,
    level: usize,
    depths: &'d BTreeMap<usize, usize>,
    scans: &'d mut Vec<Scan>,
}

impl Slice<'_> {
    /// The region without what is not needed; `None` if nothing is left. Goes
    /// backwards, from what is needed to what that needs.
    fn region(&mut self, region: &Region) -> Option<Region> {
        let mut inner: Vec<Region> = region
            .inner
            .iter()
            .rev()
            .filter_map(|inner| self.region(inner))
            .collect();
        inner.reverse();
        let mut steps = Vec::new();
        for step in region.steps.iter().rev() {
            let kept = match step {
                Step::Scan(scan) if self.depths[&scan.id] == self.level => {
                    self.scans.push(scan.clone());
                    Some(Step::Total(scan.clone()))
                }
                // The state of an earlier scan moves with every element.
                step => step
                    .names()
                    .iter()
                    .any(|array| self.needed.contains(array))
                    .then(|| step.clone()),
            };
            if let Some(step) = kept {
                self.needed.extend(step.args());
                steps.push(step);
            }
        }
        steps.reverse();
        if steps.is_empty() && inner.is_empty() && !matches!(region.entry, Entry::Loop) {
            return None;
        }
        let entry = match &region.entry {
            Entry::Cross { pairs } => Entry::Cross {
                pairs: self.pairs(pairs),
            },
            entry => entry.clone(),
        };
        self.needed.extend(entry.args());
        Some(Region {
            entry,
            reads: region
                .reads
                .iter()
                .copied()
                .filter(|array| self.needed.contains(array))
                .collect(),
            steps,
            inner,
        })
    }
    /// The pairs of which something is needed. Where only their number is,
    /// what they are made of may not be known yet: then one stays, for the
    /// length of what it is crossed with.
    fn pairs(&self, pairs: &[Pair]) -> Vec<Pair> {
        let needed = |pair: &&Pair| {
            let names = pair.into.names();
            names.iter().any(|array| self.needed.contains(array))
        };
        let kept: Vec<Pair> = pairs.iter().filter(needed).cloned().collect();
        match (kept.is_empty(), pairs.first()) {
            (true, Some(first)) => vec![Pair {
                into: Pattern::Ignored,
                ..first.clone()
            }],
            _ => kept,
        }
    }
}
