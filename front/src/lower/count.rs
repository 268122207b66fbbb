//! Numbers of generated elements.

use super::Lowering;
use super::host::Position;
use super::scope::Entity;
use super::subscript::constant;
use crate::diagnostic::catalog;
use crate::ir::{Count, Host, Op, Output, ScalarId, tokens};
use crate::syntax::{Term, strip};
use syn::spanned::Spanned;
use syn::{Expr, ExprRange};

impl Lowering {
    /// A range as an array.
    pub(super) fn range(&mut self, range: &ExprRange, expr: &Expr) -> Op {
        for bound in [&range.start, &range.end].into_iter().flatten() {
            if let Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Float(float),
                ..
            }) = strip(bound)
            {
                self.found.push(catalog::range_of_floats(float.span()));
                break;
            }
        }
        let half_open = matches!(range.limits, syn::RangeLimits::HalfOpen(_));
        let from_zero = matches!(
            range.start.as_deref(),
            Some(Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. })) if int.base10_digits() == "0"
        );
        let Some(end) = range.end.as_deref().filter(|_| half_open && from_zero) else {
            return Op::Range {
                count: Count::Anonymous,
                range: self.host(expr, "range", Position::Scalar),
            };
        };
        let Some((count, number)) = self.count(end, "range") else {
            return Op::Range {
                count: Count::Anonymous,
                range: Host::plain(expr.clone()),
            };
        };
        // Of `len(xs)` the size says it all, but the elements need the number.
        let number = match number.scalars.is_empty() {
            true => self.host(end, "range", Position::Scalar),
            false => number,
        };
        let mut range = range.clone();
        range.end = Some(Box::new(number.expr));
        Op::Range {
            count,
            range: Host {
                scalars: number.scalars,
                arrays: number.arrays,
                ..Host::plain(Expr::Range(range))
            },
        }
    }

    /// The size that a number names, and the number; `None` where it cannot be one.
    ///
    /// Arithmetic is bound to a name of its own, unless an equal number has one already: so
    /// sizes that are computed alike are one size.
    pub(super) fn count(&mut self, number: &Expr, hint: &str) -> Option<(Count, Host)> {
        if let Some(size) = self.below_zero(number) {
            let report = catalog::negative_size(number.span(), size, None);
            self.found.push(report);
            return None;
        }
        match Term::of(number) {
            Term::Host(Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(int),
                ..
            })) => {
                let count = int.base10_parse().map_or(Count::Anonymous, Count::Literal);
                Some((count, Host::plain(number.clone())))
            }
            Term::Name(name) => {
                let scalar = match self.scope.get(name) {
                    Some(Entity::Scalar(scalar)) => scalar,
                    Some(Entity::Array(_) | Entity::Padded(..) | Entity::Windows(..)) => {
                        self.found.push(catalog::array_as_count(name));
                        return None;
                    }
                    None if self.scope.is_forgotten(name) => return None,
                    // A captured name, a constant or a generic one.
                    None => self.add_parameter(name, None),
                };
                let count = self.named(scalar);
                Some((count, self.host(number, hint, Position::Scalar)))
            }
            // `len(xs)` itself: the size says it all.
            Term::Apply(apply) if apply.combinator.name == "len" => match &apply.args[..] {
                [Expr::Path(path)] => {
                    let array = path
                        .path
                        .get_ident()
                        .and_then(|name| match self.scope.get(name) {
                            Some(Entity::Array(array)) => Some(array),
                            None if self.open && apply.method.is_none() => {
                                Some(self.captured(name))
                            }
                            _ => None,
                        });
                    match array {
                        Some(array) => Some((Count::Length(array), Host::plain(number.clone()))),
                        None => self.computed(number, hint),
                    }
                }
                _ => self.computed(number, hint),
            },
            _ => self.computed(number, hint),
        }
    }

    /// A number of literals and constants, if it is below zero.
    pub(super) fn below_zero(&self, number: &Expr) -> Option<isize> {
        let number = constant(number, &self.program.items.constants);
        number.filter(|number| *number < 0)
    }

    /// The size that a scalar names: that of the first number equal to it.
    fn named(&mut self, scalar: ScalarId) -> Count {
        let origin = self.program.scalars[scalar].origin;
        if let Some(Op::Length { arg, axis: None }) = origin.map(|id| &self.program.bindings[id].op)
        {
            return Count::Length(*arg);
        }
        if let Some(Op::Length {
            arg,
            axis: Some(axis),
        }) = origin.map(|id| &self.program.bindings[id].op)
            && let Some(count) = self.program.axis_count(*arg, *axis)
        {
            return count;
        }
        let value = self.values.of_scalar(&self.program, scalar);
        self.values.count(value).unwrap_or(Count::Scalar(scalar))
    }

    /// A number that has no name.
    fn computed(&mut self, number: &Expr, hint: &str) -> Option<(Count, Host)> {
        let before = self.found.len();
        let value = self.host(strip(number), hint, Position::Scalar);
        if self.found.len() != before {
            return None;
        }
        let equal = self.values.of(&self.program, &value);
        let known = equal.and_then(|equal| self.values.count(equal));
        match known {
            Some(count) => Some((count, value)),
            None => {
                let name = self.scope.fresh(&format!("{hint}_count"), number.span());
                let bound = self.bind_under(name, Op::Host { value });
                let Output::Scalar(scalar) = bound else {
                    return None;
                };
                self.program.scalars[scalar].count = Some(tokens::of(strip(number)));
                let count = match equal {
                    Some(_) => Count::Scalar(scalar),
                    None => Count::Anonymous,
                };
                Some((count, self.scalar_host(scalar)))
            }
        }
    }

    /// A scalar as a host expression.
    fn scalar_host(&self, scalar: ScalarId) -> Host {
        let name = &self.program.scalars[scalar].name;
        Host {
            scalars: vec![scalar],
            ..Host::plain(syn::parse_quote!(#name))
        }
    }
}
