//! The types of formulas: numbers that stand in them take the type of what they meet, and of two
//! types the one that has the values of both.

use crate::ElementType;
use crate::Scalar;
use crate::build;
use crate::kernel::cast;
use crate::node::Operand;
use crate::place::Place;

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

/// The least type that has the values of both: of 64-bit integers and floats, and of `u64` and
/// integers with a sign, `f64`.
pub(crate) fn promoted(a: ElementType, b: ElementType) -> Option<ElementType> {
    use ElementType::{Bool, F32, F64, I16, I32, I64, U8};
    if a == b {
        return Some(a);
    }
    if a == Bool || b == Bool {
        return None;
    }
    let (wide, narrow) = if a.bytes() >= b.bytes() {
        (a, b)
    } else {
        (b, a)
    };
    Some(match (wide, narrow) {
        (F64, _) | (_, F64) => F64,
        (F32, other) | (other, F32) if other.bytes() <= 2 => F32,
        (F32, _) | (_, F32) => F64,
        (wide, narrow) if wide.is_signed() == narrow.is_signed() => wide,
        (wide, narrow) if wide.is_signed() && wide.bytes() > narrow.bytes() => wide,
        // The integers with a sign that are twice as long.
        (unsigned, _) if unsigned == U8 || unsigned.bytes() == 1 => I16,
        (wide, _) if wide.bytes() == 2 => I32,
        (wide, _) if wide.bytes() == 4 => I64,
        _ => F64,
    })
}

#[cfg(test)]
mod tests {
    use super::promoted;
    use crate::ElementType::{self, *};

    #[test]
    fn the_type_of_two_has_the_values_of_both() {
        let all = [F32, F64, I8, I16, I32, I64, U8, U16, U32, U64];
        let digits = |ty: ElementType| match ty {
            F32 => (24, true),
            F64 => (53, true),
            ty => (8 * ty.bytes() - usize::from(ty.is_signed()), ty.is_signed()),
        };
        for a in all {
            for b in all {
                let both = promoted(a, b).unwrap();
                assert_eq!(both, promoted(b, a).unwrap());
                for one in [a, b] {
                    let ((own, signed), (of_both, has_sign)) = (digits(one), digits(both));
                    assert!(own <= of_both || both == F64, "{a} {b}");
                    assert!(has_sign || !signed, "{a} {b}");
                }
            }
        }
        assert_eq!(
            (promoted(U8, I8), promoted(U32, I8)),
            (Some(I16), Some(I64))
        );
        assert_eq!(
            (promoted(U16, I32), promoted(I16, F32)),
            (Some(I32), Some(F32))
        );
        assert_eq!((promoted(U64, I64), promoted(Bool, F32)), (Some(F64), None));
    }
}
