//! Names that are bound together, `let (a, b) = (x, y)`, as generated code has them: each by itself.
//!
//! Without optimisation the tuple is made and taken apart again, which copies each value once more.
//! Abbreviations bind the parameters of a worker so (`front/src/lower/abbreviation.rs`).

use super::rewrite;
use crate::ordered::ToList;
use std::borrow::Cow;
use syn::{Expr, Local, LocalInit, Pat, Stmt, Token};

/// Returns a worker as generated code has it.
pub(super) fn expr(expr: Cow<'_, Expr>) -> Cow<'_, Expr> {
    let is_one = |expr: &Expr| match expr {
        Expr::Block(block) => block.block.stmts.iter().any(|stmt| apart(stmt).is_some()),
        _ => false,
    };
    rewrite::each(expr, is_one, |expr| {
        if let Expr::Block(block) = expr {
            let stmts = std::mem::take(&mut block.block.stmts);
            let each = stmts.into_iter().flat_map(|stmt| match apart(&stmt) {
                Some(lets) => lets,
                None => vec![stmt],
            });
            block.block.stmts = each.list();
        }
    })
}

/// The bindings of a `let` of several names to as many others, of which none is bound before it is
/// read.
fn apart(stmt: &Stmt) -> Option<Vec<Stmt>> {
    let Stmt::Local(local) = stmt else {
        return None;
    };
    let Local {
        attrs,
        pat: Pat::Tuple(names),
        init:
            Some(LocalInit {
                expr,
                diverge: None,
                ..
            }),
        ..
    } = local
    else {
        return None;
    };
    let Expr::Tuple(values) = &**expr else {
        return None;
    };
    if !attrs.is_empty() || names.elems.len() != values.elems.len() {
        return None;
    }
    let mut bound = Vec::new();
    let mut lets = Vec::new();
    for (name, value) in names.elems.iter().zip(&values.elems) {
        let (Pat::Ident(ident), Expr::Path(path)) = (name, value) else {
            return None;
        };
        if ident.subpat.is_some() || bound.iter().any(|name| path.path.is_ident(*name)) {
            return None;
        }
        bound.push(&ident.ident);
        lets.push(Stmt::Local(Local {
            pat: name.clone(),
            init: Some(LocalInit {
                eq_token: Token![=](local.let_token.span),
                expr: Box::new(value.clone()),
                diverge: None,
            }),
            ..local.clone()
        }));
    }
    Some(lets)
}

#[cfg(test)]
mod tests {
    use super::expr;
    use quote::ToTokens;
    use std::borrow::Cow;

    fn written(source: &str) -> String {
        let source = syn::parse_str(source).expect("it is an expression");
        let written = expr(Cow::Owned(source));
        written.to_token_stream().to_string().replace(' ', "")
    }

    #[test]
    fn names_are_bound_each_by_itself() {
        assert_eq!(
            written("|x, y| { let (a, mut b) = (x, y); f(a, b) }"),
            "|x,y|{leta=x;letmutb=y;f(a,b)}"
        );
    }

    #[test]
    fn others_stay_together() {
        for source in [
            "|a,b|{let(b,a)=(a,b);f(a,b)}",
            "|x,y|{let(a,_)=(x,y);a}",
            "|x,y|{let(a,b)=(x,f(y));a+b}",
            "|x|{let(a,b)=x;a+b}",
        ] {
            assert_eq!(written(&source.replace("let", "let ")), source);
        }
    }
}
