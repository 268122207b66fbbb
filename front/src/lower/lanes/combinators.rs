//! Combinators of lanes whose expressions are made of workers and of other parts.

use super::value::same;
use super::{Kind, Lane, Lanes, Value};
use crate::diagnostic::catalog;
use crate::ir::over;
use crate::lower::Lowering;
use crate::lower::abbreviation::applied;
use crate::lower::recurrence;
use crate::ordered::ToList;
use crate::syntax::{Apply, Term, names, strip};
use proc_macro2::{Ident, Literal, Span};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Pat, parse_quote};

impl Lowering {
    /// `map(f, row, …)`, with neighbours among its arguments.
    pub(super) fn map_in_lanes(
        &mut self,
        apply: &Apply<'_>,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Value> {
        let mut worker = self.with_pictures(apply, hint)?;
        let patterns: Vec<Pat> = match &worker {
            Expr::Closure(closure) => closure.inputs.iter().cloned().list(),
            _ => Vec::new(),
        };
        let (mut parameters, mut elements) = (Vec::new(), Vec::new());
        let mut whole = Lane::of(parse_quote!(()));
        let mut in_step = 0;
        for (position, arg) in apply.args[1..].iter().enumerate() {
            let pattern = patterns.get(position);
            match Term::of(arg) {
                Term::Apply(inner) if inner.combinator.name == "around" && lanes.is_in(arg) => {
                    if !self.check(&inner) {
                        return None;
                    }
                    let lane = self.whole_lane(inner.args[0], "around", lanes, hint)?;
                    let Some(Pat::Slice(picture)) = pattern else {
                        let span = pattern.map_or(inner.span, Spanned::span);
                        self.found.push(catalog::around_needs_pattern(span));
                        return None;
                    };
                    if picture.elems.len() % 2 == 0 {
                        let report = catalog::around_needs_pattern(picture.span());
                        self.found.push(report);
                        return None;
                    }
                    let (middle, index) = (picture.elems.len() / 2, &lanes.lane);
                    for (place, pattern) in picture.elems.iter().enumerate() {
                        if matches!(pattern, Pat::Wild(_)) {
                            continue;
                        }
                        let [place, middle] = [place, middle].map(Literal::usize_unsuffixed);
                        let at = parse_quote!(#index + #place - #middle);
                        elements.push(lanes.element(&lane.0, lane.1, &at));
                        parameters.push(pattern.clone());
                    }
                    whole.moved = true;
                    continue;
                }
                Term::Apply(inner) if inner.combinator.name == "at" && lanes.is_in(arg) => {
                    let lane = self.lane(arg, "map", lanes, hint)?;
                    elements.push(lane.body);
                    parameters.extend(pattern.cloned());
                    whole.moved = true;
                    continue;
                }
                _ => {}
            }
            let mut lane = self.lane(arg, "map", lanes, hint)?;
            if lane.moved && apply.args.len() > 2 {
                lane = self.stored_lane(lane, lanes, arg.span(), hint)?;
            }
            let differs = in_step > 0 && !same(lane.kept.as_ref(), whole.kept.as_ref());
            if differs {
                let report = catalog::lanes_in_step(arg.span(), "map");
                self.found.push(report);
                return None;
            }
            in_step += 1;
            whole.read_beside(&lane);
            whole.kept = lane.kept;
            elements.push(lane.body);
            parameters.extend(pattern.cloned());
        }
        if !self.are_in_step(&whole, lanes) {
            self.found.push(catalog::lanes_in_step(apply.span, "map"));
            return None;
        }
        if let Expr::Closure(closure) = &mut worker {
            closure.inputs = parameters.into_iter().collect();
        }
        let worker = self.worker_of_lanes(&worker, lanes);
        whole.body = syn::parse2(applied(&worker, quote!(#(#elements),*))).ok()?;
        Some(Value::Lane(whole))
    }

    /// Returns true if all that a lane reads has the same coordinates along it, or is read at other
    /// positions on purpose.
    fn are_in_step(&self, lane: &Lane, lanes: &Lanes) -> bool {
        let origins = lane.reads.iter().map(|read| lanes.origin(*read));
        let sides: Vec<_> = origins
            .map(|(array, axis)| self.program.side(array, axis).coordinates())
            .list();
        lane.moved || sides.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// `fold(start, op, row)`, and one with an accumulator.
    pub(super) fn fold_in_lanes(
        &mut self,
        apply: &Apply<'_>,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Value> {
        let first = apply.combinator.receiver()?;
        let (others, arrays) = apply.args.split_at(first);
        let seed = self.host_of_lanes(others[0], lanes, hint);
        let operator = self.worker_of_lanes(others.last()?, lanes);
        let (body, kept) = match others {
            [_, _] => {
                let lane = self.lane(arrays[0], "fold", lanes, hint)?;
                (lane.body, lane.kept)
            }
            _ => {
                // The start is neutral, so that a step from there is an operand.
                let step = self.worker_of_lanes(others[1], lanes);
                let (mut bodies, mut kept) = (Vec::new(), None);
                let mut whole = Lane::of(parse_quote!(()));
                for (position, array) in arrays.iter().enumerate() {
                    let lane = self.lane(array, "fold", lanes, hint)?;
                    if position > 0 && !same(lane.kept.as_ref(), kept.as_ref()) {
                        let report = catalog::lanes_in_step(array.span(), "fold");
                        self.found.push(report);
                        return None;
                    }
                    whole.read_beside(&lane);
                    kept = lane.kept;
                    bodies.push(lane.body);
                }
                if !self.are_in_step(&whole, lanes) {
                    self.found.push(catalog::lanes_in_step(apply.span, "fold"));
                    return None;
                }
                let body = applied(&step, quote!(#seed, #(#bodies),*));
                (syn::parse2(body).ok()?, kept)
            }
        };
        let index = &lanes.lane;
        Some(Value::Scalar(match kept {
            None => parse_quote!(fold(#seed, #operator, |#index| #body)),
            Some(kept) => {
                let operator = self.masked(&operator, apply.span);
                parse_quote!(fold((true, #seed), #operator, |#index| (#kept, #body)).1)
            }
        }))
    }

    /// An operator between elements with flags, which leaves those out whose flag is not set.
    fn masked(&mut self, operator: &Expr, span: Span) -> Expr {
        let [left, is_left, right, is_right] =
            ["left", "has_left", "right", "has_right"].map(|name| self.scope.fresh(name, span));
        let both = applied(operator, quote!(#left, #right));
        parse_quote!(|(#is_left, #left), (#is_right, #right)| {
            if #is_left && #is_right {
                (true, #both)
            } else if #is_right {
                (true, #right)
            } else {
                (#is_left, #left)
            }
        })
    }

    /// `scan(start, op, row)`: prefixes along the lanes.
    pub(super) fn scan_in_lanes(
        &mut self,
        apply: &Apply<'_>,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Value> {
        let args = &apply.args;
        let lane = self.lane(args[2], apply.combinator.name, lanes, hint)?;
        let starts = self.starts(args[0], lanes, hint);
        let (seed, operator) = (args[0], self.worker_of_lanes(args[1], lanes));
        let (index, own) = (
            &lanes.lane,
            self.scope.fresh(&format!("{hint}_before"), apply.span),
        );
        let range: Expr = match apply.combinator.name {
            "scan" => parse_quote!(..=#index),
            _ => parse_quote!(..#index),
        };
        let at_own = |expr: &Expr| with_name(expr, index, &own);
        let term = at_own(&lane.body);
        let body = match (&lane.kept, &starts) {
            // Prefixes without a start, which are combined with it afterwards.
            (kept, Some(_)) => {
                let (zero, masked) = (over::zero(apply.span), self.masked(&operator, apply.span));
                let kept = kept.as_ref().map_or(parse_quote!(true), &at_own);
                parse_quote!(fold((false, #zero), #masked, #range, |#own| (#kept, #term)))
            }
            (None, None) => parse_quote!(fold(#seed, #operator, #range, |#own| #term)),
            (Some(kept), None) => {
                let operator = self.masked(&operator, apply.span);
                let kept = at_own(kept);
                parse_quote!(fold((true, #seed), #operator, #range, |#own| (#kept, #term)).1)
            }
        };
        // Prefixes are an array, in which those are read that the flags of `lane` keep.
        let kept = lane.kept.clone();
        let prefixes = Lane {
            body,
            name: None,
            kept: None,
            ..lane
        };
        let mut lane = self.stored_lane(prefixes, lanes, apply.span, hint)?;
        if let Some(start) = starts {
            let [has, prefix] = ["has", "prefix"].map(|name| self.scope.fresh(name, apply.span));
            let whole: Expr = syn::parse2(applied(&operator, quote!(#start, #prefix))).ok()?;
            let read = &lane.body;
            lane.body = parse_quote!({
                let (#has, #prefix) = #read;
                if #has { #whole } else { #start }
            });
            lane.name = None;
        }
        lane.kept = kept;
        Some(Value::Lane(lane))
    }

    /// The start of a scan or a recurrence, if it differs from lane to lane.
    fn starts(&mut self, start: &Expr, lanes: &mut Lanes, hint: &str) -> Option<Expr> {
        let differs = lanes.is_in(start);
        differs.then(|| self.host_of_lanes(start, lanes, hint))
    }

    /// `recurrence(start, step, row, …)`: states along the lanes.
    pub(super) fn recurrence_in_lanes(
        &mut self,
        apply: &Apply<'_>,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Value> {
        let starts = self.starts(apply.args[0], lanes, hint);
        let (states, index) = (
            self.scope.fresh(&format!("{hint}_states"), apply.span),
            &lanes.lane,
        );
        let before = lanes.element(&states, lanes.along, &parse_quote!(#index - 1));
        let [has, state] = ["has", "state"].map(|name| self.scope.fresh(name, apply.span));
        let mut elements = vec![match &starts {
            Some(start) => parse_quote!(if #has { #state } else { #start }),
            None => before.clone(),
        }];
        let mut whole = Lane::of(parse_quote!(()));
        for arg in &apply.args[2..] {
            let lane = self.lane(arg, "recurrence", lanes, hint)?;
            if lane.kept.is_some() {
                self.found.push(catalog::filtered_lane(arg.span()));
                return None;
            }
            whole.read_beside(&lane);
            elements.push(lane.body);
        }
        if !self.are_in_step(&whole, lanes) {
            let report = catalog::lanes_in_step(apply.span, "recurrence");
            self.found.push(report);
            return None;
        }
        let step = self.worker_of_lanes(apply.args[1], lanes);
        let next: Expr = syn::parse2(applied(&step, quote!(#(#elements),*))).ok()?;
        // States with a flag that is set behind the first one.
        let (start, body): (Expr, Expr) = match &starts {
            Some(_) => {
                let zero = over::zero(apply.span);
                let body = parse_quote!({ let (#has, #state) = #before; (true, #next) });
                (parse_quote!((false, #zero)), body)
            }
            None => (apply.args[0].clone(), next),
        };
        let indices = lanes.indices(lanes.along);
        let name = Ident::new("recurrence", apply.span);
        let over: Expr = parse_quote!(#name(#start, |#states, #(#indices),*| #body));
        let Term::Apply(over) = Term::of(&over) else {
            return None;
        };
        let op = self.apply(&over, hint)?;
        let mut value = self.stored_op(op, lanes, apply.span, hint);
        if let (Some(made), Some(of)) = (value.origin(), Value::Lane(whole).origin()) {
            lanes.made.insert(made, of);
        }
        if let (Value::Lane(lane), Some(_)) = (&mut value, starts) {
            let read = &lane.body;
            lane.body = parse_quote!(#read.1);
            lane.name = None;
        }
        Some(value)
    }

    /// `recurrence(0.0, |y, k| 0.5 * y[k - 1] + row[k])`, also with the number of them: elements along the lanes that follow from
    /// each other.
    pub(super) fn recurrence_over_in_lanes(
        &mut self,
        apply: &Apply<'_>,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Value> {
        let (outside, (given, worker)) = (apply.args[0], recurrence::parts(apply));
        if lanes.is_in(outside) {
            self.found.push(catalog::outside_of_lanes(outside.span()));
            return None;
        }
        let Expr::Closure(closure) = strip(worker) else {
            self.found.push(catalog::recurrence_indices(worker.span()));
            return None;
        };
        let made = closure.inputs.first()?.clone();
        let before = lanes.names.clone();
        let along = lanes.along;
        for name in names::bound(&made) {
            lanes.names.insert(name, Kind::Lane { along, kept: None });
        }
        let lowered = self.worker_of_lanes(worker, lanes);
        lanes.names = before;
        let Expr::Closure(mut closure) = lowered else {
            return None;
        };
        closure.inputs = closure.inputs.into_iter().skip(1).collect();
        let indices = self.indices(&closure)?;
        let [own] = &indices[..] else {
            self.found.push(catalog::not_in_lanes(apply.span, "cross"));
            return None;
        };
        let body = with_name(&closure.body, own, &lanes.lane);
        let indices = lanes.indices(along);
        let name = Ident::new("recurrence", apply.span);
        let sizes = given.map(|count| self.sizes_of_lanes(count, lanes, hint));
        let sizes = sizes.into_iter();
        let over: Expr = parse_quote!(#name(#outside, #(#sizes,)* |#made, #(#indices),*| #body));
        let Term::Apply(over) = Term::of(&over) else {
            return None;
        };
        let op = self.apply(&over, hint)?;
        Some(self.stored_op(op, lanes, apply.span, hint))
    }

    /// `sum(|k| row[k] * xs[k])`
    pub(super) fn fold_over_in_lanes(
        &mut self,
        apply: &Apply<'_>,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Value> {
        let name = Ident::new(apply.combinator.name, apply.span);
        let mut args = Vec::new();
        for arg in &apply.args {
            args.push(match strip(arg) {
                Expr::Closure(_) => self.worker_of_lanes(arg, lanes),
                Expr::Range(range) => {
                    let mut range = range.clone();
                    for limit in [&mut range.start, &mut range.end].into_iter().flatten() {
                        **limit = self.host_of_lanes(limit, lanes, hint);
                    }
                    Expr::Range(range)
                }
                other => self.host_of_lanes(other, lanes, hint),
            });
        }
        Some(Value::Scalar(parse_quote!(#name(#(#args),*))))
    }

    /// `generate(|k| row[k + 1] - row[k])` and `generate(n, |k| …)`.
    pub(super) fn generate_in_lanes(
        &mut self,
        apply: &Apply<'_>,
        lanes: &mut Lanes,
    ) -> Option<Value> {
        let worker = *apply.args.last()?;
        let Expr::Closure(closure) = strip(&self.worker_of_lanes(worker, lanes)).clone() else {
            self.found.push(catalog::index_is_no_name(worker.span()));
            return None;
        };
        let indices = self.indices(&closure)?;
        let [own] = &indices[..] else {
            self.found.push(catalog::not_in_lanes(apply.span, "cross"));
            return None;
        };
        let body = with_name(&closure.body, own, &lanes.lane);
        if apply.args.len() == 1 {
            return Some(Value::Lane(Lane {
                moved: true,
                ..Lane::of(body)
            }));
        }
        let hint = "generate";
        let sizes = self.sizes_of_lanes(apply.args[0], lanes, hint);
        let indices = lanes.indices(lanes.along);
        let closure = parse_quote!(|#(#indices),*| #body);
        let op = self.over_indices(Some(&sizes), &closure, hint)?;
        Some(self.stored_op(op, lanes, apply.span, hint))
    }

    /// The index space of so many positions along the lanes: `n`, or `[n]`.
    fn sizes_of_lanes(&mut self, count: &Expr, lanes: &mut Lanes, hint: &str) -> Expr {
        let count = match strip(count) {
            Expr::Array(list) if list.elems.len() == 1 => &list.elems[0],
            other => other,
        };
        let count = self.host_of_lanes(count, lanes, hint);
        let mut sizes: Vec<Expr> = vec![parse_quote!(..); lanes.outer.len()];
        sizes.insert(lanes.along, count);
        parse_quote!([#(#sizes),*])
    }

    /// `scan_by(heads, start, op, row)`: the expression that it stands for.
    pub(super) fn abbreviation_in_lanes(
        &mut self,
        apply: &Apply<'_>,
        text: &str,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Value> {
        if lanes.is_in(apply.args[1]) {
            let name = apply.combinator.name;
            let report = catalog::start_of_lanes(apply.args[1].span(), name);
            self.found.push(report);
            return None;
        }
        let mut args: Vec<Expr> = apply.args.iter().map(|arg| (*arg).clone()).list();
        for position in [0, 3] {
            let (name, along, _) =
                self.whole_lane(apply.args[position], apply.combinator.name, lanes, hint)?;
            lanes
                .names
                .insert(super::text(&name), Kind::Lane { along, kept: None });
            args[position] = parse_quote!(#name);
        }
        let written = self.written_out(apply, text, &args);
        self.value_of_lanes(&written, lanes, hint)
    }
}

/// An expression with another name in the place of a free one.
fn with_name(expr: &Expr, before: &Ident, after: &Ident) -> Expr {
    let mut expr = expr.clone();
    names::visit_free(&mut expr, &mut |name| {
        if name == before {
            *name = after.clone();
        }
    });
    expr
}
