//! Comparison of outcomes with expected ones.

use crate::case::{DEVICE, Form, Near};
use crate::column::Column;

/// The result of a form and the arrays that it wrote, or its message.
pub(super) type Outcome = Result<(Vec<Column>, Vec<Vec<Column>>), String>;

/// To the last bit; of numbers that are none one is as good as another.
pub(super) fn same(form: &Form, got: &Outcome, expected: &Outcome) -> Result<(), String> {
    match (got, expected) {
        (Ok(got), Ok(expected)) => {
            same_columns(&got.0, &expected.0)?;
            same_columns(&got.1.concat(), &expected.1.concat())
        }
        (Err(got), Err(expected)) if is_error(form, got, expected) => Ok(()),
        (got, expected) => Err(differ(got, expected)),
    }
}

/// Returns true if a message is the expected one, as far as the form promises it. Of several
/// positions that fail, a device reports any.
pub(super) fn is_error(form: &Form, got: &str, expected: &str) -> bool {
    let around = around_the_index(expected);
    let any = form.name.starts_with(DEVICE) && around.is_some();
    got == expected || (any && around_the_index(got) == around)
}

/// The text before and behind the index that a message is about.
fn around_the_index(message: &str) -> Option<(&str, &str)> {
    let (before, index) = message.split_once("index ")?;
    Some((before, index.split_once(' ')?.1))
}

/// Says that two outcomes are not of one kind, or are two messages.
pub(super) fn differ(got: &Outcome, expected: &Outcome) -> String {
    let say = |outcome: &Outcome| match outcome {
        Ok(_) => "a result".to_owned(),
        Err(text) => format!("the error {text}"),
    };
    format!("{} instead of {}", say(got), say(expected))
}

/// Likewise, of columns.
pub(crate) fn same_columns(got: &[Column], expected: &[Column]) -> Result<(), String> {
    for (index, (got, expected)) in got.iter().zip(expected).enumerate() {
        if got.len() != expected.len() {
            return Err(format!(
                "column {index} has {} elements and not {}",
                got.len(),
                expected.len()
            ));
        }
        first_difference(got, expected, Near::Exact, None)
            .map_err(|what| format!("column {index}: {what}"))?;
    }
    Ok(())
}

/// Fails with the first number that is not near enough.
pub(super) fn first_difference(
    got: &Column,
    expected: &Column,
    near: Near,
    bound: Option<&Column>,
) -> Result<(), String> {
    macro_rules! compare {
        (ints $($int:ident)*; floats $($float:ident)*) => {
            match (got, expected) {
                $((Column::$int(got), Column::$int(expected)) => {
                    got.iter().zip(expected).position(|(a, b)| a != b)
                })*
                $((Column::$float(got), Column::$float(expected)) => {
                    let zip = got.iter().zip(expected).enumerate();
                    zip.map(|(index, (a, b))| {
                        a.to_bits() == b.to_bits()
                            || (a.is_nan() && b.is_nan())
                            || (near != Near::Exact && a == b)
                            || bound.is_some_and(|bound| {
                                within((*a).into(), (*b).into(), as_float(bound, index))
                            })
                    })
                    .position(|near| !near)
                })*
                _ => return Err("another type".to_owned()),
            }
        };
    }
    let place = compare!(ints U8 I16 I32 I64 U32 U64 Usize Bool; floats F32 F64);
    match place {
        None => Ok(()),
        Some(index) => {
            let mut text = format!(
                "element {index} of {} is {:?} and should be {:?}",
                got.len(),
                got.value(index),
                expected.value(index)
            );
            if let Some(bound) = bound {
                text.push_str(&format!(" within {:e}", as_float(bound, index)));
            }
            Err(text)
        }
    }
}

/// Returns true if two numbers differ by no more than a bound and its quarter, which covers
/// everything that the bound leaves out, or no bound is finite.
fn within(got: f64, expected: f64, bound: f64) -> bool {
    let most = 1.25 * bound + f64::from(f32::MIN_POSITIVE) * f64::from(f32::EPSILON);
    !most.is_finite() || (got - expected).abs() <= most
}

/// A number of a column of floats.
pub(super) fn as_float(column: &Column, index: usize) -> f64 {
    match column {
        Column::F32(items) => f64::from(items[index]),
        Column::F64(items) => items[index],
        other => panic!("{other:?} are no bounds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(name: &'static str) -> Form {
        Form {
            name,
            run: |_| Ok(Vec::new()),
            parallel: false,
            twin: 0,
        }
    }

    #[test]
    fn a_device_may_report_another_position() {
        let device = form("on the device in place");
        let host = form("sequential");
        let first = "`p`: in `a`: index 7 is out of bounds of an array of length 5";
        let other = "`p`: in `a`: index 9 is out of bounds of an array of length 5";
        let elsewhere = "`p`: in `b`: index 9 is out of bounds of an array of length 5";
        assert!(is_error(&device, other, first));
        assert!(!is_error(&device, elsewhere, first));
        assert!(!is_error(&device, "overflow", "division by zero"));
        assert!(is_error(&host, first, first));
        assert!(!is_error(&host, other, first));
    }
}
