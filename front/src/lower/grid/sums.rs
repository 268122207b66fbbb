//! Subscripts that add indices of one `generate`: `generate([.., .., 3, 3], |i, j, u, v| a[[i + u, j + v]])`.
//!
//! One of the indices in a sum goes as far as the others leave it inside of the array: one that
//! nothing else bounds, or else the first of which the program does not say the size. Elements are
//! read where they lie, as other computed subscripts are.

use super::super::Lowering;
use super::super::index_scope::{Bounded, Ends, IndexScope};
use super::super::scope::Entity;
use super::super::subscript::subscripts;
use super::computed::First;
use super::given::{Given, Number};
use super::reach::{Late, Reach};
use crate::diagnostic::catalog;
use crate::ir::ArrayId;
use crate::ordered::ToList;
use crate::syntax::Term;
use crate::syntax::names::{self, Enclosing};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex};

/// A subscript that adds indices.
pub(in crate::lower) struct Summed {
    /// The array, by its name in the program, and the number of the axis.
    name: Ident,
    of: (ArrayId, usize),
    /// The number and the factor of each index.
    indices: Vec<(usize, i128)>,
    /// The number that is added to them.
    beside: Number,
    /// Set if the array is padded: then one of the indices goes along its axis.
    padded: bool,
    span: Span,
}

impl Lowering {
    /// Puts elements of arrays in the place of those that are read at sums of indices.
    pub(in crate::lower) fn sums_of_indices(
        &mut self,
        body: &mut Expr,
        scope: &mut IndexScope,
        hint: &str,
    ) -> Vec<Summed> {
        let mut summed = Vec::new();
        names::visit_subscripts(body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let read = self.read_at_sums(subscripted, scope, enclosing, &mut summed, hint);
            if let Some(read) = read {
                *expr = read;
            }
        });
        summed
    }

    /// The element of a read at sums of indices. Of a slice it is Rust's own to read it.
    fn read_at_sums(
        &mut self,
        subscripted: &ExprIndex,
        scope: &mut IndexScope,
        enclosing: &Enclosing<'_>,
        summed: &mut Vec<Summed>,
        hint: &str,
    ) -> Option<Expr> {
        let Term::Name(name) = Term::of(&subscripted.expr) else {
            return None;
        };
        let (array, padding) = match self.scope.get(name) {
            Some(Entity::Array(array)) => (array, None),
            Some(Entity::Padded(array, padding)) => (array, Some(padding)),
            _ => return None,
        };
        let given = subscripts(subscripted);
        if enclosing.binds(name) || given.len() != self.program.rank(array) {
            return None;
        }
        let indices = scope.grid.clone();
        let is_local = |name: &Ident| enclosing.binds(name);
        let mut sums = Vec::new();
        for (axis, at) in given.iter().enumerate() {
            let free = names::free(at);
            let used = indices.iter().filter(|index| free.contains(index));
            let used: Vec<Ident> = used.cloned().list();
            if used.len() < 2 || free.iter().any(is_local) {
                continue;
            }
            let Some((factors, beside)) = self.factors(at, &used, hint) else {
                // A computed position says nothing of its indices.
                if used.iter().all(|index| scope.numbers_of(index).is_some()) {
                    continue;
                }
                return None;
            };
            let number = |index: &Ident| indices.iter().position(|known| known == index);
            let factors = used.iter().filter_map(number).zip(factors);
            sums.push(Summed {
                name: name.clone(),
                of: (array, axis),
                indices: factors.list(),
                beside,
                padded: padding.is_some(),
                span: at.span(),
            });
        }
        if sums.is_empty() && padding.is_none() {
            return None;
        }
        let along = given.iter();
        let along = along.map(|at| self.reach_of(at, &indices, &is_local, hint));
        let along: Vec<Option<Reach>> = along.list();
        if let Some(padding) = padding {
            let free = names::free(&subscripted.index);
            let is_of_closure = enclosing.is_in_closure() && free.iter().any(is_local);
            if is_of_closure || along.iter().all(Option::is_some) {
                return None;
            }
            summed.extend(sums);
            let padded = (name.clone(), (array, padding));
            return self.padded_read(subscripted, padded, scope, enclosing, hint);
        }
        let (name, array) = self.subscripted(subscripted, enclosing)?;
        for (axis, (reach, at)) in along.into_iter().zip(given).enumerate() {
            if let Some(reach) = reach
                && let Some(number) = reach.index
            {
                scope.bounds.push(Bounded {
                    factor: reach.factor,
                    offset: reach.offset,
                    late: reach.late,
                    span: at.span(),
                    ..Bounded::whole(indices[number].clone(), (array, axis))
                });
            }
        }
        summed.extend(sums);
        let place = (&*scope, enclosing);
        self.element_at(subscripted, array, &name, place, hint)
    }

    /// Bounds the indices of sums that go as far as the others leave them inside. `bounded` are those
    /// that something else bounds.
    pub(in crate::lower) fn bound_sums(
        &mut self,
        mut open: Vec<Summed>,
        indices: &[Ident],
        given: &[Given],
        reads: &[Bounded],
        bounds: &mut Vec<Bounded>,
        hint: &str,
    ) -> Option<()> {
        while !open.is_empty() {
            let is_bounded = |number: usize| {
                let index = &indices[number];
                given[number].has_end()
                    || reads
                        .iter()
                        .chain(&*bounds)
                        .any(|bound| bound.index == *index)
            };
            let targets: Vec<Option<usize>> = open
                .iter()
                .map(|sum| {
                    let all = sum.indices.iter().map(|(number, _)| *number);
                    let free: Vec<usize> = all.clone().filter(|it| !is_bounded(*it)).list();
                    match free[..] {
                        [] if sum.padded => None,
                        [] => all.clone().find(|number| !given[*number].has_end()),
                        [one] => Some(one),
                        _ => None,
                    }
                })
                .list();
            // The others in a sum must have their ends, which another sum may be about to move.
            let settled = open.iter().zip(&targets).position(|(sum, target)| {
                let others = sum
                    .indices
                    .iter()
                    .filter(|(number, _)| Some(*number) != *target);
                let mut others = others.map(|(number, _)| *number);
                let mut all = sum.indices.iter().map(|(number, _)| *number);
                let is_done =
                    all.all(|number| given[number].has_end() || sum.padded && is_bounded(number));
                is_done || target.is_some() && others.all(|other| !targets.contains(&Some(other)))
            });
            let Some(position) = settled else {
                self.report_open(&open, indices);
                return None;
            };
            let sum = open.remove(position);
            if let (Some(target), true) = (targets[position], sum.padded) {
                bounds.push(Bounded {
                    padded: true,
                    span: sum.span,
                    ..Bounded::whole(indices[target].clone(), sum.of)
                });
            } else if let Some(target) = targets[position] {
                let (known, before) = ((reads, &bounds[..]), self.found.len());
                let bound = self.bound_of_sum(&sum, target, indices, given, known, hint);
                if bound.is_none() && self.found.len() == before {
                    self.found.push(catalog::subscript_too_large(sum.span));
                }
                bounds.extend(bound?);
            }
        }
        Some(())
    }

    /// The ends of an index in a sum: there are elements at both ends of all others.
    fn bound_of_sum(
        &mut self,
        sum: &Summed,
        target: usize,
        indices: &[Ident],
        given: &[Given],
        (reads, bounds): (&[Bounded], &[Bounded]),
        hint: &str,
    ) -> Option<Vec<Bounded>> {
        let own = sum.indices.iter().find(|(number, _)| *number == target)?.1;
        let (mut lowest, mut highest) = (sum.beside.clone(), sum.beside.clone());
        for (number, factor) in &sum.indices {
            if *number == target {
                continue;
            }
            let of = |all: &[Bounded]| -> Vec<Bounded> {
                let its = all.iter().filter(|bound| bound.index == indices[*number]);
                its.cloned().list()
            };
            let own = (&of(reads)[..], &of(bounds)[..]);
            let (first, mut last) = self.ends_of(&indices[*number], &given[*number], own, hint)?;
            last.constant -= 1;
            let (low, high) = match *factor > 0 {
                true => (&first, &last),
                false => (&last, &first),
            };
            add(&mut lowest, low, *factor)?;
            add(&mut highest, high, *factor)?;
        }
        let is_known = lowest.late.is_empty() && highest.late.is_empty();
        let ends = match own > 0 {
            true => [Ends::Lower, Ends::Upper],
            false => [Ends::Upper, Ends::Lower],
        };
        let bounded = [lowest, highest]
            .into_iter()
            .zip(ends)
            .map(|(at, ends)| Bounded {
                factor: isize::try_from(own).unwrap_or(1),
                offset: at.constant,
                late: at.late,
                ends: if is_known { Ends::Both } else { ends },
                span: sum.span,
                ..Bounded::whole(indices[target].clone(), sum.of)
            });
        Some(bounded.list())
    }

    /// The first number of an index, and the one behind the last.
    fn ends_of(
        &mut self,
        index: &Ident,
        given: &Given,
        (reads, bounds): (&[Bounded], &[Bounded]),
        hint: &str,
    ) -> Option<(Number, Number)> {
        if let Some(ends) = given.ends() {
            return Some(ends);
        }
        let hint = format!("{hint}_{index}");
        let (described, computed) = self.placed(index, given, (reads, bounds), &hint)?;
        let first = match computed {
            Some((first, _)) => first,
            None => First::Known(described.first),
        };
        let mut number = Number::default();
        match first {
            First::Known(first) => number.constant = first.cast_signed(),
            First::Scalar(scalar) => number.late.add(false, scalar),
        }
        let all: Vec<Bounded> = reads.iter().chain(bounds).cloned().list();
        if let (Some(constant), None) = (self.known_end(&described, &all), computed) {
            let late = Late::default();
            return Some((number, Number { constant, late }));
        }
        let count = match computed {
            Some((_, count)) => count,
            None => self.positions_of(described, &all, index, &hint)?,
        };
        let mut behind = number.clone();
        behind.late.add(false, count);
        Some((number, behind))
    }

    /// Reports a sum of several indices that nothing else bounds.
    fn report_open(&mut self, open: &[Summed], indices: &[Ident]) {
        let sum = &open[0];
        let ends = open.iter().filter_map(|sum| sum.indices.last());
        let ends: Vec<usize> = ends.map(|(number, _)| *number).list();
        let names: Vec<&Ident> = sum
            .indices
            .iter()
            .map(|(number, _)| &indices[*number])
            .list();
        let report = catalog::sum_of_unbounded(sum.span, &sum.name, &names, (indices, &ends));
        self.found.push(report);
    }
}

/// Adds a multiple of a number to another one.
fn add(sum: &mut Number, number: &Number, factor: i128) -> Option<()> {
    /// The largest factor of a scalar, which stands in a sum as often.
    const MOST: usize = 4096;
    let times = isize::try_from(factor).ok()?;
    let constant = number.constant.checked_mul(times)?;
    sum.constant = sum.constant.checked_add(constant)?;
    if number.late.is_empty() {
        return Some(());
    }
    if times.unsigned_abs() > MOST {
        return None;
    }
    let (plus, minus) = (number.late.plus.iter(), number.late.minus.iter());
    for _ in 0..times.unsigned_abs() {
        plus.clone()
            .for_each(|scalar| sum.late.add(times < 0, *scalar));
        minus
            .clone()
            .for_each(|scalar| sum.late.add(times > 0, *scalar));
    }
    Some(())
}
