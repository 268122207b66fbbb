//! Folds over an index that read a row of some arrays for each value of an index, which the processes
//! share.
//!
//! `generate(|j| sum(|i| x[i] * a[[i, j]]))` reads a row of `a` for each index of the sum, and
//! `generate(|i, j| sum(|k| a[[i, k]] * b[[j, k]]))` one of `b` for each `j`, where the process has the rows
//! of `a` for its own `i`. Where totals are computed before the loop, each process takes the terms, or the
//! positions, of the rows that it has, and the totals move in the place of these, with all of `a`, if they
//! are fewer bytes; otherwise the rows are passed round. The runtime decides, since it knows the lengths.

use super::body::BodyPrinter;
use super::by_rows::{ByRows, distance, number};
use super::context::Cpu;
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::over::{Over, View};
use crate::nest::{ArrayId, Loop, Nest, Step, bare};
use crate::ordered::ToList;
use crate::schedule::looked_at::{over_array, read_by};
use crate::walk::{self, Node};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

/// The folds of a loop of which the processes share the rows.
pub(super) struct Summed {
    pub(super) along: Along,
    /// The arrays that have a row for each value.
    pub(super) arrays: Vec<Summand>,
}

/// An index, of which each value has a row of an array.
pub(super) enum Along {
    /// The indices of folds, from the first one to that behind the last.
    Terms(TokenStream, TokenStream),
    /// An index of the loop, with the coordinate of its first position.
    Index(usize, TokenStream),
}

/// An array of which each value has a row.
pub(super) struct Summand {
    pub(super) array: ArrayId,
    /// The row of value 0.
    start: isize,
    /// Set if folds, or other code, read it in other ways as well.
    has_others: bool,
}

/// The row that a view reads for each value of an index.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// The index of the fold.
    Terms(isize),
    /// An index of the loop that is not its outermost one.
    Index(usize, isize),
}

impl By {
    /// The rows of a view, where the indices of the loop have these names; `None` if they are others.
    fn of(view: &View<'_>, indices: &[Option<&Ident>]) -> Option<By> {
        let (_, start, factor) = view.axes.first()?;
        match factor {
            0 => {
                let mut inner = indices.iter().enumerate().skip(1);
                inner.find_map(|(index, name)| Some(By::Index(index, distance(start, (*name)?)?)))
            }
            1 => number(start).map(By::Terms),
            _ => None,
        }
    }

    /// The row of value 0, if the values are those of one thing.
    fn start(self, along: &Along) -> Option<isize> {
        match (self, along) {
            (By::Terms(start), Along::Terms(..)) => Some(start),
            (By::Index(index, start), Along::Index(other, _)) if index == *other => Some(start),
            _ => None,
        }
    }
}

impl Summed {
    /// Returns true if a view reads a row of one of the arrays for each value, where the indices of the
    /// loop have these names.
    pub(super) fn has(&self, nest: &Nest, view: &View<'_>, indices: &[Option<&Ident>]) -> bool {
        let start = By::of(view, indices).and_then(|by| by.start(&self.along));
        let array = over_array(nest, view.array);
        let mut arrays = self.arrays.iter();
        arrays.any(|summand| Some(summand.array) == array && Some(summand.start) == start)
    }
}

/// The folds of a loop that are computed before it, and what else reads arrays.
#[derive(Default)]
struct Folds {
    /// The array of each view, its rows and the number of its axes.
    views: Vec<(ArrayId, Option<By>, usize)>,
    /// The ranges of the folds, as text, and those in which no parameter of a worker is named.
    ranges: Vec<(String, Option<(TokenStream, TokenStream)>)>,
    /// The indices of the loop that folds name, with the coordinate of the first position.
    firsts: Vec<(usize, TokenStream)>,
    /// The arrays that other code reads.
    others: Vec<ArrayId>,
}

impl Cpu<'_> {
    /// The folds of a loop of which the processes may share the rows.
    pub(super) fn summed(&self, nested: &Loop) -> Option<Summed> {
        let Summed { along, arrays } = self.with_rows(nested)?;
        let by_rows = self.by_rows(nested);
        let is_by_rows = |array: ArrayId| by_rows.iter().any(|rows| rows.array == array);
        let arrays = arrays.into_iter();
        let arrays = arrays.filter(|of| !of.has_others || is_by_rows(of.array));
        let arrays: Vec<Summand> = arrays.list();
        (!arrays.is_empty()).then_some(Summed { along, arrays })
    }

    /// The arrays that have a row for each value of one index, of those with the most axes, as far as folds
    /// that are computed before a loop read them.
    pub(super) fn with_rows(&self, nested: &Loop) -> Option<Summed> {
        let folds = self.folds_before(nested)?;
        let mut best: Option<(usize, Along)> = None;
        for (_, by, axes) in &folds.views {
            let along = match by {
                Some(By::Terms(_)) => folds.range(),
                Some(By::Index(index, _)) => folds.index(*index),
                None => None,
            };
            if let Some(along) = along
                && best.as_ref().is_none_or(|(most, _)| axes > most)
            {
                best = Some((*axes, along));
            }
        }
        let along = best?.1;
        let mut arrays: Vec<Summand> = Vec::new();
        for (array, by, _) in &folds.views {
            let Some(start) = by.and_then(|by| by.start(&along)) else {
                continue;
            };
            match arrays.iter_mut().find(|known| known.array == *array) {
                Some(known) => known.has_others |= known.start != start,
                None => arrays.push(Summand {
                    array: *array,
                    start,
                    has_others: folds.reads_otherwise(*array, &along),
                }),
            }
        }
        Some(Summed { along, arrays })
    }

    /// The folds that are computed before a loop over processes.
    fn folds_before(&self, nested: &Loop) -> Option<Folds> {
        if !self.is_spread {
            return None;
        }
        // A loop that counts first has no schedule of its own.
        let schedule = self.schedule.loops.get(&nested.number)?;
        let (true, [sub_loop]) = (schedule.totals_ahead, &schedule.sub_loops[..]) else {
            return None;
        };
        let printer = BodyPrinter::new(self, sub_loop);
        let mut found = Folds::default();
        let mut made = Vec::new();
        for pass in &sub_loop.passes {
            for step in pass.region.steps() {
                let Some(hoisted) = printer.folds_ahead(pass, step) else {
                    continue;
                };
                if let Step::Map { worker, .. } = step {
                    // Users' builds of syn compare no expressions.
                    made.push(worker.expr.to_token_stream().to_string());
                }
                let (names, parameters) = (hoisted.names(), parameters(step));
                for (_, fold) in &hoisted.folds {
                    let over = Over::of(fold)?;
                    let own = (over.from.to_token_stream(), over.to.to_token_stream());
                    let named = identifiers(&own);
                    let is_same = !named.iter().any(|name| parameters.contains(name));
                    found.ranges.push((text(&own), is_same.then_some(own)));
                    for view in &over.views {
                        let array = over_array(self.nest, view.array)?;
                        let by = By::of(view, &names);
                        found.views.push((array, by, view.axes.len()));
                    }
                }
                found.others.extend(read_by(self.nest, &hoisted.worker));
                found.firsts.extend(hoisted.firsts());
            }
        }
        nested.body.visit(&mut |region| {
            for host in region.workers() {
                if !made.contains(&host.expr.to_token_stream().to_string()) {
                    found.others.extend(read_by(self.nest, host));
                }
            }
        });
        Some(found)
    }

    /// The number of rows of an array.
    fn height(&self, array: ArrayId) -> TokenStream {
        let axes = &self.nest.arrays[array].axes;
        match axes.first() {
            Some(height) if axes.len() > 1 => self.extent(height),
            _ => self.len(array),
        }
    }

    /// The variable of an array of which each value has a row.
    fn summand(&self, array: ArrayId) -> Ident {
        self.names.window(array, "summand")
    }

    /// The statements that find how the processes share the folds, and bring what all of them need then.
    pub(super) fn share_summed(&self, summed: &Summed, by_rows: &[ByRows]) -> TokenStream {
        let (mpi, part, sizes) = (self.mpi(), inner("part"), inner("sizes"));
        let shared = inner("summed");
        let (along, first) = match &summed.along {
            Along::Terms(from, to) => {
                let count = quote!(usize::saturating_sub(#to, #from));
                (quote!(#mpi::Along::Terms(#count)), from)
            }
            Along::Index(index, first) => (quote!(#mpi::Along::Index(#index)), first),
        };
        let summands = summed.arrays.iter().map(|Summand { array, start, .. }| {
            let (name, of, height) = (
                self.summand(*array),
                self.spread(*array),
                self.height(*array),
            );
            let width = self.nest.arrays[*array].axes.iter().skip(1);
            let width = width.map(|axis| self.extent(axis));
            let start = Literal::isize_unsuffixed(*start);
            let start = quote!(usize::cast_signed(#first) + #start);
            quote!(let #name = #mpi::Summand::of(#of, #height, 1usize #(* #width)*, #start);)
        });
        let names = self.summands(summed);
        let others = by_rows.iter().map(|by_rows| self.spread(by_rows.array));
        quote! {
            #(#summands)*
            let #shared = #part.summed(&#sizes, #along, #names, 0 #(+ #mpi::bytes(#others))*);
        }
    }

    /// The statements that bring the arrays which are read by rows otherwise, if all processes need them.
    pub(super) fn bring_beside_summed(&self, by_rows: &[ByRows]) -> TokenStream {
        let shared = inner("summed");
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
        quote!(#(#others)*)
    }

    fn summands(&self, summed: &Summed) -> TokenStream {
        let names = summed.arrays.iter().map(|of| self.summand(of.array));
        quote!(&[#(&#names),*])
    }

    /// The totals of folds that the processes share.
    pub(super) fn totals_of_summed(
        &self,
        summed: &Summed,
        run: &Ident,
        totals: &TokenStream,
    ) -> TokenStream {
        let (shared, progress) = (inner("summed"), inner("progress"));
        let (names, rows) = (self.summands(summed), self.rows_of_summed(summed));
        quote!(#shared.totals(#names, |#progress| { #rows #progress.totals(#run, #totals); }))
    }

    /// The statements that name the rows that are here.
    pub(super) fn rows_of_summed(&self, summed: &Summed) -> TokenStream {
        let rows = summed.arrays.iter().map(|of| {
            let (name, [here, first, count]) = (self.summand(of.array), self.some_rows(of.array));
            quote! {
                let #here = #name.here();
                let #here: &[_] = &#here;
                let (#first, #count) = #name.rows();
            }
        });
        quote!(#(#rows)*)
    }

    /// The rows of an array that are here for folds, the first one, and their number.
    fn some_rows(&self, array: ArrayId) -> [Ident; 3] {
        ["some", "first_of_some", "count_of_some"].map(|name| self.names.window(array, name))
    }

    /// The slice and the axes of a view that reads a row for each value.
    pub(super) fn view_of_summed(&self, view: &View<'_>) -> (TokenStream, Vec<TokenStream>) {
        let array = over_array(self.nest, view.array);
        let array = array.expect("a fold that is shared reads arrays in memory");
        let [slice, first, count] = self.some_rows(array);
        (
            slice.to_token_stream(),
            self.axes_from(view, &first, &count),
        )
    }
}

impl Folds {
    /// The indices of the folds, if they are the same everywhere.
    fn range(&self) -> Option<Along> {
        let (text, range) = self.ranges.first()?;
        let is_same = self.ranges.iter().all(|(other, _)| other == text);
        let (from, to) = range.clone().filter(|_| is_same)?;
        Some(Along::Terms(from, to))
    }

    /// An index of the loop, if all folds know the same coordinate of its first position.
    fn index(&self, index: usize) -> Option<Along> {
        let mut firsts = self.firsts.iter().filter(|(of, _)| *of == index);
        let first = &firsts.next()?.1;
        let text = first.to_string();
        let is_same = firsts.all(|(_, other)| other.to_string() == text);
        is_same.then(|| Along::Index(index, first.clone()))
    }

    /// Returns true if an array is read in other ways than by a row for each value.
    fn reads_otherwise(&self, array: ArrayId, along: &Along) -> bool {
        let is_other = |by: &Option<By>| by.and_then(|by| by.start(along)).is_none();
        let mut views = self.views.iter();
        self.others.contains(&array) || views.any(|(of, by, _)| *of == array && is_other(by))
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
