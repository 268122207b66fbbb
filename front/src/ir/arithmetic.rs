//! The arithmetic that sizes are computed with.
//!
//! If a number has no result (`n - 1` of 0, a product beyond the type, a division by zero), Rust
//! panics or wraps around, by the profile of the build. For the number that a size is computed from
//! it is an error of the program in every profile, so the generators of code and the interpreter
//! must agree on which operators these are: those that [`operands`] leads to.

use super::{BindingId, Count, Host, Op, Program, ScalarId, Shape};
use crate::ir::component::bare;
use crate::ordered::{OrderedSet, ToList};
use proc_macro2::TokenStream;
use syn::{BinOp, Expr, UnOp};

/// Methods of numbers whose receiver and arguments are of the type of their result.
const METHODS: &[&str] = &["clamp", "max", "min"];

/// Returns true if an operator is one of `+ - * / %`.
pub fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

/// Returns true if an operator combines the bits of numbers.
fn is_of_bits(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) | BinOp::Shl(_) | BinOp::Shr(_)
    )
}

/// Returns true if the operands of an expression are numbers that its value is computed from.
pub fn computes(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(_) | Expr::Group(_) | Expr::Cast(_) | Expr::Range(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)),
        Expr::Binary(binary) => is_arithmetic(&binary.op) || is_of_bits(&binary.op),
        Expr::MethodCall(call) => {
            call.turbofish.is_none() && METHODS.iter().any(|name| call.method == name)
        }
        _ => false,
    }
}

/// The numbers that the number of an expression is computed from; none where it [`computes`]
/// nothing.
pub fn operands(expr: &Expr) -> Vec<&Expr> {
    if !computes(expr) {
        return Vec::new();
    }
    match expr {
        Expr::Paren(paren) => vec![&*paren.expr],
        Expr::Group(group) => vec![&*group.expr],
        Expr::Cast(cast) => vec![&*cast.expr],
        Expr::Range(range) => range.start.iter().chain(&range.end).map(|e| &**e).list(),
        Expr::Unary(unary) => vec![&*unary.expr],
        Expr::Binary(binary) => vec![&*binary.left, &*binary.right],
        Expr::MethodCall(call) => [&*call.receiver].into_iter().chain(&call.args).list(),
        _ => Vec::new(),
    }
}

/// The operands of an expression, mutably.
fn operands_mut(expr: &mut Expr) -> Vec<&mut Expr> {
    if !computes(expr) {
        return Vec::new();
    }
    match expr {
        Expr::Paren(paren) => vec![&mut *paren.expr],
        Expr::Group(group) => vec![&mut *group.expr],
        Expr::Cast(cast) => vec![&mut *cast.expr],
        Expr::Range(range) => {
            let ends = range.start.iter_mut().chain(&mut range.end);
            ends.map(|end| &mut **end).list()
        }
        Expr::Unary(unary) => vec![&mut *unary.expr],
        Expr::Binary(binary) => vec![&mut *binary.left, &mut *binary.right],
        Expr::MethodCall(call) => {
            let receiver = [&mut *call.receiver].into_iter();
            receiver.chain(&mut call.args).list()
        }
        _ => Vec::new(),
    }
}

/// Returns true if there are only literals: rustc evaluates such arithmetic itself, and its type
/// follows from the code around it.
fn is_constant(expr: &Expr) -> bool {
    match computes(expr) {
        true => operands(expr).into_iter().all(is_constant),
        false => matches!(expr, Expr::Lit(_)),
    }
}

/// Returns true if the number of an expression is computed by arithmetic that may have no result.
pub fn may_fail(expr: &Expr) -> bool {
    let own = matches!(expr, Expr::Binary(binary) if is_arithmetic(&binary.op));
    !is_constant(expr) && (own || operands(expr).into_iter().any(may_fail))
}

/// The expression with `write(left, operator, right)` in the place of all arithmetic that may
/// have no result.
pub fn checked(expr: &Expr, write: &dyn Fn(&Expr, &BinOp, &Expr) -> TokenStream) -> Expr {
    let mut expr = expr.clone();
    check(&mut expr, write);
    expr
}

fn check(expr: &mut Expr, write: &dyn Fn(&Expr, &BinOp, &Expr) -> TokenStream) {
    if !may_fail(expr) {
        return;
    }
    for operand in operands_mut(expr) {
        check(operand, write);
    }
    if let Expr::Binary(binary) = &*expr
        && is_arithmetic(&binary.op)
    {
        *expr = Expr::Verbatim(write(&binary.left, &binary.op, &binary.right));
    }
}

/// The scalars that sizes are computed from by arithmetic, so that what it fails with is an error
/// of the size: those that name sizes, and those that these are computed from.
pub fn counting(program: &Program) -> OrderedSet<ScalarId> {
    let mut counting = OrderedSet::new();
    let mut open = Vec::new();
    for binding in program.bindings.values() {
        let (count, host) = match &binding.op {
            Op::Generate { count, length, .. } => (count, length),
            Op::Range { count, range } => (count, range),
            Op::Reshape { counts, .. } => {
                open.extend(counts.iter().filter_map(|count| match count {
                    Count::Scalar(scalar) => Some(*scalar),
                    _ => None,
                }));
                continue;
            }
            _ => continue,
        };
        if let Count::Scalar(scalar) = count {
            open.push(*scalar);
        }
        named(program, host, &host.expr, &mut open);
    }
    for index in program.grids.values().flat_map(|grid| &grid.indices) {
        open.extend(&index.named);
    }
    while let Some(scalar) = open.pop() {
        if counting.insert(scalar)
            && let Some((_, value)) = computed(program, scalar)
        {
            named(program, value, &value.expr, &mut open);
        }
    }
    counting
}

/// The binding of a scalar that a host expression computes as a whole, and the expression.
pub fn computed(program: &Program, scalar: ScalarId) -> Option<(BindingId, &Host)> {
    let id = program.scalars[scalar].origin?;
    let binding = &program.bindings[id];
    match (&binding.op, &binding.shape) {
        (Op::Host { value }, Shape::Output(_)) => Some((id, value)),
        _ => None,
    }
}

/// The scalars that the number of an expression is computed from.
fn named(program: &Program, host: &Host, expr: &Expr, into: &mut Vec<ScalarId>) {
    if computes(expr) {
        for operand in operands(expr) {
            named(program, host, operand, into);
        }
    } else if let Some(scalar) = scalar(program, host, expr) {
        into.push(scalar);
    }
}

/// The scalar of the program that an expression in a host expression is.
pub fn scalar(program: &Program, host: &Host, expr: &Expr) -> Option<ScalarId> {
    let Expr::Path(path) = bare(expr) else {
        return None;
    };
    let name = path.path.get_ident().filter(|_| path.qself.is_none())?;
    let mut scalars = host.scalars.iter().copied();
    scalars.find(|scalar| program.scalars[*scalar].name == *name)
}

#[cfg(test)]
mod tests {
    use super::{checked, may_fail};
    use crate::ir::tokens;
    use quote::quote;

    fn written(source: &str) -> String {
        let expr = syn::parse_str(source).expect("an expression");
        let checked = checked(&expr, &|left, op, right| quote!(check!(#left #op #right)));
        tokens::of(&checked)
    }

    #[test]
    fn the_arithmetic_of_a_size_is_checked() {
        assert_eq!(written("w * h - 1"), "check!(check!(w * h) - 1)");
        assert_eq!(written("(n + 1) as usize"), "(check!(n + 1)) as usize");
        assert_eq!(
            written("(n - 1).max(k / 2)"),
            "(check!(n - 1)).max(check!(k / 2))"
        );
        assert_eq!(written("a..b % 3"), "a..check!(b % 3)");
        assert_eq!(written("(n - 1) >> 1"), "(check!(n - 1)) >> 1");
    }

    #[test]
    fn what_a_function_does_with_its_arguments_is_its_own_matter() {
        for same in [
            "f(n - 1)",
            "xs[n - 1]",
            "n.pow(k - 1)",
            "{ n - 1 }",
            "2 * 3",
            "n",
        ] {
            assert_eq!(written(same), same);
            let expr = syn::parse_str(same).expect("an expression");
            assert!(!may_fail(&expr), "{same}");
        }
        assert_eq!(written("n * (2 + 1)"), "check!(n * (2 + 1))");
    }
}
