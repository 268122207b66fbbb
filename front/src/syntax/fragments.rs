//! Fragments of `macro_rules!`: expressions that stand for one token keep their extent.
//!
//! A fragment such as `$e:expr` arrives in invisible brackets. Rust ignores those of the tokens that a
//! procedural macro returns, so that `x * $e` with `1.0 + 2.0` would be `x * 1.0 + 2.0`.

use super::limit::too_deep;
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use syn::Expr;

/// Puts parentheses around expressions in invisible brackets whose neighbours could take a part of them.
/// Tokens without such brackets stay as they are, and so do those that are nested too deeply.
pub(super) fn grouped(tokens: TokenStream) -> TokenStream {
    match too_deep(&tokens).is_none() && has_fragment(&tokens) {
        true => bracketed(tokens),
        false => tokens,
    }
}

/// Returns true if there are invisible brackets somewhere.
fn has_fragment(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::None || has_fragment(&group.stream())
        }
        _ => false,
    })
}

fn bracketed(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let all = tokens.iter().enumerate();
    all.map(|(at, token)| match token {
        TokenTree::Group(group) => {
            let inner = bracketed(group.stream());
            let is_open = group.delimiter() == Delimiter::None
                && needs_brackets(&inner, &tokens[..at], tokens.get(at + 1));
            let delimiter = match is_open {
                true => Delimiter::Parenthesis,
                false => group.delimiter(),
            };
            let mut new = Group::new(delimiter, inner);
            new.set_span(group.span());
            TokenTree::Group(new)
        }
        other => other.clone(),
    })
    .collect()
}

/// Returns whether an expression between some tokens means another one without brackets.
fn needs_brackets(inner: &TokenStream, before: &[TokenTree], next: Option<&TokenTree>) -> bool {
    // A name, a literal or a path.
    if inner.clone().into_iter().nth(1).is_none() || is_alone(before, next) {
        return false;
    }
    match syn::parse2(inner.clone()) {
        Ok(Expr::Binary(_) | Expr::Cast(_) | Expr::Unary(_) | Expr::Assign(_)) => true,
        // Types and patterns may read like these, and none of them is the end of a term.
        Ok(Expr::Closure(_) | Expr::Range(_) | Expr::Reference(_)) => match next {
            Some(TokenTree::Group(group)) => matches!(
                group.delimiter(),
                Delimiter::Parenthesis | Delimiter::Bracket
            ),
            Some(TokenTree::Punct(mark)) => matches!(mark.as_char(), '.' | '?'),
            _ => false,
        },
        _ => false,
    }
}

/// Returns true if nothing beside a token can take a part of it: it is an argument, or a whole statement.
fn is_alone(before: &[TokenTree], next: Option<&TokenTree>) -> bool {
    let ends = match next {
        None => true,
        Some(TokenTree::Punct(mark)) => matches!(mark.as_char(), ',' | ';'),
        Some(_) => false,
    };
    let begins = match before {
        [] => true,
        [.., TokenTree::Punct(mark)] if matches!(mark.as_char(), ',' | ';') => true,
        // `a = $e`, and not `a == $e`.
        [.., TokenTree::Punct(first), TokenTree::Punct(mark)] => {
            mark.as_char() == '=' && first.spacing() == Spacing::Alone
        }
        [.., TokenTree::Punct(mark)] => mark.as_char() == '=',
        _ => false,
    };
    begins && ends
}

#[cfg(test)]
mod tests {
    use super::grouped;
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
    use quote::quote;

    fn fragment(tokens: TokenStream) -> TokenTree {
        Group::new(Delimiter::None, tokens).into()
    }

    /// Without the invisible brackets that are left, as Rust reads what a macro returns.
    fn flat(tokens: TokenStream) -> TokenStream {
        let of_one = |token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => flat(group.stream()),
            TokenTree::Group(group) => {
                let inner = flat(group.stream());
                TokenTree::from(Group::new(group.delimiter(), inner)).into()
            }
            other => TokenStream::from(other),
        };
        tokens.into_iter().map(of_one).collect()
    }

    #[track_caller]
    fn assert_grouped(from: TokenStream, to: TokenStream) {
        assert_eq!(flat(grouped(from)).to_string(), to.to_string());
    }

    #[test]
    fn operands_keep_their_extent() {
        let sum = fragment(quote!(1.0 + 2.0));
        assert_grouped(
            quote!(map(|x| x * #sum, xs)),
            quote!(map(|x| x * (1.0 + 2.0), xs)),
        );
        assert_grouped(quote!(|x| -#sum), quote!(|x| -(1.0 + 2.0)));
        assert_grouped(quote!(#sum as f32), quote!((1.0 + 2.0) as f32));
        assert_grouped(quote!(#sum.abs()), quote!((1.0 + 2.0).abs()));
        assert_grouped(quote!(x == #sum), quote!(x == (1.0 + 2.0)));
        assert_grouped(quote!(x += #sum;), quote!(x += (1.0 + 2.0);));
        let negative = fragment(quote!(-1.0));
        assert_grouped(quote!(x * #negative.abs()), quote!(x * (-1.0).abs()));
        let product = fragment(quote!(2.0 * #sum));
        assert_grouped(quote!(x / #product), quote!(x / (2.0 * (1.0 + 2.0))));
        let closure = fragment(quote!(|x| x + 1.0));
        assert_grouped(quote!(#closure(x)), quote!((|x| x + 1.0)(x)));
        let range = fragment(quote!(0..n));
        assert_grouped(quote!(#range.map(f)), quote!((0..n).map(f)));
    }

    #[test]
    fn others_stay_as_they_are() {
        let sum = fragment(quote!(1.0 + 2.0));
        assert_grouped(quote!(f(#sum, #sum)), quote!(f(1.0 + 2.0, 1.0 + 2.0)));
        assert_grouped(quote!(let s = #sum;), quote!(let s = 1.0 + 2.0;));
        let (name, call) = (fragment(quote!(xs)), fragment(quote!(f(x))));
        assert_grouped(quote!(#name * #call), quote!(xs * f(x)));
        let (ty, slice) = (fragment(quote!(Vec<f64>)), fragment(quote!(&[f64])));
        assert_grouped(quote!(xs: #slice -> #ty), quote!(xs: &[f64] -> Vec<f64>));
        let closure = fragment(quote!(|x| x + 1.0));
        assert_grouped(quote!(map(#closure, xs)), quote!(map(|x| x + 1.0, xs)));
        let range = fragment(quote!(0..n));
        assert_grouped(
            quote!(fold(0.0, f, #range, g)),
            quote!(fold(0.0, f, 0..n, g)),
        );
        let item = fragment(quote!(
            fn f() {}
        ));
        assert_grouped(
            quote!(#item),
            quote!(
                fn f() {}
            ),
        );
    }
}
