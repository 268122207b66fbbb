//! The names of an operator's parameters, and of their parts, in its body, and the type that is declared for
//! the left one.

use crate::ordered::ToList;
use proc_macro2::Ident;
use syn::{BinOp, Expr, ExprClosure, FnArg, Member, Pat, Signature, Type};

/// The name of a part of a parameter in the closure's body.
#[derive(Clone)]
pub(super) enum Component {
    /// By this name.
    Name(Ident),
    /// A field of another place.
    Field(Box<Component>, u32),
    /// Its components are places of their own.
    Tuple(Vec<Component>),
    /// It has no name.
    None,
}

impl Component {
    pub(super) fn of(pattern: &Pat) -> Component {
        match pattern {
            Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                Component::Name(ident.ident.clone())
            }
            Pat::Type(typed) => Component::of(&typed.pat),
            Pat::Paren(paren) => Component::of(&paren.pat),
            Pat::Tuple(tuple) if !tuple.elems.iter().any(|pat| matches!(pat, Pat::Rest(_))) => {
                Component::Tuple(tuple.elems.iter().map(Component::of).list())
            }
            _ => Component::None,
        }
    }

    pub(super) fn component(&self, index: usize) -> Component {
        match self {
            Component::Name(_) | Component::Field(..) => {
                let index = u32::try_from(index).expect("tuples are short");
                Component::Field(Box::new(self.clone()), index)
            }
            Component::Tuple(places) => places.get(index).cloned().unwrap_or(Component::None),
            Component::None => Component::None,
        }
    }

    /// Returns true if an expression is this place and no more.
    pub(super) fn is(&self, expr: &Expr) -> bool {
        match (self, expr) {
            (_, Expr::Paren(paren)) => self.is(&paren.expr),
            (_, Expr::Group(group)) => self.is(&group.expr),
            (Component::Name(name), Expr::Path(path)) => path.path.is_ident(name),
            (Component::Field(of, index), Expr::Field(field)) => {
                matches!(&field.member, Member::Unnamed(at) if at.index == *index)
                    && of.is(&field.base)
            }
            _ => false,
        }
    }
}

/// The two parameters of a closure.
pub(super) fn parameters(closure: &ExprClosure) -> Option<(Component, Component)> {
    two(closure.inputs.iter().map(Component::of))
}

/// The two parameters of a function.
pub(super) fn parameters_of(function: &Signature) -> Option<(Component, Component)> {
    two(function.inputs.iter().map(|input| match input {
        FnArg::Typed(typed) => Component::of(&typed.pat),
        FnArg::Receiver(_) => Component::None,
    }))
}

fn two(mut places: impl Iterator<Item = Component>) -> Option<(Component, Component)> {
    match (places.next(), places.next(), places.next()) {
        (Some(first), Some(second), None) => Some((first, second)),
        _ => None,
    }
}

/// The one expression of a block.
pub(super) fn only(block: &Expr) -> Option<&Expr> {
    match block {
        Expr::Block(block) if block.label.is_none() => match &block.block.stmts[..] {
            [syn::Stmt::Expr(expr, None)] => Some(expr),
            _ => None,
        },
        _ => None,
    }
}

/// Returns true for an operator that compares.
pub fn compares(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
}

/// An expression without parentheses, and without the invisible groups of `macro_rules!`.
pub fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => bare(&paren.expr),
        Expr::Group(group) => bare(&group.expr),
        other => other,
    }
}

/// The type that an operator declares for its left argument.
pub fn declared(operator: &Expr) -> Option<Type> {
    let Expr::Closure(closure) = bare(operator) else {
        return None;
    };
    match closure.inputs.first() {
        Some(Pat::Type(typed)) => Some((*typed.ty).clone()),
        _ => None,
    }
}
