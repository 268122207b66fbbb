//! Programs as they stand in a file, for tools that explain them: each with
//! all that is known of it, or with its mistakes.

use crate::backend::{self, Backend};
use crate::compile::{self, Compiled};
use crate::diagnostic::Diagnostics;
use crate::syntax::{Body, Function, Listed, Options, Source};
use crate::{expand, scalar, syntax};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Visibility;
use syn::spanned::Spanned;

/// Choices that replace those of the programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// The clustering strategy, one of [`STRATEGIES`](crate::cluster::STRATEGIES).
    pub strategy: Option<String>,
    /// The cost model, one of [`COSTS`](crate::cluster::COSTS).
    pub cost: Option<String>,
    /// The backend of functions, one of [`BACKENDS`](crate::backend::BACKENDS).
    pub backend: Option<String>,
}

/// A program and the stages that it went through.
#[derive(Debug)]
pub struct Explained {
    /// The name of the function, or the place of the expression form.
    pub name: String,
    /// The program after all stages, or its mistakes.
    pub outcome: Result<Compiled, Diagnostics>,
    form: Form,
}

/// The form in which a program was written.
#[derive(Debug)]
enum Form {
    Function(Box<Function>),
    Expression(Options),
}

/// Explains the programs in the input of one `cnf!`. `place` names a program
/// of the expression form. Mistakes outside of all programs go to `found`.
pub fn explain(
    tokens: TokenStream,
    place: &str,
    overrides: &Overrides,
    found: &mut Diagnostics,
) -> Vec<Explained> {
    let mut parsed = Diagnostics::new();
    match syntax::parse_leniently(tokens, &mut parsed) {
        Source::Functions(functions, _) => {
            found.extend(parsed);
            functions
                .into_iter()
                .map(|function| explain_function(function, overrides))
                .collect()
        }
        Source::Expression(options, body) => {
            vec![explain_expression(options, &body, place, overrides, parsed)]
        }
    }
}

/// Explains a function under the attribute `fused`.
pub fn explain_fused(
    item: TokenStream,
    overrides: &Overrides,
    found: &mut Diagnostics,
) -> Option<Explained> {
    let function = syntax::parse_function(item, found)?;
    Some(explain_function(function, overrides))
}

fn explain_function(function: Function, overrides: &Overrides) -> Explained {
    let name = function.sig.ident.to_string();
    let place = function.sig.ident.span();
    let mut options = overrides.over(&function.options, place);
    if let Some(backend) = &overrides.backend {
        options.backends = vec![Listed {
            names: vec![(backend.clone(), place)],
            place,
        }];
    }
    let outcome = compile::function(&function, &options);
    let outcome = match overrides.backend.is_some() {
        true => outcome.and_then(|compiled| {
            expand::refused(&function, &compiled)?;
            Ok(compiled)
        }),
        false => outcome,
    };
    Explained {
        name,
        outcome,
        form: Form::Function(Box::new(function)),
    }
}

fn explain_expression(
    options: Options,
    body: &Body,
    place: &str,
    overrides: &Overrides,
    parsed: Diagnostics,
) -> Explained {
    let chosen = overrides.over(&options, body.span);
    Explained {
        name: place.to_owned(),
        outcome: compile::expression(body, place.to_owned(), &chosen, parsed),
        form: Form::Expression(options),
    }
}

impl Overrides {
    fn over(&self, options: &Options, span: Span) -> Options {
        let mut options = options.clone();
        if let Some(strategy) = &self.strategy {
            options.strategy = Some((strategy.clone(), span));
        }
        if let Some(cost) = &self.cost {
            options.cost = Some((cost.clone(), span));
        }
        // The limit of loops was said of the program's own plan.
        if *self != Overrides::default() {
            options.loops = None;
        }
        options
    }
}

impl Explained {
    /// The code that the macro puts in the place of the program, if it is
    /// right, for one backend. Bodies of loops, which the macro writes twice
    /// (once for wide instructions), stand here once.
    pub fn code(&self, backend: &dyn Backend) -> Option<TokenStream> {
        let compiled = self.outcome.as_ref().ok()?;
        let krate = quote!(::fusus);
        Some(match &self.form {
            Form::Function(function) => {
                expand::function_tokens(function, compiled, backend, &function.sig, &krate, false)
            }
            Form::Expression(options) => {
                expand::expression_tokens(compiled, options, &krate, false)
            }
        })
    }

    /// The backends that the program asks for.
    pub fn backends(&self) -> Vec<&'static dyn Backend> {
        match &self.outcome {
            Ok(compiled) => compiled.backends.clone(),
            Err(_) => vec![backend::DEFAULT],
        }
    }

    /// Generates the text of its kernels for a backend that translates workers, if it has no
    /// mistakes.
    ///
    /// # Errors
    /// The parts of it that the backend does not have.
    pub fn kernels(&self, backend: &dyn Backend) -> Result<String, Diagnostics> {
        let Ok(compiled) = &self.outcome else {
            return Ok(String::new());
        };
        if backend.translates_to().is_none() {
            return Ok(String::new());
        }
        let types = scalar::program(&compiled.program)?;
        let text = backend.kernels(&compiled.nest, &types, compiled.strict());
        Ok(text.unwrap_or_default())
    }

    /// The first and the last line of a function, with its documentation.
    pub fn lines(&self) -> Option<(usize, usize)> {
        let Form::Function(function) = &self.form else {
            return None;
        };
        let attrs = function.attrs.iter().map(|attr| attr.pound_token.span);
        // No visibility would have a place too, the first of all.
        let is_private = matches!(function.vis, Visibility::Inherited);
        let vis = (!is_private).then(|| function.vis.span());
        let starts = attrs.chain(vis).chain([function.sig.span()]);
        let first = starts.map(|span| span.start().line).min()?;
        Some((first, function.body.span.end().line))
    }

    /// Returns true if the program is a function, so that its code is an item.
    pub fn is_function(&self) -> bool {
        matches!(self.form, Form::Function(_))
    }
}
