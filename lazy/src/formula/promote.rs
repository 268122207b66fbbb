//! The types of formulas: numbers that stand in them take the type of what they meet, and of two
//! types the one that has the values of both.

use crate::ElementType;
use crate::Scalar;
use crate::build;
use crate::kernel::cast;
use crate::node::{Operand, Shape};
use crate::place::Place;
use crate::promotion::promoted;

/// A value of a formula.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// An array, or a number that has a type.
    Typed(Operand),
    /// An integer that stands in the formula.
    Integer(i128),
    /// A float that stands in the formula.
    Float(f64),
}

impl Value {
    /// The type that it has, or takes if it meets nothing.
    pub(crate) fn ty(&self) -> ElementType {
        match self {
            Value::Typed(operand) => operand.ty(),
            Value::Integer(number) if i64::try_from(*number).is_err() && *number > 0 => {
                ElementType::U64
            }
            Value::Integer(_) => ElementType::I64,
            Value::Float(_) => ElementType::F64,
        }
    }

    /// The value as one of a type; `None` for an integer that does not fit.
    pub(crate) fn to(&self, ty: ElementType, place: Place) -> Option<Operand> {
        Some(match self {
            Value::Typed(operand) => build::cast(operand.clone(), ty, place),
            Value::Float(number) => Operand::Number(cast::scalar(Scalar::F64(*number), ty)),
            Value::Integer(number) if ty.is_float() => {
                Operand::Number(cast::scalar(Scalar::F64(*number as f64), ty))
            }
            Value::Integer(number) => match (i64::try_from(*number), u64::try_from(*number)) {
                (Ok(number), _) => fitting(Scalar::I64(number), i128::from(number), ty)?,
                (_, Ok(number)) => fitting(Scalar::U64(number), i128::from(number), ty)?,
                _ => return None,
            },
        })
    }

    /// The value with the type that it has if it meets nothing.
    pub(crate) fn alone(&self, place: Place) -> Option<Operand> {
        self.to(self.ty(), place)
    }

    /// The shape of an array or a number that has a type.
    pub(crate) fn shape(&self) -> Option<Shape> {
        match self {
            Value::Typed(operand) => Some(operand.shape()),
            _ => None,
        }
    }

    /// Returns true for an array or a number that has a type.
    pub(crate) fn is_typed(&self) -> bool {
        matches!(self, Value::Typed(_))
    }
}

/// A number as one of a type, if that has it.
fn fitting(number: Scalar, value: i128, ty: ElementType) -> Option<Operand> {
    let found = cast::scalar(number, ty);
    let back = crate::element::number!(ty, T => {
        crate::kernel::number::Number::position(<T as crate::element::sealed::Typed>::of(found))
    }, bool => return None);
    (back == value).then_some(Operand::Number(found))
}

/// The type of two values together; `None` for truth values and numbers.
pub(crate) fn together(a: &Value, b: &Value) -> Option<ElementType> {
    let (x, y) = (a.ty(), b.ty());
    match (a.is_typed(), b.is_typed()) {
        (true, false) => literal(b, x),
        (false, true) => literal(a, y),
        _ => promoted(x, y),
    }
}

/// The type of a number that stands in a formula and of elements of a type.
fn literal(number: &Value, ty: ElementType) -> Option<ElementType> {
    match (number, ty) {
        (_, ElementType::Bool) => None,
        (Value::Float(_), ty) if !ty.is_float() => Some(ElementType::F64),
        _ => Some(ty),
    }
}
