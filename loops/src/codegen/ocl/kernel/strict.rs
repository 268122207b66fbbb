//! The kernel by which one lane does everything in order.

use super::super::body::{Here, KernelBody};
use super::super::c::{Lines, Text};
use super::super::state::State;
use super::super::{HEAD, Planned, Slots};
use super::Kernels;
use super::reduction::record;
use super::scans::counted;
use crate::nest::ArrayId;
use std::collections::BTreeMap;

impl Kernels<'_, '_, '_> {
    /// The kernel for one lane that does everything in order.
    pub(super) fn strict(mut self, slots: &mut Slots, text: &mut Lines) -> Planned {
        let counts = self.slots(slots);
        let totals = self.totals(slots);
        let planned = self.planned(counts.clone(), totals.clone());
        let mut states: Vec<State> = Vec::new();
        for (number, level) in (1..).zip(&self.schedule.levels) {
            states.push(State::of_scans(
                self.program,
                self.module,
                &self.name,
                number,
                &level.level.scans,
                &self.schedule.composed,
            ));
        }
        let kernel = self.one_lane(&self.name.clone(), None, &states, &counts, &totals);
        text.line("");
        text.line(kernel);
        for write in &self.nested.writes {
            if self.parameters.owners.contains_key(&write.array) {
                text.line("");
                text.line(self.settle(write.array));
            }
        }
        planned
    }

    /// The kernel by which one lane does everything in order: always, or only if the composed steps
    /// of another kernel said too little, which is in a slot of the record.
    pub(super) fn one_lane(
        &mut self,
        name: &str,
        lost: Option<usize>,
        states: &[State],
        counts: &BTreeMap<ArrayId, usize>,
        totals: &BTreeMap<usize, usize>,
    ) -> String {
        let head = self
            .head(name, &["const ulong n".to_owned()], &self.parameters)
            .replace("GROUP, 1, 1", "1, 1, 1");
        let folds = self.folds.clone();
        let printer = self.program.printer(self.module, &self.parameters);
        let mut body = KernelBody::new(
            self.program,
            self.nested,
            printer,
            &self.parameters,
            1,
            states,
        );
        body.working = true;
        if let Some(lost) = lost {
            body.line(format!("if (record[{}] == 0) return;", HEAD + lost));
        }
        for (index, state) in states.iter().enumerate() {
            let seed = state.seed(&self.parameters, &mut body.printer);
            body.line(format!("{} at{} = {seed};", state.name, index + 1));
            for member in &state.members {
                body.running.insert(member.id, format!("at{}", index + 1));
            }
        }
        if let Some(folds) = &folds {
            let seed = folds.seed(&self.parameters, &mut body.printer);
            body.line(format!("{} folds = {seed};", folds.name));
            body.taking.push(("folds".to_owned(), folds.clone()));
        }
        body.open("for (ulong i = 0; i < n; i++) {");
        let region = self.nested.body.clone();
        body.region(
            &region,
            &Here {
                index: "i".to_owned(),
                mask: None,
                item: None,
                row: None,
                cell: None,
            },
        );
        body.close("}");
        if let Some(folds) = &folds {
            for member in &folds.members {
                let value = Text::atom(format!("folds.{}", member.field));
                record(
                    &mut body.printer.lines,
                    totals[&member.id],
                    &member.ty,
                    &value,
                );
            }
        }
        for (index, state) in states.iter().enumerate() {
            for (member, slot) in counted(self.program, state, counts) {
                body.line(format!(
                    "record[{}] = at{}.{member};",
                    HEAD + slot,
                    index + 1
                ));
            }
        }
        let lines = body.printer.lines.into_string();
        format!("{head}\n{lines}}}\n")
    }
}
