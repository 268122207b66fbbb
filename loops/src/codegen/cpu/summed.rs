//! Folds over an index of which the processes share the terms.
//!
//! `generate(|j| sum(|i| x[i] * a[[i, j]]))` reads a row of `a` for each index of the sum. Where its totals
//! are computed before the loop, each process takes the terms of the rows that it has, and the totals
//! move in the place of `a`, if they are fewer bytes. So it is with `b` in
//! `generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))`, where all of `a` moves as well.

use super::body::BodyPrinter;
use super::by_rows::{ByRows, number};
use super::context::Cpu;
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::over::Over;
use crate::nest::{ArrayId, Host, Loop, Step, bare};
use crate::schedule::looked_at::{over_array, read_by};
use crate::walk::{self, Node};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

/// The folds of a loop whose terms the processes may share.
pub(super) struct Summed {
    /// The first index, and the one behind the last.
    from: TokenStream,
    to: TokenStream,
    /// The arrays of which an index reads a row, with the row that index 0 reads.
    pub(super) arrays: Vec<(ArrayId, isize)>,
}

impl Cpu<'_> {
    /// The folds of a loop whose terms the processes may share: all are computed before it, and have the
    /// same indices.
    pub(super) fn summed(&self, nested: &Loop) -> Option<Summed> {
        let schedule = &self.schedule.loops[&nested.number];
        let (true, [sub_loop]) = (
            self.is_spread && schedule.totals_ahead,
            &schedule.sub_loops[..],
        ) else {
            return None;
        };
        let printer = BodyPrinter::new(self, sub_loop);
        let mut range: Option<(TokenStream, TokenStream)> = None;
        let mut found: Vec<(ArrayId, Option<isize>)> = Vec::new();
        for pass in &sub_loop.passes {
            for step in pass.region.steps() {
                let Some((worker, folds)) = printer.folds_ahead(pass, step) else {
                    continue;
                };
                let parameters = parameters(step);
                for fold in &folds {
                    let over = Over::of(fold)?;
                    let own = (over.from.to_token_stream(), over.to.to_token_stream());
                    let named = identifiers(&own);
                    if named.iter().any(|name| parameters.contains(name)) {
                        return None;
                    }
                    let is_same = |known: &(TokenStream, TokenStream)| text(known) == text(&own);
                    if !range.as_ref().is_none_or(is_same) {
                        return None;
                    }
                    range.get_or_insert(own);
                    for view in &over.views {
                        let start = match view.axes.first() {
                            Some((_, start, 1)) => number(start),
                            _ => None,
                        };
                        join(&mut found, over_array(self.nest, view.array)?, start);
                    }
                }
                for array in read_by(self.nest, &worker) {
                    join(&mut found, array, None);
                }
            }
        }
        nested.body.visit(&mut |region| {
            for host in region.workers() {
                // Users' builds of syn compare no expressions.
                let text = host.expr.to_token_stream().to_string();
                let is_host = |worker: &Host| worker.expr.to_token_stream().to_string() == text;
                let is_made = sub_loop.passes.iter().any(|pass| {
                    let mut steps = pass.region.steps();
                    steps.any(|step| {
                        matches!(step, Step::Map { worker, .. } if is_host(worker))
                            && printer.folds_ahead(pass, step).is_some()
                    })
                });
                if !is_made {
                    for array in read_by(self.nest, host) {
                        join(&mut found, array, None);
                    }
                }
            }
        });
        let arrays = found.into_iter();
        let arrays = arrays.filter_map(|(array, start)| Some((array, start?)));
        let arrays: Vec<(ArrayId, isize)> = arrays.collect();
        let (from, to) = range?;
        (!arrays.is_empty()).then_some(Summed { from, to, arrays })
    }

    /// The number of rows of an array.
    fn height(&self, array: ArrayId) -> TokenStream {
        let axes = &self.nest.arrays[array].axes;
        match axes.first() {
            Some(height) if axes.len() > 1 => self.extent(height),
            _ => self.len(array),
        }
    }

    /// The statements that find whether the processes share the terms. Arrays that are read by rows are
    /// read as a whole then.
    pub(super) fn share_summed(&self, summed: &Summed, by_rows: &[ByRows]) -> TokenStream {
        let (mpi, part, sizes) = (self.mpi(), inner("part"), inner("sizes"));
        let shared = inner("summed");
        let Summed { from, to, arrays } = summed;
        let summand = |array: ArrayId| self.names.window(array, "summand");
        let summands = arrays.iter().map(|(array, start)| {
            let (name, of) = (summand(*array), self.spread(*array));
            let (axes, height) = (&self.nest.arrays[*array].axes, self.height(*array));
            let width = axes.iter().skip(1).map(|axis| self.extent(axis));
            let start = Literal::isize_unsuffixed(*start);
            quote!(let #name = #mpi::Summand::of(#of, #height, 1usize #(* #width)*, #start);)
        });
        let names = arrays.iter().map(|(array, _)| summand(*array));
        let others = by_rows.iter().map(|by_rows| self.spread(by_rows.array));
        quote! {
            #(#summands)*
            let #shared = #part.summed(
                &#sizes, (#from, #to), &[#(&#names),*], 0 #(+ #mpi::bytes(#others))*
            );
        }
    }

    /// The statements that bring the rows of which a process takes the terms, and the arrays that
    /// are read by rows otherwise.
    pub(super) fn bring_summed(&self, summed: &Summed, by_rows: &[ByRows]) -> TokenStream {
        let shared = inner("summed");
        let summand = |array: ArrayId| self.names.window(array, "summand");
        let rows = summed.arrays.iter().map(|(array, _)| {
            let (name, looked_at) = (summand(*array), self.looked_at(*array));
            let (first, count) = self.rows_here(Some(*array));
            quote! {
                let #looked_at = #shared.mine(&#name);
                let #looked_at: &[_] = &#looked_at;
                let (#first, #count) = #shared.rows(&#name);
            }
        });
        let others = by_rows.iter().map(|by_rows| {
            let array = by_rows.array;
            let (all, of) = (self.names.window(array, "all"), self.spread(array));
            let (looked_at, height) = (self.looked_at(array), self.height(array));
            let (first, count) = self.rows_here(Some(array));
            quote! {
                let #all = #shared.all(#of);
                let (#looked_at, #first, #count) = match &#all {
                    Some(all) => (&all[..], 0usize, #height),
                    None => (#looked_at, #first, #count),
                };
            }
        });
        quote!(#(#rows)* #(#others)*)
    }
}

/// Notes the row of an array that index 0 reads: none if folds read it in other ways as well.
fn join(found: &mut Vec<(ArrayId, Option<isize>)>, array: ArrayId, start: Option<isize>) {
    match found.iter_mut().find(|(other, _)| *other == array) {
        Some((_, known)) if *known != start => *known = None,
        Some(_) => {}
        None => found.push((array, start)),
    }
}

/// The names of the parameters of a step.
fn parameters(step: &Step) -> Vec<Ident> {
    let mut names = Vec::new();
    if let Step::Map { worker, .. } = step
        && let Expr::Closure(closure) = bare(&worker.expr)
    {
        for input in &closure.inputs {
            walk::pattern(input, &mut |node| {
                if let Node::Binding(binding) = node {
                    names.push(binding.ident.clone());
                }
                true
            });
        }
    }
    names
}

fn text((from, to): &(TokenStream, TokenStream)) -> String {
    format!("{from} {to}")
}

fn identifiers((from, to): &(TokenStream, TokenStream)) -> Vec<Ident> {
    let mut named = Vec::new();
    walk::each_identifier(quote!(#from #to), &mut |name| named.push(name.clone()));
    named
}
