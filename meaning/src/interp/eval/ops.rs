//! Operators.

use std::cmp::Ordering;

use super::numbers::{any_float, any_int, any_signed, same_floats, same_ints};
use crate::interp::error::Fault;
use crate::interp::literal::Literal;
use crate::interp::value::{Value, unify};
use crate::interp::{Element, Overflow};
use crate::scalar::Binary;

/// `a op b`.
pub(crate) fn binary(op: Binary, a: Value, b: Value, overflow: Overflow) -> Result<Value, Fault> {
    match op {
        Binary::Shl | Binary::Shr => return shift(op, a, b, overflow),
        Binary::Eq => return equal(&a, &b).map(Value::Bool),
        Binary::Ne => return equal(&a, &b).map(|equal| Value::Bool(!equal)),
        Binary::Lt => return ordered(a, b, Ordering::is_lt),
        Binary::Le => return ordered(a, b, Ordering::is_le),
        Binary::Gt => return ordered(a, b, Ordering::is_gt),
        Binary::Ge => return ordered(a, b, Ordering::is_ge),
        _ => {}
    }
    let (a, b) = unify(a, b)?;
    if let (Value::Literal(a), Value::Literal(b)) = (&a, &b) {
        return literals(op, *a, *b);
    }
    if let (Value::Bool(a), Value::Bool(b)) = (&a, &b) {
        match op {
            Binary::BitAnd => return Ok(Value::Bool(a & b)),
            Binary::BitOr => return Ok(Value::Bool(a | b)),
            Binary::BitXor => return Ok(Value::Bool(a ^ b)),
            _ => {}
        }
    }
    same_floats!(a, b, |x, y| {
        let result = match op {
            Binary::Add => x + y,
            Binary::Sub => x - y,
            Binary::Mul => x * y,
            Binary::Div => x / y,
            Binary::Rem => x % y,
            _ => return Err(no_operator(op, &x.into())),
        };
        return Ok(result.into());
    }, else {});
    same_ints!(a, b, |x, y| match op {
        Binary::Add => checked(x.checked_add(y), x.wrapping_add(y), "add", overflow),
        Binary::Sub => checked(x.checked_sub(y), x.wrapping_sub(y), "subtract", overflow),
        Binary::Mul => checked(x.checked_mul(y), x.wrapping_mul(y), "multiply", overflow),
        Binary::Div if y == 0 => Err(panic("attempt to divide by zero")),
        Binary::Rem if y == 0 => {
            Err(panic("attempt to calculate the remainder with a divisor of zero"))
        }
        // These two overflow for the least number and -1 only, and then panic
        // in every build.
        Binary::Div => x
            .checked_div(y)
            .map(Value::from)
            .ok_or_else(|| panic("attempt to divide with overflow")),
        Binary::Rem => x
            .checked_rem(y)
            .map(Value::from)
            .ok_or_else(|| panic("attempt to calculate the remainder with overflow")),
        Binary::BitAnd => Ok((x & y).into()),
        Binary::BitOr => Ok((x | y).into()),
        Binary::BitXor => Ok((x ^ y).into()),
        _ => Err(no_operator(op, &x.into())),
    }, else Err(no_operator(op, &a)))
}

/// `a op b`, by which a size is computed.
pub(crate) fn size(op: Binary, a: Value, b: Value) -> Result<Value, Fault> {
    let operator = match op {
        Binary::Add => '+',
        Binary::Sub => '-',
        Binary::Mul => '*',
        Binary::Div => '/',
        Binary::Rem => '%',
        _ => return binary(op, a, b, Overflow::Panic),
    };
    let (a, b) = unify(a, b)?;
    let ty = a.ty().to_string();
    let divides_by_zero =
        same_ints!(a, b, |_x, y| matches!(operator, '/' | '%') && y == 0, else false);
    let text = format!("{a} {operator} {b}");
    binary(op, a, b, Overflow::Panic).map_err(|fault| match fault {
        Fault::Panic(_) => Fault::SizeArithmetic {
            size: match operator {
                _ if divides_by_zero => format!("{text} divides by zero"),
                '-' if ty.starts_with('u') => format!("{text} is below zero"),
                _ => format!("{text} overflows `{ty}`"),
            },
        },
        other => other,
    })
}

/// The result of checked arithmetic, or that of the unchecked one.
pub(crate) fn checked<T: Element>(
    checked: Option<T>,
    wrapped: T,
    verb: &str,
    overflow: Overflow,
) -> Result<Value, Fault> {
    match (checked, overflow) {
        (Some(value), _) => Ok(value.into()),
        (None, Overflow::Wrap) => Ok(wrapped.into()),
        (None, Overflow::Panic) => Err(panic(&format!("attempt to {verb} with overflow"))),
    }
}

pub(crate) fn panic(message: &str) -> Fault {
    Fault::Panic(message.to_owned())
}

fn no_operator(op: Binary, value: &Value) -> Fault {
    Fault::Types(format!(
        "`{value}` of type `{}` has no `{}`",
        value.ty(),
        op.method()
    ))
}

/// Arithmetic on values without a type yet. Only results that every type would
/// agree on are given.
fn literals(op: Binary, a: Literal, b: Literal) -> Result<Value, Fault> {
    let keeps_zero = matches!(op, Binary::Add | Binary::Sub | Binary::Mul);
    if keeps_zero && a == Literal::Zero && b == Literal::Zero {
        return Ok(Value::Literal(Literal::Zero));
    }
    let (a, b) = (a.beside(b), b.beside(a));
    let (x, x_bits, y, y_bits) = match (a, b) {
        (
            Literal::Float { double, single },
            Literal::Float {
                double: other,
                single: other_single,
            },
        ) => {
            let (Value::F64(double), Value::F32(single)) = (
                binary(op, double.into(), other.into(), Overflow::Panic)?,
                binary(op, single.into(), other_single.into(), Overflow::Panic)?,
            ) else {
                return Err(no_operator(op, &Value::Literal(a)));
            };
            return Ok(Value::Literal(Literal::Float { double, single }));
        }
        (
            Literal::Int { value: x, bits },
            Literal::Int {
                value: y,
                bits: y_bits,
            },
        ) => (x, bits, y, y_bits),
        _ => {
            return Err(Fault::Types(format!(
                "`{}` and `{}` do not go together",
                Value::Literal(a),
                Value::Literal(b)
            )));
        }
    };
    let bits = x_bits || y_bits;
    if bits && matches!(op, Binary::Div | Binary::Rem) {
        return Err(unknown_type(&Value::Literal(a)));
    }
    match binary(op, x.into(), y.into(), Overflow::Panic)? {
        Value::I128(value) => Ok(Value::Literal(Literal::Int { value, bits })),
        other => Ok(other),
    }
}

/// Something that depends on a type that is not known.
pub(crate) fn unknown_type(value: &Value) -> Fault {
    Fault::Types(format!(
        "the type of `{value}` is not known here: give the literal a suffix"
    ))
}

fn shift(op: Binary, a: Value, b: Value, overflow: Overflow) -> Result<Value, Fault> {
    let amount: i128 = match b {
        Value::Literal(Literal::Int { value, .. }) => value,
        // Only the low bits of an amount beyond `i128` could matter.
        b => any_int!(b, |x| x as i128, else return Err(no_operator(op, &b))),
    };
    if let Value::Literal(Literal::Int { value, bits }) = a {
        let shifted = u32::try_from(amount).ok().and_then(|amount| match op {
            Binary::Shl => value.checked_mul(1_i128.checked_shl(amount)?),
            _ if bits => None,
            _ => value.checked_shr(amount),
        });
        let value = shifted.ok_or_else(|| unknown_type(&a))?;
        return Ok(Value::Literal(Literal::Int { value, bits }));
    }
    let low = amount as u32;
    any_int!(a, |x| {
        let fits = (0..i128::from(x.count_zeros() + x.count_ones())).contains(&amount);
        let (shifted, verb) = match op {
            Binary::Shl => (x.wrapping_shl(low), "shift left"),
            _ => (x.wrapping_shr(low), "shift right"),
        };
        checked(fits.then_some(shifted), shifted, verb, overflow)
    }, else Err(no_operator(op, &a)))
}

/// `a == b`.
pub(crate) fn equal(a: &Value, b: &Value) -> Result<bool, Fault> {
    let both = |a: &[Value], b: &[Value]| {
        for (a, b) in a.iter().zip(b) {
            if !equal(a, b)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    match (a, b) {
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => both(a, b),
        (Value::Array(a), Value::Array(b)) => Ok(a.len() == b.len() && both(a, b)?),
        (
            Value::Struct { name, fields },
            Value::Struct {
                name: other,
                fields: others,
            },
        ) => {
            if name != other || fields.len() != others.len() {
                return Ok(false);
            }
            for (field, value) in fields {
                let found = others.iter().find(|(other, _)| other == field);
                match found {
                    Some((_, other)) if equal(value, other)? => {}
                    _ => return Ok(false),
                }
            }
            Ok(true)
        }
        (a, b) => {
            let (a, b) = unify(a.clone(), b.clone())?;
            Ok(a == b)
        }
    }
}

fn ordered(a: Value, b: Value, holds: fn(Ordering) -> bool) -> Result<Value, Fault> {
    Ok(Value::Bool(compare(&a, &b)?.is_some_and(holds)))
}

/// `a.partial_cmp(&b)`.
pub(crate) fn compare(a: &Value, b: &Value) -> Result<Option<Ordering>, Fault> {
    let both = |a: &[Value], b: &[Value]| {
        for (a, b) in a.iter().zip(b) {
            match compare(a, b)? {
                Some(Ordering::Equal) => {}
                decided => return Ok(decided),
            }
        }
        Ok(Some(a.len().cmp(&b.len())))
    };
    match (a, b) {
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => return both(a, b),
        (Value::Array(a), Value::Array(b)) => return both(a, b),
        _ => {}
    }
    let (a, b) = unify(a.clone(), b.clone())?;
    match (&a, &b) {
        (Value::Bool(a), Value::Bool(b)) => return Ok(a.partial_cmp(b)),
        (Value::Char(a), Value::Char(b)) => return Ok(a.partial_cmp(b)),
        (Value::Literal(Literal::Zero), Value::Literal(_))
        | (Value::Literal(_), Value::Literal(Literal::Zero)) => {
            return Err(unknown_type(&a));
        }
        (
            Value::Literal(Literal::Int { value: a, .. }),
            Value::Literal(Literal::Int { value: b, .. }),
        ) => return Ok(a.partial_cmp(b)),
        (
            Value::Literal(Literal::Float { double: a, .. }),
            Value::Literal(Literal::Float { double: b, .. }),
        ) => return Ok(a.partial_cmp(b)),
        _ => {}
    }
    same_floats!(a, b, |x, y| return Ok(x.partial_cmp(&y)), else {});
    same_ints!(a, b, |x, y| Ok(x.partial_cmp(&y)), else {
        Err(Fault::Unsupported(format!("an order of `{a}` and `{b}`")))
    })
}

/// `-value`.
pub(crate) fn negate(value: Value, overflow: Overflow) -> Result<Value, Fault> {
    match value {
        Value::Literal(Literal::Int { value, bits }) => {
            let value = value
                .checked_neg()
                .ok_or_else(|| panic("attempt to negate with overflow"))?;
            return Ok(Value::Literal(Literal::Int { value, bits }));
        }
        Value::Literal(Literal::Float { double, single }) => {
            return Ok(Value::Literal(Literal::Float {
                double: -double,
                single: -single,
            }));
        }
        _ => {}
    }
    any_float!(value, |x| return Ok((-x).into()), else {});
    any_signed!(
        value,
        |x| checked(x.checked_neg(), x.wrapping_neg(), "negate", overflow),
        else Err(Fault::Types(format!(
            "`{value}` of type `{}` has no negative", value.ty()
        )))
    )
}

/// `!value`.
pub(crate) fn complement(value: Value) -> Result<Value, Fault> {
    match value {
        Value::Bool(x) => return Ok(Value::Bool(!x)),
        Value::Literal(Literal::Int { value, .. }) => {
            return Ok(Value::Literal(Literal::Int {
                value: !value,
                bits: true,
            }));
        }
        _ => {}
    }
    any_int!(value, |x| Ok((!x).into()), else Err(Fault::Types(format!(
        "`{value}` of type `{}` has no complement", value.ty()
    ))))
}
