//! The programs of a file, compiled.

use crate::find::{self, Form, Found};
use crate::render;
use crate::unknown::Names;
use fusus_core::backend::{BACKENDS, Backend};
use fusus_core::compile::Compiled;
use fusus_core::diagnostic::{Diagnostic, Diagnostics};
use fusus_core::explain::{Explained, Overrides, explain, explain_fused};
use proc_macro2::{TokenStream, TokenTree};
use std::path::Path;

/// A program, or several that have mistakes together.
pub(crate) struct Program {
    /// The names by which it can be asked for.
    pub(crate) names: Vec<String>,
    pub(crate) outcome: Outcome,
}

/// The outcome of compiling a program.
pub(crate) enum Outcome {
    Right(Box<Right>),
    Wrong(Vec<Diagnostic>),
}

/// A program without mistakes.
pub(crate) struct Right {
    pub(crate) name: String,
    pub(crate) compiled: Compiled,
    /// True if it is a function.
    pub(crate) is_function: bool,
    /// Its first and its last line in the file.
    pub(crate) lines: (usize, usize),
    /// The backends that it asks for.
    pub(crate) backends: Vec<&'static dyn Backend>,
    code: Vec<(&'static dyn Backend, TokenStream)>,
    kernels: Vec<(&'static dyn Backend, Result<String, Diagnostics>)>,
}

impl Right {
    /// The generated Rust.
    pub(crate) fn code(&self, backend: &dyn Backend) -> TokenStream {
        let code = self
            .code
            .iter()
            .find(|(known, _)| known.name() == backend.name());
        code.map_or_else(TokenStream::new, |(_, code)| code.clone())
    }

    /// The text of its kernels, or the parts of it that the backend does not have, where the backend
    /// translates workers.
    pub(crate) fn kernels(&self, backend: &dyn Backend) -> Option<Result<&str, &Diagnostics>> {
        let kernels = self
            .kernels
            .iter()
            .find(|(known, _)| known.name() == backend.name())?;
        Some(kernels.1.as_deref())
    }
}

/// Compiles the programs of a file.
///
/// # Errors
/// A report on a file that is not Rust.
pub(crate) fn read(
    file: &Path,
    source: &str,
    overrides: &Overrides,
) -> Result<Vec<Program>, String> {
    let tokens: TokenStream =
        without_shebang(source)
            .parse()
            .map_err(|error: proc_macro2::LexError| {
                let help = "the file must be Rust as far as its tokens go";
                let diagnostic = Diagnostic::new(error.span(), "this is not Rust", help);
                render::diagnostic(file, source, &diagnostic)
            })?;
    let names = Names::of(&tokens);
    Ok(find::programs(tokens)
        .into_iter()
        .flat_map(|found| {
            let unknown = names.check(&found);
            programs(file, found, overrides, unknown)
        })
        .collect())
}

/// A first line `#!/usr/bin/env …` is no Rust; the lines after it keep their
/// numbers.
fn without_shebang(source: &str) -> String {
    match source.split_once('\n') {
        Some((first, rest)) if first.starts_with("#!/") => format!("\n{rest}"),
        _ => source.to_owned(),
    }
}

/// The programs of one macro; `unknown` are the calls in it of names that are no functions.
fn programs(
    file: &Path,
    found: Found,
    overrides: &Overrides,
    unknown: Diagnostics,
) -> Vec<Program> {
    let mut unknown: Vec<Diagnostic> = unknown.into_iter().collect();
    let place = format!("{}:{}", file.display(), found.line);
    let declared = declared(&found.tokens);
    let whole = lines(&found);
    let mut outside = Diagnostics::new();
    let explained: Vec<Explained> = match found.form {
        Form::Macro => explain(found.tokens, &place, overrides, &mut outside),
        Form::Attribute => explain_fused(found.tokens, overrides, &mut outside)
            .into_iter()
            .collect(),
    };
    let mut programs: Vec<Program> = explained
        .into_iter()
        .map(|explained| program(explained, whole, &mut unknown))
        .collect();
    // The rest stands in helpers.
    outside.extend(unknown);
    if !outside.is_empty() {
        // Whichever program is asked for, it may have been meant.
        let mut names = vec![place];
        names.extend(declared);
        programs.push(Program {
            names,
            outcome: Outcome::wrong(outside),
        });
    }
    programs
}

/// The first and the last line of the input of the macro.
fn lines(found: &Found) -> (usize, usize) {
    let mut tokens = found.tokens.clone().into_iter();
    let first = tokens.next().map(|token| token.span().start().line);
    let first = first.unwrap_or(found.line);
    let last = tokens.last().map(|token| token.span().end().line);
    (first, last.unwrap_or(first))
}

/// `whole` are the lines of everything in the macro, `unknown` the calls in it of
/// names that are no functions, from which the program's are taken.
fn program(explained: Explained, whole: (usize, usize), unknown: &mut Vec<Diagnostic>) -> Program {
    let (translate, compile): (Vec<&dyn Backend>, Vec<&dyn Backend>) = BACKENDS
        .iter()
        .partition(|backend| backend.translates_to().is_some());
    let code = compile
        .into_iter()
        .filter_map(|backend| Some((backend, explained.code(backend)?)))
        .collect();
    let kernels = translate
        .into_iter()
        .map(|backend| (backend, explained.kernels(backend)))
        .collect();
    let is_function = explained.is_function();
    let backends = explained.backends();
    let lines = explained.lines().unwrap_or(whole);
    let Explained { name, outcome, .. } = explained;
    let within = |wrong: &Diagnostic| (lines.0..=lines.1).contains(&wrong.span.start().line);
    let (own, others) = std::mem::take(unknown).into_iter().partition(within);
    *unknown = others;
    let own: Vec<Diagnostic> = own;
    // The compiler's own findings say it better.
    let outcome = match own.is_empty() {
        true => outcome,
        false => outcome.and_then(|_| {
            let mut found = Diagnostics::new();
            found.extend(own);
            Err(found)
        }),
    };
    Program {
        names: vec![name.clone()],
        outcome: match outcome {
            Ok(compiled) => Outcome::Right(Box::new(Right {
                name,
                compiled,
                is_function,
                lines,
                backends,
                code,
                kernels,
            })),
            Err(found) => Outcome::wrong(found),
        },
    }
}

impl Outcome {
    /// The mistakes in the order of the text, each once.
    fn wrong(found: Diagnostics) -> Self {
        let mut found: Vec<Diagnostic> = found.into_iter().collect();
        let place = |diagnostic: &Diagnostic| {
            let start = diagnostic.span.start();
            (start.line, start.column)
        };
        found.sort_by_key(place);
        found.dedup_by_key(|diagnostic| (place(diagnostic), diagnostic.text()));
        Outcome::Wrong(found)
    }
}

/// The names of the functions in the input of a macro, right or not.
fn declared(tokens: &TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [TokenTree::Ident(word), TokenTree::Ident(name)] if word == "fn" => {
                Some(name.to_string())
            }
            _ => None,
        })
        .collect()
}
