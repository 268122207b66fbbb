//! Methods of `f32` and `f64`.

use super::{Answer, ordering};
use crate::interp::eval::numbers::{any_float, same_floats};
use crate::interp::eval::ops::panic;
use crate::interp::value::Value;
use crate::ir::Math;

/// The answer of a float method.
pub(super) fn call(receiver: &Value, name: &str, args: &[Value], math: Math) -> Answer {
    let elementary = match math {
        Math::Fusus => elementary(receiver, name, args),
        Math::Std => None,
    };
    elementary.or_else(|| of_std(receiver, name, args))
}

/// The answer of a function of `fusus-math`.
fn elementary(receiver: &Value, name: &str, args: &[Value]) -> Answer {
    macro_rules! of {
        ($($prim:ident $module:ident: $($unary:ident)*;)*) => {
            match (receiver, args) {
                $((Value::$prim(x), []) => match name {
                    $(stringify!($unary) => Some(Ok(fusus_math::$module::$unary(*x).into())),)*
                    _ => None,
                },
                (Value::$prim(x), [Value::$prim(y)]) => match name {
                    "atan2" => Some(Ok(fusus_math::$module::atan2(*x, *y).into())),
                    "hypot" => Some(Ok(fusus_math::$module::hypot(*x, *y).into())),
                    "log" => Some(Ok(fusus_math::$module::log(*x, *y).into())),
                    "powf" => Some(Ok(fusus_math::$module::pow(*x, *y).into())),
                    _ => None,
                },)*
                _ => None,
            }
        };
    }
    of! {
        F32 f32: acos acosh asin asinh atan atanh cbrt cos cosh exp exp2 exp_m1 ln ln_1p log10 log2
            sin sin_cos sinh tan tanh;
        F64 f64: acos acosh asin asinh atan atanh cbrt cos cosh exp exp2 exp_m1 ln ln_1p log10 log2
            sin sin_cos sinh tan tanh;
    }
}

/// The answer of a method of the standard library.
fn of_std(receiver: &Value, name: &str, args: &[Value]) -> Answer {
    match args {
        [] => unary(receiver, name),
        [power] if name == "powi" => {
            let power: i32 = match power.get() {
                Ok(power) => power,
                Err(fault) => return Some(Err(fault)),
            };
            any_float!(*receiver, |x| Some(Ok(x.powi(power).into())), else None)
        }
        [arg] => binary(receiver, arg, name),
        [first, second] => ternary(receiver, first, second, name),
        _ => None,
    }
}

fn unary(receiver: &Value, name: &str) -> Answer {
    any_float!(*receiver, |x| Some(Ok(match name {
        "abs" => x.abs(),
        "signum" => x.signum(),
        "sqrt" => x.sqrt(),
        "cbrt" => x.cbrt(),
        "exp" => x.exp(),
        "exp2" => x.exp2(),
        "exp_m1" => x.exp_m1(),
        "ln" => x.ln(),
        "ln_1p" => x.ln_1p(),
        "log2" => x.log2(),
        "log10" => x.log10(),
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "asinh" => x.asinh(),
        "acosh" => x.acosh(),
        "atanh" => x.atanh(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "round" => x.round(),
        "round_ties_even" => x.round_ties_even(),
        "trunc" => x.trunc(),
        "fract" => x.fract(),
        "recip" => x.recip(),
        "to_degrees" => x.to_degrees(),
        "to_radians" => x.to_radians(),
        "next_up" => x.next_up(),
        "next_down" => x.next_down(),
        "is_nan" => return Some(Ok(x.is_nan().into())),
        "is_finite" => return Some(Ok(x.is_finite().into())),
        "is_infinite" => return Some(Ok(x.is_infinite().into())),
        "is_normal" => return Some(Ok(x.is_normal().into())),
        "is_subnormal" => return Some(Ok(x.is_subnormal().into())),
        "is_sign_negative" => return Some(Ok(x.is_sign_negative().into())),
        "is_sign_positive" => return Some(Ok(x.is_sign_positive().into())),
        "to_bits" => return Some(Ok(x.to_bits().into())),
        "sin_cos" => return Some(Ok(x.sin_cos().into())),
        _ => return None,
    }
    .into())), else None)
}

fn binary(receiver: &Value, arg: &Value, name: &str) -> Answer {
    same_floats!(*receiver, *arg, |x, y| Some(Ok(match name {
        "min" => x.min(y),
        "max" => x.max(y),
        "powf" => x.powf(y),
        "atan2" => x.atan2(y),
        "hypot" => x.hypot(y),
        "log" => x.log(y),
        "copysign" => x.copysign(y),
        "rem_euclid" => x.rem_euclid(y),
        "div_euclid" => x.div_euclid(y),
        "midpoint" => x.midpoint(y),
        "total_cmp" => return Some(Ok(ordering(x.total_cmp(&y)))),
        _ => return None,
    }
    .into())), else None)
}

fn ternary(receiver: &Value, first: &Value, second: &Value, name: &str) -> Answer {
    macro_rules! of {
        ($($prim:ident)*) => {
            match (receiver, first, second) {
                $((Value::$prim(x), Value::$prim(a), Value::$prim(b)) => match name {
                    "mul_add" => Some(Ok(x.mul_add(*a, *b).into())),
                    "clamp" if a <= b => Some(Ok(x.clamp(*a, *b).into())),
                    "clamp" => Some(Err(panic(&format!(
                        "min > max, or either was NaN. min = {a:?}, max = {b:?}"
                    )))),
                    _ => None,
                },)*
                _ => None,
            }
        };
    }
    of!(F32 F64)
}
