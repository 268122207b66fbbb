//! The reads of a fold's body along its index: views of arrays, whose elements are parameters of the
//! body. Other reads are of arrays in memory, element by element.

use super::super::scope::Entity;
use super::super::space::{LARGEST, element_name};
use super::super::subscript::{Subscript, Terms};
use super::super::{Lowering, grid};
use super::{Around, Bounded, around_index};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op, Origin, over};
use crate::syntax::Term;
use crate::syntax::names::{self, Enclosing};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex, parse_quote};

/// The position along an axis that a subscript says, as an index sees it.
pub(super) enum Position {
    /// One for all indices.
    Fixed(Expr),
    /// So many further on for each, from the sum of the terms on.
    Along(usize, Terms),
    /// Anything else.
    Other,
}

/// The arrays that a level reads along its index, and the parameters for their elements.
#[derive(Default)]
pub(super) struct Views {
    pub(super) views: Vec<Expr>,
    pub(super) parameters: Vec<Ident>,
    /// The texts of the subscripts.
    pub(super) texts: Vec<String>,
}

impl Lowering {
    /// Puts parameters in the place of the elements that a body reads along an index.
    pub(super) fn views(
        &mut self,
        body: &mut Expr,
        index: &Ident,
        around: &mut Around,
        hint: &str,
    ) -> Views {
        let mut views = Views::default();
        names::visit_subscripts(body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let Some((name, array)) = self.subscripted(subscripted, enclosing) else {
                return;
            };
            let free = names::free(&subscripted.index);
            let along = free.contains(index) && !enclosing.binds(index);
            let is_inside = free
                .iter()
                .any(|name| enclosing.binds(name) || views.parameters.contains(name));
            if !along && !is_inside {
                return;
            }
            let Some(positions) = self.positions(subscripted, array, &name, index, around) else {
                return;
            };
            let is_view = along
                && !is_inside
                && positions
                    .iter()
                    .all(|position| !matches!(position, Position::Other));
            let read = match is_view {
                true => self.view(subscripted, array, positions, &mut views, hint),
                false => self.element_in_memory(subscripted, array, &name, hint),
            };
            if let Some(read) = read {
                *expr = read;
            }
        });
        views
    }

    /// The array of a subscript, if it is one of the program's.
    pub(in crate::lower) fn subscripted(
        &mut self,
        subscripted: &ExprIndex,
        enclosing: &Enclosing<'_>,
    ) -> Option<(Ident, ArrayId)> {
        let Term::Name(name) = Term::of(&subscripted.expr) else {
            return None;
        };
        if enclosing.binds(name) {
            return None;
        }
        match self.scope.get(name) {
            Some(Entity::Scalar(_)) => None,
            None if !self.open && !self.scope.is_forgotten(name) && !is_constant(name) => None,
            _ => Some((name.clone(), self.named_array(name, "generate")?)),
        }
    }

    /// The positions that the subscripts say, as an index sees them.
    pub(super) fn positions(
        &mut self,
        subscripted: &ExprIndex,
        array: ArrayId,
        name: &Ident,
        index: &Ident,
        around: &mut Around,
    ) -> Option<Vec<Position>> {
        let given = grid::subscripts(subscripted);
        let rank = self.program.rank(array);
        if rank != given.len() {
            let indices: Vec<Ident> = around.indices().cloned().collect();
            let span = subscripted.span();
            let report = catalog::rank_differs(span, name, rank, &given, &indices);
            self.found.push(report);
            return None;
        }
        let positions = given.into_iter().enumerate().map(|(axis, at)| {
            for constant in self.constants_in(at) {
                self.mention(&constant);
            }
            self.position(at, (array, axis), index, around)
        });
        Some(positions.collect())
    }

    fn position(
        &self,
        at: &Expr,
        of: (ArrayId, usize),
        index: &Ident,
        around: &mut Around,
    ) -> Position {
        let constants = &self.program.items.constants;
        let Around {
            grid,
            inner,
            ranges,
            bounds,
            ..
        } = around;
        let mut bound = |index: &Ident, factor: usize, offset: isize| {
            if offset.unsigned_abs() < LARGEST.unsigned_abs() {
                bounds.push(Bounded {
                    index: index.clone(),
                    of,
                    factor,
                    offset,
                    span: at.span(),
                });
            }
        };
        if !names::free(at).contains(index) {
            let outer: Vec<Ident> = names::free(at);
            let outer = around_index(&outer, grid, inner);
            if let Some(outer) = outer
                && let Subscript::Affine { factor, offset } = Subscript::of(at, &outer, constants)
            {
                bound(&outer, factor, offset);
            }
            return Position::Fixed(at.clone());
        }
        match Terms::of(at, index, constants) {
            Some((factor, terms)) => {
                let range = ranges.iter().find(|range| range.0 == *index);
                match (&terms.others[..], range) {
                    ([], _) => bound(index, factor, terms.constant),
                    // `i + k`, where `k` goes through a constant range: `i` is read at its ends.
                    ([(false, other)], Some((_, first, last))) => {
                        let free = names::free(other);
                        let outer = around_index(&free, grid, inner);
                        if let Some(outer) = outer
                            && let Subscript::Affine {
                                factor: step,
                                offset,
                            } = Subscript::of(other, &outer, constants)
                        {
                            for end in [first, last] {
                                let ahead = factor.cast_signed().saturating_mul(*end);
                                bound(&outer, step, ahead + offset + terms.constant);
                            }
                        }
                    }
                    _ => {}
                }
                Position::Along(factor, terms)
            }
            None => Position::Other,
        }
    }

    /// A parameter for the elements that are read, which is one for all reads of the same text.
    fn view(
        &mut self,
        subscripted: &ExprIndex,
        array: ArrayId,
        positions: Vec<Position>,
        views: &mut Views,
        hint: &str,
    ) -> Option<Expr> {
        let span = subscripted.span();
        let text = quote::quote!(#subscripted).to_string();
        if let Some(known) = views.texts.iter().position(|known| *known == text) {
            let parameter = &views.parameters[known];
            return Some(parse_quote!(#parameter));
        }
        let mut axes = Vec::new();
        for (axis, position) in positions.into_iter().enumerate() {
            let size = self.side_length((array, axis), span, hint)?;
            let first = self.program.side(array, axis).first.cast_signed();
            let (start, factor) = match position {
                Position::Fixed(at) => (Terms::alone(at).behind(-first), 0),
                Position::Along(factor, terms) => (terms.behind(-first), factor),
                Position::Other => return None,
            };
            axes.push((size, start, factor));
        }
        let array = self.in_memory(array);
        let parameter = self.scope.fresh(&element_name(&array), span);
        views.views.push(over::view(span, &array, &axes));
        views.texts.push(text);
        views.parameters.push(parameter.clone());
        Some(parse_quote!(#parameter))
    }

    /// An element at a position of any kind; `None` where it is Rust's own to read it.
    pub(super) fn element_in_memory(
        &mut self,
        subscripted: &ExprIndex,
        array: ArrayId,
        name: &Ident,
        hint: &str,
    ) -> Option<Expr> {
        let given: Vec<Expr> = grid::subscripts(subscripted).into_iter().cloned().collect();
        let rank = self.program.rank(array);
        if self.program.producer(array).is_none() && rank == 1 {
            return None;
        }
        let span = subscripted.span();
        if rank != given.len() {
            let report = catalog::rank_differs(span, name, rank, &given, &[]);
            self.found.push(report);
            return None;
        }
        let mut axes = Vec::new();
        for (axis, at) in given.into_iter().enumerate() {
            let size = self.side_length((array, axis), span, hint)?;
            let first = self.program.side(array, axis).first.cast_signed();
            axes.push((size, Terms::alone(at).behind(-first)));
        }
        let array = self.in_memory(array);
        Some(over::at(span, &array, &axes))
    }

    /// The elements of arrays that the program binds which are left in a worker with folds.
    pub(super) fn elements_in_memory(&mut self, expr: &mut Expr, hint: &str) {
        if !over::is_in(expr) {
            return;
        }
        names::visit_subscripts(expr, &mut |expr, enclosing| {
            if let Expr::Index(subscripted) = &*expr
                && let Some((name, array)) = self.subscripted(subscripted, enclosing)
                && let Some(read) = self.element_in_memory(subscripted, array, &name, hint)
            {
                *expr = read;
            }
        });
    }

    /// The size of an axis, as a scalar of the program.
    fn side_length(
        &mut self,
        (arg, axis): (ArrayId, usize),
        span: Span,
        hint: &str,
    ) -> Option<Expr> {
        if let Some((_, known)) = self.sides.iter().find(|known| known.0 == (arg, axis)) {
            return Some(known.clone());
        }
        let of = (self.program.rank(arg) > 1).then_some(axis);
        let length = self.scalar(span, Op::Length { arg, axis: of }, hint)?;
        self.sides.push(((arg, axis), length.clone()));
        Some(length)
    }

    /// The name under which a worker reads an array in memory, which no other one has.
    fn in_memory(&mut self, array: ArrayId) -> Ident {
        let name = self.program.arrays[array].name.clone();
        if let Origin::Input(input) = &self.program.arrays[array].origin {
            let own = match &input.host {
                Expr::Path(path) => path.path.get_ident(),
                _ => None,
            };
            return own.cloned().unwrap_or(name);
        }
        let arrays = &self.program.arrays;
        let is_taken = arrays
            .iter()
            .any(|(other, described)| other != array && described.name == name)
            || (self.scope.get(&name)).is_some_and(|known| known != Entity::Array(array));
        let own = match is_taken {
            true => self.scope.fresh(&name.to_string(), name.span()),
            false => name,
        };
        self.program.arrays[array].name = own.clone();
        self.scope.insert(&own, Entity::Array(array));
        own
    }
}

/// `TABLE`: a constant or static of the surrounding module.
fn is_constant(name: &Ident) -> bool {
    let text = name.to_string();
    text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
}
