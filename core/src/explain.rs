//! Programs as they stand in a file, for tools that explain them: each with
//! all that is known of it, or with its mistakes.

use crate::compile::Compiled;
use crate::diagnostic::Diagnostics;
use crate::syntax::{Backend, Body, Function, Options, Source};
use crate::{expand, syntax};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// What to do otherwise than the programs ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// The clustering strategy, one of [`STRATEGIES`](crate::cluster::STRATEGIES).
    pub strategy: Option<String>,
    /// The cost model, one of [`COSTS`](crate::cluster::COSTS).
    pub cost: Option<String>,
}

/// A program and what became of it.
#[derive(Debug)]
pub struct Explained {
    /// The name of the function, or the place of the expression form.
    pub name: String,
    /// The program after all stages, or its mistakes.
    pub outcome: Result<Compiled, Diagnostics>,
    form: Form,
}

/// How a program was written.
#[derive(Debug)]
enum Form {
    Function(Box<Function>),
    Expression,
}

/// Explains the programs in the input of one `cnf!`. `place` names a program
/// of the expression form.
///
/// # Errors
/// The mistakes that leave no program to speak of.
pub fn explain(
    tokens: TokenStream,
    place: &str,
    overrides: &Overrides,
) -> Result<Vec<Explained>, Diagnostics> {
    let mut found = Diagnostics::new();
    let explained: Vec<Explained> = match syntax::parse_leniently(tokens, &mut found) {
        Source::Functions(functions) => functions
            .into_iter()
            .map(|function| explain_function(function, overrides))
            .collect(),
        Source::Expression(body) => {
            let found = std::mem::take(&mut found);
            vec![explain_expression(&body, place, overrides, found)]
        }
    };
    if found.is_empty() {
        return Ok(explained);
    }
    // The compiler reports what is wrong with the others too.
    for other in explained {
        found.extend(other.outcome.err().into_iter().flatten());
    }
    Err(found)
}

/// Explains a function under the attribute `fused`.
///
/// # Errors
/// The mistakes that leave no program to speak of.
pub fn explain_fused(item: TokenStream, overrides: &Overrides) -> Result<Explained, Diagnostics> {
    let mut found = Diagnostics::new();
    match syntax::parse_function(item, &mut found) {
        Some(function) if found.is_empty() => Ok(explain_function(function, overrides)),
        _ => Err(found),
    }
}

fn explain_function(mut function: Function, overrides: &Overrides) -> Explained {
    overrides.apply(&mut function.options, function.sig.ident.span());
    Explained {
        name: function.sig.ident.to_string(),
        outcome: expand::compile_function(&function),
        form: Form::Function(Box::new(function)),
    }
}

fn explain_expression(
    body: &Body,
    place: &str,
    overrides: &Overrides,
    found: Diagnostics,
) -> Explained {
    let mut options = Options::default();
    overrides.apply(&mut options, body.span);
    Explained {
        name: place.to_owned(),
        outcome: expand::compile_expression(body, place.to_owned(), &options, found),
        form: Form::Expression,
    }
}

impl Overrides {
    fn apply(&self, options: &mut Options, span: Span) {
        if let Some(strategy) = &self.strategy {
            options.strategy = Some((strategy.clone(), span));
        }
        if let Some(cost) = &self.cost {
            options.cost = Some((cost.clone(), span));
        }
        // How many loops a program may have was said of its own plan.
        if *self != Overrides::default() {
            options.loops = None;
        }
    }
}

impl Explained {
    /// The code that the macro puts in the place of the program, if it is
    /// right, for one backend. Bodies of loops, which the macro writes twice
    /// (once for wide instructions), stand here once.
    pub fn code(&self, backend: Backend) -> Option<TokenStream> {
        let compiled = self.outcome.as_ref().ok()?;
        let krate = quote!(::fusus);
        Some(match &self.form {
            Form::Function(function) => {
                expand::function_tokens(function, compiled, backend, &function.sig, &krate, false)
            }
            Form::Expression => expand::expression_tokens(compiled, &krate, false),
        })
    }

    /// Whether the program is a function, so that its code is an item.
    pub fn is_function(&self) -> bool {
        matches!(self.form, Form::Function(_))
    }
}
