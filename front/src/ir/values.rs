//! Value numbering: equal numbers, as far as the syntax of a program tells.
//!
//! Every number that is computed by pure operators from scalars, lengths and literals has a
//! [`Value`], and equal computations have the same one, whatever names they went through: `let n =
//! w * h;`, `h * w` and `let m = n;` are one number. Operators are pure, since only numbers can be
//! the sizes of arrays; functions and methods may be anything, so that a call has no value.
//!
//! Two computations of one value either both have a result, the same one, or both fail. So sums and
//! products commute, but are not reordered any further: `a * b * c` may overflow where `a * (b *
//! c)` does not. Arithmetic on literals alone has the type that the code around it asks for, and
//! overflows or not by that: it has a value only where it fits into every type that it may have.

use super::arithmetic::{computed, scalar};
use super::component::bare;
use super::{Arena, ArrayId, Count, Host, Id, Op, Program, ScalarId, tokens};
use crate::ordered::OrderedMap;
use syn::{BinOp, Expr, Lit, UnOp};

crate::ir::ids! {
    /// A number that a program computes.
    Value = "v";
}

/// The computation of a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    /// An integer, with its suffix.
    Literal(u64, String),
    /// A parameter, a captured name or a constant, by its name or path.
    Name(String),
    /// A scalar of which nothing is known but that it is this one.
    Scalar(ScalarId),
    /// The length of an array.
    Length(ArrayId),
    /// `value as type`
    Cast(Value, String),
    /// `-value`, `!value`
    Unary(char, Value),
    /// `left op right`
    Binary(&'static str, Value, Value),
}

/// The numbers of a program.
#[derive(Debug, Default)]
pub struct Values {
    nodes: Arena<Value, Node>,
    known: OrderedMap<Node, Value>,
    /// The numbers of the scalars, as far as they have been looked at.
    scalars: Vec<Value>,
}

impl Values {
    /// The number that a host expression of the program yields; `None` where two expressions of
    /// its text need not yield the same.
    pub fn of(&mut self, program: &Program, host: &Host) -> Option<Value> {
        self.update(program);
        self.expr(program, host, &host.expr)
    }

    /// The number that a scalar is.
    pub fn of_scalar(&mut self, program: &Program, scalar: ScalarId) -> Value {
        self.update(program);
        self.scalars[scalar.index()]
    }

    /// The size that a number names, if the program has a name for it.
    pub fn count(&self, value: Value) -> Option<Count> {
        match &self.nodes[value] {
            Node::Literal(number, _) => usize::try_from(*number).ok().map(Count::Literal),
            Node::Length(array) => Some(Count::Length(*array)),
            _ => {
                let first = self.scalars.iter().position(|known| *known == value)?;
                Some(Count::Scalar(ScalarId::new(first)))
            }
        }
    }

    /// Looks at the scalars that have been bound since.
    fn update(&mut self, program: &Program) {
        // In their order: each is computed from earlier ones.
        for id in program.scalars.ids().skip(self.scalars.len()) {
            let value = self.bound(program, id);
            self.scalars.push(value);
        }
    }

    fn bound(&mut self, program: &Program, id: ScalarId) -> Value {
        let origin = program.scalars[id].origin;
        let node = match origin.map(|binding| &program.bindings[binding].op) {
            None => Node::Name(program.scalars[id].name.to_string()),
            Some(Op::Length { arg, axis: None }) => length(program, *arg),
            Some(_) => {
                let value = computed(program, id)
                    .and_then(|(_, value)| self.expr(program, value, &value.expr));
                if let Some(value) = value {
                    return value;
                }
                Node::Scalar(id)
            }
        };
        self.number(node)
    }

    fn number(&mut self, node: Node) -> Value {
        if let Some(value) = self.known.get(&node) {
            return *value;
        }
        let value = self.nodes.push(node.clone());
        self.known.insert(node, value);
        value
    }

    fn expr(&mut self, program: &Program, host: &Host, expr: &Expr) -> Option<Value> {
        let expr = bare(expr);
        if let Some(scalar) = scalar(program, host, expr) {
            return self.scalars.get(scalar.index()).copied();
        }
        let node = match expr {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(int) => Node::Literal(int.base10_parse().ok()?, int.suffix().to_owned()),
                _ => return None,
            },
            Expr::Path(path) => Node::Name(tokens::of(path)),
            Expr::Cast(cast) => {
                Node::Cast(self.expr(program, host, &cast.expr)?, tokens::of(&cast.ty))
            }
            Expr::Unary(unary) => {
                let op = match unary.op {
                    UnOp::Neg(_) => '-',
                    UnOp::Not(_) => '!',
                    _ => return None,
                };
                let operand = self.expr(program, host, &unary.expr)?;
                let operand = self.of_known_type(program, host, operand, &unary.expr)?;
                Node::Unary(op, operand)
            }
            Expr::Binary(binary) => {
                let op = operator(&binary.op)?;
                let left = self.expr(program, host, &binary.left)?;
                let right = self.expr(program, host, &binary.right)?;
                match (self.is_open(left), self.is_open(right)) {
                    // The two sides of a shift have types of their own.
                    _ if matches!(op, "<<" | ">>") => {
                        let left = self.of_known_type(program, host, left, &binary.left)?;
                        Node::Binary(op, left, right)
                    }
                    (true, true) => match (
                        self.of_known_type(program, host, left, &binary.left),
                        self.of_known_type(program, host, right, &binary.right),
                    ) {
                        (None, None) => return self.constant(op, left, right),
                        (left_known, right_known) => {
                            commuted(op, left_known.unwrap_or(left), right_known.unwrap_or(right))
                        }
                    },
                    (false, false) => {
                        let (left, right) = self.without_suffixes(left, right);
                        commuted(op, left, right)
                    }
                    _ => commuted(op, left, right),
                }
            }
            _ => return None,
        };
        Some(self.number(node))
    }

    /// Returns true if a number has whatever integer type is asked for.
    fn is_open(&self, value: Value) -> bool {
        matches!(&self.nodes[value], Node::Literal(_, suffix) if suffix.is_empty())
    }

    /// The number of an operand under a name that has one type; `None` for a literal itself.
    fn of_known_type(
        &mut self,
        program: &Program,
        host: &Host,
        value: Value,
        operand: &Expr,
    ) -> Option<Value> {
        if !self.is_open(value) {
            return Some(value);
        }
        let named = scalar(program, host, operand)?;
        Some(self.number(Node::Scalar(named)))
    }

    /// Two operands of one type, of which at least one is of the type that something else gives it:
    /// the suffix of the other says nothing new.
    fn without_suffixes(&mut self, left: Value, right: Value) -> (Value, Value) {
        let number = |value: Value| match &self.nodes[value] {
            Node::Literal(number, _) => Some(*number),
            _ => None,
        };
        match (number(left), number(right)) {
            (Some(number), None) => (self.number(Node::Literal(number, String::new())), right),
            (None, Some(number)) => (left, self.number(Node::Literal(number, String::new()))),
            _ => (left, right),
        }
    }

    /// Arithmetic on literals without suffixes, where it yields the same in every type of numbers
    /// of 32 bits or more.
    fn constant(&mut self, op: &str, left: Value, right: Value) -> Option<Value> {
        let (Node::Literal(left, _), Node::Literal(right, _)) =
            (&self.nodes[left], &self.nodes[right])
        else {
            return None;
        };
        let (left, right) = (*left, *right);
        let result = match op {
            "+" => left.checked_add(right),
            "-" => left.checked_sub(right),
            "*" => left.checked_mul(right),
            "/" => left.checked_div(right),
            "%" => left.checked_rem(right),
            _ => None,
        };
        let result = result.filter(|result| *result <= i32::MAX as u64)?;
        Some(self.number(Node::Literal(result, String::new())))
    }
}

/// The operator, where it is a pure one of numbers.
fn operator(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "+",
        BinOp::Sub(_) => "-",
        BinOp::Mul(_) => "*",
        BinOp::Div(_) => "/",
        BinOp::Rem(_) => "%",
        BinOp::BitAnd(_) => "&",
        BinOp::BitOr(_) => "|",
        BinOp::BitXor(_) => "^",
        BinOp::Shl(_) => "<<",
        BinOp::Shr(_) => ">>",
        _ => return None,
    })
}

fn commuted(op: &'static str, left: Value, right: Value) -> Node {
    match op {
        "+" | "*" | "&" | "|" | "^" if right < left => Node::Binary(op, right, left),
        _ => Node::Binary(op, left, right),
    }
}

/// The length of an array: that of the array from which it has its length.
fn length(program: &Program, array: ArrayId) -> Node {
    let Some(producer) = program.producer(array) else {
        return Node::Length(array);
    };
    let op = &program.bindings[producer].op;
    match op {
        Op::Generate { count, .. } | Op::Range { count, .. } => match count {
            Count::Literal(number) => Node::Literal(*number as u64, "usize".to_owned()),
            Count::Length(like) => length(program, *like),
            _ => Node::Length(array),
        },
        _ => match op.like() {
            Some(like) => length(program, like),
            None => match program.bindings[producer].arrays().next() {
                // All that a combinator binds is of one length.
                Some(first) if !matches!(op, Op::External { .. }) => Node::Length(first),
                _ => Node::Length(array),
            },
        },
    }
}
