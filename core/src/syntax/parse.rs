//! Tokens to the surface tree.
//!
//! Statements are parsed one by one, so that a mistake in one of them does not
//! hide the mistakes in the others.

use super::{
    Apply, Backend, Body, Function, Options, Param, ParamKind, Pattern, Source, Statement, Target,
    Term,
};
use crate::combinator::Combinator;
use crate::diagnostic::{Diagnostics, catalog};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, FnArg, Pat, Signature, Stmt, Type, UnOp, Visibility};

/// Parses the tokens of one `cnf!`.
///
/// # Errors
/// Everything that could not be understood.
pub fn parse(tokens: TokenStream) -> Result<Source, Diagnostics> {
    let mut found = Diagnostics::new();
    let source = if is_item_form(&tokens) {
        Source::Functions(functions(tokens, &mut found))
    } else {
        let span = tokens.span();
        Source::Expression(body(tokens, span, &mut found))
    };
    found.wall().map(|()| source)
}

/// Parses one function: the attribute form.
///
/// # Errors
/// Everything that could not be understood.
pub fn parse_function(tokens: TokenStream) -> Result<Function, Diagnostics> {
    let mut found = Diagnostics::new();
    let mut functions = functions(tokens.clone(), &mut found);
    if found.is_empty() && functions.len() != 1 {
        found.push(catalog::not_a_function(tokens.span()));
    }
    found.wall()?;
    Ok(functions.remove(0))
}

/// The item form starts with attributes, a visibility or `fn`.
fn is_item_form(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    match tokens.next() {
        Some(TokenTree::Ident(first)) => {
            first == "pub"
                || first == "fn"
                || (["const", "async", "unsafe", "extern"]
                    .iter()
                    .any(|w| first == w)
                    && !matches!(tokens.next(), Some(TokenTree::Group(_))))
        }
        Some(TokenTree::Punct(first)) => {
            first.as_char() == '#'
                && matches!(tokens.next(), Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Bracket)
        }
        _ => false,
    }
}

/// A function whose body is still tokens.
struct Raw {
    attrs: Vec<Attribute>,
    vis: Visibility,
    sig: Signature,
    body: Group,
}

impl Parse for Raw {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Raw {
            attrs: input.call(Attribute::parse_outer)?,
            vis: input.parse()?,
            sig: input.parse()?,
            body: {
                let body: TokenTree = input.parse()?;
                match body {
                    TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => group,
                    other => return Err(syn::Error::new(other.span(), "expected `{`")),
                }
            },
        })
    }
}

struct Raws(Vec<Raw>);

impl Parse for Raws {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut raws = Vec::new();
        while !input.is_empty() {
            raws.push(input.parse()?);
        }
        Ok(Raws(raws))
    }
}

fn functions(tokens: TokenStream, found: &mut Diagnostics) -> Vec<Function> {
    match syn::parse2::<Raws>(tokens) {
        Ok(raws) => raws.0.into_iter().map(|raw| function(raw, found)).collect(),
        Err(error) => {
            found.push_syn(&error);
            Vec::new()
        }
    }
}

fn function(raw: Raw, found: &mut Diagnostics) -> Function {
    let Raw {
        attrs,
        vis,
        sig,
        body: group,
    } = raw;
    for (span, what) in [
        (sig.constness.map(|t| t.span()), "const"),
        (sig.asyncness.map(|t| t.span()), "async"),
        (sig.abi.as_ref().map(Spanned::span), "extern"),
    ] {
        if let Some(span) = span {
            found.push(catalog::unsupported_qualifier(span, what));
        }
    }
    let params = sig
        .inputs
        .iter()
        .filter_map(|input| param(input, found))
        .collect();
    let mut options = Options::default();
    let attrs = attrs
        .into_iter()
        .filter(|attr| !option(attr, &mut options, found))
        .collect();
    Function {
        attrs,
        options,
        vis,
        params,
        body: body(group.stream(), group.span(), found),
        sig,
    }
}

fn param(input: &FnArg, found: &mut Diagnostics) -> Option<Param> {
    let typed = match input {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => {
            found.push(catalog::receiver(receiver.span()));
            return None;
        }
    };
    let Pat::Ident(name) = &*typed.pat else {
        found.push(catalog::parameter_pattern(typed.pat.span()));
        return None;
    };
    let kind = match strip_type(&typed.ty) {
        Type::Reference(reference) => match (strip_type(&reference.elem), &reference.mutability) {
            (Type::Slice(_), None) => ParamKind::Array,
            (Type::Slice(_), Some(_)) => ParamKind::ArrayMut,
            _ => ParamKind::Scalar,
        },
        _ => ParamKind::Scalar,
    };
    Some(Param {
        name: name.ident.clone(),
        kind,
        ty: (*typed.ty).clone(),
    })
}

fn strip_type(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => strip_type(&group.elem),
        Type::Paren(paren) => strip_type(&paren.elem),
        other => other,
    }
}

/// Reads one of our attributes; says whether it was one.
fn option(attr: &Attribute, options: &mut Options, found: &mut Diagnostics) -> bool {
    let path = attr.path();
    if path.is_ident("backend") {
        let result = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("cpu") {
                options.backends.push(Backend::Cpu);
            } else if meta.path.is_ident("sequential") {
                options.backends.push(Backend::Sequential);
            } else {
                found.push(catalog::unknown_backend(meta.path.span()));
            }
            Ok(())
        });
        if let Err(error) = result {
            found.push_syn(&error);
        }
        true
    } else if path.is_ident("cnf") {
        let result = attr.parse_nested_meta(|meta| {
            let span = meta.path.span();
            if meta.path.is_ident("loops") {
                let number: syn::LitInt = meta.value()?.parse()?;
                options.loops = Some((number.base10_parse()?, number.span()));
            } else if meta.path.is_ident("strategy") {
                let name: syn::LitStr = meta.value()?.parse()?;
                options.strategy = Some((name.value(), name.span()));
            } else if meta.path.is_ident("cost") {
                let name: syn::LitStr = meta.value()?.parse()?;
                options.cost = Some((name.value(), name.span()));
            } else if meta.path.is_ident("strict") {
                options.strict = true;
            } else {
                found.push(catalog::unknown_option(span));
            }
            Ok(())
        });
        if let Err(error) = result {
            found.push_syn(&error);
        }
        true
    } else {
        false
    }
}

fn body(tokens: TokenStream, span: Span, found: &mut Diagnostics) -> Body {
    let mut statements = Vec::new();
    let mut result = None;
    let mut chunk: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let ends = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ';');
        chunk.push(token);
        if ends {
            if chunk.len() > 1 {
                statements.extend(statement(chunk.drain(..).collect(), found));
            }
            chunk.clear();
        }
    }
    if !chunk.is_empty() {
        match syn::parse2::<Expr>(chunk.into_iter().collect()) {
            Ok(expr) => result = Some(term(expr)),
            Err(error) => found.push_syn(&error),
        }
    }
    Body {
        statements,
        result,
        span,
    }
}

fn statement(tokens: TokenStream, found: &mut Diagnostics) -> Option<Statement> {
    let span = tokens.span();
    let statement = match syn::parse2::<Stmt>(tokens) {
        Ok(statement) => statement,
        Err(error) => {
            found.push_syn(&error);
            return None;
        }
    };
    match statement {
        Stmt::Local(local) => {
            let Some(init) = local.init else {
                found.push(catalog::let_without_value(span));
                return None;
            };
            if let Some((token, _)) = init.diverge {
                found.push(catalog::let_else(token.span()));
            }
            let (pat, ty) = match local.pat {
                Pat::Type(typed) => (*typed.pat, Some(*typed.ty)),
                pat => (pat, None),
            };
            Some(Statement {
                target: Target::Let(pattern(&pat, found)?, ty),
                value: term(*init.expr),
            })
        }
        Stmt::Expr(Expr::Assign(assign), _) => match &*assign.left {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => match &*unary.expr {
                Expr::Path(path) if path.path.get_ident().is_some() => Some(Statement {
                    target: Target::Write(path.path.get_ident()?.clone()),
                    value: term(*assign.right),
                }),
                other => {
                    found.push(catalog::write_target(other.span()));
                    None
                }
            },
            other => {
                found.push(catalog::write_target(other.span()));
                None
            }
        },
        _ => {
            found.push(catalog::not_a_statement(span));
            None
        }
    }
}

fn pattern(pat: &Pat, found: &mut Diagnostics) -> Option<Pattern> {
    match pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            if let Some(mutability) = name.mutability {
                found.push(catalog::mutable_binding(mutability.span(), &name.ident));
            }
            Some(Pattern::Name(name.ident.clone()))
        }
        Pat::Wild(wild) => Some(Pattern::Wild(wild.span())),
        Pat::Paren(paren) => pattern(&paren.pat, found),
        Pat::Tuple(tuple) => {
            let items: Vec<Option<Pattern>> = tuple
                .elems
                .iter()
                .map(|item| pattern(item, found))
                .collect();
            let items: Option<Vec<Pattern>> = items.into_iter().collect();
            Some(Pattern::Tuple(items?, tuple.span()))
        }
        other => {
            found.push(catalog::let_pattern(other.span()));
            None
        }
    }
}

/// Classifies an expression by its shape.
pub(super) fn term(expr: Expr) -> Term {
    match expr {
        Expr::Paren(paren) => term(*paren.expr),
        Expr::Group(group) => term(*group.expr),
        Expr::Path(ref path) if path.qself.is_none() => match path.path.get_ident() {
            Some(name) => Term::Name(name.clone()),
            None => Term::Host(expr),
        },
        Expr::Tuple(tuple) => {
            let items = tuple.elems.iter().cloned().map(term).collect();
            Term::Tuple(items, Expr::Tuple(tuple))
        }
        Expr::Range(ref range) if range.start.is_some() && range.end.is_some() => Term::Range(expr),
        Expr::Call(call) => match function_name(&call.func).and_then(|name| {
            Combinator::named(&name.to_string()).map(|combinator| (combinator, name.span()))
        }) {
            Some((combinator, span)) => Term::Apply(Apply {
                combinator,
                span,
                args: call.args.into_iter().collect(),
                method: None,
            }),
            None => Term::Host(Expr::Call(call)),
        },
        Expr::MethodCall(call) => {
            let combinator = Combinator::named(&call.method.to_string());
            match combinator.and_then(|c| c.receiver().map(|position| (c, position))) {
                Some((combinator, position))
                    if call.turbofish.is_none() && is_array_shaped(&call.receiver) =>
                {
                    let mut args: Vec<Expr> = call.args.iter().cloned().collect();
                    args.insert(position.min(args.len()), (*call.receiver).clone());
                    Term::Apply(Apply {
                        combinator,
                        span: call.method.span(),
                        args,
                        method: Some(Expr::MethodCall(call)),
                    })
                }
                _ => Term::Host(Expr::MethodCall(call)),
            }
        }
        other => Term::Host(other),
    }
}

/// The name of a function called by a plain name.
fn function_name(function: &Expr) -> Option<&syn::Ident> {
    match function {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        Expr::Group(group) => function_name(&group.expr),
        _ => None,
    }
}

/// Whether the receiver of a method may be an array, to judge by its shape. A
/// method of a method (`v.iter().map(…)`) is Rust's, unless it is one of ours.
fn is_array_shaped(receiver: &Expr) -> bool {
    match receiver {
        Expr::Paren(paren) => is_array_shaped(&paren.expr),
        Expr::Group(group) => is_array_shaped(&group.expr),
        Expr::Path(_)
        | Expr::Range(_)
        | Expr::Reference(_)
        | Expr::Field(_)
        | Expr::Array(_)
        | Expr::Macro(_) => true,
        Expr::Index(index) => matches!(&*index.index, Expr::Range(_)),
        Expr::Call(_) | Expr::MethodCall(_) => matches!(term(receiver.clone()), Term::Apply(_)),
        _ => false,
    }
}

/// Whether an expression can be a worker by its shape.
pub(crate) fn is_worker(expr: &Expr) -> bool {
    match expr {
        Expr::Closure(_) | Expr::Path(_) => true,
        Expr::Paren(paren) => is_worker(&paren.expr),
        Expr::Group(group) => is_worker(&group.expr),
        _ => false,
    }
}
