//! Loops whose elements are folds over an index, which several lanes divide among themselves: sums of
//! rows, products of a matrix and a vector, nearest neighbours.
//!
//! One lane for each element leaves most of a device idle where elements are few, and neighbouring
//! lanes then read elements that are far apart: those of the same place in different rows.

use super::{Order, is_element_wise};
use crate::nest::over::{Kind, Over, View, is_conditional};
use crate::nest::{Host, Known, Loop, Nest, Step, bare};
use crate::ordered::OrderedSet;
use crate::schedule::policy::{LANES_NEAR, SHORT_FOLD};
use crate::schedule::tiles::parameter;
use crate::walk::{self, Node};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprClosure};

/// The way in which lanes divide the folds of an element.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Divided {
    /// Set if the lanes of an element are neighbours, which then read neighbours of a row; otherwise
    /// neighbouring lanes have neighbouring elements.
    pub beside: bool,
    /// The least number of lanes of an element that pays, if its folds are long enough.
    pub least: usize,
    /// The indices of the first fold, if these are the same for all elements.
    pub range: Option<(Expr, Expr)>,
}

impl Divided {
    /// The way, if all folds of a loop can be divided, and nothing goes from one element to another.
    pub(super) fn of(nested: &Loop, nest: &Nest, order: Order) -> Option<Divided> {
        if order != Order::Tiles || !is_element_wise(nested) {
            return None;
        }
        let mut ways = Vec::new();
        let mut range = None;
        for step in nested.body.steps() {
            let (Step::Map { worker, .. } | Step::Generate { worker, .. }) = step else {
                continue;
            };
            for over in all_divisible(worker)? {
                if !is_associative(&over, nest) || is_short(&over) {
                    return None;
                }
                ways.push(way(&over, step, nested)?);
                range = range.or_else(|| same_range(&over, nest));
            }
        }
        // A row that is read as a whole decides; then neighbouring elements.
        let rows = ways.contains(&Way::Rows);
        let columns = ways.contains(&Way::Columns);
        (!ways.is_empty()).then_some(Divided {
            beside: rows || !columns,
            least: if rows { LANES_NEAR } else { 1 },
            range,
        })
    }
}

/// The elements that a fold reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Neighbours along its index, which other elements do not read.
    Rows,
    /// Neighbours of those that the neighbouring element reads.
    Columns,
    /// Elements that all others read as well.
    Same,
}

/// The folds of a worker: all are always evaluated, once, and none stands in another one. `None` if
/// that is not so.
fn all_divisible(worker: &Host) -> Option<Vec<Over<'_>>> {
    let body = match bare(&worker.expr) {
        Expr::Closure(closure) => &*closure.body,
        _ => return Some(Vec::new()),
    };
    let (mut folds, mut alone) = (Vec::new(), true);
    walk::expr(body, &mut |node| {
        let Node::Expr(expr) = node else { return true };
        match Over::of(expr) {
            Some(over) => {
                alone &= !has_fold(&over.closure.body);
                folds.push(over);
                return false;
            }
            None if is_conditional(expr) => {
                alone &= !has_fold(expr);
                return false;
            }
            None => alone &= !matches!(expr, Expr::Return(_) | Expr::Try(_)),
        }
        true
    });
    // A return before a fold would leave lanes behind.
    (alone || folds.is_empty()).then_some(folds)
}

/// Returns true if an expression has a fold in it, or leaves a worker.
fn has_fold(expr: &Expr) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |node| {
        if let Node::Expr(expr) = node {
            found |= Over::of(expr).is_some() || matches!(expr, Expr::Return(_) | Expr::Try(_));
        }
        !found
    });
    found
}

/// Returns true if the terms of a fold may be taken in any order.
fn is_associative(over: &Over<'_>, nest: &Nest) -> bool {
    match over.kind {
        Kind::Sum | Kind::Products(_) => true,
        Kind::Fold(_, operator) => Known::of(operator, &nest.items.functions).is_some(),
        Kind::Steps(_) => false,
    }
}

/// Returns true if a fold has few terms, as its text says.
fn is_short(over: &Over<'_>) -> bool {
    let number = |expr: &Expr| match expr {
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => number.base10_parse::<usize>().ok(),
            _ => None,
        },
        _ => None,
    };
    matches!((number(over.from), number(over.to)), (Some(from), Some(to)) if to.saturating_sub(from) < SHORT_FOLD)
}

/// The elements that a fold of a step reads; `None` if they are far apart whoever reads them.
fn way(over: &Over<'_>, step: &Step, nested: &Loop) -> Option<Way> {
    let Step::Map { worker, args, .. } = step else {
        return Some(Way::Same);
    };
    let Expr::Closure(closure) = bare(&worker.expr) else {
        return None;
    };
    let last = nested.axes.len().checked_sub(1);
    let position = last.and_then(|last| parameter(&nested.body, closure, args, last));
    let position = position.map(|(name, _)| name);
    let bound = bound(closure);
    let ways = over
        .views
        .iter()
        .map(|view| of_view(view, position, &bound));
    let ways: Vec<Option<Way>> = ways.collect();
    [Way::Rows, Way::Columns]
        .into_iter()
        .find(|way| ways.contains(&Some(*way)))
        .or_else(|| (!ways.contains(&None)).then_some(Way::Same))
}

/// The elements of a view; `None` if they are far apart in both directions.
fn of_view(view: &View<'_>, position: Option<&Ident>, bound: &OrderedSet<String>) -> Option<Way> {
    let mut named = OrderedSet::new();
    for (_, start, _) in &view.axes {
        walk::identifiers(start.to_token_stream(), &mut named);
    }
    let along = match position {
        Some(position) => view.along(position),
        None => Some(0),
    };
    match (along, view.is_contiguous()) {
        (Some(1), _) => Some(Way::Columns),
        (_, true) if bound.iter().any(|name| named.contains(name)) => Some(Way::Rows),
        (_, true) => Some(Way::Same),
        (_, false) if !bound.iter().any(|name| named.contains(name)) => Some(Way::Same),
        (_, false) => None,
    }
}

/// The names that a closure binds.
fn bound(closure: &ExprClosure) -> OrderedSet<String> {
    let mut bound = OrderedSet::new();
    let mut bind = |node: Node<'_>| {
        if let Node::Binding(binding) = node {
            bound.insert(binding.ident.to_string());
        }
        true
    };
    for input in &closure.inputs {
        walk::pattern(input, &mut bind);
    }
    walk::expr(&closure.body, &mut bind);
    bound
}

/// The indices of a fold, if they follow from scalars of the program alone.
fn same_range(over: &Over<'_>, nest: &Nest) -> Option<(Expr, Expr)> {
    let is_known = |expr: &Expr| match expr {
        Expr::Lit(_) => true,
        Expr::Path(path) => nest
            .scalars
            .iter()
            .any(|(_, scalar)| path.path.is_ident(&scalar.name)),
        _ => false,
    };
    (is_known(over.from) && is_known(over.to)).then(|| (over.from.clone(), over.to.clone()))
}
