//! The evaluator of host expressions: a subset of Rust over scalars.
//!
//! It walks the syntax tree. Types are those of the values that come along, so
//! nothing is checked that is not executed; code that Rust would not compile is a
//! [`Fault::Types`] as soon as it matters, and code outside of the subset
//! a [`Fault::Unsupported`] that names it.

mod blocks;
mod casts;
mod infer;
mod loops;
mod macros;
mod methods;
mod numbers;
pub(super) mod ops;
mod over;
mod paths;
mod patterns;
mod places;
mod ranges;

pub(super) use ranges::range_items;

use crate::ordered::{OrderedMap, tried};
pub(super) use numbers::{elements, position, size};
use std::cell::Cell;

use syn::{Expr, ExprClosure, Lit, Member, RangeLimits, ReturnType, UnOp};

use super::error::Fault;
use super::inputs::HostFunction;
use super::literal::Literal;
use super::types::Type;
use super::value::{Array, Value, by_name};
use super::{Overflow, text};
use crate::ir::over::{self as folds, At, Over};
use crate::ir::{Math, arithmetic};
use crate::scalar::{Binary, Prim};

/// The nesting depth of expressions, through calls of functions of the source too. A stack overflow
/// would end the process, so this is less than the stack of a test thread holds of a build without
/// optimisation.
const MAX_DEPTH: usize = 128;

/// The names that host expressions may use besides the program's own.
pub(super) struct Outside<'a> {
    /// Functions by path.
    pub(super) functions: &'a OrderedMap<String, HostFunction>,
    /// Functions of the source by name.
    pub(super) items: OrderedMap<String, &'a syn::ItemFn>,
    /// Constants by path.
    pub(super) constants: OrderedMap<String, Value>,
    /// The behaviour of arithmetic beyond the range of its type.
    pub(super) overflow: Overflow,
    /// The implementation of elementary functions.
    pub(super) math: Math,
    /// The steps that are left, if they are counted.
    pub(super) fuel: Option<Cell<usize>>,
}

impl Outside<'_> {
    /// Uses up steps.
    fn spend(&self, steps: usize) -> Result<(), Fault> {
        let Some(fuel) = &self.fuel else {
            return Ok(());
        };
        let left = fuel.get().checked_sub(steps);
        fuel.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(Fault::Endless)
    }
}

/// The evaluator of one host expression.
pub(super) struct Evaluator<'a> {
    outside: &'a Outside<'a>,
    /// Variables in scope, innermost last.
    scope: Vec<(String, Value)>,
    depth: usize,
    /// True if arithmetic here is that of a size.
    counts: bool,
}

/// The reason for which evaluation did not go on to the next expression.
#[derive(Debug)]
enum Flow {
    Fault(Box<Fault>),
    Return(Value),
    Break(Option<String>, Value),
    Continue(Option<String>),
}

impl From<Fault> for Flow {
    fn from(fault: Fault) -> Flow {
        Flow::Fault(Box::new(fault))
    }
}

type Eval<T = Value> = Result<T, Flow>;

fn too_deep() -> Flow {
    Fault::Unsupported(format!(
        "expressions and recursion deeper than {MAX_DEPTH} levels"
    ))
    .into()
}

fn unsupported(what: &str, source: &impl quote::ToTokens) -> Flow {
    Fault::Unsupported(format!("{what} `{}`", text(source))).into()
}

impl<'a> Evaluator<'a> {
    /// An evaluator that knows the given names.
    pub(super) fn new(outside: &'a Outside<'a>, scope: Vec<(String, Value)>) -> Self {
        Evaluator {
            outside,
            scope,
            depth: 0,
            counts: false,
        }
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Result<Value, Fault> {
        let base = self.scope.len();
        let value = self.expr(expr);
        self.scope.truncate(base);
        finish(value)
    }

    /// The value of an expression that a size is computed by.
    pub(super) fn count(&mut self, expr: &Expr) -> Result<Value, Fault> {
        self.counts = true;
        let value = self.value(expr);
        self.counts = false;
        value
    }

    /// The value of a worker, a closure or a path to a function, applied to
    /// the arguments.
    pub(super) fn apply(&mut self, worker: &Expr, args: Vec<Value>) -> Result<Value, Fault> {
        let base = self.scope.len();
        let value = self.apply_worker(worker, args);
        self.scope.truncate(base);
        finish(value)
    }

    fn apply_worker(&mut self, worker: &Expr, args: Vec<Value>) -> Eval {
        match worker {
            Expr::Paren(inner) => self.apply_worker(&inner.expr, args),
            Expr::Group(inner) => self.apply_worker(&inner.expr, args),
            Expr::Reference(inner) => self.apply_worker(&inner.expr, args),
            Expr::Closure(closure) => self.call_closure(closure, args),
            Expr::Path(path) => self.call_path(path, args),
            other => Err(unsupported("the worker", other)),
        }
    }

    fn call_closure(&mut self, closure: &ExprClosure, args: Vec<Value>) -> Eval {
        if closure.asyncness.is_some() || closure.inputs.len() != args.len() {
            return Err(unsupported(
                &format!("with {} argument(s), the worker", args.len()),
                closure,
            ));
        }
        for (pattern, arg) in closure.inputs.iter().zip(args) {
            self.bind(pattern, arg)?;
        }
        let value = match self.expr(&closure.body) {
            Err(Flow::Return(value)) => value,
            other => other?,
        };
        self.returned(value, &closure.output)
    }

    fn returned(&mut self, value: Value, output: &ReturnType) -> Eval {
        match output {
            ReturnType::Default => Ok(value),
            ReturnType::Type(_, ty) => Ok(value.at(&Type::of_syntax(ty))?),
        }
    }

    fn expr(&mut self, expr: &Expr) -> Eval {
        if self.depth == MAX_DEPTH {
            return Err(too_deep());
        }
        self.outside.spend(1)?;
        self.depth += 1;
        let counts = self.counts;
        self.counts &= arithmetic::computes(expr);
        let value = self.step(expr);
        self.counts = counts;
        self.depth -= 1;
        value
    }

    /// The value of an expression. Each kind has a function of its own, since
    /// all the locals of this one would be on the stack at every level.
    fn step(&mut self, expr: &Expr) -> Eval {
        match expr {
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            // Values have no identity here, so a reference is its referent.
            Expr::Reference(inner) => self.expr(&inner.expr),
            Expr::Lit(literal) => literal_value(&literal.lit),
            Expr::Path(path) => self.path(path),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Cast(cast) => self.cast(cast),
            Expr::If(_) | Expr::Match(_) => self.branch(expr),
            Expr::Let(condition) => self.let_condition(condition),
            Expr::Block(block) => self.labelled_block(block),
            Expr::Unsafe(block) => self.block(&block.block),
            Expr::Const(block) => self.block(&block.block),
            Expr::Tuple(tuple) => self.list(&tuple.elems).map(Value::Tuple),
            Expr::Array(array) => self.array(&array.elems),
            Expr::Repeat(repeat) => self.repeat(repeat),
            Expr::Struct(literal) => self.struct_literal(literal),
            Expr::Field(_) | Expr::Index(_) => self.place(expr),
            Expr::Call(call) => match (Over::of(expr), At::of(expr)) {
                (Some(over), _) => self.over(&over),
                (None, Some(at)) => self.at(&at),
                (None, None) if folds::is_zero(expr) => Ok(Value::Literal(Literal::Zero)),
                (None, None) => self.call(call),
            },
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Range(range) => self.range(range),
            Expr::Assign(assign) => self.assignment(assign),
            Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => self.looped(expr),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => self.leave(expr),
            Expr::Macro(call) => self.macro_call(&call.mac),
            Expr::Closure(closure) => Err(unsupported("the closure as a value", closure)),
            other => Err(unsupported("the expression", other)),
        }
    }

    fn list<'e>(&mut self, items: impl IntoIterator<Item = &'e Expr>) -> Eval<Vec<Value>> {
        tried(items.into_iter().map(|item| self.expr(item)))
    }

    fn array<'e>(&mut self, items: impl IntoIterator<Item = &'e Expr>) -> Eval {
        Ok(Value::Array(Array::new(self.list(items)?)?))
    }

    fn repeat(&mut self, repeat: &syn::ExprRepeat) -> Eval {
        let item = self.expr(&repeat.expr)?;
        let length: usize = self.expr(&repeat.len)?.get()?;
        self.outside.spend(length)?;
        Ok(Value::Array(Array::new(vec![item; length])?))
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Eval {
        let value = self.expr(&cast.expr)?;
        match Type::of_syntax(&cast.ty) {
            Type::Prim(target) => Ok(casts::cast(value, target)?),
            Type::Unknown if matches!(*cast.ty, syn::Type::Infer(_)) => Ok(value),
            _ => Err(unsupported("the cast to", &cast.ty)),
        }
    }

    fn let_condition(&mut self, condition: &syn::ExprLet) -> Eval {
        let value = self.expr(&condition.expr)?;
        self.matches(&condition.pat, &value).map(Value::Bool)
    }

    fn assignment(&mut self, assign: &syn::ExprAssign) -> Eval {
        let value = self.expr(&assign.right)?;
        self.assign(&assign.left, value)?;
        Ok(Value::UNIT)
    }

    /// `return`, `break` and `continue`.
    fn leave(&mut self, expr: &Expr) -> Eval {
        Err(match expr {
            Expr::Return(leave) => Flow::Return(self.optional(leave.expr.as_deref())?),
            Expr::Break(leave) => {
                let value = self.optional(leave.expr.as_deref())?;
                Flow::Break(loops::label(leave.label.as_ref()), value)
            }
            Expr::Continue(leave) => Flow::Continue(loops::label(leave.label.as_ref())),
            other => unsupported("the expression", other),
        })
    }

    fn optional(&mut self, expr: Option<&Expr>) -> Eval {
        match expr {
            Some(expr) => self.expr(expr),
            None => Ok(Value::UNIT),
        }
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Eval {
        if let Some(value) = negative_literal(unary) {
            return Ok(value?);
        }
        let value = self.expr(&unary.expr)?;
        let overflow = self.outside.overflow;
        if let Value::Struct { name, .. } = &value {
            let method = match unary.op {
                UnOp::Neg(_) => "neg",
                UnOp::Not(_) => "not",
                _ => return Ok(value),
            };
            let path = format!("{name}::{method}");
            return self.call_outside(&path, vec![value]);
        }
        Ok(match unary.op {
            UnOp::Neg(_) => ops::negate(value, overflow)?,
            UnOp::Not(_) => ops::complement(value)?,
            _ => value,
        })
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Eval {
        let Some((op, assigns)) = Binary::of(&binary.op) else {
            let stops = matches!(binary.op, syn::BinOp::Or(_));
            if self.condition(&binary.left)? == stops {
                return Ok(Value::Bool(stops));
            }
            return self.condition(&binary.right).map(Value::Bool);
        };
        if assigns {
            // For the built-in types Rust evaluates the right side first.
            let right = self.expr(&binary.right)?;
            let left = self.expr(&binary.left)?;
            let value = self.operate(op, left, right)?;
            self.assign(&binary.left, value)?;
            return Ok(Value::UNIT);
        }
        let left = self.expr(&binary.left)?;
        let right = self.expr(&binary.right)?;
        self.operate(op, left, right)
    }

    /// `left op right`, where a struct on the left brings its own operators.
    fn operate(&mut self, op: Binary, left: Value, right: Value) -> Eval {
        if let Value::Struct { name, .. } = &left {
            let path = format!("{name}::{}", op.method());
            let derived = op.compares() && !self.knows(&path);
            if !derived {
                return self.call_outside(&path, vec![left, right]);
            }
        }
        if self.counts {
            return Ok(ops::size(op, left, right)?);
        }
        Ok(ops::binary(op, left, right, self.outside.overflow)?)
    }

    fn condition(&mut self, expr: &Expr) -> Eval<bool> {
        Ok(self.expr(expr)?.get()?)
    }

    fn struct_literal(&mut self, literal: &syn::ExprStruct) -> Eval {
        let name = paths::last(&literal.path);
        let mut fields: Vec<(String, Value)> = Vec::new();
        for field in &literal.fields {
            let value = self.expr(&field.expr)?;
            fields.push((member(&field.member), value));
        }
        if let Some(rest) = &literal.rest {
            let Value::Struct { fields: others, .. } = self.expr(rest)? else {
                return Err(unsupported("the base", rest));
            };
            for (field, value) in others {
                if fields.iter().all(|(known, _)| *known != field) {
                    fields.push((field, value));
                }
            }
        }
        // By name, so that the order in which they are written does not count.
        let fields = by_name(fields);
        Ok(Value::Struct { name, fields })
    }

    fn range(&mut self, range: &syn::ExprRange) -> Eval {
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            return Err(unsupported("the open range", range));
        };
        let start = self.expr(start)?;
        let end = self.expr(end)?;
        let (start, end) = super::value::unify(start, end)?;
        let name = match range.limits {
            RangeLimits::HalfOpen(_) => "Range",
            RangeLimits::Closed(_) => "RangeInclusive",
        };
        Ok(Value::Struct {
            name: name.to_owned(),
            fields: vec![("start".to_owned(), start), ("end".to_owned(), end)],
        })
    }
}

/// The result of a whole evaluation.
fn finish(value: Eval) -> Result<Value, Fault> {
    match value {
        Ok(value) => Ok(value),
        Err(Flow::Fault(fault)) => Err(*fault),
        Err(Flow::Return(_)) => Err(Fault::Types("`return` outside of a function".to_owned())),
        Err(Flow::Break(..) | Flow::Continue(_)) => Err(Fault::Types(
            "`break` or `continue` outside of a loop".to_owned(),
        )),
    }
}

fn member(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

fn literal_value(literal: &Lit) -> Eval {
    let value = match literal {
        Lit::Bool(literal) => Value::Bool(literal.value),
        Lit::Char(literal) => Value::Char(literal.value()),
        Lit::Byte(literal) => Value::U8(literal.value()),
        Lit::Int(number) => {
            let suffix = Prim::named(number.suffix());
            let digits = number.base10_digits();
            match suffix {
                Some(prim) if prim.is_float() => return float_literal(literal, digits, Some(prim)),
                // The only type whose literals reach beyond `i128`.
                Some(Prim::U128) => Value::U128(
                    digits
                        .parse()
                        .map_err(|_| unsupported("the literal", literal))?,
                ),
                suffix => {
                    let value = digits
                        .parse()
                        .map_err(|_| unsupported("the literal", literal))?;
                    let number = Literal::Int { value, bits: false };
                    match suffix {
                        Some(prim) => number.at(prim)?,
                        None => Value::Literal(number),
                    }
                }
            }
        }
        Lit::Float(number) => {
            let suffix = Prim::named(number.suffix());
            return float_literal(literal, number.base10_digits(), suffix);
        }
        other => return Err(unsupported("the literal", other)),
    };
    Ok(value)
}

/// The value of an integer literal with a suffix and a sign: `-128i8` is not
/// the negative of `128i8`, which is no `i8`.
fn negative_literal(unary: &syn::ExprUnary) -> Option<Result<Value, Fault>> {
    let (UnOp::Neg(_), Expr::Lit(literal)) = (&unary.op, &*unary.expr) else {
        return None;
    };
    let Lit::Int(number) = &literal.lit else {
        return None;
    };
    let prim = Prim::named(number.suffix()).filter(|prim| prim.is_int())?;
    let value: i128 = number.base10_digits().parse().ok()?;
    let negative = Literal::Int {
        value: -value,
        bits: false,
    };
    Some(negative.at(prim))
}

fn float_literal(literal: &Lit, digits: &str, suffix: Option<crate::scalar::Prim>) -> Eval {
    let parsed = digits
        .parse()
        .and_then(|double| Ok((double, digits.parse()?)));
    let (double, single) =
        parsed.map_err(|_: std::num::ParseFloatError| unsupported("the literal", literal))?;
    let number = Literal::Float { double, single };
    Ok(match suffix {
        Some(prim) => number.at(prim)?,
        None => Value::Literal(number),
    })
}
