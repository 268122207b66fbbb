//! Calls that are Rust's by their name and were meant as ours.

use super::Lowering;
use super::scope::Entity;
use crate::combinator::{Combinator, foreign, foreign_function, of_axes, similar};
use crate::diagnostic::{Diagnostic, catalog};
use crate::ir::tokens;
use crate::ordered::flat;
use crate::syntax::names::{self, Enclosing};
use crate::syntax::{Term, strip};
use crate::walk::{self, Node};
use proc_macro2::Ident;
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, ExprTry, PathArguments};

impl Lowering {
    /// `zip(xs, ys)`, `xs.iter().sum()`, `fliter(|x| …, xs)`: reports it.
    ///
    /// `bound` says that it stands alone where a value is bound or returned, or
    /// an array is needed, not somewhere inside a host expression.
    pub(super) fn misnamed(&mut self, expr: &Expr, bound: bool) -> bool {
        let report = match Term::of(expr) {
            Term::Host(Expr::Call(call)) => self.misnamed_call(call, bound),
            Term::Host(Expr::MethodCall(call)) => self.misnamed_method(call),
            Term::Host(Expr::Try(tried)) => self.tried(tried),
            _ => None,
        };
        match report {
            Some(report) => {
                self.found.push(report);
                true
            }
            None => false,
        }
    }

    /// Reports what [`misnamed`](Lowering::misnamed) does, and a function that is given an array of the
    /// program.
    pub(super) fn misnamed_or_unknown(&mut self, expr: &Expr, bound: bool) -> bool {
        if self.misnamed(expr, bound) {
            return true;
        }
        let unknown = match Term::of(expr) {
            Term::Host(Expr::Call(call)) => self.unknown_function(call),
            _ => None,
        };
        let is_unknown = unknown.is_some();
        self.found.extend(unknown);
        is_unknown
    }

    fn misnamed_call(&self, call: &ExprCall, bound: bool) -> Option<Diagnostic> {
        let Expr::Path(path) = strip(&call.func) else {
            return None;
        };
        if let Some(report) = self.with_turbofish(path, call) {
            return Some(report);
        }
        let name = path.path.get_ident()?;
        let text = name.to_string();
        // A function may have any name, unless it is given what only a
        // combinator takes.
        if !call.args.iter().any(|arg| self.is_array(arg)) {
            // The names of the expression form may be anything, unless a worker
            // stands beside them where that of the combinator does.
            let is_closure = |position: usize| {
                let arg = call.args.get(position);
                arg.is_some_and(|arg| matches!(strip(arg), Expr::Closure(_)))
            };
            return similar(&text)
                .filter(|_| self.open && bound)
                .filter(|similar| similar.worker().is_some_and(is_closure))
                .map(|similar| catalog::misspelt_combinator(name, similar));
        }
        let of_inputs = !call.args.iter().any(|arg| self.is_computed(arg));
        let known = match of_inputs {
            true => foreign(&text),
            false => foreign_function(&text),
        };
        match (known, similar(&text)) {
            // Over inputs it may be a function of the user's.
            (Some(foreign), _) if of_inputs && (!bound || foreign.is_reduction()) => None,
            (None, Some(_)) if of_inputs && !bound => None,
            (Some(foreign), _) => Some(catalog::foreign_combinator(name, foreign)),
            (None, Some(similar)) => Some(catalog::misspelt_combinator(name, similar)),
            (None, None) => None,
        }
    }

    /// `sum::<f64>(ys)`, where the program computes `ys`.
    fn with_turbofish(&self, path: &ExprPath, call: &ExprCall) -> Option<Diagnostic> {
        let (segment, is_alone) = (path.path.segments.first()?, path.path.segments.len() == 1);
        let PathArguments::AngleBracketed(turbofish) = &segment.arguments else {
            return None;
        };
        let is_ours = is_alone
            && Combinator::named(&segment.ident.to_string()).is_some()
            && call.args.iter().any(|arg| self.is_computed(arg));
        let turbofish = tokens::of(turbofish);
        is_ours.then(|| catalog::turbofish_of_combinator(&segment.ident, &turbofish))
    }

    /// `smooth(sums)`, of an array that the program computes: a function of Rust cannot take it.
    fn unknown_function(&self, call: &ExprCall) -> Option<Diagnostic> {
        let Expr::Path(path) = strip(&call.func) else {
            return None;
        };
        let name = path.path.get_ident()?;
        let mut helpers = self.program.items.functions.iter();
        let is_constructor = name.to_string().starts_with(char::is_uppercase);
        if is_constructor || helpers.any(|helper| helper.sig.ident == *name) {
            return None;
        }
        let computed = call.args.iter().find_map(|arg| match Term::of(arg) {
            Term::Name(array) => match self.scope.get(array) {
                Some(Entity::Array(id)) => Some((array, self.program.producer(id)?)),
                _ => None,
            },
            _ => None,
        });
        let (array, binding) = computed?;
        let bound = self.program.bindings[binding].span;
        Some(catalog::unknown_function(name, array, bound))
    }

    /// `generate(|i| summ(|k| a[[i, k]]))`: reports the calls that are no folds over an index by
    /// their names, and no Rust, since they read what only the program can.
    pub(super) fn misnamed_folds(&mut self, body: &Expr) -> bool {
        let mut is_near = false;
        walk::expr(body, &mut |node| {
            if let Node::Expr(Expr::Call(call)) = node {
                is_near |= meant(call).is_some();
            }
            !is_near
        });
        if !is_near {
            return false;
        }
        let mut reports = Vec::new();
        names::visit_calls(&mut body.clone(), &mut |call, enclosing| {
            let report = self.misnamed_fold(call, enclosing);
            let is_reported = report.is_some();
            reports.extend(report);
            is_reported
        });
        let is_reported = !reports.is_empty();
        reports
            .into_iter()
            .for_each(|report| self.found.push(report));
        is_reported
    }

    fn misnamed_fold(&self, call: &Expr, enclosing: &Enclosing<'_>) -> Option<Diagnostic> {
        let Expr::Call(call) = call else { return None };
        let (name, meant) = meant(call)?;
        let mut helpers = self.program.items.functions.iter();
        let is_known = enclosing.binds(name)
            || self.scope.get(name).is_some()
            || helpers.any(|helper| helper.sig.ident == *name);
        let Expr::Closure(closure) = strip(call.args.last()?) else {
            return None;
        };
        let indices = flat(closure.inputs.iter().map(names::bound));
        let mut reads_ours = false;
        names::visit_subscripts(&mut (*closure.body).clone(), &mut |expr, inside| {
            if let Expr::Index(subscripted) = &*expr
                && let Term::Name(array) = Term::of(&subscripted.expr)
                && !inside.binds(array)
                && !indices.contains(&array.to_string())
            {
                let mut free = names::free(&subscripted.index).into_iter();
                let is_ours = match self.scope.get(array) {
                    Some(Entity::Array(array)) => self.program.producer(array).is_some(),
                    Some(Entity::Padded(..)) => true,
                    _ => false,
                };
                reads_ours |= is_ours && free.any(|name| indices.contains(&name.to_string()));
            }
        });
        (reads_ours && !is_known).then(|| catalog::misspelt_combinator(name, meant))
    }

    fn misnamed_method(&self, call: &ExprMethodCall) -> Option<Diagnostic> {
        // The first method of the chain that is applied to an array.
        let mut call = call;
        while let Term::Host(Expr::MethodCall(inner)) = Term::of(&call.receiver) {
            call = inner;
        }
        if let Term::Host(Expr::Try(tried)) = Term::of(&call.receiver) {
            return self.tried(tried);
        }
        if !self.is_array(&call.receiver) {
            return None;
        }
        let text = call.method.to_string();
        if let Some(turbofish) = &call.turbofish
            && let Some(combinator) = Combinator::of_method(&text)
        {
            let is_ours = match Term::of(&call.receiver) {
                Term::Name(array) => self.lacks(array, combinator),
                _ => true,
            };
            let turbofish = tokens::of(turbofish);
            return is_ours.then(|| catalog::turbofish_of_combinator(&call.method, &turbofish));
        }
        // An input may have methods of the user's.
        let known = match self.is_computed(&call.receiver) {
            true => foreign_function(&text),
            false => foreign(&text),
        };
        match (known, similar(&text)) {
            (Some(foreign), _) => Some(catalog::foreign_combinator(&call.method, foreign)),
            _ if self.has_axes(&call.receiver) && of_axes(&text).is_some() => {
                of_axes(&text).map(|meant| catalog::foreign_combinator(&call.method, meant))
            }
            (None, Some(similar)) => Some(catalog::misspelt_combinator(&call.method, similar)),
            // Slices have methods of their own, what a combinator yields has not.
            (None, None) => match Term::of(&call.receiver) {
                Term::Apply(apply) => {
                    Some(catalog::unknown_method(&call.method, apply.combinator.name))
                }
                _ => None,
            },
        }
    }

    /// Returns true if an expression is an array of several axes.
    fn has_axes(&self, expr: &Expr) -> bool {
        let Term::Name(name) = Term::of(expr) else {
            return false;
        };
        matches!(self.scope.get(name), Some(Entity::Array(array)) if self.program.rank(array) > 1)
    }

    /// `gather(xs, indices)?`: what can go wrong needs no `?`.
    fn tried(&self, tried: &ExprTry) -> Option<Diagnostic> {
        let is_array = self.is_array(&tried.expr);
        is_array.then(|| catalog::array_tried(tried.question_token.span))
    }

    /// `xs.rev()` of a captured `xs` where an array is needed: what such a method yields
    /// is none, whatever `xs` is.
    pub(super) fn iterated(&self, expr: &Expr) -> Option<Diagnostic> {
        const METHODS: &[&str] = &[
            "chain",
            "chunks",
            "cycle",
            "filter_map",
            "flat_map",
            "rev",
            "skip",
            "step_by",
            "windows",
            "zip",
        ];
        let Expr::MethodCall(call) = strip(expr) else {
            return None;
        };
        let Term::Name(name) = Term::of(&call.receiver) else {
            return None;
        };
        let text = call.method.to_string();
        let captured = self.open && self.scope.get(name).is_none();
        foreign(&text)
            .filter(|_| captured && METHODS.contains(&text.as_str()))
            .map(|foreign| catalog::foreign_combinator(&call.method, foreign))
    }

    /// Returns true if an expression is an array that the program computes: host code cannot take
    /// it.
    pub(super) fn is_computed(&self, expr: &Expr) -> bool {
        match Term::of(expr) {
            Term::Name(name) => match self.scope.get(name) {
                Some(Entity::Array(array)) => self.program.producer(array).is_some(),
                _ => false,
            },
            _ => self.is_array(expr) || matches!(strip(expr), Expr::Closure(_)),
        }
    }

    /// Returns true if an expression is an array of the program, as far as is known.
    pub(super) fn is_array(&self, expr: &Expr) -> bool {
        match Term::of(expr) {
            Term::Host(Expr::Reference(reference)) => self.is_array(&reference.expr),
            Term::Name(name) => match self.scope.get(name) {
                Some(Entity::Array(_) | Entity::Padded(..) | Entity::Windows(..)) => true,
                Some(Entity::Scalar(_)) => false,
                None => self.open && self.arrays_used.contains(&name.to_string()),
            },
            Term::Apply(apply) => {
                !apply.combinator.yields_scalar() && self.plain_method(&apply).is_none()
            }
            _ => false,
        }
    }
}

/// The name of a call with a closure at its end, and the fold over an index that it was meant for.
fn meant(call: &ExprCall) -> Option<(&Ident, &'static Combinator)> {
    let (Expr::Path(path), Some(Expr::Closure(_))) =
        (strip(&call.func), call.args.last().map(strip))
    else {
        return None;
    };
    let name = path.path.get_ident()?;
    Some((name, Combinator::meant_over_index(&name.to_string())?))
}
