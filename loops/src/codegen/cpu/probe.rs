//! Probes: checks of operators that could not be tried when the program was compiled.
//!
//! The first elements of each block that enter such a fold or scan are kept in builds with debug
//! assertions, and combined in two ways when the loop is done. Other builds have nothing of it.

use super::context::{Cpu, state};
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::{Combine, Fold, Nest, Region, Scan, Step};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

/// The probe of a fold or scan.
pub(super) struct Probe<'a> {
    id: usize,
    binding: &'a Ident,
    operator: &'a Expr,
}

impl<'a> Probe<'a> {
    /// The probe of a fold whose operator nobody has tried.
    pub(super) fn of_fold(fold: &'a Fold) -> Option<Probe<'a>> {
        let combines_elements = fold.intake.operand().is_some();
        (fold.untested && combines_elements).then_some(Probe {
            id: fold.id,
            binding: &fold.name,
            operator: &fold.operator.expr,
        })
    }

    /// The probe of a scan, likewise.
    pub(super) fn of_scan(scan: &'a Scan) -> Option<Probe<'a>> {
        scan.untested.then_some(Probe {
            id: scan.id,
            binding: &scan.name,
            operator: &scan.operator.expr,
        })
    }

    /// The probe of the values that are reduced into the array `binding`, likewise.
    pub(super) fn of_bins(combine: &'a Combine, binding: &'a Ident) -> Option<Probe<'a>> {
        combine.untested.then_some(Probe {
            id: combine.id,
            binding,
            operator: &combine.operator.expr,
        })
    }

    /// The probes of all folds, scans and reductions by index of a region.
    pub(super) fn in_region(region: &'a Region, nest: &'a Nest) -> Vec<Probe<'a>> {
        let mut probes = Vec::new();
        probes.extend(region.steps().filter_map(|step| match step {
            Step::Fold(fold) => Probe::of_fold(fold),
            Step::Scan(scan) => Probe::of_scan(scan),
            Step::Scatter {
                into,
                combine: Some(combine),
                ..
            } => Probe::of_bins(combine, &nest.arrays[*into].name),
            _ => None,
        }));
        for inner in region.inner() {
            probes.extend(Probe::in_region(inner, nest));
        }
        probes
    }

    /// The variable of the probe of a loop.
    fn name(&self) -> Ident {
        state("probe", self.id, self.binding)
    }

    /// The variable of the values that a sweep over a block shows to it.
    fn block(&self) -> Ident {
        state("probed", self.id, self.binding)
    }

    /// Makes the probe for a loop of the program.
    pub(super) fn start(&self, rt: &TokenStream, program: &str) -> TokenStream {
        let (name, binding) = (self.name(), self.binding.to_string());
        let binding = binding.trim_start_matches("r#");
        quote! {
            #[cfg(debug_assertions)]
            let #name = #rt::Probe::new(#program, #binding);
        }
    }

    /// Begins a sweep over a block.
    pub(super) fn sweep(&self) -> TokenStream {
        let (name, probed, block) = (self.name(), self.block(), inner("block"));
        quote! {
            #[cfg(debug_assertions)]
            let #probed = #name.block(#block.start());
        }
    }

    /// Shows it a value that goes to a lane, if it is `there`. The type of the value is
    /// known by then: this stands behind the step that took the value in.
    pub(super) fn see(
        &self,
        rt: &TokenStream,
        there: &TokenStream,
        lane: &TokenStream,
        value: &TokenStream,
    ) -> TokenStream {
        let probed = self.block();
        quote! {
            #[cfg(debug_assertions)]
            {
                if #probed.wants(#there, #lane) {
                    use #rt::Same as _;
                    #probed.see(#lane, #value, (&&&#rt::Sample(#value)).same());
                }
            }
        }
    }

    /// Checks the operator when the loop is done.
    pub(super) fn check(&self, cpu: &Cpu<'_>) -> TokenStream {
        let (name, operator) = (self.name(), cpu.own(self.operator));
        quote! {
            #[cfg(debug_assertions)]
            #name.check(#operator);
        }
    }
}

/// The laws of a fold with an accumulator that nobody has tried.
pub(super) struct Laws<'a> {
    id: usize,
    binding: &'a Ident,
}

impl<'a> Laws<'a> {
    pub(super) fn of(fold: &'a Fold) -> Option<Laws<'a>> {
        let has_step = fold.intake.step().is_some();
        (fold.untested && has_step).then_some(Laws {
            id: fold.id,
            binding: &fold.name,
        })
    }

    fn named(&self, kind: &str) -> Ident {
        state(kind, self.id, self.binding)
    }

    /// Makes the value that checks them for a loop of the program.
    pub(super) fn start(&self, rt: &TokenStream, program: &str) -> TokenStream {
        let (name, binding) = (self.named("laws"), self.binding.to_string());
        let binding = binding.trim_start_matches("r#");
        quote! {
            #[cfg(debug_assertions)]
            let #name = #rt::Laws::new(#program, #binding);
        }
    }

    /// Tries them on the next step of a lane.
    pub(super) fn of_step(&self, rt: &TokenStream, step: &TokenStream) -> TokenStream {
        let [name, fold, seed, combine] =
            ["laws", "fold", "seed", "combine"].map(|kind| self.named(kind));
        let lane = inner("lane");
        quote! {
            #[cfg(debug_assertions)]
            if #fold.is_new() {
                use #rt::Alike as _;
                let alike = (&&&#rt::Accumulated(&#seed)).alike();
                #name.of_step((&#seed, #fold.peek(#lane)), #step, #combine, alike);
            }
        }
    }

    /// Tries them on the partial result of a block.
    pub(super) fn of_part(&self, rt: &TokenStream, part: &Ident) -> TokenStream {
        let [name, combine, fold] = ["laws", "combine", "fold"].map(|kind| self.named(kind));
        quote! {
            #[cfg(debug_assertions)]
            {
                use #rt::Alike as _;
                let alike = (&&&#rt::Accumulated(&#fold)).alike();
                #name.of_part(#part.as_ref(), #combine, alike);
            }
        }
    }
}
