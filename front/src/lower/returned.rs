//! The result of a program.

use super::scope::Entity;
use super::{Lowering, array, host, is_variable, lanes};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op, Output, Returned, tokens};
use crate::ordered::{ToList, every};
use crate::syntax::{Term, strip};
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
                if self.misnamed_or_unknown(expr, true)
                    || self.is_slice(expr)
                    || self.has_array_inside(expr)
                {
                    return None;
                }
                Some(self.returned_host(expr))
            }
        }
    }

    /// `Some(ys)`, `Found { ys, n }`, `[xs, ys]`: reports an array inside of a value that is returned.
    fn has_array_inside(&mut self, expr: &Expr) -> bool {
        let parts: Vec<&Expr> = match expr {
            Expr::Struct(made) => made.fields.iter().map(|field| &field.expr).list(),
            Expr::Array(made) => made.elems.iter().list(),
            Expr::Call(call) if is_constructor(&call.func) => call.args.iter().list(),
            _ => return false,
        };
        let mut parts = parts.into_iter();
        let array = parts.find(|part| self.is_array(part) && self.is_computed(part));
        let Some(array) = array else { return false };
        let report = match expr {
            Expr::Struct(made) => {
                let made = tokens::of(&made.path);
                catalog::array_in_value(array.span(), &made, &format!("{made} {{ … }}"))
            }
            Expr::Call(call) => {
                let made = tokens::of(&call.func);
                catalog::array_in_value(array.span(), &made, &format!("{made}(…)"))
            }
            _ => catalog::array_in_array(array.span()),
        };
        self.found.push(report);
        true
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

/// `Some`, `Found`, `Found::new`: a function that makes a value of a type.
fn is_constructor(function: &Expr) -> bool {
    let Expr::Path(path) = strip(function) else {
        return false;
    };
    let mut segments = path.path.segments.iter();
    segments.any(|segment| segment.ident.to_string().starts_with(char::is_uppercase))
}
