//! Loops over rectangles of positions: index notation of two and more axes, whose elements are read
//! by the row and the column.
//!
//! A lane that goes over neighbouring positions divides each to know where it is, and reads each
//! neighbour of each element by itself. In a rectangle rows and columns are known, neighbouring lanes
//! have neighbouring columns, and the rows of a lane share elements.

use super::is_element_wise;
use crate::nest::over::Over;
use crate::nest::{Loop, Read, Step};
use crate::scalar::Types;
use crate::schedule::policy::{GROUP, LANE_ROWS, LOCAL_BYTES};
use crate::walk::{self, Node};

/// Returns true if the loop goes by rows and columns, and nothing goes from one position to another.
pub(super) fn is_for(nested: &Loop) -> bool {
    let body = &nested.body;
    let by_digit = |step: &Step| matches!(step, Step::Generate { digit: Some(_), .. });
    nested.axes.len() > 1
        && is_element_wise(nested)
        && (body.steps().any(by_digit) || body.reads.iter().any(|read| read.is_by_digits()))
}

/// The rows of a lane: one where its elements are loops by themselves.
pub(super) fn rows(nested: &Loop) -> usize {
    let mut is_loop = false;
    for worker in nested.body.workers() {
        walk::expr(&worker.expr, &mut |node| {
            is_loop |= matches!(node, Node::Expr(expr) if Over::of(expr).is_some());
            !is_loop
        });
    }
    match is_loop {
        true => 1,
        false => LANE_ROWS,
    }
}

/// The reads whose elements a group fetches together, by their numbers, as far as there is local memory
/// for them: neighbours in memory are below each other, so that neighbouring lanes would read elements
/// that are far apart.
pub(super) fn turned(nested: &Loop, types: &Types, rows: usize) -> Vec<usize> {
    let mut left = LOCAL_BYTES;
    let reads = nested.body.reads.iter().enumerate();
    let turned = reads.filter(|(_, read)| {
        let leaves = types.array(read.array).leaves();
        let bytes: usize = leaves.iter().map(|prim| prim.bits() as usize / 8).sum();
        let bytes = GROUP * (rows + 1) * bytes;
        let fits = is_turned(read, nested) && bytes <= left;
        left -= if fits { bytes } else { 0 };
        fits
    });
    turned.map(|(number, _)| number).collect()
}

fn is_turned(read: &Read, nested: &Loop) -> bool {
    let digits = read.digits().unwrap_or_default();
    let [others @ .., last] = &digits[..] else {
        return false;
    };
    let goes = |along: &(Option<usize>, usize, usize), from_behind: usize| {
        along.0 == nested.axes.len().checked_sub(from_behind) && along.2 == 1
    };
    goes(last, 2) && others.iter().any(|along| goes(along, 1))
}
