//! The schedules of devices as text.

use super::{Bins, DeviceLoop, DeviceSchedule, Order};
use crate::nest::{ArrayId, Loop, Scan};
use std::fmt::Write as _;

impl DeviceSchedule {
    /// Prints how a device runs the loops of a program.
    pub fn text(&self) -> String {
        let mut text = format!("lanes of a group: {}\n", self.lanes);
        for nested in self.nest.loops() {
            let lines = self.nested(nested, &self.loops[&nested.number]);
            text.push_str(&lines.join("\n  "));
            text.push('\n');
        }
        text
    }

    fn nested(&self, nested: &Loop, schedule: &DeviceLoop) -> Vec<String> {
        let name = |array: ArrayId| &self.nest.arrays[array].name;
        let order = match schedule.order {
            Order::Serial => "one lane, from left to right",
            Order::Tiles => "tiles",
            Order::Chunks => "chunks of tiles",
            Order::Rectangles => "rectangles of rows and columns",
            Order::Divided => "elements whose folds lanes divide",
        };
        let mut first = format!(
            "loop {} {{{}}}: {order}",
            nested.number,
            nested.bindings.join(" ")
        );
        if schedule.order != Order::Serial {
            let items = schedule.items;
            let lanes = schedule
                .divided
                .as_ref()
                .map(|divided| match divided.beside {
                    true => "which are neighbours",
                    false => "which are apart",
                });
            match (schedule.tile, lanes) {
                (_, Some(lanes)) => write!(first, ", {lanes}"),
                (Some(tile), _) => write!(
                    first,
                    " of rows and columns, rows and columns of a lane: {} x {}, {} indices in local memory",
                    tile.rows, tile.columns, tile.inner
                ),
                _ if schedule.order == Order::Rectangles => {
                    write!(first, ", rows of a lane: {items}")
                }
                _ => write!(first, ", elements of a lane: {items}"),
            }
            .expect("a string takes all");
        }
        if schedule.shares_axes {
            first.push_str(", lanes share inner loops");
        }
        let mut lines = vec![first];
        for (number, level) in (1..).zip(&schedule.levels) {
            let scans: Vec<String> = level
                .level
                .scans
                .iter()
                .map(|scan| scan.name.to_string())
                .collect();
            let by = match (schedule.order == Order::Serial, schedule.single_pass) {
                (true, _) => "in a variable",
                (false, true) => "by look-back, or a launch of its own",
                (false, false) => "by a launch of its own",
            };
            let moves = match level.deferred {
                Some(every) => format!(", moves with every {every}th element"),
                None => String::new(),
            };
            let composes = |scan: &Scan| schedule.composed.contains_key(&scan.id);
            let composed = match level.level.scans.iter().any(composes) {
                true => ", of composed steps",
                false => "",
            };
            let scans = scans.join(" ");
            lines.push(format!("level {number}: {scans} {by}{composed}{moves}"));
        }
        if schedule.again {
            lines.push("one lane again, if a composition says too little".to_owned());
        }
        for (array, bins) in schedule.bins.iter() {
            let by = match bins {
                Bins::Serial => "one after the other",
                Bins::Instruction { near: true } => "one instruction, few of them in local memory",
                Bins::Instruction { near: false } => "one instruction",
                Bins::Ranges => "ranges, in two more kernels",
            };
            lines.push(format!("bins {}: {by}", name(*array)));
        }
        for array in schedule.compacted.iter() {
            lines.push(format!("compact in local memory: {}", name(*array)));
        }
        if schedule.exchanged.is_some() {
            lines.push("lanes exchange elements before they store them".to_owned());
        }
        for number in &schedule.turned {
            let array = nested.body.reads[*number].array;
            lines.push(format!(
                "in local memory, the other way round: {}",
                name(array)
            ));
        }
        for array in schedule.claimed.iter() {
            lines.push(format!("claim slots: {}", name(*array)));
        }
        lines
    }
}
