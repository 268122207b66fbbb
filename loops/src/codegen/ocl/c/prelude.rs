//! Functions of Rust's standard library that OpenCL C lacks, or means
//! otherwise. Only those that a program uses are written.

use super::types;
use crate::scalar::{Prim, Type};

/// Records the first failure of a run.
pub(super) const FAIL: &str = "\
static void fail(global ulong *record, uint site, ulong first, ulong second) {
    if (atomic_cmpxchg((volatile global uint *)record, 0u, site) == 0u) {
        record[1] = first;
        record[2] = second;
    }
}
";

/// A function of the prelude on one type.
pub(super) struct Definition {
    /// Its text.
    pub(super) text: String,
    /// The functions of the same type that it calls.
    pub(super) calls: Vec<&'static str>,
    /// A struct that stands in it.
    pub(super) pair: Option<Type>,
    /// True if it may record a failure.
    pub(super) may_fail: bool,
}

/// The function of that name on a type.
///
/// In a template `T` is the type, `U` the unsigned integer of its width, `P` a
/// pair of `T` and `bool`; `BITS`, `MIN` and `MAX` are constants of it, and
/// `OWN_` stands before the names of other functions of the same type.
pub(super) fn definition(prim: Prim, name: &str) -> Definition {
    let template = template(prim, name)
        .unwrap_or_else(|| panic!("the prelude has no `{name}` for `{}`", prim.name()));
    let is_called = |called: &&&str| template.contains(&format!("OWN_{called}("));
    let pair = Type::Tuple(vec![prim.into(), Prim::Bool.into()]);
    let (least, most) = prim.range();
    let mut text = format!("static {template}");
    for (word, meaning) in [
        ("NAME", format!("{}_{name}", prim.name())),
        ("BITS", prim.bits().to_string()),
        ("MIN", super::numbers::integer(prim, least).text),
        ("MAX", super::numbers::integer(prim, most).text),
        ("T", types::prim(prim).to_owned()),
        ("U", types::prim(prim.unsigned()).to_owned()),
        ("P", types::name(&pair)),
    ] {
        text = replace_word(&text, word, &meaning);
    }
    Definition {
        text: text.replace("OWN_", &format!("{}_", prim.name())),
        calls: NAMES.iter().filter(is_called).copied().collect(),
        pair: has_word(template, "P").then_some(pair),
        may_fail: template.contains("fail("),
    }
}

/// Functions that others are made of.
const NAMES: &[&str] = &["add", "sub", "mul", "neg", "div", "rem"];

fn has_word(text: &str, word: &str) -> bool {
    replace_word(text, word, "\0").contains('\0')
}

/// Replaces a word where it stands alone.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, behind) = (&rest[..at], &rest[at + word.len()..]);
        let last = before.chars().last().or_else(|| replaced.chars().last());
        replaced.push_str(before);
        if is_part(last) || is_part(behind.chars().next()) {
            replaced.push_str(word);
        } else {
            replaced.push_str(by);
        }
        rest = behind;
    }
    replaced.push_str(rest);
    replaced
}

fn template(prim: Prim, name: &str) -> Option<&'static str> {
    Some(if prim.is_float() {
        float(name)?
    } else if prim.is_signed() {
        signed(name).or_else(|| integer(name))?
    } else {
        unsigned(name).or_else(|| integer(name))?
    })
}

/// The C code that signed and unsigned integers share.
fn integer(name: &str) -> Option<&'static str> {
    Some(match name {
        "clamp" => {
            "\
T NAME(T a, T least, T most, global ulong *record, uint site) {
    if (least > most) { fail(record, site, 0, 0); return a; }
    return min(max(a, least), most);
}
"
        }
        "pow" => {
            "\
T NAME(T base, uint exponent) {
    U power = 1;
    U square = (U)base;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1) power = (U)((ulong)power * square);
        square = (U)((ulong)square * square);
    }
    return (T)power;
}
"
        }
        "ilog2" => {
            "\
uint NAME(T a, global ulong *record, uint site) {
    if (a <= 0) { fail(record, site, 0, 0); return 0; }
    return BITS - 1 - (uint)clz(a);
}
"
        }
        "ilog10" => {
            "\
uint NAME(T a, global ulong *record, uint site) {
    if (a <= 0) { fail(record, site, 0, 0); return 0; }
    uint digits = 0;
    for (; a >= 10; a /= 10) digits++;
    return digits;
}
"
        }
        "ilog" => {
            "\
uint NAME(T a, T base, global ulong *record, uint site) {
    if (a <= 0 || base < 2) { fail(record, site, 0, 0); return 0; }
    uint digits = 0;
    for (; a >= base; a /= base) digits++;
    return digits;
}
"
        }
        "swap_bytes" => {
            "\
T NAME(T a) {
    U from = (U)a;
    U to = 0;
    for (int bit = 0; bit < BITS; bit += 8) to |= (U)((U)((from >> bit) & 0xff) << (BITS - 8 - bit));
    return (T)to;
}
"
        }
        "reverse_bits" => {
            "\
T NAME(T a) {
    U from = (U)a;
    U to = 0;
    for (int bit = 0; bit < BITS; bit++) to |= (U)((U)((from >> bit) & 1) << (BITS - 1 - bit));
    return (T)to;
}
"
        }
        _ => return None,
    })
}

fn signed(name: &str) -> Option<&'static str> {
    Some(match name {
        // Overflow of signed integers means nothing in C.
        "add" => "T NAME(T a, T b) { return (T)((U)a + (U)b); }\n",
        "sub" => "T NAME(T a, T b) { return (T)((U)a - (U)b); }\n",
        "mul" => "T NAME(T a, T b) { return (T)((U)a * (U)b); }\n",
        "neg" => "T NAME(T a) { return (T)(0 - (U)a); }\n",
        "abs" => "T NAME(T a) { return a < 0 ? (T)(0 - (U)a) : a; }\n",
        "div" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    if (b == 0) { fail(record, site, 0, 0); return 0; }
    if (a == MIN && b == -1) { fail(record, site + 1, 0, 0); return a; }
    return a / b;
}
"
        }
        "rem" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    if (b == 0) { fail(record, site, 0, 0); return 0; }
    if (a == MIN && b == -1) { fail(record, site + 1, 0, 0); return 0; }
    return a % b;
}
"
        }
        "div_euclid" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    T quotient = OWN_div(a, b, record, site);
    if (b == 0 || b == -1 || a % b >= 0) return quotient;
    return b > 0 ? quotient - 1 : quotient + 1;
}
"
        }
        "rem_euclid" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    T rest = OWN_rem(a, b, record, site);
    if (rest >= 0) return rest;
    return (T)(b < 0 ? (U)rest - (U)b : (U)rest + (U)b);
}
"
        }
        "wrapping_div" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    if (b == 0) { fail(record, site, 0, 0); return 0; }
    return b == -1 ? (T)(0 - (U)a) : a / b;
}
"
        }
        "wrapping_rem" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    if (b == 0) { fail(record, site, 0, 0); return 0; }
    return b == -1 ? 0 : a % b;
}
"
        }
        "isqrt" => {
            "\
T NAME(T a, global ulong *record, uint site) {
    if (a < 0) { fail(record, site, 0, 0); return 0; }
    U rest = (U)a;
    U root = 0;
    for (U bit = (U)1 << (BITS - 2); bit != 0; bit >>= 2) {
        if (rest >= (U)(root + bit)) { rest -= root + bit; root = (root >> 1) + bit; }
        else root >>= 1;
    }
    return (T)root;
}
"
        }
        "saturating_mul" => {
            "\
T NAME(T a, T b) {
    T low = (T)((U)((ulong)(U)a * (U)b));
    if (mul_hi(a, b) == (T)(low >> (BITS - 1))) return low;
    return (a < 0) == (b < 0) ? MAX : MIN;
}
"
        }
        "overflowing_add" => {
            "\
P NAME(T a, T b) {
    P sum = { (T)((U)a + (U)b), 0 };
    sum._1 = ((a ^ sum._0) & (b ^ sum._0)) < 0;
    return sum;
}
"
        }
        "overflowing_sub" => {
            "\
P NAME(T a, T b) {
    P difference = { (T)((U)a - (U)b), 0 };
    difference._1 = ((a ^ b) & (a ^ difference._0)) < 0;
    return difference;
}
"
        }
        "overflowing_mul" => {
            "\
P NAME(T a, T b) {
    P product = { (T)((U)((ulong)(U)a * (U)b)), 0 };
    product._1 = mul_hi(a, b) != (T)(product._0 >> (BITS - 1));
    return product;
}
"
        }
        _ => return None,
    })
}

fn unsigned(name: &str) -> Option<&'static str> {
    Some(match name {
        "div" | "div_euclid" | "wrapping_div" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    if (b == 0) { fail(record, site, 0, 0); return 0; }
    return a / b;
}
"
        }
        "rem" | "rem_euclid" | "wrapping_rem" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    if (b == 0) { fail(record, site, 0, 0); return 0; }
    return a % b;
}
"
        }
        "div_ceil" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    if (b == 0) { fail(record, site, 0, 0); return 0; }
    return a / b + (a % b != 0);
}
"
        }
        "next_multiple_of" => {
            "\
T NAME(T a, T b, global ulong *record, uint site) {
    if (b == 0) { fail(record, site, 0, 0); return 0; }
    return a % b == 0 ? a : (T)(a + (b - a % b));
}
"
        }
        "is_multiple_of" => "bool NAME(T a, T b) { return b == 0 ? a == 0 : a % b == 0; }\n",
        "next_power_of_two" => {
            "T NAME(T a) { return a <= 1 ? 1 : (T)((MAX >> clz((T)(a - 1))) + 1); }\n"
        }
        "isqrt" => {
            "\
T NAME(T a) {
    T rest = a;
    T root = 0;
    for (T bit = (T)1 << (BITS - 2); bit != 0; bit >>= 2) {
        if (rest >= (T)(root + bit)) { rest -= root + bit; root = (root >> 1) + bit; }
        else root >>= 1;
    }
    return root;
}
"
        }
        "saturating_mul" => {
            "T NAME(T a, T b) { return mul_hi(a, b) != 0 ? MAX : (T)((ulong)a * b); }\n"
        }
        "overflowing_add" => {
            "\
P NAME(T a, T b) {
    P sum = { (T)(a + b), 0 };
    sum._1 = sum._0 < a;
    return sum;
}
"
        }
        "overflowing_sub" => {
            "\
P NAME(T a, T b) {
    P difference = { (T)(a - b), a < b };
    return difference;
}
"
        }
        "overflowing_mul" => {
            "\
P NAME(T a, T b) {
    P product = { (T)((ulong)a * b), mul_hi(a, b) != 0 };
    return product;
}
"
        }
        _ => return None,
    })
}

fn float(name: &str) -> Option<&'static str> {
    Some(match name {
        "clamp" => {
            "\
T NAME(T a, T least, T most, global ulong *record, uint site) {
    if (!(least <= most)) { fail(record, site, 0, 0); return a; }
    if (a < least) a = least;
    if (a > most) a = most;
    return a;
}
"
        }
        "signum" => "T NAME(T a) { return isnan(a) ? a : copysign((T)1, a); }\n",
        "rem_euclid" => {
            "\
T NAME(T a, T b) {
    T rest = fmod(a, b);
    return rest < 0 ? rest + fabs(b) : rest;
}
"
        }
        "div_euclid" => {
            "\
T NAME(T a, T b) {
    T quotient = trunc(a / b);
    if (fmod(a, b) < 0) return b > 0 ? quotient - 1 : quotient + 1;
    return quotient;
}
"
        }
        _ => return None,
    })
}

/// A float as an integer: the nearest that there is, 0 for `NaN`.
pub(super) fn float_to_int(from: Prim, to: Prim, name: &str) -> String {
    let (float, int) = (types::prim(from), types::prim(to));
    let (least, most) = to.range();
    let (low, high) = (
        super::numbers::integer(to, least),
        super::numbers::integer(to, most),
    );
    // Both powers of two are exact in either float type.
    let above = super::numbers::float(from, 2.0_f64.powi(most_bits(to)));
    let below = match to.is_signed() {
        true => super::numbers::float(from, -(2.0_f64.powi(most_bits(to)))),
        false => super::numbers::float(from, 0.0),
    };
    format!(
        "\
static {int} {name}({float} a) {{
    if (isnan(a)) return 0;
    if (a >= {above}) return {high};
    if (a <= {below}) return {low};
    return ({int})a;
}}
"
    )
}

fn most_bits(prim: Prim) -> i32 {
    let bits = prim.bits() - u32::from(prim.is_signed());
    i32::try_from(bits).expect("no type has so many bits")
}
