//! The main kernel of a loop: the work of every lane on its elements.

use super::super::Program;
use super::super::body::{Here, KernelBody};
use super::super::c::types;
use super::super::parameters::Parameters;
use super::super::state::{Member, State};
use super::Kernels;
use super::reduction::tree;
use crate::nest::{ArrayId, Loop, Region};
use crate::scalar::Prim;
use crate::schedule::device::{Order, fetched, shared};
use std::collections::BTreeMap;

impl Kernels<'_, '_, '_> {
    /// The main kernel.
    pub(super) fn main(
        &mut self,
        counts: &BTreeMap<ArrayId, usize>,
        lost: Option<usize>,
    ) -> String {
        let commutes = self
            .folds
            .as_ref()
            .is_none_or(|folds| folds.members.iter().all(Member::commutes));
        let schedule = self.schedule;
        let chunked = schedule.order == Order::Chunks;
        let mut leading = vec!["const ulong n".to_owned()];
        if !self.levels.is_empty() {
            leading.push("const uint stage".to_owned());
            leading.push("global uint *ticket".to_owned());
            for number in 1..=self.levels.len() {
                leading.push(format!("global {}_link{number} *link{number}", self.name));
            }
        } else if chunked {
            leading.push("const ulong chunk".to_owned());
        }
        if let Some(folds) = &self.folds {
            leading.push(format!("global {} *partials", folds.name));
        }
        let head = self.head(&self.name, &leading, &self.parameters);

        let levels = self.levels.clone();
        let folds = self.folds.clone();
        let (compacted, near_bins) = (self.compacted(), self.near_bins());
        let printer = self.program.printer(self.module, &self.parameters);
        let mut body = KernelBody::new(
            self.program,
            self.nested,
            printer,
            &self.parameters,
            schedule.items,
            &levels,
        );
        for (index, level) in levels.iter().enumerate() {
            body.line(format!("local {} scratch{}[GROUP];", level.name, index + 1));
        }
        if let Some(folds) = &folds {
            body.line(format!("local {} scratch[GROUP];", folds.name));
        }
        if schedule.shares_axes {
            for (name, prim) in tiles(self.program, self.nested, &self.parameters) {
                body.line(format!("local {} {name}_tile[GROUP];", types::stored(prim)));
            }
        }
        body.compacted = compacted;
        body.declare_compacted();
        body.declare_exchange();
        body.near_bins = near_bins;
        body.declare_near_bins();
        body.line("const uint lane = get_local_id(0);");
        body.open_near_bins();
        if let Some(folds) = folds.as_ref().filter(|_| chunked) {
            let nothing = folds.nothing(body.printer.module);
            let name = if commutes { "folds" } else { "carry" };
            if !commutes {
                body.line("// What stands to the left in this group; lane 0 keeps it.");
            }
            body.line(format!("{} {name} = {nothing};", folds.name));
            body.line("const ulong first = get_group_id(0) * chunk;");
            body.open("for (ulong tile = first; tile < first + chunk; tile++) {");
        } else if levels.is_empty() {
            body.line("const ulong tile = get_group_id(0);");
        } else if schedule.single_pass {
            body.line("#if LOOK_BACK");
            body.line("local uint claimed;");
            body.line("if (lane == 0) claimed = atomic_inc(ticket);");
            body.line("barrier(CLK_LOCAL_MEM_FENCE);");
            body.line("const uint tile = claimed;");
            body.line("#else");
            body.line("const uint tile = get_group_id(0);");
            body.line("#endif");
        } else {
            body.line("const uint tile = get_group_id(0);");
        }
        body.start(schedule.shares_axes, lost.is_some());
        body.fetch(&self.nested.body);

        for (index, level) in levels.iter().enumerate() {
            body.level(index + 1, level, &self.name, schedule.single_pass, counts);
            if let Some(slot) = lost {
                body.lose(index + 1, level, slot);
            }
        }
        body.work(&levels, folds.as_ref(), chunked && commutes);
        if let Some(folds) = &folds {
            match (chunked, commutes) {
                (true, true) => {
                    body.close("}");
                    body.line("");
                    tree(&mut body.printer.lines, folds);
                    body.line("if (lane == 0) partials[get_group_id(0)] = scratch[0];");
                }
                (true, false) => {
                    body.line("");
                    tree(&mut body.printer.lines, folds);
                    body.line(format!(
                        "if (lane == 0) carry = {};",
                        folds.combined("carry", "scratch[0]")
                    ));
                    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
                    body.close("}");
                    body.line("if (lane == 0) partials[get_group_id(0)] = carry;");
                }
                (false, _) => {
                    body.line("");
                    tree(&mut body.printer.lines, folds);
                    body.line("if (lane == 0) partials[tile] = scratch[0];");
                }
            }
        }
        body.close_near_bins();
        let lines = body.printer.lines.into_string();
        format!("{head}\n{lines}}}\n")
    }
}

/// The columns that the group fetches for inner loops.
fn tiles(program: &Program<'_>, nested: &Loop, parameters: &Parameters) -> Vec<(String, Prim)> {
    let mut tiles: Vec<(String, Prim)> = Vec::new();
    for array in shared(&nested.body).into_iter().flat_map(fetched) {
        let parameter = &parameters.all[parameters.memory[&program.nest.owner(array)]];
        for (name, prim) in parameter.leaves.iter().zip(parameter.ty.leaves()) {
            if !tiles.iter().any(|(known, _)| known == name) {
                tiles.push((name.clone(), prim));
            }
        }
    }
    tiles
}

/// The parts of the main kernel.
impl KernelBody<'_, '_, '_> {
    /// A sweep over the lane's elements.
    pub(super) fn sweep(&mut self, region: &Region) {
        let names = self.printer.given.names.clone();
        let here = match (self.items, self.program.scheduled(self.nested).shares_axes) {
            (1, true) => Here {
                index: "i".to_owned(),
                mask: Some("inside".to_owned()),
                item: None,
                row: None,
                cell: None,
            },
            (1, false) => Here {
                index: "i".to_owned(),
                mask: None,
                item: None,
                row: None,
                cell: None,
            },
            _ => Here {
                index: "(begin + k)".to_owned(),
                mask: None,
                item: Some("k".to_owned()),
                row: None,
                cell: None,
            },
        };
        let masked = here.mask.is_some();
        if here.item.is_some() {
            self.open(match self.near.is_empty() {
                true => "EACH(k) {",
                false => "EACH_NEAR(k) {",
            });
        } else if !masked {
            self.open("if (i < n) {");
        } else {
            self.open("{");
        }
        self.region(region, &here);
        self.moved();
        self.close("}");
        self.printer.given.names = names;
        self.elements.clear();
    }

    /// The real work, and its results.
    fn work(&mut self, levels: &[State], folds: Option<&State>, accumulated: bool) {
        if !levels.is_empty() {
            self.line("");
            self.line("// The work.");
        }
        if let Some(folds) = folds {
            if !accumulated {
                let nothing = folds.nothing(self.printer.module);
                self.line(format!("{} folds = {nothing};", folds.name));
            }
            self.taking = vec![("folds".to_owned(), folds.clone())];
        }
        self.outputs();
        self.count_compacted();
        for (index, level) in levels.iter().enumerate() {
            let number = index + 1;
            self.run(
                number,
                level,
                &format!("at{number}"),
                &format!("near{number}"),
            );
        }
        self.working = true;
        let body = self.nested.body.clone();
        self.sweep(&body);
        self.store_outputs();
        self.store_compacted();
    }
}
