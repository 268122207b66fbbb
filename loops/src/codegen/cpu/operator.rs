//! The runtime's tags of operators, which state facts that it may rely on.

use super::context::Cpu;
use crate::nest::Known;
use crate::schedule::operator::Tag;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Expr;

impl Cpu<'_> {
    /// The operator of a fold in order whose totals begin with a seed: the least and the greatest of
    /// numbers from a number on need no care for `NaN`.
    pub(super) fn taking(&self, operator: &Expr, seed: &Expr) -> TokenStream {
        let known = Known::of(operator, &self.nest.items.functions);
        match Tag::of(known.as_ref(), seed) {
            tag @ (Tag::Least | Tag::Greatest) => {
                let rt = &self.rt;
                let tag = op_tag(rt, &tag);
                quote!(|total, term| #rt::over::take(#tag, total, term, #operator))
            }
            _ => quote!(#operator),
        }
    }
}

/// The operator tag, as the runtime has it.
pub(super) fn op_tag(rt: &TokenStream, tag: &Tag) -> TokenStream {
    let name = match tag {
        Tag::Tuple(components) => {
            let components = components.iter().map(|tag| op_tag(rt, tag));
            return quote!((#(#components,)*));
        }
        Tag::Least => "Least",
        Tag::Greatest => "Greatest",
        Tag::Other => "Other",
        Tag::Known(Known::Add) => "Add",
        Tag::Known(Known::Mul) => "Mul",
        Tag::Known(Known::Min) => "Min",
        Tag::Known(Known::Max) => "Max",
        Tag::Known(Known::And) => "And",
        Tag::Known(Known::Or) => "Or",
        Tag::Known(Known::Xor) => "Xor",
        Tag::Known(Known::WrappingAdd) => "WrappingAdd",
        Tag::Known(Known::WrappingMul) => "WrappingMul",
        Tag::Known(Known::Tuple(_)) => unreachable!("a tuple has a tag for each component"),
    };
    let name = Ident::new(name, Span::call_site());
    quote!(#rt::op::#name)
}
