//! The body of a sweep: straight-line code over current elements.

use super::nested::{Accumulator, lane_count, state};
use super::{Cpu, call, inner, list, pattern, types};
use crate::codegen::names::placed;
use crate::nest::ArrayId;
use crate::nest::{Element, Entry, Loop, Pair, Pattern, Region, Step, Storage, Write, WriteMode};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// One pass over a block.
pub(super) struct Sweep<'s> {
    /// What is computed.
    pub(super) region: &'s Region,
    /// What the sweep's last argument writes, or reads the old elements of.
    pub(super) writes: &'s [Write],
    /// The folds and totals in it.
    pub(super) accumulators: Vec<Accumulator<'s>>,
    /// The sweep's last argument.
    pub(super) out: TokenStream,
    /// Whether it only reads what the loop writes.
    pub(super) reading: bool,
    /// A rough number of operations in its body.
    pub(super) cost: usize,
}

/// Bodies of more operations than this are inlined only where they are called
/// from a single place (`Lanes::rolled` of the runtime).
const LARGE: usize = 20;

/// Writes bodies of one loop.
pub(super) struct Body<'c> {
    cpu: &'c Cpu<'c>,
    nested: &'c Loop,
}

/// What the surroundings of a region provide.
#[derive(Clone)]
struct Around {
    /// The position in the loop, for `generate`.
    index: TokenStream,
    /// What yields the values of the sinks: the writes that are stored by
    /// value here and further inside.
    writes: Vec<Write>,
}

impl<'c> Body<'c> {
    pub(super) fn new(cpu: &'c Cpu<'c>, nested: &'c Loop) -> Self {
        Body { cpu, nested }
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
    fn old(&self, array: ArrayId, writes: &[Write]) -> Option<usize> {
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

    /// The call that runs a body over the elements of the block.
    pub(super) fn sweep(&self, sweep: &Sweep<'_>) -> TokenStream {
        let rt = &self.cpu.rt;
        let (block, index, lane) = (inner("block"), inner("i"), inner("lane"));
        let reads: Vec<ArrayId> = sweep
            .region
            .reads
            .iter()
            .copied()
            .filter(|array| self.old(*array, sweep.writes).is_none())
            .collect();
        let place = reads.first().map_or_else(Span::call_site, |array| {
            self.cpu.nest.arrays[*array].name.span()
        });
        let (each, in_lanes) = (Ident::new("each", place), Ident::new("lanes", place));
        // At the place of the array, for messages about its elements.
        let sources = reads.iter().rev().fold(quote!(()), |rest, array| {
            let place = self.cpu.nest.arrays[*array].name.span();
            let slice = self.cpu.slice(*array);
            quote_spanned!(place=> (#slice, #rest))
        });
        let items = list(reads.iter().map(|array| {
            let element = self.cpu.names.element(*array);
            quote!(#element)
        }));
        let olds = list(
            sweep
                .writes
                .iter()
                .enumerate()
                .map(|(position, write)| self.old_pattern(position, write, sweep)),
        );
        let body = self.region_body(
            sweep.region,
            &Around {
                index: quote!(#index),
                writes: sweep.writes.to_vec(),
            },
        );
        let yields = self.yields(sweep);
        let uses_index = self.uses_index(sweep.region);
        let index = if uses_index {
            quote!(#index)
        } else {
            quote!(_)
        };
        let out = &sweep.out;
        if sweep.accumulators.is_empty() {
            return quote! {
                #block.#each(#sources, #out, |#index, #items, #olds| {
                    #body
                    #rt::Ok(#yields)
                })?;
            };
        }
        let lanes = inner("lanes");
        let count = lane_count(sweep.accumulators.len());
        let in_order = sweep.region.any_step(|step| matches!(step, Step::Scan(_)));
        let order = match in_order {
            true => quote!(in_order),
            false => quote!(when),
        };
        let commute = sweep.accumulators.iter().map(|accumulator| {
            let name = accumulator.state();
            quote!(#name.commutes())
        });
        // An inner loop makes a body large.
        let large = sweep.cost > LARGE || sweep.region.has_cross();
        let rolled = large.then(|| quote!(.rolled()));
        quote! {
            let #lanes = #rt::Lanes::<#count>::#order(#(#commute)&&*)#rolled;
            #block.#in_lanes(
                #lanes,
                #sources,
                #out,
                |#index, #lane, #items, #olds| {
                    #body
                    #rt::Ok(#yields)
                },
            )?;
        }
    }

    /// What a sink hands to the body: the old element of what is overwritten,
    /// or what to append to.
    fn old_pattern(&self, position: usize, write: &Write, sweep: &Sweep<'_>) -> TokenStream {
        match write.mode {
            WriteMode::InPlace(_) => {
                let read = sweep
                    .region
                    .reads
                    .iter()
                    .find(|array| self.old(**array, sweep.writes) == Some(position));
                match read {
                    Some(array) => {
                        let element = self.cpu.names.element(*array);
                        quote!(#element)
                    }
                    None => quote!(_),
                }
            }
            _ if is_by_value(write.mode) || sweep.reading => quote!(_),
            _ => {
                let handle = self.cpu.names.appender(write.array);
                quote!(#handle)
            }
        }
    }

    /// What the body yields: one value for each sink.
    fn yields(&self, sweep: &Sweep<'_>) -> TokenStream {
        if sweep.reading {
            return list(sweep.writes.iter().map(|_| quote!(())));
        }
        list(
            sweep
                .writes
                .iter()
                .map(|write| match is_by_value(write.mode) {
                    true => self.stored(write.array),
                    false => quote!(()),
                }),
        )
    }

    /// The variable with what is stored for an array.
    fn stored(&self, array: ArrayId) -> TokenStream {
        let name = self.cpu.names.element(array);
        quote!(#name)
    }

    /// Whether anything in a region needs the position.
    fn uses_index(&self, region: &Region) -> bool {
        let mut uses =
            region.any_step(|step| matches!(step, Step::Generate { .. } | Step::Range { .. }));
        region.visit(&mut |region| {
            uses |= matches!(region.entry, Entry::Cross { .. }) && !region.reads.is_empty();
        });
        uses
    }

    fn region_body(&self, region: &Region, around: &Around) -> TokenStream {
        let steps = region.steps.iter().map(|step| self.step(step, around));
        let inner = region.inner.iter().map(|inner| match &inner.entry {
            Entry::Loop => unreachable!("only the root of a body is a loop"),
            Entry::Guard {
                predicate,
                arg,
                into,
                ..
            } => {
                let element = self.element(*arg);
                let condition = call(&self.cpu.rt, predicate, &[element]);
                self.guard(inner, &condition, *arg, into, around)
            }
            Entry::Cross { pairs } => self.cross(inner, pairs, around),
        });
        quote! {
            #(#steps)*
            #(#inner)*
        }
    }

    /// What runs for the elements that a filter keeps.
    ///
    /// Arrays of its size that are stored by value leave it as options.
    fn guard(
        &self,
        region: &Region,
        condition: &TokenStream,
        arg: ArrayId,
        into: &Pattern<ArrayId>,
        around: &Around,
    ) -> TokenStream {
        let rt = &self.cpu.rt;
        let kept = self.used_pattern(into, region, around);
        let element = self.element(arg);
        let bind = kept.map(|kept| quote!(let #kept = #element;));
        let here: Vec<Write> = around
            .writes
            .iter()
            .copied()
            .filter(|write| is_by_value(write.mode) && region.makes(write.array))
            .collect();
        let inside = self.region_body(
            region,
            &Around {
                index: around.index.clone(),
                writes: around.writes.clone(),
            },
        );
        let appends = self.appends(&into.names(), around);
        if here.is_empty() {
            if let Some(pushes) = self.pushes(region, arg, into, around) {
                let keep = inner("keep");
                return quote!(let #keep = #condition; #pushes);
            }
            return quote! {
                if #condition {
                    #bind
                    #appends
                    #inside
                }
            };
        }
        let own = region.names();
        let names = here.iter().map(|write| self.stored(write.array));
        let some = here.iter().map(|write| {
            let value = self.stored(write.array);
            // What a region further inside makes is an option already.
            if own.contains(&write.array) {
                quote!(#rt::Some(#value))
            } else {
                value
            }
        });
        let none = here.iter().map(|_| quote!(#rt::None));
        quote! {
            let (#(#names,)*) = if #condition {
                #bind
                #appends
                #inside
                (#(#some,)*)
            } else {
                (#(#none,)*)
            };
        }
    }

    /// The folds of a region in which nothing else happens: they take in a
    /// value that is there anyway, and need no branch.
    fn pushes(
        &self,
        region: &Region,
        arg: ArrayId,
        into: &Pattern<ArrayId>,
        around: &Around,
    ) -> Option<TokenStream> {
        let Pattern::Name(kept) = into else {
            return None;
        };
        let appended = around.writes.iter().any(|write| write.array == *kept);
        if appended || !region.inner.is_empty() || self.cpu.target.strict {
            return None;
        }
        let (keep, lane, element) = (inner("keep"), inner("lane"), self.element(arg));
        region
            .steps
            .iter()
            .map(|step| {
                let (accumulator, operator, value) = match step {
                    Step::Fold(fold) => (
                        Accumulator::fold(fold),
                        &fold.operator.expr,
                        match fold.arg {
                            Element::Array(array) if array == *kept => element.clone(),
                            Element::Array(_) => return None,
                            Element::One => quote!(1usize),
                        },
                    ),
                    Step::Total(scan) if scan.arg == Element::Array(*kept) => (
                        Accumulator::scan(scan),
                        &scan.operator.expr,
                        element.clone(),
                    ),
                    _ => return None,
                };
                let name = accumulator.state();
                Some(quote!(#name.push_if(#lane, #keep, #value, #operator);))
            })
            .collect()
    }

    /// The pattern of what a filter keeps, with `_` for what nothing uses.
    fn used_pattern(
        &self,
        into: &Pattern<ArrayId>,
        region: &Region,
        around: &Around,
    ) -> Option<TokenStream> {
        let used = |array: ArrayId| {
            around.writes.iter().any(|write| write.array == array) || region.uses(array)
        };
        if !into.names().into_iter().any(used) {
            return None;
        }
        Some(pattern(into, &|array| match used(array) {
            true => self.element(array),
            false => quote!(_),
        }))
    }

    /// What runs for every pair of a `cross`.
    fn cross(&self, region: &Region, pairs: &[Pair], around: &Around) -> TokenStream {
        let rt = &self.cpu.rt;
        let (row, lane, lanes) = (inner("j"), inner("lane"), inner("lanes"));
        let outer = &around.index;
        let rights = list(pairs.iter().map(|pair| self.cpu.slice(pair.right)));
        let width = match pairs.first() {
            Some(pair) => {
                let slice = self.cpu.slice(pair.right);
                quote!(#slice.len())
            }
            None => quote!(0),
        };
        let flat = inner("ij");
        let uses_index = self.uses_index(region) || !region.reads.is_empty();
        let index = uses_index.then(|| quote!(let #flat = #outer * #width + #row;));
        let row = match uses_index {
            true => quote!(#row),
            false => quote!(_),
        };
        let items = list(pairs.iter().map(|pair| {
            let name = self.right_element(pair);
            quote!(#name)
        }));
        let binds = pairs.iter().filter_map(|pair| {
            let names = self.used_pattern(&pair.into, region, around)?;
            let left = self.element(pair.left);
            let right = self.right_element(pair);
            Some(quote!(let #names = (#left, #right);))
        });
        let reads = region.reads.iter().map(|array| {
            let element = self.element(*array);
            let slice = self.cpu.slice(*array);
            quote!(let #element = #slice[#flat];)
        });
        let inside_around = Around {
            index: quote!(#flat),
            writes: around.writes.clone(),
        };
        let names: Vec<ArrayId> = pairs.iter().flat_map(|pair| pair.into.names()).collect();
        let appends = self.appends(&names, around);
        let body = self.region_body(region, &inside_around);
        let folds = region.any_step(|step| matches!(step, Step::Fold(_) | Step::Total(_)));
        let scans = region.any_step(|step| matches!(step, Step::Scan(_)));
        let inside = quote! {
            #index
            #(#binds)*
            #(#reads)*
            #appends
            #body
            #rt::Ok(())
        };
        if folds
            && !self.cpu.target.strict
            && !scans
            && !self
                .nested
                .body
                .any_step(|step| matches!(step, Step::Scan(_)))
        {
            quote! {
                #rt::inner_lanes(#lanes, #lane, #rights, |#row, #lane, #items| { #inside })?;
            }
        } else {
            quote! {
                #rt::inner(#rights, |#row, #items| { #inside })?;
            }
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
    fn appends(&self, made: &[ArrayId], around: &Around) -> TokenStream {
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

    fn element(&self, array: ArrayId) -> TokenStream {
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
    fn bind(&self, into: &Pattern<ArrayId>, value: &TokenStream, around: &Around) -> TokenStream {
        let appends = self.appends(&into.names(), around);
        let names = pattern(into, &|array| self.element(array));
        let bind = match types(into, &|array| self.cpu.nest.arrays[array].ty.as_ref()) {
            Some(ty) => quote!(let #names: #ty = #value;),
            None => quote!(let #names = #value;),
        };
        quote!(#bind #appends)
    }

    fn step(&self, step: &Step, around: &Around) -> TokenStream {
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
                let gather = placed(quote!(#rt::gather), place);
                let value = quote_spanned!(place=> #gather(#data, #index, #name)?);
                self.bind(into, &value, around)
            }
            Step::Scan(scan) => {
                let state = state("state", scan.id, &scan.name);
                let arg = self.argument(scan.arg);
                let next = call(rt, &scan.operator, &[quote!(#state), arg]);
                let advance = quote!(#state = #next;);
                let bind = self.bind(&scan.into, &quote!(#state), around);
                match scan.kind {
                    crate::nest::ScanKind::Inclusive => quote!(#advance #bind),
                    crate::nest::ScanKind::Exclusive => quote!(#bind #advance),
                }
            }
            Step::Total(scan) => {
                let total = state("total", scan.id, &scan.name);
                let arg = self.argument(scan.arg);
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
                let operator = &fold.operator.expr;
                quote!(#name.push(#lane, #arg, #operator);)
            }
            Step::Scatter { into, index, value } => {
                let handle = self.cpu.names.appender(*into);
                let (index, value) = (self.element(*index), self.element(*value));
                quote!(#handle.put(#index, #value)?;)
            }
        }
    }
}

/// Whether the body yields what is stored; otherwise it is given a handle to
/// write with.
fn is_by_value(mode: WriteMode) -> bool {
    match mode {
        WriteMode::Fresh | WriteMode::InPlace(_) | WriteMode::Compact => true,
        WriteMode::Append | WriteMode::Scatter(_) | WriteMode::ScatterInPlace(_) => false,
    }
}
