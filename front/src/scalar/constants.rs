//! The constants of the built-in types, and those of mathematics.

use super::tree::{ExprKind, Number};
use super::{Prim, Type};

/// The constant `owner::name` of a built-in type, such as `i32::MAX`.
pub(super) fn of_type(prim: Prim, name: &str) -> Option<(ExprKind, Type)> {
    if prim.is_int() {
        let (least, most) = prim.range();
        return match name {
            "MIN" => Some((ExprKind::Int(least), prim.into())),
            "MAX" => Some((ExprKind::Int(most), prim.into())),
            "BITS" => Some((ExprKind::Int(i128::from(prim.bits())), Prim::U32.into())),
            _ => None,
        };
    }
    if !prim.is_float() {
        return None;
    }
    let (double, single) = match name {
        "MIN" => (f64::MIN, f32::MIN),
        "MAX" => (f64::MAX, f32::MAX),
        "INFINITY" => (f64::INFINITY, f32::INFINITY),
        "NEG_INFINITY" => (f64::NEG_INFINITY, f32::NEG_INFINITY),
        "NAN" => (f64::NAN, f32::NAN),
        "EPSILON" => (f64::EPSILON, f32::EPSILON),
        "MIN_POSITIVE" => (f64::MIN_POSITIVE, f32::MIN_POSITIVE),
        _ => return None,
    };
    Some((ExprKind::Float(Number { double, single }), prim.into()))
}

/// Returns true if `owner::name` is a constant of a float type, and no `NaN`.
pub fn is_number(owner: &str, name: &str) -> bool {
    let constant = Prim::named(owner).and_then(|prim| of_type(prim, name));
    matches!(constant, Some((ExprKind::Float(number), _)) if !number.double.is_nan())
}

/// The constant `consts::name` of a float type, such as `PI`.
pub(super) fn of_mathematics(prim: Prim, name: &str) -> Option<(ExprKind, Type)> {
    macro_rules! number {
        ($($name:ident)*) => {
            match name {
                $(stringify!($name) => Number {
                    double: std::f64::consts::$name,
                    single: std::f32::consts::$name,
                },)*
                _ => return None,
            }
        };
    }
    let number = number! {
        PI TAU E SQRT_2 LN_2 LN_10 LOG2_10 LOG2_E LOG10_2 LOG10_E
        FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6 FRAC_PI_8
        FRAC_1_PI FRAC_2_PI FRAC_2_SQRT_PI FRAC_1_SQRT_2
    };
    prim.is_float()
        .then(|| (ExprKind::Float(number), prim.into()))
}
