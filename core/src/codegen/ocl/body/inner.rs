//! The inside of a region: kept elements of a filter, and the pairs of a cross.

use super::super::c::printer::field;
use super::super::c::{Lines, Text};
use super::{Here, KernelBody};
use crate::nest::{ArrayId, Element, Entry, Host, Item, Pair, Pattern, Region, Scan, Step, source};
use crate::scalar::Type;
use std::collections::BTreeSet;

/// A filter, and what happens to what it keeps.
#[derive(Clone, Copy)]
struct Guard<'r> {
    region: &'r Region,
    predicate: &'r Host,
    arg: ArrayId,
    into: &'r Pattern<ArrayId>,
}

/// The pairs that the lanes of a group go over together: those of a region, also behind its
/// filters, but not those within pairs, where all lanes read the same element at the same time
/// anyway.
pub(in super::super) fn crosses(region: &Region) -> Vec<&[Pair]> {
    match &region.entry {
        Entry::Cross { pairs } => vec![pairs],
        _ => region.inner().flat_map(crosses).collect(),
    }
}

/// The arrays whose elements a filter or the pairs of a cross take from outside, and more.
fn taken(region: &Region) -> Vec<ArrayId> {
    let mut taken = region.entry.args();
    if !matches!(region.entry, Entry::Cross { .. }) {
        taken.extend(region.steps().flat_map(Step::args));
        taken.extend(region.inner().flat_map(self::taken));
    }
    taken
}

impl KernelBody<'_, '_, '_> {
    /// Prints the regions inside a region.
    pub(super) fn inner(&mut self, inner: &Region, here: &Here) {
        match &inner.entry {
            Entry::Loop => unreachable!("only the root of a body is a loop"),
            Entry::Guard {
                name,
                predicate,
                arg,
                into,
            } => {
                self.comment(name, &format!("filter({})", source(predicate)));
                let guard = Guard {
                    region: inner,
                    predicate,
                    arg: *arg,
                    into,
                };
                match here.mask.is_some() && !crosses(inner).is_empty() {
                    true => self.guard_before_cross(&guard, here),
                    false => self.guard(&guard, here, |_| {}),
                }
            }
            Entry::Cross { pairs } => self.cross(inner, pairs, here),
        }
    }

    /// Prints the statements for the elements that a filter keeps; `last` prints the last of them.
    fn guard(&mut self, guard: &Guard<'_>, here: &Here, last: impl FnOnce(&mut Self)) {
        let Guard { region, into, .. } = *guard;
        let ty = self.program.types.array(guard.arg).clone();
        let function = self.program.worker(
            guard.predicate,
            std::slice::from_ref(&ty),
            Some(&Type::BOOL),
        );
        self.failing(self.names(into));
        let element = self.element(guard.arg);
        // The predicate may fail where there is no element.
        let masked = Here {
            mask: None,
            ..here.clone()
        };
        if let Some(mask) = &here.mask {
            self.printer.lines.open(format!("if ({mask}) {{"));
        }
        let condition = self
            .printer
            .function(&function, std::slice::from_ref(&element));
        if let Some(place) = self.only_compacts(region, into, here) {
            self.compact(&place, into, &ty, &element, &condition);
            return;
        }
        self.printer.lines.open(format!("if ({condition}) {{"));
        let names = self.printer.given.names.clone();
        // Its place comes before what is written there.
        let rest = self.places(region, &masked);
        self.kept(into, &ty, &element, &masked);
        self.region(&rest, &masked);
        last(self);
        self.printer.given.names = names;
        self.printer.lines.close("}");
        if here.mask.is_some() {
            self.printer.lines.close("}");
        }
    }

    /// A filter with pairs behind it. Lanes without an element, and those whose element the filter
    /// drops, help to fetch what the others go over: nothing of that stands in a branch. So
    /// what is kept gets names outside of the branch that finds it.
    fn guard_before_cross(&mut self, guard: &Guard<'_>, here: &Here) {
        let has_pairs = |item: &Item| {
            item.region()
                .is_some_and(|inner| !crosses(inner).is_empty())
        };
        let (outside, within): (Vec<Item>, Vec<Item>) =
            guard.region.items.iter().cloned().partition(has_pairs);
        let outside: Vec<&Region> = outside.iter().filter_map(Item::region).collect();
        let region = Region {
            items: within,
            ..guard.region.clone()
        };
        let mut wanted: BTreeSet<ArrayId> = outside.iter().copied().flat_map(taken).collect();
        wanted.retain(|array| !self.elements.contains_key(array));
        let kept = self.printer.fresh("kept");
        self.line(format!("bool {kept} = false;"));

        let depth = self.printer.lines.depth();
        let before = std::mem::replace(&mut self.printer.lines, Lines::at_depth(depth));
        let mut named = Vec::new();
        let inside = Guard {
            region: &region,
            ..*guard
        };
        self.guard(&inside, here, |this| {
            this.line(format!("{kept} = true;"));
            for array in wanted {
                if let Some(value) = this.elements.get(&array).cloned() {
                    let wish = format!("{}_kept", this.name(array).trim_start_matches("r#"));
                    let name = this.printer.fresh(&wish);
                    this.line(format!("{name} = {value};"));
                    named.push((array, name));
                }
            }
        });
        let found = std::mem::replace(&mut self.printer.lines, before);
        for (array, name) in named {
            let ty = self.program.types.array(array).clone();
            let (c, zero) = (self.printer.module.ty(&ty), self.printer.zero(&ty));
            self.line(format!("{c} {name} = {zero};"));
            self.printer.given.names.insert(name.clone());
            self.elements.insert(array, Text::atom(name));
        }
        self.printer.lines.append(&found);
        let those = Here {
            mask: Some(kept),
            ..here.clone()
        };
        for inner in outside {
            self.inner(inner, &those);
        }
    }

    /// The scan of the places, where all that happens to what a filter keeps is that it is
    /// compacted in local memory.
    fn only_compacts(&self, region: &Region, into: &Pattern<ArrayId>, here: &Here) -> Option<Scan> {
        let [Item::Step(Step::Scan(place))] = &region.items[..] else {
            return None;
        };
        let compacts = self.working
            && here.mask.is_none()
            && place.arg == Element::One
            && self.nested.writes.iter().all(|write| {
                !into.names().contains(&write.array) || self.compacted.contains_key(&write.array)
            });
        compacts.then(|| place.clone())
    }

    /// Compacts what a filter keeps. No branch asks whether it does, since nobody can foresee that:
    /// what it drops goes where nobody looks.
    fn compact(
        &mut self,
        place: &Scan,
        into: &Pattern<ArrayId>,
        ty: &Type,
        element: &Text,
        condition: &Text,
    ) {
        let keep = self.printer.fresh("keep");
        self.line(format!("const bool {keep} = {condition};"));
        let before = Here {
            index: String::new(),
            mask: None,
            item: None,
        };
        self.compacting = Some(keep);
        self.scan(place, &before);
        self.kept(into, ty, element, &before);
        self.compacting = None;
    }

    /// The names of what a filter keeps: other names for what it looked at.
    fn kept(&mut self, into: &Pattern<ArrayId>, ty: &Type, value: &Text, here: &Here) {
        match (into, ty) {
            (Pattern::Name(array), _) => {
                self.elements.insert(*array, value.clone());
                self.store(*array, here);
            }
            (Pattern::Tuple(items), Type::Tuple(types)) => {
                for (index, (item, ty)) in items.iter().zip(types).enumerate() {
                    self.kept(item, ty, &field(value, index), here);
                }
            }
            _ => {}
        }
    }

    /// Prints the loop over pairs.
    pub(super) fn cross(&mut self, region: &Region, pairs: &[Pair], here: &Here) {
        let names: Vec<String> = pairs.iter().map(|pair| self.names(&pair.into)).collect();
        self.comment(&names.join(", "), "cross");
        let Some(first) = pairs.first() else { return };
        let len = self.length(first.right);
        match &here.mask {
            Some(mask) => {
                let mask = mask.clone();
                self.cross_tiled(region, pairs, here, &len, &mask);
            }
            None => {
                let names = self.printer.given.names.clone();
                let j = self.printer.fresh("j");
                self.printer
                    .lines
                    .open(format!("for (ulong {j} = 0; {j} < {len}; {j}++) {{"));
                let at = j.clone();
                self.pairs(region, pairs, here, &len, &j, &|buffer| {
                    format!("{buffer}[{at}]")
                });
                self.printer.lines.close("}");
                self.printer.given.names = names;
            }
        }
    }

    /// Prints the loop over pairs whose elements the group fetches for all of its lanes.
    fn cross_tiled(&mut self, region: &Region, pairs: &[Pair], here: &Here, len: &str, mask: &str) {
        let names = self.printer.given.names.clone();
        let mut buffers: Vec<String> = Vec::new();
        for pair in pairs.iter().filter(|pair| pair.has_names()) {
            for buffer in self.buffers(pair.right) {
                if !buffers.contains(&buffer) {
                    buffers.push(buffer);
                }
            }
        }
        let (base, count, j) = (
            self.printer.fresh("base"),
            self.printer.fresh("count"),
            self.printer.fresh("j"),
        );
        let lines = &mut self.printer.lines;
        lines.open(format!(
            "for (ulong {base} = 0; {base} < {len}; {base} += GROUP) {{"
        ));
        lines.line(format!(
            "const uint {count} = (uint)min((ulong)GROUP, {len} - {base});"
        ));
        lines.open(format!("if (lane < {count}) {{"));
        for buffer in &buffers {
            lines.line(format!("{buffer}_tile[lane] = {buffer}[{base} + lane];"));
        }
        lines.close("}");
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.open(format!("if ({mask}) {{"));
        lines.open(format!("for (uint {j} = 0; {j} < {count}; {j}++) {{"));
        let unmasked = Here {
            mask: None,
            ..here.clone()
        };
        let position = format!("({base} + {j})");
        let at = j.clone();
        self.pairs(region, pairs, &unmasked, len, &position, &|buffer| {
            format!("{buffer}_tile[{at}]")
        });
        let lines = &mut self.printer.lines;
        lines.close("}");
        lines.close("}");
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.close("}");
        self.printer.given.names = names;
    }

    /// The inside of the inner loop: the elements of the pairs, then the steps.
    fn pairs(
        &mut self,
        region: &Region,
        pairs: &[Pair],
        here: &Here,
        len: &str,
        position: &str,
        load: &dyn Fn(&str) -> String,
    ) {
        let flat = self.printer.fresh("ij");
        self.printer.lines.line(format!(
            "const ulong {flat} = {} * {len} + {position};",
            here.index
        ));
        let inner = Here {
            index: flat,
            mask: None,
            item: None,
        };
        let rest = self.places(region, &inner);
        for pair in pairs.iter().filter(|pair| pair.has_names()) {
            let left_ty = self.program.types.array(pair.left).clone();
            let right_ty = self.program.types.array(pair.right).clone();
            let columns: Vec<String> = self
                .buffers(pair.right)
                .iter()
                .map(|buffer| load(buffer))
                .collect();
            let right = self.printer.compose(&right_ty, &columns);
            let c = self.printer.module.ty(&right_ty);
            let wish = format!("{}_i", self.name(pair.right).trim_start_matches("r#"));
            let name = self.printer.fresh(&wish);
            self.printer
                .lines
                .line(format!("const {c} {name} = {right};"));
            let parts = [self.element(pair.left), Text::atom(name)];
            match &pair.into {
                Pattern::Tuple(items) if items.len() == 2 => {
                    for ((item, ty), part) in items.iter().zip([&left_ty, &right_ty]).zip(&parts) {
                        self.kept(item, ty, part, &inner);
                    }
                }
                into => {
                    let ty = Type::Tuple(vec![left_ty, right_ty]);
                    let value = self.printer.tuple(&ty, &parts);
                    self.bind(into, &ty, &value, &inner);
                }
            }
        }
        self.region(&rest, &inner);
    }

    /// The steps by which the region's elements learn their places in compacted
    /// arrays, which come before anything is written there; what is left of the
    /// region is returned.
    fn places(&mut self, region: &Region, here: &Here) -> Region {
        let is_place = |item: &Item| {
            let Item::Step(Step::Scan(Scan { arg, .. })) = item else {
                return false;
            };
            *arg == Element::One
        };
        let (places, items): (Vec<Item>, Vec<Item>) =
            region.items.iter().cloned().partition(is_place);
        for step in places.iter().filter_map(Item::step) {
            self.step(step, here);
        }
        Region {
            items,
            ..region.clone()
        }
    }
}
