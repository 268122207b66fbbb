//! The window rule: how much of an array must exist at once.

use crate::plan::{Plan, Storage};
use crate::program::{ArrayId, Program, Reference};
use crate::region::Region;
use crate::structure::Structure;

use super::Rules;

/// The references to an array that is not live, as windows need them.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<'a> {
    /// Writes, and reads of what they write.
    references: Vec<Reference<'a>>,
    /// The box around all elements that are written.
    extent: Region,
}

/// The candidate for contraction that an array is, if it is one: it is not live, and what is read
/// has been written, or, beyond the published rules, is never written.
pub(crate) fn candidate(program: &Program, array: ArrayId, rules: Rules) -> Option<Candidate<'_>> {
    let references = program.references_to(array);
    let writes: Vec<Region> = references
        .iter()
        .filter(|it| it.is_write())
        .map(|it| it.elements(program))
        .collect();
    let extent = writes.iter().cloned().reduce(|hull, it| hull.hull(&it))?;
    for read in references.iter().filter(|it| !it.is_write()) {
        let exposed = program.exposed(read);
        let overwritten = |part: &Region| writes.iter().any(|write| write.meets(part));
        if rules == Rules::Published && !exposed.is_empty() || exposed.iter().any(overwritten) {
            return None;
        }
    }
    let meets = |it: &Reference<'_>| {
        let elements = it.elements(program);
        it.is_write() || writes.iter().any(|write| write.meets(&elements))
    };
    (!program.array(array).live).then(|| Candidate {
        references: references.into_iter().filter(meets).collect(),
        extent,
    })
}

impl Candidate<'_> {
    /// The storage of the array in a plan that may lack statements.
    ///
    /// Seen from an element, its references come at distances that depend on the loops alone. The
    /// outermost shared loop along which these differ keeps as many positions as there are between
    /// the first write and the last reference; loops outside of it keep one, loops inside of it and
    /// loops that are not shared keep all.
    pub(crate) fn storage(&self, plan: &Plan, rules: Rules) -> Storage {
        let planned = |it: &&Reference<'_>| plan.nest_of(it.statement).is_some();
        let references: Vec<&Reference<'_>> = self.references.iter().filter(planned).collect();
        let mut nests = references.iter().map(|it| plan.nest_of(it.statement));
        let Some(Some(nest)) = nests.next() else {
            return Storage::Memory;
        };
        if nests.any(|other| other != Some(nest)) {
            return Storage::Memory;
        }
        let nest = &plan.nests[nest];
        let together = nest.parts.iter().find(|part| {
            let mut statements = references.iter().map(|it| it.statement);
            statements.all(|id| part.statements.contains(&id))
        });
        let mut loops = nest.outer.clone();
        loops
            .0
            .extend(together.into_iter().flat_map(|part| &part.inner.0));
        let window = self.window(plan, &references, &loops);
        if rules == Rules::Published && window.iter().any(|&positions| positions != 1) {
            return Storage::Memory;
        }
        Storage::Window(window)
    }

    fn window(&self, plan: &Plan, references: &[&Reference<'_>], loops: &Structure) -> Vec<u64> {
        let mut window: Vec<u64> = self.extent.0.iter().map(|side| side.len().max(1)).collect();
        for it in &loops.0 {
            let position = |reference: &&&Reference<'_>| {
                let shift = plan.shifts[reference.statement.0][it.dimension];
                let along = shift - reference.offset(it.dimension);
                if it.downwards { -along } else { along }
            };
            let positions = references.iter().map(|reference| position(&reference));
            let written = references.iter().filter(|reference| reference.is_write());
            let first = written.map(|reference| position(&reference)).min();
            let (Some(last), Some(least), Some(first)) =
                (positions.clone().max(), positions.min(), first)
            else {
                continue;
            };
            let side = &mut window[it.dimension];
            if last == least {
                *side = 1;
                continue;
            }
            *side = u64::try_from(last - first + 1).unwrap_or(1).min(*side);
            break;
        }
        window
    }
}
