//! Loops in which a fold, or a read at a computed position, may leave an array: a fault of the loop. That is so where
//! data leads it, and where lowering says that nothing has checked it.
//!
//! All other folds stay inside of their arrays, or the program has checked when it started that they do.

use super::context::Cpu;
use crate::nest::over::{At, Over};
use crate::nest::{ArrayId, Host, Loop, Pattern, Step, bare, over};
use crate::ordered::OrderedSet;
use crate::walk::{self, Node};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Pat};

impl Cpu<'_> {
    /// The outcome of a loop, where a fold that leaves an array is a fault, too.
    pub(super) fn caught(&self, nested: &Loop, outcome: TokenStream) -> TokenStream {
        match self.catches(nested) {
            true => self.caught_outcome(&outcome),
            false => outcome,
        }
    }

    /// Likewise, of anything that has an outcome.
    pub(super) fn caught_outcome(&self, outcome: &TokenStream) -> TokenStream {
        let rt = &self.rt;
        quote!(#rt::over::caught(|| #outcome))
    }

    /// Returns true if a fold in the workers of a loop may leave an array. Over processes it
    /// panics: the others would wait for messages.
    pub(super) fn catches(&self, nested: &Loop) -> bool {
        if self.is_spread {
            return false;
        }
        let mut coordinates = OrderedSet::new();
        nested.body.visit(&mut |region| {
            for step in region.steps() {
                if let Step::Generate { worker, into, .. } = step
                    && counts(worker)
                    && let Pattern::Name(array) = into
                {
                    coordinates.insert(*array);
                }
            }
        });
        let mut found = false;
        nested.body.visit(&mut |region| {
            found |= region.entry.predicate().is_some_and(leaves);
            for step in region.steps() {
                found |= match step {
                    Step::Map { worker, args, .. } => {
                        leaves_by(worker, &|number| is_data(args, number, &coordinates))
                    }
                    Step::Generate { worker, .. } => leaves_by(worker, &|_| false),
                    step => step.worker().is_some_and(leaves),
                };
            }
        });
        found
    }
}

/// Returns true if an argument is an element, not an index of the loop.
fn is_data(args: &[ArrayId], number: usize, coordinates: &OrderedSet<ArrayId>) -> bool {
    let arg = args.get(number);
    arg.is_none_or(|arg| !coordinates.contains(arg))
}

/// Returns true if a worker yields its index, or that behind a first one.
fn counts(worker: &Host) -> bool {
    let Expr::Closure(closure) = bare(&worker.expr) else {
        return false;
    };
    let Some(Pat::Ident(index)) = closure.inputs.first() else {
        return false;
    };
    let is_index =
        |expr: &Expr| matches!(bare(expr), Expr::Path(path) if path.path.is_ident(&index.ident));
    match bare(&closure.body) {
        Expr::Binary(sum) => {
            matches!(sum.op, syn::BinOp::Add(_)) && (is_index(&sum.left) || is_index(&sum.right))
        }
        body => is_index(body),
    }
}

/// Returns true if elements may lead a fold in a worker of elements out of an array.
fn leaves(worker: &Host) -> bool {
    leaves_by(worker, &|_| true)
}

/// Likewise, of a worker whose parameters of some numbers are elements.
pub(super) fn leaves_by(worker: &Host, is_data: &dyn Fn(usize) -> bool) -> bool {
    if !over::is_in(&worker.expr) {
        return false;
    }
    let mut elements = OrderedSet::new();
    if let Expr::Closure(closure) = bare(&worker.expr) {
        for (number, pattern) in closure.inputs.iter().enumerate() {
            if is_data(number) {
                walk::identifiers(quote!(#pattern), &mut elements);
            }
        }
    }
    let mut found = false;
    walk::expr(&worker.expr, &mut |node| {
        if let Node::Expr(expr) = node {
            let positions: Vec<&Expr> = match (Over::of(expr), At::of(expr)) {
                (Some(over), _) => {
                    found |= over.views.iter().any(|view| view.is_unchecked);
                    let starts = over.views.iter().flat_map(|view| &view.axes);
                    let starts = starts.map(|(_, start, _)| *start);
                    [over.from, over.to].into_iter().chain(starts).collect()
                }
                (None, Some(at)) => {
                    found |= at.is_unchecked;
                    at.axes.iter().map(|(_, position)| *position).collect()
                }
                (None, None) => Vec::new(),
            };
            found |= positions
                .iter()
                .any(|position| follows_from(position, &elements));
        }
        !found
    });
    found
}

/// Returns true if a position follows from elements: by their names, or by an element of an array.
fn follows_from(position: &Expr, elements: &OrderedSet<String>) -> bool {
    let mut found = false;
    walk::expr(position, &mut |node| {
        found |= match node {
            Node::Name(name) => elements.contains(&name.to_string()),
            Node::Expr(Expr::Index(_)) => true,
            _ => false,
        };
        !found
    });
    found
}
