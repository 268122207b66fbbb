//! The arrays that a loop over processes reads, by the ways in which their elements come to a process.

use super::by_rows::ByRows;
use super::context::{Cpu, home};
use super::reached::Group;
use super::summed::Summed;
use crate::nest::{Affine, ArrayId, Entry, Id, Loop, Padding, Read, Region, Step};
use crate::schedule::looked_at::{named_by, read_by};
use crate::schedule::overwritten::overwriting;

/// The arrays that a loop reads, each in every way once.
#[derive(Default)]
pub(super) struct Reads {
    /// At its own positions.
    pub(super) here: Vec<ArrayId>,
    /// At positions that follow from its own.
    pub(super) windows: Vec<Read>,
    /// At positions that follow from the digits of its own.
    pub(super) reached: Vec<Group>,
    /// At any positions.
    pub(super) whole: Vec<ArrayId>,
    /// At any positions, by workers that index them under the user's names.
    pub(super) named: Vec<ArrayId>,
    /// At some rows, by folds over an index.
    pub(super) by_rows: Vec<ByRows>,
    /// At any positions, by folds over an index.
    pub(super) looked_at: Vec<ArrayId>,
    /// At the rows of indices of folds, of which each process may take some.
    pub(super) summed: Option<Summed>,
}

impl Reads {
    pub(super) fn of(cpu: &Cpu<'_>, nested: &Loop) -> Reads {
        let mut reads = Reads {
            by_rows: cpu.by_rows(nested),
            summed: cpu.summed(nested),
            ..Reads::default()
        };
        reads.region(cpu, nested, &nested.body, 0);
        let passed = cpu.passed_round(nested);
        reads.whole.retain(|other| !passed.contains(other));
        reads
    }

    fn region(&mut self, cpu: &Cpu<'_>, nested: &Loop, region: &Region, outer: usize) {
        let nest = cpu.nest;
        let axis = outer + usize::from(matches!(region.entry, Entry::Axis { .. }));
        if let Entry::Axis { along } = region.entry {
            add(&mut self.whole, home(nest, along));
        }
        for read in &region.reads {
            let array = home(nest, read.array);
            if axis > 0 && read.is_along(axis) {
                add(&mut self.whole, array);
            } else if read.is_by_digits() {
                if overwriting(nest, read.array, &nested.writes).is_none() {
                    self.reach(cpu, read);
                }
            } else if way(read).is_some() {
                let is_known =
                    |other: &Read| home(nest, other.array) == array && way(other) == way(read);
                if !self.windows.iter().any(is_known) {
                    self.windows.push(read.clone());
                }
            } else if overwriting(nest, read.array, &nested.writes).is_none() {
                add(&mut self.here, array);
            }
        }
        for step in region.steps() {
            if let Step::Gather { data, .. } = step
                && cpu.lookup(nested, step).is_none()
            {
                add(&mut self.whole, home(nest, *data));
            }
        }
        for host in region.workers() {
            for array in named_by(nest, host) {
                add(&mut self.whole, home(nest, array));
                add(&mut self.named, array);
            }
            for array in read_by(nest, host) {
                let is_summed = |summed: &Summed| summed.arrays.iter().any(|of| of.array == array);
                if !self.by_rows.iter().any(|rows| rows.array == array)
                    && !self.summed.as_ref().is_some_and(is_summed)
                {
                    add(&mut self.whole, home(nest, array));
                    add(&mut self.looked_at, array);
                }
            }
        }
        for inner in region.inner() {
            self.region(cpu, nested, inner, axis);
        }
    }

    /// Adds a read by digits to those that it is together with.
    fn reach(&mut self, cpu: &Cpu<'_>, read: &Read) {
        let mut groups = self.reached.iter_mut();
        match groups.find(|group| cpu.are_together(group.read(), read)) {
            Some(group) if group.reads.iter().any(|other| other.map == read.map) => {}
            Some(group) => group.reads.push(read.clone()),
            None => self.reached.push(Group {
                reads: vec![read.clone()],
            }),
        }
    }
}

pub(super) fn add(arrays: &mut Vec<ArrayId>, array: ArrayId) {
    if !arrays.contains(&array) {
        arrays.push(array);
    }
}

/// A name for the way in which a read takes elements at other positions than its own; `None` if it
/// does not.
pub(super) fn way(read: &Read) -> Option<String> {
    let name = match read.map[..] {
        [Affine::Reversed(_)] => "reversed".to_owned(),
        [Affine::Next(_)] => "next".to_owned(),
        [Affine::Section { start, factor, .. }] => format!("from{start}by{factor}"),
        [
            Affine::Padded {
                start,
                factor,
                padding,
                ..
            },
        ] => {
            let side = match start < 0 {
                true => "before",
                false => "from",
            };
            let kind = match padding {
                Padding::Edge => "edge".to_owned(),
                Padding::Wrap => "wrap".to_owned(),
                Padding::Reflect => "reflect".to_owned(),
                Padding::Symmetric => "symmetric".to_owned(),
                Padding::Value(scalar) => format!("value{}", scalar.index()),
            };
            format!("{side}{}by{factor}{kind}", start.unsigned_abs())
        }
        _ => return None,
    };
    Some(name)
}
