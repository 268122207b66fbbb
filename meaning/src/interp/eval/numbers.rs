//! Dispatch over the numeric types: the body is compiled once for each.

use crate::interp::{Fault, Value};

/// Runs the body with the two integers, where both are of one integer type.
macro_rules! same_ints {
    ($a:expr, $b:expr, |$x:ident, $y:ident| $body:expr, else $other:expr) => {
        $crate::interp::eval::numbers::same!(
            [I8 I16 I32 I64 I128 Isize U8 U16 U32 U64 U128 Usize] $a, $b, |$x, $y| $body, else $other
        )
    };
}

/// Runs the body with the two floats, where both are of one type.
macro_rules! same_floats {
    ($a:expr, $b:expr, |$x:ident, $y:ident| $body:expr, else $other:expr) => {
        $crate::interp::eval::numbers::same!([F32 F64] $a, $b, |$x, $y| $body, else $other)
    };
}

/// Runs the body with the two numbers, where both are of one of the types.
macro_rules! same {
    ([$($prim:ident)*] $a:expr, $b:expr, |$x:ident, $y:ident| $body:expr, else $other:expr) => {
        match (&$a, &$b) {
            $((&$crate::interp::Value::$prim($x), &$crate::interp::Value::$prim($y)) => $body,)*
            _ => $other,
        }
    };
}

/// Runs the body with the number, where it is of one of the types.
macro_rules! one {
    ([$($prim:ident)*] $value:expr, |$x:ident| $body:expr, else $other:expr) => {
        match $value {
            $($crate::interp::Value::$prim($x) => $body,)*
            _ => $other,
        }
    };
}

/// Runs the body with the integer.
macro_rules! any_int {
    ($value:expr, |$x:ident| $body:expr, else $other:expr) => {
        $crate::interp::eval::numbers::one!(
            [I8 I16 I32 I64 I128 Isize U8 U16 U32 U64 U128 Usize] $value, |$x| $body, else $other
        )
    };
}

/// Runs the body with the signed integer.
macro_rules! any_signed {
    ($value:expr, |$x:ident| $body:expr, else $other:expr) => {
        $crate::interp::eval::numbers::one!(
            [I8 I16 I32 I64 I128 Isize] $value, |$x| $body, else $other
        )
    };
}

/// Runs the body with the unsigned integer.
macro_rules! any_unsigned {
    ($value:expr, |$x:ident| $body:expr, else $other:expr) => {
        $crate::interp::eval::numbers::one!(
            [U8 U16 U32 U64 U128 Usize] $value, |$x| $body, else $other
        )
    };
}

/// Runs the body with the float.
macro_rules! any_float {
    ($value:expr, |$x:ident| $body:expr, else $other:expr) => {
        $crate::interp::eval::numbers::one!([F32 F64] $value, |$x| $body, else $other)
    };
}

pub(crate) use {any_float, any_int, any_signed, any_unsigned, one, same, same_floats, same_ints};

/// The number of elements that an integer asks for: none where it is negative.
pub(in crate::interp) fn elements(number: &Value) -> Option<usize> {
    match number {
        Value::Literal(_) => number.get().ok(),
        number => any_int!(*number, |x| {
            usize::try_from((x as i128).max(0)).ok()
        }, else None),
    }
}

/// The integer as a size.
///
/// # Errors
/// One for a size below zero, and one for what is no number of elements.
pub(in crate::interp) fn size(number: &Value) -> Result<usize, Fault> {
    let is_negative = match number {
        Value::Literal(_) => false,
        number => any_int!(*number, |x| (x as i128) < 0, else false),
    };
    match elements(number) {
        _ if is_negative => Err(Fault::SizeArithmetic {
            size: format!("{number} is below zero"),
        }),
        Some(size) => Ok(size),
        None => Err(Fault::Types(format!("`{number}` is no number of elements"))),
    }
}

/// The integer as a position in an array; `None` where none could have it.
pub(in crate::interp) fn position(index: &Value) -> Option<usize> {
    match index {
        Value::Literal(_) => index.get().ok(),
        index => any_int!(*index, |x| usize::try_from(x as i128).ok(), else None),
    }
}
