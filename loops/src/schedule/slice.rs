//! Parts of a body: some of its steps, and the steps that these need.

use super::overwritten::reads_overwritten;
use crate::nest::{ArrayId, Entry, Item, Loop, Nest, Read, Region, Step, Write, WriteMode, cost};
use crate::ordered::{OrderedSet, ToList};

/// Cuts a body down to some steps and the arrays that are needed.
pub(super) struct Slice<'k> {
    /// The arrays whose current elements something asks for.
    pub(super) needed: OrderedSet<ArrayId>,
    /// The replacement of a step that is kept in any case; `None` for a step that is kept only if
    /// its result is needed.
    pub(super) keep: &'k mut dyn FnMut(&Step) -> Option<Step>,
}

impl Slice<'_> {
    /// The region without the steps that nothing needs; `None` if nothing is left. Goes
    /// backwards, from needed values to those that they need.
    pub(super) fn region(&mut self, region: &Region) -> Option<Region> {
        let mut items: Vec<Item> = region
            .items
            .iter()
            .rev()
            .filter_map(|item| match item {
                Item::Step(step) => self.step(step).map(Item::Step),
                Item::Region(inner) => self.region(inner).map(Item::Region),
            })
            .list();
        items.reverse();
        if items.is_empty() && !self.makes(&region.entry) {
            return None;
        }
        self.needed.extend(region.entry.args());
        Some(Region {
            entry: region.entry.clone(),
            reads: self.reads(&region.reads),
            items,
        })
    }

    /// Returns a step, or its replacement, if it is kept.
    fn step(&mut self, step: &Step) -> Option<Step> {
        let kept = (self.keep)(step).or_else(|| {
            // The state of a scan moves with every element.
            let needed = step.names().iter().any(|array| self.needed.contains(array));
            needed.then(|| step.clone())
        })?;
        self.needed.extend(kept.args());
        Some(kept)
    }

    /// The reads of which something is needed.
    fn reads(&self, reads: &[Read]) -> Vec<Read> {
        let is_needed = |read: &&Read| {
            let names = read.into.names();
            names.iter().any(|array| self.needed.contains(array))
        };
        reads.iter().filter(is_needed).cloned().list()
    }

    /// Returns true if a region is kept for its entry: a loop, or a filter that makes an array that
    /// is needed.
    fn makes(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Loop => true,
            Entry::Guard { into, .. } => {
                let names = into.names();
                names.iter().any(|array| self.needed.contains(array))
            }
            Entry::Axis { .. } => false,
        }
    }
}

/// The loop of a part of a loop: a body, with its folds, that writes some arrays. Those of which it does
/// not read old elements it fills.
pub(super) fn with_body(nest: &Nest, nested: &Loop, body: Region, mut writes: Vec<Write>) -> Loop {
    for write in &mut writes {
        if let WriteMode::InPlace(home) = write.mode
            && !reads_overwritten(nest, &body, &[*write])
        {
            write.mode = WriteMode::Fill(home);
        }
    }
    let folds = body.folds();
    let own = nested.folds.iter().filter(|fold| folds.contains(&fold.id));
    Loop {
        cost: cost::of(&body),
        folds: own.cloned().list(),
        body,
        writes,
        ..nested.clone()
    }
}
