//! The surface tree: the user's program, before names mean anything.
//!
//! A program is plain Rust to the eye, so the parser is `syn`; this tree only
//! says which calls are combinators and which statements bind or write.

mod body;
mod container;
mod einsum;
mod fragments;
mod guard;
mod helper;
mod item;
mod limit;
mod macros;
mod misparsed;
pub mod names;
mod parameter;
mod parse;
mod term;
mod tokens;

pub use crate::walk::is_assignment;
pub use body::{block, pattern};
pub use container::{Container, ContainerKind};
pub use einsum::written_out as without_einsum;
pub use guard::returns;
pub use limit::check as is_too_deep;
pub use parameter::returned_axes;
pub use parse::without_options;
pub use parse::{parse, parse_function, parse_leniently};
pub use term::{Apply, Term};
pub use term::{is_worker, strip};

use crate::diagnostic::Diagnostics;
pub use crate::items::Items;
use crate::math::Math;
use crate::ordered::flat;
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Expr, Signature, Type, Visibility};

/// The input of one `cnf!`.
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Source {
    /// The item form: programs, and the items beside them.
    Functions(Vec<Function>, Items),
    /// The expression form: the options of `#![cnf(…)]` before it, statements and
    /// a final expression.
    Expression(Options, Body),
}

/// A function of the item form.
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Function {
    /// Attributes that are not ours: documentation, `#[must_use]`, `#[cfg]`, …
    pub attrs: Vec<Attribute>,
    /// The options of its attributes.
    pub options: Options,
    /// Its visibility.
    pub vis: Visibility,
    /// Its signature, as written.
    pub sig: Signature,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its statements.
    pub body: Body,
    /// The mistakes in it.
    pub found: Diagnostics,
    /// The place of its array parameter, where it seems to be meant as a helper.
    pub helper: Option<Span>,
    /// The helpers and constants beside it.
    pub items: Items,
}

/// One `#[backend(…)]`. Its names are not looked up before code is generated.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The names in it, each with its place.
    pub names: Vec<(String, Span)>,
    /// The place of the whole.
    pub place: Span,
}

/// The options of `#[backend(…)]` and `#[cnf(…)]`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The backends, in the order written; empty for the default.
    pub backends: Vec<Listed>,
    /// The plan may have no more loops than this; where it says so.
    pub loops: Option<(usize, Span)>,
    /// The clustering strategy.
    pub strategy: Option<(String, Span)>,
    /// The cost model.
    pub cost: Option<(String, Span)>,
    /// For how many seconds a better plan is looked for.
    pub limit: Option<f64>,
    /// The number of positions of a loop that are worth another thread.
    pub grain: Option<usize>,
    /// Folds and scans keep their strict left-to-right order.
    pub strict: bool,
    /// All operators are associative on the values that occur, by the user's promise.
    pub associative: bool,
    /// The order of sums of products.
    pub order: Order,
    /// Sums of products over an index multiply and add in one operation.
    pub mul_add: bool,
    /// The implementation of elementary functions.
    pub math: Math,
    /// The place where the program says which one it is.
    pub math_said: Option<Span>,
}

/// The options for the order of sums of products.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Sums of products stay as they are written.
    pub written: bool,
    /// Sizes that are as good as known, by the name of an index or of a scalar.
    pub sizes: Vec<(Ident, u64)>,
}

/// The role of a parameter in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// `xs: &[T]`, `xs: ArrayView1<T>`
    Array,
    /// `ys: &mut [T]`, `ys: &mut Array1<T>`
    ArrayMut,
    /// Everything else.
    Scalar,
}

/// A parameter.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Param {
    /// Its name.
    pub name: Ident,
    /// Its role.
    pub kind: ParamKind,
    /// Its type as written.
    pub ty: Type,
}

impl Param {
    /// The type of the elements, if it is an array.
    pub fn element(&self) -> Option<&Type> {
        let ty = match term::strip_type(&self.ty) {
            Type::Reference(reference) => match term::strip_type(&reference.elem) {
                Type::Slice(slice) => return Some(&slice.elem),
                elem => elem,
            },
            owned => owned,
        };
        match ty {
            Type::Path(path) if self.axes().is_some_and(|axes| axes > 1) => {
                container::first_type(&path.path)
            }
            _ => None,
        }
    }

    /// The number of its axes, if it is an array or a view of ndarray.
    pub fn axes(&self) -> Option<usize> {
        parameter::axes(&self.ty)
    }
}

/// The statements of a program and its result.
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Body {
    /// The statements.
    pub statements: Vec<Statement>,
    /// The final expression, if there is one.
    pub result: Option<Expr>,
    /// The place of the whole.
    pub span: Span,
}

/// `let pattern = value;`, `*name = value;` or `if … { return value; }`
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Statement {
    /// Its kind, by where the value goes.
    pub kind: StatementKind,
    /// The value.
    pub value: Expr,
}

/// The kind of a statement, by where its value goes.
#[cfg_attr(feature = "report", derive(Debug))]
pub enum StatementKind {
    /// `let pattern: type = …`
    Let(Pattern, Option<Type>),
    /// `*name = …`
    Write(Ident),
    /// `if condition { return … }`: the value of the statement is the returned one.
    Return(Guard),
    /// The statement was not understood, which has been reported; these are
    /// the names that it would have bound.
    Lost(Vec<Ident>),
}

/// An early return of a program.
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Guard {
    /// The condition.
    pub condition: Expr,
    /// The place of `return`.
    pub place: Span,
    /// True if the value is an error: `return Err(…)`.
    pub fails: bool,
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
            Pattern::Tuple(items, _) => flat(items.iter().map(Pattern::names)),
        }
    }
}

impl Function {
    /// Returns true if it returns a `Result`, so that errors are returned.
    pub fn fallible(&self) -> bool {
        match &self.sig.output {
            syn::ReturnType::Type(_, ty) => match term::strip_type(ty) {
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

    /// The type that is declared to be returned where nothing fails.
    pub fn output(&self) -> Option<&Type> {
        let syn::ReturnType::Type(_, ty) = &self.sig.output else {
            return None;
        };
        let ty = term::strip_type(ty);
        if !self.fallible() {
            return Some(ty);
        }
        let Type::Path(path) = ty else { return None };
        match &path.path.segments.last()?.arguments {
            syn::PathArguments::AngleBracketed(arguments) => {
                arguments.args.iter().find_map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Some(term::strip_type(ty)),
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// A stand-in with a declared signature, for use after an error, so that
    /// callers do not produce errors of their own.
    pub fn stub(&self, sig: &Signature) -> TokenStream {
        let Function { attrs, vis, .. } = self;
        // The names do not matter, and may be what is wrong.
        let mut sig = sig.clone();
        for input in &mut sig.inputs {
            if let syn::FnArg::Typed(typed) = input {
                *typed.pat = syn::parse_quote!(_);
            }
        }
        quote::quote! {
            #(#attrs)*
            #[allow(unused, clippy::all, clippy::pedantic)]
            #vis #sig { ::core::unreachable!() }
        }
    }
}
