//! Compaction of a tile in local memory: lanes next to each other then write next to each other.

use super::super::body::{Compacted, KernelBody, Slot};
use super::super::c::types;
use super::Kernels;
use crate::nest::ArrayId;
use std::collections::BTreeMap;

impl Kernels<'_, '_, '_> {
    /// The compacted arrays that go through local memory, with the members that count their elements.
    pub(super) fn compacted(&self) -> BTreeMap<ArrayId, Compacted> {
        let compacted = self.schedule.compacted.iter().map(|array| {
            let scan = self.program.schedule.places.scan(*array);
            let scan = scan.expect("compacted arrays have places");
            let mut levels = (1..).zip(&self.levels);
            let found = levels.find_map(|(level, state)| Some((level, state.member(scan)?)));
            let (level, member) = found.expect("places are scans of a level");
            let field = member.field.clone();
            (*array, Compacted { level, field })
        });
        compacted.collect()
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
