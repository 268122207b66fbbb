//! `pad(edge, xs)`: arrays that are read outside of their ends.

use super::Lowering;
use super::host::Position;
use super::scope::Entity;
use crate::combinator::one_edit;
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op, Output, Padding};
use crate::ordered::ToList;
use crate::syntax::{Apply, Pattern, Term};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, Type};

/// An array that is read at an index, and its elements outside, if it has any.
pub(super) type Readable = (ArrayId, Option<Padding>);

impl Lowering {
    /// `let p = pad(edge, xs);` and `let w = windows(k, xs);`: other ways to read an array.
    pub(super) fn bind_readable(&mut self, apply: &Apply<'_>, pattern: &Pattern) {
        let hint = super::hint(pattern);
        let readable = match apply.combinator.name {
            "pad" => {
                let padded = self.padded(apply, &hint);
                padded.map(|(array, padding)| Entity::Padded(array, padding))
            }
            _ => {
                let windows = self.windows(apply, &hint);
                windows.map(Entity::Windows)
            }
        };
        match (readable, pattern) {
            (Some(readable), Pattern::Name(name)) => self.scope.insert(name, readable),
            (Some(_), Pattern::Wild(_)) => {}
            (Some(_), Pattern::Tuple(..)) => {
                self.found.push(catalog::pad_alone(apply.span));
                self.forget(pattern);
            }
            (None, _) => self.forget(pattern),
        }
    }

    /// The array that an argument of `at` or `around` is.
    pub(super) fn readable(
        &mut self,
        expr: &Expr,
        hint: &str,
        combinator: &str,
    ) -> Option<Readable> {
        match Term::of(expr) {
            Term::Name(name) => self.readable_name(name, combinator),
            Term::Apply(apply) if apply.combinator.name == "pad" => {
                let (array, padding) = self.padded(&apply, hint)?;
                Some((array, Some(padding)))
            }
            _ => Some((self.array(expr, hint, combinator)?, None)),
        }
    }

    /// The array that a name means, padded or not.
    pub(super) fn readable_name(&mut self, name: &Ident, combinator: &str) -> Option<Readable> {
        match self.scope.get(name) {
            Some(Entity::Padded(array, padding)) => {
                let is_current = self.is_current(name, array);
                is_current.then_some((array, Some(padding)))
            }
            _ => Some((self.named_array(name, combinator)?, None)),
        }
    }

    /// The array of a `pad`, and the elements outside.
    fn padded(&mut self, apply: &Apply<'_>, hint: &str) -> Option<(ArrayId, Padding)> {
        if !self.check(apply) {
            return None;
        }
        let array = self.array(apply.args[1], hint, "pad");
        if array.is_some_and(|array| self.is_quoted(apply.args[0], array)) {
            return None;
        }
        let padding = self.padding(apply.args[0], hint);
        Some((array?, padding?))
    }

    /// Reports `pad("edge", xs)`, where the elements are no strings.
    fn is_quoted(&mut self, expr: &Expr, array: ArrayId) -> bool {
        let Term::Host(Expr::Lit(ExprLit {
            lit: Lit::Str(word),
            ..
        })) = Term::of(expr)
        else {
            return false;
        };
        let ty = self.program.arrays[array].ty.as_ref();
        let is_other = ty.is_some_and(|ty| matches!(ty, Type::Path(_) | Type::Tuple(_)));
        if is_other {
            let known = Padding::NAMED.iter().map(|(known, _)| *known).list();
            let report = catalog::quoted_padding(word.span(), &word.value(), &known);
            self.found.push(report);
        }
        is_other
    }

    /// The elements outside: a word for those of the array itself, or a value.
    fn padding(&mut self, expr: &Expr, hint: &str) -> Option<Padding> {
        if let Term::Name(name) = Term::of(expr) {
            let text = name.to_string();
            let mut named = Padding::NAMED.iter();
            if let Some((_, padding)) = named.find(|(known, _)| *known == text) {
                return Some(*padding);
            }
            match self.scope.get(name) {
                Some(Entity::Scalar(scalar)) => {
                    let is_array = self.reports_container(name, scalar);
                    self.program.outside.push(scalar);
                    return (!is_array).then_some(Padding::Value(scalar));
                }
                Some(Entity::Array(_) | Entity::Padded(..) | Entity::Windows(..)) => {
                    self.found.push(catalog::padding_is_array(name));
                    return None;
                }
                None if self.scope.is_forgotten(name) => return None,
                None => {
                    let mut words = Padding::NAMED.iter();
                    let similar = words.find(|(known, _)| one_edit(known, &text));
                    if similar.is_some() || !self.open && super::is_variable(name) {
                        let similar = similar.map(|(known, _)| *known);
                        self.found.push(catalog::unknown_padding(name, similar));
                        return None;
                    }
                }
            }
        }
        let before = self.found.len();
        let value = self.host(expr, hint, Position::Scalar);
        if self.found.len() != before {
            return None;
        }
        let name = self.scope.fresh(&format!("{hint}_outside"), expr.span());
        match self.bind_under(name, Op::Host { value }) {
            Output::Scalar(scalar) => {
                self.program.outside.push(scalar);
                Some(Padding::Value(scalar))
            }
            Output::Array(_) => None,
        }
    }
}
