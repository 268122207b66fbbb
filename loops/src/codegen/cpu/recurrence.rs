//! Recurrences: the states that a block learns before it is done, and those that it hands on.

use super::body::{BodyPrinter, Context};
use super::context::{Cpu, part_of, states};
use super::look_back::{Scans, each};
use super::port::block_of;
use super::reduction::name_of;
use super::scan::Printed;
use crate::codegen::names::{concat, inner};
use crate::nest::{Host, Scan, zero_of};
use crate::ordered::ToList;
use crate::schedule::{Level, LookBack, Purpose};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Expr, ExprClosure};

impl Scans<'_> {
    /// Says of which type the states of a level are, if it is one of recurrences.
    pub(super) fn typed(&self, level: &Level) -> TokenStream {
        let recurrences = level.scans.iter().filter(|scan| scan.is_recurrence());
        let typed = recurrences.map(|scan| {
            let scan = self.scan(scan);
            let (recurrence, prefix) = (scan.named("recurrence"), scan.named("prefix"));
            quote!(#recurrence.has(&#prefix);)
        });
        concat(typed)
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

    /// The pass that composes the transitions of a level, and how they change the states that
    /// enter.
    fn composed(&self, index: usize, level: &Level) -> (TokenStream, TokenStream) {
        let rt = &self.cpu.rt;
        let (prefixes, transitions) = (each("prefix", level), each("aggregate", level));
        let states = self.states(&level.body);
        let pass = self.aggregates(index);
        let raised = self.raised(level);
        let last = self.composed_last(level);
        (
            quote! {
                || {
                    #states
                    #pass
                    #raised
                    #rt::Ok(#transitions)
                }
            },
            quote!(|#prefixes, #transitions| #rt::Some(#last)),
        )
    }

    /// The states that leave a block, from those that enter it and its transitions, in a function
    /// that returns nothing where they do not say that.
    pub(super) fn composed_last(&self, level: &Level) -> TokenStream {
        self.of_each(level, |scan| {
            let (transition, prefix) = (scan.named("aggregate"), scan.named("prefix"));
            quote!(#transition.last(#prefix)?)
        })
    }

    /// The powers that the steps of ranges are, of recurrences with constant coefficients: the
    /// transitions of a level are complete behind them.
    pub(super) fn raised(&self, level: &Level) -> TokenStream {
        let scans = level.scans.iter();
        let raised = scans.filter(|scan| self.sub_loop.raises(scan));
        concat(raised.filter_map(|scan| self.power(scan)))
    }

    fn power(&self, scan: &Scan) -> Option<TokenStream> {
        let transition = scan.transition.as_ref()?;
        let (over, state) = (block_of(self.sub_loop.over()), inner("state"));
        let (linear, args) = (transition.of_state(), [quote!(#state)]);
        let linear = self.cpu.linear(scan, linear, &args);
        let printed = self.scan(scan);
        let (aggregate, known) = (printed.named("aggregate"), printed.named("powers"));
        let ranges = match self.sub_loop.interleaved {
            true => quote!(interleaved_ranges),
            false => quote!(ranges),
        };
        Some(quote!(#aggregate.raise(#over.#ranges(), &#known, |#state| { #linear });))
    }

    fn transitions_of_block(&self, index: usize, level: &Level) -> TokenStream {
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, is_known) = (each("prefix", level), self.is_known(index));
        let (find, leave) = self.composed(index, level);
        let composes = self.composes(level);
        quote!(let (#prefixes, #is_known) = #chain.compose(#block, #composes, #find, #leave)?;)
    }

    /// The condition that the laws of a level hold for the types of its states.
    fn composes(&self, level: &Level) -> TokenStream {
        let rt = &self.cpu.rt;
        let laws = level.scans.iter().filter_map(|scan| {
            let law = name_of(scan.transition.as_ref()?.law);
            let recurrence = self.scan(scan).named("recurrence");
            Some(quote!(#recurrence.composes::<#rt::law::#law>()))
        });
        let laws: Vec<_> = laws.list();
        quote!(#(#laws)&&*)
    }

    fn transitions_of_ranges(&self, index: usize, level: &Level) -> TokenStream {
        let (block, chain) = (inner("block"), self.chain_of(index));
        let (prefixes, transitions) = (each("prefix", level), each("aggregate", level));
        let is_known = self.is_known(index);
        let (find, leave) = self.composed(index, level);
        let lanes = self.sub_loop.lanes;
        let walks = level.scans.iter().map(|scan| {
            let scan = self.scan(scan);
            let (walk, recurrence) = (scan.named("walk"), scan.named("recurrence"));
            let prefix = scan.named("prefix");
            quote!(let mut #walk = #recurrence.walk::<#lanes>(#prefix, #block);)
        });
        let walks = concat(walks);
        let pass = self.pass_for(Purpose::States(index));
        let of_walks = |method: TokenStream| {
            self.of_each(level, |scan| {
                let walk = scan.named("walk");
                quote!(#walk.#method)
            })
        };
        let last = of_walks(quote!(last()));
        let walked = of_walks(quote!(states()));
        let known = self.of_each(level, |scan| {
            let (transition, prefix) = (scan.named("aggregate"), scan.named("prefix"));
            quote!(#transition.states(#prefix))
        });
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

impl Printed<'_> {
    /// The start of a recurrence, before the loop.
    pub(super) fn start_of_recurrence(&self) -> TokenStream {
        let rt = &self.cpu.rt;
        let (name, recurrence) = (self.named("seed"), self.named("recurrence"));
        let seed = self.cpu.start_of_states(self.scan, &name);
        let powers = self.is_power.then(|| {
            let powers = self.named("powers");
            quote!(let #powers = #rt::Powers::new();)
        });
        quote!(#seed let #recurrence = #rt::Recurrence::of(&#name); #powers)
    }
}

impl BodyPrinter<'_> {
    /// A step of a recurrence from one state to the next.
    pub(super) fn next_state(&self, scan: &Scan, current: TokenStream) -> TokenStream {
        self.cpu
            .call(&scan.operator, &self.arguments(scan, current))
    }

    /// A step of a recurrence that changes its state.
    pub(super) fn move_on(&self, scan: &Scan, current: &TokenStream) -> TokenStream {
        let args = self.arguments(scan, current.clone());
        self.cpu.assign(current, &scan.operator, &args)
    }

    /// An element of a recurrence over several axes.
    pub(super) fn over_axes(&self, scan: &Scan) -> TokenStream {
        let printed = Printed::new(scan, self.sub_loop, self.cpu);
        let (state, neighbours) = (printed.named("state"), printed.named("neighbours"));
        let distances = scan.distances();
        let axes = distances[0].len();
        let is_previous = |read: &&Vec<isize>| match read.split_last() {
            Some((1, before)) => before.iter().all(|distance| *distance == 0),
            _ => false,
        };
        let previous = distances.iter().position(is_previous);
        let previous = previous.unwrap_or(distances.len());
        let names = (0..distances.len()).map(|read| inner(&format!("read{read}")));
        let names: Vec<Ident> = names.list();
        let reads = scan.neighbours.iter().map(|read| {
            let is_read = |distances: &&Vec<isize>| **distances == read.distances;
            let number = distances.iter().position(is_read);
            part_of(&names[number.expect("it is one of them")], read.part)
        });
        let next = self.next_state(scan, states(reads.list()));
        let element = inner("next");
        quote!({
            let [#(#names),*] = #state.reads::<#previous, #axes>(&#neighbours);
            let #element = #next;
            #state.push(#element, &mut #neighbours)
        })
    }

    /// A step of a recurrence in a pass that only finds states.
    pub(super) fn compose(&self, scan: &Scan, context: &Context<'_>) -> TokenStream {
        let (rt, lane, current) = (&self.cpu.rt, inner("lane"), inner("state"));
        let printed = Printed::new(scan, self.sub_loop, self.cpu);
        if let Purpose::States(_) = context.pass.purpose {
            let walk = printed.named("walk");
            let next = self.next_state(scan, quote!(#walk.last()));
            return quote!(#walk.step(#next););
        }
        let Some(transition) = &scan.transition else {
            return TokenStream::new();
        };
        let name = printed.named("aggregate");
        let next = self.move_on(scan, &quote!(*#current));
        let linear = (!self.sub_loop.raises(scan)).then(|| {
            let args = self.arguments(scan, quote!(#current));
            let linear = self.cpu.linear(scan, transition.linear.clone(), &args);
            quote!(#name.differ(#lane, |#current| { #linear });)
        });
        quote! {
            if let #rt::Some(#current) = #name.offset(#lane) {
                #next
                #linear
            }
        }
    }

    /// The arguments of a step: the state, and the elements.
    fn arguments(&self, scan: &Scan, current: TokenStream) -> Vec<TokenStream> {
        let elements = scan.intake.arrays().into_iter();
        let elements = elements.map(|array| self.element(array));
        [current].into_iter().chain(elements).list()
    }
}

impl Cpu<'_> {
    /// The state that the linear part of a step makes of its arguments.
    fn linear(&self, scan: &Scan, linear: ExprClosure, args: &[TokenStream]) -> TokenStream {
        let (rt, zero, state) = (&self.rt, zero_of(), inner("state"));
        let linear = Host {
            expr: Expr::Closure(linear),
            ..scan.operator.clone()
        };
        let call = self.call(&linear, args);
        quote! {
            // Terms that fell away leave names and parentheses behind.
            #[allow(unused, clippy::all)]
            use #rt::zero_of as #zero;
            #[allow(unused, clippy::all)]
            let #state = #call;
            #state
        }
    }
}
