//! Expressions as the last one of a block.
//!
//! `{ a } & b` is an operation behind the bar of a closure, and a block and a reference at the end of
//! another block. There it needs parentheses.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;

/// An expression, printed so that it is one wherever a statement may be.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Tail<'e>(pub &'e Expr);

impl ToTokens for Tail<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let expr = self.0.to_token_stream();
        tokens.extend(match !is_block(self.0) && begins_with_block(&expr) {
            true => quote!((#expr)),
            false => expr,
        });
    }
}

/// Returns true if an expression is a statement as a whole.
fn is_block(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Async(_)
            | Expr::Block(_)
            | Expr::Const(_)
            | Expr::ForLoop(_)
            | Expr::Group(_)
            | Expr::If(_)
            | Expr::Loop(_)
            | Expr::Match(_)
            | Expr::Unsafe(_)
            | Expr::While(_)
    )
}

/// Returns true if a statement would end within these tokens.
fn begins_with_block(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(word)) => {
            let words = [
                "async", "const", "for", "if", "loop", "match", "unsafe", "while",
            ];
            words.iter().any(|begins| word == begins)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Tail;
    use quote::{ToTokens, quote};
    use syn::{Block, Expr, Stmt, parse_quote};

    /// The only statement of a block with an expression in it.
    fn tail(expr: &Expr) -> Option<Expr> {
        let tail = Tail(expr);
        let block: Block = syn::parse2(quote!({ #tail })).ok()?;
        match &block.stmts[..] {
            [Stmt::Expr(expr, None)] => Some(expr.clone()),
            _ => None,
        }
    }

    #[test]
    fn operations_of_blocks_stay_operations() {
        for expr in [
            parse_quote!({ a } & b),
            parse_quote!(if a { b } else { c } - 1),
            parse_quote!(match a {
                b => c,
            } as u8),
            parse_quote!({ a }(b)),
        ] {
            let expr: Expr = expr;
            let Some(Expr::Paren(whole)) = tail(&expr) else {
                panic!("{}", quote!(#expr));
            };
            assert_eq!(
                quote!(#expr).to_string(),
                whole.expr.to_token_stream().to_string()
            );
        }
    }

    #[test]
    fn others_stay_as_they_are() {
        for expr in [
            parse_quote!({ a }),
            parse_quote!(if a { b } else { c }),
            parse_quote!(unsafe { a }),
            parse_quote!(a & { b }),
            parse_quote!(({ a } & b)),
            parse_quote!(matches & b),
        ] {
            let expr: Expr = expr;
            let found = tail(&expr).expect("it is one expression");
            assert_eq!(quote!(#expr).to_string(), quote!(#found).to_string());
        }
    }
}
