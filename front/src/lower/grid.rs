//! Index notation of several indices: `generate(|i, j| a[[i, j + 1]] - a[[i, j]])`, and of one index
//! into arrays of several axes.
//!
//! As in `index`, a subscript becomes a parameter of the worker, here of a map over the elements that
//! a grid reads (`ir::grid`). An index that is used by itself is a parameter, too.

use super::Lowering;
use super::over::{Around, Bounded};
use super::scope::Entity;
use super::space::{LARGEST, element_name};
use super::subscript::{Subscript, constant};
use crate::diagnostic::{Diagnostic, catalog};
use crate::ir::grid::Index;
use crate::ir::{Along, ArrayId, Beyond, Cells, Count, Grid, Host, Op, Output, Padding, ScalarId};
use crate::syntax::{Apply, Pattern, Term, names, strip};
use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, ExprIndex, Pat};

/// The elements that indices read.
pub(super) struct Wanted {
    pub(super) array: ArrayId,
    /// The elements outside of the array, if it may be read there.
    pub(super) padding: Option<Padding>,
    pub(super) along: Vec<Reach>,
    pub(super) span: Span,
    pub(super) parameter: Ident,
}

/// The coordinate of an element along an axis: `factor * i + offset`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Reach {
    pub(super) index: Option<usize>,
    pub(super) factor: usize,
    pub(super) offset: isize,
}

impl Wanted {
    /// The coordinates along each axis that must be inside of the array: an index of a padded array
    /// goes along its own axis, wherever it reads.
    fn bounds(&self) -> impl Iterator<Item = Reach> + '_ {
        self.along.iter().map(|reach| match self.padding {
            Some(_) => Reach {
                offset: 0,
                ..*reach
            },
            None => *reach,
        })
    }

    /// The elements behind a read of a padded array, if some of them may be outside. `firsts` are
    /// the coordinates at which its axes begin.
    fn beyond(&self, firsts: impl Iterator<Item = usize>) -> Option<Beyond> {
        let padding = self.padding?;
        let along = self.along.iter().zip(firsts);
        let offsets = along.map(|(reach, first)| match reach.index {
            Some(_) => reach.offset,
            None => reach.offset.saturating_sub_unsigned(first),
        });
        let offsets: Vec<isize> = offsets.collect();
        let is_inside = offsets.iter().all(|offset| *offset == 0);
        (!is_inside).then_some(Beyond { offsets, padding })
    }
}

impl Lowering {
    /// Returns true if a closure has several indices, or subscripts of several.
    pub(super) fn is_grid(&self, closure: &ExprClosure) -> bool {
        let mut several = closure.inputs.len() > 1 || self.has_folds(&closure.body);
        names::visit_subscripts(&mut closure.body.clone(), &mut |expr, _| {
            if let Expr::Index(subscripted) = &*expr
                && let Term::Name(name) = Term::of(&subscripted.expr)
                && let Some(Entity::Array(array) | Entity::Padded(array, _)) = self.scope.get(name)
            {
                let given = subscripts(subscripted).len();
                several |= given > 1 || self.program.rank(array) > 1;
            }
        });
        several
    }

    /// `generate(|i, j| …)` and `generate([n, m], |i, j| …)`: a map over the elements that its body
    /// reads, and the indices that it names.
    pub(super) fn over_indices(
        &mut self,
        sizes: Option<&Expr>,
        worker: &Expr,
        hint: &str,
    ) -> Option<Op> {
        let Expr::Closure(closure) = strip(worker) else {
            self.found.push(catalog::index_is_no_name(worker.span()));
            return None;
        };
        let mut closure = closure.clone();
        let before = self.found.len();
        let indices = self.indices(&closure)?;
        let (counts, named) = match sizes {
            Some(sizes) => self.counts(sizes, indices.len(), hint)?,
            None => (vec![None; indices.len()], Vec::new()),
        };
        let mut around = Around::grid(&indices, sizes);
        self.folds(&mut closure.body, &mut around, hint);
        if self.found.len() != before {
            return None;
        }
        let (wanted, lost) = self.cells(&mut closure, &indices, hint);
        if lost {
            return None;
        }
        let unbounded = indices.iter().zip(&counts).enumerate();
        for (number, (index, count)) in unbounded {
            let mut along = wanted.iter().flat_map(|one| &one.along);
            let is_bounded = count.is_some()
                || along.any(|reach| reach.index == Some(number))
                || around.bounds.iter().any(|bound| bound.index == *index);
            if !is_bounded && self.found.len() == before {
                self.found.push(catalog::unbounded_index(index));
            }
        }
        if self.found.len() != before {
            return None;
        }
        let grid = match self.grid(&indices, counts, &wanted, &around.bounds) {
            Ok(mut grid) => {
                grid.indices[0].named = named;
                grid
            }
            Err(report) => {
                self.found.push(*report);
                return None;
            }
        };
        let outer = self.part_of;
        self.part_of = outer.or(Some("generate"));
        let (args, parameters) = self.arguments(grid, &wanted, &indices, &closure, hint);
        self.part_of = outer;
        closure.inputs = parameters;
        let worker = self.worker(&Expr::Closure(closure), hint);
        if self.found.len() != before {
            return None;
        }
        self.closing = Some("generate");
        Some(Op::Map { worker, args })
    }

    /// The names of the indices.
    pub(super) fn indices(&mut self, closure: &ExprClosure) -> Option<Vec<Ident>> {
        let mut indices = Vec::new();
        for input in &closure.inputs {
            let pattern = match input {
                Pat::Type(typed) => &*typed.pat,
                pattern => pattern,
            };
            match pattern {
                Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                    indices.push(name.ident.clone());
                }
                other => {
                    self.found.push(catalog::index_is_no_name(other.span()));
                    return None;
                }
            }
        }
        if indices.is_empty() {
            self.found.push(catalog::index_is_no_name(closure.span()));
            return None;
        }
        Some(indices)
    }

    /// The sizes in `[n, m]`, and the scalars that are named there.
    fn counts(
        &mut self,
        sizes: &Expr,
        indices: usize,
        hint: &str,
    ) -> Option<(Vec<Option<Count>>, Vec<ScalarId>)> {
        let (counts, numbers) = self.axes(sizes, hint, false)?;
        if counts.len() != indices {
            let report = catalog::sizes_and_indices(sizes.span(), counts.len(), indices);
            self.found.push(report);
            return None;
        }
        Some((counts.into_iter().map(Some).collect(), numbers.scalars))
    }

    /// The sizes in `[n, m]`, and the array of their numbers, with those of lengths if they are
    /// `needed`.
    pub(super) fn axes(
        &mut self,
        sizes: &Expr,
        hint: &str,
        needed: bool,
    ) -> Option<(Vec<Count>, Host)> {
        let Expr::Array(list) = strip(sizes) else {
            self.found.push(catalog::sizes_are_a_list(sizes.span()));
            return None;
        };
        let (mut counts, mut numbers) = (Vec::new(), Vec::new());
        for size in &list.elems {
            if let Expr::Range(range) = strip(size) {
                self.found.push(catalog::range_as_size(range.span()));
                return None;
            }
            let (mut count, mut number) = self.count(size, hint)?;
            if let Count::Length(array) = count
                && needed
            {
                // The number itself is asked for as well.
                number = self.host(size, hint, super::host::Position::Scalar);
                count = Count::Length(array);
            }
            if count == Count::Anonymous
                && let [scalar] = number.scalars[..]
            {
                count = Count::Scalar(scalar);
            }
            counts.push(count);
            numbers.push(number);
        }
        if counts.is_empty() {
            self.found.push(catalog::sizes_are_a_list(sizes.span()));
            return None;
        }
        let all = numbers.iter().map(|number| &number.expr);
        let mut host = Host::plain(syn::parse_quote!([#(#all),*]));
        host.scalars = numbers
            .iter()
            .flat_map(|number| number.scalars.clone())
            .collect();
        host.scalars.sort_unstable();
        host.scalars.dedup();
        Some((counts, host))
    }

    /// Puts parameters in the place of the elements that a body reads. Returns these, and true if it
    /// reads an array whose own mistake has been reported.
    fn cells(
        &mut self,
        closure: &mut ExprClosure,
        indices: &[Ident],
        hint: &str,
    ) -> (Vec<Wanted>, bool) {
        let (mut wanted, mut lost): (Vec<Wanted>, bool) = (Vec::new(), false);
        names::visit_subscripts(&mut closure.body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let Term::Name(name) = Term::of(&subscripted.expr) else {
                return;
            };
            if enclosing.binds(name) || indices.iter().any(|index| enclosing.binds(index)) {
                return;
            }
            if *name == hint && self.is_unknown(name) {
                self.found.push(catalog::subscript_of_itself(name));
                self.scope.forget(name);
                return;
            }
            lost |= self.scope.is_forgotten(name);
            let Some((array, padding, along)) = self.reach(name, subscripted, indices) else {
                return;
            };
            let mut known = wanted.iter();
            let known = known.find(|known| {
                (known.array, known.padding) == (array, padding) && known.along == along
            });
            let mut parameter = match known {
                Some(known) => known.parameter.clone(),
                None => {
                    let span = subscripted.span();
                    let parameter = self.scope.fresh(&element_name(name), span);
                    wanted.push(Wanted {
                        array,
                        padding,
                        along,
                        span,
                        parameter: parameter.clone(),
                    });
                    parameter
                }
            };
            parameter.set_span(parameter.span().located_at(expr.span()));
            *expr = syn::parse_quote!(#parameter);
        });
        (wanted, lost)
    }

    /// The elements that a subscript reads, if all of it follows from the indices and the array is
    /// one of the program's. Of an array of one axis any other subscript is Rust's.
    fn reach(
        &mut self,
        name: &Ident,
        subscripted: &ExprIndex,
        indices: &[Ident],
    ) -> Option<(ArrayId, Option<Padding>, Vec<Reach>)> {
        if let Some(Entity::Scalar(_)) = self.scope.get(name) {
            return None;
        }
        let (given, span) = (subscripts(subscripted), subscripted.span());
        let known: Vec<Option<Reach>> = given.iter().map(|at| self.reach_of(at, indices)).collect();
        let is_input = |array| self.program.producer(array).is_none();
        if let (Some(Entity::Array(array)), [None]) = (self.scope.get(name), &known[..])
            && is_input(array)
        {
            return None;
        }
        if known
            .iter()
            .all(|reach| reach.is_none_or(|reach| reach.index.is_none()))
            && given.len() == 1
            && match self.scope.get(name) {
                Some(Entity::Array(array)) => is_input(array),
                Some(Entity::Padded(..)) => false,
                _ => true,
            }
        {
            return None;
        }
        let (array, padding) = self.readable_name(name, "generate")?;
        let rank = self.program.rank(array);
        if rank != given.len() {
            let report = catalog::rank_differs(span, name, rank, &given, indices);
            self.found.push(report);
            return None;
        }
        let along: Option<Vec<Reach>> = known.iter().copied().collect();
        if along.is_none() {
            let other = known.iter().position(Option::is_none).unwrap_or(0);
            self.found
                .push(catalog::subscript_not_affine(given[other].span(), name));
        }
        for at in given {
            for constant in self.constants_in(at) {
                self.mention(&constant);
            }
        }
        let along = along?;
        let is_far = along.iter().any(|reach| reach.offset.abs() >= LARGEST);
        if padding.is_some() && is_far {
            self.found.push(catalog::subscript_too_large(span));
            return None;
        }
        Some((array, padding, along))
    }

    /// The coordinate that one subscript says.
    fn reach_of(&self, at: &Expr, indices: &[Ident]) -> Option<Reach> {
        let constants = &self.program.items.constants;
        let free = names::free(at);
        let mut used = indices.iter().enumerate();
        let used = used.find(|(_, index)| free.contains(index));
        let Some((number, index)) = used else {
            return Some(Reach {
                index: None,
                factor: 1,
                offset: constant(at, constants)?,
            });
        };
        match Subscript::of(at, index, constants) {
            Subscript::Affine { factor, offset } => Some(Reach {
                index: Some(number),
                factor,
                offset,
            }),
            _ => None,
        }
    }

    /// The positions at which everything is inside its array.
    pub(super) fn grid(
        &self,
        names: &[Ident],
        counts: Vec<Option<Count>>,
        wanted: &[Wanted],
        bounded: &[Bounded],
    ) -> Result<Grid, Box<Diagnostic>> {
        let (mut indices, mut bounds) = (Vec::new(), Vec::new());
        for (number, (name, count)) in names.iter().zip(counts).enumerate() {
            let mut own: Vec<Bounded> = Vec::new();
            let its = bounded.iter().filter(|bound| bound.index == *name);
            // A given size need not keep what a fold reads inside: that is checked where it is read.
            own.extend(its.filter(|it| count.is_none() || it.is_whole()).cloned());
            let index = self.bounds(number, name, count, (wanted, &own))?;
            for bound in &own {
                let section = self.section_of(bound, number, index.first);
                bounds.push(
                    section.ok_or_else(|| Box::new(catalog::subscript_too_large(bound.span)))?,
                );
            }
            indices.push(index);
        }
        let mut reads = Vec::new();
        for one in wanted {
            let axes = one.bounds().enumerate();
            let along = axes.map(|(axis, reach)| match reach.index {
                None if one.padding.is_some() => Some(Along {
                    index: None,
                    start: 0,
                    factor: 1,
                }),
                _ => self.along(one.array, axis, reach, &indices),
            });
            let along: Option<Vec<Along>> = along.collect();
            reads.push(Cells {
                array: one.array,
                along: along.ok_or_else(|| Box::new(catalog::subscript_too_large(one.span)))?,
            });
        }
        Ok(Grid {
            reads,
            bounds,
            indices,
        })
    }

    /// The first coordinate of an index, and what it leaves out at the end.
    fn bounds(
        &self,
        number: usize,
        name: &Ident,
        count: Option<Count>,
        (wanted, bounded): (&[Wanted], &[Bounded]),
    ) -> Result<Index, Box<Diagnostic>> {
        let mut bounds = Vec::new();
        for one in wanted {
            for (axis, reach) in one.bounds().enumerate() {
                if reach.index == Some(number) {
                    bounds.push(Bounded {
                        index: name.clone(),
                        of: (one.array, axis),
                        factor: reach.factor,
                        offset: reach.offset,
                        span: one.span,
                    });
                }
            }
        }
        bounds.extend_from_slice(bounded);
        let mut index = Index {
            name: name.to_string(),
            count,
            named: Vec::new(),
            first: 0,
            cut: 0,
        };
        self.widen(&mut index, &bounds)?;
        Ok(index)
    }

    /// Moves the first coordinate of an index, and what it leaves out at the end, to where all that
    /// it goes along is inside its array.
    pub(super) fn widen(
        &self,
        index: &mut Index,
        bounds: &[Bounded],
    ) -> Result<(), Box<Diagnostic>> {
        let (mut cut, mut factor) = (None, None);
        for bound in bounds {
            let side = self.program.side(bound.of.0, bound.of.1);
            let begins = side.first.cast_signed().saturating_sub(bound.offset);
            let begins = usize::try_from(begins).unwrap_or(0).div_ceil(bound.factor);
            if index.count.is_some() && (begins > 0 || bound.offset > 0 || bound.factor > 1) {
                return Err(Box::new(catalog::outside_of_sizes(
                    bound.span,
                    &bound.index,
                )));
            }
            match factor {
                Some(factor) if factor != bound.factor => {
                    return Err(Box::new(catalog::two_factors(
                        bound.span,
                        bound.factor,
                        factor,
                    )));
                }
                _ => factor = Some(bound.factor),
            }
            index.first = index.first.max(begins);
            let reached = side.cut.saturating_add(bound.offset);
            cut = Some(cut.map_or(reached, |cut: isize| cut.max(reached)));
        }
        index.cut = cut.unwrap_or(0);
        Ok(())
    }

    /// The positions along an axis of an array that a coordinate leads to.
    fn along(&self, array: ArrayId, axis: usize, reach: Reach, indices: &[Index]) -> Option<Along> {
        let begins = reach.index.map_or(0, |index| indices[index].first);
        let start = reach.factor.checked_mul(begins)?.cast_signed();
        let start = start.checked_add(reach.offset)?;
        let start = start.checked_sub(self.program.side(array, axis).first.cast_signed())?;
        let start = usize::try_from(start).ok()?;
        (start < LARGEST.unsigned_abs()).then_some(Along {
            index: reach.index,
            start,
            factor: reach.factor,
        })
    }

    /// The arrays of the elements that are read and of the indices that are used, and the parameters
    /// for them. An array that is read at the very positions of the grid is an argument in step.
    pub(super) fn arguments(
        &mut self,
        grid: Grid,
        wanted: &[Wanted],
        indices: &[Ident],
        closure: &ExprClosure,
        hint: &str,
    ) -> (Vec<ArrayId>, Punctuated<Pat, syn::Token![,]>) {
        let free = names::free(&closure.body);
        let bounds = grid.indices.clone();
        let reads = grid.reads.clone();
        let id = self.program.grids.push(grid);
        let (mut args, mut parameters) = (Vec::new(), Punctuated::new());
        let mut take = |array: Output, name: &Ident| {
            if let Output::Array(array) = array {
                args.push(array);
                parameters.push(syn::parse_quote!(#name));
            }
        };
        for (one, cells) in wanted.iter().zip(reads) {
            let sides = (0..cells.along.len()).map(|axis| self.program.side(one.array, axis).first);
            let beyond = one.beyond(sides);
            let axes = cells.along.iter().enumerate();
            let in_step = beyond.is_none()
                && cells.along.len() == bounds.len()
                && axes.clone().all(|(axis, along)| {
                    let (side, index) = (self.program.side(one.array, axis), &bounds[axis]);
                    (along.index, along.start, along.factor) == (Some(axis), 0, 1)
                        && index.count.is_none()
                        && (side.first, side.cut) == (index.first, index.cut)
                });
            if in_step {
                take(Output::Array(one.array), &one.parameter);
                continue;
            }
            let hint = element_name(&self.program.arrays[one.array].name);
            let name = self.scope.fresh(&hint, one.span);
            let array = self.bind_under(
                name,
                Op::Cells {
                    cells,
                    grid: id,
                    beyond,
                },
            );
            take(array, &one.parameter);
        }
        let mut used: Vec<usize> = (0..indices.len())
            .filter(|number| free.contains(&indices[*number]))
            .collect();
        if wanted.is_empty() && used.is_empty() {
            used.push(0);
        }
        for index in used {
            let name = self
                .scope
                .fresh(&format!("{hint}_{}", indices[index]), indices[index].span());
            let array = self.bind_under(name, Op::Coordinate { grid: id, index });
            take(array, &indices[index]);
        }
        (args, parameters)
    }

    /// `reshape(xs, [h, w])` and `flatten(xs)`.
    pub(super) fn reshape(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let arg = self.array(apply.args[0], hint, apply.combinator.name);
        let (counts, axes) = match apply.args.get(1) {
            Some(sizes) => {
                let (counts, axes) = self.axes(sizes, hint, true)?;
                (counts, Some(axes))
            }
            None => (Vec::new(), None),
        };
        Some(Op::Reshape {
            arg: arg?,
            counts,
            axes,
        })
    }

    /// `let [n, m] = shape(xs);`
    pub(super) fn bind_shape(&mut self, apply: &Apply<'_>, pattern: &Pattern, hint: &str) {
        let before = self.found.len();
        let patterns = match pattern {
            Pattern::Tuple(patterns, _) => Some(patterns),
            _ => None,
        };
        let array = crate::check::check_arguments(apply, &mut self.found)
            .then(|| self.array(apply.args[0], hint, "shape"))
            .flatten();
        if let (Some(array), Some(patterns)) = (array, patterns)
            && self.program.rank(array) == patterns.len()
        {
            for (axis, pattern) in patterns.iter().enumerate() {
                let axis = (patterns.len() > 1).then_some(axis);
                let op = Op::Length { arg: array, axis };
                self.bind(apply.span, op, pattern, None, None);
            }
            return;
        }
        if self.found.len() == before
            && let Some(array) = array
        {
            let rank = self.program.rank(array);
            self.found
                .push(catalog::shape_pattern(pattern.span(), rank));
        }
        for name in pattern.names() {
            self.scope.forget(name);
        }
    }
}

/// The subscripts: `i` and `j` of `a[[i, j]]`, `i` of `a[i]`.
pub(super) fn subscripts(subscripted: &ExprIndex) -> Vec<&Expr> {
    match strip(&subscripted.index) {
        Expr::Array(list) => list.elems.iter().collect(),
        other => vec![other],
    }
}
