//! Methods of arrays, ranges, `Option` and `Ordering`.

use std::cmp::Ordering;

use super::{Answer, ordering};
use crate::interp::eval::ops::{self, panic};
use crate::interp::value::Value;

/// The answer of a method of an array or of a struct that the standard library
/// defines.
pub(super) fn call(receiver: &Value, name: &str, args: &[Value]) -> Answer {
    match receiver {
        Value::Array(array) => match (name, args) {
            ("len", []) => Some(Ok(array.len().into())),
            ("is_empty", []) => Some(Ok(array.is_empty().into())),
            ("get", [index]) => Some(
                index
                    .get::<usize>()
                    .map(|index| Value::option(array.get(index).cloned())),
            ),
            _ => None,
        },
        Value::Struct { name: of, fields } => match of.as_str() {
            "Some" | "None" => option(fields.first().map(|(_, value)| value), name, args),
            "Less" => of_ordering(Ordering::Less, name, args),
            "Equal" => of_ordering(Ordering::Equal, name, args),
            "Greater" => of_ordering(Ordering::Greater, name, args),
            "Range" | "RangeInclusive" if name == "contains" => {
                let field = |wanted: &str| fields.iter().find(|(field, _)| field == wanted);
                let ((_, start), (_, end)) = (field("start")?, field("end")?);
                let [value] = args else { return None };
                Some(contains(start, end, of == "RangeInclusive", value))
            }
            _ => None,
        },
        _ => None,
    }
}

fn option(value: Option<&Value>, name: &str, args: &[Value]) -> Answer {
    Some(match (name, args) {
        ("is_some", []) => Ok(value.is_some().into()),
        ("is_none", []) => Ok(value.is_none().into()),
        ("unwrap" | "expect", _) => value
            .cloned()
            .ok_or_else(|| panic("called `Option::unwrap()` on a `None` value")),
        ("unwrap_or", [other]) => Ok(value.unwrap_or(other).clone()),
        _ => return None,
    })
}

fn of_ordering(found: Ordering, name: &str, args: &[Value]) -> Answer {
    Some(Ok(match (name, args) {
        ("is_lt", []) => found.is_lt().into(),
        ("is_le", []) => found.is_le().into(),
        ("is_gt", []) => found.is_gt().into(),
        ("is_ge", []) => found.is_ge().into(),
        ("is_eq", []) => found.is_eq().into(),
        ("is_ne", []) => found.is_ne().into(),
        ("reverse", []) => ordering(found.reverse()),
        ("then", [next]) if found.is_eq() => next.clone(),
        ("then", [_]) => ordering(found),
        _ => return None,
    }))
}

fn contains(
    start: &Value,
    end: &Value,
    inclusive: bool,
    value: &Value,
) -> Result<Value, crate::interp::Fault> {
    let above = ops::compare(start, value)?.is_some_and(Ordering::is_le);
    let below = ops::compare(value, end)?.is_some_and(|found| match found {
        Ordering::Less => true,
        Ordering::Equal => inclusive,
        Ordering::Greater => false,
    });
    Ok(Value::Bool(above && below))
}
