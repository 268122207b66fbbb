//! Rust's operators, casts and methods in OpenCL C.

use super::module::Module;
use super::numbers;
use super::prelude;
use super::text::{ADDITIVE, CHOICE, EQUALITY, PREFIX, Text};
use super::types;
use crate::scalar::methods::Method;
use crate::scalar::{Binary, Prim};

/// C's operator, and how tightly it binds.
fn operator(op: Binary) -> (&'static str, u8) {
    match op {
        Binary::Mul => ("*", 11),
        Binary::Div => ("/", 11),
        Binary::Rem => ("%", 11),
        Binary::Add => ("+", ADDITIVE),
        Binary::Sub => ("-", ADDITIVE),
        Binary::Shl => ("<<", 9),
        Binary::Shr => (">>", 9),
        Binary::Lt => ("<", 8),
        Binary::Le => ("<=", 8),
        Binary::Gt => (">", 8),
        Binary::Ge => (">=", 8),
        Binary::Eq => ("==", EQUALITY),
        Binary::Ne => ("!=", EQUALITY),
        Binary::BitAnd => ("&", 6),
        Binary::BitXor => ("^", 5),
        Binary::BitOr => ("|", 4),
    }
}

/// An operator as it stands in C.
pub(super) fn plain(op: Binary, left: &Text, right: &Text) -> Text {
    let (op, binds) = operator(op);
    Text::binary(left, op, binds, right)
}

/// Converts the `int` that C makes of narrow integers to the type that it has in Rust.
fn narrowed(prim: Prim, value: Text) -> Text {
    if prim.is_int() && prim.bits() < 32 {
        Text::cast(types::prim(prim), &value)
    } else {
        value
    }
}

/// `left op right` on a built-in type, for operators that cannot fail.
pub(in crate::codegen::ocl) fn binary(
    module: &mut Module<'_>,
    op: Binary,
    prim: Prim,
    left: &Text,
    right: &Text,
) -> Text {
    if prim.is_float() && op == Binary::Rem {
        return Text::call("fmod", &[&left.text, &right.text]);
    }
    if op.compares() || prim.is_float() {
        return plain(op, left, right);
    }
    if prim == Prim::Bool {
        return match op {
            Binary::BitXor => plain(Binary::Ne, left, right),
            op => plain(op, left, right),
        };
    }
    let name = match op {
        Binary::Add => "add",
        Binary::Sub => "sub",
        Binary::Mul => "mul",
        _ => return narrowed(prim, plain(op, left, right)),
    };
    match prim {
        // Their products may be no `int`.
        Prim::U16 if op == Binary::Mul => {
            let left = Text::cast("uint", left);
            narrowed(prim, plain(op, &left, right))
        }
        prim if prim.bits() < 32 || !prim.is_signed() => narrowed(prim, plain(op, left, right)),
        prim => {
            let function = module.prelude(prim, name);
            Text::call(&function, &[&left.text, &right.text])
        }
    }
}

/// A shift, whose distance counts modulo the width.
pub(super) fn shift(op: Binary, prim: Prim, left: &Text, distance: &Text) -> Text {
    let own = types::prim(prim);
    match op {
        Binary::Shl => {
            let left = match prim.is_signed() {
                true => Text::cast(types::prim(prim.unsigned()), left),
                false => left.clone(),
            };
            let shifted = plain(op, &left, distance);
            match prim.is_signed() || prim.bits() < 32 {
                true => Text::cast(own, &shifted),
                false => shifted,
            }
        }
        _ => narrowed(prim, plain(op, left, distance)),
    }
}

/// The distance of a shift, for a type of so many bits.
pub(super) fn distance(prim: Prim, distance: &Text, known: Option<i128>) -> Text {
    let bits = i128::from(prim.bits());
    match known {
        Some(known) => Text::atom(known.rem_euclid(bits).to_string()),
        None => {
            let mask = Text::atom((bits - 1).to_string());
            plain(Binary::BitAnd, distance, &mask)
        }
    }
}

/// `-value`
pub(super) fn negated(module: &mut Module<'_>, prim: Prim, value: &Text) -> Text {
    if prim.is_float() {
        return Text::new(format!("-{}", value.within(PREFIX + 1)), PREFIX);
    }
    if prim.bits() < 32 {
        let negative = Text::new(format!("-{}", value.within(PREFIX + 1)), PREFIX);
        return Text::cast(types::prim(prim), &negative);
    }
    let function = module.prelude(prim, "neg");
    Text::call(&function, &[&value.text])
}

/// `!value`
pub(super) fn complement(prim: Prim, value: &Text) -> Text {
    let op = match prim {
        Prim::Bool => "!",
        _ => "~",
    };
    narrowed(
        prim,
        Text::new(format!("{op}{}", value.within(PREFIX)), PREFIX),
    )
}

/// `value as to`
pub(in crate::codegen::ocl) fn cast(
    module: &mut Module<'_>,
    from: Prim,
    to: Prim,
    value: &Text,
) -> Text {
    if types::prim(from) == types::prim(to) {
        return value.clone();
    }
    module.ty(&to.into());
    if from.is_float() && to.is_int() {
        let name = format!("{}_as_{}", from.name(), to.name());
        module.function(&name, prelude::float_to_int(from, to, &name));
        return Text::call(&name, &[&value.text]);
    }
    Text::cast(types::prim(to), value)
}

/// A method that cannot fail; `None` for one of the prelude's.
pub(super) fn method(
    module: &mut Module<'_>,
    method: &Method,
    prim: Prim,
    args: &[Text],
) -> Option<Text> {
    let texts: Vec<&str> = args.iter().map(|arg| arg.text.as_str()).collect();
    let a = &args[0];
    let call = |function: &str| Some(Text::call(function, &texts));
    let compared = |op: &str, with: &str| Some(Text::binary(a, op, 8, &Text::atom(with)));
    let counted = |function: &str, of: &str| {
        let count = Text::call(function, &[of]);
        Some(Text::cast("uint", &count))
    };
    let own = types::prim(prim);
    let inverted = complement(prim, a).text;
    match (method.name, prim) {
        ("min", Prim::Bool) => Some(Text::binary(a, "&", 6, &args[1])),
        ("max", Prim::Bool) => Some(Text::binary(a, "|", 4, &args[1])),
        ("min", prim) if prim.is_float() => call("fmin"),
        ("max", prim) if prim.is_float() => call("fmax"),
        ("min" | "max", _) => call(method.name),
        ("abs", prim) if prim.is_float() => call("fabs"),
        ("wrapping_abs", _) => {
            let function = module.prelude(prim, "abs");
            call(&function)
        }
        ("unsigned_abs", _) => call("abs"),
        ("abs_diff", _) => call("abs_diff"),
        ("signum", prim) if prim.is_signed() => {
            let zero = Text::atom("0");
            let (more, less) = (
                Text::binary(a, ">", 8, &zero),
                Text::binary(a, "<", 8, &zero),
            );
            Some(Text::cast(own, &Text::binary(&more, "-", ADDITIVE, &less)))
        }
        ("is_positive", _) => compared(">", "0"),
        ("is_negative", _) => compared("<", "0"),
        ("wrapping_add", _) => Some(binary(module, Binary::Add, prim, a, &args[1])),
        ("wrapping_sub", _) => Some(binary(module, Binary::Sub, prim, a, &args[1])),
        ("wrapping_mul", _) => Some(binary(module, Binary::Mul, prim, a, &args[1])),
        ("wrapping_neg", prim) if prim.is_signed() => Some(negated(module, prim, a)),
        ("wrapping_neg", _) => {
            let zero = Text::atom("0");
            Some(Text::cast(own, &Text::binary(&zero, "-", ADDITIVE, a)))
        }
        ("wrapping_pow", _) => {
            let function = module.prelude(prim, "pow");
            call(&function)
        }
        ("wrapping_shl" | "wrapping_shr", _) => {
            let op = match method.name {
                "wrapping_shl" => Binary::Shl,
                _ => Binary::Shr,
            };
            let by = distance(prim, &args[1], None);
            Some(shift(op, prim, a, &by))
        }
        ("saturating_add", _) => call("add_sat"),
        ("saturating_sub", _) => call("sub_sat"),
        ("is_power_of_two", _) => {
            let count = Text::call("popcount", &texts);
            Some(Text::binary(&count, "==", EQUALITY, &Text::atom("1")))
        }
        ("count_ones", _) => counted("popcount", &a.text),
        ("count_zeros", _) => counted("popcount", &inverted),
        ("leading_zeros", _) => counted("clz", &a.text),
        ("leading_ones", _) => counted("clz", &inverted),
        // The bits below the lowest one.
        ("trailing_zeros" | "trailing_ones", _) => {
            let unsigned = types::prim(prim.unsigned());
            let (a, not) = match method.name {
                "trailing_zeros" => (a.within(PREFIX), inverted),
                _ => (inverted, a.within(PREFIX)),
            };
            let below = format!("({unsigned})({not} & (({unsigned})({a}) - 1))");
            counted("popcount", &below)
        }
        ("rotate_left" | "rotate_right", _) => {
            let mask = prim.bits() - 1;
            let by = args[1].within(PREFIX + 1);
            let by = match method.name {
                "rotate_left" => format!("({own})({by} & {mask})"),
                _ => format!("({own})(({} - ({by} & {mask})) & {mask})", mask + 1),
            };
            Some(Text::call("rotate", &[&a.text, &by]))
        }
        ("to_bits", Prim::F32) => call("as_uint"),
        ("to_bits", _) => call("as_ulong"),
        ("from_bits", Prim::F32) => call("as_float"),
        ("from_bits", _) => call("as_double"),
        ("round_ties_even", _) => call("rint"),
        ("fract", _) => {
            let whole = Text::call("trunc", &texts);
            Some(Text::binary(a, "-", ADDITIVE, &whole))
        }
        ("is_nan", _) => call("isnan"),
        ("is_infinite", _) => call("isinf"),
        ("is_finite", _) => call("isfinite"),
        ("is_normal", _) => call("isnormal"),
        ("is_sign_negative", _) => call("signbit"),
        ("is_sign_positive", _) => {
            let sign = Text::call("signbit", &texts);
            Some(Text::new(format!("!{sign}"), PREFIX))
        }
        ("exp_m1", _) => call("expm1"),
        ("ln", _) => call("log"),
        ("ln_1p", _) => call("log1p"),
        ("log", _) => {
            let of = Text::call("log", &texts[..1]);
            let base = Text::call("log", &texts[1..]);
            Some(Text::binary(&of, "/", 11, &base))
        }
        ("powf", _) => call("pow"),
        ("powi", _) => call("pown"),
        ("mul_add", _) => call("fma"),
        ("recip", _) => Some(Text::binary(&numbers::float(prim, 1.0), "/", 11, a)),
        ("to_degrees" | "to_radians", _) => Some(Text::binary(
            a,
            "*",
            11,
            &angle(prim, method.name == "to_degrees"),
        )),
        ("sin_cos", _) => {
            let pair = module.ty(&method.output.on(prim));
            let parts = format!("(({pair}){{sin({a}), cos({a})}})");
            Some(Text::atom(parts))
        }
        (
            "floor" | "ceil" | "round" | "trunc" | "sqrt" | "cbrt" | "exp" | "exp2" | "log2"
            | "log10" | "hypot" | "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2"
            | "sinh" | "cosh" | "tanh" | "asinh" | "acosh" | "atanh" | "copysign",
            _,
        ) => call(method.name),
        _ => None,
    }
}

/// The factor that converts an angle.
fn angle(prim: Prim, to_degrees: bool) -> Text {
    use std::f32::consts::PI as SINGLE;
    use std::f64::consts::PI as DOUBLE;
    match (prim, to_degrees) {
        // The number that Rust has, which is nearer than the quotient.
        (Prim::F32, true) => numbers::single(57.295_78_f32),
        (Prim::F32, false) => numbers::single(SINGLE / 180.0),
        (_, true) => numbers::double(180.0 / DOUBLE),
        (_, false) => numbers::double(DOUBLE / 180.0),
    }
}

/// `condition ? then : otherwise`, of a type that is built in or a struct.
///
/// C's choice between two narrow integers is an `int`, which overloaded
/// functions would take for one: they count other bits, or are ambiguous.
pub(super) fn choice(prim: Option<Prim>, condition: &Text, then: &Text, otherwise: &Text) -> Text {
    let chosen = Text::new(
        format!(
            "{} ? {} : {}",
            condition.within(CHOICE + 1),
            then.within(CHOICE + 1),
            otherwise.within(CHOICE)
        ),
        CHOICE,
    );
    match prim {
        Some(prim) => narrowed(prim, chosen),
        None => chosen,
    }
}
