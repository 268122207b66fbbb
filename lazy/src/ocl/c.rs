//! The operations of arrays in OpenCL C: the bits of the host, but for elementary functions.

use std::collections::BTreeMap;

use crate::element::ElementType;
use crate::operation::{Binary, Compare, Operator, Unary};

/// The type of a variable, and of elements in memory.
pub(super) fn name(ty: ElementType) -> &'static str {
    match ty {
        ElementType::F32 => "float",
        ElementType::F64 => "double",
        ElementType::I8 => "char",
        ElementType::I16 => "short",
        ElementType::I32 => "int",
        ElementType::I64 => "long",
        // `bool` has no size in memory that is known.
        ElementType::U8 | ElementType::Bool => "uchar",
        ElementType::U16 => "ushort",
        ElementType::U32 => "uint",
        ElementType::U64 => "ulong",
    }
}

/// The type in which integers are computed: overflow of signed ones means nothing in C, and narrow
/// ones are converted to `int`.
fn wrapping(ty: ElementType) -> &'static str {
    match ty {
        ElementType::I64 | ElementType::U64 => "ulong",
        _ => "uint",
    }
}

/// The least and the greatest number of a type of integers.
fn ends(ty: ElementType) -> (&'static str, &'static str) {
    match ty {
        ElementType::I8 => ("CHAR_MIN", "CHAR_MAX"),
        ElementType::I16 => ("SHRT_MIN", "SHRT_MAX"),
        ElementType::I32 => ("INT_MIN", "INT_MAX"),
        ElementType::I64 => ("LONG_MIN", "LONG_MAX"),
        ElementType::U8 => ("0", "UCHAR_MAX"),
        ElementType::U16 => ("0", "USHRT_MAX"),
        ElementType::U32 => ("0", "UINT_MAX"),
        ElementType::U64 => ("0", "ULONG_MAX"),
        ElementType::F32 | ElementType::F64 => ("-INFINITY", "INFINITY"),
        ElementType::Bool => ("0", "1"),
    }
}

/// Functions of the text besides those of OpenCL, by their names.
#[derive(Debug, Default)]
pub(super) struct Functions(BTreeMap<String, String>);

impl Functions {
    /// Adds a function, unless it is there.
    fn add(&mut self, name: &str, text: impl FnOnce() -> String) {
        if !self.0.contains_key(name) {
            self.0.insert(name.to_owned(), text());
        }
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// An operation on one element.
    pub(super) fn unary(&mut self, unary: Unary, ty: ElementType, a: &str) -> String {
        let negative = |a: &str| format!("({})(0 - ({}){a})", name(ty), wrapping(ty));
        match unary {
            Unary::Neg if ty.is_float() => format!("-{a}"),
            Unary::Neg => negative(a),
            Unary::Not if ty == ElementType::Bool => format!("!{a}"),
            Unary::Not => format!("({})~{a}", name(ty)),
            Unary::Abs if ty.is_float() => format!("fabs({a})"),
            Unary::Abs if ty.is_signed() => format!("{a} < 0 ? {} : {a}", negative(a)),
            Unary::Abs => a.to_owned(),
            Unary::ExpM1 => format!("expm1({a})"),
            Unary::Ln => format!("log({a})"),
            Unary::Ln1p => format!("log1p({a})"),
            Unary::NormalCdf | Unary::Sigmoid | Unary::Softplus => {
                let own = format!("{}_{ty}", unary.name());
                self.add(&own, || function(unary, ty, &own));
                format!("{own}({a})")
            }
            same => format!("{}({a})", same.name()),
        }
    }

    /// An operation on two elements that has a result for all of them.
    pub(super) fn binary(binary: Binary, ty: ElementType, a: &str, b: &str) -> String {
        let (own, wide) = (name(ty), wrapping(ty));
        match binary {
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div if ty.is_float() => {
                format!("{a} {} {b}", binary.name())
            }
            Binary::Add | Binary::Sub | Binary::Mul => {
                format!("({own})(({wide}){a} {} ({wide}){b})", binary.name())
            }
            Binary::Rem if ty.is_float() => format!("fmod({a}, {b})"),
            Binary::Min if ty.is_float() => format!("fmin({a}, {b})"),
            Binary::Max if ty.is_float() => format!("fmax({a}, {b})"),
            Binary::Min => format!("{a} < {b} ? {a} : {b}"),
            Binary::Max => format!("{a} > {b} ? {a} : {b}"),
            Binary::And | Binary::Or | Binary::Xor => format!("({own})({a} {} {b})", binary.name()),
            Binary::Pow => format!("pow({a}, {b})"),
            Binary::Log => format!("log({a}) / log({b})"),
            Binary::Atan2 | Binary::Hypot => format!("{}({a}, {b})", binary.name()),
            Binary::Div | Binary::Rem => unreachable!("a division of integers may fail"),
        }
    }

    /// A division of integers, which is zero where it has no result, and says so where `counts` holds.
    pub(super) fn divide(
        &mut self,
        binary: Binary,
        ty: ElementType,
        [a, b]: [&str; 2],
        counts: &str,
    ) -> String {
        let (kind, operator) = match binary {
            Binary::Div => ("div", "/"),
            _ => ("rem", "%"),
        };
        let own = format!("{kind}_{ty}");
        self.add(&own, || {
            let of = name(ty);
            let overflow = match ty.is_signed() {
                true => format!(" || (a == {} && b == -1)", ends(ty).0),
                false => String::new(),
            };
            format!(
                "\
static {of} {own}({of} a, {of} b, uchar counts, volatile global uint *failed) {{
    if (b == 0{overflow}) {{
        if (counts) atomic_xchg(failed, 1u);
        return 0;
    }}
    return a {operator} b;
}}
"
            )
        });
        format!("{own}({a}, {b}, {counts}, failed)")
    }

    /// A conversion.
    pub(super) fn cast(&mut self, from: ElementType, to: ElementType, a: &str) -> String {
        if to == ElementType::Bool {
            return format!("{a} != 0");
        }
        if !from.is_float() || !to.is_integer() {
            return format!("({}){a}", name(to));
        }
        let own = format!("{from}_as_{to}");
        self.add(&own, || {
            let (of, into) = (name(from), name(to));
            let (least, greatest) = ends(to);
            let bits = 8 * to.bytes() - usize::from(to.is_signed());
            let suffix = if from == ElementType::F32 { "f" } else { "" };
            let below = match to.is_signed() {
                true => format!("-0x1p{bits}{suffix}"),
                false => "0".to_owned(),
            };
            format!(
                "\
static {into} {own}({of} a) {{
    if (isnan(a)) return 0;
    if (a >= 0x1p{bits}{suffix}) return {greatest};
    if (a <= {below}) return {least};
    return ({into})a;
}}
"
            )
        });
        format!("{own}({a})")
    }
}

/// A comparison.
pub(super) fn compare(compare: Compare, a: &str, b: &str) -> String {
    format!("{a} {} {b}", compare.name())
}

/// Functions that OpenCL does not have.
fn function(unary: Unary, ty: ElementType, own: &str) -> String {
    let of = name(ty);
    // 1 / √2, what is left of it, and 2 / √π.
    let [root, rest, slope] = match ty {
        ElementType::F32 => ["0.70710677f", "1.2101617e-8f", "1.1283792f"],
        _ => [
            "0.70710678118654757",
            "-4.8336466567264567e-17",
            "1.1283791670955126",
        ],
    };
    match unary {
        Unary::Sigmoid => format!("static {of} {own}({of} a) {{ return 1 / (1 + exp(-a)); }}\n"),
        Unary::Softplus => format!(
            "static {of} {own}({of} a) {{ return fmax(a, ({of})0) + log1p(exp(-fabs(a))); }}\n"
        ),
        // `erfc` is steep: it is corrected for the rounding of its argument.
        _ => format!(
            "\
static {of} {own}({of} a) {{
    {of} z = -a * {root};
    {of} error = fma(-a, {root}, -z) - a * {rest};
    {of} below = erfc(z) / 2;
    return isfinite(a) ? below - error * {slope} / 2 * exp(-z * z) : below;
}}
"
        ),
    }
}

/// The results of two parts of a fold as one.
pub(super) fn combined(operator: Operator, ty: ElementType, a: &str, b: &str) -> String {
    match operator {
        Operator::Sum => Functions::binary(Binary::Add, ty, a, b),
        Operator::Product => Functions::binary(Binary::Mul, ty, a, b),
        Operator::Min => format!("{b} < {a} ? {b} : {a}"),
        Operator::Max => format!("{b} > {a} ? {b} : {a}"),
        Operator::Any => format!("{a} | {b}"),
        Operator::All => format!("{a} & {b}"),
    }
}

/// The number that a fold begins with.
pub(super) fn seed(operator: Operator, ty: ElementType) -> &'static str {
    match operator {
        Operator::Sum => "0",
        other => neutral(other, ty),
    }
}

/// The number with which a fold begins before it meets its seed: the sum of floats begins with `-0.0`.
pub(super) fn neutral(operator: Operator, ty: ElementType) -> &'static str {
    match operator {
        Operator::Sum if ty.is_float() => "-0.0f",
        Operator::Sum | Operator::Any => "0",
        Operator::Product | Operator::All => "1",
        Operator::Min => ends(ty).1,
        Operator::Max => ends(ty).0,
    }
}
