//! Compaction of a tile in local memory: lanes next to each other then write next to each other.

use super::super::body::{Compacted, KernelBody, Slot};
use super::super::c::types;
use super::super::state::State;
use super::Kernels;
use crate::nest::{ArrayId, WriteMode};
use crate::schedule::policy::{GROUP, LOCAL_BYTES};
use std::collections::BTreeMap;

impl Kernels<'_, '_, '_> {
    /// The compacted arrays for which there is room: so much that groups stay as large as they would
    /// be. Other arrays are stored directly.
    pub(super) fn compacted(&self) -> BTreeMap<ArrayId, Compacted> {
        let mut compacted = BTreeMap::new();
        if self.schedule.items == 1 {
            return compacted;
        }
        let states = self.levels.iter().chain(&self.folds).map(State::size);
        let mut bytes: usize = states.sum();
        for write in &self.nested.writes {
            let Some(scan) = self.program.schedule.places.scan(write.array) else {
                continue;
            };
            let level = (1..)
                .zip(&self.levels)
                .find_map(|(number, level)| Some((number, level.member(scan)?)));
            let (WriteMode::Compact, Some((level, member))) = (write.mode, level) else {
                continue;
            };
            let room = self.room(write.array);
            if bytes + room <= LOCAL_BYTES / GROUP {
                bytes += room;
                let field = member.field.clone();
                compacted.insert(write.array, Compacted { level, field });
            }
        }
        compacted
    }

    /// The local memory of a lane for an array that is compacted there.
    pub(super) fn room(&self, array: ArrayId) -> usize {
        let leaves = self.program.types.array(array).leaves();
        let bytes: usize = leaves.iter().map(|prim| prim.bits() as usize / 8).sum();
        (self.schedule.items + 1) * bytes
    }
}

impl KernelBody<'_, '_, '_> {
    /// Makes room for the elements that are kept, and for the others.
    pub(super) fn declare_compacted(&mut self) {
        for array in self.compacted.clone().into_keys() {
            let prims = self.program.types.array(array).leaves();
            for (buffer, prim) in self.buffers(array).into_iter().zip(prims) {
                let c = types::stored(prim);
                self.line(format!("local {c} {buffer}_kept[GROUP * (ITEMS + 1)];"));
            }
        }
    }

    /// Counts the elements that the tile keeps from here on: places are in the tile then.
    pub(super) fn count_compacted(&mut self) {
        for (array, Compacted { level, field }) in self.compacted.clone() {
            let scan = self.program.schedule.places.scan(array);
            let scan = scan.expect("packed arrays have places");
            if self.slots.contains_key(&scan) {
                continue;
            }
            let variable = format!("{field}_slot");
            let before = format!("before{level}.{field}");
            self.line(format!(
                "uint {variable} = (uint)(at{level}.{field} - {before});"
            ));
            self.slots.insert(scan, Slot { variable, before });
        }
    }

    /// Stores the elements that the tile keeps.
    pub(super) fn store_compacted(&mut self) {
        let compacted = self.compacted.clone();
        if compacted.is_empty() {
            return;
        }
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        for (array, Compacted { level, field }) in compacted {
            // All lanes go through the loop as often: PoCL 3.1 has those that
            // are done go on writing where a loop begins at the lane.
            self.open(&format!(
                "for (uint first = 0; first < (uint)total{level}.{field}; first += GROUP) {{"
            ));
            self.line("const uint k = first + lane;");
            self.open(&format!("if (k < (uint)total{level}.{field}) {{"));
            for buffer in self.buffers(array) {
                self.line(format!(
                    "{buffer}[before{level}.{field} + k] = {buffer}_kept[k];"
                ));
            }
            self.close("}");
            self.close("}");
        }
    }
}
