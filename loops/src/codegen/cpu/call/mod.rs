//! The call of a pass: a method of the runtime, with the body that it runs.

mod rows;

use crate::codegen::cpu::body::{BodyPrinter, Context, together};
use crate::codegen::cpu::context::list;
use crate::codegen::cpu::inputs::settled;
use crate::codegen::cpu::port::{block_of, given, other_olds, port};
use crate::codegen::cpu::reduction::Printed;
use crate::codegen::names::{at, concat, inner};
use crate::nest::{ArrayId, Fold, Host, Intake, Region, Step};
use crate::ordered::ToList;
use crate::schedule::pass::LaneOrder;
use crate::schedule::{Form, Pass};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// The place of the first worker of a region.
pub(super) fn place(region: &Region) -> Span {
    let worker = region.steps().find_map(Step::worker);
    let guard = region.inner().find_map(|inner| inner.entry.predicate());
    match worker.or(guard) {
        Some(worker) => worker.expr.span(),
        None => region.inner().next().map_or_else(Span::call_site, place),
    }
}

/// The parts of a call.
pub(super) struct Call<'b> {
    body: &'b BodyPrinter<'b>,
    pass: &'b Pass,
    context: Context<'b>,
    /// The reductions that have lanes.
    with_lanes: Vec<Printed<'b>>,
    /// The buffered reductions, which do not matter for how elements go to lanes.
    buffered: Vec<Printed<'b>>,
    /// The source location of the first array, for messages about elements.
    place: Span,
    sources: TokenStream,
    /// The patterns of the body's arguments.
    index: TokenStream,
    items: TokenStream,
    olds: TokenStream,
    /// The statement that counts positions from the first of the loop, where the body needs them.
    position: Option<TokenStream>,
    /// The statements of the body.
    steps: TokenStream,
    /// Its value.
    value: TokenStream,
}

impl<'b> Call<'b> {
    pub(super) fn of(body: &'b BodyPrinter<'b>, pass: &'b Pass) -> Call<'b> {
        let (nest, rt) = (body.cpu.nest, &body.cpu.rt);
        let writes = pass.writes();
        let place = |array: ArrayId| nest.arrays[array].name.span();
        let idle = body.idle_digits(pass);
        let mut digits = body.digits(&pass.region, &idle);
        digits.extend(body.totals(pass));
        let indices = list(digits.iter().map(|(source, _)| source.clone()));
        let groups = pass.sources(nest, body.sub_loop.nested.axes.len());
        let sources = groups.iter().rev().fold(indices, |rest, group| {
            let read = group.read();
            let place = place(read.array);
            let slice = match pass.over.is_compacted() {
                true => {
                    let compacted = body.cpu.names.compacted(read.array);
                    quote!(#compacted)
                }
                false => body.cpu.read(read),
            };
            let source = body.source(group, &slice);
            quote_spanned!(place=> (#source, #rest))
        });
        let items = groups.iter().map(|group| body.names_of(group));
        let indices = digits.iter().map(|(_, name)| quote!(#name));
        let items = list(items.chain(indices).list());
        let olds = given(body, pass, &writes);
        let index = inner("i");
        let others = other_olds(body, pass, &writes);
        let reads = groups.iter().flat_map(|group| &group.reads);
        let combined = reads.filter(|read| !nest.arrays[read.array].starts.is_empty());
        let elements = combined.flat_map(|read| read.into.names());
        let settled = concat(elements.map(|element| settled(rt, &body.element(element))));
        let uses_index = body.uses_index(&pass.region);
        let position = (uses_index && body.cpu.is_spread).then(|| {
            let offset = inner("offset");
            quote!(let #index = #offset + #index;)
        });
        let context = Context {
            index: quote!(#index),
            axis: 0,
            writes: match pass.purpose.is_reading() {
                true => Vec::new(),
                false => pass.written(),
            },
            pass,
            guards: 0,
            idle,
        };
        let steps = body.body(&context);
        let yields = body.yields(pass);
        let buffered = pass.reductions.iter().filter(|one| one.is_buffered());
        Call {
            body,
            pass,
            context,
            with_lanes: pass
                .with_lanes()
                .map(|one| Printed::new(one, body.cpu))
                .list(),
            buffered: buffered.map(|one| Printed::new(one, body.cpu)).list(),
            place: groups
                .first()
                .map_or_else(Span::call_site, |group| place(group.read().array)),
            sources,
            position,
            index: match uses_index {
                true => quote!(#index),
                false => quote!(_),
            },
            items,
            olds,
            steps: quote!(#others #settled #steps),
            value: quote!(#rt::Ok(#yields)),
        }
    }

    /// Makes the body yield other elements.
    pub(super) fn yielding(self, elements: &TokenStream) -> Call<'b> {
        let rt = &self.body.cpu.rt;
        Call {
            value: quote!(#rt::Ok(#elements)),
            ..self
        }
    }

    /// Has its body take the elements by reference.
    pub(super) fn by_reference(self) -> Call<'b> {
        let items = &self.items;
        Call {
            items: quote!(&#items),
            ..self
        }
    }

    /// Hands all elements of its reductions to one lane.
    pub(super) fn in_one_lane(self) -> Call<'b> {
        let (rt, lane, steps) = (&self.body.cpu.rt, inner("lane"), &self.steps);
        let steps = quote!(let #lane = #rt::Lane::first(); #steps);
        Call { steps, ..self }
    }

    /// Without lanes.
    pub(super) fn each(&self, method: &str) -> TokenStream {
        let arguments = [self.sources(), self.out(), self.closure(None, None)];
        let each = self.method(method, arguments);
        let buffers = self.buffers();
        quote!(#buffers #each)
    }

    /// One row of so many positions after the other; `apart` says that the body is there twice.
    pub(super) fn each_of_columns(&self, count: usize, apart: bool) -> TokenStream {
        let (block, buffers) = (block_of(self.pass.over), self.buffers());
        let (name, types) = match apart {
            true => ("each_of_columns_apart", quote!(_, _, _, _)),
            false => ("each_of_columns", quote!(_, _, _)),
        };
        let name = Ident::new(name, self.place);
        let rest = apart.then(|| self.closure(None, None));
        let arguments = [self.sources(), self.out(), self.closure(None, None)];
        let arguments = arguments.into_iter().chain(rest);
        quote!(#buffers #block.#name::<#count, #types>(#(#arguments),*)?;)
    }

    /// One element after the other, with the body twice: once for groups of neighbours, once for
    /// those that are left.
    pub(super) fn each_apart(&self, method: &str) -> TokenStream {
        let (body, rest) = (self.closure(None, None), self.closure(None, None));
        self.method(method, [self.sources(), self.out(), body, rest])
    }

    /// For the temporary that it stores alone.
    pub(super) fn store(&self) -> TokenStream {
        let arguments = [self.sources(), self.out(), self.closure(None, None)];
        self.store_by("store", arguments)
    }

    /// Likewise, by a method of this name.
    pub(super) fn store_by(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = TokenStream>,
    ) -> TokenStream {
        let (block, name) = (block_of(self.pass.over), Ident::new(name, self.place));
        let arguments = arguments.into_iter();
        quote!(#block.#name(#(#arguments),*);)
    }

    /// With lanes.
    pub(super) fn lanes(&self) -> TokenStream {
        let (lane, lanes) = (inner("lane"), inner("lanes"));
        let states = self.with_lanes.iter().map(Printed::state);
        let (method, idle) = match self.pass.form {
            Form::LanesUnlessIdle => ("lanes_unless", Some(quote!(#(#states.is_idle())&&*))),
            _ => ("lanes", None),
        };
        let arguments = [
            quote!(#lanes),
            self.sources(),
            self.out(),
            self.closure(None, Some(quote!(#lane))),
        ];
        let call = self.method(method, idle.into_iter().chain(arguments));
        let (buffers, start) = (self.buffers(), self.start(&self.with_lanes));
        let how = self.how();
        quote! {
            #buffers
            #start
            let #lanes = #how;
            #call
        }
    }

    /// The reductions with lanes before a pass, each one in a variable.
    pub(super) fn start_lanes(&self) -> TokenStream {
        self.start(&self.with_lanes)
    }

    /// The lanes, sources and body of folds between the halves of a pass, which are given what crosses.
    pub(super) fn between(&self, crossing: &TokenStream) -> [TokenStream; 3] {
        let lane = inner("lane");
        let body = self.closure(Some(crossing.clone()), Some(quote!(#lane)));
        [self.how(), self.sources(), body]
    }

    /// With lanes, or in groups whose step is left out where no condition holds.
    pub(super) fn lanes_if_any(&self) -> TokenStream {
        let [accumulator] = &self.with_lanes[..] else {
            unreachable!("a pass of one fold");
        };
        let (name, start) = (accumulator.state(), self.start(&self.with_lanes));
        let lane = inner("lane");
        let call = self.method(
            "lanes_if_any",
            [
                self.how(),
                self.sources(),
                quote!(&mut #name),
                self.condition(),
                self.closure(Some(quote!(#name)), Some(quote!(#lane))),
            ],
        );
        quote!(#start #call)
    }

    /// The condition of the step of its fold.
    fn condition(&self) -> TokenStream {
        let asked = self.pass.step_with_condition();
        let (step, condition) = asked.expect("the schedule says that there is one");
        let Step::Fold(Fold {
            intake: Intake::Step { worker, args, .. },
            ..
        }) = step
        else {
            unreachable!("a fold with a step");
        };
        let condition = Host {
            expr: Expr::Closure(condition),
            ..worker.clone()
        };
        let current = inner("state");
        let elements = args.iter().map(|arg| self.body.element(*arg));
        let args: Vec<TokenStream> = [quote!(#current)].into_iter().chain(elements).list();
        let holds = self.body.cpu.call(&condition, &args);
        let before = self.body.before(&self.context);
        let (position, index, items) = (&self.position, &self.index, &self.items);
        let here = at(place(&self.pass.region));
        quote_spanned!(here=> |#current, #index, #items| { #position #before #holds })
    }

    /// With lanes, for reductions some of which are batched.
    pub(super) fn batched(&self) -> TokenStream {
        let (folds, lane) = (inner("folds"), inner("lane"));
        let is_batched = |one: &Printed<'_>| one.reduction.is_batched();
        let batched = self.with_lanes.iter().copied();
        let batched: Vec<_> = batched.filter(is_batched).list();
        let all = states(&self.with_lanes);
        let names = list(self.with_lanes.iter().map(|one| {
            let name = one.state();
            match is_batched(one) {
                true => quote!(#name),
                false => quote!(_),
            }
        }));
        let flush = concat(batched.iter().map(Printed::flush));
        let begin = concat(batched.iter().map(Printed::begin));
        let commit = concat(batched.iter().map(Printed::commit));
        let call = self.method(
            "batched",
            [
                self.how(),
                self.sources(),
                self.out(),
                quote!(&mut #folds),
                self.closure(Some(all.clone()), Some(quote!(#lane))),
                quote!(|#names| { #begin }),
                quote!(|#names| { #commit }),
                quote!(|#names| { #flush }),
            ],
        );
        let new = self.all_empty(&self.with_lanes);
        quote! {
            let mut #folds = #new;
            #call
            let #all = #folds;
        }
    }

    pub(super) fn closure(
        &self,
        first: Option<TokenStream>,
        lane: Option<TokenStream>,
    ) -> TokenStream {
        // Mistakes in the captures of a worker are reported by rustc at the closure
        // around it.
        let here = at(place(&self.pass.region));
        let (items, olds) = (&self.items, &self.olds);
        let (position, steps, value) = (&self.position, &self.steps, &self.value);
        let index = Some(self.index.clone());
        let arguments = [first, index, lane].into_iter().flatten();
        quote_spanned!(here=> |#(#arguments,)* #items, #olds| { #position #steps #value })
    }

    pub(super) fn method(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = TokenStream>,
    ) -> TokenStream {
        let (block, name) = (block_of(self.pass.over), Ident::new(name, self.place));
        let arguments = arguments.into_iter();
        quote!(#block.#name(#(#arguments),*)?;)
    }

    pub(super) fn sources(&self) -> TokenStream {
        self.sources.clone()
    }

    /// The last argument: the columns.
    pub(super) fn out(&self) -> TokenStream {
        let rt = &self.body.cpu.rt;
        let outs = self.pass.columns.iter();
        let outs = outs.map(port);
        let both =
            |first: TokenStream, rest: TokenStream| quote!(&mut #rt::Both::of(#first, #rest));
        together(outs.list(), both).unwrap_or_else(|| quote!(&mut ()))
    }

    /// The states of the buffered reductions, and their buffers.
    fn buffers(&self) -> TokenStream {
        concat(self.buffered.iter().map(Printed::start_buffered))
    }

    /// The method of the runtime, and its lanes.
    fn how(&self) -> TokenStream {
        let (rt, count) = (&self.body.cpu.rt, self.pass.lanes);
        let commute = commute(&self.with_lanes);
        let how = match self.pass.lane_order {
            LaneOrder::InterleavedAggregates => quote!(aggregates()),
            LaneOrder::Blocked => quote!(when(false)),
            LaneOrder::Interleaved => quote!(interleaved()),
            LaneOrder::InOrder => quote!(in_order(#commute)),
            LaneOrder::Cyclic => quote!(when(#commute)),
        };
        let mut large = self
            .with_lanes
            .iter()
            .filter(|one| one.reduction.is_stepped())
            .peekable();
        let in_order = large.peek().is_some().then(|| {
            let names = large.map(Printed::state);
            quote!(.in_order_if(#(#names.is_single())||*))
        });
        let rolled = self
            .pass
            .single_call_site
            .then(|| quote!(.single_call_site()));
        quote!(#rt::Lanes::<#count>::#how #in_order #rolled)
    }

    /// Some reductions before the pass, each one in a variable.
    fn start(&self, reductions: &[Printed<'_>]) -> TokenStream {
        let one = |one: &Printed<'_>| {
            let (name, empty) = (one.state(), one.start(self.pass.lanes));
            quote!(let mut #name = #empty;)
        };
        concat(reductions.iter().map(one))
    }

    /// Empty accumulators for all of the reductions, in one tuple.
    fn all_empty(&self, reductions: &[Printed<'_>]) -> TokenStream {
        list(reductions.iter().map(|one| one.start(self.pass.lanes)))
    }
}

/// The variables of some reductions, as a tuple.
fn states(reductions: &[Printed<'_>]) -> TokenStream {
    list(reductions.iter().map(|one| {
        let name = one.state();
        quote!(#name)
    }))
}

/// A condition: the operators of some reductions commute.
fn commute(reductions: &[Printed<'_>]) -> TokenStream {
    let names = reductions.iter().map(Printed::state);
    quote!(#(#names.commutes())&&*)
}
