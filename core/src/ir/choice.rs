//! Operators that choose between their arguments.

use super::place::{Place, only, parameters};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprClosure};

/// An operator that yields one of its arguments: `|a, b| if c { b } else { a }`.
#[derive(Clone, Debug)]
pub struct Choice<'e> {
    /// The operator.
    pub operator: &'e ExprClosure,
    /// When it yields the second argument: an expression over the names of both.
    pub takes_second: Expr,
}

impl Choice<'_> {
    /// The choice that an operator makes, if it is one of these.
    pub fn of(operator: &Expr) -> Option<Choice<'_>> {
        let closure = match operator {
            Expr::Closure(closure) => closure,
            Expr::Paren(paren) => return Choice::of(&paren.expr),
            Expr::Group(group) => return Choice::of(&group.expr),
            _ => return None,
        };
        let (first, second) = parameters(closure)?;
        let (Place::Name(a), Place::Name(b)) = (&first, &second) else {
            return None;
        };
        let body = only(&closure.body).unwrap_or(&closure.body);
        let Expr::If(choice) = body else {
            return None;
        };
        let taken = match &choice.then_branch.stmts[..] {
            [syn::Stmt::Expr(expr, None)] => expr,
            _ => return None,
        };
        let left = only(&choice.else_branch.as_ref()?.1)?;
        let condition = &choice.cond;
        // A parameter that only the branches name would be reported as unused.
        let names = condition.to_token_stream();
        if has_let(condition) || !names_in(&names, a) || !names_in(&names, b) {
            return None;
        }
        let takes_second: Expr = if second.is(taken) && first.is(left) {
            (**condition).clone()
        } else if first.is(taken) && second.is(left) {
            syn::parse_quote!(!(#condition))
        } else {
            return None;
        };
        Some(Choice {
            operator: closure,
            takes_second,
        })
    }
}

/// Whether a name occurs in tokens.
fn names_in(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => names_in(&group.stream(), name),
        _ => false,
    })
}

/// Whether a condition binds names, so that it stands only after `if`.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Choice;
    use quote::ToTokens;

    #[test]
    fn recognises_operators_that_choose() {
        let condition = |source| {
            let operator = syn::parse_str(source).expect("a Rust expression");
            Choice::of(&operator).map(|choice| choice.takes_second.to_token_stream().to_string())
        };
        let expected = |source: &str| {
            let condition: syn::Expr = syn::parse_str(source).expect("a Rust expression");
            Some(condition.to_token_stream().to_string())
        };
        assert_eq!(
            condition("|a, b| if b.0 < a.0 { b } else { a }"),
            expected("b.0 < a.0")
        );
        assert_eq!(
            condition("|a: P, b: P| -> P { if f(a) <= f(b) { a } else { b } }"),
            expected("!(f(a) <= f(b))")
        );
        assert_eq!(condition("|a, b| if b < a { b } else { b }"), None);
        assert_eq!(condition("|a, b| if b < a { b } else { a + 1 }"), None);
        assert_eq!(
            condition("|a, b| if let Some(x) = a { b } else { a }"),
            None
        );
        assert_eq!(condition("|a, b| if b { b; a } else { a }"), None);
        assert_eq!(condition("f64::min"), None);
    }
}
