//! Folds over an index inside of workers, as calls of the runtime.

use super::context::{Cpu, list};
use super::operator::op_tag;
use crate::codegen::names::placed;
use crate::nest::over::{self, At, Factors, Kind, Over, Terms, View};
use crate::nest::{Choice, Known};
use crate::ordered::{OrderedSet, ToList};
use crate::schedule::looked_at::over_array;
use crate::schedule::operator::Tag;
use crate::walk::{self, Part};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::borrow::Cow;
use syn::Expr;

impl Cpu<'_> {
    /// An expression with calls of the runtime in the place of folds over an index. Those in what is
    /// caught say of which array an error is.
    pub(super) fn folds<'e>(&self, expr: Cow<'e, Expr>, is_caught: bool) -> Cow<'e, Expr> {
        if !over::is_in(&expr) {
            return expr;
        }
        let mut expr = expr.into_owned();
        walk::change(&mut expr, &mut |part| {
            if let Part::After(expr) = part {
                let changed = match (Over::of(expr), At::of(expr)) {
                    (Some(over), _) => Some(self.fold_over(&over, is_caught)),
                    (None, Some(at)) => Some(self.element_at(&at, is_caught)),
                    (None, None) => None,
                };
                if let Some(changed) = changed {
                    *expr = Expr::Verbatim(changed);
                }
            }
            true
        });
        Cow::Owned(expr)
    }

    fn fold_over(&self, over: &Over<'_>, is_caught: bool) -> TokenStream {
        let rt = &self.rt;
        let (state, index, parameters) = over.parameters();
        let Over {
            from, to, closure, ..
        } = over;
        let body = &closure.body;
        let mut named = OrderedSet::new();
        walk::identifiers(body.to_token_stream(), &mut named);
        // An index is used, if only to read: rustc warns of no other one.
        let index = match named.contains(&index.to_string()) {
            true => quote!(#index),
            false => quote!(_),
        };
        let views = list(over.views.iter().map(|view| self.view(view, is_caught)));
        let parameters = list(parameters.iter().map(|parameter| quote!(#parameter)));
        match over.kind {
            Kind::Sum => {
                let sum = match over.reads() {
                    true => quote_spanned!(over.span=> sum_of_reads),
                    false => quote_spanned!(over.span=> sum),
                };
                quote_spanned! {over.span=>
                    #rt::over::#sum(#from, #to, #views, |#index: usize, #parameters| #body)
                }
            }
            Kind::Products(terms) => {
                let Factors { left, right, sign } = over.factors().expect("a product");
                let product = self.product(left, right, sign);
                let sum = match terms {
                    Terms::Any => quote!(#rt::over::sum_of_products),
                    Terms::InOrder => quote!(#rt::over::sum_of_products_in_order),
                };
                let sum = placed(sum, sign);
                quote_spanned! {over.span=>
                    #sum(#from, #to, #views, |#index: usize, #parameters| #product)
                }
            }
            Kind::Fold(seed, operator) => {
                let known = Known::of(operator, &self.nest.items.functions);
                let tag = op_tag(rt, &Tag::of_any(known.as_ref()));
                let operator = match Choice::of(operator).filter(|_| known.is_none()) {
                    Some(choice) => choice.calling(&quote!(#rt::over::choose)).to_token_stream(),
                    None => operator.to_token_stream(),
                };
                quote_spanned! {over.span=>
                    #rt::over::fold(#tag, #seed, (#from, #to), #views, |#index: usize, #parameters| #body, #operator)
                }
            }
            Kind::Steps(seed) => quote_spanned! {over.span=>
                #rt::over::steps(#seed, #from, #to, #views, |#state, #index: usize, #parameters| #body)
            },
        }
    }

    /// A product as a term that is added in one operation.
    pub(super) fn product(
        &self,
        left: impl ToTokens,
        right: impl ToTokens,
        sign: Span,
    ) -> TokenStream {
        let rt = &self.rt;
        let of = placed(quote!(#rt::over::Product::of), sign);
        quote!(#of(#left, #right))
    }

    fn view(&self, view: &View<'_>, is_caught: bool) -> TokenStream {
        let rt = &self.rt;
        let (slice, axes) = (self.whole_of(view.array), self.axes_of_view(view));
        let by = Literal::usize_unsuffixed(if view.is_contiguous() { 1 } else { 2 });
        match self.shown_over(view.array).filter(|_| is_caught) {
            Some(name) => {
                quote!(#rt::over::NamedView::<_, #by, _>::of(#slice, [#(#axes),*], #name))
            }
            None => quote!(#rt::over::View::<_, #by, _>::of(#slice, [#(#axes),*])),
        }
    }

    /// The name of an array that workers read under a name of their own, as the user wrote it.
    fn shown_over(&self, name: &Ident) -> Option<String> {
        let array = over_array(self.nest, name)?;
        Some(self.nest.arrays[array].shown())
    }

    /// The axes of a view. Of an array that is spread a process may have some rows alone.
    pub(super) fn axes_of_view(&self, view: &View<'_>) -> Vec<TokenStream> {
        if self.is_spread {
            let (first, height) = self.rows_here(over_array(self.nest, view.array));
            return self.axes_from(view, &first, &height);
        }
        let axes = view.axes.iter().map(|(size, start, factor)| {
            let factor = Literal::usize_unsuffixed(*factor);
            quote!((#size, #start, #factor))
        });
        axes.list()
    }

    /// The axes of a view of which some rows are here, from a first one on.
    pub(super) fn axes_from(
        &self,
        view: &View<'_>,
        first: &Ident,
        height: &Ident,
    ) -> Vec<TokenStream> {
        let axes = view.axes.iter().enumerate();
        let axes = axes.map(|(number, (size, start, factor))| {
            let factor = Literal::usize_unsuffixed(*factor);
            match number {
                0 => {
                    // The size is used, of which rustc would warn otherwise.
                    let height = quote!({ let _ = #size; #height });
                    quote!((#height, usize::wrapping_sub(#start, #first), #factor))
                }
                _ => quote!((#size, #start, #factor)),
            }
        });
        axes.list()
    }

    fn element_at(&self, at: &At<'_>, is_caught: bool) -> TokenStream {
        let rt = &self.rt;
        let slice = self.whole_of(at.array);
        let axes = at.axes.iter();
        let axes = axes.map(|(size, position)| quote!((#size, #position)));
        match self.shown_over(at.array).filter(|_| is_caught) {
            Some(name) => {
                quote_spanned!(at.span=> #rt::over::at_named(#slice, [#(#axes),*], #name))
            }
            // It panics there.
            None => quote_spanned!(at.span=> #rt::over::at(#slice, [#(#axes),*])),
        }
    }

    /// The slice of the array in memory that workers read under a name.
    pub(super) fn whole_of(&self, name: &Ident) -> TokenStream {
        let array = over_array(self.nest, name);
        let array = array.expect("lowering gives each array that workers read a name of its own");
        match self.is_spread {
            true => self.looked_at(array).to_token_stream(),
            false => self.slice(array),
        }
    }
}
