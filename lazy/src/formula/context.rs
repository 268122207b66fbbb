//! A formula that is being applied: the values of its expressions, and mistakes about them.

use std::sync::Arc;

use super::foreign::is_tight;
use super::message::{FormulaError, Span};
use super::parse::{Expr, Id, Parsed};
use super::promote::{Value, together};
use crate::ElementType;
use crate::build;
use crate::column::Column;
use crate::error::ErrorKind;
use crate::evaluate::settle;
use crate::node::{Node, Operand};
use crate::operation::Binary;
use crate::place::Place;

/// A formula that is being applied.
pub(crate) struct Application<'f> {
    pub(super) text: &'f str,
    pub(super) parsed: &'f Parsed,
    /// True if the inputs have elements, and do not only stand for those of their types and shapes.
    pub(super) has_elements: bool,
    /// The values of the expressions that are computed.
    pub(super) values: Vec<Value>,
}

pub(super) type Result<T, E = FormulaError> = std::result::Result<T, E>;

impl Application<'_> {
    /// The value of an expression as a column.
    pub(crate) fn column(&self, id: Id) -> Result<Column> {
        let place = self.parsed.places[id];
        match self.values[id].alone(place) {
            Some(operand) => Ok(Column::of(node(operand))),
            None => Err(self.too_large(id)),
        }
    }

    pub(super) fn error(&self, span: Span, message: impl Into<String>) -> FormulaError {
        FormulaError::new(self.text, span, message)
    }

    /// The value of an operand.
    pub(super) fn value_of(&self, id: Id) -> &Value {
        &self.values[id]
    }

    /// The place of the expression whose value is computed now.
    pub(super) fn place(&self) -> Place {
        self.parsed.places[self.values.len()]
    }

    pub(super) fn span(&self, id: Id) -> Span {
        self.parsed.exprs[id].1
    }

    /// The expression whose value an expression is: of a name, that which is bound to it.
    pub(super) fn expr(&self, id: Id) -> &Expr {
        &self.parsed.exprs[self.parsed.named(id)].0
    }

    /// The text of an operand, if it is short.
    pub(super) fn shown(&self, id: Id) -> String {
        let span = self.span(id);
        let text = self.text[span.start..span.end].trim();
        match text.chars().count() <= 24 && !text.contains('\n') {
            true => format!("`{text}`"),
            false => "an operand".to_owned(),
        }
    }

    pub(super) fn too_large(&self, id: Id) -> FormulaError {
        self.error(self.span(id), "the number is too large for an integer")
            .help("with `.0` it is a float")
    }

    /// A node as a value, unless it has failed: then its failure, in terms of the formula.
    pub(super) fn checked(&self, node: Arc<Node>, span: Span, operands: &[Id]) -> Result<Value> {
        let Some(failure) = node.failure() else {
            return Ok(Value::Typed(Operand::Node(node)));
        };
        let message = match failure.kind() {
            ErrorKind::LengthMismatch { left, right } => match operands {
                [a, b] => format!(
                    "{} has length {left} and {} has length {right}",
                    self.shown(*a),
                    self.shown(*b)
                ),
                _ => format!("one operand has length {left} and another one {right}"),
            },
            ErrorKind::ShapeMismatch { left, right } => match operands {
                [a, b] => format!(
                    "{} has the shape {left} and {} has the shape {right}",
                    self.shown(*a),
                    self.shown(*b)
                ),
                _ => format!("one operand has the shape {left} and another one {right}"),
            },
            ErrorKind::Type { found, expected } => match operands {
                [a] => format!(
                    "elements of {} are of type `{found}`, and must be {expected}",
                    self.shown(*a)
                ),
                [a, b] if self.values[*a].ty() == *found => format!(
                    "elements of {} are of type `{found}`, and must be {expected}",
                    self.shown(match self.values[*a].is_typed() {
                        true => *a,
                        false => *b,
                    })
                ),
                _ => format!("elements are of type `{found}`, and must be {expected}"),
            },
            ErrorKind::Axis { axis, axes } => match operands {
                [a] => {
                    let plural = if *axes == 1 { "axis" } else { "axes" };
                    let named = axis + 1;
                    format!(
                        "{} has {axes} {plural}, and {named} are named",
                        self.shown(*a)
                    )
                }
                _ => failure.kind().to_string(),
            },
            other => other.to_string(),
        };
        let error = self.error(span, message);
        Err(match failure.kind() {
            ErrorKind::Type {
                found: ElementType::Bool,
                ..
            } => error.help(match operands {
                [a] if self.shown(*a).starts_with('`') => {
                    let shown = self.shown(*a);
                    let shown = shown.trim_matches('`');
                    let value = match is_tight(shown) {
                        true => shown.to_owned(),
                        false => format!("({shown})"),
                    };
                    format!("truth values are numbers by `{value} as f64`; `count({shown})` counts them")
                }
                _ => "truth values are numbers by `… as f64`; `count(mask)` counts them".to_owned(),
            }),
            ErrorKind::Type { found, expected } if expected.starts_with("truth values") => {
                let like = if found.is_float() { "x > 0" } else { "n != 0" };
                error.help(format!("a mask is a comparison, such as `{like}`"))
            }
            ErrorKind::Type { expected, .. } if expected.contains("sign") => match operands {
                [a] => error.help(format!("write `-({} as i64)`", self.shown(*a).trim_matches('`'))),
                _ => error,
            },
            ErrorKind::Rank { .. } if self.has_number(operands) => {
                error.help("a number stands for all elements; arrays are inputs")
            }
            ErrorKind::Rank { reason } if reason.contains("one axis") => {
                let own = match operands {
                    [a, ..] if self.shown(*a).starts_with('`') => self.shown(*a),
                    _ => "x".to_owned(),
                };
                let own = own.trim_matches('`');
                error.help(format!("`flatten({own})` has all elements along one axis, row by row"))
            }
            ErrorKind::Axis { axes: 1, .. } => error.help("a section is `x[1..3]`, and elements at some positions `x[at]` with an input of integers"),
            ErrorKind::ShapeMismatch { left, right } if left.axes() != right.axes() => error
                .help("an axis that `new` adds goes with any length: `x[new, ..]`, `x[.., new]`"),
            ErrorKind::Section { section, len, .. } if section.is_reversed(*len) => {
                error.help("`x[1..3; -1]` has the elements of `x[1..3]` backwards")
            }
            ErrorKind::Section { .. } => error.help("positions below zero count from the end"),
            _ => error,
        })
    }

    /// Returns true if an operand is a number.
    fn has_number(&self, operands: &[Id]) -> bool {
        let is_number = |value: &Value| match value {
            Value::Typed(operand) => operand.shape().is_scalar(),
            Value::Integer(_) | Value::Float(_) => true,
        };
        operands.iter().any(|id| is_number(&self.values[*id]))
    }

    pub(super) fn alone(&self, id: Id) -> Result<Operand> {
        let place = self.parsed.places[id];
        self.values[id]
            .alone(place)
            .ok_or_else(|| self.too_large(id))
    }

    /// An operand whose length is known: where a mask decides it, the operand is computed, which an
    /// application to inputs without elements can't.
    pub(super) fn complete(&self, id: Id) -> Result<Operand> {
        let operand = self.alone(id)?;
        if let Operand::Node(node) = &operand
            && !operand.shape().is_scalar()
            && operand.shape().dims().is_none()
            && operand.failure().is_none()
        {
            let settled = match self.has_elements {
                true => settle(node).map_err(|error| error.to_string()),
                false => Err("the length is decided by a mask".to_owned()),
            };
            settled.map_err(|reason| self.error(self.span(id), reason))?;
        }
        Ok(operand)
    }

    /// The help for two operands of `&` or `|` one of which was meant to be compared first, as in
    /// `mask & x > 0`.
    fn bits_before(&self, a: Id, b: Id) -> Option<String> {
        let exprs = &self.parsed.exprs;
        let (own, sign) = exprs
            .iter()
            .enumerate()
            .find_map(|(id, (expr, _))| match *expr {
                Expr::Binary(Binary::And, x, y) if (x, y) == (a, b) => Some((id, '&')),
                Expr::Binary(Binary::Or, x, y) if (x, y) == (a, b) => Some((id, '|')),
                _ => None,
            })?;
        let compared = exprs
            .iter()
            .find(|(expr, _)| matches!(*expr, Expr::Compare(_, x, y) if own == x || own == y))?;
        let (whole, left, right) = (compared.1, self.span(a), self.span(b));
        let parts = [
            self.text.get(whole.start..left.end)?,
            self.text.get(right.start..whole.end)?,
        ];
        let is_plain = |part: &str| {
            let count = |bracket: char| part.matches(bracket).count();
            part.chars().count() <= 32 && !part.contains('\n') && count('(') == count(')')
        };
        let [left, right] = parts.map(str::trim);
        Some(match is_plain(left) && is_plain(right) {
            true => format!(
                "`{sign}` binds tighter than a comparison: write `{left} {sign}{sign} {right}`"
            ),
            false => format!(
                "`{sign}` binds tighter than a comparison, and `{sign}{sign}` does not: `a > 0 {sign}{sign} b > 0`"
            ),
        })
    }

    /// Two operands as elements of one type.
    pub(super) fn both(&self, a: Id, b: Id, span: Span) -> Result<(Operand, Operand)> {
        let (x, y) = (&self.values[a], &self.values[b]);
        let Some(ty) = together(x, y) else {
            let (x, y) = (x.ty(), y.ty());
            let error = self.error(
                span,
                format!(
                    "{} is of type `{x}` and {} of type `{y}`",
                    self.shown(a),
                    self.shown(b)
                ),
            );
            let usual = || "truth values are numbers by `… as f64`; a mask is `x[mask]`".to_owned();
            return Err(error.help(self.bits_before(a, b).unwrap_or_else(usual)));
        };
        let place = self.place();
        let typed = |value: &Value, id| {
            value.to(ty, place).ok_or_else(|| {
                let error = self.error(self.span(id), format!("the number does not fit in `{ty}`"));
                error.help("write the other operand as a larger type: `… as i64`")
            })
        };
        Ok((typed(x, a)?, typed(y, b)?))
    }
}

/// An operand as a node.
pub(super) fn node(operand: Operand) -> Arc<Node> {
    match operand {
        Operand::Node(node) => node,
        Operand::Number(number) => build::number(number),
    }
}
