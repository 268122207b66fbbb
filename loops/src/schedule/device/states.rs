//! The states of folds and scans: their types, and the elements that change nothing in them.

use crate::nest::{Element, Intake, Known};
use crate::scalar::{Prim, Type, Types};

/// The neutral element of an operator.
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Neutral {
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// A tuple of neutral elements.
    Tuple(Vec<Neutral>),
}

/// The neutral element of a known operator on a built-in type.
pub fn neutral(known: Option<&Known>, ty: &Type) -> Option<Neutral> {
    if let (Some(Known::Tuple(operators)), Type::Tuple(types)) = (known, ty) {
        let parts = operators.iter().zip(types);
        let parts = parts.map(|(operator, ty)| neutral(Some(operator), ty));
        return parts.collect::<Option<_>>().map(Neutral::Tuple);
    }
    let prim = ty.prim()?;
    let (least, most) = prim.range();
    let int = |value: i128| prim.is_int().then_some(Neutral::Int(value));
    let float = |value: f64| prim.is_float().then_some(Neutral::Float(value));
    let boolean = |value: bool| (prim == Prim::Bool).then_some(Neutral::Bool(value));
    match known? {
        // Zero would turn a sum of negative zeros into a positive one.
        Known::Add => int(0).or_else(|| float(-0.0)),
        Known::Mul => int(1).or_else(|| float(1.0)),
        // A float that is no number never wins.
        Known::Min => int(most)
            .or_else(|| float(f64::NAN))
            .or_else(|| boolean(true)),
        Known::Max => int(least)
            .or_else(|| float(f64::NAN))
            .or_else(|| boolean(false)),
        Known::And => int(if prim.is_signed() { -1 } else { most }).or_else(|| boolean(true)),
        Known::Or | Known::Xor => int(0).or_else(|| boolean(false)),
        Known::WrappingAdd => int(0),
        Known::WrappingMul => int(1),
        Known::Tuple(_) => None,
    }
}

/// The type of the state that the elements of a fold or scan enter.
pub fn entered<'t>(types: &'t Types, intake: &Intake) -> &'t Type {
    match intake {
        Intake::Operand(Element::Array(array)) => types.array(*array),
        Intake::Operand(Element::One) => &Type::USIZE,
        Intake::Step { binding, .. } => types.accumulator(*binding),
    }
}
