//! Integers in formulas: counts, bits, and numbers with a sign beside those without.

use super::context::{Application, Result};
use super::message::Span;
use super::names::Function;
use super::parse::{Expr, Id};
use super::promote::Value;
use crate::ElementType;
use crate::Scalar;
use crate::build;
use crate::node::{Node, Operand};
use crate::operation::{Binary, Compare};
use std::sync::Arc;

impl Application<'_> {
    /// Checks operations on lengths and counts, whose types have neither fractions nor signs.
    pub(super) fn counts(&self, binary: Binary, a: Id, b: Id, span: Span) -> Result<()> {
        let is_count = |id| {
            matches!(
                self.expr(id),
                Expr::Call(Function::Len | Function::Count, _)
            )
        };
        let text = |id| self.shown(id).trim_matches('`').to_owned();
        if binary == Binary::Div && is_count(a) && is_count(b) {
            let error = self.error(span, "a quotient of two counts drops the rest");
            return Err(error.help(format!("write `{} as f64 / {} as f64`", text(a), text(b))));
        }
        let is_unsigned = self.value_of(a).is_typed() && self.value_of(a).ty() == ElementType::U64;
        if binary == Binary::Sub
            && is_unsigned
            && let (Ok(x), Ok(y)) = (self.known(a, 8), self.known(b, 8))
            && x < y
        {
            let message = format!("{x} - {y} is below zero, and lengths have no sign");
            let error = self.error(span, message);
            return Err(error.help(format!("write `{} as i64 - {}`", text(a), text(b))));
        }
        Ok(())
    }

    /// Checks that `^` has no number beside it: that is a power in other languages.
    pub(super) fn bits(&self, a: Id, b: Id, span: Span) -> Result<()> {
        let is_integer = |id| match self.value_of(id) {
            Value::Integer(_) => true,
            value => value.ty().is_integer(),
        };
        let is_number = |id| matches!(self.value_of(id), Value::Integer(_));
        if !is_integer(a) || !is_integer(b) || !(is_number(a) || is_number(b)) {
            return Ok(());
        }
        let (a, b) = (self.shown(a), self.shown(b));
        let (a, b) = (a.trim_matches('`'), b.trim_matches('`'));
        let error = self.error(
            span,
            "`^` is an operation on bits, and a power in other languages",
        );
        Err(error.help(format!(
            "a power is `powf({a}, {b})`, the bits are `xor({a}, {b})`"
        )))
    }

    /// The comparison of integers of 64 bits without a sign and integers with one, which no type of
    /// integers has both. It has the values of `f64` between them only up to 2⁵³.
    pub(super) fn signs(&self, compare: Compare, a: Id, b: Id) -> Option<Arc<Node>> {
        let typed = |id| match self.value_of(id) {
            Value::Typed(operand) => Some(operand.clone()),
            _ => None,
        };
        let (x, y) = (typed(a)?, typed(b)?);
        let is_wide = |operand: &Operand| operand.ty() == ElementType::U64;
        let has_sign = |operand: &Operand| operand.ty().is_integer() && operand.ty().is_signed();
        let place = self.place();
        let signed = match (is_wide(&x) && has_sign(&y), has_sign(&x) && is_wide(&y)) {
            (true, _) => &y,
            (_, true) => &x,
            _ => return None,
        };
        let zero = crate::kernel::cast::scalar(Scalar::I64(0), signed.ty());
        let is_negative =
            build::compare(Compare::Less, signed.clone(), Operand::Number(zero), place);
        let wide = |operand| build::cast(operand, ElementType::U64, place);
        let is_less = has_sign(&x);
        let of_wide = build::compare(compare, wide(x), wide(y), place);
        // The result where the integer with a sign is negative, and so the lesser one.
        let result = match compare {
            Compare::NotEqual => true,
            Compare::Less | Compare::LessOrEqual => is_less,
            _ => false,
        };
        let result = Operand::Number(Scalar::Bool(result));
        Some(build::select(
            Operand::Node(is_negative),
            result,
            Operand::Node(of_wide),
            place,
        ))
    }
}
