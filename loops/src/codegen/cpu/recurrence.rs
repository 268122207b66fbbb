//! Recurrences: the states that a block learns before it is done, and those that it hands on.

use super::body::{Around, BodyPrinter};
use super::context::{list, state};
use super::scan::{Scans, each};
use crate::codegen::names::inner;
use crate::nest::{Host, Scan, zero_of};
use crate::schedule::{Level, LookBack, Purpose};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

impl Scans<'_> {
    /// Says of which type the states of a level are, if it is one of recurrences.
    pub(super) fn typed(&self, level: &Level) -> TokenStream {
        let recurrences = level.scans.iter().filter(|scan| scan.is_recurrence());
        let typed = recurrences.map(|scan| {
            let (recurrence, prefix) = (named("recurrence", scan), named("prefix", scan));
            quote!(#recurrence.has(&#prefix);)
        });
        typed.collect()
    }

    /// The start of a recurrence, before the loop.
    pub(super) fn recurrence_start(&self, scan: &Scan) -> TokenStream {
        let rt = &self.cpu.rt;
        let (name, recurrence) = (named("seed", scan), named("recurrence", scan));
        let seed = self.cpu.start_of_states(scan, &name);
        quote!(#seed let #recurrence = #rt::Recurrence::of(&#name);)
    }

    /// The states that enter a block, at a level of recurrences: those of each range, if ranges are
    /// interleaved.
    pub(super) fn recurrences(&self, index: usize, level: &Level) -> TokenStream {
        let prefixes = match (level.look_back, self.sub_loop.interleaved) {
            (LookBack::Transitions, true) => return self.transitions_of_ranges(index, level),
            (LookBack::Transitions, false) => self.transitions_of_block(index, level),
            (LookBack::LastState | LookBack::Aggregate, _) => self.seeds(index, level),
        };
        let typed = self.typed(level);
        quote!(#prefixes #typed)
    }

    /// The pass that composes the transitions of a level, and how they change the states that enter.
    fn composed(&self, index: usize, level: &Level) -> (TokenStream, TokenStream) {
        let rt = &self.cpu.rt;
        let (prefixes, transitions) = (each("prefix", level), each("aggregate", level));
        let states = self.states(&level.body);
        let pass = self.aggregates(index);
        let last = list(level.scans.iter().map(|scan| {
            let (transition, prefix) = (named("aggregate", scan), named("prefix", scan));
            quote!(#transition.last(#prefix)?)
        }));
        (
            quote! {
                || {
                    #states
                    #pass
                    #rt::Ok(#transitions)
                }
            },
            quote!(|#prefixes, #transitions| #rt::Some(#last)),
        )
    }

    fn transitions_of_block(&self, index: usize, level: &Level) -> TokenStream {
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, is_known) = (each("prefix", level), self.is_known(index));
        let (find, leave) = self.composed(index, level);
        quote!(let (#prefixes, #is_known) = #chain.compose(#block, #find, #leave)?;)
    }

    fn transitions_of_ranges(&self, index: usize, level: &Level) -> TokenStream {
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, transitions) = (each("prefix", level), each("aggregate", level));
        let is_known = self.is_known(index);
        let (find, leave) = self.composed(index, level);
        let lanes = self.sub_loop.lanes;
        let walks = level.scans.iter().map(|scan| {
            let (walk, recurrence) = (named("walk", scan), named("recurrence", scan));
            let prefix = named("prefix", scan);
            quote!(let mut #walk = #recurrence.walk::<#lanes>(#prefix, #block);)
        });
        let walks: TokenStream = walks.collect();
        let pass = self.pass_for(Purpose::States(index));
        let of_each = |kind: &str, method: TokenStream| {
            list(level.scans.iter().map(|scan| {
                let name = named(kind, scan);
                quote!(#name.#method)
            }))
        };
        let last = of_each("walk", quote!(last()));
        let walked = of_each("walk", quote!(states()));
        let known = list(level.scans.iter().map(|scan| {
            let (transition, prefix) = (named("aggregate", scan), named("prefix", scan));
            quote!(#transition.states(#prefix))
        }));
        let entering = each("entering", level);
        quote! {
            let (#prefixes, #transitions, #is_known) =
                #chain.compose_ranges(#block, #find, #leave)?;
            let #entering = if #is_known {
                #known
            } else {
                #walks
                #pass
                #chain.hand_on(#block, || #last);
                #walked
            };
        }
    }

    /// Hands on the last states of a level of recurrences, as far as the block could not do that
    /// before.
    pub(super) fn handed_on(&self, index: usize, level: &Level) -> TokenStream {
        let (block, chain) = (inner("block"), self.chain_of(index));
        let last = each("state", level);
        let hand_on = quote!(#chain.hand_on(#block, || #last););
        match level.look_back {
            LookBack::Aggregate => TokenStream::new(),
            LookBack::LastState => hand_on,
            LookBack::Transitions if self.sub_loop.interleaved => TokenStream::new(),
            LookBack::Transitions => {
                let is_known = self.is_known(index);
                quote!(if !#is_known { #hand_on })
            }
        }
    }

    /// The variable that is set if the last states of a level are known before the block is done.
    fn is_known(&self, index: usize) -> Ident {
        inner(&format!("known{}", self.sub_loop.chain + index))
    }
}

impl BodyPrinter<'_> {
    /// A step of a recurrence from one state to the next.
    pub(super) fn next_state(&self, scan: &Scan, current: TokenStream) -> TokenStream {
        self.called(scan, &scan.operator, current)
    }

    /// A step of a recurrence in a pass that only finds states.
    pub(super) fn compose(&self, scan: &Scan, around: &Around<'_>) -> TokenStream {
        let (lane, current) = (inner("lane"), inner("state"));
        let next = self.next_state(scan, quote!(#current));
        if let Purpose::States(_) = around.pass.purpose {
            let walk = named("walk", scan);
            return quote!(#walk.step(|#current| #next););
        }
        let Some(transition) = &scan.transition else {
            return TokenStream::new();
        };
        let (rt, zero) = (&self.cpu.rt, zero_of());
        let linear = Host {
            expr: Expr::Closure(transition.linear.clone()),
            ..scan.operator.clone()
        };
        let linear = self.called(scan, &linear, quote!(#current));
        let name = named("aggregate", scan);
        quote! {
            #name.push(#lane, |#current| #next, |#current| {
                // Terms that fell away leave names and parentheses behind.
                #[allow(unused, clippy::all)]
                use #rt::zero_of as #zero;
                #[allow(unused, clippy::all)]
                let #current = #linear;
                #current
            });
        }
    }

    fn called(&self, scan: &Scan, step: &Host, current: TokenStream) -> TokenStream {
        let elements = scan.intake.arrays().into_iter();
        let elements = elements.map(|array| self.element(array));
        let args: Vec<TokenStream> = [current].into_iter().chain(elements).collect();
        self.cpu.call(step, &args)
    }
}

fn named(kind: &str, scan: &Scan) -> Ident {
    state(kind, scan.id, &scan.name)
}
