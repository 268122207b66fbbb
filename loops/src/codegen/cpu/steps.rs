//! The statements of steps: one element of each array that a step makes.

use super::body::{BodyPrinter, Context, index_of};
use super::context::state;
use super::probe::{Laws, Probe};
use super::scan::Printed;
use crate::codegen::host::HostCode;
use crate::codegen::names::{inner, placed};
use crate::nest::over;
use crate::nest::{ArrayId, Element, Fold, Host, Intake, Pattern, Scan, ScanKind, Step, in_place};
use crate::ordered::ToList;
use crate::schedule::{Form, Strategy};
use proc_macro2::{Span, TokenStream};
use quote::quote;

impl BodyPrinter<'_> {
    /// The statement of a step.
    pub(super) fn step(&self, step: &Step, context: &Context<'_>) -> TokenStream {
        let rt = &self.cpu.rt;
        let lane = inner("lane");
        match step {
            Step::Map { worker, args, into } => {
                let args: Vec<TokenStream> = args.iter().map(|arg| self.element(*arg)).list();
                let with_totals = self.with_totals(context.pass, step);
                let worker = with_totals.as_ref().unwrap_or(worker);
                self.bind(into, &self.cpu.call(worker, &args), context)
            }
            Step::Tuple { args, into } => {
                let args = args.iter().map(|arg| self.element(*arg));
                self.bind(into, &quote!((#(#args),*)), context)
            }
            Step::Generate {
                worker,
                digit,
                into,
            } => {
                if digit.is_some_and(|digit| context.idle.contains(&digit)) {
                    return self.bind(into, &quote!(0usize), context);
                }
                let digit = digit.map(index_of);
                let index = digit.map_or(context.index.clone(), |digit| quote!(#digit));
                self.bind(into, &self.cpu.call(worker, &[index]), context)
            }
            Step::Range { into, .. } => {
                let Some(array) = into.names().first().copied() else {
                    return TokenStream::new();
                };
                let range = self.cpu.names.range(array);
                let index = &context.index;
                self.bind(into, &quote!(#rt::Counted::at(&#range, #index)), context)
            }
            Step::Gather {
                data,
                index,
                name,
                into,
            } => {
                let found = self.cpu.lookup(&self.sub_loop.nested, step);
                let place = into.names().first().map_or_else(Span::call_site, |array| {
                    self.cpu.nest.arrays[*array].name.span()
                });
                let index = placed(self.element(*index), place);
                let gather = placed(quote!(gather), place);
                let value = match found {
                    Some(lookup) => {
                        let (found, offset) = (self.cpu.found(&lookup), inner("offset"));
                        let position = &context.index;
                        quote!(#found.#gather(#index, #position - #offset, #name)?)
                    }
                    None => {
                        let data = self.cpu.whole(*data);
                        quote!(#rt::Data(#data).#gather(#index, #name)?)
                    }
                };
                self.bind(into, &value, context)
            }
            Step::Scan(scan) => self.scan(scan, context),
            Step::Total(scan) => {
                let Some(arg) = scan.intake.operand().map(|arg| self.argument(arg)) else {
                    return self.compose(scan, context);
                };
                let aggregate = state("aggregate", scan.id, &scan.name);
                if is_batched(step, context) {
                    return quote!(#aggregate.push(#lane, #arg););
                }
                let operator = self.cpu.own(&scan.operator.expr);
                quote!(#aggregate.push(#lane, #arg, #operator);)
            }
            Step::Fold(fold) => {
                let name = state("fold", fold.id, &fold.name);
                let is_serial = strategy(step, context) == Some(Strategy::Serial);
                let arg = match &fold.intake {
                    Intake::Operand(element) => self.argument(*element),
                    Intake::Step { worker, args, .. } => {
                        return self.accumulate(fold, worker, args, is_serial);
                    }
                };
                if is_serial {
                    // Of which type a zero is, nothing but the elements may say.
                    let own = match over::is_zero(&fold.seed.expr) {
                        true => quote!(#rt::alike(#name, &#arg)),
                        false => quote!(#name),
                    };
                    let next = self.cpu.call(&fold.operator, &[own, arg]);
                    return quote!(#name = #next;);
                }
                let number = quote!(#lane.index(false));
                let seen =
                    Probe::of_fold(fold).map(|probe| probe.see(rt, &quote!(true), &number, &arg));
                if is_batched(step, context) {
                    return quote!(#name.push(#lane, #arg); #seen);
                }
                let operator = self.cpu.own(&fold.operator.expr);
                quote!(#name.push(#lane, #arg, #operator); #seen)
            }
            Step::Scatter {
                into,
                combine,
                index,
                value,
            } => {
                let handle = self.cpu.names.appender(*into);
                let place = self.cpu.nest.arrays[*into].name.span();
                let index = placed(self.element(*index), place);
                let value = placed(self.element(*value), place);
                let put = placed(quote!(put), place);
                let binding = &self.cpu.nest.arrays[*into].name;
                let probe = combine
                    .as_deref()
                    .and_then(|combine| Probe::of_bins(combine, binding));
                let seen = probe.map(|probe| probe.see(rt, &quote!(true), &quote!(0), &value));
                quote!(#handle.#put(#index, #value)?; #seen)
            }
        }
    }

    /// One step of a fold with an accumulator.
    fn accumulate(
        &self,
        fold: &Fold,
        worker: &Host,
        args: &[ArrayId],
        is_serial: bool,
    ) -> TokenStream {
        let (rt, lane) = (&self.cpu.rt, inner("lane"));
        let (name, current) = (state("fold", fold.id, &fold.name), inner("state"));
        let elements = args.iter().map(|arg| self.element(*arg));
        let args: Vec<TokenStream> = [quote!(#current)].into_iter().chain(elements).list();
        if is_serial {
            let next = self.cpu.call(worker, &args);
            // It may be of a type that cannot be copied.
            return quote!(#name = #name.take().map(|#current| #next););
        }
        let changed = in_place(&worker.expr).map(|changed| Host {
            expr: syn::Expr::Closure(changed),
            ..worker.clone()
        });
        let next = self.cpu.call(changed.as_ref().unwrap_or(worker), &args);
        let method = match changed {
            Some(_) => quote!(change),
            None => quote!(step),
        };
        let Some(laws) = Laws::of(fold) else {
            return quote!(#name.#method(#lane, |#current| #next););
        };
        let (seed, step) = (state("seed", fold.id, &fold.name), inner("step"));
        let (typed, whole) = match changed {
            Some(_) => (
                quote!(changing),
                quote!(|mut #current| { #step(&mut #current); #current }),
            ),
            None => (quote!(stepping), quote!(&#step)),
        };
        let tried = laws.of_step(rt, &whole);
        quote! {
            let #step = #rt::#typed(&#seed, |#current| #next);
            #tried
            #name.#method(#lane, #step);
        }
    }

    /// One step of a scan.
    fn scan(&self, scan: &Scan, context: &Context<'_>) -> TokenStream {
        let (rt, lane) = (&self.cpu.rt, inner("lane"));
        let printed = Printed::new(scan, self.sub_loop, self.cpu);
        let current = printed.current();
        let Some(arg) = scan.intake.operand().map(|arg| self.argument(arg)) else {
            if scan.is_over_axes() && context.pass.form.goes_down() {
                return self.recurrence_down(scan, context);
            }
            if scan.is_over_axes() {
                return self.bind(&scan.into, &self.over_axes(scan), context);
            }
            let next = self.move_on(scan, &current);
            let bind = self.bind(&scan.into, &current, context);
            let of_range = printed.of_range();
            return quote!(#of_range #next #bind);
        };
        if scan.is_over_axes() {
            return self.down(scan, &arg, context);
        }
        if context.pass.form == Form::Segments {
            // The runtime hands the body the state.
            return self.bind(&scan.into, &current, context);
        }
        let seen = Probe::of_scan(scan);
        let seen = seen.map(|probe| probe.see(rt, &quote!(true), &printed.lane(), &arg));
        let carry = printed.carry(context.pass, &arg);
        if printed.is_grouped() {
            let (state, operator) = (printed.named("state"), printed.operator());
            let element = match scan.kind {
                ScanKind::Inclusive => quote!(through),
                ScanKind::Exclusive => quote!(before),
            };
            let element = quote!(#state.#element(#lane, #arg, #operator));
            let bind = self.bind(&scan.into, &element, context);
            return quote!(#carry #bind #seen);
        }
        let (of_range, next) = (printed.of_range(), printed.next(&arg));
        let bind = self.bind(&scan.into, &current, context);
        match scan.kind {
            ScanKind::Inclusive => quote!(#carry #of_range #current = #next; #bind #seen),
            ScanKind::Exclusive => quote!(#of_range #bind #carry #current = #next; #seen),
        }
    }

    /// The argument of a fold or scan.
    pub(super) fn argument(&self, element: Element) -> TokenStream {
        match element {
            Element::Array(array) => self.element(array),
            Element::One => quote!(1usize),
        }
    }

    /// `let pattern = value;` for the elements of arrays.
    pub(super) fn bind(
        &self,
        into: &Pattern<ArrayId>,
        value: &TokenStream,
        context: &Context<'_>,
    ) -> TokenStream {
        let appends = self.appends(&into.names(), context);
        let names = self.names(into);
        let bind = match self.declared(into) {
            Some(ty) => quote!(let #names: #ty = #value;),
            None => quote!(let #names = #value;),
        };
        let started = self.cpu.started_elements(into);
        quote!(#bind #started #appends)
    }
}

/// The strategy of the reduction that a step is part of.
fn strategy(step: &Step, context: &Context<'_>) -> Option<Strategy> {
    let reduction = context.pass.reduction(step)?;
    Some(reduction.strategy)
}

fn is_batched(step: &Step, context: &Context<'_>) -> bool {
    matches!(strategy(step, context), Some(Strategy::Batched { .. }))
}
