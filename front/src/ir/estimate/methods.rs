//! Estimates of the costs of methods, by their names.

use super::{Estimate, SLOW_CALL};
use syn::Path;

/// Estimates a call of a method by its name.
pub(super) fn of_method(name: &str) -> Estimate {
    match name {
        name if SLOW.contains(&name) => Estimate::expensive(SLOW_CALL),
        name if is_cheap(name) => Estimate::cheap(4),
        name if OF_OPTIONS.contains(&name) || calls_last(name) => Estimate::cheap(1),
        name if BOUNDED.contains(&name) => Estimate::expensive(4),
        _ => Estimate::METHOD,
    }
}

pub(super) fn is_cheap(method: &str) -> bool {
    CHEAP.contains(&method)
}

/// Returns true for a method of options that calls its last argument.
pub(super) fn calls_last(method: &str) -> bool {
    CALLING.contains(&method)
}

/// Methods of numbers that take an instruction or two.
const CHEAP: [&str; 16] = [
    "abs",
    "abs_diff",
    "clamp",
    "count_ones",
    "max",
    "min",
    "mul_add",
    "not",
    "recip",
    "rotate_left",
    "rotate_right",
    "saturating_add",
    "saturating_sub",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_sub",
];

/// Methods of numbers that are functions of a mathematical library.
const SLOW: [&str; 25] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp",
    "exp2", "exp_m1", "hypot", "ln", "ln_1p", "log", "log10", "log2", "powf", "sin", "sin_cos",
    "sinh", "tan", "tanh",
];

/// Methods of options that take an instruction or two.
const OF_OPTIONS: [&str; 8] = [
    "and",
    "is_none",
    "is_some",
    "or",
    "then_some",
    "unwrap_or",
    "unwrap_or_default",
    "xor",
];

/// Methods of options that do so beside the function that is their last argument.
const CALLING: [&str; 7] = [
    "and_then",
    "is_none_or",
    "is_some_and",
    "map_or",
    "map_or_else",
    "or_else",
    "unwrap_or_else",
];

/// Other methods of built-in types that take some instructions, and never more.
const BOUNDED: [&str; 70] = [
    "as_mut",
    "as_ref",
    "borrow",
    "cast_signed",
    "cast_unsigned",
    "ceil",
    "checked_add",
    "checked_div",
    "checked_mul",
    "checked_rem",
    "checked_sub",
    "clone",
    "cmp",
    "copysign",
    "count_zeros",
    "div_ceil",
    "div_euclid",
    "eq",
    "floor",
    "fract",
    "from_bits",
    "ge",
    "get",
    "gt",
    "into",
    "is_empty",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_negative",
    "is_positive",
    "is_power_of_two",
    "is_sign_negative",
    "is_sign_positive",
    "isqrt",
    "le",
    "leading_ones",
    "leading_zeros",
    "len",
    "lt",
    "max_by",
    "min_by",
    "ne",
    "next_multiple_of",
    "next_power_of_two",
    "overflowing_add",
    "overflowing_mul",
    "overflowing_sub",
    "partial_cmp",
    "pow",
    "powi",
    "rem_euclid",
    "reverse_bits",
    "round",
    "round_ties_even",
    "saturating_mul",
    "signum",
    "sqrt",
    "swap_bytes",
    "then",
    "to_bits",
    "to_degrees",
    "to_radians",
    "total_cmp",
    "trailing_ones",
    "trailing_zeros",
    "trunc",
    "unsigned_abs",
    "unwrap",
    "wrapping_neg",
];

/// The method of a built-in number that a path names, as `f64::max` does.
pub(super) fn method_of_number(path: &Path) -> Option<String> {
    const NUMBERS: [&str; 14] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64",
    ];
    if path.segments.len() != 2 {
        return None;
    }
    let (number, method) = (&path.segments[0].ident, &path.segments[1].ident);
    let is_number = NUMBERS.iter().any(|name| number == name);
    is_number.then(|| method.to_string())
}
