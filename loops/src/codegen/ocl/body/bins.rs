//! The step of a reduction by index.

use super::super::bins::{Atomic, near};
use super::super::c::SiteKind;
use super::super::c::printer::inside;
use super::{Here, KernelBody, leaves};
use crate::nest::{ArrayId, Combine, source};
use crate::schedule::device::Bins;
use crate::schedule::policy::NEAR_BINS;

impl KernelBody<'_, '_, '_> {
    /// Combines a value with the one at a place that comes from data, or keeps it for the kernels
    /// that do.
    pub(super) fn reduce_by_index(
        &mut self,
        into: ArrayId,
        combine: &Combine,
        (index, value): (ArrayId, ArrayId),
        here: &Here,
    ) {
        if !self.working {
            return;
        }
        let name = self.name(into);
        let what = format!(
            "reduce_by_index({}, {}, {})",
            source(&combine.operator),
            self.name(index),
            self.name(value)
        );
        self.comment(&name, &what);
        self.failing(name.clone());
        let signed = self.is_signed(index);
        let (index, value) = (self.element(index), self.element(value));
        let ty = self.program.types.array(into).clone();
        let len = self.length(into);
        let sites = [SiteKind::Index { signed }];
        let site = self.printer.module.site(&name, &sites);
        let buffers = self.buffers(into);
        let kept = self.parameters.bins.get(&into).map(|bins| {
            let values = self.parameters.claims[&into];
            (
                self.parameters.all[*bins].name.clone(),
                self.parameters.all[values].leaves.clone(),
            )
        });
        let way = self.program.scheduled(self.nested).bins[&into];
        let at = here.index.clone();
        self.masked(here, |this| {
            let within = inside(&index, &len, signed);
            this.open(&format!("if ({within}) {{"));
            match (kept, way) {
                (Some((bins, values)), _) => {
                    for (kept, part) in values.iter().zip(leaves(&ty, &value)) {
                        this.line(format!("{kept}[{at}] = {part};"));
                    }
                    this.line(format!("{bins}[{at}] = (uint)({index}) + 1;"));
                }
                (None, Bins::Instruction { near: is_near }) => {
                    let (function, bins) = (Atomic::of(combine, &ty).function, &buffers[0]);
                    if is_near {
                        let near = near(bins);
                        this.line(format!(
                            "if ({len} <= {NEAR_BINS}) {function}(&{near}[{index}], {value});"
                        ));
                        this.line(format!("else {function}(&{bins}[{index}], {value});"));
                    } else {
                        this.line(format!("{function}(&{bins}[{index}], {value});"));
                    }
                }
                _ => {
                    let operator = &combine.operator;
                    let operands = [ty.clone(), ty.clone()];
                    let operator = this.program.worker(operator, &operands, Some(&ty));
                    let old = this.printer.load(&ty, &buffers, &index.text);
                    let old = this.printer.declare(&ty, "old", Some(&old.text));
                    let old = super::super::c::Text::atom(old);
                    let new = this.printer.function(&operator, &[old, value.clone()]);
                    let new = this.printer.declare(&ty, "new", Some(&new.text));
                    let new = super::super::c::Text::atom(new);
                    for (buffer, part) in buffers.iter().zip(leaves(&ty, &new)) {
                        this.line(format!("{buffer}[{index}] = {part};"));
                    }
                }
            }
            let lines = &mut this.printer.lines;
            lines.between("} else {");
            lines.line(format!("fail(record, {site}, (ulong){index}, {len});"));
            lines.close("}");
        });
    }

    /// Gives few bins a copy in local memory, which holds nothing yet.
    pub(in crate::codegen::ocl) fn open_near_bins(&mut self) {
        let all = self.near_bins.clone();
        for array in &all {
            let (bins, len, atomic) = self.near_bin(*array);
            let near = near(&bins);
            let neutral = atomic.neutral;
            self.line(format!("if ({len} <= {NEAR_BINS}) {{"));
            self.line(format!(
                "    for (uint bin = lane; bin < {len}; bin += GROUP) {near}[bin] = {neutral};"
            ));
            self.line("}");
        }
        if !all.is_empty() {
            self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        }
    }

    /// Combines the bins in local memory into the array.
    pub(in crate::codegen::ocl) fn close_near_bins(&mut self) {
        let all = self.near_bins.clone();
        if !all.is_empty() {
            self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        }
        for array in all {
            let (bins, len, atomic) = self.near_bin(array);
            let (near, function) = (near(&bins), atomic.function);
            self.line(format!("if ({len} <= {NEAR_BINS}) {{"));
            self.line(format!(
                "    for (uint bin = lane; bin < {len}; bin += GROUP) {function}(&{bins}[bin], {near}[bin]);"
            ));
            self.line("}");
        }
    }

    /// Declares the memory of the copies.
    pub(in crate::codegen::ocl) fn declare_near_bins(&mut self) {
        for array in self.near_bins.clone() {
            let (bins, _, atomic) = self.near_bin(array);
            let near = near(&bins);
            self.line(format!("local {} {near}[{NEAR_BINS}];", atomic.ty));
        }
    }

    fn near_bin(&self, array: ArrayId) -> (String, String, Atomic) {
        let combine = self.nested.body.combining(array);
        let combine = combine.expect("the loop combines into its bins");
        let atomic = Atomic::of(combine, self.program.types.array(array));
        let bins = self.buffers(array).swap_remove(0);
        (bins, self.length(array), atomic)
    }
}
