//! Conditions of a few comparisons, `a == 3 || b == 2 && c == 1`, as generated code has them: with
//! `|` and `&`, which evaluate both sides.
//!
//! Of `&&`, LLVM loads what stands to the right behind a branch, and a loop that loads behind a branch
//! gets no vectors. To compare a name with a literal takes less than a branch does and has no effect.
//! Other right sides stay behind their `&&`. See `backend-cpu/experiments/conditions-of-comparisons.md`.

use super::rewrite;
use crate::codegen::names::at;
use crate::nest::{bare, compares};
use std::borrow::Cow;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, ExprParen, Token};

/// Returns a worker as generated code has it.
pub(super) fn expr(expr: Cow<'_, Expr>) -> Cow<'_, Expr> {
    let is_one = |expr: &Expr| matches!(expr, Expr::Binary(binary) if is_lazy(binary));
    rewrite::each(expr, is_one, |expr| {
        if let Expr::Binary(binary) = expr
            && is_lazy(binary)
            && is_condition(&binary.left)
            && is_short(&binary.right)
        {
            evaluate_both(binary);
        }
    })
}

fn is_lazy(binary: &ExprBinary) -> bool {
    matches!(binary.op, BinOp::And(_) | BinOp::Or(_))
}

fn joins(op: BinOp) -> bool {
    matches!(
        op,
        BinOp::And(_) | BinOp::Or(_) | BinOp::BitAnd(_) | BinOp::BitOr(_)
    )
}

/// Returns true for what is a `bool` whatever its parts are, if they are right.
fn is_condition(expr: &Expr) -> bool {
    is_of(expr, |_| true)
}

/// Returns true for comparisons of names with literals, which have no effect.
fn is_short(expr: &Expr) -> bool {
    is_of(expr, |comparison| {
        let (left, right) = (&*comparison.left, &*comparison.right);
        is_name(left) && is_literal(right) || is_literal(left) && is_name(right)
    })
}

/// Returns true for comparisons of a kind, one or several that are joined.
fn is_of(expr: &Expr, kind: fn(&ExprBinary) -> bool) -> bool {
    match bare(expr) {
        Expr::Binary(binary) if joins(binary.op) => {
            is_of(&binary.left, kind) && is_of(&binary.right, kind)
        }
        Expr::Binary(binary) => compares(&binary.op) && kind(binary),
        _ => false,
    }
}

/// Returns true for a name, and for a component of one.
fn is_name(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => path.qself.is_none(),
        Expr::Field(field) => is_name(&field.base),
        _ => false,
    }
}

fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_literal(&unary.expr),
        _ => false,
    }
}

fn evaluate_both(binary: &mut ExprBinary) {
    let place = at(binary.op.span());
    binary.op = match binary.op {
        BinOp::And(_) => BinOp::BitAnd(Token![&](place)),
        _ => BinOp::BitOr(Token![|](place)),
    };
    for side in [&mut binary.left, &mut binary.right] {
        if !matches!(**side, Expr::Paren(_)) {
            let expr = side.clone();
            **side = Expr::Paren(ExprParen {
                attrs: Vec::new(),
                paren_token: syn::token::Paren(place),
                expr,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::expr;
    use quote::ToTokens;
    use std::borrow::Cow;

    fn written(source: &str) -> String {
        let source = syn::parse_str(source).expect("it is an expression");
        expr(Cow::Owned(source))
            .to_token_stream()
            .to_string()
            .replace(' ', "")
    }

    #[test]
    fn both_sides_of_short_comparisons_are_evaluated() {
        assert_eq!(
            written("|n, own| (n == 3 || n == 2 && own == 1) as u8"),
            "|n,own|((n==3)|((n==2)&(own==1)))asu8"
        );
        assert_eq!(
            written("|p| f(p) < 2 && -1.0 < p.0"),
            "|p|(f(p)<2)&(-1.0<p.0)"
        );
    }

    #[test]
    fn other_right_sides_stay_where_they_are() {
        for source in [
            "|i,n|i<n&&xs[i]==1",
            "|i|i!=0&&10/i==1",
            "|x|x.is_some()||x==3",
            "|x|x>1&&f(x)",
            "|x,y|x>1&&x<y",
            "|x|ifletSome(y)=x&&x==3{y}else{0}",
        ] {
            let source = source.replace("iflet", "if let ").replace("else", " else ");
            assert_eq!(written(&source), source.replace(' ', ""));
        }
    }
}
