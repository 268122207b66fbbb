//! Combinators inside of Rust code, where none can stand: in workers and other
//! closures, in host code that is given whole arrays, and where they use what a
//! host expression binds.
//!
//! Rust has methods and functions of these names too. A call counts as a
//! combinator only where nothing else can be meant: a name that nothing else
//! has, with a closure or an array of the program where the combinator takes
//! one; a method of an array that is a slice, which slices do not have.

use super::Lowering;
use super::host::{Position, nothing};
use super::scope::Entity;
use crate::combinator::{Combinator, Parameter};
use crate::diagnostic::{Diagnostic, catalog};
use crate::syntax::names::{self, Enclosing};
use crate::syntax::{Apply, Term, strip};
use crate::walk::{self, Part};
use proc_macro2::{Ident, Span};
use syn::{Expr, Pat};

/// A call inside of a host expression.
enum Inner {
    /// Rust's own, for all we know.
    Rust,
    /// A combinator that does not depend on where it stands.
    TakenOut,
    /// A combinator that cannot stand there.
    Wrong(Diagnostic),
}

impl Lowering {
    /// Reports the combinators inside of a host expression that cannot be taken
    /// out of it, and puts nothing in their place.
    pub(super) fn inner_combinators(&mut self, expr: &mut Expr, place: Position) {
        let mut control = Control {
            lowering: self,
            place,
            reports: Vec::new(),
        };
        control.all(expr);
        let mut reports = control.reports;
        names::visit_calls(expr, &mut |call, enclosing| match self
            .inner_combinator(call, place, enclosing)
        {
            Inner::Rust => false,
            Inner::TakenOut => true,
            Inner::Wrong(report) => {
                reports.push(report);
                *call = nothing();
                true
            }
        });
        for report in reports {
            self.found.push(report);
        }
    }

    /// `map(|w| sum(w), windows(3, xs))`: reports a combinator of an element of an array of several axes, which
    /// was meant for its rows.
    pub(super) fn elements_as_rows(&mut self, apply: &Apply<'_>) -> bool {
        let Some(Expr::Closure(worker)) = apply.args.first().map(|worker| strip(worker)) else {
            return false;
        };
        let mut found = None;
        for (parameter, array) in worker.inputs.iter().zip(&apply.args[1..]) {
            let Pat::Ident(element) = parameter else {
                continue;
            };
            if !self.has_rows(array) {
                continue;
            }
            names::visit_calls(&mut (*worker.body).clone(), &mut |call, enclosing| {
                if let Term::Apply(inner) = Term::of(call)
                    && inner.method.is_none()
                    && !enclosing.binds(&element.ident)
                    && is_over(&inner, &element.ident)
                    && found.is_none()
                {
                    found = Some(catalog::inner_combinator_over_element(
                        inner.span,
                        inner.combinator.name,
                        &element.ident,
                        "a worker",
                    ));
                }
                found.is_some()
            });
        }
        let is_found = found.is_some();
        self.found.extend(found);
        is_found
    }

    /// Returns true if an argument is an array of several axes.
    fn has_rows(&self, array: &Expr) -> bool {
        match Term::of(array) {
            Term::Name(name) => match self.scope.get(name) {
                Some(Entity::Array(array)) => self.program.rank(array) > 1,
                Some(Entity::Windows(..)) => true,
                _ => false,
            },
            Term::Apply(inner) => ["chunks", "windows"].contains(&inner.combinator.name),
            _ => false,
        }
    }

    fn inner_combinator(&self, call: &Expr, place: Position, enclosing: &Enclosing<'_>) -> Inner {
        let Term::Apply(apply) = Term::of(call) else {
            return Inner::Rust;
        };
        let Some((first, span)) = self.first_combinator(&apply, enclosing) else {
            return Inner::Rust;
        };
        let yields_scalar = apply.combinator.yields_scalar();
        let free = names::free(call);
        let own = free.iter().find(|name| enclosing.binds(name));
        let inside = match (place, enclosing.is_in_closure()) {
            (Position::Worker, _) => "a worker",
            (_, true) => "a closure",
            (Position::External, false) if !yields_scalar => "host code",
            (_, false) => {
                return match own {
                    Some(own) => Inner::Wrong(catalog::combinator_of_local(span, first.name, own)),
                    None => Inner::TakenOut,
                };
            }
        };
        Inner::Wrong(match (first.name, own) {
            ("external", _) => catalog::inner_external(span, inside),
            (name, Some(own)) if is_over(&apply, own) => {
                catalog::inner_combinator_over_element(span, name, own, inside)
            }
            (name, Some(_)) => match self.array_inside(&apply, enclosing) {
                Some((inner, span)) => {
                    let instead = self.over_index_instead(&apply, &inner, call);
                    let (name, instead) = (inner.combinator.name, instead.as_deref());
                    catalog::inner_array_of_element(span, name, instead, inside)
                }
                None => catalog::inner_combinator_of_element(span, name, inside),
            },
            (name, None) => catalog::inner_combinator(span, name, yields_scalar, inside),
        })
    }

    /// The first combinator in a chain of such and its place, or `None` where it
    /// may be Rust's own.
    pub(super) fn first_combinator(
        &self,
        apply: &Apply<'_>,
        enclosing: &Enclosing<'_>,
    ) -> Option<(&'static Combinator, Span)> {
        let first = (apply.combinator, apply.span);
        let Some(method) = apply.method else {
            return self.is_function_form(apply, enclosing).then_some(first);
        };
        let Expr::MethodCall(call) = method else {
            return None;
        };
        match Term::of(&call.receiver) {
            Term::Apply(inner) => self.first_combinator(&inner, enclosing),
            _ => {
                let array = self.array_named(&call.receiver, enclosing)?;
                self.lacks(array, apply.combinator).then_some(first)
            }
        }
    }

    /// Returns true if a call by a plain name is a combinator.
    fn is_function_form(&self, apply: &Apply<'_>, enclosing: &Enclosing<'_>) -> bool {
        let name = Ident::new(apply.combinator.name, apply.span);
        let mut helpers = self.program.items.functions.iter();
        if enclosing.binds(&name)
            || self.scope.get(&name).is_some()
            || helpers.any(|helper| helper.sig.ident == name)
        {
            return false;
        }
        let (least, most) = apply.combinator.arity();
        let given = apply.args.len();
        let has_arity = given >= least && most.is_none_or(|most| given <= most);
        let mut args = apply.args.iter().enumerate();
        args.any(
            |(position, arg)| match apply.combinator.parameter(position) {
                Parameter::Worker(_) => match strip(arg) {
                    Expr::Closure(_) => true,
                    Expr::Path(path) => {
                        has_arity
                            && path
                                .path
                                .get_ident()
                                .is_none_or(|name| self.is_function_name(name, enclosing))
                    }
                    _ => false,
                },
                // `len(xs)` of a name alone is a scalar of the program anywhere.
                Parameter::Array(_) | Parameter::Arrays(_)
                    if apply.combinator.name == "len" && matches!(Term::of(arg), Term::Name(_)) =>
                {
                    false
                }
                Parameter::Array(_) | Parameter::Arrays(_) => self.is_inner_array(arg, enclosing),
                Parameter::Scalar => false,
                Parameter::Host => has_arity,
            },
        )
    }

    /// Returns true if a name that nothing here binds can be a function's.
    fn is_function_name(&self, name: &Ident, enclosing: &Enclosing<'_>) -> bool {
        let is_variable = !name.to_string().contains(char::is_uppercase);
        is_variable && !enclosing.binds(name) && self.scope.get(name).is_none()
    }

    /// Returns true if an expression in array position is certainly an array.
    fn is_inner_array(&self, expr: &Expr, enclosing: &Enclosing<'_>) -> bool {
        match Term::of(expr) {
            Term::Name(_) => self.array_named(expr, enclosing).is_some(),
            Term::Apply(inner) => {
                !inner.combinator.yields_scalar()
                    && self.first_combinator(&inner, enclosing).is_some()
            }
            Term::Range(..) => true,
            Term::Host(Expr::Reference(reference)) => {
                self.is_inner_array(&reference.expr, enclosing)
            }
            Term::Host(Expr::Index(index)) => {
                matches!(strip(&index.index), Expr::Range(_))
                    && self.array_named(&index.expr, enclosing).is_some()
            }
            _ => false,
        }
    }

    /// The name of an array of the program, which nothing inside hides.
    fn array_named<'e>(&self, expr: &'e Expr, enclosing: &Enclosing<'_>) -> Option<&'e Ident> {
        match Term::of(expr) {
            Term::Name(name) if !enclosing.binds(name) && self.is_array(expr) => Some(name),
            Term::Host(Expr::Reference(reference)) => self.array_named(&reference.expr, enclosing),
            _ => None,
        }
    }

    /// Returns true if an array has no method of this name of its own. Slices have only `len`;
    /// captured values, and arrays of ndarray, may also have `map` and `fold`.
    pub(super) fn lacks(&self, array: &Ident, combinator: &Combinator) -> bool {
        let is_slice = match self.scope.get(array) {
            Some(Entity::Array(id)) => {
                self.program.producer(id).is_some() || self.program.arrays[id].ty.is_some()
            }
            _ => false,
        };
        match combinator.name {
            "len" => false,
            "map" | "fold" | "sum" => is_slice,
            _ => true,
        }
    }
}

/// Returns true if an array argument of a combinator, or of one in it, is this name.
fn is_over(apply: &Apply<'_>, name: &Ident) -> bool {
    let arrays = apply.args.iter().enumerate().filter(|(position, _)| {
        matches!(
            apply.combinator.parameter(*position),
            Parameter::Array(_) | Parameter::Arrays(_)
        )
    });
    arrays.into_iter().any(|(_, arg)| match Term::of(arg) {
        Term::Name(array) => array == name,
        Term::Apply(inner) => is_over(&inner, name),
        _ => false,
    })
}

/// Reports `if`, `match` and loops around combinators that yield arrays.
struct Control<'l> {
    lowering: &'l Lowering,
    place: Position,
    reports: Vec<Diagnostic>,
}

impl Control<'_> {
    fn all(&mut self, expr: &mut Expr) {
        walk::change(expr, &mut |part| match part {
            // The inside is not of the program, or is reported there.
            Part::Before(Expr::Closure(_)) | Part::Macro(_) => false,
            Part::Before(expr) => match self.report(expr) {
                Some(report) => {
                    self.reports.push(report);
                    *expr = nothing();
                    false
                }
                None => true,
            },
            Part::After(_) => true,
        });
    }

    /// The report of an expression that combinators may not stand in.
    fn report(&self, expr: &Expr) -> Option<Diagnostic> {
        let report = match expr {
            Expr::If(branch) => catalog::array_under_condition(branch.if_token.span, "if"),
            Expr::Match(choice) => catalog::array_under_condition(choice.match_token.span, "match"),
            Expr::ForLoop(repeat) => catalog::loop_statement(repeat.for_token.span),
            Expr::While(repeat) => catalog::loop_statement(repeat.while_token.span),
            Expr::Loop(repeat) => catalog::loop_statement(repeat.loop_token.span),
            _ => return None,
        };
        self.has_arrays(expr).then_some(report)
    }

    /// Returns true if an expression contains a combinator that yields an array.
    fn has_arrays(&self, expr: &Expr) -> bool {
        let mut found = false;
        names::visit_calls(&mut expr.clone(), &mut |call, enclosing| {
            let Term::Apply(apply) = Term::of(call) else {
                return found;
            };
            let is_combinator = match self.place {
                Position::External => self.lowering.first_combinator(&apply, enclosing).is_some(),
                Position::Worker | Position::Scalar => self.lowering.plain_method(&apply).is_none(),
            };
            let is_here = is_combinator && !enclosing.is_in_closure();
            found |= is_here && !apply.combinator.yields_scalar();
            // The array of a total is no array here.
            found || is_here
        });
        found
    }
}
