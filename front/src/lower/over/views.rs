//! The reads of a fold's body along its index: views of arrays, whose elements are parameters of the
//! body. Other reads are of arrays in memory, element by element.

use super::super::Lowering;
use super::super::host::nothing;
use super::super::index_scope::{Bounded, Ends, IndexScope, Pair};
use super::super::ranks::one_for_each_axis;
use super::super::scope::Entity;
use super::super::space::{LARGEST, element_name};
use super::super::subscript::{Terms, subscripts};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op, Origin, over};
use crate::ordered::ToList;
use crate::syntax::names::{self, Enclosing};
use crate::syntax::{Term, strip};
use proc_macro2::{Ident, Literal, Span};
use quote::quote;
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
        scope: &mut IndexScope,
        hint: &str,
    ) -> Views {
        let mut views = Views::default();
        names::visit_subscripts(body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let free = names::free(&subscripted.index);
            let along = free.contains(index) && !enclosing.binds(index);
            let is_inside = free
                .iter()
                .any(|name| enclosing.binds(name) || views.parameters.contains(name));
            if let Some(padded) = self.padded_at(subscripted, enclosing) {
                if along || is_inside {
                    let read = self.padded_read(subscripted, padded, scope, enclosing, hint);
                    *expr = read.unwrap_or_else(nothing);
                }
                return;
            }
            let Some((name, array)) = self.subscripted(subscripted, enclosing) else {
                return;
            };
            if !along && !is_inside {
                return;
            }
            let positions =
                self.positions(subscripted, array, &name, index, scope, enclosing, hint);
            let Some(positions) = positions else { return };
            let place = (&*scope, enclosing);
            let may_leave =
                enclosing.is_conditional(0) && self.may_leave(subscripted, array, place, hint);
            let is_view = along
                && !is_inside
                && !may_leave
                && positions
                    .iter()
                    .all(|position| !matches!(position, Position::Other));
            let read = match is_view {
                true => self.view(subscripted, array, positions, &mut views, place, hint),
                false => self.element_in_memory(subscripted, array, &name, place, hint),
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
    #[expect(
        clippy::too_many_arguments,
        reason = "a read, and the names and indices around it"
    )]
    pub(super) fn positions(
        &mut self,
        subscripted: &ExprIndex,
        array: ArrayId,
        name: &Ident,
        index: &Ident,
        scope: &mut IndexScope,
        enclosing: &Enclosing<'_>,
        hint: &str,
    ) -> Option<Vec<Position>> {
        let mut positions = Vec::new();
        let given = self.one_for_each_axis(subscripted, array, name, scope)?;
        for (axis, at) in given.into_iter().enumerate() {
            positions.push(self.position(at, (array, axis), index, scope, enclosing, hint));
        }
        Some(positions)
    }

    /// The subscripts of a read, if there is one for each axis of the array.
    pub(super) fn one_for_each_axis<'e>(
        &mut self,
        subscripted: &'e ExprIndex,
        array: ArrayId,
        name: &Ident,
        scope: &IndexScope,
    ) -> Option<Vec<&'e Expr>> {
        let given = subscripts(subscripted);
        let rank = self.program.rank(array);
        if rank != given.len() {
            let indices: Vec<Ident> = scope.indices().cloned().list();
            let span = subscripted.span();
            let wanted = one_for_each_axis(&given, rank, &indices);
            let report = catalog::rank_differs(span, name, &given, &wanted);
            self.found.push(report);
            return None;
        }
        self.mention_constants(&given, name)?;
        Some(given)
    }

    /// Says of constants in subscripts that they are used; reports a range among these.
    pub(in crate::lower) fn mention_constants(
        &mut self,
        given: &[&Expr],
        array: &Ident,
    ) -> Option<()> {
        for at in given {
            if matches!(strip(at), Expr::Range(_)) {
                self.found
                    .push(catalog::range_as_subscript(at.span(), array));
                return None;
            }
            for constant in self.constants_in(at) {
                self.mention(&constant);
            }
        }
        Some(())
    }

    fn position(
        &mut self,
        at: &Expr,
        of: (ArrayId, usize),
        index: &Ident,
        scope: &mut IndexScope,
        enclosing: &Enclosing<'_>,
        hint: &str,
    ) -> Position {
        let free = names::free(at);
        let is_local = |name: &Ident| enclosing.binds(name) || scope.is_local(name);
        let used = scope.indices().filter(|index| free.contains(index));
        let used: Vec<Ident> = used.cloned().list();
        let place = (of, at.span());
        match &used[..] {
            _ if free.iter().any(is_local) => {}
            [one] => {
                let bound = self
                    .terms(at, one)
                    .and_then(|(factor, terms)| self.bounded((one, factor), terms, place, hint));
                scope.bounds.extend(bound);
            }
            [outer, inner] => {
                let pair = self.pair(at, [outer, inner], place, hint);
                scope.pairs.extend(pair);
            }
            _ => {}
        }
        if !free.contains(index) {
            return Position::Fixed(at.clone());
        }
        match self.terms(at, index) {
            Some((factor @ 1.., terms)) => Position::Along(factor.unsigned_abs(), terms),
            _ => Position::Other,
        }
    }

    /// The terms of a subscript that a multiple of an index is one of.
    fn terms(&self, at: &Expr, index: &Ident) -> Option<(isize, Terms)> {
        let terms = Terms::of(at, Some(index), &self.program.items.constants);
        terms.filter(|(factor, _)| *factor != 0)
    }

    /// The axis that an index goes along, if the numbers that are added to it are the program's.
    fn bounded(
        &mut self,
        (index, factor): (&Ident, isize),
        terms: Terms,
        (of, span): ((ArrayId, usize), Span),
        hint: &str,
    ) -> Option<Bounded> {
        let late = self.late(&terms.others, hint)?;
        let is_near = terms.constant.unsigned_abs() < LARGEST.unsigned_abs();
        is_near.then(|| Bounded {
            index: index.clone(),
            of,
            factor,
            offset: terms.constant,
            late,
            ends: Ends::Both,
            padded: false,
            of_range: false,
            weak: false,
            span,
        })
    }

    /// The axis along which the sum of two indices leads: `i + k`.
    fn pair(
        &mut self,
        at: &Expr,
        [outer, inner]: [&Ident; 2],
        place: ((ArrayId, usize), Span),
        hint: &str,
    ) -> Option<Pair> {
        let (factor, mut sum) = self.terms(at, inner)?;
        let has_outer = |term: &(bool, Expr)| names::free(&term.1).contains(outer);
        let position = sum.others.iter().position(has_outer)?;
        let (minus, term) = sum.others.remove(position);
        let (step, others) = self.terms(&term, outer)?;
        let sign = if minus { -1 } else { 1 };
        sum.constant = sum.constant.checked_add(sign * others.constant)?;
        let others = others.others.into_iter();
        sum.others
            .extend(others.map(|(less, other)| (less != minus, other)));
        Some(Pair {
            bounded: self.bounded((outer, sign * step), sum, place, hint)?,
            inner: inner.clone(),
            factor,
        })
    }

    /// A parameter for the elements that are read, which is one for all reads of the same text.
    fn view(
        &mut self,
        subscripted: &ExprIndex,
        array: ArrayId,
        positions: Vec<Position>,
        views: &mut Views,
        place: (&IndexScope, &Enclosing<'_>),
        hint: &str,
    ) -> Option<Expr> {
        let span = subscripted.span();
        let text = quote::quote!(#subscripted).to_string();
        if let Some(known) = views.texts.iter().position(|known| *known == text) {
            let parameter = &views.parameters[known];
            return Some(parse_quote!(#parameter));
        }
        let mut axes = Vec::new();
        let given = subscripts(subscripted);
        for (axis, position) in positions.into_iter().enumerate() {
            let size = self.size_at(given[axis], (array, axis), place, span, hint)?;
            let (start, factor) = match position {
                Position::Fixed(at) => (Terms::alone(at), 0),
                Position::Along(factor, terms) => (terms, factor),
                Position::Other => return None,
            };
            let start = self.behind_first(start, (array, axis));
            axes.push((size, start, factor));
        }
        let is_unchecked = self.is_unchecked(subscripted, array, place, hint);
        let array = self.in_memory(array);
        let parameter = self.scope.fresh(&element_name(&array), span);
        let view = over::view(span, &array, &axes, is_unchecked);
        views.views.push(view);
        views.texts.push(text);
        views.parameters.push(parameter.clone());
        Some(parse_quote!(#parameter))
    }

    /// An element at a position of any kind; `None` where it is Rust's own to read it.
    pub(in crate::lower) fn element_in_memory(
        &mut self,
        subscripted: &ExprIndex,
        array: ArrayId,
        name: &Ident,
        place: (&IndexScope, &Enclosing<'_>),
        hint: &str,
    ) -> Option<Expr> {
        if self.program.producer(array).is_none() && self.program.rank(array) == 1 {
            return None;
        }
        self.element_at(subscripted, array, name, place, hint)
    }

    /// An element at a position of any kind.
    pub(in crate::lower) fn element_at(
        &mut self,
        subscripted: &ExprIndex,
        array: ArrayId,
        name: &Ident,
        place: (&IndexScope, &Enclosing<'_>),
        hint: &str,
    ) -> Option<Expr> {
        let given: Vec<Expr> = subscripts(subscripted).into_iter().cloned().list();
        let (rank, span) = (self.program.rank(array), subscripted.span());
        if rank != given.len() {
            let indices: Vec<Ident> = place.0.indices().cloned().list();
            let wanted = one_for_each_axis(&given.iter().list(), rank, &indices);
            let report = catalog::rank_differs(span, name, &given, &wanted);
            self.found.push(report);
            return None;
        }
        let mut axes = Vec::new();
        for (axis, at) in given.into_iter().enumerate() {
            let size = self.size_at(&at, (array, axis), place, span, hint)?;
            axes.push((size, self.behind_first(Terms::alone(at), (array, axis))));
        }
        let is_unchecked = self.is_unchecked(subscripted, array, place, hint);
        let array = self.in_memory(array);
        Some(over::at(span, &array, &axes, is_unchecked))
    }

    /// The position of a coordinate along an axis of an array.
    pub(in crate::lower) fn behind_first(
        &self,
        mut coordinate: Terms,
        (array, axis): (ArrayId, usize),
    ) -> Expr {
        let side = self.program.side(array, axis);
        if let Some(begins) = side.begins {
            let begins = &self.program.scalars[begins].name;
            coordinate.others.push((true, parse_quote!(#begins)));
        }
        coordinate.behind(-side.first.cast_signed())
    }

    /// The elements of arrays that the program binds which are left in a worker with folds.
    pub(super) fn elements_in_memory(&mut self, expr: &mut Expr, hint: &str) {
        if !over::is_in(expr) {
            return;
        }
        let scope = IndexScope::of_worker(expr);
        names::visit_subscripts(expr, &mut |expr, enclosing| {
            if let Expr::Index(subscripted) = &*expr
                && let Some((name, array)) = self.subscripted(subscripted, enclosing)
                && let Some(read) =
                    self.element_in_memory(subscripted, array, &name, (&scope, enclosing), hint)
            {
                *expr = read;
            }
        });
    }

    /// The elements of inputs with several axes that a worker or a scalar expression names,
    /// `a[[0, 2 * k]]`; in a scalar expression, those of `bound` arrays as well.
    pub(in crate::lower) fn single_elements(&mut self, expr: &mut Expr, bound: bool, hint: &str) {
        let scope = IndexScope::of_worker(expr);
        names::visit_subscripts(expr, &mut |expr, enclosing| {
            if let Expr::Index(subscripted) = &*expr
                && let Term::Name(name) = Term::of(&subscripted.expr)
                && !enclosing.binds(name)
                && let Some(Entity::Array(array)) = self.scope.get(name)
                && self.has_single_elements(array, bound)
                && !matches!(strip(&subscripted.index), Expr::Range(_))
                && let Some((name, array)) = self.subscripted(subscripted, enclosing)
            {
                let place = (&scope, enclosing);
                let read = self.element_in_memory(subscripted, array, &name, place, hint);
                *expr = read.unwrap_or_else(nothing);
            }
        });
    }

    /// Returns true if an element of an array is one of ours to read, and not Rust's.
    fn has_single_elements(&self, array: ArrayId, bound: bool) -> bool {
        let memory = self.program.lies_in(array);
        match self.program.arrays[memory].origin {
            Origin::Input(_) if !bound || self.program.producer(array).is_none() => {
                self.program.rank(array) > 1
            }
            Origin::Input(_) => true,
            Origin::Output(..) => bound,
        }
    }

    /// The size of an axis, as a scalar of the program.
    pub(in crate::lower) fn side_length(
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

    /// The position along an axis that is as far from its last element as an index is from its first.
    pub(in crate::lower) fn mirrored(
        &mut self,
        (array, axis): (ArrayId, usize),
        index: &Ident,
        span: Span,
        hint: &str,
    ) -> Option<Expr> {
        let length = self.side_length((array, axis), span, hint)?;
        let side = self.program.side(array, axis);
        let begins = side.begins.map(|begins| {
            let begins = &self.program.scalars[begins].name;
            quote!(+ #begins + #begins)
        });
        let first = Literal::usize_unsuffixed(2 * side.first);
        Some(parse_quote!(#length #begins + #first - 1 - #index))
    }

    /// The name under which a worker reads an array in memory, which no other one has.
    pub(in crate::lower) fn in_memory(&mut self, array: ArrayId) -> Ident {
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
            false => name.clone(),
        };
        if own != name {
            self.program.arrays[array].user_name.get_or_insert(name);
        }
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
