//! The columns of a loop: its sinks, and the arrays that they become.

use super::context::{Cpu, list};
use super::counting::capacity;
use super::operator::op_tag;
use crate::codegen::host::HostCode;
use crate::codegen::names::placed;
use crate::nest::{ArrayId, Loop, Storage, Write, WriteMode};
use crate::ordered::ToList;
use crate::schedule::operator::Tag;
use crate::schedule::{LoopSchedule, SubLoop};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

impl Cpu<'_> {
    /// The sinks of the loop.
    pub(super) fn sinks(&self, schedule: &LoopSchedule) -> TokenStream {
        let rt = &self.rt;
        let results = |sub_loop: &SubLoop| {
            // At the place of the array, for messages about its elements.
            let results = sub_loop.written_results().iter().rev();
            let rows = sub_loop.rows();
            let sinks = results.fold(quote!(()), |rest, write| {
                let place = self.nest.arrays[write.array].name.span();
                let sink = match sub_loop.dense.contains(&write.array) {
                    true => self.named("DenseAtOffset", write.array),
                    false if rows.contains(&write.array) => self.rows(sub_loop, write.array),
                    false => self.sink(write, &sub_loop.nested),
                };
                let capacity = capacity(schedule.counting.as_ref(), write.array);
                quote_spanned!(place=> (#sink #capacity, #rest))
            });
            let temporaries = sub_loop.temporaries.iter();
            temporaries.fold(sinks, |rest, temporary| match temporary.is_short() {
                true => quote!((#rt::Temporary::short(), #rest)),
                false => quote!((#rt::Temporary::new(), #rest)),
            })
        };
        let for_later = |sub_loop: &SubLoop| {
            let writes = sub_loop.writes_for_later().iter();
            let sink = |write: &Write| match write.mode.is_one_each() {
                true => "DenseScratch",
                false => "Scratch",
            };
            list(writes.map(|write| self.named(sink(write), write.array)))
        };
        lists(schedule, &for_later, &results)
    }

    /// The variables of the arrays that the loop has written.
    pub(super) fn vectors(&self, schedule: &LoopSchedule) -> TokenStream {
        let results = |sub_loop: &SubLoop| {
            let temporaries = sub_loop.temporaries.iter().map(|_| quote!(()));
            let vectors = sub_loop.written_results().iter();
            let is_put = |write: &Write| self.is_spread && write.mode.is_at_positions();
            let vectors = vectors.map(|write| match write.mode.home() {
                Some(_) if !is_put(write) => quote!(()),
                _ => {
                    let vector = self.names.vector(write.array);
                    quote!(#vector)
                }
            });
            list(temporaries.chain(vectors).list())
        };
        lists(schedule, &|_| quote!(_), &results)
    }

    fn sink(&self, write: &Write, nested: &Loop) -> TokenStream {
        let rt = &self.rt;
        let array = &self.nest.arrays[write.array].name;
        let name = array.to_string();
        if self.is_spread && write.mode.is_at_positions() {
            return placed(self.elsewhere(write, nested), array.span());
        }
        let sink = match write.mode {
            WriteMode::Fresh => return self.named("Fresh", write.array),
            WriteMode::Compact => return self.named("Compact", write.array),
            WriteMode::Append => return self.named("Append", write.array),
            WriteMode::Fill(home) => {
                let slice = self.slice_mut(home);
                quote!(#rt::Fill::new(#slice))
            }
            WriteMode::InPlace(home) => {
                let slice = self.slice_mut(home);
                quote!(#rt::InPlace::new(#slice))
            }
            WriteMode::Replace(array) => {
                let vector = self.names.vector(array);
                quote!(#rt::Replace::named(#name, #vector))
            }
            WriteMode::Part(home) => self.within(home, write.array),
            WriteMode::Scatter(dest) => {
                let (how, dest) = self.dest(dest);
                quote!(#rt::Scatter::#how(#dest, #name))
            }
            WriteMode::ScatterInPlace(home) => {
                let slice = self.slice_mut(home);
                quote!(#rt::Scatter::in_place(#slice, #name))
            }
            WriteMode::Reduce(dest) => {
                let (how, dest) = self.dest(dest);
                let by = self.combining_at(write.array, nested);
                quote!(#rt::Bins::#how(#dest, #name, #by))
            }
            WriteMode::ReduceInPlace(home) => {
                let (slice, by) = (self.slice_mut(home), self.combining_at(write.array, nested));
                quote!(#rt::Bins::in_place(#slice, #name, #by))
            }
        };
        placed(sink, array.span())
    }

    /// The array at computed positions of which a loop writes, and how the runtime gets it.
    fn dest(&self, dest: ArrayId) -> (Ident, TokenStream) {
        let (how, dest) = match self.nest.arrays[dest].given_away {
            true => ("taking", self.names.vector(dest).to_token_stream()),
            false => ("copied", self.slice(dest)),
        };
        (format_ident!("{how}"), dest)
    }

    /// The operator of a reduction by index, behind its tag for the runtime.
    pub(super) fn combining_at(&self, array: ArrayId, nested: &Loop) -> TokenStream {
        let combine = nested.body.combining(array);
        let combine = combine.expect("the loop that writes the bins combines values into them");
        let tag = op_tag(&self.rt, &Tag::of_any(combine.known.as_ref()));
        let operator = self.own(&combine.operator.expr);
        quote!(#tag, #operator)
    }

    /// The sink of an array of which each position of the loop has a row.
    fn rows(&self, sub_loop: &SubLoop, array: ArrayId) -> TokenStream {
        let (rt, ident) = (&self.rt, &self.nest.arrays[array].name);
        let name = ident.to_string();
        let axes = sub_loop.nested.axes_of(array).into_iter();
        let axes = axes.map(|along| self.len(along));
        placed(quote!(#rt::Rows::named(#name, [#(#axes),*])), ident.span())
    }

    /// A sink of the runtime that knows the name of the array in errors.
    fn named(&self, sink: &str, array: ArrayId) -> TokenStream {
        let (rt, array) = (&self.rt, &self.nest.arrays[array].name);
        let (sink, name) = (format_ident!("{sink}"), array.to_string());
        placed(quote!(#rt::#sink::named(#name)), array.span())
    }

    pub(super) fn slice_mut(&self, home: ArrayId) -> TokenStream {
        match &self.nest.arrays[home].storage {
            Storage::Input(host, true) => self.callers_mut(home, host),
            _ => unreachable!("only mutable inputs are written in place"),
        }
    }
}

/// The columns of the arrays that a loop writes, as the runtime has them: one list, or two for each
/// sub-loop.
fn lists(
    schedule: &LoopSchedule,
    for_later: &dyn Fn(&SubLoop) -> TokenStream,
    results: &dyn Fn(&SubLoop) -> TokenStream,
) -> TokenStream {
    if let [whole] = &schedule.sub_loops[..] {
        return results(whole);
    }
    let mut lists = Vec::new();
    for sub_loop in &schedule.sub_loops {
        if sub_loop.for_later > 0 {
            lists.push(for_later(sub_loop));
        }
        lists.push(results(sub_loop));
    }
    list(lists)
}
