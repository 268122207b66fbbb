//! Methods of `char`, and those of `u8` that treat it as one.

use super::Answer;
use crate::interp::eval::ops::panic;
use crate::interp::value::Value;

/// The answer of a character method.
pub(super) fn call(receiver: &Value, name: &str, args: &[Value]) -> Answer {
    match (receiver, args) {
        (Value::Char(c), []) => char_only(*c, name).or_else(|| ascii(*c, name).map(Ok)),
        (Value::Char(c), [radix]) if matches!(name, "to_digit" | "is_digit") => {
            let radix: u32 = match radix.get() {
                Ok(radix) => radix,
                Err(fault) => return Some(Err(fault)),
            };
            if !(2..=36).contains(&radix) {
                return Some(Err(panic(
                    "to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive",
                )));
            }
            let digit = c.to_digit(radix);
            Some(Ok(match name {
                "is_digit" => digit.is_some().into(),
                _ => Value::option(digit.map(Value::from)),
            }))
        }
        (Value::Char(a), [Value::Char(b)]) if name == "eq_ignore_ascii_case" => {
            Some(Ok(a.eq_ignore_ascii_case(b).into()))
        }
        (Value::U8(a), [Value::U8(b)]) if name == "eq_ignore_ascii_case" => {
            Some(Ok(a.eq_ignore_ascii_case(b).into()))
        }
        (Value::U8(byte), []) => match name {
            "to_ascii_uppercase" => Some(Ok(byte.to_ascii_uppercase().into())),
            "to_ascii_lowercase" => Some(Ok(byte.to_ascii_lowercase().into())),
            // Bytes from 128 up are characters that are not ASCII either.
            _ => ascii(char::from(*byte), name).map(Ok),
        },
        _ => None,
    }
}

fn char_only(c: char, name: &str) -> Answer {
    Some(Ok(match name {
        "is_alphabetic" => c.is_alphabetic().into(),
        "is_alphanumeric" => c.is_alphanumeric().into(),
        "is_numeric" => c.is_numeric().into(),
        "is_whitespace" => c.is_whitespace().into(),
        "is_uppercase" => c.is_uppercase().into(),
        "is_lowercase" => c.is_lowercase().into(),
        "is_control" => c.is_control().into(),
        "len_utf8" => c.len_utf8().into(),
        "to_ascii_uppercase" => c.to_ascii_uppercase().into(),
        "to_ascii_lowercase" => c.to_ascii_lowercase().into(),
        _ => return None,
    }))
}

fn ascii(c: char, name: &str) -> Option<Value> {
    let holds = match name {
        "is_ascii" => c.is_ascii(),
        "is_ascii_alphabetic" => c.is_ascii_alphabetic(),
        "is_ascii_alphanumeric" => c.is_ascii_alphanumeric(),
        "is_ascii_digit" => c.is_ascii_digit(),
        "is_ascii_hexdigit" => c.is_ascii_hexdigit(),
        "is_ascii_lowercase" => c.is_ascii_lowercase(),
        "is_ascii_uppercase" => c.is_ascii_uppercase(),
        "is_ascii_punctuation" => c.is_ascii_punctuation(),
        "is_ascii_graphic" => c.is_ascii_graphic(),
        "is_ascii_whitespace" => c.is_ascii_whitespace(),
        "is_ascii_control" => c.is_ascii_control(),
        _ => return None,
    };
    Some(holds.into())
}
