//! Loops over sections with short rows, whose pieces have what lies between the rows as well.
//!
//! The sections of a stencil are the same places of an array, moved by some elements. So the places from the
//! first element of some rows to the last one are one slice of each section: an instruction goes over all of it,
//! where it would go over each row by itself, and what it computes between the rows is left behind when results
//! are brought to their places.

use crate::homes::Section;
use crate::kernel::fold::LANES;
use crate::operation::Binary;
use crate::program::{Action, Instruction, Loop, Place};
use crate::rows::{Rows, SHORTEST_PIECE};

/// The longest rows of such loops, where pieces could be rows as well: an instruction on a longer one takes much
/// longer than its start.
const LONGEST_ROW: usize = 1536;

/// The shortest ones: each row of a result is copied by itself.
const SHORTEST_ROW: usize = 16;

/// An instruction takes as long to start as so many bytes take to be copied: rows of results are pieces where there
/// are few instructions.
const START: usize = 1024;

/// There is one place between rows for so many of theirs at least.
const BETWEEN: usize = 4;

/// A part of a row in a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// The place of its first element in the piece.
    pub(crate) at: usize,
    /// The position of that in the loop.
    pub(crate) index: usize,
    pub(crate) count: usize,
}

/// The places of the rows, if the pieces of a loop of so many positions are to have what lies between them.
pub(crate) fn rows(
    own: &Loop,
    rows: &[Rows],
    replaced: &[Option<usize>],
    sections: &[Option<Section>],
    len: usize,
) -> Option<Rows> {
    let is_known = |instruction: &Instruction| !is_particular(instruction);
    let is_possible = own.compacted.is_empty()
        && own.reductions.iter().all(|one| one.operator.is_some())
        && own.instructions.iter().all(is_known);
    if !is_possible || len == 0 {
        return None;
    }
    let inputs = || (0..rows.len()).filter(|input| own.walked[*input]);
    let is_replaced = |input: usize| replaced.get(input).is_some_and(Option::is_some);
    let candidates = inputs().filter(|input| !is_replaced(*input) && rows[*input].are_apart());
    let candidates = candidates.map(|input| &rows[input]);
    let alike = |rows: &Rows| candidates.clone().filter(|own| own.is_moved(rows)).count();
    let first = *candidates.clone().next()?;
    let (best, alike) = match alike(&first) {
        // Most stencils have no other inputs.
        all if all == candidates.clone().count() => (first, all),
        _ => {
            let best = *candidates.clone().max_by_key(|rows| alike(rows))?;
            (best, alike(&best))
        }
    };
    let row = best.row();
    let places = best.place(len - 1) + 1;
    // Pieces could be long rows, unless these end between the lanes of folds.
    let is_cut = own.reductions.is_empty() || row.is_multiple_of(LANES);
    let results = own.instructions.iter();
    let results = results.filter(|one| matches!(one.target, Place::Output(_)));
    let bytes: usize = results.map(|one| one.gives.bytes()).sum();
    let is_cheaper = row < SHORTEST_PIECE || row * bytes <= own.instructions.len() * START;
    let is_short = row >= SHORTEST_ROW && (row < LONGEST_ROW && is_cheaper || !is_cut);
    let is_fitting = is_short && places - len <= len / BETWEEN;
    let copies = inputs().count() - alike + sections.len() + own.reductions.len();
    (is_fitting && alike > copies).then_some(best)
}

/// Returns true for an instruction that can't be done on elements which the loop has not.
fn is_particular(instruction: &Instruction) -> bool {
    match instruction.action {
        Action::Map(_) | Action::Gather(_) | Action::Positions | Action::Folded(_) => true,
        Action::Binary(Binary::Div | Binary::Rem) => instruction.takes.is_integer(),
        _ => false,
    }
}

/// Adds the parts of rows of a piece that begins at a position of the loop, and ends before another one; returns
/// the number of its places.
pub(crate) fn runs(
    rows: &Rows,
    start: usize,
    end: usize,
    longest: usize,
    runs: &mut Vec<Part>,
) -> usize {
    runs.clear();
    let first = rows.place(start);
    let mut index = start;
    let mut places = 0;
    rows.each(start, end, |place, count| {
        let at = place - first;
        let count = count.min(longest.saturating_sub(at));
        if count > 0 {
            runs.push(Part { at, index, count });
            index += count;
            places = at + count;
        }
        count > 0
    });
    places
}
