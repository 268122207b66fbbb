//! The arrays that folds over an index read, of which a process has a part.
//!
//! `generate(|i| sum(|k| a[[i, k]] * x[k]))` reads of `a` the rows of its own positions, and all of `x`.
//! Rows come to the process if each fold of the loop reads an array at rows that follow from the
//! outermost index, and the whole array otherwise.

use super::awaited::Awaited;
use super::context::Cpu;
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::over::{At, Over, View};
use crate::nest::{ArrayId, Host, Loop, Region, Step, bare};
use crate::ordered::ToList;
use crate::schedule::looked_at::{over_array, read_by};
use crate::schedule::tiles;
use crate::walk::{self, Node};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::ops::Range;
use syn::{Expr, Lit, UnOp};

/// An array of which a loop reads some rows for each value of its outermost index.
pub(super) struct ByRows {
    /// The array.
    pub(super) array: ArrayId,
    /// The rows, counted from that of the index.
    pub(super) rows: Range<isize>,
    /// The index at the first position of the loop.
    first: TokenStream,
}

impl Cpu<'_> {
    /// The arrays that a loop reads by rows.
    pub(super) fn by_rows(&self, nested: &Loop) -> Vec<ByRows> {
        let mut found: Vec<(ArrayId, Option<ByRows>)> = Vec::new();
        // Totals that are computed before a loop over one index are those of all of its positions.
        if self.schedule.loops[&nested.number].totals_ahead && nested.axes.len() == 1 {
            return Vec::new();
        }
        let others = self.with_rows(nested);
        let is_other = |view: &View<'_>, indices: &[Option<&Ident>]| {
            let mut others = others.iter();
            others.any(|others| others.has(self.nest, view, indices))
        };
        nested.body.visit(&mut |region| {
            for host in region.workers() {
                let rows = self.rows_of_worker(nested, region, host, &is_other);
                for (array, rows) in rows {
                    join(&mut found, array, rows);
                }
            }
        });
        let found = found.into_iter().filter_map(|(_, rows)| rows);
        found.list()
    }

    /// The arrays that folds of a worker read, with the rows of those that it reads by rows. Views
    /// that read a row for each value of another index are left out.
    fn rows_of_worker(
        &self,
        nested: &Loop,
        region: &Region,
        host: &Host,
        is_other: &dyn Fn(&View<'_>, &[Option<&Ident>]) -> bool,
    ) -> Vec<(ArrayId, Option<ByRows>)> {
        let read = read_by(self.nest, host);
        let none = || read.iter().map(|array| (*array, None)).list();
        let Expr::Closure(closure) = bare(&host.expr) else {
            return none();
        };
        let is_own =
            |step: &&Step| matches!(step, Step::Map { worker, .. } if std::ptr::eq(worker, host));
        let Some(Step::Map { args, .. }) = region.steps().find(is_own) else {
            return none();
        };
        let is_root = std::ptr::eq(&raw const nested.body, region);
        let index = |number| match is_root {
            true => tiles::parameter(region, closure, args, number),
            false => None,
        };
        let indices = (0..nested.axes.len()).map(|number| Some(index(number)?.0));
        let indices: Vec<Option<&Ident>> = indices.list();
        let Some((index, worker)) = index(0) else {
            return none();
        };
        let first = self.call(worker, &[quote!(0usize)]);
        let mut rows: Vec<(ArrayId, Option<Range<isize>>)> = Vec::new();
        walk::expr(&closure.body, &mut |node| {
            if let Node::Expr(expr) = node {
                if let Some(over) = Over::of(expr) {
                    for view in over.views.iter().filter(|view| !is_other(view, &indices)) {
                        if let Some(array) = over_array(self.nest, view.array) {
                            rows.push((array, rows_of(&over, view, index)));
                        }
                    }
                } else if let Some(at) = At::of(expr)
                    && let Some(array) = over_array(self.nest, at.array)
                {
                    rows.push((array, None));
                }
            }
            true
        });
        let rows = rows.into_iter().map(|(array, rows)| {
            let by_rows = rows.map(|rows| ByRows {
                array,
                rows,
                first: first.clone(),
            });
            (array, by_rows)
        });
        rows.list()
    }

    /// The elements of an array that folds of a loop look at.
    pub(super) fn looked_at(&self, array: ArrayId) -> Ident {
        self.names.window(array, "looked_at")
    }

    /// The first row that a process has of an array that folds look at, and the number of them.
    pub(super) fn rows_here(&self, array: Option<ArrayId>) -> (Ident, Ident) {
        let array = array.expect("lowering gives each array that workers read a name of its own");
        let name = |suffix: &str| self.names.window(array, suffix);
        (name("first_row"), name("rows"))
    }

    /// The reads of an array by rows: its first rows and its last ones, as the runtime computes with
    /// them.
    fn reaches(&self, nested: &Loop, by_rows: &ByRows) -> TokenStream {
        let (rt, sizes) = (&self.rt, inner("sizes"));
        let axes = &self.nest.arrays[by_rows.array].axes;
        let axes: Vec<TokenStream> = match axes.len() {
            0 | 1 => vec![self.len(by_rows.array)],
            _ => axes.iter().map(|axis| self.extent(axis)).list(),
        };
        let none = Literal::usize_unsuffixed(nested.axes.len());
        let first = &by_rows.first;
        let reaches = [by_rows.rows.start, by_rows.rows.end - 1].map(|row| {
            let row = Literal::isize_unsuffixed(row);
            // A position outside of an axis means all of it.
            let rows = quote!((0, usize::cast_signed(#first) + #row, 1));
            let others = axes[1..].iter().map(|_| quote!((#none, -1, 1)));
            quote!(#rt::Reach::of(#sizes, [#(#axes),*], [#rows #(, #others)*]))
        });
        quote!([#(#reaches),*])
    }

    /// The part of a loop that goes along the rows of an array.
    pub(super) fn part_by_rows(&self, nested: &Loop, by_rows: &ByRows) -> TokenStream {
        let (mpi, run, world) = (self.mpi(), inner("run"), inner("world"));
        let (array, reaches) = (self.spread(by_rows.array), self.reaches(nested, by_rows));
        quote!(#mpi::Part::over(#world, #run.cut(), #array, &#reaches[0]))
    }

    /// The rows of an array.
    pub(super) fn bring_rows(&self, nested: &Loop, by_rows: &ByRows) -> Awaited {
        let (part, name) = (inner("part"), self.looked_at(by_rows.array));
        let (array, reaches) = (self.spread(by_rows.array), self.reaches(nested, by_rows));
        let (first, rows) = self.rows_here(Some(by_rows.array));
        let reaches = match self.summed(nested) {
            // All rows come then, in another way.
            Some(_) => {
                let summed = inner("summed");
                quote!(&#reaches[if #summed.is_shared() { 2.. } else { 0.. }])
            }
            None => quote!(&#reaches),
        };
        Awaited {
            begun: quote!(#part.reached_rows(#array, #reaches)),
            taken: quote!(let (#name, #first, #rows) = #name.rows();),
            name,
        }
    }

    /// The statements that name what folds look at of arrays that a process has as a whole.
    pub(super) fn look_at_whole(&self, arrays: &[ArrayId]) -> TokenStream {
        let looked_at = arrays.iter().map(|array| {
            let (name, whole) = (self.looked_at(*array), self.all_elements(*array));
            let (first, rows) = self.rows_here(Some(*array));
            let height = match self.nest.arrays[*array].axes.first() {
                Some(height) if self.nest.arrays[*array].axes.len() > 1 => self.extent(height),
                _ => quote!(#whole.len()),
            };
            quote!(let (#name, #first, #rows) = (#whole, 0usize, #height);)
        });
        quote!(#(#[allow(unused_variables)] #looked_at)*)
    }
}

/// Notes the rows of an array that a worker reads: none that is known if one of them is not.
fn join(found: &mut Vec<(ArrayId, Option<ByRows>)>, array: ArrayId, rows: Option<ByRows>) {
    let Some((_, known)) = found.iter_mut().find(|(other, _)| *other == array) else {
        found.push((array, rows));
        return;
    };
    let is_same = |one: &ByRows, other: &ByRows| one.first.to_string() == other.first.to_string();
    *known = match (known.take(), rows) {
        (Some(one), Some(other)) if is_same(&one, &other) => Some(ByRows {
            rows: one.rows.start.min(other.rows.start)..one.rows.end.max(other.rows.end),
            ..one
        }),
        _ => None,
    };
}

/// The rows that a view reads, counted from that of an index.
fn rows_of(over: &Over<'_>, view: &View<'_>, index: &Ident) -> Option<Range<isize>> {
    let (_, start, factor) = view.axes.first()?;
    let start = distance(start, index)?;
    if *factor == 0 {
        return Some(start..start + 1);
    }
    let factor = factor.cast_signed();
    let (from, to) = (number(over.from)?, number(over.to)?);
    let last = to.checked_sub(1)?;
    (from <= last).then(|| start + factor * from..start + factor * last + 1)
}

/// The number that an expression is more than a variable, if it is written there.
pub(super) fn distance(expr: &Expr, variable: &Ident) -> Option<isize> {
    match expr {
        Expr::Paren(inner) => distance(&inner.expr, variable),
        Expr::Group(inner) => distance(&inner.expr, variable),
        Expr::Path(path) => path.path.is_ident(variable).then_some(0),
        Expr::Binary(binary) => match binary.op {
            syn::BinOp::Add(_) => sum(&binary.left, &binary.right, 1, variable),
            syn::BinOp::Sub(_) => sum(&binary.left, &binary.right, -1, variable),
            _ => None,
        },
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return None;
            };
            let (left, right) = (call.args.first()?, call.args.get(1)?);
            match path.path.segments.last()?.ident.to_string().as_str() {
                "wrapping_add" => sum(left, right, 1, variable),
                "wrapping_sub" => sum(left, right, -1, variable),
                _ => None,
            }
        }
        _ => None,
    }
}

fn sum(left: &Expr, right: &Expr, sign: isize, variable: &Ident) -> Option<isize> {
    match (distance(left, variable), number(right)) {
        (Some(left), Some(right)) => left.checked_add(sign * right),
        _ if sign > 0 => distance(right, variable)?.checked_add(number(left)?),
        _ => None,
    }
}

/// The value of a literal.
pub(super) fn number(expr: &Expr) -> Option<isize> {
    match expr {
        Expr::Paren(inner) => number(&inner.expr),
        Expr::Group(inner) => number(&inner.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            number(&unary.expr).map(|number| -number)
        }
        _ => None,
    }
}
