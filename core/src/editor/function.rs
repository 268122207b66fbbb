//! Sketches of functions: their heads, as callers see them, around the sketches of their bodies.

use super::terms::Sketch;
use crate::backend::{self, Backend};
use crate::ordered::OrderedMap;
use crate::syntax::Items;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// The signature of a function whose program is right, as callers see it.
#[derive(Default)]
pub(super) struct Face {
    /// Its plan, as documentation.
    pub(super) plan: Vec<String>,
    /// Its signatures on the backends that have one of their own, by their names.
    pub(super) signatures: OrderedMap<&'static str, TokenStream>,
}

impl Face {
    /// The signature on a backend that has one of its own.
    fn signature(&self, backend: &dyn Backend) -> Option<&TokenStream> {
        self.signatures.get(backend.name())
    }
}

/// Functions one after the other, with whatever stands between them.
pub(super) fn functions_of(
    tokens: TokenStream,
    faces: &OrderedMap<String, Face>,
    items: &Items,
    krate: &TokenStream,
) -> TokenStream {
    let mut out = TokenStream::new();
    let mut head: Vec<TokenTree> = Vec::new();
    let is_helper = |name: &Ident| {
        let mut helpers = items.functions.iter();
        helpers.any(|helper| helper.sig.ident == *name)
    };
    for token in tokens {
        match token {
            TokenTree::Group(body)
                if body.delimiter() == Delimiter::Brace
                    && name_of(&head).is_some_and(|name| !is_helper(name)) =>
            {
                out.extend(function(std::mem::take(&mut head), &body, faces, krate));
            }
            // Helpers and constants are plain Rust.
            TokenTree::Group(body)
                if body.delimiter() == Delimiter::Brace && name_of(&head).is_some() =>
            {
                out.extend(std::mem::take(&mut head));
                out.extend([TokenTree::Group(body)]);
            }
            TokenTree::Punct(end) if end.as_char() == ';' && name_of(&head).is_none() => {
                out.extend(std::mem::take(&mut head));
                out.extend([TokenTree::Punct(end)]);
            }
            token => head.push(token),
        }
    }
    out.extend(head);
    out
}

/// The name behind `fn`.
fn name_of(head: &[TokenTree]) -> Option<&Ident> {
    head.windows(2).find_map(|pair| match pair {
        [TokenTree::Ident(word), TokenTree::Ident(name)] if word == "fn" => Some(name),
        _ => None,
    })
}

fn function(
    head: Vec<TokenTree>,
    body: &Group,
    faces: &OrderedMap<String, Face>,
    krate: &TokenStream,
) -> TokenStream {
    let (head, backends) = without_options(head);
    let name = name_of(&head).expect("that is how it was found").clone();
    let unknown = Face::default();
    let face = faces.get(&name.to_string()).unwrap_or(&unknown);
    let plan = &face.plan;
    // Further backends are functions that can be called, and no more.
    let others = backends.iter().skip(1).map(|backend| {
        let other = format_ident!("{}_{}", name.to_string(), backend.name());
        let named = |token| match token {
            TokenTree::Ident(word) if word == name => other.clone().into(),
            token => elsewhere(token),
        };
        let before = head.iter().take_while(|token| !is_fn(token)).cloned();
        let before = before.map(named);
        let signature: TokenStream = match face.signature(*backend) {
            Some(own) => own.clone(),
            None => head
                .iter()
                .skip_while(|token| !is_fn(token))
                .cloned()
                .collect(),
        };
        let signature = signature.into_iter().map(named);
        quote!(#(#before)* #(#signature)* { loop {} })
    });
    // Attributes of the user's stand first, and documentation among them.
    let attributes = head.chunks(2).take_while(|pair| is_attribute(pair)).count();
    let (attributes, signature) = head.split_at(2 * attributes);
    let sketch = Sketch { krate };
    let (statements, result) = sketch.statements(body.stream());
    let result = match result.is_empty() {
        true => TokenStream::new(),
        false => {
            let result = sketch.terms(result);
            quote!(let _ = { #result };)
        }
    };
    let names = sketch.names();
    let mut block = Group::new(
        Delimiter::Brace,
        // Of any type: the declared one holds.
        quote!(#names #statements #result loop {}),
    );
    block.set_span(body.span());
    // A program for a device takes and returns arrays of the device, while the
    // sketch has those of the host.
    let other = backends.first().and_then(|first| face.signature(*first));
    let (own, block) = match other {
        Some(device) => {
            let visibility = signature.iter().take_while(|token| !is_fn(token));
            let inner = signature.iter().skip_while(|token| !is_fn(token));
            let device = device.clone().into_iter().map(|token| match token {
                TokenTree::Ident(word) if word == name => name.clone().into(),
                token => elsewhere(token),
            });
            let inside = quote!({ #(#inner)* #block loop {} });
            (quote!(#(#visibility)* #(#device)*), inside)
        }
        None => (signature.iter().cloned().collect(), quote!(#block)),
    };
    quote! {
        #(#attributes)*
        #(#[doc = #plan])*
        #[allow(unused, clippy::all, clippy::pedantic)]
        #own #block
        #(#others)*
    }
}

fn is_fn(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if word == "fn")
}

/// The token at no place of the user's, whose names are at theirs already.
fn elsewhere(mut token: TokenTree) -> TokenTree {
    if let TokenTree::Group(group) = &token {
        let inside = group.stream().into_iter().map(elsewhere);
        token = Group::new(group.delimiter(), inside.collect()).into();
    }
    token.set_span(Span::call_site());
    token
}

/// `#` and `[…]`
fn is_attribute(pair: &[TokenTree]) -> bool {
    matches!(pair, [TokenTree::Punct(hash), TokenTree::Group(group)]
        if hash.as_char() == '#' && group.delimiter() == Delimiter::Bracket)
}

/// The tokens without our own attributes, and the backends that these name.
fn without_options(head: Vec<TokenTree>) -> (Vec<TokenTree>, Vec<&'static dyn Backend>) {
    let (mut rest, mut backends) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < head.len() {
        let own = head.get(at..at + 2).filter(|pair| is_attribute(pair));
        let own = own.and_then(|pair| match &pair[1] {
            TokenTree::Group(attribute) => option(attribute),
            _ => None,
        });
        match own {
            Some(named) => {
                backends.extend(named);
                at += 2;
            }
            None => {
                rest.push(head[at].clone());
                at += 1;
            }
        }
    }
    (rest, backends)
}

/// The backends in `[backend(…)]`, none in `[cnf(…)]`; `None` where it is
/// neither.
fn option(attribute: &Group) -> Option<Vec<&'static dyn Backend>> {
    let mut tokens = attribute.stream().into_iter();
    match tokens.next()? {
        TokenTree::Ident(name) if name == "cnf" => Some(Vec::new()),
        TokenTree::Ident(name) if name == "backend" => {
            let TokenTree::Group(named) = tokens.next()? else {
                return Some(Vec::new());
            };
            let named = named.stream().into_iter();
            let named = named.filter_map(|token| backend::named(&token.to_string()));
            Some(named.collect())
        }
        _ => None,
    }
}
