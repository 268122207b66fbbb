//! The body of a pass: straight-line code over current elements.

use super::context::{Cpu, list, reloaded, types};
use crate::codegen::host::pattern;
use crate::codegen::names::{concat, inner};
use crate::nest::{ArrayId, Entry, Item, Pattern, Read, Region, Step, Write, WriteMode};
use crate::ordered::{OrderedSet, ToList};
use crate::schedule::columns::{Port, Use};
use crate::schedule::{Action, Form, Pass, SubLoop};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Prints bodies of one sub-loop.
#[derive(Clone, Copy)]
pub(super) struct BodyPrinter<'c> {
    pub(super) cpu: &'c Cpu<'c>,
    pub(super) sub_loop: &'c SubLoop,
}

/// The context of a region.
#[derive(Clone)]
pub(super) struct Context<'s> {
    /// The position among all that its axes have, in row-major order.
    pub(super) index: TokenStream,
    /// The number of the innermost index.
    pub(super) axis: usize,
    /// The writes that are stored by value here and further inside: they yield the values of the
    /// sinks.
    pub(super) writes: Vec<Write>,
    /// The pass that all of it is in.
    pub(super) pass: &'s Pass,
    /// The number of filters between the step and the loop, or the inner loop, that it is in.
    pub(super) guards: usize,
    /// The indices that only totals need.
    pub(super) idle: OrderedSet<usize>,
}

impl Context<'_> {
    /// Returns true if the elements of a step's reduction leave the filters around it, so that
    /// nothing is left to do inside.
    pub(super) fn leaves(&self, step: &Step) -> bool {
        self.pass.leaving(step, self.guards).is_some()
    }
}

/// An inner loop.
pub(super) struct InnerLoop {
    /// The scalars of the outer body that it uses.
    row: TokenStream,
    /// The number of positions.
    pub(super) width: TokenStream,
    /// The arrays that it walks over.
    pub(super) rights: TokenStream,
    /// The names of the position, and of the elements there.
    position: TokenStream,
    items: TokenStream,
    /// The arrays of which it writes a row.
    written: TokenStream,
    body: TokenStream,
}

impl InnerLoop {
    /// The closure for a position of a row, with `folds` if these are passed to it.
    pub(super) fn of_row(&self, folds: Option<&TokenStream>) -> TokenStream {
        let (lane, folds) = (inner("lane"), folds.into_iter());
        let (row, position, items, body) = (&self.row, &self.position, &self.items, &self.body);
        quote!(|#(#folds,)* #row, #position, #lane, #items| { #body })
    }
}

impl<'c> BodyPrinter<'c> {
    pub(super) fn new(cpu: &'c Cpu<'c>, sub_loop: &'c SubLoop) -> Self {
        BodyPrinter { cpu, sub_loop }
    }

    /// The body of a pass.
    pub(super) fn body(&self, context: &Context<'_>) -> TokenStream {
        let region = &context.pass.region;
        let actions = context.pass.actions.iter().map(|action| match action {
            Action::Item(item) => self.item(&region.items[*item], context),
            Action::Reload {
                temporary,
                arrays,
                recomputed,
                rarely,
            } => {
                let made = recomputed
                    .iter()
                    .map(|item| self.item(&region.items[*item], context));
                self.reload(*temporary, arrays, concat(made), *rarely)
            }
        });
        concat(actions)
    }

    /// The statements before its last step.
    pub(super) fn before(&self, context: &Context<'_>) -> TokenStream {
        let items = &context.pass.region.items;
        let items = items.iter().take(items.len().saturating_sub(1));
        concat(items.map(|item| self.item(item, context)))
    }

    /// The statements inside of a filter or of an inner loop.
    pub(super) fn inner_body(&self, region: &Region, context: &Context<'_>) -> TokenStream {
        let items = region.items.iter();
        let items = items.filter(|item| !item.step().is_some_and(|step| context.leaves(step)));
        concat(items.map(|item| self.item(item, context)))
    }

    fn item(&self, item: &Item, context: &Context<'_>) -> TokenStream {
        match item {
            Item::Step(step) => self.step(step, context),
            Item::Region(inner) => self.inner_region(inner, context),
        }
    }

    /// Elements that a temporary holds, or are `made` anew.
    fn reload(
        &self,
        temporary: usize,
        arrays: &[ArrayId],
        made: TokenStream,
        rarely: bool,
    ) -> TokenStream {
        let rt = &self.cpu.rt;
        let reloaded = reloaded(temporary);
        let elements = arrays.iter().map(|array| self.element(*array));
        let elements: Vec<TokenStream> = elements.list();
        let all = self.sub_loop.temporaries[temporary].arrays.iter();
        let pattern = all.map(|array| match arrays.contains(array) {
            true => self.element(*array),
            false => quote!(_),
        });
        let made = quote!({
            #made
            (#(#elements,)*)
        });
        let made = match rarely {
            true => quote!(#rt::rarely(|| #made)),
            false => made,
        };
        quote! {
            let (#(#elements,)*) = match #reloaded {
                #rt::Some((#(#pattern,)*)) => (#(#elements,)*),
                #rt::None => #made
            };
        }
    }

    fn inner_region(&self, inner: &Region, context: &Context<'_>) -> TokenStream {
        match &inner.entry {
            Entry::Loop => unreachable!("only the root of a body is a loop"),
            Entry::Guard {
                predicate,
                arg,
                into,
                ..
            } => {
                let condition = self.cpu.call(predicate, &[self.element(*arg)]);
                self.guard(inner, &condition, *arg, into, context)
            }
            Entry::Axis { along } => self.axis(inner, *along, context),
        }
    }

    /// The pattern of the elements that a region begins with, with `_` for those that nothing uses.
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

    /// The loop over an axis.
    fn axis(&self, region: &Region, along: ArrayId, context: &Context<'_>) -> TokenStream {
        let rt = &self.cpu.rt;
        let (lane, lanes, rows) = (inner("lane"), inner("lanes"), inner("rows"));
        let InnerLoop {
            row,
            width,
            rights,
            position,
            items,
            written,
            body,
        } = self.inner_loop(region, along, context);
        if context.pass.has_rows() {
            return quote!(#rows.push(#row););
        }
        if context.pass.shares_rows(region) {
            quote! {
                #rt::inner_lanes(#lanes, #lane, #width, #rights, #written, |#position, #lane, #items| { #body })?;
            }
        } else {
            quote! {
                #rt::inner(#width, #rights, #written, |#position, #items| { #body })?;
            }
        }
    }

    /// The one inner loop of a pass over several rows.
    pub(super) fn rows(&self, context: &Context<'_>) -> InnerLoop {
        match context.pass.region.axes()[..] {
            [
                region @ Region {
                    entry: Entry::Axis { along },
                    ..
                },
            ] => self.inner_loop(region, *along, context),
            _ => unreachable!("rows are those of one axis"),
        }
    }

    fn inner_loop(&self, region: &Region, along: ArrayId, context: &Context<'_>) -> InnerLoop {
        let rt = &self.cpu.rt;
        let (flat, position, outer) = (inner("ij"), inner("j"), &context.index);
        let width = self.cpu.width(along);
        let within = Context {
            index: quote!(#flat),
            axis: context.axis + 1,
            guards: 0,
            ..context.clone()
        };
        let (rights, others): (Vec<&Read>, Vec<&Read>) = region
            .reads
            .iter()
            .partition(|read| read.is_along(within.axis));
        let slices = rights.iter().map(|read| self.cpu.whole(read.array));
        let items = rights.iter().map(|read| self.names(&read.into));
        let uses_index = self.uses_index(region);
        let index = uses_index.then(|| quote!(let #flat = #outer * #width + #position;));
        let taken = region.taken().into_iter().map(|array| self.element(array));
        let reads = others.iter().map(|read| {
            let names = self.names(&read.into);
            let slice = self.cpu.slice(read.array);
            let at = if read.is_reversed() {
                quote!(#slice.len() - 1 - #flat)
            } else if read.is_next() {
                quote!(::core::cmp::min(#flat + 1, #slice.len() - 1))
            } else {
                quote!(#flat)
            };
            let ty = self.declared(&read.into).map(|ty| quote!(: #ty));
            let appends = self.appends(&read.names(), context);
            quote!(let #names #ty = #slice[#at]; #appends)
        });
        let inside = self.inner_body(region, &within);
        let own = region.names();
        let rows = context.writes.iter();
        let rows =
            rows.filter(|write| write.mode == WriteMode::Fresh && own.contains(&write.array));
        let handles = rows.clone().map(|write| {
            let handle = self.cpu.names.appender(write.array);
            quote!(#handle)
        });
        let values = list(rows.clone().map(|write| self.element(write.array)));
        let body = quote! {
            #index
            #(#reads)*
            #inside
            #rt::Ok(#values)
        };
        InnerLoop {
            row: list(taken.chain(uses_index.then(|| outer.clone())).list()),
            rights: list(slices),
            position: match uses_index {
                true => quote!(#position),
                false => quote!(_),
            },
            items: list(items),
            written: list(handles),
            body,
            width,
        }
    }

    /// Appends the elements of arrays that hold any number for an iteration.
    pub(super) fn appends(&self, made: &[ArrayId], context: &Context<'_>) -> TokenStream {
        let appended = context
            .writes
            .iter()
            .filter(|write| write.mode == WriteMode::Append && made.contains(&write.array));
        concat(appended.map(|write| {
            let appender = self.cpu.names.appender(write.array);
            let element = self.element(write.array);
            quote!(#appender.push(#element)?;)
        }))
    }

    pub(super) fn element(&self, array: ArrayId) -> TokenStream {
        let name = self.cpu.names.element(array);
        quote!(#name)
    }

    /// The type of the elements of arrays, where the user wrote it.
    pub(super) fn declared(&self, into: &Pattern<ArrayId>) -> Option<TokenStream> {
        types(into, &|array| self.cpu.nest.arrays[array].ty.as_ref())
    }

    /// The pattern of the elements of arrays.
    pub(super) fn names(&self, into: &Pattern<ArrayId>) -> TokenStream {
        pattern(into, &|array| self.element(array))
    }

    /// The value of the body: one for each column.
    pub(super) fn yields(&self, pass: &Pass) -> TokenStream {
        let rt = &self.cpu.rt;
        let columns = pass.columns.iter().map(|columns| {
            let is_reading = columns.port != Port::Write;
            let temporaries = columns.temporaries.iter().enumerate();
            let temporaries = temporaries.map(|(number, its)| match its {
                _ if !is_reading => quote!(()),
                Use::Store => {
                    let arrays = self.sub_loop.temporaries[number].arrays.iter();
                    let values = arrays.map(|array| self.element(*array));
                    quote!(#rt::Some((#(#values,)*)))
                }
                Use::Reload | Use::Skip => quote!(#rt::None),
            });
            let writes = columns.writes.iter().map(|write| {
                let element = self.element(write.array);
                match columns.is_by_value(write) && !is_reading {
                    true if columns.dense.contains(&write.array) => element,
                    true if write.mode == WriteMode::Compact && pass.keeps_all(write.array) => {
                        quote!(#rt::Masked::when(true, #element))
                    }
                    true => element,
                    false => quote!(()),
                }
            });
            list(temporaries.chain(writes).list())
        });
        let values = together(columns.list(), pair).unwrap_or_else(|| quote!(()));
        match pass.form {
            Form::Partition { array } => {
                let element = self.element(array);
                quote!((#element, #values))
            }
            _ => values,
        }
    }

    /// Returns true if anything in a region needs the position.
    pub(super) fn uses_index(&self, region: &Region) -> bool {
        let mut uses = region.any_step(|step| {
            matches!(
                step,
                Step::Generate { digit: None, .. } | Step::Range { .. }
            ) || self.cpu.lookup(&self.sub_loop.nested, step).is_some()
        });
        region.visit(&mut |region| {
            let by_position = |read: &Read| read.map.len() > 1 && !read.is_by_digits();
            uses |= region.reads.iter().any(by_position);
        });
        uses
    }
}

/// The name of an index of the loop.
pub(super) fn index_of(digit: usize) -> Ident {
    inner(&format!("i{digit}"))
}

pub(super) fn pair(first: TokenStream, rest: TokenStream) -> TokenStream {
    quote!((#first, #rest))
}

/// Several arguments of a pass as one, if there is any.
pub(super) fn together(
    items: Vec<TokenStream>,
    both: impl Fn(TokenStream, TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    items
        .into_iter()
        .rev()
        .reduce(|rest, item| both(item, rest))
}
