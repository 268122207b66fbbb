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
mod tests {
    use super::*;

    /// Estimates a worker beside such functions.
    fn beside(functions: &[&str], worker: &str) -> Estimate {
        let functions: Vec<ItemFn> = functions
            .iter()
            .map(|text| syn::parse_str(text).unwrap())
            .collect();
        Estimates::of(&functions).worker(&syn::parse_str(worker).unwrap())
    }

    #[test]
    fn a_function_beside_the_program_takes_what_its_body_takes() {
        let square = "fn square(x: f32) -> f32 { x * x }";
        let by_hand = beside(&[], "|x: f32| x * x + 1.0");
        assert_eq!(beside(&[square], "|x| square(x) + 1.0"), by_hand);
        assert_eq!(by_hand.plain, Some(2));
        assert_eq!(beside(&[square], "square"), beside(&[], "|x: f32| x * x"));
        let wave = "fn wave(x: f32) -> f32 { x.sin() }";
        assert!(beside(&[wave], "|x| wave(x)").is_heavy());
        assert!(!beside(&[wave], "|x| wave(x)").is_unknown);
    }

    #[test]
    fn functions_call_each_other_in_any_order() {
        let functions = [
            "fn c(x: u32) -> u32 { b(x) + a(x) }",
            "fn a(x: u32) -> u32 { x + 1 }",
            "fn b(x: u32) -> u32 { a(x) ^ 5 }",
        ];
        assert_eq!(
            beside(&functions, "c"),
            beside(&[], "|x| ((x + 1) ^ 5) + (x + 1)")
        );
    }

    #[test]
    fn what_calls_itself_is_unknown() {
        let functions = [
            "fn even(n: u32) -> bool { n == 0 || odd(n - 1) }",
            "fn odd(n: u32) -> bool { n != 0 && even(n - 1) }",
            "fn not_even(n: u32) -> bool { !even(n) }",
        ];
        for worker in ["even", "|n| odd(n)", "not_even"] {
            let estimate = beside(&functions, worker);
            assert!(estimate.is_unknown && estimate.is_expensive, "{worker}");
            assert_eq!(estimate.plain, None, "{worker}");
        }
    }

    #[test]
    fn what_is_outside_is_unknown() {
        for worker in [
            "outside",
            "|x| outside(x)",
            "|x| super::near(x)",
            "|x| (self.f)(x)",
            "|x| { assert!(x > 0); x }",
            "|x| matches!(x, 1)",
        ] {
            let estimate = beside(&["fn near(x: i32) -> i32 { x }"], worker);
            assert!(estimate.is_unknown && estimate.is_expensive, "{worker}");
            assert_eq!(estimate.plain, None, "{worker}");
        }
    }

    #[test]
    fn constructors_and_methods_of_options_are_cheap() {
        for worker in [
            "Some",
            "|(i, x)| Some((x, i))",
            "|x| Shape::Circle(x)",
            "|a, b| b.or(a)",
            "|a, b| if b.is_some() { b } else { a }",
            "|x| x.unwrap_or(0.0)",
            "|x| x.is_some_and(|x| x > 0.0)",
        ] {
            let estimate = beside(&[], worker);
            assert!(!estimate.is_expensive && !estimate.is_unbounded, "{worker}");
        }
        assert!(beside(&[], "|x| Some(x.sin())").is_heavy());
        assert!(beside(&[], "|x| x.and_then(outside)").is_unknown);
    }

    #[test]
    fn numbers_are_known() {
        assert!(!beside(&[], "f64::max").is_expensive);
        assert_eq!(beside(&[], "|x| i64::from(x) + 1").plain, Some(2));
        assert!(beside(&[], "f64::sqrt").is_expensive);
        let default = "|x| if x { ::core::default::Default::default() } else { x }";
        assert!(!beside(&[], default).is_unbounded);
        assert!(!beside(&[], "f64::sqrt").is_heavy());
        assert!(beside(&[], "f64::sin").is_heavy());
        assert!(beside(&[], "|x| x / 3").is_expensive);
        assert!(!beside(&[], "|x| x * 3").is_expensive);
        assert!(!beside(&[], "u32::pow").is_unknown);
    }

    #[test]
    fn loops_and_what_is_unknown_may_take_any_time() {
        for worker in [
            "|x| { let mut s = 0; for k in 0..x { s += k; } s }",
            "|x| (0..x).sum::<u32>()",
            "|x| x.distance(y)",
            "|x| outside(x)",
            "|x| format!(\"{x}\").len()",
        ] {
            assert!(beside(&[], worker).is_unbounded, "{worker}");
        }
        for worker in [
            "|x| x.sin().sqrt().powi(2) + f64::from(x.is_nan() as u8)",
            "|x: u32| x.leading_zeros() + table[x as usize]",
            "|x| if x > 1 { x / 2 } else { 3 * x + 1 }",
        ] {
            assert!(!beside(&[], worker).is_unbounded, "{worker}");
        }
        let slow = "fn slow(x: u32) -> u32 { while x > 0 {} x }";
        assert!(beside(&[slow], "slow").is_unbounded);
    }

    #[test]
    fn folds_over_an_index_take_any_time_by_their_terms_alone() {
        let sum = "fusus_over_sum(0, n, (fusus_view(a, [(n, 0, 1)]),), |k, x| x * x + 1.0)";
        let one = beside(&[], &format!("|y| y + {sum}"));
        assert!(one.is_unbounded && !one.is_endless);
        // An addition, an element, a product and another addition.
        assert_eq!(one.of_terms, 4);
        let two = beside(&[], &format!("|y| {sum} + {sum}"));
        assert_eq!((two.of_terms, two.is_endless), (8, false));
        for worker in [
            format!("|y| outside(y) + {sum}"),
            format!("|y| {{ for k in 0..y {{}} {sum} }}"),
            "|y| fusus_over_sum(0, n, (), |k| outside(k))".to_owned(),
        ] {
            assert!(beside(&[], &worker).is_endless, "{worker}");
        }
        assert_eq!(beside(&[], "|x| x.sin()").of_terms, 0);
    }

    #[test]
    fn many_cheap_operations_are_expensive() {
        let sum = |terms: usize| format!("|x: f32| {}", vec!["x"; terms].join(" + "));
        assert!(!beside(&[], &sum(MANY + 1)).is_expensive);
        assert!(beside(&[], &sum(MANY + 2)).is_expensive);
    }

    #[test]
    fn what_doubles_with_each_function_ends() {
        let mut functions = vec!["fn f0(x: u64) -> u64 { x + 1 }".to_owned()];
        for index in 1..100 {
            let before = index - 1;
            functions.push(format!(
                "fn f{index}(x: u64) -> u64 {{ f{before}(x) ^ f{before}(x) }}"
            ));
        }
        let functions: Vec<&str> = functions.iter().map(String::as_str).collect();
        let estimate = beside(&functions, "|x| f99(x)");
        assert_eq!(estimate.operations, MOST);
        assert_eq!(estimate.plain, Some(MOST));
    }
}
