//! Programs over arrays that are spread over processes.
//!
//! A loop runs as on one machine, over the blocks of its part. Before it, the elements that it
//! reads come to the process; after it, all processes learn how it ended on each. Both are calls of
//! the runtime `__mpi`: everything between them is the same code.

use super::awaited::{self, Awaited};
use super::context::{Cpu, home};
use super::reads::{Reads, way};
use crate::codegen::names::{concat, inner, placed};
use crate::nest::{Affine, ArrayId, Loop, Pattern, Read, Step, Storage, Write, WriteMode};
use crate::ordered::ToList;
use crate::schedule::Meanwhile;
use crate::schedule::overwritten::overwriting;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

impl Cpu<'_> {
    /// The path of the runtime for arrays that are spread.
    pub(super) fn mpi(&self) -> TokenStream {
        let krate = &self.options.krate;
        quote!(#krate::__mpi)
    }

    /// The processes of the program, and its arrays.
    pub(super) fn spread_inputs(&self) -> TokenStream {
        let mpi = self.mpi();
        let arrays = self.nest.arrays.iter();
        let inputs = arrays.filter_map(|(id, array)| match &array.storage {
            Storage::Input(host, mutable) => Some((id, array, &**host, *mutable)),
            _ => None,
        });
        let inputs: Vec<_> = inputs.list();
        let world = inner("world");
        let of_first = inputs
            .first()
            .map(|(.., host, _)| quote!(let #world = &#mpi::world(#host.__array());));
        let bound = inputs.into_iter().filter(|(_, array, ..)| array.used);
        let bound = bound.map(|(id, array, host, mutable)| {
            let (slice, name) = (self.names.slice(id), array.name.to_string());
            let method = placed(quote!(__array), array.name.span());
            let among = quote!(#mpi::among(#world, #host.#method(), #name));
            let bound = (!mutable).then(|| quote!(let #slice =));
            quote!(#bound #among;)
        });
        let given = self.give();
        quote!(#of_first #given #(#bound)*)
    }

    /// An array that is spread, as an expression.
    pub(super) fn spread(&self, array: ArrayId) -> TokenStream {
        match &self.nest.arrays[array].storage {
            Storage::Input(_, false) => {
                let slice = self.names.slice(array);
                quote!(#slice)
            }
            Storage::Input(host, true) => quote!(#host.__array()),
            Storage::InPlace(of) | Storage::Alias(of) => self.spread(*of),
            Storage::Fresh | Storage::Host => {
                let vector = self.names.vector(array);
                quote!((&#vector))
            }
            Storage::Contracted | Storage::Element(_) => {
                unreachable!("a contracted array is not in memory")
            }
        }
    }

    /// The elements of an array at the positions of the process, in a loop.
    pub(super) fn elements_here(&self, array: ArrayId) -> Ident {
        self.names.here(home(self.nest, array))
    }

    /// All elements of an array, in a loop.
    pub(super) fn all_elements(&self, array: ArrayId) -> Ident {
        self.names.whole(home(self.nest, array))
    }

    /// The elements of a read at other positions than its own.
    pub(super) fn window(&self, read: &Read) -> Option<Ident> {
        let way = way(read)?;
        Some(self.names.window(home(self.nest, read.array), &way))
    }

    /// The part of a loop that this process does, and the elements that come to it.
    pub(super) fn part(&self, nested: &Loop) -> TokenStream {
        let mpi = self.mpi();
        let (part, run, world) = (inner("part"), inner("run"), inner("world"));
        let reads = Reads::of(self, nested);
        let homes = || {
            let in_step = nested.writes.iter();
            let in_step = in_step.filter(|write| !write.mode.is_at_positions());
            in_step.filter_map(|write| Some((write.mode.home()?, write)))
        };
        // Of several axes some coordinates are at other positions than those of the loop.
        let is_along = |write: &Write| {
            let inset = self.nest.arrays[write.array].inset.as_ref();
            inset.is_none_or(|inset| inset.sizes.len() == 1)
        };
        let along = homes().find(|(_, write)| is_along(write));
        let along = along.map(|(home, _)| home);
        let along = reads.here.first().copied().or(along);
        let settled = homes().map(|(home, write)| self.settle(home, write));
        let chosen = match along {
            Some(array) => {
                let array = self.spread(array);
                quote!(#mpi::Part::along(#world, #run.cut(), #array))
            }
            None => match (
                self.part_over(nested, &reads.reached),
                reads.by_rows.first(),
            ) {
                (Some(part), _) => part,
                (None, Some(by_rows)) => self.part_by_rows(nested, by_rows),
                (None, None) => quote!(#mpi::Part::usual(#world, #run.cut())),
            },
        };
        let owned = |name: &Ident, elements: TokenStream| {
            quote! {
                let #name = #elements;
                let #name: &[_] = &#name;
            }
        };
        let here = reads.here.iter().map(|array| {
            let (name, array) = (self.names.here(*array), self.spread(*array));
            owned(&name, quote!(#part.elements(#array)))
        });
        let whole = reads.whole.iter().map(|array| {
            let (name, array) = (self.names.whole(*array), self.spread(*array));
            owned(&name, quote!(#mpi::whole(#array)))
        });
        let found = self.lookups(nested).map(|lookup| {
            let name = self.found(&lookup);
            let (data, indices) = (self.spread(lookup.data), self.slice(lookup.indices));
            quote!(let #name = #part.found(#data, #indices);)
        });
        let found: Vec<_> = found.list();
        let named = reads.named.iter().map(|array| {
            let (name, whole) = (&self.nest.arrays[*array].name, self.all_elements(*array));
            quote!(#[allow(unused_variables)] let #name = #whole;)
        });
        let offset = inner("offset");
        let sizes = self.sizes_of_reached(nested, &reads.reached);
        let (first, later) = self.awaited(nested, &reads);
        let (begun, begun_later) = (awaited::begun(&first), awaited::begun(&later));
        let (before, taken) = (awaited::before(&first), awaited::taken(&first));
        let positions = self.positions_here(nested);
        let looked_at = self.look_at_whole(&reads.looked_at);
        let summed = reads.summed.as_ref();
        let shared = summed.map(|summed| self.share_summed(summed, &reads.by_rows));
        let beside = summed.map(|_| self.bring_beside_summed(&reads.by_rows));
        quote! {
            #sizes
            let #part = #chosen;
            let #run = #run.part(#part.blocks());
            let #offset = #part.offset();
            #(#settled)*
            #(#here)*
            #positions
            #shared
            #begun
            #begun_later
            #before
            #taken
            #(#whole)*
            #looked_at
            #beside
            #(#found)*
            #(#named)*
        }
    }

    /// The elements that come to a process for the reads of a loop: those that come before it, and those
    /// that may come later. Totals that are computed ahead of the loop need the rows that their folds read.
    fn awaited(&self, nested: &Loop, reads: &Reads) -> (Vec<Awaited>, Vec<Awaited>) {
        let windows = reads.windows.iter().map(|read| {
            let name = self.window(read).expect("it is one of the windows");
            let array = self.spread(read.array);
            Awaited {
                begun: self.window_of(read, &array),
                taken: quote!(let #name: &[_] = #name.elements();),
                name,
            }
        });
        let reached = reads.reached.iter().map(|group| self.bring(nested, group));
        let mut later = windows.chain(reached).list();
        let by_rows = reads.by_rows.iter();
        let mut by_rows = by_rows
            .map(|by_rows| self.bring_rows(nested, by_rows))
            .list();
        let schedule = &self.schedule.loops[&nested.number];
        match schedule.meanwhile {
            Meanwhile::Nothing => {
                later.append(&mut by_rows);
                (later, Vec::new())
            }
            _ if schedule.totals_ahead => (by_rows, later),
            _ => {
                later.append(&mut by_rows);
                (Vec::new(), later)
            }
        }
    }

    /// The elements that come while aggregates of a loop are found, or while it is done.
    pub(super) fn awaited_during(&self, nested: &Loop) -> Vec<Awaited> {
        match self.is_spread {
            true => self.awaited(nested, &Reads::of(self, nested)).1,
            false => Vec::new(),
        }
    }

    /// The reads of a loop at the positions that another array has, which is read in step: their
    /// elements come to the process before the loop.
    pub(super) fn lookups(&self, nested: &Loop) -> impl Iterator<Item = Lookup> {
        let lookups = nested.body.steps();
        let lookups = lookups.filter_map(|step| self.lookup(nested, step));
        lookups.list().into_iter()
    }

    /// A step that is one of them.
    pub(super) fn lookup(&self, nested: &Loop, step: &Step) -> Option<Lookup> {
        let Step::Gather {
            data, index, into, ..
        } = step
        else {
            return None;
        };
        let into = *into.names().first()?;
        let is_here = |step: &Step| matches!(step, Step::Gather { into: of, .. } if of.names().contains(&into));
        let is_one_loop = self.schedule.loops[&nested.number].sub_loops.len() == 1;
        if !self.is_spread || !is_one_loop || !nested.body.steps().any(is_here) {
            return None;
        }
        let is_indices = |read: &&Read| {
            let is_in_step = matches!(read.map[..], [Affine::Identity(0)]);
            matches!(read.into, Pattern::Name(of) if of == *index)
                && is_in_step
                && overwriting(self.nest, read.array, &nested.writes).is_none()
        };
        let read = nested.body.reads.iter().find(is_indices)?;
        Some(Lookup {
            data: home(self.nest, *data),
            indices: home(self.nest, read.array),
            into,
        })
    }

    /// The elements that a loop looks up.
    pub(super) fn found(&self, lookup: &Lookup) -> Ident {
        self.names.found(lookup.into)
    }

    /// The outcome of a loop on all processes.
    pub(super) fn on_all(&self, done: TokenStream) -> TokenStream {
        match self.is_spread {
            true => {
                let part = inner("part");
                quote!(#part.outcome(#done))
            }
            false => done,
        }
    }

    /// The sink of values for computed positions of an array.
    pub(super) fn elsewhere(&self, write: &Write, nested: &Loop) -> TokenStream {
        let (rt, mpi) = (&self.rt, self.mpi());
        let name = self.nest.arrays[write.array].name.to_string();
        let dest = self.spread(written(write));
        let of = quote!(#dest.local(), #mpi::len(#dest), #name);
        match write.mode.reduces() {
            true => {
                let by = self.combining_at(write.array, nested);
                quote!(#rt::Elsewhere::combined(#of, #by))
            }
            false => quote!(#rt::Elsewhere::placed(#of)),
        }
    }

    /// The statements that put values at the positions that a loop has computed.
    pub(super) fn put(&self, nested: &Loop) -> TokenStream {
        let (mpi, world, came) = (self.mpi(), inner("world"), inner("came"));
        let mut writes: Vec<&Write> = nested.writes.iter().collect();
        writes.retain(|write| self.is_spread && write.mode.is_at_positions());
        if writes.is_empty() {
            return TokenStream::new();
        }
        let leaving = concat(writes.iter().map(|write| {
            let (pairs, dest) = (self.names.vector(write.array), self.spread(written(write)));
            quote!(.with(#dest, &#pairs))
        }));
        let put = writes.iter().map(|write| {
            let (pairs, dest) = (self.names.vector(write.array), written(write));
            match &self.nest.arrays[dest].storage {
                Storage::Input(host, true) if write.mode.home().is_some() => {
                    quote!(#came.put_into(#host.__array_mut(), &#pairs);)
                }
                _ => {
                    let dest = match self.nest.arrays[dest].given_away {
                        true => self.names.vector(dest).to_token_stream(),
                        false => {
                            let dest = self.spread(dest);
                            quote!(#mpi::copied(#dest))
                        }
                    };
                    quote!(let #pairs = #came.put(#dest, &#pairs);)
                }
            }
        });
        let put = concat(put);
        quote! {
            let mut #came = #mpi::Leaving::of(#world) #leaving .exchange();
            #put
        }
    }

    /// The call that brings the elements of a read at other positions than its own.
    fn window_of(&self, read: &Read, array: &TokenStream) -> TokenStream {
        let (rt, part) = (&self.rt, inner("part"));
        let (start, factor, outside) = match read.map[..] {
            [Affine::Reversed(_)] => return quote!(#part.reversed(#array)),
            [Affine::Next(_)] => (1, 1, quote!(#rt::Outside::Edge)),
            [Affine::Section { start, factor, .. }] => {
                (start as isize, factor, quote!(#rt::Outside::Edge))
            }
            [
                Affine::Padded {
                    start,
                    factor,
                    padding,
                    ..
                },
            ] => (start, factor, self.outside(padding)),
            _ => unreachable!("reads of other kinds are refused"),
        };
        let (start, factor) = (
            Literal::isize_unsuffixed(start),
            Literal::usize_unsuffixed(factor),
        );
        quote!(#part.window(#array, #start, #factor, #outside))
    }
}

/// A read at the positions that another array has.
pub(super) struct Lookup {
    /// The array that is read.
    pub(super) data: ArrayId,
    /// The array that has the positions.
    pub(super) indices: ArrayId,
    /// The first array that is made of it.
    into: ArrayId,
}

/// The array at positions of which a loop writes.
fn written(write: &Write) -> ArrayId {
    match write.mode {
        WriteMode::Scatter(dest) | WriteMode::Reduce(dest) => dest,
        WriteMode::ScatterInPlace(home) | WriteMode::ReduceInPlace(home) => home,
        _ => unreachable!("other arrays are written in step"),
    }
}
