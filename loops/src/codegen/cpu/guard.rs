//! The statements for the elements that a filter keeps.
//!
//! A branch that goes one way or the other from element to element costs more than most workers,
//! and keeps everything around it from being vectorised. So nothing stands behind a filter's branch
//! but the workers. Their results leave it as options: folds of known operators take the
//! options in outside, the neutral element where there is nothing, and results are compacted from
//! them. If the workers are cheap and cannot panic, LLVM runs them always and the branch is gone.
//! Otherwise it stays, and no worker ever sees an element that its filter drops.

use super::body::{BodyPrinter, Context};
use super::context::Cpu;
use super::probe::Probe;
use super::reduction::Printed;
use crate::codegen::names::{concat, inner, placed};
use crate::nest::{ArrayId, Element, Pattern, Region, Step, WriteMode};
use crate::ordered::ToList;
use crate::schedule::Form;
use crate::schedule::guard::Guard;
use crate::schedule::reduction::Leaving;
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// The code of a reduction that takes in its elements outside of the filters around it.
struct Outside<'a> {
    printed: Printed<'a>,
    probe: Option<Probe<'a>>,
    arg: Element,
    buffered: bool,
}

impl<'a> Outside<'a> {
    fn new(step: &'a Step, leaving: Leaving<'a>, cpu: &'a Cpu<'a>) -> Outside<'a> {
        Outside {
            printed: Printed::new(leaving.reduction, cpu),
            probe: match step {
                Step::Fold(fold) => Probe::of_fold(fold),
                _ => None,
            },
            arg: leaving.arg,
            buffered: leaving.buffered,
        }
    }

    /// Takes in a value that is there whatever the filter says.
    fn push_if(&self, rt: &TokenStream, value: &TokenStream) -> TokenStream {
        let (keep, lane) = (inner("keep"), inner("lane"));
        let (name, operator) = (self.printed.state(), self.printed.operator());
        match self.buffered {
            true => {
                let push = self.printed.push_buffered(&keep, value);
                let seen = self.probe.as_ref();
                let seen = seen.map(|probe| probe.see(rt, &quote!(#keep), &quote!(0), value));
                quote!(#push #seen)
            }
            false => quote!(#name.push_if(#lane, #keep, #value, #operator);),
        }
    }

    /// Takes in an option.
    fn push_kept(&self, value: &TokenStream) -> TokenStream {
        let lane = inner("lane");
        let (name, operator) = (self.printed.state(), self.printed.operator());
        quote!(#name.push_kept(#lane, #value, #operator);)
    }
}

impl BodyPrinter<'_> {
    /// The statements for the elements that a filter keeps.
    pub(super) fn guard(
        &self,
        region: &Region,
        condition: &TokenStream,
        arg: ArrayId,
        into: &Pattern<ArrayId>,
        context: &Context<'_>,
    ) -> TokenStream {
        let rt = &self.cpu.rt;
        let (keep, element) = (inner("keep"), self.element(arg));
        let outermost = context.guards == 0;
        let within = Context {
            guards: context.guards + 1,
            ..context.clone()
        };
        let Guard {
            there,
            compacted,
            options: out,
            reductions,
        } = context
            .pass
            .guard(region, into, &context.writes, context.guards);
        let appended = |array| {
            let mut writes = context.writes.iter();
            writes.any(|write| write.array == array && write.mode == WriteMode::Append)
        };
        let used = |array: ArrayId| {
            out.contains(&array)
                || appended(array)
                || region.inner().any(|inner| inner.uses(array))
                || region
                    .steps()
                    .any(|step| !within.leaves(step) && step.args().contains(&array))
        };
        let bind = self.used_pattern(into, &used);
        let bind = bind.map(|kept| quote!(let #kept = #element;));
        let appends = self.appends(&into.names(), context);
        let inside = self.inner_body(region, &within);
        let inside = quote!(#bind #appends #inside);

        let after = reductions
            .into_iter()
            .filter(|_| outermost)
            .map(|(step, leaving)| Outside::new(step, leaving, self.cpu))
            .map(|fold| match fold.arg {
                Element::One => fold.push_if(rt, &quote!(1usize)),
                Element::Array(array) if fold.buffered || there == Some(array) => {
                    fold.push_if(rt, &element)
                }
                Element::Array(array) => fold.push_kept(&self.element(array)),
            });
        let partitions = matches!(context.pass.form, Form::Partition { .. });
        let after = after.chain(compacted.iter().filter(|_| outermost).map(|array| {
            let name = self.element(*array);
            match there == Some(*array) {
                true if partitions => quote!(let #name = #rt::Answer::of(#keep);),
                true => quote!(let #name = #rt::Masked::when(#keep, #element);),
                false => quote!(let #name: #rt::Masked<_> = #rt::From::from(#name);),
            }
        }));
        let after = concat(after);

        let branch = if out.is_empty() {
            (!inside.is_empty()).then(|| quote!(if #keep { #inside }))
        } else {
            let own = region.names();
            let elements = out
                .iter()
                .map(|array| (self.element(*array), own.contains(array)));
            let out: Vec<(TokenStream, bool)> = elements.list();
            let names = out.iter().map(|(name, _)| name);
            let some = out.iter().map(|(name, own)| match own {
                true => quote!(#rt::Some(#name)),
                // A value of a region further inside is an option already.
                false => name.clone(),
            });
            let none = out.iter().map(|_| quote!(#rt::None));
            Some(quote! {
                let (#(#names,)*) = if #keep {
                    #inside
                    (#(#some,)*)
                } else {
                    (#(#none,)*)
                };
            })
        };
        // Where rustc says that it is none.
        let place = condition.clone().into_iter().next();
        let place = place.map_or_else(Span::call_site, |token| token.span());
        let answer = placed(quote!(#rt::bool), place);
        quote! {
            let #keep: #answer = #condition;
            #branch
            #after
        }
    }
}
