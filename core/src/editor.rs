//! IDE stubs: sketches of programs for editors, with types and without loops.
//!
//! In the code that [`expand`](crate::expand()) writes, an array that is never stored has no name,
//! and half a program has no code at all. An editor wants both: the type of every name, and what
//! may follow the dot that was just typed. A sketch is the user's own tokens, in their order, in
//! which every combinator is a call of a function that has its type (`sketch` in the runtime). It
//! is made without parsing, so that whatever is half written stays where it stands.
//!
//! Sketches are never run, and rustc never sees them: the façade's `cnf!` makes them only under
//! `cfg(rust_analyzer)`.

use crate::combinator::{Combinator, Parameter, Yields};
use crate::compile;
use crate::diagnostic::Diagnostics;
use crate::documentation;
use crate::expand;
use crate::syntax::{self, Backend, Function, Items, Source};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use std::collections::BTreeMap;

/// For how many arrays `map` has a type.
const MOST_ARRAYS: usize = 8;

/// The sketch of what `cnf!` is given, with its mistakes and plans. `krate` is
/// the path of the crate `fusus`.
pub fn sketch(tokens: TokenStream, krate: &TokenStream) -> TokenStream {
    let mut found = Diagnostics::new();
    match syntax::parse_leniently(tokens.clone(), &mut found) {
        Source::Functions(functions, items) => {
            let with_plans = !names_marker(&tokens);
            let faces = faces(&functions, with_plans, krate, &mut found);
            let errors = found.to_tokens();
            let functions = functions_of(tokens, &faces, &items, krate);
            // Behind what is there in any case: editors compare what they see with
            // what would be there if more were typed.
            quote!(#functions #errors)
        }
        Source::Expression(options, body) => {
            let errors = match compile::expression(&body, String::new(), &options, found) {
                Ok(_) => TokenStream::new(),
                Err(found) => found.to_tokens(),
            };
            let sketch = Sketch { krate };
            let (statements, result) = sketch.statements(syntax::without_options(tokens));
            let result = sketch.returned(result);
            let names = sketch.names();
            quote!({ #names #statements #errors #result })
        }
    }
}

/// The sketch of a function under the attribute `fused` with these arguments.
pub fn sketch_fused(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut found = Diagnostics::new();
    let krate = &expand::fused_arguments(arguments, &mut found);
    let function = syntax::parse_function(item.clone(), &mut found);
    // Under an attribute rust-analyzer mends what is half written, so that it
    // compiles in both cases.
    let faces = faces(function.as_slice(), true, krate, &mut found);
    let errors = found.to_tokens();
    let functions = functions_of(item, &faces, &Items::default(), krate);
    quote!(#functions #errors)
}

/// The signature of a function whose program is right, as callers see it.
#[derive(Default)]
struct Face {
    /// Its plan, as documentation.
    plan: Vec<String>,
    /// Its signature on a device, where it runs on one.
    device: Option<TokenStream>,
}

/// The functions that are right, by name; what is wrong with the others is
/// added to what was found.
fn faces(
    functions: &[Function],
    with_plans: bool,
    krate: &TokenStream,
    found: &mut Diagnostics,
) -> BTreeMap<String, Face> {
    let mut faces = BTreeMap::new();
    for function in functions {
        match compile::function(function, &function.options) {
            Ok(compiled) => {
                let plan = documentation::of(&compiled);
                let plan = plan.lines().filter(|_| with_plans);
                let device = expand::device_signature(function, &compiled, &function.sig, krate);
                let face = Face {
                    plan: plan.map(|line| format!(" {line}")).collect(),
                    device: device.map(|sig| quote!(#sig)),
                };
                faces.insert(function.sig.ident.to_string(), face);
            }
            Err(mistakes) => found.extend(mistakes),
        }
    }
    faces
}

/// Functions one after the other, with whatever stands between them.
fn functions_of(
    tokens: TokenStream,
    faces: &BTreeMap<String, Face>,
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
    faces: &BTreeMap<String, Face>,
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
        let signature: TokenStream = match (backend, &face.device) {
            (Backend::Ocl, Some(device)) => device.clone(),
            _ => head
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
        // Of any type: what is declared holds.
        quote!(#names #statements #result loop {}),
    );
    block.set_span(body.span());
    // What runs on a device takes and returns arrays of the device, while the
    // sketch has those of the host.
    let (own, block) = match (backends.first(), &face.device) {
        (Some(Backend::Ocl), Some(device)) => {
            let visibility = signature.iter().take_while(|token| !is_fn(token));
            let inner = signature.iter().skip_while(|token| !is_fn(token));
            let device = device.clone().into_iter().map(|token| match token {
                TokenTree::Ident(word) if word == name => name.clone().into(),
                token => elsewhere(token),
            });
            let inside = quote!({ #(#inner)* #block loop {} });
            (quote!(#(#visibility)* #(#device)*), inside)
        }
        _ => (signature.iter().cloned().collect(), quote!(#block)),
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
fn without_options(head: Vec<TokenTree>) -> (Vec<TokenTree>, Vec<Backend>) {
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
fn option(attribute: &Group) -> Option<Vec<Backend>> {
    let mut tokens = attribute.stream().into_iter();
    match tokens.next()? {
        TokenTree::Ident(name) if name == "cnf" => Some(Vec::new()),
        TokenTree::Ident(name) if name == "backend" => {
            let TokenTree::Group(named) = tokens.next()? else {
                return Some(Vec::new());
            };
            let named = named.stream().into_iter().filter_map(|token| {
                let all = Backend::ALL.iter().copied();
                all.into_iter()
                    .find(|backend| token.to_string() == backend.name())
            });
            Some(named.collect())
        }
        _ => None,
    }
}

/// The markers that rust-analyzer types for the user at the cursor, in its present and in its
/// former versions.
const MARKERS: &[&str] = &["raCompletionMarker", "intellijRulezz"];

/// Returns true if the program is the user's with a name at the cursor. Its sketch must have the
/// same text up to there as that of the program without the name, which may be wrong and have no
/// plan.
fn names_marker(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => names_marker(&group.stream()),
        TokenTree::Ident(name) => MARKERS.iter().any(|marker| name == marker),
        _ => false,
    })
}

/// The options of a sketch.
struct Sketch<'k> {
    /// The path of the crate `fusus`.
    krate: &'k TokenStream,
}

impl Sketch<'_> {
    /// The names that a sketch needs in scope, whatever they mean where it stands: the combinators,
    /// and the methods that array types share.
    fn names(&self) -> TokenStream {
        let krate = self.krate;
        quote! {
            #[allow(unused_imports)]
            use #krate::__rt::{
                SliceMut as _,
                sketch::{Methods as _, Returned as _, ReturnedScalar as _, combinators::*},
            };
        }
    }

    /// A function of the runtime's sketches that stands for no combinator's name.
    fn path(&self, function: &str, span: Span) -> TokenStream {
        let krate = self.krate;
        let function = Ident::new(function, span);
        quote!(#krate::__rt::sketch::#function)
    }

    /// The statements of a body, and the tokens behind the last of them.
    fn statements(&self, tokens: TokenStream) -> (TokenStream, Vec<TokenTree>) {
        let mut out = TokenStream::new();
        let mut open: Vec<TokenTree> = Vec::new();
        for token in tokens {
            // A guard ends with its block, and another statement may begin behind it.
            let is_else = matches!(&token, TokenTree::Ident(word) if word == "else");
            if open.last().is_some_and(returns) && is_guard(&open) && !is_else {
                out.extend(self.terms(std::mem::take(&mut open)));
            }
            let ends = is(&token, ';');
            open.push(token);
            if ends {
                out.extend(self.statement(std::mem::take(&mut open)));
            }
        }
        // A `let` that is still being typed is a statement all the same.
        if matches!(open.first(), Some(TokenTree::Ident(word)) if word == "let") {
            out.extend(self.statement(std::mem::take(&mut open)));
            out.extend(quote!(;));
        }
        (out, open)
    }

    fn statement(&self, mut tokens: Vec<TokenTree>) -> TokenStream {
        let equals = tokens.iter().position(|token| is(token, '='));
        let Some(equals) = equals.filter(|_| !is_guard(&tokens)) else {
            return self.terms(tokens);
        };
        let semicolon = tokens.pop_if(|last| is(last, ';'));
        let value = tokens.split_off((equals + 1).min(tokens.len()));
        let (yields_array, value) = (yields_array(&value), self.terms(value));
        match &tokens[..] {
            // `*ys = …`
            [star, TokenTree::Ident(name), _] if is(star, '*') => {
                let write = self.path("write", name.span());
                quote_spanned!(name.span()=> #write(&(#value), #name.__slice_mut()) #semicolon)
            }
            // `let ys: [T] = …`
            [.., colon, TokenTree::Group(item), equals]
                if is(colon, ':') && item.delimiter() == Delimiter::Bracket =>
            {
                let before = &tokens[..tokens.len() - 2];
                let slice = self.path("slice", item.span());
                quote!(#(#before)* &#item #equals #slice(#value) #semicolon)
            }
            // `let (a, b) = map(…)`
            [_, TokenTree::Group(pattern), _] if yields_array => {
                let parts = self.path("parts", pattern.span());
                quote!(#(#tokens)* #parts(#value) #semicolon)
            }
            _ => quote!(#(#tokens)* #value #semicolon),
        }
    }

    /// The value that the expression form returns: vectors for arrays.
    fn returned(&self, result: Vec<TokenTree>) -> TokenStream {
        match &result[..] {
            [] => TokenStream::new(),
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
                let items = arguments(group.stream());
                if items.len() == 1 {
                    let item = self.returned(items.into_iter().next().unwrap_or_default());
                    return quote!((#item));
                }
                let items = items.into_iter().map(|item| self.returned(item));
                quote!((#(#items),*))
            }
            _ => {
                let value = self.terms(result);
                quote!((#value).__returned())
            }
        }
    }

    /// Tokens in which combinators, at any depth, are calls of the functions that
    /// have their types.
    fn terms(&self, tokens: Vec<TokenTree>) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let is_method = out.last().is_some_and(|last| is(last, '.'));
            match (token, tokens.peek()) {
                (TokenTree::Ident(name), Some(TokenTree::Group(group)))
                    if group.delimiter() == Delimiter::Parenthesis
                        && (combinator(&name).is_some()
                            || is_method && method(&name).is_some()) =>
                {
                    let mut group = group.clone();
                    tokens.next();
                    if is_method {
                        out.push(name.into());
                        group = self.inside(&group);
                    } else if let Some(combinator) = combinator(&name) {
                        let (function, arguments) = self.call(combinator, &name, group.stream());
                        out.extend(function);
                        let span = group.span();
                        group = Group::new(Delimiter::Parenthesis, arguments);
                        group.set_span(span);
                    }
                    out.push(group.into());
                }
                (TokenTree::Group(group), _) => out.push(self.inside(&group).into()),
                (token, _) => out.push(token),
            }
        }
        out.into_iter().collect()
    }

    fn inside(&self, group: &Group) -> Group {
        let mut mapped = Group::new(
            group.delimiter(),
            self.terms(group.stream().into_iter().collect()),
        );
        mapped.set_span(group.span());
        mapped
    }

    /// The function for a combinator, and its arguments: arrays by reference.
    fn call(
        &self,
        combinator: &Combinator,
        name: &Ident,
        tokens: TokenStream,
    ) -> (TokenStream, TokenStream) {
        let arguments = arguments(tokens);
        let function = match combinator.name {
            "map" if arguments.len() > 2 => {
                let arrays = (arguments.len() - 1).min(MOST_ARRAYS);
                self.path(&format!("map{arrays}"), name.span())
            }
            _ => quote!(#name),
        };
        let arguments = arguments.into_iter().enumerate().map(|(at, argument)| {
            let is_array = matches!(combinator.parameter(at), Parameter::Array(_));
            let is_range = argument
                .windows(2)
                .any(|pair| is(&pair[0], '.') && is(&pair[1], '.'));
            let argument = self.terms(argument);
            match (is_array, is_range) {
                (false, _) => argument,
                (true, false) => quote!(&#argument),
                (true, true) => quote!(&(#argument)),
            }
        });
        (function, quote!(#(#arguments),*))
    }
}

/// Returns true for the tokens of `if condition { return … }`.
fn is_guard(tokens: &[TokenTree]) -> bool {
    matches!(tokens.first(), Some(TokenTree::Ident(word)) if word == "if")
        && tokens.iter().any(returns)
}

/// `{ return … }`
fn returns(token: &TokenTree) -> bool {
    let TokenTree::Group(block) = token else {
        return false;
    };
    block.delimiter() == Delimiter::Brace
        && matches!(block.stream().into_iter().next(), Some(TokenTree::Ident(word)) if word == "return")
}

/// Returns true if a combinator that yields an array stands at the top.
fn yields_array(value: &[TokenTree]) -> bool {
    let combinator = match value {
        [TokenTree::Ident(name), TokenTree::Group(_)] => combinator(name),
        [.., dot, TokenTree::Ident(name), TokenTree::Group(_)] if is(dot, '.') => method(name),
        _ => None,
    };
    combinator.is_some_and(|found| matches!(found.yields, Yields::Array { .. }))
}

/// The tokens between commas. The commas of a closure's parameters and of
/// generic arguments are none of them.
fn arguments(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut arguments = vec![Vec::new()];
    let (mut parameters, mut angles) = (false, 0_usize);
    let mut before: Option<TokenTree> = None;
    for token in tokens {
        let argument = arguments.last_mut().expect("it starts with one");
        let starts = argument.is_empty()
            || matches!(&argument[..], [TokenTree::Ident(word)] if word == "move");
        if is(&token, '|') && (parameters || starts) {
            parameters = !parameters;
        } else if is(&token, '<') && before.as_ref().is_some_and(|last| is(last, ':')) {
            angles += 1;
        } else if is(&token, '>') && !before.as_ref().is_some_and(|last| is(last, '-')) {
            angles = angles.saturating_sub(1);
        }
        before = Some(token.clone());
        match is(&token, ',') && !parameters && angles == 0 {
            true => arguments.push(Vec::new()),
            false => argument.push(token),
        }
    }
    if arguments.last().is_some_and(Vec::is_empty) {
        arguments.pop();
    }
    arguments
}

fn combinator(name: &Ident) -> Option<&'static Combinator> {
    Combinator::named(&name.to_string())
}

fn method(name: &Ident) -> Option<&'static Combinator> {
    Combinator::of_method(&name.to_string())
}

fn is(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}
