//! Abbreviations: combinators that are expressions of other ones.

use super::Lowering;
use super::scope::Entity;
use crate::combinator::Parameter;
use crate::ir::Op;
use crate::syntax::{Apply, Term};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::BTreeMap;
use syn::{Expr, ExprClosure};

impl Lowering {
    /// Lowers the expression that an abbreviation stands for, a closure over its parameters.
    ///
    /// Arrays are bound first: what is used twice is computed once.
    pub(super) fn abbreviation(&mut self, apply: &Apply<'_>, text: &str, hint: &str) -> Option<Op> {
        let closure: ExprClosure = syn::parse_str(text).expect("an abbreviation is a closure");
        let mut arguments = BTreeMap::new();
        for (position, parameter) in closure.inputs.iter().enumerate() {
            let meaning = self.meaning(apply, position, hint);
            arguments.insert(parameter.to_token_stream().to_string(), meaning);
        }
        let arguments: Option<BTreeMap<String, TokenStream>> = arguments
            .into_iter()
            .map(|(parameter, meaning)| Some((parameter, meaning?)))
            .collect();
        let body = closure.body.to_token_stream();
        let expr: Expr = syn::parse2(substituted(body, &arguments?, apply.span))
            .expect("an abbreviation is an expression");
        match Term::of(&expr) {
            Term::Apply(inner) => self.apply(&inner, hint),
            _ => unreachable!("an abbreviation is a combinator of others"),
        }
    }

    /// The expression for a parameter: of an array its name.
    fn meaning(&mut self, apply: &Apply<'_>, position: usize, hint: &str) -> Option<TokenStream> {
        let arg = apply.args[position];
        let Parameter::Array(_) = apply.combinator.parameter(position) else {
            let arg = Group::new(Delimiter::None, arg.to_token_stream());
            return Some(TokenTree::from(arg).into());
        };
        let array = self.array(arg, hint, apply.combinator.name)?;
        let mut name = self.program.arrays[array].name.clone();
        if self
            .scope
            .get(&name)
            .is_some_and(|known| known != Entity::Array(array))
        {
            name = self.scope.fresh(&name.to_string(), name.span());
        }
        self.scope.insert(&name, Entity::Array(array));
        Some(quote!(#name))
    }
}

/// Puts arguments in the places of parameters, and everything else at the user's place.
fn substituted(
    tokens: TokenStream,
    arguments: &BTreeMap<String, TokenStream>,
    span: Span,
) -> TokenStream {
    let one = |mut token: TokenTree| match &token {
        TokenTree::Group(group) => {
            let inside = substituted(group.stream(), arguments, span);
            let mut group = Group::new(group.delimiter(), inside);
            group.set_span(span);
            TokenTree::from(group).into()
        }
        TokenTree::Ident(name) if arguments.contains_key(&name.to_string()) => {
            arguments[&name.to_string()].clone()
        }
        _ => {
            token.set_span(span);
            TokenStream::from(token)
        }
    };
    tokens.into_iter().flat_map(one).collect()
}
