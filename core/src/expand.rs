//! Tokens to tokens: all stages in a row.

use crate::backend::{self, Backend};
use crate::codegen::{self, CodegenOptions, placed};
use crate::compile::{self, Compiled};
use crate::diagnostic::{Diagnostics, catalog};
use crate::documentation;
use crate::math::Math;
use crate::ordered::ToList;
use crate::syntax;
use crate::syntax::{Body, Function, Items, Options, Source};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::iter;
use syn::Signature;
use syn::spanned::Spanned;

/// Expands the input of `cnf!`. `krate` is the path by which the generated
/// code reaches the crate `fusus`.
///
/// A program with mistakes expands to its diagnostics and to functions of the
/// declared signatures, so that callers produce no errors of their own.
pub fn expand(tokens: TokenStream, krate: &TokenStream) -> TokenStream {
    let mut found = Diagnostics::new();
    match syntax::parse_leniently(tokens, &mut found) {
        Source::Functions(functions, items) => {
            let Items {
                functions: helpers,
                constants,
            } = &items;
            // A function is compiled even where another one is wrong.
            let errors = found.to_tokens();
            let math = math_of_helpers(&functions);
            let helpers = helpers
                .iter()
                .map(|it| codegen::math::helper(it, krate, math));
            let functions = functions
                .iter()
                .map(|function| expand_function(function, krate));
            quote!(#errors #(#constants)* #(#helpers)* #(#functions)*)
        }
        Source::Expression(options, body) => expand_expression(&options, &body, found, krate),
    }
}

/// Returns the implementation of elementary functions in the helpers beside some programs, which
/// agree about it where it matters.
fn math_of_helpers(functions: &[Function]) -> Math {
    let first = functions.first();
    first.map_or_else(Math::default, |first| first.options.math)
}

/// Expands a function under the attribute `fused` with these arguments.
///
/// `crate = path` among them says how the generated code reaches the crate
/// `fusus`; otherwise it is `::fusus`.
pub fn expand_fused(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut found = Diagnostics::new();
    let krate = fused_arguments(arguments, &mut found);
    match syntax::parse_function(item.clone(), &mut found) {
        Some(function) => {
            let errors = found.to_tokens();
            let function = expand_function(&function, &krate);
            quote!(#errors #function)
        }
        None => {
            let errors = found.to_tokens();
            // An item that is no function stays as it was.
            quote!(#errors #item)
        }
    }
}

pub(crate) fn fused_arguments(arguments: TokenStream, found: &mut Diagnostics) -> TokenStream {
    let mut krate = quote!(::fusus);
    if syntax::is_too_deep(&arguments, found) {
        return krate;
    }
    // As an attribute again, so that an error at the end of the arguments is
    // at the last of them.
    let end = arguments.clone().into_iter().last();
    let end = end.map_or_else(Span::call_site, |token| token.span());
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(end);
    let attribute: syn::Attribute = syn::parse_quote!(#[fused #arguments]);
    let parsed = attribute.parse_nested_meta(|meta| {
        if meta.path.is_ident("crate") {
            let path: syn::Path = meta.value()?.call(syn::Path::parse_mod_style)?;
            krate = quote!(#path);
        } else {
            found.push(catalog::unknown_argument(meta.path.span()));
            // Its value, if it has one, does not matter any more.
            if meta.input.peek(syn::Token![=]) {
                let _: syn::Expr = meta.value()?.parse()?;
            } else if !meta.input.is_empty() && !meta.input.peek(syn::Token![,]) {
                let _: proc_macro2::TokenTree = meta.input.parse()?;
            }
        }
        Ok(())
    });
    if let Err(error) = parsed {
        found.push(catalog::unknown_argument(error.span()));
    }
    krate
}

fn expand_function(function: &Function, krate: &TokenStream) -> TokenStream {
    let compiled = match compile::function(function, &function.options).and_then(|compiled| {
        refused(function, &compiled)?;
        Ok(compiled)
    }) {
        Ok(compiled) => compiled,
        Err(found) => {
            let errors = found.to_tokens();
            let backends = compile::backends(&function.options, &mut Diagnostics::new());
            let stubs = versions(function, &backends);
            let stubs = stubs.into_iter().map(|(_, sig)| function.stub(&sig));
            return quote!(#errors #(#stubs)*);
        }
    };
    versions(function, &compiled.backends)
        .into_iter()
        .map(|(backend, sig)| function_tokens(function, &compiled, backend, &sig, krate, true))
        .collect()
}

/// Reports what a backend of a program could not do.
pub(crate) fn refused(function: &Function, compiled: &Compiled) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::new();
    for backend in &compiled.backends {
        let versions = iter::once(compiled).chain(&compiled.others);
        let refused = versions.map(|it| backend.refused(&it.for_backends(), &function.sig));
        // All have the same signature, and mostly the same loops: one list is enough.
        found.extend(
            refused
                .into_iter()
                .find(|found| !found.is_empty())
                .unwrap_or_default(),
        );
    }
    found.wall()
}

/// The functions that a program becomes, one for each backend. The first one
/// has the program's own name, the others that of their backend behind it.
fn versions(
    function: &Function,
    backends: &[&'static dyn Backend],
) -> Vec<(&'static dyn Backend, Signature)> {
    backends
        .iter()
        .enumerate()
        .map(|(index, backend)| {
            let mut sig = function.sig.clone();
            if index > 0 {
                sig.ident = format_ident!("{}_{}", sig.ident, backend.name());
            }
            (*backend, sig)
        })
        .list()
}

/// The function that a compiled program becomes for one backend.
pub(crate) fn function_tokens(
    function: &Function,
    compiled: &Compiled,
    backend: &dyn Backend,
    sig: &Signature,
    krate: &TokenStream,
    wide: bool,
) -> TokenStream {
    let Function { attrs, vis, .. } = function;
    let options = CodegenOptions {
        krate: krate.clone(),
        strict: function.options.strict,
        wide,
        fallible: function.fallible(),
        output: function.output().cloned(),
        declared: declared(&function.sig.output),
        math: function.options.math,
    };
    let program = compiled.for_backends();
    let other = backend.signature(&program, sig, krate);
    let sig = other.as_ref().unwrap_or(sig);
    let judged = backend.translates_to();
    let judged = judged.and_then(|_| judged_by_rustc(function, compiled, &options));
    let body = body(compiled, backend, &options);
    let body = quote!(#judged #body);
    let documented = attrs.iter().any(|attr| attr.path().is_ident("doc"));
    let doc = documentation::of(compiled);
    let blank = usize::from(!documented);
    let doc = doc.lines().skip(blank).map(|line| {
        let line = format!(" {line}");
        quote!(#[doc = #line])
    });
    let tracked = (!attrs
        .iter()
        .any(|attr| attr.path().is_ident("track_caller")))
    .then(|| quote!(#[track_caller]));
    // With the user's braces: rustc takes an item for the user's own, of which it
    // warns that nothing calls it, only where its first and last token are.
    let mut block = Group::new(Delimiter::Brace, body);
    block.set_span(function.body.span);
    // A program is called where one of its versions is: the first is rustc's to judge.
    let is_first = sig.ident == function.sig.ident;
    let silent = (!is_first).then(|| quote!(#[allow(dead_code)]));
    let function = quote! {
        #silent
        #(#attrs)*
        #(#doc)*
        #tracked
        #vis #sig #block
    };
    let Some(gate) = backend.gate() else {
        return function;
    };
    // The façade says so where the feature is missing, and drops the function.
    let gate = Ident::new(gate, Span::call_site());
    let gate = placed(quote!(#krate::#gate!), sig.ident.span());
    let function = TokenTree::Group(Group::new(Delimiter::Brace, function));
    quote!(#gate #function)
}

/// The statements and the final expression of a program, which choose among its versions where there
/// are several.
fn body(compiled: &Compiled, backend: &dyn Backend, options: &CodegenOptions) -> TokenStream {
    let of = |version: &Compiled| backend.body(&version.for_backends(), options);
    let first = of(compiled);
    match &compiled.program.versions {
        None => first,
        Some(versions) => {
            let others = compiled.others.iter().map(of);
            let bodies: Vec<TokenStream> = iter::once(first).chain(others).list();
            let len = |input: &syn::Expr| backend.len(input, &options.krate);
            codegen::versions::choice(versions, &bodies, options, &len)
        }
    }
}

/// Workers that only kernels run never meet rustc, which is to judge them as
/// it does all others. So it gets the program for the host, which nobody calls.
fn judged_by_rustc(
    function: &Function,
    compiled: &Compiled,
    options: &CodegenOptions,
) -> Option<TokenStream> {
    let translates = |backend: &&dyn Backend| backend.translates_to().is_some();
    if !compiled.backends.iter().all(translates) {
        return None;
    }
    let mut sig = function.sig.clone();
    sig.ident = format_ident!("judged_", span = Span::mixed_site());
    let body = backend::judged(
        &compiled.for_backends(),
        &CodegenOptions {
            wide: false,
            ..options.clone()
        },
    );
    // The lints that are allowed here are allowed there.
    let levels = ["allow", "expect", "warn", "deny", "forbid"];
    let attrs = function.attrs.iter();
    let levels = attrs.filter(|attr| levels.iter().any(|level| attr.path().is_ident(level)));
    Some(quote! {
        #(#levels)*
        #[allow(dead_code, clippy::all, clippy::pedantic)]
        #sig { #body }
    })
}

/// The place where a function declares its result: the last of it, which in a `Result` is the
/// error.
fn declared(output: &syn::ReturnType) -> Span {
    let last = output
        .to_token_stream()
        .into_iter()
        .filter(|token| !matches!(token, TokenTree::Punct(_)));
    last.last()
        .map_or_else(Span::call_site, |token| token.span())
}

fn expand_expression(
    options: &Options,
    body: &Body,
    found: Diagnostics,
    krate: &TokenStream,
) -> TokenStream {
    match compile::expression(body, place_of(body.span), options, found) {
        Ok(compiled) => expression_tokens(&compiled, options, krate, true),
        Err(found) => found.to_expression(),
    }
}

/// The block that a compiled program of the expression form becomes.
pub(crate) fn expression_tokens(
    compiled: &Compiled,
    options: &Options,
    krate: &TokenStream,
    wide: bool,
) -> TokenStream {
    let body = body(
        compiled,
        backend::DEFAULT,
        &CodegenOptions {
            krate: krate.clone(),
            strict: options.strict,
            wide,
            fallible: false,
            output: None,
            declared: Span::call_site(),
            math: options.math,
        },
    );
    quote!({ #body })
}

/// The report on a mistake of ours.
pub fn broken(message: &str) -> TokenStream {
    let mut found = Diagnostics::new();
    found.push(catalog::broken(Span::call_site(), message));
    found.to_expression()
}

/// `FILE:LINE`, which names a program of the expression form.
fn place_of(span: Span) -> String {
    format!("{}:{}", span.file(), span.start().line)
}
