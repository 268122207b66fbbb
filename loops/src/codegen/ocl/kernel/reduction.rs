//! Folds: a group's state from those of its lanes, and the program's from those
//! of all groups.

use super::super::HEAD;
use super::super::body::leaves;
use super::super::c::{Lines, Text, types};
use super::super::parameters::Parameters;
use super::super::state::State;
use super::Kernels;
use crate::scalar::Type;
use std::collections::BTreeMap;

impl Kernels<'_, '_, '_> {
    /// The kernel that folds the parts of all groups.
    pub(super) fn total(
        &mut self,
        folds: &State,
        parameters: &Parameters,
        totals: &BTreeMap<usize, usize>,
    ) -> String {
        let leading = [
            "const ulong parts".to_owned(),
            format!("global const {} *partials", folds.name),
        ];
        let head = self.head(&format!("{}_total", self.name), &leading, parameters);
        let mut printer = self.program.printer(self.module, parameters);
        let nothing = folds.nothing(printer.module);
        let name = &folds.name;
        printer.lines.line(format!("local {name} scratch[GROUP];"));
        printer.lines.line("const uint lane = get_local_id(0);");
        printer.lines.line(format!("{name} folds = {nothing};"));
        printer
            .lines
            .line("const ulong run = (parts + GROUP - 1) / GROUP;");
        printer
            .lines
            .open("for (ulong k = lane * run; k < min(parts, (lane + 1) * run); k++) {");
        printer.lines.line(format!(
            "folds = {};",
            folds.combined("folds", "partials[k]")
        ));
        printer.lines.close("}");
        tree(&mut printer.lines, folds);
        printer.lines.open("if (lane == 0) {");
        let seed = folds.seed(parameters, &mut printer);
        printer.lines.line(format!("const {name} seed = {seed};"));
        printer
            .lines
            .line(format!("folds = {};", folds.combined("seed", "scratch[0]")));
        for member in &folds.members {
            record(
                &mut printer.lines,
                totals[&member.id],
                &member.ty,
                &Text::atom(format!("folds.{}", member.field)),
            );
        }
        printer.lines.close("}");
        let lines = printer.lines.into_string();
        format!("{head}\n{lines}}}\n")
    }
}

/// The state of all lanes in order, in the first place of `scratch`.
pub(super) fn tree(lines: &mut Lines, folds: &State) {
    lines.line("scratch[lane] = folds;");
    lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
    lines.open("for (uint step = 1; step < GROUP; step *= 2) {");
    lines.open("if (lane % (2 * step) == 0) {");
    lines.line(format!(
        "scratch[lane] = {};",
        folds.combined("scratch[lane]", "scratch[lane + step]")
    ));
    lines.close("}");
    lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
    lines.close("}");
}

/// Stores the leaves of a value in slots of the record.
pub(super) fn record(lines: &mut Lines, slot: usize, ty: &Type, value: &Text) {
    for (index, (prim, part)) in ty.leaves().iter().zip(leaves(ty, value)).enumerate() {
        let c = types::stored(*prim);
        let word = HEAD + slot + index;
        match c {
            "ulong" => lines.line(format!("record[{word}] = {part};")),
            c => lines.line(format!("*(global {c} *)&record[{word}] = {part};")),
        }
    }
}
