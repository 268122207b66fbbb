//! Expressions in array position.

use super::Lowering;
use super::host::Position;
use super::scope::Entity;
use crate::diagnostic::catalog;
use crate::ir::{Array, ArrayId, Input, InputPart, Origin, Output, ScalarId};
use crate::syntax::{Apply, Container, ContainerKind, Pattern, Term, strip};
use proc_macro2::Ident;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowering {
    /// The array that an argument is.
    pub(super) fn array(&mut self, expr: &Expr, hint: &str, combinator: &str) -> Option<ArrayId> {
        match Term::of(expr) {
            Term::Name(name) => self.named_array(name, combinator),
            Term::Apply(apply) => match self.plain_method(&apply) {
                Some(expr) => self.array_from_host(expr, hint),
                None => {
                    let op = self.apply(&apply, hint)?;
                    match self.bind_temporary(apply.span, op, hint) {
                        Output::Array(array) => Some(array),
                        Output::Scalar(_) => None,
                    }
                }
            },
            Term::Range(range, expr) => {
                let op = self.range(range, expr);
                match self.bind_temporary(expr.span(), op, hint) {
                    Output::Array(array) => Some(array),
                    Output::Scalar(_) => None,
                }
            }
            // `&xs` is `xs`, where the program knows what that is.
            Term::Host(Expr::Reference(reference)) if is_of_ours(reference) => {
                self.array(&reference.expr, hint, combinator)
            }
            Term::Host(expr) | Term::Tuple(_, expr) => {
                if self.misnamed_or_unknown(expr, true) {
                    return None;
                }
                if let Some(report) = self.iterated(expr) {
                    self.found.push(report);
                    return None;
                }
                self.array_from_host(expr, hint)
            }
        }
    }

    pub(super) fn named_array(&mut self, name: &Ident, combinator: &str) -> Option<ArrayId> {
        match self.scope.get(name) {
            Some(Entity::Array(array)) => self.is_current(name, array).then_some(array),
            Some(Entity::Padded(..)) => {
                self.found.push(catalog::padded_as_array(name, combinator));
                None
            }
            Some(Entity::Windows(windows)) => self.gathered_under(name, windows),
            Some(Entity::Scalar(scalar)) => {
                if self.reports_container(name, scalar) {
                    return None;
                }
                if let Some(report) = self.filled_by_macro(name, scalar, combinator) {
                    self.found.push(report);
                    return None;
                }
                let scalar = &self.program.scalars[scalar];
                let bound = scalar
                    .origin
                    .map(|binding| &self.program.bindings[binding])
                    .map(|binding| (binding.name(), binding.span));
                self.found.push(catalog::not_an_array(
                    name,
                    combinator,
                    bound,
                    scalar.ty.as_ref(),
                ));
                None
            }
            None if self.scope.is_forgotten(name) => None,
            None if self.open || is_constant(name) => Some(self.captured(name)),
            None => {
                let similar = self.scope.similar(name);
                self.found
                    .push(catalog::unknown_array(name, similar.as_deref()));
                // Once is enough.
                self.scope.forget(name);
                None
            }
        }
    }

    /// The array that a captured name is, with the axes that the program reads along.
    pub(super) fn captured(&mut self, name: &Ident) -> ArrayId {
        let array = self.add_input(name, false, None);
        self.with_axes_used(name, array)
    }

    /// An input from outside under a name, with the axes that the program reads along.
    fn with_axes_used(&mut self, name: &Ident, array: ArrayId) -> ArrayId {
        let Some(axes) = self.axes_used.get(&name.to_string()).copied() else {
            return array;
        };
        self.add_view(array, axes);
        match self.scope.get(name) {
            Some(Entity::Array(shaped)) => shaped,
            _ => array,
        }
    }

    /// `let xs = &self.xs;`: another name for an array that a place from outside has.
    pub(super) fn bind_place(&mut self, place: &Expr, pattern: &Pattern) {
        let hint = super::hint(pattern);
        match (self.array_from_host(place, &hint), pattern) {
            (Some(array), Pattern::Name(name)) => {
                if self.program.producer(array).is_none() {
                    self.program.arrays[array].name = name.clone();
                }
                self.scope.insert(name, Entity::Array(array));
                self.with_axes_used(name, array);
            }
            _ => self.forget(pattern),
        }
    }

    /// A parameter of a type that holds elements and is no array of the language.
    fn container(&self, scalar: ScalarId) -> Option<(&syn::Type, Container<'_>)> {
        let ty = self.program.scalars[scalar].ty.as_ref();
        let ty = ty.filter(|_| self.program.scalars[scalar].origin.is_none())?;
        Some((ty, Container::of(ty)?))
    }

    /// Reports such a parameter where an array is needed, once.
    pub(super) fn reports_container(&mut self, name: &Ident, scalar: ScalarId) -> bool {
        let Some((ty, container)) = self.container(scalar) else {
            return false;
        };
        let needed = if container.mutable { "&mut " } else { "&" };
        let given = if container.borrowed { needed } else { "" };
        let report = match container.kind {
            ContainerKind::Matrix => catalog::matrix_as_array(name, ty, container.element, needed),
            ContainerKind::Vector | ContainerKind::Array => {
                catalog::vector_as_array(name, ty, container.element, (given, needed))
            }
        };
        self.found.push(report);
        self.scope.forget(name);
        true
    }

    /// A host expression in array position: an input where nothing of it
    /// depends on the program, an `external` otherwise.
    pub(super) fn array_from_host(&mut self, expr: &Expr, hint: &str) -> Option<ArrayId> {
        let span = expr.span();
        let before = self.found.len();
        let call = self.host(expr, hint, Position::External);
        if self.found.len() != before {
            return None;
        }
        let computed = call
            .scalars
            .iter()
            .any(|scalar| self.program.scalars[*scalar].origin.is_some())
            || call
                .arrays
                .iter()
                .any(|array| self.program.producer(*array).is_some());
        let name = self.scope.fresh(&format!("{hint}_input"), span);
        if !computed {
            return Some(self.program.arrays.push(Array {
                name,
                user_name: None,
                origin: Origin::Input(Input {
                    host: call.expr,
                    mutable: false,
                    named_again: false,
                    part: InputPart::Elements,
                }),
                home: None,
                ty: None,
            }));
        }
        self.arrays_used.insert(name.to_string());
        let op = self.external(call);
        let binding = self.bind(span, op, &Pattern::Name(name), None, None);
        self.program.bindings[binding].arrays().next()
    }

    /// `x.map(f)` where `x` is a scalar, or not an array for all we know, is
    /// Rust's own method.
    pub(super) fn plain_method<'e>(&self, apply: &Apply<'e>) -> Option<&'e Expr> {
        let method = apply.method?;
        let position = apply.combinator.receiver()?;
        // With too few arguments the receiver stands at the end.
        let receiver = apply.args.get(position).or(apply.args.last())?;
        match Term::of(receiver) {
            Term::Name(name) => match self.scope.get(name) {
                Some(Entity::Scalar(scalar)) => {
                    let name = apply.combinator.name;
                    let container = self.container(scalar);
                    let is_rusts = container.is_none_or(|(_, held)| held.has_method(name));
                    is_rusts.then_some(method)
                }
                Some(Entity::Array(_) | Entity::Padded(..) | Entity::Windows(..)) => None,
                // `v.len()` of a captured name needs no combinator.
                None if apply.combinator.name == "len" => Some(method),
                None => None,
            },
            Term::Host(_) if apply.combinator.name == "len" => Some(method),
            Term::Apply(inner) => self.plain_method(&inner).map(|_| method),
            Term::Range(..) | Term::Tuple(..) | Term::Host(_) => None,
        }
    }
}

/// Returns true if a reference is to something that is no host expression.
pub(super) fn is_of_ours(reference: &syn::ExprReference) -> bool {
    reference.mutability.is_none()
        && !matches!(Term::of(&reference.expr), Term::Host(_) | Term::Tuple(..))
}

/// Returns true if an expression is a field of something, or a reference to one.
pub(super) fn is_place(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Field(_) => true,
        Expr::Reference(reference) => reference.mutability.is_none() && is_place(&reference.expr),
        _ => false,
    }
}

/// `TABLE`: a constant or static of the surrounding module.
fn is_constant(name: &Ident) -> bool {
    let text = name.to_string();
    text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
}
