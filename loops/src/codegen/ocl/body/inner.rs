//! The inside of a region: kept elements of a filter, and the positions of a further axis.

use super::super::c::printer::field;
use super::super::c::{Lines, Text};
use super::{Here, KernelBody, Row};
use crate::nest::{ArrayId, Element, Entry, Host, Item, Pattern, Region, Scan, Step, source};
use crate::ordered::OrderedSet;
use crate::scalar::Type;
use crate::schedule::device::{SHARED, fetched, shared};

/// A filter, and the steps on the elements that it keeps.
#[derive(Clone, Copy)]
struct Guard<'r> {
    region: &'r Region,
    predicate: &'r Host,
    arg: ArrayId,
    into: &'r Pattern<ArrayId>,
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
                match here.mask.is_some() && !shared(inner).is_empty() {
                    true => self.guard_before_axis(&guard, here),
                    false => self.guard(&guard, here, |_| {}),
                }
            }
            Entry::Axis { along } => self.axis(inner, *along, here),
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
        // Its place comes before the element that is written there.
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

    /// A filter with a shared loop behind it. Lanes without an element, and those whose element the filter
    /// drops, help to fetch the elements that the others go over: nothing of that stands in a branch. So
    /// the elements that are kept get names outside of the branch that finds them.
    fn guard_before_axis(&mut self, guard: &Guard<'_>, here: &Here) {
        let shares = |item: &Item| item.region().is_some_and(|inner| !shared(inner).is_empty());
        let (outside, within): (Vec<Item>, Vec<Item>) =
            guard.region.items.iter().cloned().partition(shares);
        let outside: Vec<&Region> = outside.iter().filter_map(Item::region).collect();
        let region = Region {
            items: within,
            ..guard.region.clone()
        };
        let mut wanted: OrderedSet<ArrayId> =
            outside.iter().copied().flat_map(Region::taken).collect();
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

    /// The scan of the places, where nothing happens to kept elements but that they are
    /// compacted in local memory.
    fn only_compacts(&self, region: &Region, into: &Pattern<ArrayId>, here: &Here) -> Option<Scan> {
        let [Item::Step(Step::Scan(place))] = &region.items[..] else {
            return None;
        };
        let compacts = self.working
            && here.mask.is_none()
            && place.intake.operand() == Some(Element::One)
            && self.nested.writes.iter().all(|write| {
                !into.names().contains(&write.array) || self.compacted.contains_key(&write.array)
            });
        compacts.then(|| place.clone())
    }

    /// Compacts the elements that a filter keeps. No branch asks whether it does, since nobody can
    /// foresee that: dropped elements go where nobody looks.
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
            row: None,
            cell: None,
        };
        self.compacting = Some(keep);
        self.scan(place, &before);
        self.kept(into, ty, element, &before);
        self.compacting = None;
    }

    /// The names of the elements that a filter keeps: other names for those that it looked at.
    pub(super) fn kept(&mut self, into: &Pattern<ArrayId>, ty: &Type, value: &Text, here: &Here) {
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

    /// Prints the loop over an axis.
    fn axis(&mut self, region: &Region, along: ArrayId, here: &Here) {
        self.line(format!("// for each of {}", self.name(along)));
        let len = self.length(along);
        let names = self.printer.given.names.clone();
        match &here.mask {
            Some(mask) => self.shared_axis(region, here, &len, &mask.clone()),
            None => {
                let j = self.printer.fresh("j");
                self.open(&format!("for (ulong {j} = 0; {j} < {len}; {j}++) {{"));
                let row = Row {
                    axis: here.row.as_ref().map_or(SHARED, |outer| outer.axis + 1),
                    at: j.clone(),
                    tiled: false,
                };
                self.row(region, row, here, &len, &j);
                self.close("}");
            }
        }
        self.printer.given.names = names;
    }

    /// Prints the loop over an axis whose elements the group fetches for all of its lanes.
    fn shared_axis(&mut self, region: &Region, here: &Here, len: &str, mask: &str) {
        let mut buffers: Vec<String> = Vec::new();
        for buffer in fetched(region).flat_map(|array| self.buffers(array)) {
            if !buffers.contains(&buffer) {
                buffers.push(buffer);
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
        let row = Row {
            axis: SHARED,
            at: j.clone(),
            tiled: true,
        };
        self.row(region, row, here, len, &format!("({base} + {j})"));
        let lines = &mut self.printer.lines;
        lines.close("}");
        lines.close("}");
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.close("}");
    }

    /// The inside of an inner loop.
    fn row(&mut self, region: &Region, row: Row, here: &Here, len: &str, position: &str) {
        let flat = self.printer.fresh("ij");
        self.line(format!(
            "const ulong {flat} = {} * {len} + {position};",
            here.index
        ));
        let inner = Here {
            index: flat,
            mask: None,
            item: None,
            row: Some(row),
            cell: None,
        };
        let rest = self.places(region, &inner);
        self.region(&rest, &inner);
    }

    /// The steps by which the region's elements learn their places in compacted
    /// arrays, which come before anything is written there; the rest of the
    /// region is returned.
    fn places(&mut self, region: &Region, here: &Here) -> Region {
        let is_place = |item: &Item| {
            let Item::Step(Step::Scan(scan)) = item else {
                return false;
            };
            scan.intake.operand() == Some(Element::One)
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
