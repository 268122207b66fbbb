//! The body of a sweep: straight-line code over current elements.

use super::accumulator::{Order, Rows};
use super::marker::has_steps;
use super::nested::state;
use super::probe::Probe;
use super::sweep::{self, Sweep};
use super::{Cpu, call, inner, list, pattern, types};
use crate::codegen::names::placed;
use crate::nest::ArrayId;
use crate::nest::{Element, Entry, Pair, Pattern, Region, Step, Storage, Write, WriteMode};
use crate::schedule::memo::{self, Part};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// Writes bodies of one loop.
pub(super) struct Body<'c> {
    pub(super) cpu: &'c Cpu<'c>,
}

/// What the surroundings of a region provide.
#[derive(Clone)]
pub(super) struct Around<'s> {
    /// The position in the loop, for `generate`.
    pub(super) index: TokenStream,
    /// What yields the values of the sinks: the writes that are stored by
    /// value here and further inside.
    pub(super) writes: Vec<Write>,
    /// How the elements go to accumulators.
    pub(super) order: Order,
    /// The sweep that all of it is in.
    pub(super) sweep: &'s Sweep<'s>,
    /// How many filters stand between the step and the loop, or the inner loop, that it is in.
    pub(super) guards: usize,
}

/// An inner loop that the runtime runs over several rows.
pub(super) struct Row {
    /// The arrays that it walks over.
    pub(super) rights: TokenStream,
    /// The closure for each pair.
    pub(super) inner: TokenStream,
}

/// The parts of an inner loop.
struct Crossed {
    /// What it uses of the outer body.
    row: TokenStream,
    /// The arrays that it walks over.
    rights: TokenStream,
    /// What it calls the position in them, and the elements there.
    position: TokenStream,
    items: TokenStream,
    body: TokenStream,
}

impl<'c> Body<'c> {
    pub(super) fn new(cpu: &'c Cpu<'c>) -> Self {
        Body { cpu }
    }

    /// Whether a region reads what the loop writes in place.
    pub(super) fn reads_old(&self, region: &Region, writes: &[Write]) -> bool {
        let mut found = false;
        region.visit(&mut |region| {
            found |= region
                .reads
                .iter()
                .any(|array| self.old(*array, writes).is_some());
        });
        found
    }

    /// The write that overwrites an array while the loop reads it.
    pub(super) fn old(&self, array: ArrayId, writes: &[Write]) -> Option<usize> {
        let home = self.home(array)?;
        writes
            .iter()
            .position(|write| write.mode == WriteMode::InPlace(home))
    }

    /// The input whose memory an array lies in.
    fn home(&self, array: ArrayId) -> Option<ArrayId> {
        match &self.cpu.nest.arrays[array].storage {
            Storage::Input(_, true) => Some(array),
            Storage::InPlace(home) => Some(*home),
            Storage::Alias(of) => self.home(*of),
            _ => None,
        }
    }

    /// The body of a sweep.
    pub(super) fn body(&self, around: &Around<'_>) -> TokenStream {
        let region = around.sweep.region;
        let parts = memo::parts(region, &around.sweep.recalled());
        let parts = parts.iter().map(|part| match part {
            Part::Step(step) => self.step(step, around),
            Part::Recall {
                memo,
                items,
                made_by,
            } => self.recall(*memo, items, made_by, around),
        });
        let inner = self.inner_regions(region, around);
        quote! {
            #(#parts)*
            #inner
        }
    }

    /// What runs inside of a filter or of an inner loop.
    pub(super) fn inner_body(&self, region: &Region, around: &Around<'_>) -> TokenStream {
        let steps = region.steps.iter();
        let steps = steps.filter(|step| !self.leaves(step, around));
        let steps = steps.map(|step| self.step(step, around));
        let inner = self.inner_regions(region, around);
        quote! {
            #(#steps)*
            #inner
        }
    }

    /// Elements that were noted, or are made anew.
    fn recall(
        &self,
        memo: usize,
        items: &[ArrayId],
        made_by: &[&Step],
        around: &Around<'_>,
    ) -> TokenStream {
        let rt = &self.cpu.rt;
        let noted = sweep::noted(memo);
        let elements = items.iter().map(|array| self.element(*array));
        let elements: Vec<TokenStream> = elements.collect();
        let all = around.sweep.memos[memo].items.iter();
        let pattern = all.map(|array| match items.contains(array) {
            true => self.element(*array),
            false => quote!(_),
        });
        let made = made_by.iter().map(|step| self.step(step, around));
        quote! {
            let (#(#elements,)*) = match #noted {
                #rt::Some((#(#pattern,)*)) => (#(#elements,)*),
                #rt::None => {
                    #(#made)*
                    (#(#elements,)*)
                }
            };
        }
    }

    fn inner_regions(&self, region: &Region, around: &Around<'_>) -> TokenStream {
        let inner = region.inner.iter().map(|inner| match &inner.entry {
            Entry::Loop => unreachable!("only the root of a body is a loop"),
            Entry::Guard {
                predicate,
                arg,
                into,
                ..
            } => {
                let condition = call(&self.cpu.rt, predicate, &[self.element(*arg)]);
                self.guard(inner, &condition, *arg, into, around)
            }
            Entry::Cross { pairs } => self.cross(inner, pairs, around),
        });
        inner.collect()
    }

    /// The pattern of what a region begins with, with `_` for what nothing uses.
    pub(super) fn used_pattern(
        &self,
        into: &Pattern<ArrayId>,
        used: &dyn Fn(ArrayId) -> bool,
    ) -> Option<TokenStream> {
        if !into.names().into_iter().any(used) {
            return None;
        }
        Some(pattern(into, &|array| match used(array) {
            true => self.element(array),
            false => quote!(_),
        }))
    }

    /// What runs for every pair of a `cross`.
    fn cross(&self, region: &Region, pairs: &[Pair], around: &Around<'_>) -> TokenStream {
        let rt = &self.cpu.rt;
        let (lane, lanes, rows) = (inner("lane"), inner("lanes"), inner("rows"));
        let Crossed {
            row,
            rights,
            position,
            items,
            body,
        } = self.crossed(region, pairs, around);
        if around.order.rows != Rows::Single {
            return quote!(#rows.push(#row););
        }
        let totals = region.any_step(|step| matches!(step, Step::Total(_)));
        let strided = !around.order.in_order && !totals && !self.cpu.target.strict;
        if strided && !region.folds().is_empty() {
            quote! {
                #rt::inner_lanes(#lanes, #lane, #rights, |#position, #lane, #items| { #body })?;
            }
        } else {
            quote! {
                #rt::inner(#rights, |#position, #items| { #body })?;
            }
        }
    }

    /// What a sweep of several rows does with one, and with `folds` where these are
    /// passed to it.
    pub(super) fn row(
        &self,
        sweep: &Sweep<'_>,
        around: &Around<'_>,
        folds: Option<&TokenStream>,
    ) -> Row {
        let lane = inner("lane");
        let crosses = sweep.region.crosses();
        let [region] = crosses[..] else {
            unreachable!("rows are those of one cross");
        };
        let Entry::Cross { pairs } = &region.entry else {
            unreachable!("a region that is an inner loop");
        };
        let Crossed {
            row,
            rights,
            position,
            items,
            body,
        } = self.crossed(region, pairs, around);
        let folds = folds.into_iter();
        Row {
            rights,
            inner: quote!(|#(#folds,)* #row, #position, #lane, #items| { #body }),
        }
    }

    fn crossed(&self, region: &Region, pairs: &[Pair], around: &Around<'_>) -> Crossed {
        let rt = &self.cpu.rt;
        let (flat, position, outer) = (inner("ij"), inner("j"), &around.index);
        let rights = list(pairs.iter().map(|pair| self.cpu.slice(pair.right)));
        let width = match pairs.first() {
            Some(pair) => {
                let slice = self.cpu.slice(pair.right);
                quote!(#slice.len())
            }
            None => quote!(0),
        };
        let uses_index = self.uses_index(region) || !region.reads.is_empty();
        let index = uses_index.then(|| quote!(let #flat = #outer * #width + #position;));
        let items = list(pairs.iter().map(|pair| {
            let name = self.right_element(pair);
            quote!(#name)
        }));
        let mut row: Vec<TokenStream> = Vec::new();
        let mut binds = TokenStream::new();
        for pair in pairs {
            let used = |array: ArrayId| {
                around.writes.iter().any(|write| write.array == array) || region.uses(array)
            };
            let Some(names) = self.used_pattern(&pair.into, &used) else {
                continue;
            };
            let left = self.element(pair.left);
            let right = self.right_element(pair);
            binds.extend(quote!(let #names = (#left, #right);));
            if !row
                .iter()
                .any(|other| other.to_string() == left.to_string())
            {
                row.push(left);
            }
        }
        row.extend(uses_index.then(|| outer.clone()));
        let reads = region.reads.iter().map(|array| {
            let element = self.element(*array);
            let slice = self.cpu.slice(*array);
            quote!(let #element = #slice[#flat];)
        });
        let inside_around = Around {
            index: quote!(#flat),
            guards: 0,
            ..around.clone()
        };
        let names: Vec<ArrayId> = pairs.iter().flat_map(|pair| pair.into.names()).collect();
        let appends = self.appends(&names, around);
        let inside = self.inner_body(region, &inside_around);
        Crossed {
            row: list(row),
            rights,
            position: match uses_index {
                true => quote!(#position),
                false => quote!(_),
            },
            items,
            body: quote! {
                #index
                #binds
                #(#reads)*
                #appends
                #inside
                #rt::Ok(())
            },
        }
    }

    fn right_element(&self, pair: &Pair) -> TokenStream {
        let names = pair.into.names();
        let text = match names.first() {
            Some(array) => format!("{}_right", self.cpu.names.element(*array)),
            None => "right".to_owned(),
        };
        let name = inner(&text);
        quote!(#name)
    }

    /// Appends the elements of arrays that hold any number for an iteration.
    pub(super) fn appends(&self, made: &[ArrayId], around: &Around<'_>) -> TokenStream {
        around
            .writes
            .iter()
            .filter(|write| write.mode == WriteMode::Append && made.contains(&write.array))
            .map(|write| {
                let appender = self.cpu.names.appender(write.array);
                let element = self.element(write.array);
                quote!(#appender.push(#element)?;)
            })
            .collect()
    }

    pub(super) fn element(&self, array: ArrayId) -> TokenStream {
        let name = self.cpu.names.element(array);
        quote!(#name)
    }

    /// What a fold or scan takes in.
    fn argument(&self, element: Element) -> TokenStream {
        match element {
            Element::Array(array) => self.element(array),
            Element::One => quote!(1usize),
        }
    }

    /// `let pattern = value;` for the elements of arrays.
    fn bind(
        &self,
        into: &Pattern<ArrayId>,
        value: &TokenStream,
        around: &Around<'_>,
    ) -> TokenStream {
        let appends = self.appends(&into.names(), around);
        let names = pattern(into, &|array| self.element(array));
        let bind = match types(into, &|array| self.cpu.nest.arrays[array].ty.as_ref()) {
            Some(ty) => quote!(let #names: #ty = #value;),
            None => quote!(let #names = #value;),
        };
        quote!(#bind #appends)
    }

    fn step(&self, step: &Step, around: &Around<'_>) -> TokenStream {
        let rt = &self.cpu.rt;
        let lane = inner("lane");
        match step {
            Step::Map { worker, args, into } => {
                let args: Vec<TokenStream> = args.iter().map(|arg| self.element(*arg)).collect();
                self.bind(into, &call(rt, worker, &args), around)
            }
            Step::Generate { worker, into } => {
                let index = around.index.clone();
                self.bind(into, &call(rt, worker, &[index]), around)
            }
            Step::Range { into, .. } => {
                let Some(array) = into.names().first().copied() else {
                    return TokenStream::new();
                };
                let range = self.cpu.names.range(array);
                let index = &around.index;
                self.bind(into, &quote!(#rt::Counted::at(&#range, #index)), around)
            }
            Step::Gather {
                data,
                index,
                name,
                into,
            } => {
                let data = self.cpu.slice(*data);
                let place = into.names().first().map_or_else(Span::call_site, |array| {
                    self.cpu.nest.arrays[*array].name.span()
                });
                let index = placed(self.element(*index), place);
                let gather = placed(quote!(gather), place);
                let value = quote!(#rt::Data(#data).#gather(#index, #name)?);
                self.bind(into, &value, around)
            }
            Step::Scan(scan) => {
                let carry = state("carry", scan.id, &scan.name);
                let state = state("state", scan.id, &scan.name);
                let arg = self.argument(scan.arg);
                let operator = &scan.operator.expr;
                let number = match around.order.by_ranges {
                    true => quote!(#lane.index(false)),
                    false => quote!(0),
                };
                let seen = Probe::of_scan(scan);
                let seen = seen.map(|probe| probe.see(rt, &quote!(true), &number, &arg));
                let carry = around
                    .order
                    .carrying
                    .then(|| quote!(#carry.push(#lane, #arg, #operator);));
                if around.sweep.steps.contains(&scan.id) {
                    let element = match scan.kind {
                        crate::nest::ScanKind::Inclusive => quote!(through),
                        crate::nest::ScanKind::Exclusive => quote!(before),
                    };
                    let element = quote!(#state.#element(#lane, #arg, #operator));
                    let bind = self.bind(&scan.into, &element, around);
                    return quote!(#carry #bind #seen);
                }
                let current = match around.order.by_ranges {
                    true => quote!(#state.get(#lane)),
                    false => quote!(#state),
                };
                let next = match &scan.known {
                    Some(known) if has_steps(known) => {
                        let step = self::state("step", scan.id, &scan.name);
                        quote!(#step.next(#current, #arg, #operator))
                    }
                    _ => call(rt, &scan.operator, &[current.clone(), arg.clone()]),
                };
                let advance = match around.order.by_ranges {
                    true => quote!(#state.set(#lane, #next);),
                    false => quote!(#carry #state = #next;),
                };
                let bind = self.bind(&scan.into, &current, around);
                match scan.kind {
                    crate::nest::ScanKind::Inclusive => quote!(#advance #bind #seen),
                    crate::nest::ScanKind::Exclusive => quote!(#bind #advance #seen),
                }
            }
            Step::Total(scan) => {
                let total = state("total", scan.id, &scan.name);
                let arg = self.argument(scan.arg);
                if around.order.stages(scan.id) {
                    return quote!(#total.push(#lane, #arg););
                }
                let operator = &scan.operator.expr;
                quote!(#total.push(#lane, #arg, #operator);)
            }
            Step::Fold(fold) => {
                let name = state("fold", fold.id, &fold.name);
                let arg = self.argument(fold.arg);
                if self.cpu.target.strict {
                    let next = call(rt, &fold.operator, &[quote!(#name), arg]);
                    return quote!(#name = #next;);
                }
                let number = quote!(#lane.index(false));
                let seen =
                    Probe::of_fold(fold).map(|probe| probe.see(rt, &quote!(true), &number, &arg));
                if around.order.stages(fold.id) {
                    return quote!(#name.push(#lane, #arg); #seen);
                }
                let operator = &fold.operator.expr;
                quote!(#name.push(#lane, #arg, #operator); #seen)
            }
            Step::Scatter { into, index, value } => {
                let handle = self.cpu.names.appender(*into);
                let place = self.cpu.nest.arrays[*into].name.span();
                let index = placed(self.element(*index), place);
                let value = placed(self.element(*value), place);
                let put = placed(quote!(put), place);
                quote!(#handle.#put(#index, #value)?;)
            }
        }
    }
}

/// Whether the body yields what is stored; otherwise it is given a handle to
/// write with.
pub(super) fn is_by_value(mode: WriteMode) -> bool {
    match mode {
        WriteMode::Fresh | WriteMode::InPlace(_) | WriteMode::Compact => true,
        WriteMode::Append | WriteMode::Scatter(_) | WriteMode::ScatterInPlace(_) => false,
    }
}
