//! The methods of the built-in types that devices have, by their signatures.
//!
//! Their meaning is that of Rust's standard library. If one of them would panic, the device reports
//! a failure; arithmetic that overflows wraps, as in release builds.

use super::{Prim, Type};

/// A method, or an associated function.
#[derive(Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// The types that have it.
    pub on: Kinds,
    /// The types of its parameters, the receiver first.
    pub params: &'static [Like],
    /// The type of its result.
    pub output: Like,
    /// The failures that are possible in it. Those that only signed integers have come last.
    pub failures: &'static [&'static str],
}

/// Kinds of built-in types, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u8);

/// Integers with a sign.
pub const SIGNED: Kinds = Kinds(1);
/// Integers without.
pub const UNSIGNED: Kinds = Kinds(2);
/// All integers.
pub const INTS: Kinds = Kinds(3);
/// `f32` and `f64`.
pub const FLOATS: Kinds = Kinds(4);
/// The types with a sign.
const SIGNS: Kinds = Kinds(5);
/// Integers and floats.
pub const NUMBERS: Kinds = Kinds(7);
/// All of them, `bool` too.
pub const ALL: Kinds = Kinds(15);

impl Kinds {
    /// Returns true if a type is of these kinds.
    pub fn have(self, prim: Prim) -> bool {
        let kind = match prim {
            prim if prim.is_signed() => 1,
            prim if prim.is_int() => 2,
            prim if prim.is_float() => 4,
            _ => 8,
        };
        self.0 & kind != 0
    }
}

/// A type, relative to the one that has the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Like {
    /// The type itself.
    Own,
    /// `bool`
    Bool,
    /// `u32`
    U32,
    /// `i32`
    I32,
    /// The unsigned integer of its width.
    Unsigned,
    /// Two of the same.
    OwnPair,
    /// The type itself, and a `bool`.
    OwnBool,
}

impl Like {
    /// The type, for a method on `prim`.
    pub fn on(self, prim: Prim) -> Type {
        let own = Type::Prim(prim);
        match self {
            Like::Own => own,
            Like::Bool => Type::BOOL,
            Like::U32 => Prim::U32.into(),
            Like::I32 => Prim::I32.into(),
            Like::Unsigned => match prim {
                Prim::F32 => Prim::U32.into(),
                Prim::F64 => Prim::U64.into(),
                prim => prim.unsigned().into(),
            },
            Like::OwnPair => Type::Tuple(vec![own.clone(), own]),
            Like::OwnBool => Type::Tuple(vec![own, Type::BOOL]),
        }
    }
}

impl Method {
    /// The method of that name on a type, if there is one.
    pub fn of(name: &str, prim: Prim) -> Option<&'static Method> {
        METHODS
            .iter()
            .find(|method| method.name == name && method.on.have(prim))
    }

    /// Returns true if any type has a method of that name.
    pub fn is_known(name: &str) -> bool {
        METHODS.iter().any(|method| method.name == name)
    }

    /// Returns true if the first parameter and the output are of the type that has the method, so
    /// that either tells it.
    pub fn keeps_type(name: &str) -> bool {
        METHODS
            .iter()
            .filter(|method| method.name == name)
            .all(|method| method.params.first() == Some(&Like::Own) && method.output == Like::Own)
    }

    /// The failures that are possible in it on a type.
    pub fn failures_on(&self, prim: Prim) -> &'static [&'static str] {
        division_failures(self.failures, prim)
    }
}

/// The failures that are possible in an integer division.
pub const DIVISION: &[&str] = &["a division by zero", "a division that overflows"];

/// The failures of a division on a type: only signed integers overflow, and
/// floats have none.
pub fn division_failures(failures: &'static [&'static str], prim: Prim) -> &'static [&'static str] {
    match prim {
        prim if prim.is_float() && failures == DIVISION => &[],
        prim if !prim.is_signed() && failures == DIVISION => &failures[..1],
        _ => failures,
    }
}

const fn method(name: &'static str, on: Kinds, params: &'static [Like], output: Like) -> Method {
    Method {
        name,
        on,
        params,
        output,
        failures: &[],
    }
}

const fn fallible(
    name: &'static str,
    on: Kinds,
    params: &'static [Like],
    output: Like,
    failures: &'static [&'static str],
) -> Method {
    Method {
        name,
        on,
        params,
        output,
        failures,
    }
}

const ZERO: &[&str] = &["a division by zero"];
const NO_LOGARITHM: &[&str] = &["the logarithm of a number that is not positive"];
const NO_BASE: &[&str] = &["a logarithm of a number or to a base that has none"];
const NO_CLAMP: &[&str] = &["a `clamp` whose least is not at most its greatest"];
const NO_ROOT: &[&str] = &["the square root of a negative number"];

use Like::{Bool, I32, Own, OwnBool, OwnPair, U32, Unsigned};

/// All of them.
pub static METHODS: &[Method] = &[
    // Order.
    method("min", ALL, &[Own, Own], Own),
    method("max", ALL, &[Own, Own], Own),
    fallible("clamp", ALL, &[Own, Own, Own], Own, NO_CLAMP),
    // Signs.
    method("abs", SIGNS, &[Own], Own),
    method("signum", SIGNS, &[Own], Own),
    method("is_positive", SIGNED, &[Own], Bool),
    method("is_negative", SIGNED, &[Own], Bool),
    method("unsigned_abs", SIGNED, &[Own], Unsigned),
    method("abs_diff", INTS, &[Own, Own], Unsigned),
    // Division.
    fallible("rem_euclid", NUMBERS, &[Own, Own], Own, DIVISION),
    fallible("div_euclid", NUMBERS, &[Own, Own], Own, DIVISION),
    fallible("div_ceil", UNSIGNED, &[Own, Own], Own, DIVISION),
    fallible("next_multiple_of", UNSIGNED, &[Own, Own], Own, DIVISION),
    method("is_multiple_of", UNSIGNED, &[Own, Own], Bool),
    // Powers.
    method("pow", INTS, &[Own, U32], Own),
    fallible("isqrt", SIGNED, &[Own], Own, NO_ROOT),
    method("isqrt", UNSIGNED, &[Own], Own),
    fallible("ilog2", INTS, &[Own], U32, NO_LOGARITHM),
    fallible("ilog10", INTS, &[Own], U32, NO_LOGARITHM),
    fallible("ilog", INTS, &[Own, Own], U32, NO_BASE),
    method("is_power_of_two", UNSIGNED, &[Own], Bool),
    method("next_power_of_two", UNSIGNED, &[Own], Own),
    // Around the ends of the range.
    method("wrapping_add", INTS, &[Own, Own], Own),
    method("wrapping_sub", INTS, &[Own, Own], Own),
    method("wrapping_mul", INTS, &[Own, Own], Own),
    fallible("wrapping_div", INTS, &[Own, Own], Own, ZERO),
    fallible("wrapping_rem", INTS, &[Own, Own], Own, ZERO),
    method("wrapping_neg", INTS, &[Own], Own),
    method("wrapping_abs", SIGNED, &[Own], Own),
    method("wrapping_shl", INTS, &[Own, U32], Own),
    method("wrapping_shr", INTS, &[Own, U32], Own),
    method("wrapping_pow", INTS, &[Own, U32], Own),
    method("saturating_add", INTS, &[Own, Own], Own),
    method("saturating_sub", INTS, &[Own, Own], Own),
    method("saturating_mul", INTS, &[Own, Own], Own),
    method("overflowing_add", INTS, &[Own, Own], OwnBool),
    method("overflowing_sub", INTS, &[Own, Own], OwnBool),
    method("overflowing_mul", INTS, &[Own, Own], OwnBool),
    // Bits.
    method("count_ones", INTS, &[Own], U32),
    method("count_zeros", INTS, &[Own], U32),
    method("leading_zeros", INTS, &[Own], U32),
    method("trailing_zeros", INTS, &[Own], U32),
    method("leading_ones", INTS, &[Own], U32),
    method("trailing_ones", INTS, &[Own], U32),
    method("rotate_left", INTS, &[Own, U32], Own),
    method("rotate_right", INTS, &[Own, U32], Own),
    method("swap_bytes", INTS, &[Own], Own),
    method("reverse_bits", INTS, &[Own], Own),
    method("to_bits", FLOATS, &[Own], Unsigned),
    method("from_bits", FLOATS, &[Unsigned], Own),
    // Rounding.
    method("floor", FLOATS, &[Own], Own),
    method("ceil", FLOATS, &[Own], Own),
    method("round", FLOATS, &[Own], Own),
    method("round_ties_even", FLOATS, &[Own], Own),
    method("trunc", FLOATS, &[Own], Own),
    method("fract", FLOATS, &[Own], Own),
    // Classes.
    method("is_nan", FLOATS, &[Own], Bool),
    method("is_infinite", FLOATS, &[Own], Bool),
    method("is_finite", FLOATS, &[Own], Bool),
    method("is_normal", FLOATS, &[Own], Bool),
    method("is_sign_negative", FLOATS, &[Own], Bool),
    method("is_sign_positive", FLOATS, &[Own], Bool),
    // Functions.
    method("sqrt", FLOATS, &[Own], Own),
    method("cbrt", FLOATS, &[Own], Own),
    method("exp", FLOATS, &[Own], Own),
    method("exp2", FLOATS, &[Own], Own),
    method("exp_m1", FLOATS, &[Own], Own),
    method("ln", FLOATS, &[Own], Own),
    method("log2", FLOATS, &[Own], Own),
    method("log10", FLOATS, &[Own], Own),
    method("ln_1p", FLOATS, &[Own], Own),
    method("log", FLOATS, &[Own, Own], Own),
    method("powf", FLOATS, &[Own, Own], Own),
    method("powi", FLOATS, &[Own, I32], Own),
    method("hypot", FLOATS, &[Own, Own], Own),
    method("sin", FLOATS, &[Own], Own),
    method("cos", FLOATS, &[Own], Own),
    method("tan", FLOATS, &[Own], Own),
    method("asin", FLOATS, &[Own], Own),
    method("acos", FLOATS, &[Own], Own),
    method("atan", FLOATS, &[Own], Own),
    method("atan2", FLOATS, &[Own, Own], Own),
    method("sin_cos", FLOATS, &[Own], OwnPair),
    method("sinh", FLOATS, &[Own], Own),
    method("cosh", FLOATS, &[Own], Own),
    method("tanh", FLOATS, &[Own], Own),
    method("asinh", FLOATS, &[Own], Own),
    method("acosh", FLOATS, &[Own], Own),
    method("atanh", FLOATS, &[Own], Own),
    method("mul_add", FLOATS, &[Own, Own, Own], Own),
    method("recip", FLOATS, &[Own], Own),
    method("to_degrees", FLOATS, &[Own], Own),
    method("to_radians", FLOATS, &[Own], Own),
    method("copysign", FLOATS, &[Own, Own], Own),
];
