//! Totals in tiles on a device: products of matrices, and all folds over an index that read what is
//! the same for a row, and what is the same for a column.
//!
//! A group computes the totals of a rectangle of positions, each lane those of a few rows and
//! columns, which stay in registers. Some indices of both operands at a time are copied to local
//! memory, from where each is read by many lanes.

use super::{Order, is_element_wise};
use crate::nest::over::{Over, is_conditional};
use crate::nest::{ArrayId, Host, Loop, Nest, Step, bare};
use crate::ordered::OrderedSet;
use crate::scalar::Types;
use crate::schedule::policy::{INDICES_AT_A_TIME, LANES_ACROSS, LANES_OF_RECTANGLE, LOCAL_BYTES};
use crate::schedule::tiles::parameter;
use crate::walk::{self, Node};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprClosure};

/// The elements between the rows of local memory: neighbours of a column are in different banks, and
/// rows begin where vectors may.
pub const PADDING: usize = 4;

/// The rectangle of positions of a lane, and the indices that are copied together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneTile {
    /// Its rows.
    pub rows: usize,
    /// Its columns: a multiple of four, as many as a vector.
    pub columns: usize,
    /// The indices.
    pub inner: usize,
}

/// A fold whose totals are computed in tiles.
#[cfg_attr(feature = "report", derive(Debug))]
pub struct TiledFold<'r> {
    /// The array that it is part of the elements of.
    pub into: ArrayId,
    /// The worker of these.
    pub worker: &'r Host,
    /// It as a closure.
    pub closure: &'r ExprClosure,
    /// The numbers, the names and the coordinates of the indices that it has.
    pub indices: Vec<(usize, &'r Ident, &'r Host)>,
    /// The fold.
    pub over: Over<'r>,
}

impl LaneTile {
    /// The tile of a lane, if a loop has totals in tiles and nothing that goes from one position to
    /// another.
    pub(super) fn of(nested: &Loop, nest: &Nest, types: &Types, order: Order) -> Option<LaneTile> {
        let is_plain = order == Order::Tiles && is_element_wise(nested);
        let fold = is_plain.then(|| TiledFold::of(nested)).flatten()?;
        let mut widest = 0;
        let (mut of_rows, mut of_columns) = (0, 0);
        let row = fold.axis(nested, 2);
        for view in &fold.over.views {
            let mut arrays = nest
                .arrays
                .iter()
                .filter(|(_, array)| array.name == *view.array);
            let prims = arrays.try_fold(0, |most: usize, (id, _)| {
                Some(most.max(types.array(id).prim()?.bits() as usize / 8))
            })?;
            widest = widest.max(prims);
            match view.down(row) {
                0 => of_columns += prims,
                _ => of_rows += prims,
            }
        }
        if of_rows == 0 || of_columns == 0 {
            return None;
        }
        // Two vectors of 16 bytes.
        let (rows, columns) = (8, if widest <= 4 { 8 } else { 4 });
        let lanes_down = LANES_OF_RECTANGLE / LANES_ACROSS;
        let of_an_index = of_rows * (lanes_down * rows + PADDING)
            + of_columns * (LANES_ACROSS * columns + PADDING);
        (INDICES_AT_A_TIME * of_an_index <= LOCAL_BYTES).then_some(LaneTile {
            rows,
            columns,
            inner: INDICES_AT_A_TIME,
        })
    }
}

impl<'r> TiledFold<'r> {
    /// The first fold of a loop whose totals may be computed in tiles.
    pub fn of(nested: &'r Loop) -> Option<Self> {
        nested.body.steps().find_map(|step| {
            let Step::Map { worker, args, into } = step else {
                return None;
            };
            let Expr::Closure(closure) = bare(&worker.expr) else {
                return None;
            };
            let digits = 0..nested.axes.len();
            let indices = digits.filter_map(|digit| {
                let (name, coordinate) = parameter(&nested.body, closure, args, digit)?;
                Some((digit, name, coordinate))
            });
            let fold = |over| {
                Some(TiledFold {
                    into: *into.names().first()?,
                    worker,
                    closure,
                    indices: indices.clone().collect(),
                    over,
                })
            };
            let mut folds = Vec::new();
            walk::expr(&closure.body, &mut |node| {
                let Node::Expr(expr) = node else { return true };
                match Over::of(expr) {
                    Some(over) => {
                        folds.push(over);
                        false
                    }
                    None => !is_conditional(expr),
                }
            });
            let mut folds = folds.into_iter().filter_map(fold);
            folds.find(|fold| fold.is_tiled(nested))
        })
    }

    /// The name of an axis, counted from behind.
    fn axis(&self, nested: &Loop, from_behind: usize) -> Option<&'r Ident> {
        let digit = nested.axes.len().checked_sub(from_behind)?;
        let mut indices = self.indices.iter();
        indices.find(|index| index.0 == digit).map(|index| index.1)
    }

    /// Returns true if it has rows and columns, and uses nothing else that the worker binds.
    fn is_tiled(&self, nested: &Loop) -> bool {
        let (Some(column), Some(row)) = (self.axis(nested, 1), self.axis(nested, 2)) else {
            return false;
        };
        let mut bound = OrderedSet::new();
        let mut bind = |node: &Node<'_>| {
            if let Node::Binding(binding) = node {
                bound.insert(binding.ident.to_string());
            }
        };
        for input in &self.closure.inputs {
            walk::pattern(input, &mut |node| {
                bind(&node);
                true
            });
        }
        walk::expr(&self.closure.body, &mut |node| {
            bind(&node);
            !matches!(node, Node::Expr(expr) if Over::of(expr).is_some())
        });
        for (_, name, _) in &self.indices {
            bound.remove(&name.to_string());
        }
        let mut named = OrderedSet::new();
        let ranges = [self.over.from, self.over.to].into_iter();
        for expr in ranges.chain(self.over.start()) {
            walk::identifiers(expr.to_token_stream(), &mut named);
        }
        for (size, start, _) in self.over.views.iter().flat_map(|view| &view.axes) {
            walk::identifiers(size.to_token_stream(), &mut named);
            walk::identifiers(start.to_token_stream(), &mut named);
        }
        walk::identifiers(self.over.closure.to_token_stream(), &mut named);
        self.over.is_tiled(Some(row), column) && !bound.iter().any(|name| named.contains(name))
    }
}
