//! Corrections of operators that are often written by mistake.

use super::shape::Shape;
use super::{Operator, Start};
use crate::interp::{Prim, Value, Worker};
use crate::ir::Program;
use crate::ir::component::bare;
use crate::ir::tokens;
use crate::walk::mentions;
use syn::{BinOp, Expr, ExprClosure, Pat, Stmt};

/// Returns the code to write instead, if the operator is of a kind that has another form. If it
/// `assumes` values of names, its coefficients are not those of the program.
pub(super) fn remedy(
    program: &Program,
    operator: &Operator<'_>,
    element: &Shape,
    assumes: bool,
    worker: &mut Worker<'_>,
) -> Option<String> {
    let (combinator, by) = (operator.combinator, &operator.by);
    let arg = operator.arg?;
    if operator.is_prefix {
        // Its array has no name.
        return None;
    }
    let array = match program.producer(arg) {
        None => program.arrays.get(arg)?.name.to_string(),
        Some(_) => "…".to_owned(),
    };
    let closure = match bare(&operator.worker.expr) {
        Expr::Closure(closure) => Some(closure),
        _ => None,
    };
    let prim = match element {
        Shape::Prim(prim) => Some(*prim),
        _ => None,
    };
    if let Some(Mapped {
        element,
        value,
        sign,
        verb,
    }) = closure.and_then(|of| mapped(of, prim?))
    {
        let (before, behind) = match operator.start {
            Start::Seed(seed) => (tokens::of(&seed.expr), ""),
            Start::Bins(dest) => (program.arrays.get(dest)?.name.to_string(), "…, "),
        };
        return Some(format!(
            "compute first what each element {verb}: \
             `{combinator}({by}{before}, |a, b| a {sign} b, {behind}map(|{element}| {value}, {array}))`"
        ));
    }
    if combinator == "fold_by" {
        // It yields pairs with keys.
        return None;
    }
    let Start::Seed(seed) = operator.start else {
        return None;
    };
    let seed = tokens::of(&seed.expr);
    if combinator == "scan" {
        let step = tokens::of(&operator.worker.expr);
        return Some(format!(
            "`recurrence({seed}, {step}, {array})` takes a state from left to right, whatever the step"
        ));
    }
    let prim = &prim?;
    let coefficients = Coefficients::of(worker, *prim)?;
    let one = if prim.is_float() { "1.0" } else { "1" };
    let zero = if prim.is_float() { "0.0" } else { "0" };
    let pair = match (&coefficients, closure.and_then(second)) {
        (Coefficients::Linear { p, q }, Some(x)) if !assumes => {
            let x = x.to_string();
            let q = match *q {
                1.0 => x.clone(),
                q => format!("{} * {x}", number(q, *prim)),
            };
            format!("map(|{x}| ({}, {q}), {array})", number(*p, *prim))
        }
        _ => format!("map(|x| (p, q), {array})"),
    };
    let values = match combinator {
        "fold" => format!("pairs.0 * {seed} + pairs.1"),
        _ => format!("map(|(p, q)| p * {seed} + q, pairs)"),
    };
    Some(format!(
        "a recurrence y = p * y + q composes as pairs of its coefficients: `let pairs = \
         {combinator}({by}({one}, {zero}), |f, g| (f.0 * g.0, f.1 * g.0 + g.1), {pair});`, and then \
         `{values}`"
    ))
}

/// A sum or product of something that is computed from each element.
struct Mapped {
    /// The pattern of the element.
    element: String,
    /// The value that is computed from it.
    value: String,
    sign: char,
    verb: &'static str,
}

/// Finds the term that is added to the first parameter or multiplied with it: of `|s, x| s + x * x`
/// it is `x * x`.
fn mapped(closure: &ExprClosure, prim: Prim) -> Option<Mapped> {
    let first = name(closure.inputs.first()?)?;
    let element = match closure.inputs.get(1)? {
        Pat::Wild(_) => "_".to_owned(),
        pattern => name(pattern)?.to_string(),
    };
    let Expr::Binary(step) = body(&closure.body) else {
        return None;
    };
    let is_first =
        |expr: &Expr| matches!(bare(expr), Expr::Path(path) if path.path.is_ident(first));
    if !is_first(&step.left) || mentions(&step.right, first) {
        return None;
    }
    let (before, sign, verb) = match step.op {
        BinOp::Add(_) => ("", '+', "adds"),
        BinOp::Sub(_) => ("-", '+', "adds"),
        BinOp::Mul(_) => ("", '*', "multiplies"),
        BinOp::Div(_) if prim.is_float() => ("1.0 / ", '*', "multiplies"),
        _ => return None,
    };
    let simple = matches!(
        bare(&step.right),
        Expr::Path(_) | Expr::Lit(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Field(_)
    );
    let inside = tokens::of(bare(&step.right));
    let value = match simple || before.is_empty() {
        true => format!("{before}{inside}"),
        false => format!("{before}({inside})"),
    };
    Some(Mapped {
        element,
        value,
        sign,
        verb,
    })
}

/// The name of the second parameter, if it is used.
fn second(closure: &ExprClosure) -> Option<&syn::Ident> {
    name(closure.inputs.get(1)?).filter(|name| !name.to_string().starts_with('_'))
}

fn name(pattern: &Pat) -> Option<&syn::Ident> {
    match pattern {
        Pat::Ident(ident) if ident.subpat.is_none() => Some(&ident.ident),
        Pat::Type(typed) => name(&typed.pat),
        Pat::Paren(inner) => name(&inner.pat),
        _ => None,
    }
}

/// The expression of a body, without braces around it.
fn body(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::Block(block) => match &block.block.stmts[..] {
            [Stmt::Expr(inner, None)] => body(inner),
            _ => expr,
        },
        other => other,
    }
}

/// The effect of an operator on numbers on its first operand.
enum Coefficients {
    /// `y` becomes `p * y + q * x`.
    Linear { p: f64, q: f64 },
    /// `y` becomes `p(x) * y + q(x)`.
    Affine,
}

impl Coefficients {
    /// The coefficients, if there are some for every element that is tried.
    fn of(worker: &mut Worker<'_>, prim: Prim) -> Option<Coefficients> {
        let mut lines = Vec::new();
        for x in [1.0, 2.0, 3.0, 5.0] {
            let mut at = |y: f64| {
                let args = [y, x].map(|number| value(number, prim)).to_vec();
                to_number(&worker.call(args).ok()?)
            };
            let (q, one, two, three) = (at(0.0)?, at(1.0)?, at(2.0)?, at(3.0)?);
            let p = one - q;
            let straight = |y: f64, found: f64| close(p * y + q, found);
            if !straight(2.0, two) || !straight(3.0, three) {
                return None;
            }
            lines.push((x, p, q));
        }
        let (_, p, unit) = lines[0];
        let constant = lines.iter().all(|(_, other, _)| close(p, *other));
        let linear = lines.iter().all(|(x, _, q)| close(unit * x, *q));
        Some(match constant && linear {
            true => Coefficients::Linear { p, q: unit },
            false => Coefficients::Affine,
        })
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0)
}

fn value(x: f64, prim: Prim) -> Value {
    let double = Value::F64(x);
    match prim {
        Prim::F64 => double,
        Prim::F32 => Value::F32(x as f32),
        // A literal takes the type that the operator gives it.
        _ => Value::Literal(crate::interp::Literal::Int {
            value: x as i128,
            bits: false,
        })
        .at(&crate::interp::Type::Prim(prim))
        .unwrap_or(double),
    }
}

fn to_number(value: &Value) -> Option<f64> {
    match value {
        Value::F64(x) => Some(*x),
        Value::F32(x) => Some((*x).into()),
        other => other.to_string().parse().ok(),
    }
}

/// A coefficient as one writes it.
fn number(x: f64, prim: Prim) -> String {
    match prim.is_float() {
        true => {
            let rounded = (x * 1e9).round() / 1e9;
            format!("{rounded:?}")
        }
        false => format!("{x}"),
    }
}
