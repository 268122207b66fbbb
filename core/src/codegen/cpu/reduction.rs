//! The code of reductions: their states, and how elements enter and leave them.

use super::context::state;
use super::operator::marker;
use crate::codegen::names::inner;
use crate::nest::{ByKey, Choice};
use crate::schedule::{Combine, Kind, Reduction, Strategy};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

/// The code of a reduction.
#[derive(Clone, Copy)]
pub(super) struct Printed<'r> {
    pub(super) reduction: &'r Reduction,
    rt: &'r TokenStream,
}

impl<'r> Printed<'r> {
    pub(super) fn new(reduction: &'r Reduction, rt: &'r TokenStream) -> Printed<'r> {
        Printed { reduction, rt }
    }

    /// The operator, as the user wrote it.
    pub(super) fn operator(&self) -> &'r Expr {
        &self.reduction.operator.expr
    }

    /// The variable of its state.
    pub(super) fn state(&self) -> Ident {
        let kind = match self.reduction.kind {
            Kind::Fold => "fold",
            Kind::Aggregate => "total",
            Kind::Carry => "carry",
        };
        self.named(kind)
    }

    fn named(&self, kind: &str) -> Ident {
        state(kind, self.reduction.id, &self.reduction.name)
    }

    /// Its state before the pass.
    pub(super) fn start(&self, lanes: usize) -> TokenStream {
        let rt = self.rt;
        match (self.reduction.strategy, self.reduction.kind) {
            (Strategy::Batched { by, .. }, _) => match by {
                Combine::SelectByKey => quote!(#rt::Staged::<_, _, #lanes>::new()),
                Combine::Apply | Combine::Select => quote!(#rt::Staged::<_, (), #lanes>::new()),
            },
            (_, Kind::Carry) => {
                let (block, marker) = (inner("block"), self.marker());
                quote!(#rt::Carry::<_, _, #lanes>::new(#marker, #block))
            }
            _ => {
                let marker = self.marker();
                quote!(#rt::Fold::<_, _, #lanes>::new(#marker))
            }
        }
    }

    fn marker(&self) -> TokenStream {
        marker(self.rt, &self.reduction.tag)
    }

    /// The elements that wait for a buffered one.
    fn waiting(&self) -> Ident {
        self.named("waiting")
    }

    /// The state of a buffered one before the pass, and its buffer.
    pub(super) fn start_buffered(&self) -> TokenStream {
        let (rt, name, waiting) = (self.rt, self.state(), self.waiting());
        quote! {
            let mut #name = #rt::Queued::new();
            let mut #waiting = #rt::Waiting::new();
        }
    }

    /// Hands a value to a buffered one, if a filter keeps it.
    pub(super) fn push_buffered(&self, keep: &Ident, value: &TokenStream) -> TokenStream {
        let (name, waiting, operator) = (self.state(), self.waiting(), self.operator());
        match self.takes_second() {
            Some(takes) => quote!(#name.choose_if(&mut #waiting, #keep, #value, #takes);),
            None => quote!(#name.push_if(&mut #waiting, #keep, #value, #operator);),
        }
    }

    /// The partial result of the block, after the pass.
    pub(super) fn part(&self) -> TokenStream {
        let (name, operator) = (self.state(), self.operator());
        if self.reduction.strategy == Strategy::Serial {
            return quote!(#name);
        }
        if !self.reduction.is_buffered() {
            return quote!(#name.part(#operator));
        }
        let waiting = self.waiting();
        match self.takes_second() {
            Some(takes) => quote!(#name.settle_choice(&mut #waiting, #takes).part()),
            None => quote!(#name.settle(&mut #waiting, #operator).part()),
        }
    }

    /// Folds what a batched one was given for all lanes.
    pub(super) fn commit(&self) -> TokenStream {
        let Strategy::Batched { partial: false, .. } = self.reduction.strategy else {
            return self.settle();
        };
        let (name, operator) = (self.state(), self.operator());
        match (self.takes_second(), self.keyed()) {
            (Some(takes), Some((key, by))) => {
                self.unkeyed(&quote!(#key.choose(#name, #by, #takes);))
            }
            (Some(takes), None) => quote!(#name.choose(#takes);),
            (None, _) => quote!(#name.apply(#operator);),
        }
    }

    /// Folds what a batched one was given for some lanes.
    pub(super) fn settle(&self) -> TokenStream {
        let (name, operator) = (self.state(), self.operator());
        quote!(#name.settle(#operator);)
    }

    /// Gives the lanes of a batched one their first elements.
    pub(super) fn begin(&self) -> TokenStream {
        let name = self.state();
        match self.keyed() {
            Some((key, by)) => self.unkeyed(&quote!(#key.begin(#name, #by);)),
            None => quote!(#name.begin();),
        }
    }

    /// Joins some lanes of a batched one.
    pub(super) fn absorb(&self) -> TokenStream {
        let (name, count) = (self.state(), inner("count"));
        let operator = self.operator();
        match self.keyed() {
            Some((key, _)) => self.unkeyed(&quote!(#key.absorb(#name, #count, #operator);)),
            None => quote!(#name.absorb(#count, #operator);),
        }
    }

    /// The choice of an operator that combines by selection, as the runtime takes it: a closure that says whether it
    /// falls on the second argument, `|a, b, ()| c`.
    fn takes_second(&self) -> Option<syn::ExprClosure> {
        match self.reduction.strategy {
            Strategy::Batched { by, .. } | Strategy::Buffered { by } if by != Combine::Apply => {
                Choice::of(self.operator()).map(|choice| takes_second(&choice))
            }
            _ => None,
        }
    }

    /// The runtime's key, and how it is compared, where lanes keep keys.
    fn keyed(&self) -> Option<(TokenStream, TokenStream)> {
        let Strategy::Batched {
            by: Combine::SelectByKey,
            ..
        } = self.reduction.strategy
        else {
            return None;
        };
        let ByKey {
            op,
            second_is_left,
            key,
            ..
        } = Choice::of(self.operator())?.by_key()?;
        let (rt, first, second) = (self.rt, inner("first"), inner("second"));
        let takes = match second_is_left {
            true => quote!(#second #op #first),
            false => quote!(#first #op #second),
        };
        let (name, inputs, key) = (self.state(), key.inputs, key.body);
        Some((
            // Bars of ours: it is no closure of the user's, whose style lints
            // would judge.
            quote!(#rt::key(#name, |#inputs| #key).either()),
            quote!(|#first, #second| #takes),
        ))
    }

    /// A call of a method of a key, or of what stands in for it where keys are not kept.
    fn unkeyed(&self, call: &TokenStream) -> TokenStream {
        let rt = self.rt;
        quote!({
            use #rt::Unkeyed as _;
            #call
        })
    }
}

fn takes_second(choice: &Choice<'_>) -> syn::ExprClosure {
    let mut inputs = choice.operator.inputs.clone();
    inputs.push(syn::parse_quote!(()));
    syn::ExprClosure {
        inputs,
        output: syn::ReturnType::Default,
        body: Box::new(choice.takes_second.clone()),
        ..choice.operator.clone()
    }
}
