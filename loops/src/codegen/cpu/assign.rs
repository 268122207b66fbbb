//! States of several components that a worker makes anew.
//!
//! Without optimisation `state = (a, b, c)` makes the tuple first, number by number, and copies it in
//! larger pieces: the processor waits for each of these until the numbers that it is made of have
//! reached the cache. There each component is assigned by itself.

use super::context::{Cpu, stands_in_place};
use crate::codegen::names::{at, hidden};
use crate::nest::{Host, bare};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprTuple, Index, Stmt};

impl Cpu<'_> {
    /// `place = worker(args)`.
    pub(super) fn assign(
        &self,
        place: &TokenStream,
        worker: &Host,
        args: &[TokenStream],
    ) -> TokenStream {
        let next = self.call(worker, args);
        let whole = quote!(#place = #next;);
        match self.assign_each(place, worker, args) {
            Some(each) => quote! {
                // An attribute of an assignment would be one of its place.
                #[cfg(debug_assertions)]
                let () = { #each };
                #[cfg(not(debug_assertions))]
                let () = { #whole };
            },
            None => whole,
        }
    }

    /// The assignment component by component, if the worker is a closure that stands in place and ends with a
    /// tuple.
    fn assign_each(
        &self,
        place: &TokenStream,
        worker: &Host,
        args: &[TokenStream],
    ) -> Option<TokenStream> {
        if !self.options.wide {
            return None;
        }
        let expr = self.written(worker);
        let Expr::Closure(closure) = bare(&expr) else {
            return None;
        };
        if !stands_in_place(closure) {
            return None;
        }
        let (before, values) = ending_with_tuple(bare(&closure.body))?;
        let (params, state) = (closure.inputs.iter(), hidden("components", values.span()));
        let unknown = values.elems.iter().map(|_| quote!(_));
        // A state of another number of components is a mistake at the tuple.
        let bind =
            quote_spanned!(at(values.span())=> let #state: &mut (#(#unknown,)*) = &mut #place;);
        let places = (0..values.elems.len()).map(Index::from);
        let values = values.elems.iter();
        Some(quote! {
            #(let #params = #args;)*
            #(#before)*
            #bind
            #(#state.#places = #values;)*
        })
    }
}

/// The statements of a body and the tuple that it ends with.
fn ending_with_tuple(body: &Expr) -> Option<(&[Stmt], &ExprTuple)> {
    match body {
        Expr::Tuple(values) if values.elems.len() > 1 => Some((&[], values)),
        Expr::Block(block) if block.attrs.is_empty() && block.label.is_none() => {
            match block.block.stmts.split_last()? {
                (Stmt::Expr(last, None), before) => match ending_with_tuple(bare(last))? {
                    ([], values) => Some((before, values)),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}
