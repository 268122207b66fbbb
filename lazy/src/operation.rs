//! The operations of arrays: their names, the types that they take, and what they cost.

use std::fmt;
use std::sync::Arc;

use crate::element::{Buffer, ElementType, Piece, PieceMut};
use crate::sections::{Axis, Sections};
use crate::view::View;

/// Declares the variants of operations, each with its name in formulas and plans.
macro_rules! operations {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum $name { $($variant,)* }

        impl $name {
            /// All of them.
            #[allow(dead_code, reason = "not all lists are looked through")]
            pub(crate) const ALL: &[$name] = &[$($name::$variant,)*];

            /// The name in formulas and plans.
            pub(crate) fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    };
}

operations! {
    /// Operations on each element of one array.
    Unary {
        Neg = "-",
        Not = "!",
        Abs = "abs",
        Sqrt = "sqrt",
        Floor = "floor",
        Ceil = "ceil",
        Round = "round",
        Trunc = "trunc",
        Exp = "exp",
        Exp2 = "exp2",
        ExpM1 = "exp_m1",
        Ln = "ln",
        Ln1p = "ln_1p",
        Log2 = "log2",
        Log10 = "log10",
        Sin = "sin",
        Cos = "cos",
        Tan = "tan",
        Asin = "asin",
        Acos = "acos",
        Atan = "atan",
        Sinh = "sinh",
        Cosh = "cosh",
        Tanh = "tanh",
        Asinh = "asinh",
        Acosh = "acosh",
        Atanh = "atanh",
        Cbrt = "cbrt",
        Erf = "erf",
        Erfc = "erfc",
        NormalCdf = "normal_cdf",
        Sigmoid = "sigmoid",
        Softplus = "softplus",
    }
}

operations! {
    /// Operations on the elements of two arrays, whose result has their type.
    Binary {
        Add = "+",
        Sub = "-",
        Mul = "*",
        Div = "/",
        Rem = "%",
        Min = "min",
        Max = "max",
        And = "&",
        Or = "|",
        Xor = "^",
        Pow = "powf",
        Atan2 = "atan2",
        Hypot = "hypot",
        Log = "log",
    }
}

operations! {
    /// Comparisons.
    Compare {
        Less = "<",
        LessOrEqual = "<=",
        Equal = "==",
        NotEqual = "!=",
    }
}

operations! {
    /// Operators of folds and scans of which everything is known.
    Operator {
        Sum = "sum",
        Product = "product",
        Min = "min",
        Max = "max",
        Any = "any",
        All = "all",
    }
}

impl Unary {
    /// The types that it takes, in words, if this is not one.
    pub(crate) fn refuses(self, ty: ElementType) -> Option<&'static str> {
        match self {
            Unary::Neg if ty.is_float() || ty.is_signed() => None,
            Unary::Neg => Some("numbers with a sign"),
            Unary::Abs if ty != ElementType::Bool => None,
            Unary::Abs => Some("numbers"),
            Unary::Not if !ty.is_float() => None,
            Unary::Not => Some("truth values or integers"),
            _ if ty.is_float() => None,
            _ => Some("floats"),
        }
    }

    /// The scalar operations of an element, as `cnf!` estimates them.
    pub(crate) fn cost(self) -> usize {
        match self {
            Unary::Neg | Unary::Not => 1,
            Unary::Abs | Unary::Sqrt | Unary::Floor | Unary::Ceil | Unary::Round | Unary::Trunc => {
                4
            }
            _ => 40,
        }
    }
}

impl Binary {
    /// The types that it takes, in words, if this is not one.
    pub(crate) fn refuses(self, ty: ElementType) -> Option<&'static str> {
        match self {
            Binary::And | Binary::Or | Binary::Xor if ty.is_float() => {
                Some("truth values or integers")
            }
            Binary::And | Binary::Or | Binary::Xor => None,
            Binary::Pow | Binary::Atan2 | Binary::Hypot | Binary::Log if !ty.is_float() => {
                Some("floats")
            }
            _ if ty == ElementType::Bool => Some("numbers"),
            _ => None,
        }
    }

    /// The scalar operations of an element, as `cnf!` estimates them.
    pub(crate) fn cost(self) -> usize {
        match self {
            Binary::Min | Binary::Max => 4,
            Binary::Pow | Binary::Atan2 | Binary::Hypot | Binary::Log => 40,
            _ => 1,
        }
    }
}

impl Operator {
    /// The types that it takes, in words, if this is not one.
    pub(crate) fn refuses(self, ty: ElementType) -> Option<&'static str> {
        let is_logical = matches!(self, Operator::Any | Operator::All);
        match (is_logical, ty == ElementType::Bool) {
            (true, false) => Some("truth values"),
            (false, true) => Some("numbers"),
            _ => None,
        }
    }

    /// The scalar operations of an element, as `cnf!` estimates them.
    pub(crate) fn cost(self) -> usize {
        match self {
            Operator::Min | Operator::Max => 4,
            _ => 1,
        }
    }
}

/// A function of a user over the elements of a piece of a block: the first slice is its result.
pub(crate) trait Kernel: Send + Sync {
    /// Computes `into[..len]` of `from[..len]`, whose types the one who made it knows.
    fn run(&self, from: Piece<'_>, into: PieceMut<'_>);

    /// The type of its results.
    fn result(&self) -> ElementType;
}

/// A fold or a scan with an operator of a user.
pub(crate) trait Combine: Send + Sync {
    /// Folds the elements of `from` into a state, if there is one.
    fn fold(&self, state: Option<crate::Scalar>, from: Piece<'_>) -> Option<crate::Scalar>;

    /// The number that a fold or scan begins with.
    fn seed(&self) -> crate::Scalar;

    /// All prefixes of some elements.
    fn scan(&self, from: &crate::storage::Memory) -> Result<Buffer, crate::ErrorKind>;
}

/// An operation of a node.
#[derive(Clone)]
pub(crate) enum Operation {
    Unary(Unary),
    Binary(Binary),
    Compare(Compare),
    /// The second operand where the first is true, else the third.
    Select,
    /// `as` of Rust.
    Cast,
    /// A closure.
    Map(Arc<dyn Kernel>),
    Fold(Operator),
    FoldBy(Arc<dyn Combine>),
    Scan(Operator),
    ScanBy(Arc<dyn Combine>),
    /// The elements of the first operand where the second is true.
    Keep,
    /// The elements of the first operand at the indices of the second.
    Gather,
    /// A fold along an axis.
    FoldAxis(Operator, usize),
    /// A section of the operand, or the operand with other axes.
    View(View),
    /// The first operand, in a section of which the second one stands.
    With(Sections),
    /// The positions of an array.
    Positions,
    /// A one for each element, which `len` adds up.
    Ones,
}

impl Operation {
    /// The name in plans and errors.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Operation::Unary(unary) => unary.name(),
            Operation::Binary(binary) => binary.name(),
            Operation::Compare(compare) => compare.name(),
            Operation::Select => "select",
            Operation::Cast => "cast",
            Operation::Map(_) => "map",
            Operation::Fold(operator) => operator.name(),
            Operation::FoldBy(_) => "fold",
            Operation::Scan(operator) => match operator {
                Operator::Sum => "scan_sum",
                Operator::Product => "scan_product",
                Operator::Min => "scan_min",
                Operator::Max => "scan_max",
                Operator::Any => "scan_any",
                Operator::All => "scan_all",
            },
            Operation::ScanBy(_) => "scan",
            Operation::Keep => "keep",
            Operation::Gather => "gather",
            Operation::FoldAxis(operator, _) => match operator {
                Operator::Sum => "sum_axis",
                Operator::Product => "product_axis",
                Operator::Min => "min_axis",
                Operator::Max => "max_axis",
                Operator::Any => "any_axis",
                Operator::All => "all_axis",
            },
            Operation::View(view) => view.name(),
            Operation::With(_) => "with",
            Operation::Positions => "positions",
            Operation::Ones => "len",
        }
    }

    /// The sections of a functional update.
    pub(crate) fn sections(&self) -> Option<&[Axis]> {
        match self {
            Operation::With(sections) => Some(sections),
            _ => None,
        }
    }

    /// Returns true for a functional update.
    pub(crate) fn is_update(&self) -> bool {
        matches!(self, Operation::With(_))
    }

    /// Returns true if it calls a closure.
    pub(crate) fn has_closure(&self) -> bool {
        matches!(
            self,
            Operation::Map(_) | Operation::FoldBy(_) | Operation::ScanBy(_)
        )
    }

    /// Returns true for a reduction to a number.
    pub(crate) fn is_fold(&self) -> bool {
        matches!(self, Operation::Fold(_) | Operation::FoldBy(_))
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
