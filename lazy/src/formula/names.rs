//! The functions, types and constants of formulas.

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
