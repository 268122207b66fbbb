//! Sections, elements and axes in formulas, and folds along an axis.

use std::sync::Arc;

use super::context::{Application, Result, node};
use super::message::Span;
use super::parse::{Expr, Id};
use super::promote::Value;
use crate::ElementType;
use crate::Scalar;
use crate::build;
use crate::dims::{AXES, Dims};
use crate::error::{Error, ErrorKind};
use crate::node::Operand;
use crate::operation::{Binary, Operator};
use crate::promotion::promoted;
use crate::section::Section;
use crate::sections::{Axis, Sections};
use crate::view::View;

impl Application<'_> {
    pub(super) fn section(&self, a: Id, sections: &Sections, span: Span) -> Result<Value> {
        let array = match sections[..] {
            [Axis::Section(_)] => self.alone(a)?,
            _ => self.complete(a)?,
        };
        let node = build::at(array, sections.clone(), self.place());
        self.checked(node, span, &[a])
    }

    /// One element, by its position from either end.
    pub(super) fn element(&self, a: Id, position: i64, span: Span) -> Result<Value> {
        let place = self.place();
        let array = self.alone(a)?;
        if array.shape().dims().is_some_and(|dims| dims.axes() > 1) {
            let node = build::at(array, [Axis::Index(position)], place);
            return self.checked(node, span, &[a]);
        }
        if let Some(len) = array.shape().len()
            && array.failure().is_none()
        {
            let size = i128::try_from(len).unwrap_or(i128::MAX);
            if !(-size..size).contains(&i128::from(position)) {
                let message =
                    format!("position {position} is out of bounds of an array of length {len}");
                let error = self.error(span, message);
                return Err(error.help("the first element is `x[0]`, the last one `x[-1]`"));
            }
        }
        let (from, index) = match position < 0 {
            true => (
                Operand::Node(build::at(array, Section::from(position..), place)),
                0,
            ),
            false => (array, position),
        };
        let index = Operand::Number(Scalar::I64(index));
        self.checked(build::gather(from, index, place), span, &[a])
    }

    pub(super) fn index(&self, a: Id, index: Id, span: Span) -> Result<Value> {
        let (array, at) = (self.alone(a)?, self.alone(index)?);
        let place = self.place();
        match at.ty() {
            ElementType::Bool => self.checked(build::keep(array, at, place), span, &[a, index]),
            ty if ty.is_float() => {
                if let Expr::Binary(_, a, b) = *self.expr(index)
                    && let (x, y) = (self.value_of(a).ty(), self.value_of(b).ty())
                    && x.is_integer()
                    && y.is_integer()
                {
                    let message = format!(
                        "{} is of type `{ty}`: no type of integers has the values of `{x}` and of `{y}`",
                        self.shown(index)
                    );
                    let signed = if x.is_signed() { a } else { b };
                    let help = format!("write `{} as u64`", self.shown(signed).trim_matches('`'));
                    return Err(self.error(self.span(index), message).help(help));
                }
                let message = format!(
                    "{} is of type `{ty}`, and indices are integers",
                    self.shown(index)
                );
                let error = self.error(self.span(index), message);
                Err(error
                    .help("a mask is a comparison, as in `x[x > 0]`; `… as i64` drops the rest"))
            }
            _ => self.checked(build::gather(array, at, place), span, &[a, index]),
        }
    }

    pub(super) fn with(&self, a: Id, sections: &Sections, new: Id, span: Span) -> Result<Value> {
        let array = self.alone(a)?;
        let (ty, found) = (array.ty(), self.value_of(new).ty());
        let fits = match self.value_of(new) {
            Value::Integer(_) => ty != ElementType::Bool,
            Value::Float(_) => ty.is_float(),
            Value::Typed(_) => promoted(ty, found) == Some(ty),
        };
        if !fits {
            let (shown, own) = (self.shown(new), self.shown(a));
            let message = format!("{shown} is of type `{found}`, and {own} of type `{ty}`");
            let error = self.error(self.span(new), message);
            let text = match shown.starts_with('`') {
                true => shown.trim_matches('`'),
                false => "…",
            };
            return Err(error.help(format!("write `{text} as {ty}`")));
        }
        let Some(new) = self.values[new].to(array.ty(), self.place()) else {
            return Err(self.error(
                self.span(new),
                format!("the number does not fit in `{}`", array.ty()),
            ));
        };
        let node = build::with(array, sections.clone(), new, self.place());
        let failure = node.failure();
        let lengths = match failure.as_ref().map(Error::kind) {
            Some(ErrorKind::LengthMismatch { left, right }) => {
                Some((left.to_string(), right.to_string()))
            }
            Some(ErrorKind::ShapeMismatch { left, right }) => {
                Some((left.to_string(), right.to_string()))
            }
            _ => None,
        };
        match lengths {
            Some((section, new)) => {
                let message =
                    format!("the section has the shape {section}, and what replaces it {new}");
                Err(self.error(span, message))
            }
            None => self.checked(node, span, &[a]),
        }
    }

    pub(super) fn mean(&self, a: Id, span: Span) -> Result<Value> {
        let place = self.place();
        let operand = self.alone(a)?;
        let ty = match operand.ty() {
            ElementType::F32 => ElementType::F32,
            _ => ElementType::F64,
        };
        let elements = build::cast(operand, ty, place);
        let sum = build::fold(Operator::Sum, elements.clone(), place);
        self.checked(Arc::clone(&sum), span, &[a])?;
        let len = build::cast(
            Operand::Node(build::len(ElementType::U64, elements, place)),
            ty,
            place,
        );
        self.checked(
            build::binary(Binary::Div, Operand::Node(sum), len, place),
            span,
            &[a],
        )
    }

    /// The number of an axis, which counts from the end below zero.
    fn axis(&self, a: Id, axis: Id) -> Result<usize> {
        let Value::Integer(number) = *self.value_of(axis) else {
            let message = "the axis is an integer that stands in the formula";
            let error = self.error(self.span(axis), message);
            return Err(error.help("write `sum_axis(x, 0)`: the first axis is 0, the last one -1"));
        };
        let axes = self
            .alone(a)?
            .shape()
            .dims()
            .map_or(1, |dims| dims.axes() as i128);
        let from_start = if number < 0 { axes + number } else { number };
        match usize::try_from(from_start) {
            Ok(found) if from_start < axes => Ok(found),
            _ => {
                let plural = if axes == 1 { "axis" } else { "axes" };
                let message = format!("{} has {axes} {plural}", self.shown(a));
                let error = self.error(self.span(axis), message);
                Err(error.help("the first axis is 0, the last one -1"))
            }
        }
    }

    /// A fold along an axis.
    pub(super) fn fold_axis(
        &self,
        operator: Operator,
        a: Id,
        axis: Id,
        span: Span,
    ) -> Result<Value> {
        let axis = self.axis(a, axis)?;
        let node = build::fold_axis(operator, self.alone(a)?, axis, self.place());
        self.checked(node, span, &[a])
    }

    /// The means along an axis.
    pub(super) fn mean_axis(&self, a: Id, axis: Id, span: Span) -> Result<Value> {
        let axis = self.axis(a, axis)?;
        let operand = self.alone(a)?;
        let place = self.place();
        let ty = match operand.ty() {
            ElementType::F32 => ElementType::F32,
            _ => ElementType::F64,
        };
        let Some(dims) = operand.shape().dims() else {
            return self.mean(a, span);
        };
        let elements = build::cast(operand, ty, place);
        let sums = build::fold_axis(Operator::Sum, elements, axis, place);
        self.checked(Arc::clone(&sums), span, &[a])?;
        let len = Value::Integer(dims.as_slice()[axis] as i128).to(ty, place);
        let len = len.unwrap_or(Operand::Number(Scalar::F64(f64::NAN)));
        let means = build::binary(Binary::Div, Operand::Node(sums), len, place);
        self.checked(means, span, &[a])
    }

    /// The elements along axes of other lengths.
    pub(super) fn reshape(&self, a: Id, lengths: &[Id], span: Span) -> Result<Value> {
        let mut sizes = Vec::with_capacity(lengths.len());
        for &length in lengths {
            let size = match self.value_of(length) {
                Value::Integer(size) => usize::try_from(*size).ok(),
                _ => None,
            };
            let Some(size) = size else {
                let message = "the length of an axis is an integer that stands in the formula";
                let error = self.error(self.span(length), message);
                return Err(error.help("write `reshape(x, [2, 3])`"));
            };
            sizes.push(size);
        }
        let Some(dims) = Dims::of(&sizes) else {
            let message = format!("an array has one to {AXES} axes, and not {}", sizes.len());
            return Err(self.error(span, message));
        };
        let node = build::view(self.alone(a)?, View::Reshaped(Box::new(dims)), self.place());
        self.checked(node, span, &[a])
    }

    /// The axes from the last to the first.
    pub(super) fn transpose(&self, a: Id, span: Span) -> Result<Value> {
        let operand = self.alone(a)?;
        let axes = operand.shape().dims().map_or(1, |dims| dims.axes());
        let order: Vec<usize> = (0..axes).rev().collect();
        let view = View::Permuted(Arc::from(order));
        self.checked(build::view(operand, view, self.place()), span, &[a])
    }

    /// All elements along one axis, row by row.
    pub(super) fn flatten(&self, a: Id, span: Span) -> Result<Value> {
        let operand = self.alone(a)?;
        let flat = match operand.shape().dims() {
            Some(dims) if dims.axes() > 1 => {
                let view = View::Reshaped(Box::new(Dims::from(dims.len())));
                build::view(operand, view, self.place())
            }
            _ => node(operand),
        };
        self.checked(flat, span, &[a])
    }
}
