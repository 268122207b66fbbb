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

/// The type of positions, lengths and counts: one with a sign, so that `positions(x) - 1` is below zero
/// where it is in every other language of arrays, and so that they and other integers are integers together.
pub(super) const COUNTS: ElementType = ElementType::I64;

impl Application<'_> {
    /// Checks a quotient: that of two lengths or counts is a share, which integers are not.
    pub(super) fn counts(&self, binary: Binary, a: Id, b: Id, span: Span) -> Result<()> {
        let is_count = |id| {
            matches!(
                self.expr(id),
                Expr::Call(Function::Len | Function::Count, _)
            )
        };
        let text = |id| self.shown(id).trim_matches('`').to_owned();
        if binary != Binary::Div || !is_count(a) || !is_count(b) {
            return Ok(());
        }
        let error = self.error(span, "a quotient of two counts drops the rest");
        Err(error.help(format!("write `{} as f64 / {} as f64`", text(a), text(b))))
    }

    /// Checks that `&&` and `||` stand between masks.
    pub(super) fn masks(&self, binary: Binary, a: Id, b: Id) -> Result<()> {
        for id in [a, b] {
            let ty = self.value_of(id).ty();
            if ty == ElementType::Bool {
                continue;
            }
            let shown = self.shown(id);
            let error = self.error(
                self.span(id),
                format!("{shown} is of type `{ty}`, and must be a mask"),
            );
            let text = match shown.starts_with('`') {
                true => shown.trim_matches('`'),
                false => "…",
            };
            let sign = if binary == Binary::And { "&" } else { "|" };
            return Err(error.help(match ty.is_integer() {
                true => format!(
                    "a mask is a comparison: `{text} != 0`; for the bits of integers write `{sign}`"
                ),
                false => format!("a mask is a comparison: `{text} != 0`"),
            }));
        }
        Ok(())
    }

    /// Checks that `^` stands between masks: between numbers it is a power in other languages.
    pub(super) fn bits(&self, a: Id, b: Id, span: Span) -> Result<()> {
        let types = [a, b].map(|id| self.value_of(id).ty());
        if types.contains(&ElementType::Bool) {
            return Ok(());
        }
        let message = "`^` goes with masks: between numbers it is a power in other languages";
        let error = self.error(span, message);
        let (a, b) = match [a, b].map(|id| self.shown(id)) {
            [a, b] if a.starts_with('`') && b.starts_with('`') => (a, b),
            _ => ("x".to_owned(), "y".to_owned()),
        };
        let (a, b) = (a.trim_matches('`'), b.trim_matches('`'));
        Err(error.help(match types.iter().all(|ty| ty.is_integer()) {
            true => format!("a power is `powf({a}, {b})`, the bits are `xor({a}, {b})`"),
            false => format!("a power is `powf({a}, {b})`"),
        }))
    }

    /// The comparison of integers with a float that stands in the formula, as one of integers: those of
    /// 64 bits are not all floats.
    pub(super) fn with_float(&self, compare: Compare, a: Id, b: Id) -> Option<Arc<Node>> {
        let (operand, number, is_first) = match (self.value_of(a), self.value_of(b)) {
            (Value::Typed(operand), Value::Float(number)) => (operand, *number, true),
            (Value::Float(number), Value::Typed(operand)) => (operand, *number, false),
            _ => return None,
        };
        let ty = operand.ty();
        let (least, greatest) = range(ty)?;
        // A conversion that saturates is beyond the range of each type.
        let (floor, ceil) = (number.floor() as i128, number.ceil() as i128);
        let is_whole = number.fract() == 0.0 && (least..=greatest).contains(&floor);
        let (order, bound) = match (compare, is_first) {
            _ if number.is_nan() => (Order::Of(compare == Compare::NotEqual), least),
            (Compare::Equal | Compare::NotEqual, _) if !is_whole => {
                (Order::Of(compare == Compare::NotEqual), least)
            }
            (Compare::Equal | Compare::NotEqual, _) => (Order::Same, floor),
            (Compare::Less, true) => (Order::UpTo, ceil.saturating_sub(1)),
            (Compare::LessOrEqual, true) => (Order::UpTo, floor),
            (Compare::Less, false) => (Order::From, floor.saturating_add(1)),
            (Compare::LessOrEqual, false) => (Order::From, ceil),
        };
        let order = match order {
            Order::UpTo if bound < least => Order::Of(false),
            Order::From if bound > greatest => Order::Of(false),
            order => order,
        };
        let place = self.place();
        let number = |value: i128| Value::Integer(value).to(ty, place);
        let bound = number(bound.clamp(least, greatest))?;
        let (least, operand) = (number(least)?, operand.clone());
        Some(match order {
            Order::UpTo => build::compare(Compare::LessOrEqual, operand, bound, place),
            Order::From => build::compare(Compare::LessOrEqual, bound, operand, place),
            Order::Same => build::compare(compare, operand, bound, place),
            Order::Of(false) => build::compare(Compare::Less, operand, least, place),
            Order::Of(true) => build::compare(Compare::LessOrEqual, least, operand, place),
        })
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

/// The integers of which a comparison with a float is true.
enum Order {
    UpTo,
    From,
    /// A number alone, or all others.
    Same,
    /// All, or none.
    Of(bool),
}

/// The least and the greatest number of a type of integers.
fn range(ty: ElementType) -> Option<(i128, i128)> {
    if !ty.is_integer() {
        return None;
    }
    let bits = 8 * ty.bytes();
    Some(match ty.is_signed() {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    })
}
