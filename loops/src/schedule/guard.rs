//! Filters: the values that leave the branch of a filter, and whether they do as options.
//!
//! Nothing stands behind a filter's branch but the workers. Reductions of known operators take
//! their elements in outside of all filters, and results are compacted from there.

use super::pass::Pass;
use super::reduction::Leaving;
use crate::nest::{ArrayId, Entry, Pattern, Region, Step, Write, WriteMode};
use crate::ordered::ToList;

/// The values that leave the branch of a filter.
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Guard<'p> {
    /// The elements of the filter, where they are there outside of its branch whatever it says.
    pub there: Option<ArrayId>,
    /// The arrays that are compacted of values behind it.
    pub compacted: Vec<ArrayId>,
    /// The arrays whose elements leave the branch, as options.
    pub options: Vec<ArrayId>,
    /// The steps behind it, and behind the filters inside it, whose reductions take in their
    /// elements outside.
    pub reductions: Vec<(&'p Step, Leaving<'p>)>,
}

impl Pass {
    /// Decides which values leave the branch of a filter that stands behind so many others, in a
    /// pass that writes these arrays.
    pub fn guard<'p>(
        &'p self,
        region: &'p Region,
        into: &Pattern<ArrayId>,
        writes: &[Write],
        guards: usize,
    ) -> Guard<'p> {
        let is_appended = |array| {
            let mut writes = writes.iter();
            writes.any(|write| write.array == array && write.mode == WriteMode::Append)
        };
        let there = match into {
            Pattern::Name(kept) if guards == 0 && !is_appended(*kept) => Some(*kept),
            _ => None,
        };
        let compacted = writes.iter();
        let compacted = compacted.filter(|write| write.mode == WriteMode::Compact);
        let compacted = compacted.map(|write| write.array);
        let compacted: Vec<ArrayId> = compacted.filter(|array| region.makes(*array)).list();
        let reductions = self.leaving_of(region, guards + 1);
        let taken_in = reductions.iter().filter(|(_, leaving)| !leaving.buffered);
        let taken_in = taken_in.flat_map(|(_, leaving)| leaving.arg.arrays());
        let mut options: Vec<ArrayId> = Vec::new();
        for array in compacted.iter().copied().chain(taken_in) {
            if there != Some(array) && !options.contains(&array) {
                options.push(array);
            }
        }
        Guard {
            there,
            compacted,
            options,
            reductions,
        }
    }

    /// The steps of a guarded region, and of the filters inside it, whose elements leave it.
    fn leaving_of<'p>(&'p self, region: &'p Region, guards: usize) -> Vec<(&'p Step, Leaving<'p>)> {
        let steps = region.steps();
        let own = steps.filter_map(|step| Some((step, self.leaving(step, guards)?)));
        let mut all: Vec<_> = own.list();
        for inner in region.inner() {
            if matches!(inner.entry, Entry::Guard { .. }) {
                all.extend(self.leaving_of(inner, guards + 1));
            }
        }
        all
    }
}
