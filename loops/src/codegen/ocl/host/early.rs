//! Values that guards return: arrays of the host become arrays of the device, as the program
//! returns them.

use super::{Glue, rust_type};
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::{ArrayId, Host, NestResult};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Index, Type};

impl Glue<'_> {
    /// The value of a guard where the program returns `result`, of a type that is declared for the
    /// host.
    pub(super) fn on_device(
        &self,
        value: &NestResult,
        result: &NestResult,
        declared: Option<&Type>,
    ) -> TokenStream {
        match (value, result) {
            (NestResult::Tuple(values), NestResult::Tuple(results))
                if values.len() == results.len() && !values.is_empty() =>
            {
                let declared = parts(declared, results.len());
                let items = values.iter().zip(results).zip(declared);
                let items = items.map(|((value, result), ty)| self.on_device(value, result, ty));
                quote!((#(#items,)*))
            }
            (NestResult::Scalar(host), result) if has_array(result) => {
                self.uploaded(host, result, declared)
            }
            _ => self.result(value),
        }
    }

    /// A host expression of which some parts are arrays.
    fn uploaded(&self, host: &Host, result: &NestResult, declared: Option<&Type>) -> TokenStream {
        let (name, value) = (inner("early"), self.value(host));
        let ty = declared.map(|ty| quote!(: #ty));
        let part = self.part(&quote!(#name), result);
        quote!({ let #name #ty = #value; #part })
    }

    /// A part of a value on the host, as the program returns it.
    fn part(&self, place: &TokenStream, result: &NestResult) -> TokenStream {
        match result {
            NestResult::Array { array, .. } => self.upload(*array, place),
            NestResult::Scalar(_) => place.clone(),
            NestResult::Tuple(items) => {
                let items = items.iter().enumerate().map(|(index, item)| {
                    let index = Index::from(index);
                    self.part(&quote!(#place.#index), item)
                });
                quote!((#(#items,)*))
            }
        }
    }

    fn upload(&self, array: ArrayId, place: &TokenStream) -> TokenStream {
        let (run, rt) = (inner("run"), &self.rt);
        let element = rust_type(self.types.array(array));
        self.attempt(&quote!(#run.upload::<#element>(#rt::Slice::slice(&#place))))
    }
}

/// The declared types of the parts of a tuple.
fn parts(declared: Option<&Type>, count: usize) -> Vec<Option<&Type>> {
    match declared {
        Some(Type::Tuple(tuple)) if tuple.elems.len() == count => {
            tuple.elems.iter().map(Some).collect()
        }
        Some(Type::Paren(inner)) => parts(Some(&inner.elem), count),
        Some(Type::Group(inner)) => parts(Some(&inner.elem), count),
        _ => vec![None; count],
    }
}

fn has_array(result: &NestResult) -> bool {
    match result {
        NestResult::Array { .. } => true,
        NestResult::Scalar(_) => false,
        NestResult::Tuple(items) => items.iter().any(has_array),
    }
}
