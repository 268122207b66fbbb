//! Methods of the built-in types.
//!
//! Each file answers for one kind of receiver, with `None` for names that it
//! does not know.

mod compound;
mod float;
mod int;
mod text;

use crate::ordered::{ToList, tried};
use std::cmp::Ordering;

use super::ops::{self, unknown_type};
use crate::interp::Overflow;
use crate::interp::error::Fault;
use crate::interp::literal::Literal;
use crate::interp::value::{Value, unify};
use crate::ir::Math;
use crate::scalar::Binary;

/// The meaning of methods where that is not the same in every program.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// The behaviour of arithmetic beyond the range of its type.
    pub(crate) overflow: Overflow,
    /// The implementation of elementary functions.
    pub(crate) math: Math,
}

/// The result of a method, if the method is known.
type Answer = Option<Result<Value, Fault>>;

/// `receiver.name(args)`.
pub(crate) fn call(
    receiver: Value,
    name: &str,
    args: Vec<Value>,
    rules: Rules,
) -> Result<Value, Fault> {
    let (receiver, args) = agree(receiver, name, args)?;
    let answer = match &receiver {
        Value::Literal(literal) => return open(*literal, name, args, rules),
        Value::F32(_) | Value::F64(_) => float::call(&receiver, name, &args, rules.math),
        Value::Char(_) => text::call(&receiver, name, &args),
        Value::Struct { .. } | Value::Array(_) => compound::call(&receiver, name, &args),
        Value::Bool(_) | Value::Tuple(_) => None,
        _ => int::call(&receiver, name, &args, rules.overflow)
            .or_else(|| text::call(&receiver, name, &args)),
    };
    answer
        .or_else(|| general(&receiver, name, &args, rules.overflow))
        .unwrap_or_else(|| {
            Err(Fault::Unsupported(format!(
                "the method `{name}` of `{receiver}` with {} argument(s)",
                args.len()
            )))
        })
}

/// Returns true if the method takes further values of the receiver's own type. The others take the
/// types of their signature: a `u32`, an `i32`.
pub(crate) fn takes_own_type(name: &str) -> bool {
    !matches!(
        name,
        "pow"
            | "powi"
            | "wrapping_pow"
            | "saturating_pow"
            | "checked_pow"
            | "overflowing_pow"
            | "rotate_left"
            | "rotate_right"
            | "wrapping_shl"
            | "wrapping_shr"
            | "checked_shl"
            | "checked_shr"
            | "shl"
            | "shr"
            | "to_digit"
            | "is_digit"
            | "contains"
            | "unwrap_or"
            | "then_some"
            | "get"
    )
}

/// Gives the literals among receiver and arguments the type of the others.
fn agree(receiver: Value, name: &str, args: Vec<Value>) -> Result<(Value, Vec<Value>), Fault> {
    if !takes_own_type(name)
        || args.is_empty()
        || matches!(receiver, Value::Struct { .. } | Value::Array(_))
    {
        return Ok((receiver, args));
    }
    let mut receiver = receiver;
    for arg in &args {
        receiver = unify(receiver, arg.clone())?.0;
    }
    let args = tried(
        args.into_iter()
            .map(|arg| Ok(unify(receiver.clone(), arg)?.1)),
    );
    Ok((receiver, args?))
}

/// A method of a number without a type: right where every type agrees.
fn open(literal: Literal, name: &str, args: Vec<Value>, rules: Rules) -> Result<Value, Fault> {
    match literal {
        Literal::Zero => Err(unknown_type(&Value::Literal(literal))),
        Literal::Float { double, single } => {
            let narrow = |arg: &Value| match arg {
                Value::Literal(Literal::Float { single, .. }) => Value::F32(*single),
                typed => typed.clone(),
            };
            let wide = |arg: &Value| match arg {
                Value::Literal(Literal::Float { double, .. }) => Value::F64(*double),
                typed => typed.clone(),
            };
            let wide = call(double.into(), name, args.iter().map(wide).list(), rules)?;
            let narrow = call(single.into(), name, args.iter().map(narrow).list(), rules)?;
            match (wide, narrow) {
                (Value::F64(double), Value::F32(single)) => {
                    Ok(Value::Literal(Literal::Float { double, single }))
                }
                (wide, narrow) if wide == narrow => Ok(wide),
                _ => Err(unknown_type(&Value::Literal(literal))),
            }
        }
        Literal::Int { value, bits } => {
            let agreed = matches!(
                name,
                "abs"
                    | "signum"
                    | "pow"
                    | "min"
                    | "max"
                    | "clamp"
                    | "rem_euclid"
                    | "div_euclid"
                    | "clone"
                    | "cmp"
                    | "partial_cmp"
                    | "is_negative"
                    | "is_positive"
                    | "add"
                    | "sub"
                    | "mul"
                    | "div"
                    | "rem"
                    | "eq"
                    | "ne"
                    | "lt"
                    | "le"
                    | "gt"
                    | "ge"
            );
            if !agreed || bits {
                return Err(unknown_type(&Value::Literal(literal)));
            }
            let wide = |arg: Value| match arg {
                Value::Literal(Literal::Int { value, .. }) if takes_own_type(name) => value.into(),
                other => other,
            };
            match call(value.into(), name, args.into_iter().map(wide).list(), rules)? {
                Value::I128(value) => Ok(Value::Literal(Literal::Int { value, bits })),
                other => Ok(other),
            }
        }
    }
}

/// Methods of `Clone`, `PartialOrd`, `Ord` and `std::ops`.
fn general(receiver: &Value, name: &str, args: &[Value], overflow: Overflow) -> Answer {
    let order = |a: &Value, b: &Value| {
        ops::compare(a, b)?
            .ok_or_else(|| Fault::Types(format!("`{a}` has no total order: `{name}` of `Ord`")))
    };
    Some(match (name, args) {
        ("clone" | "to_owned" | "copied" | "cloned", []) => Ok(receiver.clone()),
        ("neg", []) => ops::negate(receiver.clone(), overflow),
        ("not", []) => ops::complement(receiver.clone()),
        ("cmp", [other]) => order(receiver, other).map(ordering),
        ("partial_cmp", [other]) => {
            ops::compare(receiver, other).map(|found| Value::option(found.map(ordering)))
        }
        // As in Rust, equal values give the receiver for `min` and the
        // argument for `max`.
        ("min", [other]) => order(receiver, other).map(|found| {
            let least = if found.is_gt() { other } else { receiver };
            least.clone()
        }),
        ("max", [other]) => order(receiver, other).map(|found| {
            let greatest = if found.is_gt() { receiver } else { other };
            greatest.clone()
        }),
        ("clamp", [low, high]) => clamp(receiver, low, high, &order),
        ("then_some", [value]) => match receiver {
            Value::Bool(holds) => Ok(Value::option(holds.then(|| value.clone()))),
            _ => return None,
        },
        (name, [other]) => {
            let op = Binary::of_method(name)?;
            ops::binary(op, receiver.clone(), other.clone(), overflow)
        }
        _ => return None,
    })
}

fn clamp(
    value: &Value,
    low: &Value,
    high: &Value,
    order: &dyn Fn(&Value, &Value) -> Result<Ordering, Fault>,
) -> Result<Value, Fault> {
    if order(low, high)?.is_gt() {
        return Err(ops::panic("assertion failed: min <= max"));
    }
    let nearest = if order(value, low)?.is_lt() {
        low
    } else if order(value, high)?.is_gt() {
        high
    } else {
        value
    };
    Ok(nearest.clone())
}

/// A value of `std::cmp::Ordering`.
fn ordering(ordering: Ordering) -> Value {
    let name = match ordering {
        Ordering::Less => "Less",
        Ordering::Equal => "Equal",
        Ordering::Greater => "Greater",
    };
    Value::variant(name, [])
}
