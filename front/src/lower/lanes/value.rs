//! The combinators of a program over lanes as expressions of indices.

use super::{Kind, Lane, Lanes, Value, text};
use crate::combinator::Computed;
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op};
use crate::lower::Lowering;
use crate::lower::abbreviation::applied;
use crate::lower::scope::Entity;
use crate::ordered::ToList;
use crate::syntax::{Apply, Pattern, Term};
use proc_macro2::{Ident, Literal, Span};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, parse_quote};

impl Lowering {
    /// A part of a program over lanes.
    pub(super) fn value_of_lanes(
        &mut self,
        expr: &Expr,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Value> {
        match Term::of(expr) {
            Term::Name(name) => Some(match lanes.names.get(&text(name)) {
                Some(Kind::Scalar) => Value::Scalar(lanes.number(name)),
                Some(Kind::Lane { along, kept }) => {
                    let (along, kept) = (*along, kept.clone());
                    Value::Lane(self.named_lane(name, along, kept.as_ref(), lanes))
                }
                None if self.is_array(expr) => self.outer_lane(expr, lanes, hint)?,
                None => Value::Scalar(expr.clone()),
            }),
            Term::Apply(apply) if self.plain_method(&apply).is_none() => match lanes.is_in(expr) {
                true => self.apply_in_lanes(&apply, lanes, hint),
                false if apply.combinator.yields_scalar() => {
                    let op = self.apply(&apply, hint)?;
                    Some(Value::Scalar(self.scalar(apply.span, op, hint)?))
                }
                false => self.outer_lane(expr, lanes, hint),
            },
            Term::Range(range, _) => {
                let limits = [range.start.as_deref()?, range.end.as_deref()?];
                let [from, to] = limits.map(|limit| self.host_of_lanes(limit, lanes, hint));
                let range = match range.limits {
                    syn::RangeLimits::Closed(_) => parse_quote!(#from..=#to),
                    syn::RangeLimits::HalfOpen(_) => parse_quote!(#from..#to),
                };
                self.outer_lane(&range, lanes, hint)
            }
            Term::Host(Expr::Reference(reference)) if reference.mutability.is_none() => {
                self.value_of_lanes(&reference.expr, lanes, hint)
            }
            _ => Some(Value::Scalar(self.host_of_lanes(expr, lanes, hint))),
        }
    }

    /// An array that is the same for all lanes.
    fn outer_lane(&mut self, expr: &Expr, lanes: &Lanes, hint: &str) -> Option<Value> {
        let array = self.array(expr, hint, "map")?;
        let name = self.name_of(array);
        let index = &lanes.lane;
        Some(Value::Lane(Lane {
            reads: vec![(array, 0)],
            ..Lane::of(parse_quote!(#name[#index]))
        }))
    }

    pub(super) fn named_lane(
        &self,
        name: &Ident,
        along: usize,
        kept: Option<&Ident>,
        lanes: &Lanes,
    ) -> Lane {
        let index = &lanes.lane;
        let at = parse_quote!(#index);
        let array = match self.scope.get(name) {
            Some(Entity::Array(array) | Entity::Padded(array, _)) => Some((array, along)),
            _ => None,
        };
        Lane {
            body: lanes.element(name, along, &at),
            name: Some((name.clone(), along)),
            reads: array.into_iter().list(),
            moved: false,
            kept: kept.map(|flags| lanes.element(flags, lanes.along, &at)),
        }
    }

    pub(super) fn lane(
        &mut self,
        expr: &Expr,
        combinator: &str,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Lane> {
        let before = self.found.len();
        match (self.value_of_lanes(expr, lanes, hint)?, Term::of(expr)) {
            (Value::Lane(lane), _) => Some(lane),
            // It has been reported.
            _ if self.found.len() != before => None,
            (Value::Scalar(_), Term::Name(name)) => {
                if lanes.names.contains_key(&text(name)) {
                    let report = catalog::scalar_of_lanes(name.span(), name);
                    self.found.push(report);
                } else {
                    self.named_array(name, combinator);
                }
                None
            }
            (Value::Scalar(_), _) => {
                let report = catalog::not_in_lanes(expr.span(), combinator);
                self.found.push(report);
                None
            }
        }
    }

    /// A lane that is read at other positions than its own: it has a name. None of its elements is
    /// left out.
    pub(super) fn whole_lane(
        &mut self,
        expr: &Expr,
        combinator: &str,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<(Ident, usize, ArrayId)> {
        if let Term::Name(name) = Term::of(expr)
            && let Some(Kind::Lane { along, kept: None }) = lanes.names.get(&text(name))
            && let Some(Entity::Padded(array, _)) = self.scope.get(name)
        {
            return Some((name.clone(), *along, array));
        }
        if let Term::Apply(apply) = Term::of(expr)
            && apply.combinator.name == "pad"
            && ["at", "around"].contains(&combinator)
        {
            // Under a name it is read as any other lane.
            let name = self.scope.fresh(&format!("{hint}_padded"), apply.span);
            self.let_in_lanes(expr, &Pattern::Name(name.clone()), None, lanes);
            let is_known = lanes.names.contains_key(&text(&name));
            if is_known && !self.scope.is_forgotten(&name) {
                return self.whole_lane(&parse_quote!(#name), combinator, lanes, hint);
            }
            self.found.push(catalog::pad_alone(apply.span));
            return None;
        }
        let lane = self.lane(expr, combinator, lanes, hint)?;
        if lane.kept.is_some() {
            self.found.push(catalog::filtered_lane(expr.span()));
            return None;
        }
        let (name, along) = self.bound_lane(lane, lanes, expr.span(), hint)?;
        let array = self.named_array(&name, combinator)?;
        Some((name, along, array))
    }

    /// The name of a lane, which it gets if it has none.
    pub(super) fn bound_lane(
        &mut self,
        lane: Lane,
        lanes: &mut Lanes,
        span: Span,
        hint: &str,
    ) -> Option<(Ident, usize)> {
        if let Some(name) = lane.name {
            return Some(name);
        }
        let name = self.scope.fresh(&format!("{hint}_part"), span);
        let pattern = Pattern::Name(name.clone());
        self.bind_in_lanes(Value::Lane(lane), &pattern, None, lanes);
        (!self.scope.is_forgotten(&name)).then_some((name, lanes.along))
    }

    /// A lane as an array of its own, none of whose elements is left out.
    pub(super) fn stored_lane(
        &mut self,
        lane: Lane,
        lanes: &mut Lanes,
        span: Span,
        hint: &str,
    ) -> Option<Lane> {
        let (name, along) = self.bound_lane(lane, lanes, span, hint)?;
        Some(self.named_lane(&name, along, None, lanes))
    }

    /// The lanes of what an operator makes of all of them.
    pub(super) fn stored_op(&mut self, op: Op, lanes: &Lanes, span: Span, hint: &str) -> Value {
        let name = self.scope.fresh(&format!("{hint}_part"), span);
        self.bind_under(name.clone(), op);
        Value::Lane(self.named_lane(&name, lanes.along, None, lanes))
    }

    fn apply_in_lanes(
        &mut self,
        apply: &Apply<'_>,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Value> {
        let (combinator, args) = (apply.combinator, &apply.args[..]);
        let name = combinator.name;
        if combinator.is_over_index() {
            return self.fold_over_in_lanes(apply, lanes, hint);
        }
        if combinator.infers_space() || combinator.has_sizes() {
            return self.generate_in_lanes(apply, lanes);
        }
        if !self.check(apply) {
            return None;
        }
        if combinator.is_recurrence_over() {
            return self.recurrence_over_in_lanes(apply, lanes, hint);
        }
        if let Computed::As(text) = combinator.computed
            && name.starts_with("scan")
        {
            return self.abbreviation_in_lanes(apply, text, lanes, hint);
        }
        if let Computed::As(text) = combinator.computed
            && combinator.yields_scalar()
        {
            let args: Vec<Expr> = args.iter().map(|arg| (*arg).clone()).list();
            let written = self.written_out(apply, text, &args);
            return self.value_of_lanes(&written, lanes, hint);
        }
        match name {
            "map" => self.map_in_lanes(apply, lanes, hint),
            "filter" => {
                let lane = self.lane(args[1], name, lanes, hint)?;
                let lane = match lane.moved || lane.name.is_none() {
                    true => {
                        let kept = lane.kept.clone();
                        let mut lane = self.stored_lane(lane, lanes, apply.span, hint)?;
                        lane.kept = kept;
                        lane
                    }
                    false => lane,
                };
                let body = &lane.body;
                let worker = self.worker_of_lanes(args[0], lanes);
                let keeps: Expr = syn::parse2(applied(&worker, quote!(#body))).ok()?;
                let kept = match &lane.kept {
                    Some(before) => parse_quote!(#before && #keeps),
                    None => keeps,
                };
                Some(Value::Lane(Lane {
                    kept: Some(kept),
                    ..lane
                }))
            }
            "fold" => self.fold_in_lanes(apply, lanes, hint),
            "scan" | "scan_exclusive" => self.scan_in_lanes(apply, lanes, hint),
            "len" => {
                let lane = self.lane(args[0], name, lanes, hint)?;
                if let Some(kept) = &lane.kept {
                    let index = &lanes.lane;
                    return Some(Value::Scalar(
                        parse_quote!(sum(|#index| if #kept { 1usize } else { 0 })),
                    ));
                }
                let (name, along) = self.bound_lane(lane, lanes, apply.span, hint)?;
                let array = match self.scope.get(&name)? {
                    Entity::Array(array) | Entity::Padded(array, _) => array,
                    Entity::Windows(windows) if along == 1 => {
                        return Some(Value::Scalar(self.number_of(windows.width)));
                    }
                    _ => self.named_array(&name, "len")?,
                };
                let length = self.side_length((array, along), apply.span, hint)?;
                Some(Value::Scalar(length))
            }
            "reverse" => {
                let (name, along, array) = self.whole_lane(args[0], name, lanes, hint)?;
                let at = self.mirrored((array, along), &lanes.lane, apply.span, hint)?;
                Some(Value::Lane(Lane {
                    reads: vec![(array, along)],
                    ..Lane::of(lanes.element(&name, along, &at))
                }))
            }
            "at" => {
                let (name, along, _) = self.whole_lane(args[0], name, lanes, hint)?;
                let (index, offset) = (&lanes.lane, args[1]);
                Some(lanes.moved(&name, along, &parse_quote!(#index + (#offset))))
            }
            "zip_with_index" => {
                let (name, along, array) = self.whole_lane(args[0], name, lanes, hint)?;
                let side = self.program.side(array, along);
                let first = Literal::usize_unsuffixed(side.first);
                let begins = side.begins.map(|begins| {
                    let begins = &self.program.scalars[begins].name;
                    quote!(- #begins)
                });
                let index = lanes.lane.clone();
                let mut lane = self.named_lane(&name, along, None, lanes);
                let body = &lane.body;
                lane.body = parse_quote!((#index - #first #begins, #body));
                lane.name = None;
                Some(Value::Lane(lane))
            }
            "generate" => self.generate_in_lanes(apply, lanes),
            "recurrence" => self.recurrence_in_lanes(apply, lanes, hint),
            "around" => {
                self.found.push(catalog::around_alone(apply.span));
                None
            }
            "pad" => {
                self.found.push(catalog::pad_alone(apply.span));
                None
            }
            _ => {
                self.found.push(catalog::not_in_lanes(apply.span, name));
                None
            }
        }
    }
}

impl Lanes {
    /// A lane of elements that are read at another position than its own.
    pub(super) fn moved(&self, name: &Ident, along: usize, at: &Expr) -> Value {
        Value::Lane(Lane {
            moved: true,
            ..Lane::of(self.element(name, along, at))
        })
    }
}

/// Returns true if two lanes have the same elements left.
pub(super) fn same(one: Option<&Expr>, other: Option<&Expr>) -> bool {
    let text = |kept: Option<&Expr>| kept.map(|kept| kept.to_token_stream().to_string());
    text(one) == text(other)
}
