//! The functions of formulas, and names of other languages with those that are meant.

use crate::ElementType;
use crate::operation::{Binary, Operator, Unary};

/// A function of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Unary(Unary),
    Binary(Binary),
    Xor,
    Fold(Operator),
    FoldAxis(Operator),
    MeanAxis,
    Transpose,
    Flatten,
    Reshape,
    /// `min` and `max`: of one array its least element, of two each lesser one.
    Either(Operator, Binary),
    Scan(Operator),
    Mean,
    Count,
    Len,
    Select,
    With,
    Reverse,
    Range,
    Positions,
}

/// The functions that are not operations of one element.
const FUNCTIONS: &[(&str, Function)] = &[
    ("sum", Function::Fold(Operator::Sum)),
    ("product", Function::Fold(Operator::Product)),
    ("any", Function::Fold(Operator::Any)),
    ("all", Function::Fold(Operator::All)),
    ("min", Function::Either(Operator::Min, Binary::Min)),
    ("max", Function::Either(Operator::Max, Binary::Max)),
    ("sum_axis", Function::FoldAxis(Operator::Sum)),
    ("product_axis", Function::FoldAxis(Operator::Product)),
    ("min_axis", Function::FoldAxis(Operator::Min)),
    ("max_axis", Function::FoldAxis(Operator::Max)),
    ("any_axis", Function::FoldAxis(Operator::Any)),
    ("all_axis", Function::FoldAxis(Operator::All)),
    ("mean_axis", Function::MeanAxis),
    ("transpose", Function::Transpose),
    ("flatten", Function::Flatten),
    ("reshape", Function::Reshape),
    ("scan_sum", Function::Scan(Operator::Sum)),
    ("scan_product", Function::Scan(Operator::Product)),
    ("scan_min", Function::Scan(Operator::Min)),
    ("scan_max", Function::Scan(Operator::Max)),
    ("powf", Function::Binary(Binary::Pow)),
    ("atan2", Function::Binary(Binary::Atan2)),
    ("hypot", Function::Binary(Binary::Hypot)),
    ("log", Function::Binary(Binary::Log)),
    ("xor", Function::Xor),
    ("mean", Function::Mean),
    ("count", Function::Count),
    ("len", Function::Len),
    ("select", Function::Select),
    ("with", Function::With),
    ("reverse", Function::Reverse),
    ("range", Function::Range),
    ("positions", Function::Positions),
];

/// Names of other languages.
const FOREIGN: &[(&str, &str)] = &[
    ("average", "mean"),
    ("avg", "mean"),
    ("cumsum", "scan_sum"),
    ("cumprod", "scan_product"),
    ("cummax", "scan_max"),
    ("cummin", "scan_min"),
    ("pow", "powf"),
    ("power", "powf"),
    ("where", "select"),
    ("iif", "select"),
    ("arcsin", "asin"),
    ("arccos", "acos"),
    ("arctan", "atan"),
    ("arctan2", "atan2"),
    ("log1p", "ln_1p"),
    ("expm1", "exp_m1"),
    ("prod", "product"),
    ("length", "len"),
    ("size", "len"),
    ("absolute", "abs"),
    ("fabs", "abs"),
    ("minimum", "min"),
    ("maximum", "max"),
    ("rev", "reverse"),
    ("ravel", "flatten"),
    ("t", "transpose"),
    ("arange", "range"),
    ("iota", "range"),
    ("enumerate", "positions"),
    ("index", "positions"),
    ("indices", "positions"),
    ("row_number", "positions"),
    ("ndtr", "normal_cdf"),
];

/// Functions of other languages that are expressions here.
const HINTS: &[(&str, &str)] = &[
    ("isnan", "`x != x` is true for `NaN`"),
    ("is_nan", "`x != x` is true for `NaN`"),
    (
        "sign",
        "write `if x > 0 { 1 } else if x < 0 { -1 } else { 0 }`",
    ),
    (
        "signum",
        "write `if x > 0 { 1 } else if x < 0 { -1 } else { 0 }`",
    ),
    ("clip", "write `min(max(x, low), high)`"),
    ("clamp", "write `min(max(x, low), high)`"),
    ("diff", "write `x[1..] - x[..-1]`"),
    ("dot", "write `sum(x * y)`"),
    ("norm", "write `sqrt(sum(x * x))`"),
    ("var", "write `d = x - mean(x)`, and `mean(d * d)`"),
    ("std", "write `d = x - mean(x)`, and `sqrt(mean(d * d))`"),
    ("powi", "a power is `powf(x, y)`"),
    ("square", "write `x * x`"),
    ("linspace", "write `low + (high - low) * range(100) / 99.0`"),
    (
        "zeros",
        "write `0 * x`, or a number: it stands for all elements",
    ),
    (
        "ones",
        "write `0 * x + 1`, or a number: it stands for all elements",
    ),
    ("median", "there is no order of elements in a formula"),
    ("sort", "there is no order of elements in a formula"),
    ("argmax", "write `min(positions(x)[x == max(x)])`"),
    ("argmin", "write `min(positions(x)[x == min(x)])`"),
    ("and", "both of two masks is `a && b`"),
    ("or", "one of two masks is `a || b`"),
    ("not", "the opposite of a mask is `!(…)`"),
    (
        "if",
        "write `if condition { a } else { b }`, or `select(condition, a, b)`",
    ),
    ("mod", "the remainder is `a % b`"),
    (
        "lag",
        "write `x[..-1]` for the elements before those of `x[1..]`",
    ),
    (
        "shift",
        "write `x[..-1]` for the elements before those of `x[1..]`",
    ),
    ("pct_change", "write `x[1..] / x[..-1] - 1`"),
    ("rolling", "write `s = scan_sum(x)`, and `s[3..] - s[..-3]`"),
    ("fillna", "write `if x != x { 0 } else { x }`"),
    ("dropna", "write `x[x == x]`"),
    ("nanmean", "write `mean(x[x == x])`"),
    ("variance", "write `d = x - mean(x)`, and `mean(d * d)`"),
    ("quantile", "there is no order of elements in a formula"),
    ("percentile", "there is no order of elements in a formula"),
    ("unique", "there is no order of elements in a formula"),
    ("groupby", "a group is what a mask keeps: `sum(x[k == 1])`"),
    ("concat", "`with(x, 1..-1, y)` replaces a part of an array"),
    ("count_axis", "write `sum_axis(mask as u64, 0)`"),
    ("int", "a conversion is `x as i64`"),
    ("float", "a conversion is `x as f64`"),
    ("countif", "write `count(x > 0)`"),
    ("sumif", "write `sum(x[x > 0])`"),
    ("averageif", "write `mean(x[x > 0])`"),
    (
        "matmul",
        "write `sum_axis(a[.., .., new] * b[new, .., ..], 1)`",
    ),
];

/// Modules of other languages, where functions like those of formulas are.
pub(crate) const MODULES: &[&str] = &["np", "numpy", "math", "Math", "pd", "torch", "jnp", "scipy"];

/// The types that `as` names.
const TYPES: &[ElementType] = &[
    ElementType::F32,
    ElementType::F64,
    ElementType::I8,
    ElementType::I16,
    ElementType::I32,
    ElementType::I64,
    ElementType::U8,
    ElementType::U16,
    ElementType::U32,
    ElementType::U64,
    ElementType::Bool,
];

/// The type of a name.
pub(crate) fn element_type(name: &str) -> Option<ElementType> {
    TYPES.iter().copied().find(|ty| ty.name() == name)
}

/// The names of all types.
pub(crate) fn types() -> impl Iterator<Item = &'static str> {
    TYPES.iter().map(|ty| ty.name())
}

/// The function of a name.
pub(crate) fn function(name: &str) -> Option<Function> {
    let found = FUNCTIONS.iter().find(|(known, _)| *known == name);
    found.map(|(_, function)| *function).or_else(|| {
        let mut unary = Unary::ALL.iter().copied();
        let found = unary.find(|unary| unary.name() == name)?;
        Some(Function::Unary(found))
    })
}

/// The names of all functions.
pub(crate) fn functions() -> impl Iterator<Item = &'static str> {
    let named = |name: &&str| name.starts_with(|c: char| c.is_ascii_alphabetic());
    let unary = Unary::ALL.iter().map(|unary| unary.name()).filter(named);
    FUNCTIONS.iter().map(|(name, _)| *name).chain(unary)
}

/// The function that a name of another language means.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    FOREIGN
        .iter()
        .find(|(foreign, _)| *foreign == lower)
        .map(|(_, meant)| *meant)
}

/// The expression that stands for a function of another language.
pub(crate) fn hint(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let found = HINTS.iter().find(|(foreign, _)| *foreign == lower);
    found.map(|(_, hint)| *hint)
}

/// A number that has a name, unless an input or a binding has it.
pub(crate) fn constant(name: &str) -> Option<f64> {
    match name {
        "pi" => Some(std::f64::consts::PI),
        "inf" => Some(f64::INFINITY),
        "nan" => Some(f64::NAN),
        _ => None,
    }
}

impl Function {
    /// The numbers of its arguments, in words where another number was given.
    pub(crate) fn arity(self) -> (std::ops::RangeInclusive<usize>, &'static str) {
        match self {
            Function::Either(..) => (1..=2, "one argument or two"),
            Function::Binary(_)
            | Function::Xor
            | Function::FoldAxis(_)
            | Function::MeanAxis
            | Function::Reshape => (2..=2, "two arguments"),
            Function::Select | Function::With => (3..=3, "three arguments"),
            _ => (1..=1, "one argument"),
        }
    }

    /// Its use.
    pub(crate) fn usage(self, name: &str) -> String {
        match self {
            Function::Select => "select(mask, a, b)".to_owned(),
            Function::With => "with(x, 1..-1, new)".to_owned(),
            Function::Binary(Binary::Log) => "log(x, 10)`, or `ln(x)".to_owned(),
            Function::Fold(_) | Function::Mean => {
                format!("{name}(x)`, or along an axis `{name}_axis(x, 0)")
            }
            Function::Binary(_) | Function::Xor => format!("{name}(x, y)"),
            Function::Either(..) => format!("{name}(x)`, or `{name}(x, y)"),
            Function::FoldAxis(_) | Function::MeanAxis => format!("{name}(x, 0)"),
            Function::Reshape => "reshape(x, [2, 3])".to_owned(),
            Function::Range => "range(100)`, or `positions(x)".to_owned(),
            _ => format!("{name}(x)"),
        }
    }
}
