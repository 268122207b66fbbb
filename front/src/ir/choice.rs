//! Operators that choose between their arguments.

use super::component::{Component, bare, only, parameters};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{BinOp, Expr, ExprClosure, ReturnType};

/// An operator that yields one of its arguments: `|a, b| if c { b } else { a }`.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Choice<'e> {
    /// The operator.
    pub operator: &'e ExprClosure,
    /// The names of its arguments.
    first: Ident,
    second: Ident,
    /// The condition on which it yields the second argument: an expression over the names of both.
    pub takes_second: Expr,
}

/// A choice by a key of each argument, `K(b) < K(a)`, of the first where keys are equal.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct ByKey {
    /// The second argument to its key: `|b| K(b)`.
    pub key: ExprClosure,
    /// The comparison of the keys.
    pub op: BinOp,
    /// True if the key of the second argument stands to the left.
    pub second_is_left: bool,
}

impl Choice<'_> {
    /// The keys that decide, if both sides of the condition are the same function of
    /// one argument each.
    pub fn by_key(&self) -> Option<ByKey> {
        let (a, b) = (&self.first, &self.second);
        let Expr::Binary(binary) = bare(&self.takes_second) else {
            return None;
        };
        let (left, right) = (
            binary.left.to_token_stream(),
            binary.right.to_token_stream(),
        );
        let second_is_left = names_in(&left, b);
        let (of_a, of_b, of_second) = match second_is_left {
            true => (right, left, &binary.left),
            false => (left, right, &binary.right),
        };
        let is_order = matches!(binary.op, BinOp::Lt(_) | BinOp::Gt(_));
        // A value that is its own key is kept as it is.
        let is_key = is_order
            && !names_in(&of_a, b)
            && !names_in(&of_b, a)
            && !matches!(bare(of_second), Expr::Path(_))
            && renamed(&of_a, a, b).to_string() == of_b.to_string();
        is_key.then(|| ByKey {
            key: ExprClosure {
                inputs: self.operator.inputs.iter().skip(1).cloned().collect(),
                output: ReturnType::Default,
                body: of_second.clone(),
                ..self.operator.clone()
            },
            op: binary.op,
            second_is_left,
        })
    }

    /// The operator as a call of a function of the condition, the second argument and the first one.
    pub fn calling(&self, function: &TokenStream) -> ExprClosure {
        let (first, second) = (&self.first, &self.second);
        let takes_second = &self.takes_second;
        ExprClosure {
            output: ReturnType::Default,
            body: syn::parse_quote!(#function(#takes_second, #second, #first)),
            ..self.operator.clone()
        }
    }

    /// The choice that an operator makes, if it is one of these.
    pub fn of(operator: &Expr) -> Option<Choice<'_>> {
        let closure = match operator {
            Expr::Closure(closure) => closure,
            Expr::Paren(paren) => return Choice::of(&paren.expr),
            Expr::Group(group) => return Choice::of(&group.expr),
            _ => return None,
        };
        let (first, second) = parameters(closure)?;
        let (Component::Name(a), Component::Name(b)) = (&first, &second) else {
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
            first: a.clone(),
            second: b.clone(),
            takes_second,
        })
    }
}

/// Tokens with a name in the place of another.
fn renamed(tokens: &TokenStream, from: &Ident, to: &Ident) -> TokenStream {
    let rename = |token: TokenTree| match token {
        TokenTree::Ident(ident) if ident == *from => TokenTree::Ident(to.clone()),
        TokenTree::Group(group) => {
            let inner = renamed(&group.stream(), from, to);
            TokenTree::Group(Group::new(group.delimiter(), inner))
        }
        other => other,
    };
    tokens.clone().into_iter().map(rename).collect()
}

/// Returns true if a name occurs in tokens.
fn names_in(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => names_in(&group.stream(), name),
        _ => false,
    })
}

/// Returns true if a condition binds names, so that it stands only after `if`.
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

    #[test]
    fn recognises_the_keys_of_choices() {
        let key = |source| {
            let operator = syn::parse_str(source).expect("a Rust expression");
            let by_key = Choice::of(&operator)?.by_key()?;
            Some(by_key.key.to_token_stream().to_string())
        };
        let some = |source: &str| {
            let key: syn::Expr = syn::parse_str(source).expect("a Rust expression");
            Some(key.to_token_stream().to_string())
        };
        assert_eq!(key("|a, b| if b.0 < a.0 { b } else { a }"), some("|b| b.0"));
        assert_eq!(
            key("|a: P, b: P| if (f(a, 1) < f(b, 1)) { b } else { a }"),
            some("|b: P| f(b, 1)")
        );
        for other in [
            "|a, b| if f(b) < g(a) { b } else { a }",
            "|a, b| if f(b, a) < f(a, a) { b } else { a }",
            "|a, b| if b.a < a.a { b } else { a }",
            "|a, b| if b < a { b } else { a }",
            "|a, b| if f(b) == f(a) { b } else { a }",
            "|a, b| if f(b) < f(a) && c { b } else { a }",
            // The last of those that are equal.
            "|a, b| if f(b) <= f(a) { b } else { a }",
            "|a, b| if f(a) < f(b) { a } else { b }",
        ] {
            assert_eq!(key(other), None, "{other}");
        }
    }
}
