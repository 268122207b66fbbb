//! Tiles of totals: loops over rows and columns with folds that read what is the same for a row,
//! and what is the same for a column, as a matrix product does.
//!
//! The runtime computes the totals of all rows of a block at once (`source/tiles.rs` there), so
//! that a block has many rows, and with the widest registers.
//!
//! And totals that may be computed before their loop: of one over one index, and of few rows.

use super::SubLoop;
use super::pass::{Form, Pass};
use crate::nest::over::Over;
use crate::nest::{ArrayId, Host, Loop, Pattern, Region, Step, bare};
use crate::walk::{self, Node};
use proc_macro2::Ident;
use syn::{Expr, ExprClosure, Pat};

/// Returns true if a loop has totals in tiles, and nothing whose bits depend on where blocks begin.
pub(super) fn takes(nested: &Loop, sub_loops: &[SubLoop]) -> bool {
    let in_order = |pass: &Pass| matches!(pass.form, Form::Each { .. });
    nested.axes.len() > 1
        && nested.folds.is_empty()
        && has_tiles(nested)
        && sub_loops
            .iter()
            .all(|sub_loop| sub_loop.levels.is_empty() && sub_loop.passes.iter().all(in_order))
}

/// Returns true if a loop over several indices has totals in tiles.
pub(super) fn has_tiles(nested: &Loop) -> bool {
    let mut steps = nested.body.steps();
    steps.any(|step| has_totals(&nested.body, step, nested.axes.len()))
}

fn has_totals(region: &Region, step: &Step, indices: usize) -> bool {
    let Step::Map { worker, args, .. } = step else {
        return false;
    };
    let Expr::Closure(closure) = bare(&worker.expr) else {
        return false;
    };
    let (Some(column), Some(row)) = (indices.checked_sub(1), indices.checked_sub(2)) else {
        return false;
    };
    let Some((column, _)) = parameter(region, closure, args, column) else {
        return false;
    };
    let row = parameter(region, closure, args, row).map(|row| row.0);
    has_over(&closure.body, &|over| {
        over.is_tiled(row, column) || over.is_tiled_within(row, column)
    })
}

/// Returns true if a loop over one index has totals that may be computed before it, all positions
/// at a time: its only pass makes them, and no term may cost anything.
pub(super) fn are_ahead(nested: &Loop, sub_loops: &[SubLoop]) -> bool {
    let [sub_loop] = sub_loops else {
        return false;
    };
    let has_one = |step: &Step| {
        let Step::Map { worker, args, .. } = step else {
            return false;
        };
        let Expr::Closure(closure) = bare(&worker.expr) else {
            return false;
        };
        let index = parameter(&nested.body, closure, args, 0);
        index.is_some_and(|(index, _)| {
            has_over(&closure.body, &|over| over.goes_across(index)) && !worker.estimate.is_unknown
        })
    };
    nested.axes.len() == 1 && sub_loop.passes.len() == 1 && nested.body.steps().any(has_one)
}

/// Returns true if a loop over several indices has totals in tiles which may be computed before it, all
/// rows of some columns at a time, and of which processes may share the terms:
/// its only pass makes them, no term may cost anything, and none has a fold of its own.
pub(super) fn are_shared(nested: &Loop, sub_loops: &[SubLoop]) -> bool {
    let [sub_loop] = sub_loops else {
        return false;
    };
    let is_simple = |step: &Step| match step {
        Step::Map { worker, .. } => {
            let is_nested = |over: &Over<'_>| crate::nest::over::is_in(&over.closure.body);
            !has_over(&worker.expr, &is_nested)
                && (!worker.estimate.is_unknown || !crate::nest::over::is_in(&worker.expr))
        }
        _ => true,
    };
    nested.axes.len() > 1
        && sub_loop.passes.len() == 1
        && has_tiles(nested)
        && nested.body.steps().all(is_simple)
}

/// Returns true if an expression has a fold over an index of a kind.
fn has_over(expr: &Expr, is_one: &dyn Fn(&Over<'_>) -> bool) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |node| {
        if let Node::Expr(expr) = node {
            found |= Over::of(expr).is_some_and(|over| is_one(&over));
        }
        !found
    });
    found
}

/// The parameter of a worker that is an index of its loop, and the worker that makes its coordinate
/// of a position.
pub fn parameter<'r>(
    region: &'r Region,
    closure: &'r ExprClosure,
    args: &[ArrayId],
    digit: usize,
) -> Option<(&'r Ident, &'r Host)> {
    let mut found = region.steps().filter_map(|step| match step {
        Step::Generate {
            worker,
            digit: Some(own),
            into: Pattern::Name(array),
        } if *own == digit => {
            let mut parameters = closure.inputs.iter().zip(args);
            match parameters.find(|(_, arg)| *arg == array)? {
                (Pat::Ident(name), _) => Some((&name.ident, worker)),
                _ => None,
            }
        }
        _ => None,
    });
    found.next()
}
