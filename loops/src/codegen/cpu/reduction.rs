//! The code of reductions: their states, and how elements enter and leave them.

use super::context::{Cpu, state};
use super::operator::op_tag;
use crate::codegen::host::HostCode;
use crate::codegen::names::{inner, placed};
use crate::nest::{ByKey, Choice, Host, Law};
use crate::schedule::operator::Tag;
use crate::schedule::{Combine, Kind, Reduction, Strategy};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use std::borrow::Cow;
use syn::Expr;

/// The code of a reduction.
#[derive(Clone, Copy)]
pub(super) struct Printed<'r> {
    pub(super) reduction: &'r Reduction,
    cpu: &'r Cpu<'r>,
}

impl<'r> Printed<'r> {
    pub(super) fn new(reduction: &'r Reduction, cpu: &'r Cpu<'r>) -> Printed<'r> {
        Printed { reduction, cpu }
    }

    /// The operator.
    pub(super) fn operator(&self) -> Cow<'r, Expr> {
        self.cpu.own(&self.reduction.operator.expr)
    }

    /// The choice that the operator makes, if it makes one.
    fn choice(&self) -> Option<Choice<'r>> {
        Choice::of(&self.reduction.operator.expr)
    }

    /// The variable of its state.
    pub(super) fn state(&self) -> Ident {
        let kind = match self.reduction.kind {
            Kind::Fold => "fold",
            Kind::Aggregate | Kind::LastSegment | Kind::Transition(_) | Kind::Power(_) => {
                "aggregate"
            }
            Kind::Carry => "carry",
        };
        self.named(kind)
    }

    /// The variable of a state for the whole block, where each row has one.
    pub(super) fn of_block(&self) -> Ident {
        self.named("of_block")
    }

    fn named(&self, kind: &str) -> Ident {
        state(kind, self.reduction.id, &self.reduction.name)
    }

    /// Its state before the pass.
    pub(super) fn start(&self, lanes: usize) -> TokenStream {
        let rt = &self.cpu.rt;
        match (self.reduction.strategy, self.reduction.kind) {
            (Strategy::Batched { by, .. }, _) => match by {
                Combine::SelectByKey => quote!(#rt::Batched::<_, _, #lanes>::new()),
                Combine::Apply | Combine::Select => quote!(#rt::Batched::<_, (), #lanes>::new()),
            },
            (Strategy::Stepped, _) => {
                let (op_tag, seed) = (self.op_tag(), self.named("seed"));
                // A type that is not `Clone` is a mistake at the binding.
                let place = self.reduction.name.span();
                let new = placed(quote!(#rt::Accumulator::<_, _, #lanes>::new), place);
                quote_spanned!(place=> #new(#op_tag, &#seed))
            }
            (_, Kind::Transition(law) | Kind::Power(law)) => {
                let (recurrence, law) = (self.named("recurrence"), name_of(law));
                quote!(#recurrence.transitions::<#rt::law::#law, #lanes>())
            }
            (_, Kind::LastSegment) => {
                let op_tag = self.op_tag();
                quote!(#rt::LastSegment::<_, _, #lanes>::new(#op_tag))
            }
            (_, Kind::Carry) => {
                let (block, op_tag) = (inner("block"), self.op_tag());
                quote!(#rt::BlockAggregate::<_, _, #lanes>::new(#op_tag, #block))
            }
            _ => {
                let op_tag = self.op_tag();
                quote!(#rt::Fold::<_, _, #lanes>::new(#op_tag))
            }
        }
    }

    fn op_tag(&self) -> TokenStream {
        op_tag(&self.cpu.rt, &self.reduction.tag)
    }

    /// Hands an element to a lane. Without optimisation an operator of which nothing is known stands
    /// in place: a call copies both of its arguments and its result several times.
    pub(super) fn push(&self, arg: &TokenStream, operator: &Host) -> TokenStream {
        let (name, lane, own) = (self.state(), inner("lane"), self.cpu.own(&operator.expr));
        let push = quote!(#name.push(#lane, #arg, #own););
        if self.reduction.tag != Tag::Other || !self.cpu.options.wide || self.cpu.is_fast {
            return push;
        }
        let (rt, state) = (&self.cpu.rt, inner("state"));
        let args = [quote!(*#state), arg.clone()];
        let next = self.cpu.assign(&quote!(*#state), operator, &args);
        quote! {
            #[cfg(debug_assertions)]
            {
                if let #rt::Some(#state) = #name.begun(#lane, &#arg) {
                    #next
                }
            }
            #[cfg(not(debug_assertions))]
            #push
        }
    }

    /// The elements that wait for a buffered one.
    fn buffer(&self) -> Ident {
        self.named("buffer")
    }

    /// The state of a buffered one before the pass, and its buffer.
    pub(super) fn start_buffered(&self) -> TokenStream {
        let (rt, name, buffer) = (&self.cpu.rt, self.state(), self.buffer());
        quote! {
            let mut #name = #rt::Buffered::new();
            let mut #buffer = #rt::FoldBuffer::new();
        }
    }

    /// Hands a value to a buffered one, if a filter keeps it.
    pub(super) fn push_buffered(&self, keep: &Ident, value: &TokenStream) -> TokenStream {
        let (name, buffer, operator) = (self.state(), self.buffer(), self.operator());
        match self.takes_second() {
            Some(takes) => quote!(#name.select_if(&mut #buffer, #keep, #value, #takes);),
            None => quote!(#name.push_if(&mut #buffer, #keep, #value, #operator);),
        }
    }

    /// The partial result of the block, after the pass.
    pub(super) fn partial(&self) -> TokenStream {
        let (name, operator) = (self.state(), self.operator());
        if self.reduction.strategy == Strategy::Serial {
            return quote!(#name);
        }
        if self.reduction.is_stepped() {
            let combine = self.named("combine");
            return quote!(#name.partial(#combine));
        }
        if !self.reduction.is_buffered() {
            return quote!(#name.partial(#operator));
        }
        let buffer = self.buffer();
        match self.takes_second() {
            Some(takes) => quote!(#name.flush_selection(&mut #buffer, #takes).partial()),
            None => quote!(#name.flush(&mut #buffer, #operator).partial()),
        }
    }

    /// Folds the elements that a batched one was given for all lanes.
    pub(super) fn commit(&self) -> TokenStream {
        let Strategy::Batched { partial: false, .. } = self.reduction.strategy else {
            return self.flush();
        };
        let (name, operator) = (self.state(), self.operator());
        match (self.takes_second(), self.keyed()) {
            (Some(takes), Some((key, by))) => {
                self.without_key(&quote!(#key.select(#name, #by, #takes);))
            }
            (Some(takes), None) => quote!(#name.select(#takes);),
            (None, _) => quote!(#name.apply(#operator);),
        }
    }

    /// Folds the elements that a batched one was given for some lanes.
    pub(super) fn flush(&self) -> TokenStream {
        let (name, operator) = (self.state(), self.operator());
        quote!(#name.flush(#operator);)
    }

    /// Gives the lanes of a batched one their first elements.
    pub(super) fn begin(&self) -> TokenStream {
        let name = self.state();
        match self.keyed() {
            Some((key, by)) => self.without_key(&quote!(#key.begin(#name, #by);)),
            None => quote!(#name.begin();),
        }
    }

    /// Joins some lanes of a batched one.
    pub(super) fn absorb(&self) -> TokenStream {
        let (name, count) = (self.state(), inner("count"));
        let operator = self.operator();
        match self.keyed() {
            Some((key, _)) => self.without_key(&quote!(#key.absorb(#name, #count, #operator);)),
            None => quote!(#name.absorb(#count, #operator);),
        }
    }

    /// The choice of an operator that combines by selection, as the runtime takes it: a closure
    /// that says whether it falls on the second argument, `|a, b, ()| c`.
    fn takes_second(&self) -> Option<Expr> {
        match self.reduction.strategy {
            Strategy::Batched { by, .. } | Strategy::Buffered { by } if by != Combine::Apply => {
                let takes = Expr::Closure(takes_second(&self.choice()?));
                Some(self.cpu.own(&takes).into_owned())
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
        } = self.choice()?.by_key()?;
        let (rt, first, second) = (&self.cpu.rt, inner("first"), inner("second"));
        let takes = match second_is_left {
            true => quote!(#second #op #first),
            false => quote!(#first #op #second),
        };
        let (name, inputs) = (self.state(), key.inputs);
        let key = self.cpu.own(&key.body);
        let function = match self.reduction.kind {
            Kind::Fold => quote!(key),
            Kind::Aggregate
            | Kind::LastSegment
            | Kind::Carry
            | Kind::Transition(_)
            | Kind::Power(_) => quote!(key_of_lanes),
        };
        Some((
            // Bars of ours: it is no closure of the user's, whose style lints
            // would judge.
            quote!(#rt::#function(#name, |#inputs| #key).either()),
            quote!(|#first, #second| #takes),
        ))
    }

    /// A call of a method of a key, or of its substitute where keys are not kept.
    fn without_key(&self, call: &TokenStream) -> TokenStream {
        let rt = &self.cpu.rt;
        quote!({
            use #rt::NoKey as _;
            #call
        })
    }
}

/// The name that the runtime has for a law.
pub(super) fn name_of(law: Law) -> Ident {
    let name = match law {
        Law::Linear => "Linear",
        Law::Wrapping => "Wrapping",
        Law::Greatest => "Greatest",
        Law::Least => "Least",
    };
    Ident::new(name, Span::call_site())
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
