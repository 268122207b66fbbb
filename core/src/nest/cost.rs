//! A rough number of scalar operations in one iteration, for the decision
//! between one thread and many.

use super::{Host, Region};
use crate::ir::Op;
use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Path, Stmt, Token};

/// What a call of a function may take: nothing is known of it.
const CALL: usize = 10;

/// What a function of a mathematical library takes: none of them vectorises.
const SLOW_CALL: usize = 40;

/// A worker of more operations than this is dear even where each of them is cheap.
const MANY: usize = 16;

/// What it takes to read or write at a computed place.
const MOVE: usize = 4;

/// The operations of a body.
pub fn of(region: &Region) -> usize {
    let mut moves = 0;
    region.visit(&mut |region| {
        moves += region.steps.iter().filter(|step| step.may_fail()).count();
    });
    of_arithmetic(region) + moves * MOVE
}

/// The same, but for what it takes to get to computed places.
pub fn of_arithmetic(region: &Region) -> usize {
    let own = region.reads.len() + region.steps.len();
    let workers = region.workers().map(of_worker);
    own + workers.sum::<usize>() + region.inner.iter().map(of_arithmetic).sum::<usize>()
}

/// The operations of a binding of which all costs are known, so that it may run
/// more than once where that saves memory traffic; `None` for any other.
pub fn repeated(op: &Op) -> Option<usize> {
    match op {
        // A path is a function of which nothing is known.
        Op::Map { worker, .. } | Op::Generate { worker, .. } => match &worker.expr {
            Expr::Closure(closure) => Some(1 + plain(&closure.body)?),
            _ => None,
        },
        Op::Range { .. } => Some(1),
        _ => None,
    }
}

/// Whether a worker takes longer than to write its result and read it again, as far as the text says.
pub fn is_dear(worker: &Host) -> bool {
    if let Expr::Path(path) = &worker.expr {
        return !is_of_number(&path.path);
    }
    let is_slow = |expr: &Expr| match expr {
        Expr::Binary(binary) => matches!(binary.op, BinOp::Div(_) | BinOp::Rem(_)),
        Expr::MethodCall(call) => !is_cheap(&call.method),
        Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => true,
        expr => is_unknown_call(expr),
    };
    has(&worker.expr, &is_slow) || of_worker(worker) > MANY
}

/// Whether a worker certainly takes long, wherever it stands: longer than a branch that goes either way.
pub fn is_very_dear(worker: &Host) -> bool {
    of_worker(worker) >= SLOW_CALL
}

/// Whether a worker calls a function of which nothing is known.
pub fn calls(worker: &Host) -> bool {
    match &worker.expr {
        Expr::Path(path) => !is_of_number(&path.path),
        expr => has(expr, &is_unknown_call),
    }
}

fn is_unknown_call(expr: &Expr) -> bool {
    match expr {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => !is_of_number(&path.path),
            _ => true,
        },
        Expr::Macro(_) => true,
        _ => false,
    }
}

/// Whether a condition holds for an expression or for one inside it.
fn has(expr: &Expr, condition: &dyn Fn(&Expr) -> bool) -> bool {
    struct Seen<'c>(bool, &'c dyn Fn(&Expr) -> bool);
    impl<'a> Visit<'a> for Seen<'_> {
        fn visit_expr(&mut self, expr: &'a Expr) {
            self.0 |= (self.1)(expr);
            visit::visit_expr(self, expr);
        }
    }
    let mut seen = Seen(false, condition);
    seen.visit_expr(expr);
    seen.0
}

/// Whether workers may run twice for an element, in two sweeps over a block that is in the cache.
pub fn may_run_twice<'h>(workers: impl IntoIterator<Item = &'h Host>) -> bool {
    const CHEAP: usize = 8;
    let mut operations = 0;
    let mut dear = false;
    for worker in workers {
        operations += of_worker(worker);
        dear |= is_dear(worker);
    }
    operations <= CHEAP && !dear
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

fn is_slow(method: &Ident) -> bool {
    SLOW.iter().any(|name| method == name)
}

fn is_cheap(method: &Ident) -> bool {
    CHEAP.iter().any(|name| method == name)
}

/// The operations of an expression that is nothing but arithmetic on numbers.
fn plain(expr: &Expr) -> Option<usize> {
    /// As much as so many additions.
    const DIVISION: usize = 8;
    let all = |exprs: &Punctuated<Expr, Token![,]>| -> Option<usize> {
        let mut costs = exprs.iter().map(plain);
        costs.try_fold(0, |sum, cost| Some(sum + cost?))
    };
    match expr {
        Expr::Lit(_) | Expr::Path(_) => Some(0),
        Expr::Paren(inner) => plain(&inner.expr),
        Expr::Group(inner) => plain(&inner.expr),
        Expr::Field(field) => plain(&field.base),
        Expr::Cast(cast) => Some(1 + plain(&cast.expr)?),
        Expr::Unary(unary) => Some(1 + plain(&unary.expr)?),
        Expr::Binary(binary) => {
            let own = match binary.op {
                BinOp::Div(_) | BinOp::Rem(_) => DIVISION,
                _ => 1,
            };
            Some(own + plain(&binary.left)? + plain(&binary.right)?)
        }
        Expr::Tuple(tuple) => all(&tuple.elems),
        Expr::MethodCall(call) if is_cheap(&call.method) => {
            Some(1 + plain(&call.receiver)? + all(&call.args)?)
        }
        Expr::If(choice) => {
            let (_, other) = choice.else_branch.as_ref()?;
            Some(1 + plain(&choice.cond)? + block(&choice.then_branch.stmts)? + plain(other)?)
        }
        Expr::Block(inner) if inner.label.is_none() => block(&inner.block.stmts),
        _ => None,
    }
}

/// The same of statements: values bound to names, and an expression.
fn block(statements: &[Stmt]) -> Option<usize> {
    statements.iter().try_fold(0, |sum, statement| {
        let expr = match statement {
            Stmt::Local(local) => {
                &local
                    .init
                    .as_ref()
                    .filter(|init| init.diverge.is_none())?
                    .expr
            }
            Stmt::Expr(expr, None) => expr,
            _ => return None,
        };
        Some(sum + plain(expr)?)
    })
}

/// The operations of a worker.
pub fn of_worker(worker: &Host) -> usize {
    struct Count(usize);
    impl<'a> Visit<'a> for Count {
        fn visit_expr(&mut self, expr: &'a Expr) {
            self.0 += match expr {
                Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_) | Expr::If(_) => 1,
                Expr::MethodCall(call) if is_slow(&call.method) => SLOW_CALL,
                Expr::MethodCall(_) | Expr::Index(_) | Expr::Match(_) => 4,
                Expr::Call(call) => match &*call.func {
                    // `i64::from(x)`
                    Expr::Path(path) if is_of_number(&path.path) => 1,
                    _ => CALL,
                },
                Expr::Macro(_) => CALL,
                Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => 100,
                _ => 0,
            };
            visit::visit_expr(self, expr);
        }
    }
    // A path stands for the closure that calls what it names.
    if let Expr::Path(path) = &worker.expr {
        return if is_of_number(&path.path) { 0 } else { CALL };
    }
    let mut count = Count(0);
    count.visit_expr(&worker.expr);
    count.0
}

/// Whether a path names a method of a built-in number, as `f64::max` does: the step itself is all it
/// costs.
fn is_of_number(path: &Path) -> bool {
    const NUMBERS: [&str; 14] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64",
    ];
    let first = path.segments.first();
    first.is_some_and(|segment| NUMBERS.iter().any(|number| segment.ident == number))
}
