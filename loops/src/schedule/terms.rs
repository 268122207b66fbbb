//! The terms of folds over an index: loops of which the sizes say what a position takes.
//!
//! A short loop of few terms is one block, as one whose workers have no folds would be, and nobody
//! looks at the clock for it.

use crate::nest::over::Over;
use crate::nest::{Host, Loop, cost};
use crate::ordered::OrderedSet;
use crate::walk::{self, Node};
use syn::Expr;

/// The terms of the folds over an index of a position.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Terms<'n> {
    /// The operations of a term of each fold together.
    pub operations: usize,
    /// Of each fold its range, behind those of the folds around it: the numbers of their terms are
    /// multiplied.
    pub ranges: Vec<Vec<Range<'n>>>,
}

/// The first index of a fold, and the one behind its last.
pub type Range<'n> = (&'n Expr, &'n Expr);

impl<'n> Terms<'n> {
    /// The terms of a position of a loop whose folds alone keep its cost from being known, if their
    /// ranges are known when it starts.
    pub fn of(nested: &'n Loop) -> Option<Terms<'n>> {
        if nested.rows().is_some() {
            return None;
        }
        let mut terms = Terms {
            operations: 0,
            ranges: Vec::new(),
        };
        for worker in cost::unbounded(&nested.body) {
            if worker.estimate.is_endless || !terms.add(worker) {
                return None;
            }
        }
        (!terms.ranges.is_empty()).then_some(terms)
    }

    /// Adds the folds of a worker; returns false if what it binds says how many terms they have.
    fn add(&mut self, worker: &'n Host) -> bool {
        self.operations += worker.estimate.of_terms;
        let mut bound = OrderedSet::new();
        walk::expr(&worker.expr, &mut |node| {
            if let Node::Binding(binding) = node {
                bound.insert(binding.ident.to_string());
            }
            true
        });
        self.add_all(&worker.expr, &[], &bound)
    }

    /// Adds the outermost folds of an expression behind those around it.
    fn add_all(
        &mut self,
        expr: &'n Expr,
        around: &[Range<'n>],
        bound: &OrderedSet<String>,
    ) -> bool {
        let mut are_known = true;
        walk::expr(expr, &mut |node| {
            let Node::Expr(expr) = node else { return true };
            let Some(over) = Over::of(expr) else {
                return true;
            };
            let mut ranges = around.to_vec();
            let (from, to) = (over.from, over.to);
            ranges.push((from, to));
            are_known &= is_known(from, bound) && is_known(to, bound);
            let body: &'n Expr = &over.closure.body;
            are_known &= self.add_all(body, &ranges, bound);
            self.ranges.push(ranges);
            false
        });
        are_known
    }
}

/// Returns true for a literal and for a variable that no worker binds.
fn is_known(end: &Expr, bound: &OrderedSet<String>) -> bool {
    match end {
        Expr::Lit(_) => true,
        Expr::Path(path) => {
            let name = path.path.get_ident();
            name.is_some_and(|name| !bound.contains(&name.to_string()))
        }
        _ => false,
    }
}
