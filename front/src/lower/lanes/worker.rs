//! Rust in programs over lanes: workers and scalars, in which numbers of the lane are bound first.

use super::{Kind, Lanes, Value, text};
use crate::diagnostic::catalog;
use crate::ir::tokens;
use crate::lower::Lowering;
use crate::lower::host::nothing;
use crate::ordered::ToList;
use crate::syntax::names::{self, Enclosing};
use crate::syntax::{Term, strip};
use crate::walk::{self, Node};
use proc_macro2::Ident;
use quote::quote;
use syn::{Expr, parse_quote};

impl Lowering {
    /// A worker of a program over lanes as one of index notation.
    pub(super) fn worker_of_lanes(&mut self, worker: &Expr, lanes: &Lanes) -> Expr {
        let mut worker = strip(worker).clone();
        if self.gives_whole_lane(&worker, lanes) {
            return parse_quote!(|_| ());
        }
        let imports = lanes.imports(&worker);
        if let Expr::Closure(closure) = &mut worker {
            lanes.subscripts(&mut closure.body);
            if !imports.is_empty() {
                let body = &closure.body;
                closure.body = parse_quote!({ #(#imports)* #body });
            }
        }
        worker
    }

    /// A scalar of a program over lanes as an expression of index notation.
    pub(super) fn host_of_lanes(&mut self, expr: &Expr, lanes: &mut Lanes, hint: &str) -> Expr {
        if let Term::Apply(apply) = Term::of(expr)
            && apply.combinator.yields_scalar()
            && lanes.is_in(expr)
            && self.plain_method(&apply).is_none()
        {
            return match self.value_of_lanes(expr, lanes, hint) {
                Some(Value::Scalar(value)) => value,
                _ => nothing(),
            };
        }
        if self.operates_on_lane(expr, lanes) {
            return nothing();
        }
        let mut expr = expr.clone();
        let mut computed = Vec::new();
        names::visit_calls(&mut expr, &mut |call, enclosing| {
            if enclosing.is_in_closure() {
                return false;
            }
            let Some(value) = self.total_of_lanes(call, enclosing, lanes, hint) else {
                return false;
            };
            let name = self.scope.fresh(&format!("{hint}_total"), value.1);
            let value = value.0;
            computed.push(quote!(let #name = #value;));
            *call = parse_quote!(#name);
            true
        });
        if self.gives_whole_lane(&expr, lanes) {
            return nothing();
        }
        let imports = lanes.imports(&expr);
        lanes.subscripts(&mut expr);
        match computed.is_empty() && imports.is_empty() {
            true => expr,
            false => parse_quote!({ #(#computed)* #(#imports)* #expr }),
        }
    }

    /// Reports Rust of its own that is given a whole lane: `sorted(row)`, `row.iter()`.
    fn gives_whole_lane(&mut self, expr: &Expr, lanes: &Lanes) -> bool {
        let Some((name, call)) = lanes.given_whole(expr) else {
            return false;
        };
        // Nothing of the language sorts a row.
        const IN_ORDER: &[&str] = &["median", "percentile", "quantile", "sort", "unique"];
        let sorts = match &call {
            Expr::Call(call) => {
                let name = tokens::of(&call.func);
                IN_ORDER.iter().any(|order| name.starts_with(order))
            }
            _ => false,
        };
        if sorts || !self.misnamed(&call, true) {
            self.found.push(catalog::lane_in_host(&name));
        }
        true
    }

    /// Reports operators on whole lanes: `row - mean`.
    fn operates_on_lane(&mut self, expr: &Expr, lanes: &Lanes) -> bool {
        let is_lane = |operand: &Expr| {
            matches!(Term::of(operand), Term::Name(name)
                if matches!(lanes.names.get(&text(name)), Some(Kind::Lane { .. })))
        };
        let mut report = None;
        walk::expr(expr, &mut |node| {
            match node {
                Node::Expr(Expr::Closure(_)) => return false,
                Node::Expr(expr) if report.is_none() => {
                    report = self.operator_on_arrays(expr, &is_lane);
                }
                _ => {}
            }
            report.is_none()
        });
        let is_wrong = report.is_some();
        self.found.extend(report);
        is_wrong
    }

    /// A `fold` or a length inside of a scalar, if it is one of a lane.
    fn total_of_lanes(
        &mut self,
        call: &Expr,
        enclosing: &Enclosing<'_>,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<(Expr, proc_macro2::Span)> {
        let Term::Apply(apply) = Term::of(call) else {
            return None;
        };
        let is_own = |name: &Ident| enclosing.binds(name);
        let is_lane = |arg: &&Expr| match Term::of(arg) {
            Term::Name(name) => matches!(lanes.names.get(&text(name)), Some(Kind::Lane { .. })),
            _ => true,
        };
        let is_ours = apply.combinator.yields_scalar()
            && lanes.is_in(call)
            && !names::free(call).iter().any(is_own)
            && (apply.method.is_none()
                || apply
                    .combinator
                    .receiver()
                    .is_some_and(|at| apply.args.get(at).is_some_and(is_lane)));
        if !is_ours {
            return None;
        }
        match self.value_of_lanes(call, lanes, hint)? {
            Value::Scalar(value) => Some((value, apply.span)),
            Value::Lane(_) => None,
        }
    }
}

impl Lanes {
    /// A lane that Rust of its own is given as a whole, and the call.
    fn given_whole(&self, expr: &Expr) -> Option<(Ident, Expr)> {
        let mut given = None;
        names::visit_calls(&mut expr.clone(), &mut |call, enclosing| {
            let operands: Vec<&Expr> = match (&*call, Term::of(call)) {
                (_, Term::Apply(_)) => Vec::new(),
                (Expr::Call(call), _) => call.args.iter().list(),
                (Expr::MethodCall(call), _) => {
                    [&*call.receiver].into_iter().chain(&call.args).list()
                }
                _ => Vec::new(),
            };
            for operand in operands {
                let operand = match strip(operand) {
                    Expr::Reference(reference) => &*reference.expr,
                    operand => operand,
                };
                if let Term::Name(name) = Term::of(operand)
                    && !enclosing.binds(name)
                    && matches!(self.names.get(&text(name)), Some(Kind::Lane { .. }))
                {
                    given.get_or_insert_with(|| (name.clone(), call.clone()));
                }
            }
            false
        });
        given
    }

    /// `let m = m[i];` for the numbers of the lane that an expression names.
    fn imports(&self, expr: &Expr) -> Vec<proc_macro2::TokenStream> {
        let free = names::free(expr).into_iter();
        let numbers = free.filter(|name| matches!(self.names.get(&text(name)), Some(Kind::Scalar)));
        let numbers = numbers.map(|name| {
            let read = self.number(&name);
            quote!(let #name = #read;)
        });
        numbers.list()
    }

    /// Puts the subscripts of all axes in the place of those of lanes: `row[[i, k]]` for `row[k]`.
    fn subscripts(&self, expr: &mut Expr) {
        names::visit_subscripts(expr, &mut |expr, enclosing| {
            if let Expr::Index(subscripted) = &*expr
                && let Term::Name(name) = Term::of(&subscripted.expr)
                && !enclosing.binds(name)
                && let Some(Kind::Lane { along, .. }) = self.names.get(&text(name))
            {
                *expr = self.element(name, *along, &subscripted.index);
            }
        });
    }
}
