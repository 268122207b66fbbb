//! The kernels that combine kept pairs into their bins.

use super::super::body::leaves;
use super::super::c::{Lines, Printer, Text, c_name, printer::Failing, types};
use super::super::parameters::{self, Parameter, Parameters};
use super::{Kernels, wrapped};
use crate::nest::{ArrayId, Combine};
use crate::scalar::{Function, Type};

/// Bins as the kernels name them.
struct Bins {
    name: String,
    ty: Type,
    operator: Function,
    /// The parameters that the operator uses.
    captured: Parameters,
    /// The declarations of the partial results of the ranges for each bin.
    parts: Vec<String>,
    /// The names of these, leaf by leaf.
    leaves: Vec<String>,
}

impl Kernels<'_, '_, '_> {
    /// The kernels of a reduction whose pairs are kept: one that reduces ranges of them, and one
    /// that joins the ranges.
    pub(super) fn bins(&mut self, array: ArrayId) -> String {
        let program = self.program;
        let combine = self.nested.body.combining(array);
        let combine = combine.expect("the loop combines into its bins");
        let bins = self.named_bins(array, combine);
        let ranges = self.ranges(array, &bins);
        let owner = program.nest.owner(array);
        let memory = self.parameters.all[self.parameters.memory[&owner]].clone();
        let join = self.join(&memory, &bins);
        format!("{ranges}\n{join}")
    }

    fn named_bins(&self, array: ArrayId, combine: &Combine) -> Bins {
        let program = self.program;
        let ty = program.types.array(array).clone();
        let mut captured = Parameters::default();
        captured.named(program, &parameters::of(&combine.operator));
        let prims = ty.leaves();
        let leaves: Vec<String> = (0..prims.len())
            .map(|leaf| format!("part_{leaf}"))
            .collect();
        let parts = prims.iter().zip(&leaves);
        let parts = parts.map(|(prim, leaf)| format!("global {} *{leaf}", types::stored(*prim)));
        Bins {
            name: program.nest.arrays[array].name.to_string(),
            operator: program.worker(&combine.operator, &[ty.clone(), ty.clone()], Some(&ty)),
            ty,
            captured,
            parts: parts
                .chain(["global uchar *part_some".to_owned()])
                .collect(),
            leaves,
        }
    }

    /// The kernel in which a lane reduces a range of the pairs, for some of the bins.
    fn ranges(&mut self, array: ArrayId, bins: &Bins) -> String {
        let places = self.parameters.all[self.parameters.bins[&array]].clone();
        let values = self.parameters.all[self.parameters.claims[&array]].clone();
        let place = places.name.clone();
        let mut printer = self.program.printer(self.module, &bins.captured);
        let lines = &mut printer.lines;
        lines.line(format!(
            "// {} = reduce_by_index, range by range",
            bins.name
        ));
        lines.line("const ulong lane = get_global_id(0);");
        lines.open("if (lane < n) {");
        lines.line("const ulong lanes = n / ranges;");
        lines.line("const ulong range = lane / lanes;");
        lines.line("const ulong share = (bins + lanes - 1) / lanes;");
        lines.line("const ulong first = min(bins, lane % lanes * share);");
        lines.line("const ulong last = min(bins, first + share);");
        lines.line("for (ulong bin = first; bin < last; bin++) part_some[range * bins + bin] = 0;");
        lines.line("const ulong span = (entries + ranges - 1) / ranges;");
        lines.line("const ulong stop = min(entries, (range + 1) * span);");
        lines.open("for (ulong entry = range * span; entry < stop; entry++) {");
        lines.line("// One more than the bin; 0 if there is no pair.");
        lines.line(format!("const ulong place = {place}[entry];"));
        lines.open("if (place > first && place <= last) {");
        lines.line("const ulong slot = range * bins + place - 1;");
        let value = printer.load(&bins.ty, &values.leaves, "entry");
        let value = Text::atom(printer.declare(&bins.ty, "value", Some(&value.text)));
        printer.lines.open("if (part_some[slot]) {");
        combine(&mut printer, bins, (&bins.leaves, "slot"), &value);
        printer.lines.between("} else {");
        for (leaf, part) in bins.leaves.iter().zip(leaves(&bins.ty, &value)) {
            printer.lines.line(format!("{leaf}[slot] = {part};"));
        }
        printer.lines.line("part_some[slot] = 1;");
        for _ in 0..4 {
            printer.lines.close("}");
        }
        let lines = printer.lines;
        let numbers = ["entries", "bins", "ranges"].map(|number| format!("const ulong {number}"));
        let mut parameters: Vec<String> = numbers.into();
        parameters.extend([places.declaration(), values.declaration()]);
        self.settling("ranges", bins, parameters, lines)
    }

    /// The kernel in which a lane joins the partial results of the ranges for one bin.
    fn join(&mut self, memory: &Parameter, bins: &Bins) -> String {
        let mut printer = self.program.printer(self.module, &bins.captured);
        let lines = &mut printer.lines;
        lines.line(format!(
            "// {} = reduce_by_index, from range to range",
            bins.name
        ));
        lines.line("const ulong bin = get_global_id(0);");
        lines.open("if (bin < n) {");
        lines.open("for (ulong range = 0; range < ranges; range++) {");
        lines.line("const ulong slot = range * n + bin;");
        lines.open("if (part_some[slot]) {");
        let part = printer.load(&bins.ty, &bins.leaves, "slot");
        let part = Text::atom(printer.declare(&bins.ty, "part", Some(&part.text)));
        combine(&mut printer, bins, (&memory.leaves, "bin"), &part);
        for _ in 0..3 {
            printer.lines.close("}");
        }
        let lines = printer.lines;
        let parameters = vec!["const ulong ranges".to_owned(), memory.declaration()];
        self.settling("join", bins, parameters, lines)
    }

    /// A kernel over as many lanes as there are bins or shares of them.
    fn settling(&self, kind: &str, bins: &Bins, parameters: Vec<String>, lines: Lines) -> String {
        let mut all = vec![
            "global ulong *record".to_owned(),
            "const ulong n".to_owned(),
        ];
        all.extend(parameters);
        all.extend(bins.parts.iter().cloned());
        all.extend(bins.captured.all.iter().map(Parameter::declaration));
        format!(
            "kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))\nvoid {}_{}_{kind}(\n    {}\n) {{\n{}}}\n",
            self.name,
            c_name(&bins.name),
            wrapped(&all),
            lines.into_string()
        )
    }
}

/// `bins[at] = bins[at] op value;`
fn combine(
    printer: &mut Printer<'_, '_>,
    bins: &Bins,
    (buffers, at): (&[String], &str),
    value: &Text,
) {
    printer.failing = Failing::Binding(bins.name.clone());
    let old = printer.load(&bins.ty, buffers, at);
    let old = Text::atom(printer.declare(&bins.ty, "old", Some(&old.text)));
    let new = printer.function(&bins.operator, &[old, value.clone()]);
    let new = Text::atom(printer.declare(&bins.ty, "new", Some(&new.text)));
    for (buffer, part) in buffers.iter().zip(leaves(&bins.ty, &new)) {
        printer.lines.line(format!("{buffer}[{at}] = {part};"));
    }
}
