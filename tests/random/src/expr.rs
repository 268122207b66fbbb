//! Bodies of workers and host expressions: a small typed language, rendered as
//! Rust.
//!
//! Integers wrap around (the generated crates are compiled without overflow
//! checks), divisors are never zero, so that an expression has a value for all
//! values of its variables.

use std::fmt::Write as _;

use crate::ty::Prim;

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "Rust's own operators")]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    AndAlso,
    OrElse,
}

impl BinOp {
    /// As Rust writes it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::AndAlso => "&&",
            BinOp::OrElse => "||",
        }
    }

    /// Returns true if it yields a `bool` for operands of any type.
    #[must_use]
    pub fn compares(self) -> bool {
        use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Lt | Le | Gt | Ge | Eq | Ne)
    }
}

/// An expression of a type of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A parameter of the worker or a variable that `let` binds.
    Local(String, Prim),
    /// A scalar of the program.
    Scalar(usize, Prim),
    /// A literal.
    Int(i128, Prim),
    /// A literal.
    Float(f64, Prim),
    /// A literal.
    Bool(bool),
    /// Two operands.
    Bin(BinOp, Box<Expr>, Box<Expr>),
    /// `-x`
    Neg(Box<Expr>),
    /// `!x`
    Not(Box<Expr>),
    /// A method of its first operand, and what it yields.
    Method(&'static str, Vec<Expr>, Prim),
    /// A function of [`crate::host`].
    Call(&'static str, Vec<Expr>, Prim),
    /// `x as T`
    Cast(Box<Expr>, Prim),
    /// `if a { b } else { c }`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An element of an input array, of this type.
    Index(usize, Box<Expr>, Prim),
    /// The length of an array.
    Len(usize),
    /// `{ let name = a; b }`
    Let(String, Box<Expr>, Box<Expr>),
}

/// The names of a program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Arrays by number.
    pub arrays: Vec<String>,
    /// Scalars by number.
    pub scalars: Vec<String>,
}

impl Expr {
    /// Its type.
    #[must_use]
    pub fn prim(&self) -> Prim {
        match self {
            Expr::Local(_, prim)
            | Expr::Scalar(_, prim)
            | Expr::Int(_, prim)
            | Expr::Float(_, prim)
            | Expr::Method(_, _, prim)
            | Expr::Call(_, _, prim)
            | Expr::Cast(_, prim)
            | Expr::Index(_, _, prim) => *prim,
            Expr::Bool(_) => Prim::Bool,
            Expr::Bin(op, _, _) if op.compares() => Prim::Bool,
            Expr::Bin(_, left, _) => left.prim(),
            Expr::Neg(of) | Expr::Not(of) => of.prim(),
            Expr::If(_, then, _) => then.prim(),
            Expr::Len(_) => Prim::Usize,
            Expr::Let(_, _, body) => body.prim(),
        }
    }

    /// Its direct parts.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Bin(_, a, b) | Expr::Let(_, a, b) => vec![a, b],
            Expr::Neg(a) | Expr::Not(a) | Expr::Cast(a, _) | Expr::Index(_, a, _) => vec![a],
            Expr::Method(_, args, _) | Expr::Call(_, args, _) => args.iter().collect(),
            Expr::If(a, b, c) => vec![a, b, c],
            _ => Vec::new(),
        }
    }

    /// Its direct parts, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Bin(_, a, b) | Expr::Let(_, a, b) => vec![a, b],
            Expr::Neg(a) | Expr::Not(a) | Expr::Cast(a, _) | Expr::Index(_, a, _) => vec![a],
            Expr::Method(_, args, _) | Expr::Call(_, args, _) => args.iter_mut().collect(),
            Expr::If(a, b, c) => vec![a, b, c],
            _ => Vec::new(),
        }
    }

    /// Visits it and all in it.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        see(self);
        for part in self.parts() {
            part.visit(see);
        }
    }

    /// The number of expressions in it.
    #[must_use]
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.visit(&mut |_| size += 1);
        size
    }

    /// Returns true if the local of that name occurs in it.
    #[must_use]
    pub fn uses_local(&self, name: &str) -> bool {
        let mut uses = false;
        self.visit(&mut |expr| uses |= matches!(expr, Expr::Local(local, _) if local == name));
        uses
    }

    /// As Rust.
    #[must_use]
    pub fn text(&self, names: &Names) -> String {
        let mut text = String::new();
        self.write(names, &mut text);
        // Outermost parentheses say nothing.
        match (self, text.strip_prefix('('), text.ends_with(')')) {
            (Expr::Bin(..) | Expr::Neg(_) | Expr::Not(_) | Expr::Cast(..), Some(inner), true) => {
                inner[..inner.len() - 1].to_owned()
            }
            _ => text,
        }
    }

    fn write(&self, names: &Names, out: &mut String) {
        match self {
            Expr::Local(name, _) => out.push_str(name),
            Expr::Scalar(id, _) => out.push_str(&names.scalars[*id]),
            Expr::Int(..) | Expr::Float(..) => self.write_literal(true, out),
            Expr::Bool(value) => put(out, value),
            Expr::Bin(op, left, right) => {
                out.push('(');
                left.write(names, out);
                put(out, format_args!(" {} ", op.text()));
                match &**right {
                    // The type of the other operand is the literal's.
                    literal @ (Expr::Int(..) | Expr::Float(..))
                        if !is_literal(left) && !matches!(op, BinOp::Shl | BinOp::Shr) =>
                    {
                        literal.write_literal(false, out);
                    }
                    other => other.write(names, out),
                }
                out.push(')');
            }
            Expr::Neg(of) => {
                out.push_str("(-");
                of.write(names, out);
                out.push(')');
            }
            Expr::Not(of) => {
                out.push_str("(!");
                of.write(names, out);
                out.push(')');
            }
            Expr::Method(name, args, _) => {
                args[0].write(names, out);
                put(out, format_args!(".{name}("));
                write_list(&args[1..], names, out);
                out.push(')');
            }
            Expr::Call(name, args, _) => {
                put(out, format_args!("{name}("));
                write_list(args, names, out);
                out.push(')');
            }
            Expr::Cast(of, prim) => {
                out.push('(');
                of.write(names, out);
                put(out, format_args!(" as {})", prim.name()));
            }
            Expr::If(condition, then, otherwise) => {
                // In parentheses, or it would be a statement of its own where
                // an expression starts with it.
                put(out, format_args!("(if {}", condition.text(names)));
                put(out, format_args!(" {{ {}", then.text(names)));
                put(
                    out,
                    format_args!(" }} else {{ {} }})", otherwise.text(names)),
                );
            }
            Expr::Index(array, index, _) => {
                put(
                    out,
                    format_args!("{}[{}]", names.arrays[*array], index.text(names)),
                );
            }
            Expr::Len(array) => put(out, format_args!("len({})", names.arrays[*array])),
            Expr::Let(name, value, body) => {
                put(
                    out,
                    format_args!("({{ let {name} = {}; ", value.text(names)),
                );
                put(out, format_args!("{} }})", body.text(names)));
            }
        }
    }

    fn write_literal(&self, suffix: bool, out: &mut String) {
        let negative = match self {
            Expr::Int(value, _) => *value < 0,
            Expr::Float(value, _) => value.is_sign_negative(),
            _ => false,
        };
        if negative {
            out.push('(');
        }
        match self {
            Expr::Int(value, _) => put(out, value),
            Expr::Float(value, _) => put(out, format_args!("{value:?}")),
            other => unreachable!("{other:?} is no literal"),
        }
        if suffix {
            out.push_str(self.prim().name());
        }
        if negative {
            out.push(')');
        }
    }
}

fn put(out: &mut String, what: impl std::fmt::Display) {
    write!(out, "{what}").expect("writing to a string succeeds");
}

fn is_literal(expr: &Expr) -> bool {
    matches!(expr, Expr::Int(..) | Expr::Float(..))
}

fn write_list(args: &[Expr], names: &Names, out: &mut String) {
    for (index, arg) in args.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        arg.write(names, out);
    }
}
