//! Methods of the integer types.

use super::Answer;
use crate::interp::Overflow;
use crate::interp::error::Fault;
use crate::interp::eval::numbers::{any_int, any_signed, any_unsigned, same_ints};
use crate::interp::eval::ops::{checked, panic};
use crate::interp::value::Value;

/// The answer of an integer method.
pub(super) fn call(receiver: &Value, name: &str, args: &[Value], overflow: Overflow) -> Answer {
    match args {
        [] => any(receiver, name)
            .or_else(|| signed(receiver, name, overflow))
            .or_else(|| unsigned(receiver, name, overflow)),
        [arg] if super::takes_own_type(name) => same(receiver, arg, name, overflow)
            .or_else(|| same_unsigned(receiver, arg, name, overflow)),
        [arg] => by_count(receiver, arg, name, overflow),
        _ => None,
    }
}

/// Methods of every integer that take nothing else.
fn any(receiver: &Value, name: &str) -> Answer {
    any_int!(*receiver, |x| Some(Ok(match name {
        "count_ones" => x.count_ones().into(),
        "count_zeros" => x.count_zeros().into(),
        "leading_zeros" => x.leading_zeros().into(),
        "trailing_zeros" => x.trailing_zeros().into(),
        "leading_ones" => x.leading_ones().into(),
        "trailing_ones" => x.trailing_ones().into(),
        "swap_bytes" => x.swap_bytes().into(),
        "reverse_bits" => x.reverse_bits().into(),
        "to_be" => x.to_be().into(),
        "to_le" => x.to_le().into(),
        "wrapping_neg" => x.wrapping_neg().into(),
        "checked_neg" => Value::option(x.checked_neg().map(Value::from)),
        "ilog2" | "ilog10" => {
            let log = if name == "ilog2" { x.checked_ilog2() } else { x.checked_ilog10() };
            return Some(log.map(Value::from).ok_or_else(|| {
                panic("argument of integer logarithm must be positive")
            }));
        }
        _ => return None,
    })), else None)
}

fn signed(receiver: &Value, name: &str, overflow: Overflow) -> Answer {
    any_signed!(*receiver, |x| Some(Ok(match name {
        "abs" => {
            return Some(checked(x.checked_abs(), x.wrapping_abs(), "negate", overflow));
        }
        "signum" => x.signum().into(),
        "is_negative" => x.is_negative().into(),
        "is_positive" => x.is_positive().into(),
        "unsigned_abs" => x.unsigned_abs().into(),
        "wrapping_abs" => x.wrapping_abs().into(),
        "saturating_abs" => x.saturating_abs().into(),
        "saturating_neg" => x.saturating_neg().into(),
        "checked_abs" => Value::option(x.checked_abs().map(Value::from)),
        "isqrt" => {
            return Some(x.checked_isqrt().map(Value::from).ok_or_else(|| {
                panic("argument of integer square root cannot be negative")
            }));
        }
        _ => return None,
    })), else None)
}

fn unsigned(receiver: &Value, name: &str, overflow: Overflow) -> Answer {
    any_unsigned!(*receiver, |x| Some(Ok(match name {
        "is_power_of_two" => x.is_power_of_two().into(),
        "next_power_of_two" => {
            let next = x.checked_next_power_of_two();
            return Some(checked(next, 0, "add", overflow));
        }
        "isqrt" => x.isqrt().into(),
        _ => return None,
    })), else None)
}

/// Methods that take another integer of the type.
fn same(receiver: &Value, arg: &Value, name: &str, overflow: Overflow) -> Answer {
    same_ints!(*receiver, *arg, |x, y| {
        let divides = name.contains("div") || name.contains("rem");
        if divides && !name.starts_with("checked") && y == 0 {
            return Some(Err(panic("attempt to divide by zero")));
        }
        let overflowing = |(value, overflowed)| {
            Value::Tuple(vec![Value::from(value), Value::Bool(overflowed)])
        };
        Some(Ok(match name {
            "wrapping_add" => x.wrapping_add(y).into(),
            "wrapping_sub" => x.wrapping_sub(y).into(),
            "wrapping_mul" => x.wrapping_mul(y).into(),
            "wrapping_div" => x.wrapping_div(y).into(),
            "wrapping_rem" => x.wrapping_rem(y).into(),
            "wrapping_div_euclid" => x.wrapping_div_euclid(y).into(),
            "wrapping_rem_euclid" => x.wrapping_rem_euclid(y).into(),
            "saturating_add" => x.saturating_add(y).into(),
            "saturating_sub" => x.saturating_sub(y).into(),
            "saturating_mul" => x.saturating_mul(y).into(),
            "saturating_div" => x.saturating_div(y).into(),
            "overflowing_add" => overflowing(x.overflowing_add(y)),
            "overflowing_sub" => overflowing(x.overflowing_sub(y)),
            "overflowing_mul" => overflowing(x.overflowing_mul(y)),
            "checked_add" => Value::option(x.checked_add(y).map(Value::from)),
            "checked_sub" => Value::option(x.checked_sub(y).map(Value::from)),
            "checked_mul" => Value::option(x.checked_mul(y).map(Value::from)),
            "checked_div" => Value::option(x.checked_div(y).map(Value::from)),
            "checked_rem" => Value::option(x.checked_rem(y).map(Value::from)),
            "div_euclid" => return Some(quotient(x.checked_div_euclid(y).map(Value::from))),
            "rem_euclid" => return Some(quotient(x.checked_rem_euclid(y).map(Value::from))),
            "abs_diff" => x.abs_diff(y).into(),
            "min" => x.min(y).into(),
            "max" => x.max(y).into(),
            "ilog" => {
                let log = x.checked_ilog(y).map(Value::from);
                return Some(log.ok_or_else(|| {
                    panic("argument of integer logarithm must be positive")
                }));
            }
            "add" | "sub" | "mul" | "div" | "rem" => {
                let op = super::Binary::of_method(name)?;
                return Some(super::ops::binary(op, x.into(), y.into(), overflow));
            }
            _ => return None,
        }))
    }, else None)
}

fn same_unsigned(receiver: &Value, arg: &Value, name: &str, overflow: Overflow) -> Answer {
    macro_rules! of {
        ($($prim:ident)*) => {
            match (receiver, arg) {
                $((Value::$prim(x), Value::$prim(y)) => match name {
                    "div_ceil" => Some(Ok(x.div_ceil(*y).into())),
                    "next_multiple_of" if *y == 0 => {
                        Some(Err(panic("attempt to calculate the remainder with a divisor of zero")))
                    }
                    "next_multiple_of" => {
                        let wrapped = match x % y {
                            0 => *x,
                            over => x.wrapping_add(y - over),
                        };
                        Some(checked(x.checked_next_multiple_of(*y), wrapped, "add", overflow))
                    }
                    _ => None,
                },)*
                _ => None,
            }
        };
    }
    of!(U8 U16 U32 U64 U128 Usize)
}

/// A quotient or remainder, which overflows for the least number and -1 only.
fn quotient(value: Option<Value>) -> Result<Value, Fault> {
    value.ok_or_else(|| panic("attempt to divide with overflow"))
}

/// Methods that take a `u32`: powers, rotations and shifts.
fn by_count(receiver: &Value, arg: &Value, name: &str, overflow: Overflow) -> Answer {
    let known = matches!(
        name,
        "pow"
            | "wrapping_pow"
            | "saturating_pow"
            | "checked_pow"
            | "rotate_left"
            | "rotate_right"
            | "wrapping_shl"
            | "wrapping_shr"
            | "checked_shl"
            | "checked_shr"
    );
    if !known {
        return None;
    }
    let count: u32 = match arg.get() {
        Ok(count) => count,
        Err(fault) => return Some(Err(fault)),
    };
    any_int!(*receiver, |x| Some(Ok(match name {
        "pow" => {
            return Some(checked(x.checked_pow(count), x.wrapping_pow(count), "multiply", overflow));
        }
        "wrapping_pow" => x.wrapping_pow(count).into(),
        "saturating_pow" => x.saturating_pow(count).into(),
        "checked_pow" => Value::option(x.checked_pow(count).map(Value::from)),
        "rotate_left" => x.rotate_left(count).into(),
        "rotate_right" => x.rotate_right(count).into(),
        "wrapping_shl" => x.wrapping_shl(count).into(),
        "wrapping_shr" => x.wrapping_shr(count).into(),
        "checked_shl" => Value::option(x.checked_shl(count).map(Value::from)),
        "checked_shr" => Value::option(x.checked_shr(count).map(Value::from)),
        _ => return None,
    })), else None)
}
