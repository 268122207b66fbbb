//! What it takes to call workers, as far as the text of the program says.
//!
//! Functions that stand beside the program are looked into. Of functions and macros from outside nothing is
//! known.

use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprCall, ItemFn, Macro, Path, Stmt};

/// What a call of a function of which nothing is known may take.
const CALL: usize = 10;

/// What a function of a mathematical library takes: none of them vectorises.
const SLOW_CALL: usize = 40;

/// What a loop takes.
const LOOP: usize = 100;

/// What takes more operations than this is dear even where each of them is cheap.
const MANY: usize = 16;

/// As many as are counted.
const MOST: usize = 1 << 20;

/// What a call of a worker takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// A rough number of scalar operations.
    pub operations: usize,
    /// Whether it takes longer than to write the result and read it again.
    pub is_dear: bool,
    /// Whether a function is called of which nothing is known.
    pub is_unknown: bool,
    /// Whether it may take any time: it calls what is unknown, or loops.
    pub is_unbounded: bool,
    /// The number of additions that take as long, if there is nothing but arithmetic on numbers.
    pub plain: Option<usize>,
}

impl Effort {
    const UNKNOWN: Effort = Effort {
        operations: CALL,
        is_dear: true,
        is_unknown: true,
        is_unbounded: true,
        plain: None,
    };

    /// Of a loop, beside its body.
    const LOOP: Effort = Effort {
        is_unbounded: true,
        ..Effort::dear(LOOP)
    };

    /// Of a method that is none of numbers: of an iterator, or the user's own.
    const METHOD: Effort = Effort {
        is_unbounded: true,
        ..Effort::dear(4)
    };

    /// Of so many cheap operations, beside others.
    const fn cheap(operations: usize) -> Effort {
        Effort {
            operations,
            is_dear: false,
            is_unknown: false,
            is_unbounded: false,
            plain: None,
        }
    }

    /// Of so many operations that take long, beside others.
    const fn dear(operations: usize) -> Effort {
        Effort {
            is_dear: true,
            ..Effort::cheap(operations)
        }
    }

    /// Whether it certainly takes long, wherever it stands: longer than a branch that goes either way.
    pub fn is_very_dear(&self) -> bool {
        self.operations >= SLOW_CALL
    }

    /// Counts what is also done.
    fn add(&mut self, other: Effort) {
        self.operations = (self.operations + other.operations).min(MOST);
        self.is_dear |= other.is_dear || self.operations > MANY;
        self.is_unknown |= other.is_unknown;
        self.is_unbounded |= other.is_unbounded;
    }
}

/// What it takes to call the functions beside a program.
#[derive(Clone, Debug, Default)]
pub struct Efforts {
    functions: BTreeMap<String, Effort>,
}

impl Efforts {
    /// Looks into functions. One that calls itself stays unknown.
    pub fn of(functions: &[ItemFn]) -> Efforts {
        let mut left: BTreeMap<String, (&ItemFn, BTreeSet<String>)> = functions
            .iter()
            .map(|function| {
                let called = called(&function.block);
                (function.sig.ident.to_string(), (function, called))
            })
            .collect();
        let mut efforts = Efforts::default();
        loop {
            let waits =
                |called: &BTreeSet<String>| called.iter().any(|name| left.contains_key(name));
            let ready: Vec<String> = left
                .iter()
                .filter(|(_, (_, called))| !waits(called))
                .map(|(name, _)| name.clone())
                .collect();
            if ready.is_empty() {
                return efforts;
            }
            for name in ready {
                if let Some((function, _)) = left.remove(&name) {
                    let effort = efforts.body(&function.block);
                    efforts.functions.insert(name, effort);
                }
            }
        }
    }

    /// What a call of a worker takes: of a closure, or of what a path names.
    pub fn worker(&self, worker: &Expr) -> Effort {
        match worker {
            Expr::Path(path) => self.call(&path.path),
            Expr::Closure(closure) => self.expression(&closure.body),
            expr => self.expression(expr),
        }
    }

    fn expression(&self, expr: &Expr) -> Effort {
        let mut sum = Sum::new(self);
        sum.visit_expr(expr);
        Effort {
            plain: self.plain(expr),
            ..sum.effort
        }
    }

    fn body(&self, body: &Block) -> Effort {
        let mut sum = Sum::new(self);
        sum.visit_block(body);
        Effort {
            plain: self.block(&body.stmts),
            ..sum.effort
        }
    }

    /// What the function that a path names takes.
    fn call(&self, path: &Path) -> Effort {
        if let Some(method) = method_of_number(path) {
            return match &method[..] {
                // What folds and scans do anyway, and conversions.
                name if is_cheap(name) || name == "from" => Effort {
                    plain: Some(1),
                    ..Effort::cheap(1)
                },
                name => of_method(name),
            };
        }
        let name = path.get_ident().map(ToString::to_string);
        let known = name.and_then(|name| self.functions.get(&name));
        known.copied().unwrap_or(Effort::UNKNOWN)
    }

    /// What an expression takes without its parts.
    fn step(&self, expr: &Expr) -> Effort {
        match expr {
            Expr::Binary(binary) => match binary.op {
                BinOp::Div(_) | BinOp::Rem(_) => Effort::dear(1),
                _ => Effort::cheap(1),
            },
            Expr::Unary(_) | Expr::Cast(_) | Expr::If(_) => Effort::cheap(1),
            Expr::Index(_) | Expr::Match(_) => Effort::cheap(4),
            Expr::MethodCall(call) => of_method(&call.method.to_string()),
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => self.call(&path.path),
                _ => Effort::UNKNOWN,
            },
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => Effort::LOOP,
            _ => Effort::default(),
        }
    }

    /// The operations of an expression that is nothing but arithmetic on numbers.
    fn plain(&self, expr: &Expr) -> Option<usize> {
        /// As much as so many additions.
        const DIVISION: usize = 8;
        match expr {
            Expr::Lit(_) | Expr::Path(_) => Some(0),
            Expr::Paren(inner) => self.plain(&inner.expr),
            Expr::Group(inner) => self.plain(&inner.expr),
            Expr::Field(field) => self.plain(&field.base),
            Expr::Cast(cast) => self.sum(1, [&*cast.expr]),
            Expr::Unary(unary) => self.sum(1, [&*unary.expr]),
            Expr::Binary(binary) => {
                let own = match binary.op {
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

    /// The same of several, beside what is known.
    fn sum<'e>(&self, own: usize, exprs: impl IntoIterator<Item = &'e Expr>) -> Option<usize> {
        let mut parts = exprs.into_iter().map(|expr| self.plain(expr));
        parts.try_fold(own, |sum, part| Some((sum + part?).min(MOST)))
    }

    /// The same of statements: values bound to names, and an expression.
    fn block(&self, statements: &[Stmt]) -> Option<usize> {
        let parts: Option<Vec<&Expr>> = statements
            .iter()
            .map(|statement| match statement {
                Stmt::Local(local) => {
                    let init = local.init.as_ref();
                    let init = init.filter(|init| init.diverge.is_none())?;
                    Some(&*init.expr)
                }
                Stmt::Expr(expr, None) => Some(expr),
                _ => None,
            })
            .collect();
        self.sum(0, parts?)
    }
}

/// What all parts of an expression take.
struct Sum<'e> {
    efforts: &'e Efforts,
    effort: Effort,
}

impl<'e> Sum<'e> {
    fn new(efforts: &'e Efforts) -> Self {
        Sum {
            efforts,
            effort: Effort::default(),
        }
    }
}

impl<'a> Visit<'a> for Sum<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        self.effort.add(self.efforts.step(expr));
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, _: &'a Macro) {
        self.effort.add(Effort::UNKNOWN);
    }
}

/// The functions without a path that a body calls.
fn called(body: &Block) -> BTreeSet<String> {
    struct Called(BTreeSet<String>);
    impl<'a> Visit<'a> for Called {
        fn visit_expr_call(&mut self, call: &'a ExprCall) {
            if let Expr::Path(path) = &*call.func {
                self.0
                    .extend(path.path.get_ident().map(ToString::to_string));
            }
            visit::visit_expr_call(self, call);
        }
    }
    let mut called = Called(BTreeSet::new());
    called.visit_block(body);
    called.0
}

/// What a method takes, if it is one of numbers.
fn of_method(name: &str) -> Effort {
    match name {
        name if SLOW.contains(&name) => Effort::dear(SLOW_CALL),
        name if is_cheap(name) => Effort::cheap(4),
        name if BOUNDED.contains(&name) => Effort::dear(4),
        _ => Effort::METHOD,
    }
}

fn is_cheap(method: &str) -> bool {
    CHEAP.contains(&method)
}

/// Methods of numbers that take an instruction or two.
const CHEAP: [&str; 16] = [
    "abs",
    "abs_diff",
    "clamp",
    "count_ones",
    "max",
    "min",
    "mul_add",
    "not",
    "recip",
    "rotate_left",
    "rotate_right",
    "saturating_add",
    "saturating_sub",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_sub",
];

/// Methods of numbers that are functions of a mathematical library.
const SLOW: [&str; 25] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp",
    "exp2", "exp_m1", "hypot", "ln", "ln_1p", "log", "log10", "log2", "powf", "sin", "sin_cos",
    "sinh", "tan", "tanh",
];

/// Other methods of built-in types that take some instructions, and never more.
const BOUNDED: [&str; 75] = [
    "as_mut",
    "as_ref",
    "borrow",
    "cast_signed",
    "cast_unsigned",
    "ceil",
    "checked_add",
    "checked_div",
    "checked_mul",
    "checked_rem",
    "checked_sub",
    "clone",
    "cmp",
    "copysign",
    "count_zeros",
    "div_ceil",
    "div_euclid",
    "eq",
    "floor",
    "fract",
    "from_bits",
    "ge",
    "get",
    "gt",
    "into",
    "is_empty",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_negative",
    "is_none",
    "is_positive",
    "is_power_of_two",
    "is_sign_negative",
    "is_sign_positive",
    "is_some",
    "isqrt",
    "le",
    "leading_ones",
    "leading_zeros",
    "len",
    "lt",
    "max_by",
    "min_by",
    "ne",
    "next_multiple_of",
    "next_power_of_two",
    "overflowing_add",
    "overflowing_mul",
    "overflowing_sub",
    "partial_cmp",
    "pow",
    "powi",
    "rem_euclid",
    "reverse_bits",
    "round",
    "round_ties_even",
    "saturating_mul",
    "signum",
    "sqrt",
    "swap_bytes",
    "then",
    "then_some",
    "to_bits",
    "to_degrees",
    "to_radians",
    "total_cmp",
    "trailing_ones",
    "trailing_zeros",
    "trunc",
    "unsigned_abs",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "wrapping_neg",
];

/// The method of a built-in number that a path names, as `f64::max` does.
fn method_of_number(path: &Path) -> Option<String> {
    const NUMBERS: [&str; 14] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64",
    ];
    if path.segments.len() != 2 {
        return None;
    }
    let (number, method) = (&path.segments[0].ident, &path.segments[1].ident);
    let is_number = NUMBERS.iter().any(|name| number == name);
    is_number.then(|| method.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a worker takes beside such functions.
    fn beside(functions: &[&str], worker: &str) -> Effort {
        let functions: Vec<ItemFn> = functions
            .iter()
            .map(|text| syn::parse_str(text).unwrap())
            .collect();
        Efforts::of(&functions).worker(&syn::parse_str(worker).unwrap())
    }

    #[test]
    fn a_function_beside_the_program_takes_what_its_body_takes() {
        let square = "fn square(x: f32) -> f32 { x * x }";
        let by_hand = beside(&[], "|x: f32| x * x + 1.0");
        assert_eq!(beside(&[square], "|x| square(x) + 1.0"), by_hand);
        assert_eq!(by_hand.plain, Some(2));
        assert_eq!(beside(&[square], "square"), beside(&[], "|x: f32| x * x"));
        let wave = "fn wave(x: f32) -> f32 { x.sin() }";
        assert!(beside(&[wave], "|x| wave(x)").is_very_dear());
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
            let effort = beside(&functions, worker);
            assert!(effort.is_unknown && effort.is_dear, "{worker}");
            assert_eq!(effort.plain, None, "{worker}");
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
            let effort = beside(&["fn near(x: i32) -> i32 { x }"], worker);
            assert!(effort.is_unknown && effort.is_dear, "{worker}");
            assert_eq!(effort.plain, None, "{worker}");
        }
    }

    #[test]
    fn numbers_are_known() {
        assert!(!beside(&[], "f64::max").is_dear);
        assert_eq!(beside(&[], "|x| i64::from(x) + 1").plain, Some(2));
        assert!(beside(&[], "f64::sqrt").is_dear);
        assert!(!beside(&[], "f64::sqrt").is_very_dear());
        assert!(beside(&[], "f64::sin").is_very_dear());
        assert!(beside(&[], "|x| x / 3").is_dear);
        assert!(!beside(&[], "|x| x * 3").is_dear);
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
    fn many_cheap_operations_are_dear() {
        let sum = |terms: usize| format!("|x: f32| {}", vec!["x"; terms].join(" + "));
        assert!(!beside(&[], &sum(MANY + 1)).is_dear);
        assert!(beside(&[], &sum(MANY + 2)).is_dear);
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
        let effort = beside(&functions, "|x| f99(x)");
        assert_eq!(effort.operations, MOST);
        assert_eq!(effort.plain, Some(MOST));
    }
}
