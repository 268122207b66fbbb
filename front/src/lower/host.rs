//! Host expressions, and the names of the program that they use.

use super::Lowering;
use super::index_scope::IndexScope;
use super::scope::Entity;
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Host, Op, Origin, Output, ScalarId, over};
use crate::ordered::{OrderedSet, ToList};
use crate::syntax::{Apply, Term, names, strip};
use crate::walk::{self, Part};
use proc_macro2::{Ident, Span};
use syn::Expr;
use syn::spanned::Spanned;

/// The place of a host expression, which decides which names it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// A worker: scalars, and input arrays by index.
    Worker,
    /// A scalar expression: the same, and `len(xs)` and `fold(…)` inside it.
    Scalar,
    /// An `external`: anything.
    External,
}

impl Lowering {
    /// A worker: a closure without `move`, since the loop runs it many times.
    pub(super) fn worker(&mut self, expr: &Expr, hint: &str) -> Host {
        let mut expr = strip(expr).clone();
        if let Expr::Closure(closure) = &mut expr {
            closure.capture = None;
        }
        self.owned(expr, hint, Position::Worker)
    }

    /// Any host expression.
    pub(super) fn host(&mut self, expr: &Expr, hint: &str, place: Position) -> Host {
        self.owned(expr.clone(), hint, place)
    }

    fn owned(&mut self, mut expr: Expr, hint: &str, place: Position) -> Host {
        if place != Position::External
            && (self.misnamed_folds(&expr) || self.subscripts_apart(&expr, &[]))
        {
            expr = nothing();
        }
        if place == Position::Worker && self.has_folds(&expr) {
            let mut scope = IndexScope::of_worker(&expr);
            self.folds(&mut expr, &mut scope, hint);
        }
        self.inner_combinators(&mut expr, place);
        Lift {
            lowering: self,
            hint,
            place,
        }
        .all(&mut expr);
        if place != Position::External {
            self.single_elements(&mut expr, place == Position::Scalar, hint);
        }
        // A scalar expression that is given a whole array is reported, whatever else it reads of it.
        let mut in_memory = over::arrays(&expr);
        if place == Position::Scalar {
            in_memory.retain(|name| !over::names_whole(&expr, name));
        }
        let mut scalars: OrderedSet<ScalarId> = OrderedSet::new();
        let mut arrays: OrderedSet<ArrayId> = OrderedSet::new();
        names::visit_free(&mut expr, &mut |name| match self.scope.get(name) {
            Some(Entity::Scalar(scalar)) => {
                scalars.insert(scalar);
                let unique = &self.program.scalars[scalar].name;
                if unique != name {
                    *name = renamed(unique, name.span());
                }
            }
            Some(Entity::Array(array)) => {
                let again = arrays.contains(&array) || in_memory.contains(name);
                arrays.extend(self.array_in_host(name, array, place, again));
            }
            Some(Entity::Padded(..)) => self.found.push(catalog::padded_in_host(name)),
            Some(Entity::Windows(windows)) => {
                let gathered = self.gathered_under(name, windows);
                arrays.extend(
                    gathered.and_then(|array| self.array_in_host(name, array, place, false)),
                );
            }
            None if self.open => self.scope.reserve(name),
            None => {}
        });
        Host {
            estimate: self.estimates.worker(&expr),
            expr,
            scalars: scalars.into_iter().list(),
            arrays: arrays.into_iter().list(),
        }
    }

    /// The array that a host expression names; reports where it may not, but not `again`.
    fn array_in_host(
        &mut self,
        name: &mut Ident,
        array: ArrayId,
        place: Position,
        again: bool,
    ) -> Option<ArrayId> {
        if !self.is_current(name, array) {
            return None;
        }
        match &self.program.arrays[array].origin {
            Origin::Input(input) => {
                // Another name for the input: Rust knows only the input's own.
                if let Expr::Path(path) = &input.host
                    && let Some(known) = path.path.get_ident()
                    && known != name
                {
                    *name = renamed(known, name.span());
                }
            }
            Origin::Output(binding, _) => {
                let bound = self.program.bindings[*binding].span;
                let of_input = &self.program.arrays[self.program.lies_in(array)].origin;
                match place {
                    // Reported once, or read by a fold over an index.
                    Position::Worker | Position::Scalar if again => {}
                    Position::Worker | Position::Scalar
                        if matches!(of_input, Origin::Input(_)) && self.program.rank(array) > 1 =>
                    {
                        let rank = self.program.rank(array);
                        self.found.push(catalog::shaped_in_host(name, rank));
                    }
                    Position::Worker => {
                        self.found.push(catalog::bound_array_in_worker(name, bound));
                    }
                    Position::Scalar => self.found.push(catalog::bound_array_in_host(name, bound)),
                    Position::External => {
                        let known = &self.program.arrays[array].name;
                        if known != name {
                            *name = renamed(known, name.span());
                        }
                    }
                }
            }
        }
        Some(array)
    }
}

/// A name of the program in the place of another.
fn renamed(name: &Ident, place: Span) -> Ident {
    let mut name = name.clone();
    name.set_span(name.span().located_at(place));
    name
}

/// Replaces `len(xs)` and `fold(…)` inside a host expression by scalars.
struct Lift<'l> {
    lowering: &'l mut Lowering,
    hint: &'l str,
    place: Position,
}

impl Lift<'_> {
    fn all(&mut self, expr: &mut Expr) {
        walk::change(expr, &mut |part| match part {
            Part::Before(expr) => self.lift(expr),
            Part::After(_) | Part::Macro(_) => true,
        });
    }

    /// Lifts what an expression is; returns true if its parts are to be looked at.
    fn lift(&mut self, expr: &mut Expr) -> bool {
        let replacement = match expr {
            Expr::MethodCall(call) if self.place == Position::Scalar && is_empty(call) => {
                length_of_emptiness(self.lowering, call, self.hint)
            }
            Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_) => {
                if self.place != Position::External
                    && self.lowering.misnamed_or_unknown(expr, false)
                {
                    Some(nothing())
                } else {
                    match Term::of(expr) {
                        Term::Apply(apply) => self.apply(&apply),
                        _ => None,
                    }
                }
            }
            Expr::Binary(_) | Expr::Index(_) | Expr::Unary(_)
                if self.place == Position::Scalar && self.arithmetic(expr) =>
            {
                Some(nothing())
            }
            // Inside a closure only lengths can be lifted: the rest may depend
            // on its parameters. A worker is such a closure itself.
            Expr::Closure(closure) => {
                let parameters = closure.inputs.iter().flat_map(names::bound).collect();
                Lengths {
                    lowering: self.lowering,
                    hint: self.hint,
                    parameters,
                }
                .all(&mut closure.body);
                return false;
            }
            _ => None,
        };
        match replacement {
            Some(replacement) => {
                *expr = replacement;
                false
            }
            None => true,
        }
    }
}

impl Lift<'_> {
    /// `xs + ys`, `-xs`, `xs[xs > 0.0]`: reports operators on whole arrays.
    fn arithmetic(&mut self, expr: &Expr) -> bool {
        let lowering = &*self.lowering;
        let report = lowering.operator_on_arrays(expr, &|operand| lowering.is_array(operand));
        let Some(report) = report else { return false };
        self.lowering.found.push(report);
        true
    }
}

/// In the place of an expression that was reported, so that it is not reported again.
pub(super) fn nothing() -> Expr {
    syn::parse_quote!(())
}

impl Lift<'_> {
    /// The expression in the place of a call: a scalar of the program, or nothing where it is
    /// wrong, which has been reported. There is none for a call of Rust's own.
    fn apply(&mut self, apply: &Apply<'_>) -> Option<Expr> {
        if self.lowering.plain_method(apply).is_some() {
            return None;
        }
        if !apply.combinator.yields_scalar() {
            if self.place == Position::External {
                return None;
            }
            self.lowering
                .found
                .push(catalog::array_in_host(apply.span, apply.combinator.name));
            return Some(nothing());
        }
        let scalar = self
            .lowering
            .apply(apply, self.hint)
            .and_then(|op| self.lowering.scalar(apply.span, op, self.hint));
        Some(scalar.unwrap_or_else(nothing))
    }
}

/// Replaces `len(xs)` inside a worker by a scalar.
struct Lengths<'l> {
    lowering: &'l mut Lowering,
    hint: &'l str,
    parameters: OrderedSet<String>,
}

impl Lengths<'_> {
    fn all(&mut self, expr: &mut Expr) {
        walk::change(expr, &mut |part| match part {
            Part::Before(expr) => match self.length(expr) {
                Some(length) => {
                    *expr = length;
                    false
                }
                None => true,
            },
            Part::After(_) | Part::Macro(_) => true,
        });
    }

    /// The scalar that is the length which an expression asks for.
    fn length(&mut self, expr: &Expr) -> Option<Expr> {
        let (name, span) = length_of(expr)?;
        if self.parameters.contains(&name.to_string()) {
            return None;
        }
        let arg = self.array(name, matches!(expr, Expr::Call(_)))?;
        let length = Op::Length { arg, axis: None };
        self.lowering.scalar(span, length, self.hint)
    }

    /// The array of this name. The operand of `len(…)` is one.
    fn array(&mut self, name: &Ident, function_form: bool) -> Option<ArrayId> {
        match self.lowering.scope.get(name) {
            Some(Entity::Array(array)) => Some(array),
            None if self.lowering.open && function_form => Some(self.lowering.captured(name)),
            _ => None,
        }
    }
}

/// The name in `len(name)` and `name.len()`.
fn length_of(expr: &Expr) -> Option<(&Ident, Span)> {
    match Term::of(expr) {
        Term::Apply(apply) if apply.combinator.name == "len" => match &apply.args[..] {
            [Expr::Path(path)] => Some((path.path.get_ident()?, apply.span)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns true if a call is `….is_empty()`.
fn is_empty(call: &syn::ExprMethodCall) -> bool {
    call.method == "is_empty" && call.args.is_empty() && call.turbofish.is_none()
}

/// `len(xs) == 0` for `xs.is_empty()`, where `xs` is an array of the program: its length is known
/// wherever it lies.
fn length_of_emptiness(
    lowering: &mut Lowering,
    call: &syn::ExprMethodCall,
    hint: &str,
) -> Option<Expr> {
    let Term::Name(name) = Term::of(&call.receiver) else {
        return None;
    };
    let Some(Entity::Array(arg)) = lowering.scope.get(name) else {
        return None;
    };
    let length = lowering.scalar(call.method.span(), Op::Length { arg, axis: None }, hint)?;
    Some(syn::parse_quote!((#length == 0)))
}

impl Lowering {
    /// Binds a scalar of our own and returns its name as an expression.
    pub(super) fn scalar(&mut self, span: Span, op: Op, hint: &str) -> Option<Expr> {
        match self.bind_temporary(span, op, hint) {
            Output::Scalar(scalar) => {
                let name = self.program.scalars[scalar].name.clone();
                Some(syn::parse_quote!(#name))
            }
            Output::Array(_) => None,
        }
    }
}
