//! Inner loops: over the second arguments of `cross`.

use crate::error::Fault;
use crate::lane::{Lane, Lanes, Order};
use crate::plain::{attempt, count};
use crate::sink::RowWriters;
use crate::source::Sources;

/// Runs `body` for `len` positions, with the elements of `rights` there, and
/// writes a row of the elements that it yields with each of `rows`.
///
/// # Errors
///
/// The first fault of the body, which ends the loop.
///
/// # Panics
///
/// Panics where an array is of another length, or is too short for a row.
#[inline(always)]
pub fn inner<R, W, B>(len: usize, rights: R, rows: W, mut body: B) -> Result<(), Fault>
where
    R: Sources,
    W: RowWriters,
    B: FnMut(usize, R::Items) -> Result<W::Values, Fault>,
{
    rights.check(len);
    let taken = rows.take(len);
    count!(j in 0, len; {
        // SAFETY: `j` is below `len`, by `check` the length of every array, and of every row.
        unsafe {
            let values = attempt!(body(j, rights.get(j)));
            W::put(&taken, j, values);
        }
    });
    // SAFETY: all of it was written.
    unsafe { rows.end(len) };
    Ok(())
}

/// As [`inner`], with the lane into which folds push: where all operators
/// commute, position `j` goes to lane `j % L`, which vectorises; otherwise all
/// go to the lane of the outer position, in order.
///
/// # Errors
///
/// The first fault of the body, which ends the loop.
///
/// # Panics
///
/// Panics where an array is of another length, or is too short for a row.
#[inline(always)]
pub fn inner_lanes<const L: usize, const SINGLE_CALL_SITE: bool, const INTERLEAVED: bool, R, W, B>(
    lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
    lane: Lane<L>,
    len: usize,
    rights: R,
    rows: W,
    mut body: B,
) -> Result<(), Fault>
where
    R: Sources,
    W: RowWriters,
    B: FnMut(usize, Lane<L>, R::Items) -> Result<W::Values, Fault>,
{
    if lanes.order() != Order::Cyclic {
        return inner(len, rights, rows, |j, items| body(j, lane, items));
    }
    rights.check(len);
    let taken = rows.take(len);
    let main = len - len % L;
    // SAFETY: positions are below `len`, by `check` the length of every array, and of every row,
    // all of which is written; lanes are below `L`.
    unsafe {
        for first in (0..main).step_by(L) {
            count!(k in 0, L; {
                let j = first + k;
                let values = attempt!(body(j, Lane::new(k, k), rights.get(j)));
                W::put(&taken, j, values);
            });
        }
        count!(k in 0, len - main; {
            let j = main + k;
            let values = attempt!(body(j, Lane::new(k, k), rights.get(j)));
            W::put(&taken, j, values);
        });
        rows.end(len);
    }
    Ok(())
}
