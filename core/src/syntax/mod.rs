//! The surface tree: what the user wrote, before names mean anything.
//!
//! A program is plain Rust to the eye, so the parser is `syn`; this tree only
//! says which calls are combinators and which statements bind or write what.

pub mod names;
mod parse;

pub(crate) use parse::is_worker;
pub use parse::{parse, parse_function};

use crate::combinator::Combinator;
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Expr, Signature, Type, Visibility};

/// The input of one `cnf!`.
#[derive(Debug)]
pub enum Source {
    /// The item form: functions.
    Functions(Vec<Function>),
    /// The expression form: statements and a final expression.
    Expression(Body),
}

/// A function of the item form.
#[derive(Debug)]
pub struct Function {
    /// Attributes that are not ours: documentation, `#[must_use]`, `#[cfg]`, …
    pub attrs: Vec<Attribute>,
    /// What our attributes ask for.
    pub options: Options,
    /// Its visibility.
    pub vis: Visibility,
    /// Its signature, as written.
    pub sig: Signature,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its statements.
    pub body: Body,
}

/// Where a program is to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Backend {
    /// rayon loops.
    Cpu,
    /// One thread, no rayon.
    Sequential,
}

impl Backend {
    /// Its name in `#[backend(…)]`.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Cpu => "cpu",
            Backend::Sequential => "sequential",
        }
    }
}

/// What `#[backend(…)]` and `#[cnf(…)]` ask for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The backends, in the order written; empty for the default.
    pub backends: Vec<Backend>,
    /// The plan may have no more loops than this; where it says so.
    pub loops: Option<(usize, Span)>,
    /// The clustering strategy.
    pub strategy: Option<(String, Span)>,
    /// The cost model.
    pub cost: Option<(String, Span)>,
    /// Folds and scans keep their strict left-to-right order.
    pub strict: bool,
}

/// What a parameter is to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// `xs: &[T]`
    Array,
    /// `ys: &mut [T]`
    ArrayMut,
    /// Everything else.
    Scalar,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Ident,
    /// What it is.
    pub kind: ParamKind,
    /// Its type as written.
    pub ty: Type,
}

/// The statements of a program and what it returns.
#[derive(Debug)]
pub struct Body {
    /// The statements.
    pub statements: Vec<Statement>,
    /// The final expression, if there is one.
    pub result: Option<Term>,
    /// The place of the whole.
    pub span: Span,
}

/// `let pattern = term;` or `*name = term;`
#[derive(Debug)]
pub struct Statement {
    /// What is bound or written.
    pub target: Target,
    /// What it is bound to.
    pub value: Term,
}

/// What a statement binds or writes.
#[derive(Debug)]
pub enum Target {
    /// `let pattern: type = …`
    Let(Pattern, Option<Type>),
    /// `*name = …`
    Write(Ident),
}

/// The pattern of a `let`.
#[derive(Debug)]
pub enum Pattern {
    /// A name.
    Name(Ident),
    /// `_`
    Wild(Span),
    /// A tuple.
    Tuple(Vec<Pattern>, Span),
}

/// An expression of the array language.
#[derive(Debug)]
pub enum Term {
    /// A combinator and its arguments.
    Apply(Apply),
    /// A name alone: an array or a scalar.
    Name(Ident),
    /// `a..b`
    Range(Expr),
    /// A tuple of terms, and the same as Rust has it.
    Tuple(Vec<Term>, Expr),
    /// Anything else is Rust's.
    Host(Expr),
}

/// A combinator and its arguments, in the order of the function form.
#[derive(Debug)]
pub struct Apply {
    /// Which combinator.
    pub combinator: &'static Combinator,
    /// The place of its name.
    pub span: Span,
    /// The arguments.
    pub args: Vec<Expr>,
    /// The method form as written: `x.map(f)` is Rust's own where `x` turns
    /// out to be a scalar.
    pub method: Option<Expr>,
}

impl Term {
    /// Classifies an expression by its shape.
    pub fn of(expr: Expr) -> Term {
        parse::term(expr)
    }

    /// The place of the whole.
    pub fn span(&self) -> Span {
        use syn::spanned::Spanned;
        match self {
            Term::Apply(apply) => apply.span,
            Term::Name(name) => name.span(),
            Term::Tuple(_, expr) | Term::Range(expr) | Term::Host(expr) => expr.span(),
        }
    }
}

impl Pattern {
    /// The place of the whole.
    pub fn span(&self) -> Span {
        match self {
            Pattern::Name(name) => name.span(),
            Pattern::Wild(span) | Pattern::Tuple(_, span) => *span,
        }
    }

    /// The names that it binds, from left to right.
    pub fn names(&self) -> Vec<&Ident> {
        match self {
            Pattern::Name(name) => vec![name],
            Pattern::Wild(_) => Vec::new(),
            Pattern::Tuple(items, _) => items.iter().flat_map(Pattern::names).collect(),
        }
    }
}

impl Function {
    /// Whether it returns a `Result`, so that errors are returned.
    pub fn fallible(&self) -> bool {
        match &self.sig.output {
            syn::ReturnType::Type(_, ty) => match &**ty {
                Type::Path(path) => path
                    .path
                    .segments
                    .last()
                    .is_some_and(|segment| segment.ident == "Result"),
                _ => false,
            },
            syn::ReturnType::Default => false,
        }
    }

    /// A stand-in with a declared signature, for use after an error, so that
    /// callers do not produce errors of their own.
    pub fn stub(&self, sig: &Signature) -> TokenStream {
        let Function { attrs, vis, .. } = self;
        quote::quote! {
            #(#attrs)*
            #[allow(unused_variables, unused_mut, clippy::all, clippy::pedantic)]
            #vis #sig { ::core::unreachable!() }
        }
    }
}
