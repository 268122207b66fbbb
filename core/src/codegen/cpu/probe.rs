//! Probes: checks of operators that could not be tried when the program was compiled.
//!
//! The first elements that enter such a fold or scan in a block are combined in two ways
//! in builds with debug assertions, and so are the first results of the blocks of a fold. In others
//! a probe is nothing.

use super::context::state;
use crate::nest::{Fold, Region, Scan, Step};
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
        fold.untested.then_some(Probe {
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

    /// The probes of all folds and scans of a region.
    pub(super) fn in_region(region: &'a Region) -> Vec<Probe<'a>> {
        let own = region.steps().filter_map(|step| match step {
            Step::Fold(fold) => Probe::of_fold(fold),
            Step::Scan(scan) => Probe::of_scan(scan),
            _ => None,
        });
        let inner = region.inner().flat_map(Probe::in_region);
        own.chain(inner).collect()
    }

    fn name(&self) -> Ident {
        state("probe", self.id, self.binding)
    }

    /// Makes the probe for a sweep of the program.
    pub(super) fn start(&self, rt: &TokenStream, program: &str) -> TokenStream {
        let (name, binding) = (self.name(), self.binding.to_string());
        let binding = binding.trim_start_matches("r#");
        quote!(let #name = #rt::Probe::new(#program, #binding);)
    }

    /// Shows it a value that goes to a lane, if it is `there`. The type of the value is
    /// known by then: this stands behind what took the value in.
    pub(super) fn see(
        &self,
        rt: &TokenStream,
        there: &TokenStream,
        lane: &TokenStream,
        value: &TokenStream,
    ) -> TokenStream {
        let (name, operator) = (self.name(), self.operator);
        quote! {
            if #name.wants(#there, #lane) {
                use #rt::Same as _;
                #name.see(#value, (&&&#rt::Sample(#value)).same(), #operator);
            }
        }
    }
}
