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
            let stubs = functions.iter().map(Function::stub);
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
            let (errors, stub) = (found.to_tokens(), function.stub());
            return quote!(#errors #stub);
        }
    };
    let mut backends = function.options.backends.clone();
    if backends.is_empty() {
        backends.push(Backend::Cpu);
    }
    backends
        .iter()
        .enumerate()
        .map(|(index, backend)| {
            // The first backend has the function's own name.
            let suffix = (index > 0).then(|| backend.name());
            function_tokens(function, &compiled, *backend, suffix, krate)
        })
        .collect()
}

/// The function that a compiled program becomes for one backend.
pub(crate) fn function_tokens(
    function: &Function,
    compiled: &Compiled,
    backend: Backend,
    suffix: Option<&str>,
    krate: &TokenStream,
) -> TokenStream {
    let Function {
        attrs, vis, sig, ..
    } = function;
    let mut sig = sig.clone();
    if let Some(suffix) = suffix {
        sig.ident = format_ident!("{}_{suffix}", sig.ident);
    }
    let body = codegen::cpu::generate(
        &compiled.nest,
        &Target {
            krate: krate.clone(),
            parallel: backend == Backend::Cpu,
            fallible: function.fallible(),
        },
    );
    let plan = Plan::brief(compiled);
    let documented = attrs.iter().any(|attr| attr.path().is_ident("doc"));
    let doc = plan.documentation();
    let blank = usize::from(!documented);
    let doc = doc.lines().skip(blank).map(|line| {
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
        Ok(compiled) => expression_tokens(&compiled, krate),
        Err(found) => {
            let errors = found.to_tokens();
            quote!({ #errors })
        }
    }
}

/// The block that a compiled program of the expression form becomes.
pub(crate) fn expression_tokens(compiled: &Compiled, krate: &TokenStream) -> TokenStream {
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

/// `FILE:LINE`, which names a program of the expression form.
fn place_of(span: Span) -> String {
    format!("{}:{}", span.file(), span.start().line)
}
