//! Recurrences over indices: `recurrence(0.0, |y, i, j| 0.5 * y[[i, j - 1]] + a[[i, j]])`.
//!
//! Elements that follow from others along one axis are a recurrence over sequences, whose state is
//! the values of these. It goes through all other reads as a `generate` would, with that axis as the
//! last one, and begins anew in each of its rows; backwards, if the distances lead upwards.
//!
//! Elements that follow from others along several axes have all of these as their state, and so have those
//! that follow from others along another axis than the last one, where loops go down the rows. `course`
//! finds an order and directions of the axes in which each of them comes first.

use self::course::{Course, Read};
use super::Lowering;
use super::abbreviation::is_constant;
use super::host::Position;
use super::subscript::{Subscript, subscripts};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op, Output};
use crate::ordered::{ToList, every};
use crate::syntax::names::Enclosing;
use crate::syntax::{Apply, Pattern, Term, names, strip};
use proc_macro2::{Ident, Literal, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, ExprIndex, Pat, parse_quote};

mod course;

/// The elements of an array that its own elements follow from.
struct Own {
    /// The array, or the parts of its elements.
    names: Vec<Ident>,
    indices: Vec<Ident>,
    /// The reads, in the order of the text.
    reads: Vec<Read>,
}

impl Lowering {
    /// `recurrence(outside, |y, i, j| …)` and `recurrence(outside, [n, m], |y, i, j| …)`
    pub(super) fn recurrence_over(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        if !self.check(apply) {
            return None;
        }
        let (sizes, worker) = parts(apply);
        let Expr::Closure(closure) = strip(worker) else {
            self.found.push(catalog::recurrence_indices(worker.span()));
            return None;
        };
        let mut own = self.own(closure)?;
        let states = self.scope.fresh(&format!("{hint}_state"), apply.span);
        let mut body = (*closure.body).clone();
        let course = self.course(&mut own, &mut body, &states, apply.span)?;
        let outside = self.outside(apply, hint)?;
        let several = own.indices.len() > 1;
        let head = self.scope.fresh(&format!("{hint}_is_first"), apply.span);
        let body = match course.is_over_axes() {
            true => course.next_element(&body, &states),
            false => next_state(&course, &body, &states, &outside, several.then_some(&head)),
        };
        let order = course.indices(&own.indices);
        let sizes = sizes.map(|sizes| course.sizes(sizes));
        let closure = parse_quote!(|#(#order),*| #body);
        let op = self.over_indices_of("recurrence", sizes.as_ref(), &closure, hint)?;
        let Op::Map { mut worker, args } = op else {
            return None;
        };
        let mut all = Vec::new();
        let backwards = course.backwards_in_order();
        for arg in args {
            all.push(match backwards.is_empty() {
                true => arg,
                false => self.reversed(arg, &backwards, apply.span, hint)?,
            });
        }
        let mut parameters: Vec<Pat> = vec![parse_quote!(#states)];
        if several && !course.is_over_axes() {
            let terms = self.name_of(all[0]);
            let heads = self.first_of_rows(&terms, hint)?;
            all.insert(0, self.named_array(&heads, "recurrence")?);
            parameters.push(parse_quote!(#head));
        }
        if let Expr::Closure(closure) = &mut worker.expr {
            let used = names::free(&closure.body);
            let others = std::mem::take(&mut closure.inputs).into_iter();
            // An index that subscripts of its own array alone have named is not an unused one.
            let others = others.map(|other| match &other {
                Pat::Ident(name)
                    if own.indices.contains(&name.ident) && !used.contains(&name.ident) =>
                {
                    parse_quote!(_)
                }
                _ => other,
            });
            closure.inputs = parameters.into_iter().chain(others).collect();
        }
        let start = vec![outside.clone(); course.depth];
        let start: Expr = match course.depth {
            _ if course.is_over_axes() => outside,
            1 => outside,
            _ => parse_quote!((#(#start),*)),
        };
        let op = Op::Recurrence {
            seed: self.host(&start, hint, Position::Scalar),
            worker,
            args: all,
            neighbours: course.neighbours.clone(),
        };
        self.in_place_of(op, &course, &own, apply.span, hint)
    }

    /// The array of the elements of a recurrence at the positions of its indices.
    fn in_place_of(
        &mut self,
        op: Op,
        course: &Course,
        own: &Own,
        span: Span,
        hint: &str,
    ) -> Option<Op> {
        let backwards = course.backwards_in_order();
        let in_order = course.order.iter().copied().eq(0..own.indices.len());
        let is_state = course.depth == 1 || course.is_over_axes();
        if in_order && is_state && backwards.is_empty() {
            return Some(op);
        }
        let name = self.scope.fresh(&format!("{hint}_states"), span);
        let pattern = match course.depth {
            _ if is_state => Pattern::Name(name.clone()),
            depth => {
                let mut parts = vec![Pattern::Name(name.clone())];
                parts.resize_with(depth, || Pattern::Wild(span));
                Pattern::Tuple(parts, span)
            }
        };
        self.bind(span, op, &pattern, None, None);
        let mut array = self.named_array(&name, "recurrence")?;
        if !backwards.is_empty() {
            array = self.reversed(array, &backwards, span, hint)?;
        }
        if in_order {
            let identity = syn::parse2(quote::quote_spanned!(span=> |value| value));
            return Some(Op::Map {
                worker: crate::ir::Host::plain(identity.ok()?),
                args: vec![array],
            });
        }
        let (name, indices) = (self.name_of(array), &own.indices);
        let order = course.indices(indices);
        let closure = parse_quote!(|#(#indices),*| #name[[#(#order),*]]);
        self.over_indices(None, &closure, hint)
    }

    /// The array that a recurrence makes, and its indices.
    fn own(&mut self, closure: &ExprClosure) -> Option<Own> {
        let mut inputs = closure.inputs.iter();
        let pattern = inputs.next().and_then(|first| match first {
            Pat::Ident(name) if name.subpat.is_none() => Some(vec![name.ident.clone()]),
            Pat::Tuple(parts) => parts
                .elems
                .iter()
                .map(|part| match part {
                    Pat::Ident(name) => Some(name.ident.clone()),
                    // No name of a program.
                    Pat::Wild(wild) => Some(Ident::new("fusus_unread", wild.span())),
                    _ => None,
                })
                .collect(),
            _ => None,
        });
        let rest = ExprClosure {
            inputs: inputs.cloned().collect(),
            ..closure.clone()
        };
        match pattern {
            Some(names) if !names.is_empty() && !rest.inputs.is_empty() => Some(Own {
                names,
                indices: self.indices(&rest)?,
                reads: Vec::new(),
            }),
            _ => {
                let report = catalog::recurrence_indices(closure.inputs.span());
                self.found.push(report);
                None
            }
        }
    }

    /// Finds the way in which the elements that are read follow from each other, and puts the parts
    /// of a state in their place.
    fn course(
        &mut self,
        own: &mut Own,
        body: &mut Expr,
        states: &Ident,
        span: Span,
    ) -> Option<Course> {
        let before = self.found.len();
        self.own_reads(own, body);
        if self.found.len() != before {
            return None;
        }
        let course = match Course::of(&own.reads, own.indices.len(), self.recurs_down) {
            Ok(course) => course,
            Err(wrong) => {
                self.found.push(wrong.report(own, span));
                return None;
            }
        };
        let (several, mut reads) = (own.names.len() > 1, own.reads.iter());
        let takes_apart = several && !course.is_over_axes();
        visit_own(&own.names, body, &mut |part, _, _| {
            let state = part_of(states, course.part(reads.next()?));
            let part = Literal::usize_unsuffixed(part);
            Some(match takes_apart {
                false => parse_quote!(#state),
                true => parse_quote!(#state.#part),
            })
        });
        if let Some(whole) = names::free(body)
            .iter()
            .find(|free| own.names.contains(free))
        {
            let report = catalog::recurrence_subscript(whole.span(), whole, &own.indices);
            self.found.push(report);
            return None;
        }
        Some(course)
    }

    /// Finds the elements that a body reads of the array itself.
    fn own_reads(&mut self, own: &mut Own, body: &mut Expr) {
        let constants = &self.program.items.constants;
        let several = own.names.len() > 1;
        let (found, indices, reads) = (&mut self.found, &own.indices, &mut own.reads);
        visit_own(&own.names, body, &mut |part, subscripted, enclosing| {
            let given = subscripts(subscripted);
            let distances = given.iter().zip(indices).map(|(at, index)| {
                match Subscript::of(at, index, constants) {
                    Subscript::Affine { factor: 1, offset } if !enclosing.binds(index) => {
                        Some(offset)
                    }
                    _ => None,
                }
            });
            let distances: Vec<Option<isize>> = distances.list();
            let place = subscripted.span();
            let has_all = given.len() == indices.len();
            if has_all && let Some(distances) = every(distances.iter().copied()) {
                reads.push(Read {
                    distances,
                    part: several.then_some(part),
                    place,
                });
                return None;
            }
            let name = &own.names[part];
            let is_folded = enclosing.is_in_closure()
                && given.iter().any(|at| {
                    let mut free = names::free(at).into_iter();
                    free.any(|free| enclosing.binds(&free))
                });
            let leads = |distance: &Option<isize>| distance.is_some_and(|far| far != 0);
            found.push(match distances.iter().position(leads) {
                _ if is_folded => catalog::recurrence_of_all(place, name, indices),
                Some(axis) if has_all => catalog::recurrence_in_row(place, name, &indices[axis]),
                _ => catalog::recurrence_subscript(place, name, indices),
            });
            None
        });
    }

    /// The value outside of the array, which may stand in several places.
    fn outside(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Expr> {
        let outside = apply.args[0];
        if is_constant(outside) {
            return Some(outside.clone());
        }
        let before = self.found.len();
        let value = self.host(outside, hint, Position::Scalar);
        if self.found.len() != before {
            return None;
        }
        let name = self.scope.fresh(&format!("{hint}_outside"), apply.span);
        match self.bind_under(name.clone(), Op::Host { value }) {
            Output::Scalar(_) => Some(parse_quote!(#name)),
            Output::Array(_) => None,
        }
    }

    /// An array some of whose axes go backwards.
    pub(super) fn reversed(
        &mut self,
        array: ArrayId,
        axes: &[usize],
        span: Span,
        hint: &str,
    ) -> Option<ArrayId> {
        let rank = self.program.rank(array);
        let op = match rank {
            1 => Op::Reverse { arg: array },
            _ => {
                let name = self.name_of(array);
                let indices: Vec<Ident> = (0..rank)
                    .map(|axis| self.scope.fresh(&format!("{hint}_axis{axis}"), span))
                    .list();
                let mut at: Vec<Expr> = Vec::new();
                for (axis, index) in indices.iter().enumerate() {
                    at.push(match axes.contains(&axis) {
                        true => self.mirrored((array, axis), index, span, hint)?,
                        false => parse_quote!(#index),
                    });
                }
                let closure = parse_quote!(|#(#indices),*| #name[[#(#at),*]]);
                self.over_indices(None, &closure, hint)?
            }
        };
        let name = self.scope.fresh(&format!("{hint}_reversed"), span);
        match self.bind_under(name, op) {
            Output::Array(array) => Some(array),
            Output::Scalar(_) => None,
        }
    }
}

/// The index space and the worker of a `recurrence` over indices.
pub(super) fn parts<'a>(apply: &Apply<'a>) -> (Option<&'a Expr>, &'a Expr) {
    match apply.args[..] {
        [_, sizes, worker] => (Some(sizes), worker),
        _ => (None, apply.args[1]),
    }
}

/// Goes through the subscripts of an array in the worker that makes it. `take` is given the number
/// of its name, and returns what takes the place.
fn visit_own(
    own: &[Ident],
    body: &mut Expr,
    take: &mut dyn FnMut(usize, &ExprIndex, &Enclosing<'_>) -> Option<Expr>,
) {
    names::visit_subscripts(body, &mut |expr, enclosing| {
        let Expr::Index(subscripted) = &*expr else {
            return;
        };
        let Term::Name(name) = Term::of(&subscripted.expr) else {
            return;
        };
        let part = own.iter().position(|own| own == name);
        if let Some(part) = part.filter(|_| !enclosing.binds(name))
            && let Some(state) = take(part, subscripted, enclosing)
        {
            *expr = state;
        }
    });
}

/// The element of a number, as a part of a state.
pub(super) fn part_of(states: &Ident, number: usize) -> Ident {
    Ident::new(&format!("{states}_{number}"), states.span())
}

/// A step from a state to the next. `head` says that a position is the first of its row.
fn next_state(
    course: &Course,
    body: &Expr,
    states: &Ident,
    outside: &Expr,
    head: Option<&Ident>,
) -> Expr {
    let parts: Vec<Ident> = (1..=course.depth)
        .map(|distance| part_of(states, distance))
        .list();
    let outsides = vec![outside; course.depth];
    let (pattern, outside): (Pat, Expr) = match &parts[..] {
        [part] => (parse_quote!(#part), outside.clone()),
        _ => (parse_quote!((#(#parts),*)), parse_quote!((#(#outsides),*))),
    };
    let state: Expr = match head {
        Some(head) => parse_quote!(if #head { #outside } else { #states }),
        None => parse_quote!(#states),
    };
    let before = &parts[..course.depth - 1];
    let next: Expr = match before {
        [] => body.clone(),
        _ => parse_quote!((#body, #(#before),*)),
    };
    parse_quote!({ let #pattern = #state; #next })
}
