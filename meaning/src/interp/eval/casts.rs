//! `as`.

use crate::interp::error::Fault;
use crate::interp::literal::Literal;
use crate::interp::types::Type;
use crate::interp::value::Value;
use crate::scalar::Prim;

/// `value as target`: Rust's own casts, which truncate integers and saturate
/// from floats.
pub(crate) fn cast(value: Value, target: Prim) -> Result<Value, Fault> {
    let value = match value {
        // In every integer type that the literal may get, its value and with it
        // the low bits are the same; a float has its value in either width.
        Value::Literal(literal) => match literal {
            Literal::Int { .. } if target.is_int() || target.is_float() => {
                literal.at(Prim::I128)?
            }
            Literal::Zero | Literal::Float { .. } if target.is_float() => {
                return literal.at(target);
            }
            literal => literal.at_default()?,
        },
        typed => typed,
    };
    let refused = Fault::Types(format!(
        "`{value}` of type `{}` cannot be cast to `{}`",
        value.ty(),
        target.name()
    ));
    macro_rules! to_number {
        ($x:expr) => {
            match target {
                Prim::I8 => Value::I8($x as i8),
                Prim::I16 => Value::I16($x as i16),
                Prim::I32 => Value::I32($x as i32),
                Prim::I64 => Value::I64($x as i64),
                Prim::I128 => Value::I128($x as i128),
                Prim::Isize => Value::Isize($x as isize),
                Prim::U8 => Value::U8($x as u8),
                Prim::U16 => Value::U16($x as u16),
                Prim::U32 => Value::U32($x as u32),
                Prim::U64 => Value::U64($x as u64),
                Prim::U128 => Value::U128($x as u128),
                Prim::Usize => Value::Usize($x as usize),
                Prim::F32 => Value::F32($x as f32),
                Prim::F64 => Value::F64($x as f64),
                Prim::Bool | Prim::Char => return Err(refused),
            }
        };
    }
    Ok(match value {
        Value::U8(x) if target == Prim::Char => Value::Char(char::from(x)),
        Value::Bool(x) if target == Prim::Bool => Value::Bool(x),
        Value::Char(x) if target == Prim::Char => Value::Char(x),
        Value::Bool(_) | Value::Char(_) if target.is_float() => return Err(refused),
        Value::Bool(x) => to_number!(u8::from(x)),
        Value::Char(x) => to_number!(u32::from(x)),
        Value::I8(x) => to_number!(x),
        Value::I16(x) => to_number!(x),
        Value::I32(x) => to_number!(x),
        Value::I64(x) => to_number!(x),
        Value::I128(x) => to_number!(x),
        Value::Isize(x) => to_number!(x),
        Value::U8(x) => to_number!(x),
        Value::U16(x) => to_number!(x),
        Value::U32(x) => to_number!(x),
        Value::U64(x) => to_number!(x),
        Value::U128(x) => to_number!(x),
        Value::Usize(x) => to_number!(x),
        Value::F32(x) => to_number!(x),
        Value::F64(x) => to_number!(x),
        _ => return Err(refused),
    })
}

/// `Target::from(value)`: conversions of Rust without loss.
pub(crate) fn convert(value: Value, target: Prim) -> Result<Value, Fault> {
    let from = match value {
        Value::Literal(literal) => {
            let same_kind = match literal {
                Literal::Zero => true,
                Literal::Int { .. } => target.is_int(),
                Literal::Float { .. } => target.is_float(),
            };
            if same_kind {
                return literal.at(target);
            }
            return convert(literal.at_default()?, target);
        }
        ref typed => typed.ty(),
    };
    let lossless = match from {
        Type::Prim(from) => is_lossless(from, target),
        _ => false,
    };
    if !lossless {
        return Err(Fault::Types(format!(
            "`{}::from` does not take `{value}` of type `{from}`",
            target.name()
        )));
    }
    match value {
        // `as` knows no way from `bool` to a float, `From` does.
        Value::Bool(x) if target.is_float() => cast(Value::U8(x.into()), target),
        value => cast(value, target),
    }
}

/// Returns true if `From` is implemented.
fn is_lossless(from: Prim, target: Prim) -> bool {
    // Width in bits of the integers for `From`, which promises no more than 16
    // of the pointer-sized ones.
    let unsigned = |prim| match prim {
        Prim::U8 => Some(8),
        Prim::U16 => Some(16),
        Prim::U32 => Some(32),
        Prim::U64 => Some(64),
        Prim::U128 => Some(128),
        _ => None,
    };
    let signed = |prim| match prim {
        Prim::I8 => Some(8),
        Prim::I16 => Some(16),
        Prim::I32 => Some(32),
        Prim::I64 => Some(64),
        Prim::I128 => Some(128),
        _ => None,
    };
    match (from, target) {
        (from, target) if from == target => true,
        (Prim::Bool, target) => target.is_int() || target.is_float(),
        (Prim::U8, Prim::Char) | (Prim::Char, Prim::U32 | Prim::U64 | Prim::U128) => true,
        (Prim::F32, Prim::F64) => true,
        (Prim::U8 | Prim::U16, Prim::Usize) | (Prim::U8 | Prim::I16 | Prim::I8, Prim::Isize) => {
            true
        }
        (from, Prim::F32) => matches!(from, Prim::I8 | Prim::I16 | Prim::U8 | Prim::U16),
        (from, Prim::F64) => matches!(
            from,
            Prim::I8 | Prim::I16 | Prim::I32 | Prim::U8 | Prim::U16 | Prim::U32
        ),
        (from, target) => match (
            unsigned(from),
            signed(from),
            unsigned(target),
            signed(target),
        ) {
            (Some(from), _, Some(target), _) => from < target,
            (Some(from), _, _, Some(target)) => from < target,
            (_, Some(from), _, Some(target)) => from < target,
            _ => false,
        },
    }
}
