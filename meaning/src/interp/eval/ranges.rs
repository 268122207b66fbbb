//! Ranges of integers.

use super::{Outside, casts};
use crate::interp::error::Fault;
use crate::interp::literal::Literal;
use crate::interp::value::{Array, Value};
use crate::ordered::ToList;
use crate::scalar::Prim;

/// The elements of a range of integers, of its ends' type even where there are
/// none; `None` for anything else.
pub(in crate::interp) fn range_items(
    range: &Value,
    outside: &Outside<'_>,
) -> Option<Result<Array, Fault>> {
    let Value::Struct { name, fields } = range else {
        return None;
    };
    let inclusive = name == "RangeInclusive";
    if !inclusive && name != "Range" {
        return None;
    }
    let field = |wanted: &str| fields.iter().find(|(field, _)| field == wanted);
    let ((_, start), (_, end)) = (field("start")?, field("end")?);
    if let Err(fault) = outside.spend(distance(start, end)) {
        return Some(Err(fault));
    }
    macro_rules! of {
        ($($prim:ident)*) => {
            match (start, end) {
                (
                    Value::Literal(Literal::Int { value: start, .. }),
                    Value::Literal(Literal::Int { value: end, .. }),
                ) => {
                    let item = |value| Value::Literal(Literal::Int { value, bits: false });
                    let last = if inclusive { *end } else { end.saturating_sub(1) };
                    Ok((*start..=last).map(item).list())
                }
                $((Value::$prim(start), Value::$prim(end)) if inclusive => {
                    Ok((*start..=*end).map(Value::from).list())
                }
                (Value::$prim(start), Value::$prim(end)) => {
                    Ok((*start..*end).map(Value::from).list())
                })*
                _ => Err(Fault::Types(format!(
                    "`{start}` of type `{}` does not start a range of integers", start.ty()
                ))),
            }
        };
    }
    let items: Result<Vec<Value>, Fault> =
        of!(I8 I16 I32 I64 I128 Isize U8 U16 U32 U64 U128 Usize Char);
    Some(items.and_then(|items| Array::with_type(items, start.ty())))
}

/// The number of integers between two.
fn distance(start: &Value, end: &Value) -> usize {
    let ends = (
        casts::cast(start.clone(), Prim::I128),
        casts::cast(end.clone(), Prim::I128),
    );
    match ends {
        (Ok(Value::I128(start)), Ok(Value::I128(end))) if start < end => {
            usize::try_from(end.saturating_sub(start)).unwrap_or(usize::MAX)
        }
        _ => 0,
    }
}
