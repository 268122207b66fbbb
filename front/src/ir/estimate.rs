//! Estimates of the costs of calls of workers, from their syntax alone.
//!
//! Functions that stand beside the program are looked into. Nothing is known of functions and
//! macros from outside.

mod methods;

use super::in_place::condition;
use super::over::{self, Over};
use crate::ordered::{OrderedMap, OrderedSet, ToList, every};
use crate::walk::{self, Node};
use methods::{calls_last, is_cheap, method_of_number, of_method};
use syn::{BinOp, Block, Expr, ExprCall, ItemFn, Path, PathSegment, Stmt};

/// The cost of an element of an array in memory that is read once, in operations. Writing it costs
/// twice that, since the machine reads the memory that it is about to write.
pub const PASS: usize = 8;

/// The estimate for a call of a function of which nothing is known.
const CALL: usize = 10;

/// The estimate for an elementary function.
const SLOW_CALL: usize = 40;

/// The estimate for a loop beside its body.
const LOOP: usize = 100;

/// The share of elements for which a step of a fold that is an `if` changes its accumulator: the
/// smallest, the first, the last of their kind are few.
const RARE: usize = 16;

/// The number of operations above which a worker is expensive even if each of them is cheap.
const MANY: usize = 16;

/// The number at which counting stops.
const MOST: usize = 1 << 20;

/// The estimated cost of a call of a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// A rough number of scalar operations.
    pub operations: usize,
    /// True if computing the result takes longer than writing it and reading it again.
    pub is_expensive: bool,
    /// True if a function is called of which nothing is known.
    pub is_unknown: bool,
    /// True if no bound is known for the time: there is a call of an unknown function, or a loop.
    pub is_unbounded: bool,
    /// True if none is known however few terms the folds over an index have: there is such a call, or
    /// another loop.
    pub is_endless: bool,
    /// The operations of a term of each of the folds over an index together.
    pub of_terms: usize,
    /// The equivalent number of additions, if there is nothing but arithmetic on numbers.
    pub plain: Option<usize>,
}

impl Estimate {
    const UNKNOWN: Estimate = Estimate {
        operations: CALL,
        is_expensive: true,
        is_unknown: true,
        is_unbounded: true,
        is_endless: true,
        of_terms: 0,
        plain: None,
    };

    /// A loop, beside its body.
    const LOOP: Estimate = Estimate {
        is_unbounded: true,
        is_endless: true,
        ..Estimate::expensive(LOOP)
    };

    /// A method that numbers don't have: of an iterator, or of the user's own type.
    const METHOD: Estimate = Estimate {
        is_unbounded: true,
        is_endless: true,
        ..Estimate::expensive(4)
    };

    /// A number of cheap operations.
    const fn cheap(operations: usize) -> Estimate {
        Estimate {
            operations,
            is_expensive: false,
            is_unknown: false,
            is_unbounded: false,
            is_endless: false,
            of_terms: 0,
            plain: None,
        }
    }

    /// A number of expensive operations.
    const fn expensive(operations: usize) -> Estimate {
        Estimate {
            is_expensive: true,
            ..Estimate::cheap(operations)
        }
    }

    /// Returns true if the call takes longer than a mispredicted branch, wherever it stands.
    pub fn is_heavy(&self) -> bool {
        self.operations >= SLOW_CALL
    }

    /// Adds the cost of a further step.
    fn add(&mut self, other: Estimate) {
        self.operations = (self.operations + other.operations).min(MOST);
        self.is_expensive |= other.is_expensive || self.operations > MANY;
        self.is_unknown |= other.is_unknown;
        self.is_unbounded |= other.is_unbounded;
        self.is_endless |= other.is_endless;
        self.of_terms = (self.of_terms + other.of_terms).min(MOST);
    }
}

/// Estimates for the functions beside a program, by name.
#[derive(Clone, Debug, Default)]
pub struct Estimates {
    functions: OrderedMap<String, Estimate>,
}

impl Estimates {
    /// Estimates functions by their bodies. A function that calls itself stays unknown.
    pub fn of(functions: &[ItemFn]) -> Estimates {
        let mut left: OrderedMap<String, (&ItemFn, OrderedSet<String>)> = functions
            .iter()
            .map(|function| {
                let called = called(&function.block);
                (function.sig.ident.to_string(), (function, called))
            })
            .collect();
        let mut estimates = Estimates::default();
        loop {
            let waits =
                |called: &OrderedSet<String>| called.iter().any(|name| left.contains_key(name));
            let ready: Vec<String> = left
                .iter()
                .filter(|(_, (_, called))| !waits(called))
                .map(|(name, _)| name.clone())
                .list();
            if ready.is_empty() {
                return estimates;
            }
            for name in ready {
                if let Some((function, _)) = left.remove(&name) {
                    let estimate = estimates.body(&function.block);
                    estimates.functions.insert(name, estimate);
                }
            }
        }
    }

    /// Estimates a call of a worker: of a closure, or of the function that a path names.
    pub fn worker(&self, worker: &Expr) -> Estimate {
        match worker {
            Expr::Path(path) => self.call(&path.path),
            Expr::Closure(closure) => {
                let whole = self.expression(&closure.body);
                match condition(worker) {
                    Some(condition) => Estimate {
                        operations: self.expression(&condition.body).operations
                            + whole.operations / RARE,
                        ..whole
                    },
                    None => whole,
                }
            }
            expr => self.expression(expr),
        }
    }

    fn expression(&self, expr: &Expr) -> Estimate {
        let mut sum = Estimate::default();
        walk::expr(expr, &mut |node| self.add(node, &mut sum));
        Estimate {
            plain: self.plain(expr),
            ..sum
        }
    }

    fn body(&self, body: &Block) -> Estimate {
        let mut sum = Estimate::default();
        walk::block(body, &mut |node| self.add(node, &mut sum));
        Estimate {
            plain: self.block(&body.stmts),
            ..sum
        }
    }

    /// Adds the estimate of a part of an expression without its operands. Returns true if these
    /// count as well.
    fn add(&self, node: Node<'_>, sum: &mut Estimate) -> bool {
        match node {
            Node::Expr(expr) => sum.add(self.step(expr)),
            Node::Macro(_) => {
                sum.add(Estimate::UNKNOWN);
                return false;
            }
            _ => {}
        }
        true
    }

    /// Estimates a call of the function that a path names.
    fn call(&self, path: &Path) -> Estimate {
        if let Some(method) = method_of_number(path) {
            return match &method[..] {
                // Operators of folds and scans, and conversions.
                name if is_cheap(name) || name == "from" => Estimate {
                    plain: Some(1),
                    ..Estimate::cheap(1)
                },
                name => of_method(name),
            };
        }
        let name = path.get_ident().map(ToString::to_string);
        match name.and_then(|name| self.functions.get(&name)) {
            Some(known) => *known,
            None if is_default(path) => Estimate::cheap(1),
            None if is_constructor(path) => Estimate::default(),
            None => Estimate::UNKNOWN,
        }
    }

    /// Estimates an expression without its operands.
    fn step(&self, expr: &Expr) -> Estimate {
        match expr {
            Expr::Binary(binary) => match binary.op {
                BinOp::Div(_) | BinOp::Rem(_) => Estimate::expensive(1),
                _ => Estimate::cheap(1),
            },
            Expr::Unary(_) | Expr::Cast(_) | Expr::If(_) => Estimate::cheap(1),
            Expr::Index(_) | Expr::Match(_) => Estimate::cheap(4),
            Expr::MethodCall(call) => {
                let mut own = of_method(&call.method.to_string());
                // Of closures the bodies count as operands.
                if calls_last(&call.method.to_string())
                    && let Some(Expr::Path(function)) = call.args.last()
                {
                    own.add(self.call(&function.path));
                }
                own
            }
            Expr::Call(call) if over::is_part(expr) => match Over::of(expr) {
                Some(over) => self.fold(call, &over),
                None => Estimate::cheap(4),
            },
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => self.call(&path.path),
                _ => Estimate::UNKNOWN,
            },
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => Estimate::LOOP,
            _ => Estimate::default(),
        }
    }

    /// Estimates a fold over an index without its operands, of which its terms take as much again
    /// each.
    fn fold(&self, call: &ExprCall, over: &Over<'_>) -> Estimate {
        let operands = call
            .args
            .iter()
            .filter(|arg| !matches!(arg, Expr::Tuple(_)));
        let operations = operands.map(|operand| self.expression(operand).operations);
        Estimate {
            is_endless: false,
            of_terms: 1 + over.views.len() + operations.sum::<usize>(),
            ..Estimate::LOOP
        }
    }

    /// Counts the operations of an expression that is nothing but arithmetic on numbers.
    fn plain(&self, expr: &Expr) -> Option<usize> {
        /// A division takes as long as this many additions.
        const DIVISION: usize = 8;
        /// One by a number that is known is a multiplication and a shift.
        const BY_LITERAL: usize = 4;
        match expr {
            Expr::Lit(_) | Expr::Path(_) => Some(0),
            Expr::Paren(inner) => self.plain(&inner.expr),
            Expr::Group(inner) => self.plain(&inner.expr),
            Expr::Field(field) => self.plain(&field.base),
            Expr::Cast(cast) => self.sum(1, [&*cast.expr]),
            Expr::Unary(unary) => self.sum(1, [&*unary.expr]),
            Expr::Binary(binary) => {
                let own = match binary.op {
                    BinOp::Div(_) if is_integer(&binary.right) => BY_LITERAL,
                    BinOp::Div(_) | BinOp::Rem(_) => DIVISION,
                    _ => 1,
                };
                self.sum(own, [&*binary.left, &*binary.right])
            }
            Expr::Tuple(tuple) => self.sum(0, &tuple.elems),
            Expr::MethodCall(call) if is_cheap(&call.method.to_string()) => {
                self.sum(1, std::iter::once(&*call.receiver).chain(&call.args))
            }
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => self.sum(self.call(&path.path).plain?, &call.args),
                _ => None,
            },
            Expr::If(choice) => {
                let (_, other) = choice.else_branch.as_ref()?;
                let own = self.block(&choice.then_branch.stmts)? + 1;
                self.sum(own, [&*choice.cond, &**other])
            }
            Expr::Block(inner) if inner.label.is_none() => self.block(&inner.block.stmts),
            _ => None,
        }
    }

    /// Counts the operations of several such expressions and adds `own`.
    fn sum<'e>(&self, own: usize, exprs: impl IntoIterator<Item = &'e Expr>) -> Option<usize> {
        let mut parts = exprs.into_iter().map(|expr| self.plain(expr));
        parts.try_fold(own, |sum, part| Some((sum + part?).min(MOST)))
    }

    /// Counts the operations of such statements: values bound to names, and an expression.
    fn block(&self, statements: &[Stmt]) -> Option<usize> {
        let parts = every(statements.iter().map(|statement| match statement {
            Stmt::Local(local) => {
                let init = local.init.as_ref();
                let init = init.filter(|init| init.diverge.is_none())?;
                Some(&*init.expr)
            }
            Stmt::Expr(expr, None) => Some(expr),
            _ => None,
        }));
        self.sum(0, parts?)
    }
}

/// Returns true for an integer that is written down.
fn is_integer(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(literal) if matches!(literal.lit, syn::Lit::Int(_)))
}

/// The functions without a path that a body calls.
fn called(body: &Block) -> OrderedSet<String> {
    let mut called = OrderedSet::new();
    walk::block(body, &mut |node| {
        if let Node::Expr(Expr::Call(call)) = node
            && let Expr::Path(path) = &*call.func
        {
            called.extend(path.path.get_ident().map(ToString::to_string));
        }
        true
    });
    called
}

/// Returns true for the name of a type or a variant by Rust's conventions, such as `Some`: a call of it puts
/// its operands side by side.
fn is_constructor(path: &Path) -> bool {
    let last = path.segments.last().map(|last| last.ident.to_string());
    last.is_some_and(|name| {
        name.starts_with(|first: char| first.is_uppercase()) && !name.contains('_')
    })
}

/// Returns true for `Default::default`, which lowering writes: elements are `Copy`.
fn is_default(path: &Path) -> bool {
    let mut segments = path.segments.iter().rev();
    let is_next =
        |segment: Option<&PathSegment>, name| segment.is_some_and(|own| own.ident == name);
    is_next(segments.next(), "default") && is_next(segments.next(), "Default")
}

#[cfg(test)]
mod tests;
