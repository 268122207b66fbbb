//! Guards: `if condition { return value; }`.

use super::tokens::parse_tokens;
use super::{Guard, Statement, StatementKind};
use crate::diagnostic::{Diagnostic, catalog};
use crate::walk::{self, Node};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::parse::Parse;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprIf, ExprMatch, Stmt};

/// A statement with `return` in it that some tokens begin with.
pub(super) struct Early {
    /// The guard, or its mistake.
    pub(super) statement: Result<Statement, Diagnostic>,
    /// The number of its tokens.
    pub(super) length: usize,
}

/// The guard that some tokens begin with, or an `if` or `match` with `return` in it that is none.
pub(super) fn early(tokens: &[TokenTree]) -> Option<Early> {
    let branch = match tokens.first() {
        Some(TokenTree::Ident(word)) if word == "if" => prefix::<ExprIf>(tokens),
        Some(TokenTree::Ident(word)) if word == "match" => {
            let (branch, length) = prefix::<ExprMatch>(tokens)?;
            let place = returns(&Expr::Match(branch))?;
            return Some(Early {
                statement: Err(catalog::guard_shape(place)),
                length,
            });
        }
        _ => None,
    };
    let (branch, length) = branch?;
    let place = returns(&Expr::If(branch.clone()))?;
    Some(Early {
        statement: guard(branch).ok_or_else(|| catalog::guard_shape(place)),
        length,
    })
}

/// Parses a prefix of some tokens; returns it with the number of its tokens.
fn prefix<T: Parse>(tokens: &[TokenTree]) -> Option<(T, usize)> {
    let stream: TokenStream = tokens.iter().cloned().collect();
    let parsed = parse_tokens(stream, |input| {
        let parsed: T = input.parse()?;
        let rest: TokenStream = input.parse()?;
        Ok((parsed, rest))
    });
    let (parsed, rest) = parsed.ok()?;
    Some((parsed, tokens.len() - rest.into_iter().count()))
}

/// `if condition { return value; }` and nothing else.
fn guard(branch: ExprIf) -> Option<Statement> {
    let [Stmt::Expr(Expr::Return(back), _)] = &branch.then_branch.stmts[..] else {
        return None;
    };
    let value = match &back.expr {
        Some(value) => (**value).clone(),
        None => syn::parse_quote!(()),
    };
    let inner = returns(&value).or_else(|| returns(&branch.cond));
    if branch.else_branch.is_some() || binds(&branch.cond) || inner.is_some() {
        return None;
    }
    Some(Statement {
        kind: StatementKind::Return(Guard {
            condition: *branch.cond,
            place: back.return_token.span(),
            fails: false,
        }),
        value,
    })
}

/// The guard of a function that returns a `Result`: both a value and the same in `Ok` may be
/// returned, and an error in `Err`.
pub(super) fn of_result(statement: Statement) -> Statement {
    let Statement {
        kind: StatementKind::Return(guard),
        value,
    } = statement
    else {
        return statement;
    };
    let (value, fails) = within(value, "Err");
    let value = match fails {
        true => value,
        false => inside_ok(value),
    };
    Statement {
        kind: StatementKind::Return(Guard { fails, ..guard }),
        value,
    }
}

/// The value inside `Ok(…)`: where errors are returned, both the value and the
/// same in `Ok` may stand at the end.
pub(super) fn inside_ok(result: Expr) -> Expr {
    within(result, "Ok").0
}

/// Finds `Ok(…)` or `Err(…)` at the end of a branch of a result, or an `Err(…)` that is the result.
pub(super) fn wrapped(result: &Expr) -> Option<&Ident> {
    fn of_block(block: &Block) -> Option<&Ident> {
        match block.stmts.last() {
            Some(Stmt::Expr(last, None)) => wrapped(last),
            _ => None,
        }
    }
    match result {
        Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            of_block(&branch.then_branch).or_else(|| wrapped(&otherwise?.1))
        }
        Expr::Match(branch) => branch.arms.iter().find_map(|arm| wrapped(&arm.body)),
        Expr::Block(inner) => of_block(&inner.block),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let variant = &path.path.segments.last()?.ident;
                (variant == "Ok" || variant == "Err").then_some(variant)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The argument of a call of `Ok` or `Err`, or the expression itself where it is none; whether it
/// is one.
fn within(mut expr: Expr, variant: &str) -> (Expr, bool) {
    let argument = match &mut expr {
        Expr::Call(call)
            if call.args.len() == 1
                && matches!(&*call.func, Expr::Path(path)
                    if path.path.segments.last().is_some_and(|last| last.ident == variant)) =>
        {
            call.args.pop()
        }
        _ => None,
    };
    match argument {
        Some(argument) => (argument, true),
        None => (expr, false),
    }
}

/// Finds a `return` of the function around an expression.
pub fn returns(expr: &Expr) -> Option<Span> {
    let mut found = None;
    walk::expr(expr, &mut |node| {
        match node {
            // Inside of a closure, of an item or of a block that is `async` it returns from that.
            Node::Expr(Expr::Closure(_) | Expr::Async(_)) | Node::Item => return false,
            Node::Expr(Expr::Return(back)) => found = found.or(Some(back.return_token.span())),
            _ => {}
        }
        found.is_none()
    });
    found
}

/// Returns true if a condition binds names: `if let`.
fn binds(condition: &Expr) -> bool {
    let mut found = false;
    walk::expr(condition, &mut |node| {
        found |= matches!(node, Node::Expr(Expr::Let(_)));
        !matches!(node, Node::Block | Node::Expr(Expr::Closure(_)))
    });
    found
}
