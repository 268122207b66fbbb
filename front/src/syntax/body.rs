//! The statements of a program.

use super::term::{Term, strip};
use super::tokens::{end_of, parse_tokens};
use super::{Body, Pattern, Statement, StatementKind};
use super::{einsum, guard, misparsed};
use crate::diagnostic::{Diagnostic, Diagnostics, catalog};
use crate::ordered::{OrderedSet, ToList, every};
use crate::walk;
use proc_macro2::{Delimiter, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::token::Paren;
use syn::{Expr, Pat, PatTuple, Stmt, Token, Type, UnOp};

pub(super) fn body(tokens: TokenStream, span: Span, found: &mut Diagnostics) -> Body {
    let changed = changed(&tokens);
    let tokens = einsum::written_out(tokens, found);
    let mut statements = Vec::new();
    let mut chunk: Vec<TokenTree> = Vec::new();
    let tokens: Vec<TokenTree> = tokens.into_iter().list();
    let mut at = 0;
    while at < tokens.len() {
        if chunk.is_empty()
            && let Some(early) = guard::early(&tokens[at..])
        {
            match early.statement {
                Ok(statement) => statements.push(statement),
                Err(mistake) => {
                    found.push(mistake);
                    statements.push(lost(&TokenStream::new()));
                }
            }
            at += early.length;
            continue;
        }
        let token = tokens[at].clone();
        at += 1;
        if follows_block(&token, &chunk) || follows_item(&chunk) {
            statements.push(statement(chunk.drain(..).collect(), &changed, found));
        } else if starts_statement(&token, &chunk) {
            let end = chunk.last().map_or(span, end_of);
            found.push(catalog::missing_semicolon(end));
            let mut semicolon = Punct::new(';', Spacing::Alone);
            semicolon.set_span(end);
            chunk.push(semicolon.into());
            statements.push(statement(chunk.drain(..).collect(), &changed, found));
        }
        let ends = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ';');
        chunk.push(token);
        if ends {
            if chunk.len() > 1 {
                statements.push(statement(chunk.drain(..).collect(), &changed, found));
            }
            chunk.clear();
        }
    }
    let mut result = None;
    if !chunk.is_empty() {
        let tokens: TokenStream = chunk.into_iter().collect();
        let is_let = matches!(tokens.clone().into_iter().next(), Some(TokenTree::Ident(word)) if word == "let");
        if is_let {
            // A statement at the end that only lacks its semicolon.
            let end = end_of_let(&tokens).or_else(|| tokens.clone().into_iter().last());
            let end = end.as_ref().map_or(span, end_of);
            found.push(catalog::missing_semicolon(end));
            statements.push(lost(&tokens));
        } else if let Some(word) = loop_word(&tokens) {
            found.push(catalog::loop_statement(word.span()));
        } else if let Some(word) = item_word(tokens.clone()) {
            found.push(catalog::item_statement(word.span(), &word.to_string()));
        } else if !einsum::is_left(&tokens) {
            match parse_tokens(tokens.clone(), Expr::parse) {
                Ok(expr) => result = Some(expr),
                Err(error) => misparsed::report(&tokens, &error, found),
            }
        }
    }
    Body {
        statements,
        result,
        span,
    }
}

/// The last token of the value of a `let` that something else follows: `let a = sum(xs) a + 1.0`.
fn end_of_let(tokens: &TokenStream) -> Option<TokenTree> {
    let value_and_rest = |input: ParseStream<'_>| {
        input.parse::<Token![let]>()?;
        Pat::parse_single(input)?;
        if input.peek(Token![:]) {
            input.parse::<Token![:]>()?;
            input.parse::<Type>()?;
        }
        input.parse::<Token![=]>()?;
        input.parse::<Expr>()?;
        input.parse::<TokenStream>()
    };
    let rest = parse_tokens(tokens.clone(), value_and_rest).ok()?;
    let length = tokens.clone().into_iter().count() - rest.into_iter().count();
    tokens.clone().into_iter().nth(length - 1)
}

/// The statements of a worker that is a program.
pub fn block(expr: &Expr, found: &mut Diagnostics) -> Body {
    let span = expr.span();
    match strip(expr) {
        Expr::Block(block) if block.label.is_none() => {
            let statements = block.block.stmts.iter();
            body(
                statements.map(ToTokens::to_token_stream).collect(),
                span,
                found,
            )
        }
        value => Body {
            statements: Vec::new(),
            result: Some(value.clone()),
            span,
        },
    }
}

/// A pattern of names.
pub fn pattern(pat: &Pat, found: &mut Diagnostics) -> Option<Pattern> {
    bound(pat, &OrderedSet::new(), found)
}

/// The keyword of a loop that the tokens start with, if its value is nothing.
fn loop_word(tokens: &TokenStream) -> Option<Ident> {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Ident(word)) if word == "for" || word == "while" => Some(word),
        _ => None,
    }
}

/// The keyword of an item that the tokens start with.
fn item_word(tokens: impl IntoIterator<Item = TokenTree>) -> Option<Ident> {
    match tokens.into_iter().next() {
        Some(TokenTree::Ident(word)) if ITEMS.iter().any(|item| word == item) => Some(word),
        _ => None,
    }
}

/// Returns true if the statement before is an item that ended with its block.
fn follows_item(before: &[TokenTree]) -> bool {
    matches!(before.last(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace)
        && item_word(before.iter().cloned()).is_some()
}

/// The keywords that begin a block of statements, which a program has not.
const BLOCKS: &[&str] = &["for", "if", "loop", "match", "while"];

fn begins_block(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if BLOCKS.iter().any(|block| word == block))
}

/// Returns true if the statement before is one that ends with its block, without a semicolon.
fn follows_block(token: &TokenTree, before: &[TokenTree]) -> bool {
    let ended = before.first().is_some_and(begins_block)
        && matches!(before.last(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace);
    ended
        && match token {
            TokenTree::Ident(word) => !["else", "in", "as"].iter().any(|goes_on| word == goes_on),
            TokenTree::Punct(punct) => punct.as_char() == '*',
            TokenTree::Group(_) | TokenTree::Literal(_) => true,
        }
}

/// The names inside of such blocks, and those that statements assign to: that one of them is
/// mutable is no mistake of its own.
fn changed(tokens: &TokenStream) -> OrderedSet<String> {
    let mut named = OrderedSet::new();
    let (mut starts, mut inside) = (true, false);
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        inside |= starts && begins_block(&token);
        if let (true, TokenTree::Ident(name), Some(TokenTree::Punct(next))) =
            (starts, &token, tokens.peek())
            && "=+-*/%^&|<>".contains(next.as_char())
        {
            named.insert(name.to_string());
        }
        starts = false;
        match token {
            TokenTree::Group(group) if inside && group.delimiter() == Delimiter::Brace => {
                walk::identifiers(group.stream(), &mut named);
                starts = true;
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => (starts, inside) = (true, false),
            _ => {}
        }
    }
    named
}

/// Returns true if a `let` starts a statement although none ended before it.
fn starts_statement(token: &TokenTree, before: &[TokenTree]) -> bool {
    let is_let = matches!(token, TokenTree::Ident(word) if word == "let");
    is_let
        && match before.last() {
            None => false,
            Some(TokenTree::Ident(word)) => word != "if" && word != "while",
            Some(TokenTree::Group(_) | TokenTree::Literal(_)) => true,
            Some(TokenTree::Punct(_)) => false,
        }
}

/// A statement that was not understood.
fn lost(tokens: &TokenStream) -> Statement {
    let mut names = Vec::new();
    for token in tokens.clone() {
        let within = match token {
            TokenTree::Punct(punct) if punct.as_char() == '=' => break,
            TokenTree::Group(group) => group.stream(),
            other => other.into(),
        };
        names.extend(within.into_iter().filter_map(|token| match token {
            TokenTree::Ident(name) => Some(name),
            _ => None,
        }));
    }
    Statement {
        kind: StatementKind::Lost(names),
        value: Expr::Verbatim(TokenStream::new()),
    }
}

/// The keywords that start items.
const ITEMS: &[&str] = &[
    "fn", "const", "struct", "enum", "use", "static", "mod", "impl", "trait", "type", "pub",
];

fn statement(
    tokens: TokenStream,
    changed: &OrderedSet<String>,
    found: &mut Diagnostics,
) -> Statement {
    understood(tokens.clone(), changed, found).unwrap_or_else(|| lost(&tokens))
}

/// `changed` are the names that are assigned to or that blocks may change, which is what is wrong
/// there.
fn understood(
    tokens: TokenStream,
    changed: &OrderedSet<String>,
    found: &mut Diagnostics,
) -> Option<Statement> {
    let span = tokens.span();
    if einsum::is_left(&tokens) {
        return None;
    }
    if let Some(word) = item_word(tokens.clone()) {
        found.push(catalog::item_statement(word.span(), &word.to_string()));
        return None;
    }
    let all = tokens.clone();
    let statement = match parse_tokens(tokens, Stmt::parse) {
        Ok(statement) => statement,
        Err(error) => {
            misparsed::report(&all, &error, found);
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
                return None;
            }
            for attr in &local.attrs {
                found.push(catalog::statement_attribute(attr.span()));
            }
            let (pat, ty) = match local.pat {
                Pat::Type(typed) => (*typed.pat, Some(*typed.ty)),
                pat => (pat, None),
            };
            let pat = match pat {
                Pat::Slice(sizes) if is_shape(&init.expr) => Pat::Tuple(PatTuple {
                    attrs: Vec::new(),
                    paren_token: Paren {
                        span: sizes.bracket_token.span,
                    },
                    elems: sizes.elems,
                }),
                pat => pat,
            };
            Some(Statement {
                kind: StatementKind::Let(bound(&pat, changed, found)?, ty),
                value: *init.expr,
            })
        }
        Stmt::Expr(Expr::Assign(assign), _) => match written(&assign.left) {
            Ok(name) => Some(Statement {
                kind: StatementKind::Write(name.clone()),
                value: *assign.right,
            }),
            Err(place) => {
                found.push(assignment(place));
                None
            }
        },
        Stmt::Expr(Expr::Binary(binary), _) if walk::is_assignment(&binary.op) => {
            found.push(assignment(&binary.left));
            None
        }
        Stmt::Expr(expr, _) => {
            found.push(match strip(&expr) {
                Expr::Return(_) => catalog::return_statement(span),
                Expr::Call(_) | Expr::MethodCall(_) | Expr::Path(_) | Expr::Tuple(_) => {
                    catalog::unbound_expression(span)
                }
                Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => catalog::loop_statement(span),
                Expr::If(_) | Expr::Match(_) => catalog::conditional_statement(span),
                _ => catalog::not_a_statement(span),
            });
            None
        }
        _ => {
            found.push(catalog::not_a_statement(span));
            None
        }
    }
}

/// Returns true if a value is `shape(xs)`, whose pattern is an array of names.
fn is_shape(value: &Expr) -> bool {
    matches!(Term::of(value), Term::Apply(apply) if apply.combinator.name == "shape")
}

/// Reports an assignment that is not `*name = …`.
fn assignment(left: &Expr) -> Diagnostic {
    match name_of(left) {
        Some(name) => catalog::assigned_again(name),
        None => catalog::write_target(left.span()),
    }
}

fn name_of(expr: &Expr) -> Option<&Ident> {
    match strip(expr) {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// The name in `*name = …`.
fn written(left: &Expr) -> Result<&Ident, &Expr> {
    match strip(left) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
            name_of(&unary.expr).ok_or(left)
        }
        _ => Err(left),
    }
}

fn bound(pat: &Pat, changed: &OrderedSet<String>, found: &mut Diagnostics) -> Option<Pattern> {
    match pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            if let Some(mutability) = name.mutability
                && !changed.contains(&name.ident.to_string())
            {
                found.push(catalog::mutable_binding(mutability.span(), &name.ident));
            }
            Some(Pattern::Name(name.ident.clone()))
        }
        Pat::Wild(wild) => Some(Pattern::Wild(wild.span())),
        Pat::Paren(paren) => bound(&paren.pat, changed, found),
        Pat::Tuple(tuple) => {
            let items: Vec<Option<Pattern>> = tuple
                .elems
                .iter()
                .map(|item| bound(item, changed, found))
                .list();
            let items = every(items);
            Some(Pattern::Tuple(items?, tuple.span()))
        }
        other => {
            found.push(catalog::let_pattern(other.span()));
            None
        }
    }
}
