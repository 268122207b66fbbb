//! The result of a program.

use super::scope::Entity;
use super::{Lowering, array, host, is_variable, lanes};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op, Output, Returned};
use crate::ordered::{ToList, every};
use crate::syntax::Term;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowering {
    pub(super) fn returned(&mut self, value: &Expr) -> Option<Returned> {
        match Term::of(value) {
            Term::Tuple(tuple, _) => {
                let items: Vec<Option<Returned>> =
                    tuple.elems.iter().map(|item| self.returned(item)).list();
                Some(Returned::Tuple(every(items)?))
            }
            Term::Name(name) => match self.scope.get(name) {
                Some(Entity::Array(array)) => self
                    .is_current(name, array)
                    .then_some(Returned::Array(array)),
                Some(Entity::Padded(..)) => {
                    self.found.push(catalog::padded_as_result(name));
                    None
                }
                Some(Entity::Windows(..)) => self.named_array(name, "windows").map(Returned::Array),
                _ if self.scope.is_forgotten(name) => None,
                entity => {
                    let known = entity.is_some() || self.open || !is_variable(name);
                    if !known {
                        let similar = self.scope.similar(name);
                        self.found
                            .push(catalog::unknown_result(name, similar.as_deref()));
                        return None;
                    }
                    Some(self.returned_host(&syn::parse_quote!(#name)))
                }
            },
            Term::Apply(apply) if lanes::yields_several(&apply) => self.returned_lanes(&apply),
            Term::Apply(apply) => match self.plain_method(&apply) {
                Some(expr) => Some(self.returned_host(expr)),
                None => {
                    let op = self.apply(&apply, "result")?;
                    Some(match self.bind_temporary(apply.span, op, "result") {
                        Output::Array(array) => Returned::Array(array),
                        Output::Scalar(scalar) => {
                            let name = self.program.scalars[scalar].name.clone();
                            self.returned_host(&syn::parse_quote!(#name))
                        }
                    })
                }
            },
            Term::Range(range, expr) => {
                let op = self.range(range, expr);
                match self.bind_temporary(expr.span(), op, "result") {
                    Output::Array(array) => Some(Returned::Array(array)),
                    Output::Scalar(_) => None,
                }
            }
            Term::Host(Expr::Reference(reference))
                if array::is_of_ours(reference) && self.is_array(&reference.expr) =>
            {
                self.returned(&reference.expr)
            }
            Term::Host(expr) => {
                if self.misnamed_or_unknown(expr, true) {
                    return None;
                }
                Some(self.returned_host(expr))
            }
        }
    }

    /// A scalar expression; one that reads elements of arrays that the program binds has a name.
    fn returned_host(&mut self, expr: &Expr) -> Returned {
        let value = self.host(expr, "result", host::Position::Scalar);
        let is_bound = |array: &ArrayId| self.program.producer(*array).is_some();
        if !value.arrays.iter().any(is_bound) {
            return Returned::Scalar(value);
        }
        match self.scalar(expr.span(), Op::Host { value }, "result") {
            Some(name) => Returned::Scalar(self.host(&name, "result", host::Position::Scalar)),
            None => Returned::Tuple(Vec::new()),
        }
    }
}
