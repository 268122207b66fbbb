//! Numbers as C writes them.

use super::text::{PREFIX, Text};
use super::types;
use crate::scalar::Prim;

/// An integer of a type.
pub(in crate::codegen::ocl) fn integer(prim: Prim, value: i128) -> Text {
    let (least, most) = prim.range();
    // A literal takes whatever fits: what does not is rustc's to report.
    let value = value.clamp(least, most);
    let suffix = match prim {
        Prim::U32 => "u",
        Prim::I64 | Prim::Isize => "L",
        Prim::U64 | Prim::Usize => "UL",
        _ => "",
    };
    if prim.bits() < 32 {
        let text = match value < 0 {
            true => Text::atom(format!("({value})")),
            false => Text::atom(value.to_string()),
        };
        return Text::cast(types::prim(prim), &text);
    }
    match value {
        // `-2147483648` is the negative of something that is no `int`.
        value if value < 0 && value == least => Text::atom(format!("({}{suffix} - 1)", value + 1)),
        value if value < 0 => Text::new(format!("{value}{suffix}"), PREFIX),
        value => Text::atom(format!("{value}{suffix}")),
    }
}

/// A number of a float type.
pub(in crate::codegen::ocl) fn float(prim: Prim, value: f64) -> Text {
    match prim {
        #[expect(clippy::cast_possible_truncation, reason = "it is exact in both")]
        Prim::F32 => single(value as f32),
        _ => double(value),
    }
}

pub(super) fn single(value: f32) -> Text {
    let text = match value {
        // All digits of a whole number, not the fewest that are near it.
        value if value.fract() == 0.0 && value.abs() < 1e20 => format!("{value:.1}f"),
        value => format!("{value:?}f"),
    };
    match value {
        value if value.is_nan() => Text::atom("NAN"),
        value if value == f32::INFINITY => Text::atom("INFINITY"),
        value if value == f32::NEG_INFINITY => Text::new("-INFINITY", PREFIX),
        value if value.is_sign_negative() => Text::new(text, PREFIX),
        _ => Text::atom(text),
    }
}

pub(super) fn double(value: f64) -> Text {
    match value {
        value if value.is_nan() => Text::new("(double)NAN", PREFIX),
        value if value == f64::INFINITY => Text::new("(double)INFINITY", PREFIX),
        value if value == f64::NEG_INFINITY => Text::new("-(double)INFINITY", PREFIX),
        value if value.is_sign_negative() => Text::new(format!("{value:?}"), PREFIX),
        value => Text::atom(format!("{value:?}")),
    }
}
