//! Typed scalar functions: the form of a worker once every type is known.
//!
//! Patterns, operators that assign, `match` and paths are gone: a function is
//! made of locals, operations on known types, and a few statements.

use super::methods::Method;
use super::{Prim, Type};
use crate::ir::{ArrayId, ScalarId};
use crate::ordered::ToList;
use proc_macro2::Span;

/// A local variable of a function: an index into [`Function::locals`].
pub type LocalId = usize;

/// A helper function: an index into the functions of the program's items.
pub type HelperId = usize;

/// A worker, helper or host expression.
#[derive(Clone, Debug)]
pub struct Function {
    /// The parameters: the first locals.
    pub params: usize,
    /// All local variables.
    pub locals: Vec<Local>,
    /// Its result.
    pub body: Expr,
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// The user's name, or one of ours.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// True if it may be assigned to more than once.
    pub mutable: bool,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its computation.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its place in the source.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `true` or `false`.
    Bool(bool),
    /// An integer, of an integer type.
    Int(i128),
    /// A number of a float type.
    Float(Number),
    /// A local variable.
    Local(LocalId),
    /// A scalar of the program.
    Scalar(ScalarId),
    /// An operator of one operand.
    Unary(Unary, Box<Expr>),
    /// An operator of two operands of one type; the right one of a shift may
    /// have another.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a && b`
    And(Box<Expr>, Box<Expr>),
    /// `a || b`
    Or(Box<Expr>, Box<Expr>),
    /// `value as T`
    Cast(Box<Expr>),
    /// A tuple.
    Tuple(Vec<Expr>),
    /// `tuple.0`
    Field(Box<Expr>, usize),
    /// A method, or the same as a function: the receiver, then the arguments.
    Method(&'static Method, Vec<Expr>),
    /// A method that is not yet known, since its receiver's type is not.
    Unresolved(String, Vec<Expr>),
    /// A helper function.
    Call(HelperId, Vec<Expr>),
    /// `array[index]`
    Index(ArrayId, Box<Expr>),
    /// `if condition { then } else { otherwise }`
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `{ …; value }`
    Block(Vec<Statement>, Option<Box<Expr>>),
    /// `place = value`
    Assign(Place, Box<Expr>),
    /// `loop { … }`
    Loop(LoopId, Box<Expr>),
    /// `for local in start..end { … }`, or `..=end`.
    For {
        /// The loop.
        id: LoopId,
        /// The variable.
        local: LocalId,
        /// The first value.
        start: Box<Expr>,
        /// The last value, or the one behind it.
        end: Box<Expr>,
        /// True if the end takes part.
        inclusive: bool,
        /// The body.
        body: Box<Expr>,
    },
    /// `break`
    Break(LoopId),
    /// `continue`
    Continue(LoopId),
    /// `return value`
    Return(Box<Expr>),
}

/// A loop, by its number in the function.
pub type LoopId = usize;

/// A literal or constant of a float type, in both widths: each is the number
/// nearest to the written one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The value of an `f64`.
    pub double: f64,
    /// The value of an `f32`.
    pub single: f32,
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-a`
    Neg,
    /// `!a`
    Not,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are the names of Rust's operators")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// The target of an assignment: a local variable, or a part of it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable.
    pub local: LocalId,
    /// The way into its tuples.
    pub fields: Vec<usize>,
}

/// A statement of a block.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `let local = value;`, or without a value yet.
    Let(LocalId, Option<Expr>),
    /// `value;`
    Expr(Expr),
}

impl Binary {
    /// Returns true if it compares, so that it yields a `bool`.
    pub fn compares(self) -> bool {
        matches!(
            self,
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge
        )
    }

    /// Returns true if it is a shift, whose operands may be of two types.
    pub fn shifts(self) -> bool {
        matches!(self, Binary::Shl | Binary::Shr)
    }

    /// The operator, and whether it assigns; `None` for `&&` and `||`.
    pub fn of(op: &syn::BinOp) -> Option<(Binary, bool)> {
        use syn::BinOp;
        Some(match op {
            BinOp::Add(_) => (Binary::Add, false),
            BinOp::Sub(_) => (Binary::Sub, false),
            BinOp::Mul(_) => (Binary::Mul, false),
            BinOp::Div(_) => (Binary::Div, false),
            BinOp::Rem(_) => (Binary::Rem, false),
            BinOp::BitAnd(_) => (Binary::BitAnd, false),
            BinOp::BitOr(_) => (Binary::BitOr, false),
            BinOp::BitXor(_) => (Binary::BitXor, false),
            BinOp::Shl(_) => (Binary::Shl, false),
            BinOp::Shr(_) => (Binary::Shr, false),
            BinOp::Eq(_) => (Binary::Eq, false),
            BinOp::Ne(_) => (Binary::Ne, false),
            BinOp::Lt(_) => (Binary::Lt, false),
            BinOp::Le(_) => (Binary::Le, false),
            BinOp::Gt(_) => (Binary::Gt, false),
            BinOp::Ge(_) => (Binary::Ge, false),
            BinOp::AddAssign(_) => (Binary::Add, true),
            BinOp::SubAssign(_) => (Binary::Sub, true),
            BinOp::MulAssign(_) => (Binary::Mul, true),
            BinOp::DivAssign(_) => (Binary::Div, true),
            BinOp::RemAssign(_) => (Binary::Rem, true),
            BinOp::BitAndAssign(_) => (Binary::BitAnd, true),
            BinOp::BitOrAssign(_) => (Binary::BitOr, true),
            BinOp::BitXorAssign(_) => (Binary::BitXor, true),
            BinOp::ShlAssign(_) => (Binary::Shl, true),
            BinOp::ShrAssign(_) => (Binary::Shr, true),
            _ => return None,
        })
    }

    /// The operator behind a method of `std::ops` or `std::cmp`.
    pub fn of_method(name: &str) -> Option<Binary> {
        Some(match name {
            "add" => Binary::Add,
            "sub" => Binary::Sub,
            "mul" => Binary::Mul,
            "div" => Binary::Div,
            "rem" => Binary::Rem,
            "bitand" => Binary::BitAnd,
            "bitor" => Binary::BitOr,
            "bitxor" => Binary::BitXor,
            "shl" => Binary::Shl,
            "shr" => Binary::Shr,
            "eq" => Binary::Eq,
            "ne" => Binary::Ne,
            "lt" => Binary::Lt,
            "le" => Binary::Le,
            "gt" => Binary::Gt,
            "ge" => Binary::Ge,
            _ => return None,
        })
    }

    /// The method of `std::ops` or `std::cmp` behind the operator.
    pub fn method(self) -> &'static str {
        match self {
            Binary::Add => "add",
            Binary::Sub => "sub",
            Binary::Mul => "mul",
            Binary::Div => "div",
            Binary::Rem => "rem",
            Binary::BitAnd => "bitand",
            Binary::BitOr => "bitor",
            Binary::BitXor => "bitxor",
            Binary::Shl => "shl",
            Binary::Shr => "shr",
            Binary::Eq => "eq",
            Binary::Ne => "ne",
            Binary::Lt => "lt",
            Binary::Le => "le",
            Binary::Gt => "gt",
            Binary::Ge => "ge",
        }
    }
}

impl Function {
    /// Calls `visit` on every expression of it.
    pub fn visit<'f>(&'f self, visit: &mut dyn FnMut(&'f Expr)) {
        self.body.visit(visit);
    }

    /// The helpers that it calls.
    pub fn calls(&self) -> Vec<HelperId> {
        let mut calls = Vec::new();
        self.visit(&mut |expr| {
            if let ExprKind::Call(helper, _) = expr.kind {
                calls.push(helper);
            }
        });
        calls
    }
}

/// The expressions right inside of one, by reference or, with `mut`, to change
/// them; the names are those of the methods of iterators and options that do so.
macro_rules! children {
    ($of:expr, $iter:ident, $as_ref:ident, $as_deref:ident $(, $mut:tt)?) => {
        match &$($mut)? $of.kind {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Local(_)
            | ExprKind::Scalar(_)
            | ExprKind::Break(_)
            | ExprKind::Continue(_) => Vec::new(),
            ExprKind::Unary(_, a)
            | ExprKind::Cast(a)
            | ExprKind::Field(a, _)
            | ExprKind::Index(_, a)
            | ExprKind::Assign(_, a)
            | ExprKind::Loop(_, a)
            | ExprKind::Return(a) => vec![a],
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => vec![a, b],
            ExprKind::Tuple(items)
            | ExprKind::Method(_, items)
            | ExprKind::Unresolved(_, items)
            | ExprKind::Call(_, items) => items.$iter().list(),
            ExprKind::If(condition, then, otherwise) => {
                let parts = [&$($mut)? **condition, then];
                parts.into_iter().chain(otherwise.$as_deref()).list()
            }
            ExprKind::Block(statements, value) => statements
                .$iter()
                .filter_map(|statement| match statement {
                    Statement::Let(_, value) => value.$as_ref(),
                    Statement::Expr(value) => Some(value),
                })
                .chain(value.$as_deref())
                .list(),
            ExprKind::For {
                start, end, body, ..
            } => vec![start, end, body],
        }
    };
}

impl Expr {
    /// The expressions right inside it.
    pub fn children(&self) -> Vec<&Expr> {
        children!(self, iter, as_ref, as_deref)
    }

    /// The operands, mutably.
    pub(super) fn children_mut(&mut self) -> Vec<&mut Expr> {
        children!(self, iter_mut, as_mut, as_deref_mut, mut)
    }

    /// Calls `visit` on this expression and all inside it.
    pub fn visit<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        for child in self.children() {
            child.visit(visit);
        }
    }

    /// Returns the `Prim` if it is one of a certain kind.
    pub fn prim(&self) -> Option<Prim> {
        self.ty.prim()
    }
}
