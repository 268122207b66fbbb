//! Recurrences over indices: `recurrence(0.0, |y, i, j| 0.5 * y[[i, j - 1]] + a[[i, j]])`.
//!
//! An element follows from others along one axis. Their values are the state of a recurrence over
//! sequences, which goes through all other reads as a `generate` would, with that axis as the last
//! one, and begins anew in each of its rows. Where the distances lead upwards, it goes through the
//! axis backwards.

use super::Lowering;
use super::abbreviation::is_constant;
use super::host::Position;
use super::subscript::{Subscript, subscripts};
use crate::check::check_arguments;
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op, Output};
use crate::syntax::{Apply, Pattern, Term, names, strip};
use proc_macro2::{Ident, Literal, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, Pat, parse_quote};

/// The elements of an array that its own elements follow from.
struct Own {
    /// The array, or the parts of its elements.
    names: Vec<Ident>,
    indices: Vec<Ident>,
    /// Of each read the distances and the place.
    reads: Vec<(Vec<isize>, Span)>,
}

/// The way in which a recurrence goes.
struct Course {
    along: usize,
    backwards: bool,
    /// The number of elements that a state has.
    depth: usize,
}

impl Course {
    /// The indices with that of its axis as the last one.
    fn order(&self, indices: &[Ident]) -> Vec<Ident> {
        let mut order = indices.to_vec();
        let last = order.remove(self.along);
        order.push(last);
        order
    }
}

impl Lowering {
    /// `recurrence(outside, |y, i, j| …)`
    pub(super) fn recurrence_over(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        if !check_arguments(apply, &mut self.found) {
            return None;
        }
        let Expr::Closure(closure) = strip(apply.args[1]) else {
            let report = catalog::recurrence_indices(apply.args[1].span());
            self.found.push(report);
            return None;
        };
        let mut own = self.own(closure)?;
        let states = self.scope.fresh(&format!("{hint}_state"), apply.span);
        let mut body = (*closure.body).clone();
        let course = self.course(&mut own, &mut body, &states, apply.span)?;
        let outside = self.outside(apply, hint)?;
        let several = own.indices.len() > 1;
        let head = self.scope.fresh(&format!("{hint}_is_first"), apply.span);
        let body = next_state(&course, &body, &states, &outside, several.then_some(&head));
        let order = course.order(&own.indices);
        let op = self.over_indices(None, &parse_quote!(|#(#order),*| #body), hint)?;
        let Op::Map { mut worker, args } = op else {
            return None;
        };
        let mut all = Vec::new();
        for arg in args {
            all.push(match course.backwards {
                true => self.reversed(arg, apply.span, hint)?,
                false => arg,
            });
        }
        let mut parameters: Vec<Pat> = vec![parse_quote!(#states)];
        if several {
            let terms = self.name_of(all[0]);
            let heads = self.first_of_rows(&terms, hint)?;
            all.insert(0, self.named_array(&heads, "recurrence")?);
            parameters.push(parse_quote!(#head));
        }
        if let Expr::Closure(closure) = &mut worker.expr {
            let others = std::mem::take(&mut closure.inputs);
            closure.inputs = parameters.into_iter().chain(others).collect();
        }
        let start = vec![outside.clone(); course.depth];
        let start: Expr = match course.depth {
            1 => outside,
            _ => parse_quote!((#(#start),*)),
        };
        let op = Op::Recurrence {
            seed: self.host(&start, hint, Position::Scalar),
            worker,
            args: all,
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
        let is_last = course.along + 1 == own.indices.len();
        if is_last && course.depth == 1 && !course.backwards {
            return Some(op);
        }
        let name = self.scope.fresh(&format!("{hint}_states"), span);
        let pattern = match course.depth {
            1 => Pattern::Name(name.clone()),
            depth => {
                let mut parts = vec![Pattern::Name(name.clone())];
                parts.resize_with(depth, || Pattern::Wild(span));
                Pattern::Tuple(parts, span)
            }
        };
        self.bind(span, op, &pattern, None, None);
        let mut array = self.named_array(&name, "recurrence")?;
        if course.backwards {
            array = self.reversed(array, span, hint)?;
        }
        if is_last {
            let identity = syn::parse2(quote::quote_spanned!(span=> |value| value));
            return Some(Op::Map {
                worker: crate::ir::Host::plain(identity.ok()?),
                args: vec![array],
            });
        }
        let (name, indices) = (self.name_of(array), &own.indices);
        let order = course.order(indices);
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

    /// Puts the parts of a state in the place of the elements that are read, and finds the way in
    /// which these follow from each other.
    fn course(
        &mut self,
        own: &mut Own,
        body: &mut Expr,
        states: &Ident,
        span: Span,
    ) -> Option<Course> {
        let before = self.found.len();
        let constants = self.program.items.constants.clone();
        names::visit_subscripts(body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let Term::Name(name) = Term::of(&subscripted.expr) else {
                return;
            };
            let part = own.names.iter().position(|own| own == name);
            let Some(part) = part.filter(|_| !enclosing.binds(name)) else {
                return;
            };
            let given = subscripts(subscripted);
            let distances = given.iter().zip(&own.indices).map(|(at, index)| {
                match Subscript::of(at, index, &constants) {
                    Subscript::Affine { factor: 1, offset } if !enclosing.binds(index) => {
                        Some(offset)
                    }
                    _ => None,
                }
            });
            let distances: Option<Vec<isize>> = distances.collect();
            let distances = distances.filter(|_| given.len() == own.indices.len());
            let place = subscripted.span();
            let Some(distances) = distances else {
                let report = catalog::recurrence_subscript(place, name, &own.indices);
                self.found.push(report);
                return;
            };
            let far = distances
                .iter()
                .map(|distance| distance.unsigned_abs())
                .max();
            let state = part_of(states, far.unwrap_or(0));
            let part = Literal::usize_unsuffixed(part);
            own.reads.push((distances, place));
            *expr = match own.names.len() {
                1 => parse_quote!(#state),
                _ => parse_quote!(#state.#part),
            };
        });
        if self.found.len() != before {
            return None;
        }
        let name = &own.names[0];
        if let Some(whole) = names::free(body)
            .iter()
            .find(|free| own.names.contains(free))
        {
            let report = catalog::recurrence_subscript(whole.span(), whole, &own.indices);
            self.found.push(report);
            return None;
        }
        let (mut along, mut distances): (Option<usize>, Vec<(isize, Span)>) = (None, Vec::new());
        for (read, place) in &own.reads {
            let axes = read.iter().enumerate().filter(|axis| *axis.1 != 0);
            for (axis, distance) in axes {
                let known = *along.get_or_insert(axis);
                if known != axis {
                    let indices = (&own.indices[known.min(axis)], &own.indices[known.max(axis)]);
                    let report = catalog::recurrence_of_axes(*place, name, indices);
                    self.found.push(report);
                    return None;
                }
                distances.push((*distance, *place));
            }
            if read.iter().all(|distance| *distance == 0) {
                let report = catalog::recurrence_cycle(*place, name, 0, -1);
                self.found.push(report);
                return None;
            }
        }
        let Some(along) = along else {
            self.found.push(catalog::recurrence_of_nothing(span, name));
            return None;
        };
        let backwards = distances[0].0 > 0;
        if let Some((other, place)) = distances.iter().find(|one| (one.0 > 0) != backwards) {
            let report = catalog::recurrence_cycle(*place, name, distances[0].0, *other);
            self.found.push(report);
            return None;
        }
        let far = distances
            .iter()
            .map(|(distance, _)| distance.unsigned_abs());
        let depth = far.max().unwrap_or(1);
        if depth > MOST {
            self.found
                .push(catalog::subscript_too_large(distances[0].1));
            return None;
        }
        Some(Course {
            along,
            backwards,
            depth,
        })
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

    /// An array whose last axis goes backwards.
    fn reversed(&mut self, array: ArrayId, span: Span, hint: &str) -> Option<ArrayId> {
        let rank = self.program.rank(array);
        let op = match rank {
            1 => Op::Reverse { arg: array },
            _ => {
                let name = self.name_of(array);
                let indices: Vec<Ident> = (0..rank)
                    .map(|axis| self.scope.fresh(&format!("{hint}_axis{axis}"), span))
                    .collect();
                let (last, before) = indices.split_last()?;
                let at = self.mirrored((array, rank - 1), last, span, hint)?;
                let closure = parse_quote!(|#(#indices),*| #name[[#(#before,)* #at]]);
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

/// The most elements that a state has.
const MOST: usize = 8;

/// The element that is so far away, as a part of a state.
fn part_of(states: &Ident, distance: usize) -> Ident {
    Ident::new(&format!("{states}_{distance}"), states.span())
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
        .collect();
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
