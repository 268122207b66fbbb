//! Neighbours in arrays of several axes: `at(a, [0, 1])`, and `around(a)` with a pattern of patterns.
//!
//! They are reads of a grid, as subscripts are (`grid`).

use super::Lowering;
use super::grid::given::Given;
use super::grid::reach::{Late, Reach, Wanted};
use super::pad::Readable;
use super::radius::distances;
use super::scope::Entity;
use super::space;
use super::subscript::{Subscript, Terms};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Host, Op, Output, Padding};
use crate::ordered::ToList;
use crate::syntax::{Apply, Term, strip};
use proc_macro2::{Ident, Literal, Span};
use quote::{format_ident, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, Pat, parse_quote};

/// An element beside the one in step, and the pattern that takes it.
struct Neighbour {
    read: Readable,
    offsets: Vec<(isize, Late)>,
    pattern: Option<Pat>,
    span: Span,
}

impl Lowering {
    /// Returns true if a `map` has neighbours in arrays of several axes among its arguments.
    pub(super) fn has_neighbours_of_axes(&self, apply: &Apply<'_>) -> bool {
        let patterns: Vec<&Pat> = match strip(apply.args[0]) {
            Expr::Closure(closure) => closure.inputs.iter().list(),
            _ => Vec::new(),
        };
        apply.args[1..].iter().enumerate().any(|(position, arg)| {
            let Term::Apply(inner) = Term::of(arg) else {
                return false;
            };
            match inner.combinator.name {
                "at" => self.is_of_axes(&inner),
                "around" => {
                    let nested = |pattern: &&Pat| match pattern {
                        Pat::Slice(rows) => {
                            rows.elems.iter().any(|row| matches!(row, Pat::Slice(_)))
                        }
                        _ => false,
                    };
                    patterns.get(position).is_some_and(nested) || self.is_of_axes(&inner)
                }
                _ => false,
            }
        })
    }

    /// Returns true if an `at` or `around` is one of several axes: it has several offsets, or its
    /// array has a name and several axes.
    pub(super) fn is_of_axes(&self, apply: &Apply<'_>) -> bool {
        let has_axes = |name: &Ident| match self.scope.get(name) {
            Some(Entity::Array(array) | Entity::Padded(array, _)) => self.program.rank(array) > 1,
            _ => false,
        };
        let is_list = |offset: &&Expr| matches!(strip(offset), Expr::Array(_));
        let array = match apply.args.first().map(|arg| Term::of(arg)) {
            Some(Term::Apply(inner)) if inner.combinator.name == "pad" => {
                inner.args.get(1).copied()
            }
            _ => apply.args.first().copied(),
        };
        let is_moved = |offset: &&Expr| {
            let index = Ident::new("index", apply.span);
            let sum = syn::parse_quote!(#index + (#offset));
            Subscript::of(&sum, &index, &self.program.items.constants) == Subscript::Other
        };
        let offset = apply.args.get(1);
        offset.is_some_and(|offset| {
            is_list(offset) || apply.combinator.name == "at" && is_moved(offset)
        }) || matches!(array.map(Term::of), Some(Term::Name(name)) if has_axes(name))
    }

    /// `at(a, [0, 1])` by itself.
    pub(super) fn at_axes(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let neighbour = self.neighbour(apply, None, hint)?;
        let args = self.neighbours(vec![neighbour], hint)?;
        let identity = syn::parse2(quote_spanned!(apply.span=> |value| value));
        Some(Op::Map {
            worker: Host::plain(identity.expect("a closure")),
            args,
        })
    }

    /// `map(f, a, at(b, [0, 1]), around(c))`: its arguments are read at the positions at which all of
    /// them have an element.
    pub(super) fn map_neighbours(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let before = self.found.len();
        let mut worker = strip(apply.args[0]).clone();
        let patterns: Vec<Pat> = match &worker {
            Expr::Closure(closure) => closure.inputs.iter().cloned().list(),
            _ => Vec::new(),
        };
        let mut all = Vec::new();
        for (position, arg) in apply.args[1..].iter().enumerate() {
            let pattern = patterns.get(position).cloned();
            match Term::of(arg) {
                Term::Apply(inner) if inner.combinator.name == "around" => {
                    self.all_around(&inner, pattern.as_ref(), &mut all, hint);
                }
                Term::Apply(inner) if inner.combinator.name == "at" => {
                    all.extend(self.neighbour(&inner, pattern, hint));
                }
                _ => {
                    let array = self.array(arg, hint, "map");
                    all.extend(array.map(|array| Neighbour {
                        read: (array, None),
                        offsets: vec![(0, Late::default()); self.program.rank(array)],
                        pattern,
                        span: arg.span(),
                    }));
                }
            }
        }
        if let Expr::Closure(closure) = &mut worker {
            let patterns = all.iter().filter_map(|one: &Neighbour| one.pattern.clone());
            closure.inputs = patterns.collect();
        }
        let worker = self.worker(&worker, hint);
        if self.found.len() != before {
            return None;
        }
        let args = self.neighbours(all, hint)?;
        Some(Op::Map { worker, args })
    }

    /// The arrays of the elements that are read of sequences. One that index notation of several
    /// indices made has the coordinates of a grid.
    pub(super) fn neighbours_in_sequences(
        &mut self,
        wanted: Vec<space::Wanted>,
        hint: &str,
    ) -> Option<Vec<ArrayId>> {
        if !(wanted.iter()).any(|one| self.program.is_of_grid(one.array)) {
            return Some(self.reads(&wanted)?.0);
        }
        let all = wanted.into_iter().map(|one| Neighbour {
            read: (one.array, one.padding),
            offsets: vec![(one.offset, Late::default())],
            pattern: None,
            span: one.span,
        });
        self.neighbours(all.list(), hint)
    }

    /// The arrays of the elements that are read, at the positions at which all of them are inside.
    fn neighbours(&mut self, mut all: Vec<Neighbour>, hint: &str) -> Option<Vec<ArrayId>> {
        let rank = all.first()?.offsets.len();
        for one in &all {
            let (array, axes) = (one.read.0, self.program.rank(one.read.0));
            if (axes, one.offsets.len()) != (rank, rank) {
                let name = self.program.arrays[array].name.clone();
                let read = match axes == rank {
                    true => one.offsets.len(),
                    false => rank,
                };
                let report = catalog::neighbour_axes(one.span, &name, axes, read);
                self.found.push(report);
                return None;
            }
        }
        if all.iter().any(|one| self.begins_late_at(one)) {
            for one in &mut all {
                self.move_pad(one, hint)?;
            }
        }
        let wanted: Vec<Wanted> = all
            .into_iter()
            .map(|one| Wanted {
                array: one.read.0,
                padding: one.read.1,
                along: (0..)
                    .zip(one.offsets)
                    .map(|(axis, (offset, late))| Reach {
                        index: Some(axis),
                        factor: 1,
                        offset,
                        late,
                    })
                    .list(),
                parameter: self.scope.fresh(hint, one.span),
                span: one.span,
            })
            .list();
        let indices: Vec<Ident> = (0..rank).map(|axis| format_ident!("index{axis}")).list();
        let given = vec![Given::Inferred; rank];
        let grid = self.grid(&indices, &given, &wanted, &[], hint)?;
        // No index is used by itself.
        let none: ExprClosure = syn::parse_quote!(|| ());
        let (args, _) = self.arguments(grid, &wanted, &indices, &none, hint);
        Some(args)
    }

    /// Returns true if the elements beside those in step begin where only a run knows.
    fn begins_late_at(&self, one: &Neighbour) -> bool {
        let mut offsets = one.offsets.iter().enumerate();
        offsets.any(|(axis, (_, late))| {
            !late.is_empty() || self.program.side(one.read.0, axis).begins.is_some()
        })
    }

    /// Puts an array of its own in the place of a padded one that is read beside its elements.
    fn move_pad(&mut self, one: &mut Neighbour, hint: &str) -> Option<()> {
        let is_beside = one.offsets.iter().any(|(offset, _)| *offset != 0);
        let (array, Some(padding)) = one.read else {
            return Some(());
        };
        if !is_beside {
            return Some(());
        }
        let offsets = one.offsets.iter().map(|(offset, _)| -> Expr {
            let distance = Literal::usize_unsuffixed(offset.unsigned_abs());
            match *offset < 0 {
                true => parse_quote!(-#distance),
                false => parse_quote!(#distance),
            }
        });
        let offsets: Vec<Expr> = offsets.list();
        let offsets: Vec<&Expr> = offsets.iter().list();
        one.read = (
            self.moved((array, padding), &offsets, one.span, hint)?,
            None,
        );
        one.offsets.fill((0, Late::default()));
        Some(())
    }

    /// The element that an `at` reads.
    fn neighbour(
        &mut self,
        apply: &Apply<'_>,
        pattern: Option<Pat>,
        hint: &str,
    ) -> Option<Neighbour> {
        if !self.check(apply) {
            return None;
        }
        let read = self.readable(apply.args[0], hint, "at");
        let given: Vec<&Expr> = match strip(apply.args[1]) {
            Expr::Array(list) => list.elems.iter().list(),
            one => vec![one],
        };
        let mut offsets = Vec::new();
        for &offset in &given {
            // An offset is what is added to an index.
            let index = Ident::new("index", apply.span);
            let sum = syn::parse_quote!(#index + (#offset));
            let terms = Terms::of(&sum, Some(&index), &self.program.items.constants);
            let distance = terms
                .filter(|(factor, _)| *factor == 1)
                .and_then(|(_, terms)| {
                    let late = self.late(&terms.others, hint)?;
                    Some((terms.constant, late))
                });
            let Some(distance) = distance else {
                self.found.push(catalog::offset_of_at(offset.span()));
                return None;
            };
            for constant in self.constants_in(offset) {
                self.mention(&constant);
            }
            offsets.push(distance);
        }
        let mut read = read?;
        let is_moved = offsets.iter().any(|(_, late)| !late.is_empty());
        if let (array, Some(padding)) = read
            && is_moved
            && self.program.rank(array) == given.len()
        {
            read = (
                self.moved((array, padding), &given, apply.span, hint)?,
                None,
            );
            offsets.fill((0, Late::default()));
        }
        Some(Neighbour {
            read,
            offsets,
            pattern,
            span: apply.span,
        })
    }

    /// The elements of a padded array at distances that are scalars, as an array of their own.
    fn moved(
        &mut self,
        (array, padding): (ArrayId, Padding),
        offsets: &[&Expr],
        span: Span,
        hint: &str,
    ) -> Option<ArrayId> {
        let name = self.scope.fresh(&format!("{hint}_padded"), span);
        self.scope.insert(&name, Entity::Padded(array, padding));
        let indices = (0..offsets.len()).map(|axis| format_ident!("index{axis}"));
        let indices: Vec<Ident> = indices.list();
        let elements = syn::parse_quote!(|#(#indices),*| #name[[#(#indices + (#offsets)),*]]);
        let op = self.over_indices(None, &elements, hint)?;
        match self.bind_temporary(span, op, hint) {
            Output::Array(moved) => Some(moved),
            Output::Scalar(_) => None,
        }
    }

    /// The elements that an `around` reads: those that have a name in a pattern of patterns.
    fn all_around(
        &mut self,
        apply: &Apply<'_>,
        pattern: Option<&Pat>,
        all: &mut Vec<Neighbour>,
        hint: &str,
    ) {
        if !self.check(apply) {
            return;
        }
        let Some(read) = self.readable(apply.args[0], hint, "around") else {
            return;
        };
        let rank = self.program.rank(read.0);
        let said = distances(apply).map(|distances| distances.len());
        if let Some(said) = said.filter(|said| *said != rank) {
            let report = catalog::number_of_distances(apply.args[1].span(), said, rank);
            self.found.push(report);
            return;
        }
        let mut elements = Vec::new();
        let is_picture =
            pattern.is_some_and(|pattern| picture(pattern, rank, &mut Vec::new(), &mut elements));
        if !is_picture || elements.is_empty() {
            let span = pattern.map_or(apply.span, Spanned::span);
            self.found.push(match rank {
                1 => catalog::around_needs_pattern(span),
                _ => catalog::around_needs_picture(span, rank),
            });
            return;
        }
        all.extend(elements.into_iter().map(|(offsets, pattern)| {
            Neighbour {
                read,
                offsets: offsets
                    .into_iter()
                    .map(|offset| (offset, Late::default()))
                    .list(),
                pattern: Some(pattern),
                span: apply.span,
            }
        }));
    }
}

/// Collects the patterns of elements in a pattern for so many axes, with their distances from the
/// middle. Returns false if it is none: not of an odd number of elements along each axis.
fn picture(
    pattern: &Pat,
    axes: usize,
    before: &mut Vec<isize>,
    elements: &mut Vec<(Vec<isize>, Pat)>,
) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        element if axes == 0 => {
            elements.push((before.clone(), element.clone()));
            true
        }
        Pat::Slice(rows) if rows.elems.len() % 2 == 1 => {
            let middle = (rows.elems.len() / 2).cast_signed();
            (0..).zip(&rows.elems).all(|(row, pattern)| {
                before.push(row - middle);
                let is_one = !matches!(pattern, Pat::Rest(_))
                    && picture(pattern, axes - 1, before, elements);
                before.pop();
                is_one
            })
        }
        _ => false,
    }
}
