//! What blocks do: all of a loop at once, or its parts one after the other.

use super::sweep::{Place, Purpose, Target};
use super::{Cpu, inner, ranges};
use crate::nest::{ArrayId, Known, Level, Loop, Step, Write, WriteMode};
use crate::schedule::memo::{self, Memo};
use crate::schedule::parts::{self, Part};
use crate::schedule::policy;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// How a loop is done, as a whole or in parts.
pub(super) struct Layout<'c> {
    /// All of it.
    pub(super) whole: Unit<'c>,
    /// Its parts; none if it is done as a whole.
    pub(super) parts: Vec<Unit<'c>>,
    /// Whether a block that fails in parts is done again as a whole.
    pub(super) again: bool,
}

impl<'c> Layout<'c> {
    pub(super) fn of(cpu: &'c Cpu<'c>, nested: &'c Loop, parts: &'c [Part]) -> Layout<'c> {
        let again = parts::may_doubt(parts);
        let parts = Unit::of_parts(cpu, parts, again);
        Layout {
            whole: match parts.is_empty() {
                true => Unit::of(cpu, nested),
                false => Unit::alone(cpu, nested, &parts),
            },
            parts,
            again,
        }
    }
}

/// A loop, or one of its parts, as blocks do it.
#[derive(Clone)]
pub(super) struct Unit<'c> {
    pub(super) cpu: &'c Cpu<'c>,
    pub(super) nested: &'c Loop,
    /// None in strict order: there is one block, which needs no look-back.
    pub(super) levels: Vec<&'c Level>,
    /// The number of the first level's chain.
    pub(super) chain: usize,
    /// What its sweeps are over.
    pub(super) place: Place,
    /// How many of the arrays that it writes, the first ones, are packed for other parts.
    packs: usize,
    /// What a sweep for results is for.
    pub(super) purpose: Purpose,
    /// Whether scans go on in ranges of a block side by side.
    pub(super) by_ranges: bool,
    /// The scans whose steps the runtime takes several at a time.
    pub(super) steps: Vec<usize>,
    /// What a block notes for its sweeps.
    pub(super) memos: Vec<Memo>,
    /// The results that have an element for each position of the part, which is not the first one.
    pub(super) joined: Vec<ArrayId>,
}

impl<'c> Unit<'c> {
    /// A loop that is done as a whole.
    fn of(cpu: &'c Cpu<'c>, nested: &'c Loop) -> Unit<'c> {
        let strict = cpu.target.strict;
        let by_ranges = !strict && ranges::pay(nested);
        Unit {
            cpu,
            nested,
            levels: match strict {
                true => Vec::new(),
                false => nested.levels.iter().collect(),
            },
            chain: 0,
            place: Place::Whole,
            packs: 0,
            purpose: Purpose::Results,
            by_ranges,
            steps: match strict || by_ranges {
                true => Vec::new(),
                false => in_groups(nested),
            },
            memos: match strict {
                true => Vec::new(),
                false => memo::of(nested),
            },
            joined: Vec::new(),
        }
    }

    /// The parts of a loop, where a block may be done `again` as a whole.
    fn of_parts(cpu: &'c Cpu<'c>, parts: &'c [Part], again: bool) -> Vec<Unit<'c>> {
        let mut chain = 0;
        let parts = parts.iter().enumerate().map(|(number, part)| {
            let first = chain;
            chain += part.nested.levels.len();
            Unit {
                chain: first,
                place: Place::Part(number),
                packs: part.packs,
                by_ranges: false,
                steps: in_groups(&part.nested),
                joined: match number == 0 || again {
                    true => Vec::new(),
                    false => joined(part),
                },
                ..Unit::of(cpu, &part.nested)
            }
        });
        parts.collect()
    }

    /// What a block does that is done as a whole in a loop of these parts. It notes nothing.
    fn alone(cpu: &'c Cpu<'c>, nested: &'c Loop, parts: &[Unit<'c>]) -> Unit<'c> {
        let levels = parts.iter().flat_map(|part| part.levels.iter().copied());
        Unit {
            levels: levels.collect(),
            purpose: Purpose::Alone,
            by_ranges: false,
            steps: in_groups(nested),
            memos: Vec::new(),
            ..Unit::of(cpu, nested)
        }
    }

    /// The variable of what it writes into.
    pub(super) fn out(&self) -> Ident {
        match self.place {
            Place::Part(number) => inner(&format!("out{number}")),
            Place::Whole | Place::Packed => inner("out"),
        }
    }

    /// The same of what it packs for other parts.
    pub(super) fn pack(&self) -> Ident {
        match self.place {
            Place::Part(number) => inner(&format!("pack{number}")),
            Place::Whole | Place::Packed => inner("pack"),
        }
    }

    /// What it packs for other parts.
    pub(super) fn packed(&self) -> &'c [Write] {
        &self.nested.writes[..self.packs]
    }

    /// What it writes for others.
    pub(super) fn results(&self) -> &'c [Write] {
        &self.nested.writes[self.packs..]
    }

    /// The variables of both, where anything is packed.
    pub(super) fn outs(&self) -> Vec<Ident> {
        let pack = (self.packs > 0).then(|| self.pack());
        pack.into_iter().chain([self.out()]).collect()
    }

    /// What a sweep for results writes into: what is packed for other parts, if anything is, and then the results.
    pub(super) fn targets(&self) -> Vec<Target<'_>> {
        let pack = self.pack();
        let pack = (self.packs > 0).then(|| Target {
            out: quote!(#pack),
            memos: &[],
            writes: self.packed(),
            joined: &[],
        });
        pack.into_iter().chain([self.target()]).collect()
    }

    /// The results alone.
    pub(super) fn target(&self) -> Target<'_> {
        let out = self.out();
        self.target_of(quote!(#out))
    }

    /// The same for a sweep that is given them as `out`.
    pub(super) fn target_of(&self, out: TokenStream) -> Target<'_> {
        Target {
            out,
            memos: &self.memos,
            writes: self.results(),
            joined: &self.joined,
        }
    }
}

/// The results of a part that no filter further inside makes.
fn joined(part: &Part) -> Vec<ArrayId> {
    let (body, writes) = (&part.nested.body, &part.nested.writes[part.packs..]);
    let is_everywhere = |write: &&Write| {
        write.mode == WriteMode::Compact && !body.inner.iter().any(|inner| inner.makes(write.array))
    };
    let joined = writes.iter().filter(is_everywhere);
    joined.map(|write| write.array).collect()
}

/// The scans of which groups of neighbours may be combined by themselves: sums and products outside of filters,
/// in loops whose bodies are small enough for it.
fn in_groups(nested: &Loop) -> Vec<usize> {
    if nested.cost > policy::SINGLE_CALL_SITE || nested.body.has_cross() {
        return Vec::new();
    }
    let steps = nested.body.steps.iter().filter_map(|step| match step {
        Step::Scan(scan) if scan.known.as_ref().is_some_and(is_sum) => Some(scan.id),
        _ => None,
    });
    steps.collect()
}

/// Whether it is one of the operators whose order shows in the bits of floats.
fn is_sum(known: &Known) -> bool {
    match known {
        Known::Add | Known::Mul => true,
        Known::Tuple(components) => components.iter().all(is_sum),
        _ => false,
    }
}
