//! Tokens to tokens: all stages in a row.

use crate::codegen::{self, Target};
use crate::compile::{Compiled, compile};
use crate::diagnostic::Diagnostics;
use crate::ir::Program;
use crate::plan::Plan;
use crate::syntax::{Backend, Body, Function, Source};
use crate::{check, lower, syntax};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Signature;

/// Expands the input of `cnf!`. `krate` is the path by which the generated
/// code reaches the crate `fusus`.
///
/// A program with mistakes expands to its diagnostics and to functions of the
/// declared signatures, so that callers produce no errors of their own.
pub fn expand(tokens: TokenStream, krate: &TokenStream) -> TokenStream {
    match syntax::parse(tokens) {
        Err(found) => found.to_tokens(),
        Ok(source) => match check::check(&source) {
            Err(found) => stubs(&source, &found),
            Ok(()) => match source {
                Source::Functions(functions) => functions
                    .iter()
                    .map(|function| expand_function(function, krate))
                    .collect(),
                Source::Expression(body) => expand_expression(&body, krate),
            },
        },
    }
}

/// Expands a function under the attribute `fused`.
pub fn expand_fused(item: TokenStream, krate: &TokenStream) -> TokenStream {
    match syntax::parse_function(item) {
        Err(found) => found.to_tokens(),
        Ok(function) => {
            let source = Source::Functions(vec![function]);
            match (check::check(&source), &source) {
                (Ok(()), Source::Functions(functions)) => expand_function(&functions[0], krate),
                (Err(found), source) => stubs(source, &found),
                (Ok(()), Source::Expression(_)) => unreachable!("it was made from a function"),
            }
        }
    }
}

/// Diagnostics, and something of the right type in the place of the program.
fn stubs(source: &Source, found: &Diagnostics) -> TokenStream {
    let errors = found.to_tokens();
    match source {
        Source::Functions(functions) => {
            let stubs = functions.iter().map(stubs_of);
            quote!(#errors #(#stubs)*)
        }
        Source::Expression(_) => quote!({ #errors }),
    }
}

fn expand_function(function: &Function, krate: &TokenStream) -> TokenStream {
    let compiled =
        lower::function(function).and_then(|program: Program| compile(program, &function.options));
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(found) => {
            let (errors, stubs) = (found.to_tokens(), stubs_of(function));
            return quote!(#errors #stubs);
        }
    };
    versions(function)
        .into_iter()
        .map(|(backend, sig)| function_tokens(function, &compiled, backend, &sig, krate))
        .collect()
}

/// The functions that a program becomes, one for each backend. The first one
/// has the program's own name, the others that of their backend behind it.
fn versions(function: &Function) -> Vec<(Backend, Signature)> {
    let mut backends = function.options.backends.clone();
    if backends.is_empty() {
        backends.push(Backend::Cpu);
    }
    backends
        .into_iter()
        .enumerate()
        .map(|(index, backend)| {
            let mut sig = function.sig.clone();
            if index > 0 {
                sig.ident = format_ident!("{}_{}", sig.ident, backend.name());
            }
            (backend, sig)
        })
        .collect()
}

/// Body-less stand-ins with the declared signatures.
fn stubs_of(function: &Function) -> TokenStream {
    versions(function)
        .iter()
        .map(|(_, sig)| function.stub(sig))
        .collect()
}

fn function_tokens(
    function: &Function,
    compiled: &Compiled,
    backend: Backend,
    sig: &Signature,
    krate: &TokenStream,
) -> TokenStream {
    let Function { attrs, vis, .. } = function;
    let body = codegen::cpu::generate(
        &compiled.nest,
        &Target {
            krate: krate.clone(),
            parallel: backend == Backend::Cpu,
            fallible: function.fallible(),
        },
    );
    let plan = Plan::of(compiled);
    let doc = plan.documentation();
    let doc = doc.lines().map(|line| {
        let line = format!(" {line}");
        quote!(#[doc = #line])
    });
    let tracked = (!attrs
        .iter()
        .any(|attr| attr.path().is_ident("track_caller")))
    .then(|| quote!(#[track_caller]));
    quote! {
        #(#attrs)*
        #(#doc)*
        #tracked
        #vis #sig {
            #body
        }
    }
}

fn expand_expression(body: &Body, krate: &TokenStream) -> TokenStream {
    let compiled = lower::expression(body, place_of(body.span))
        .and_then(|program| compile(program, &Default::default()));
    match compiled {
        Ok(compiled) => {
            let body = codegen::cpu::generate(
                &compiled.nest,
                &Target {
                    krate: krate.clone(),
                    parallel: true,
                    fallible: false,
                },
            );
            quote!({ #body })
        }
        Err(found) => {
            let errors = found.to_tokens();
            quote!({ #errors })
        }
    }
}

/// `FILE:LINE`, which names a program of the expression form.
fn place_of(span: Span) -> String {
    format!("{}:{}", span.file(), span.start().line)
}
