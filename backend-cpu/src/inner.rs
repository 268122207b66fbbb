//! Inner loops: over the second arguments of `cross`.

use crate::error::Fault;
use crate::lane::{Lane, Lanes, Order};
use crate::plain::{attempt, count};
use crate::source::Sources;

/// Runs `body` for `len` positions, with the elements of `rights` there.
///
/// # Errors
///
/// The first fault of the body, which ends the loop.
///
/// # Panics
///
/// Where an array is of another length.
#[inline(always)]
pub fn inner<R, B>(len: usize, rights: R, mut body: B) -> Result<(), Fault>
where
    R: Sources,
    B: FnMut(usize, R::Items) -> Result<(), Fault>,
{
    rights.check(len);
    count!(j in 0, len; {
        // SAFETY: `j` is below `len`, by `check` the length of every array.
        attempt!(body(j, unsafe { rights.get(j) }));
    });
    Ok(())
}

/// Runs `body` for `len` positions, with the elements of `rights` there and
/// the lane into which folds push: where all operators commute, position `j`
/// goes to lane `j % L`, which vectorises; otherwise all go to the lane of the
/// outer position, in order.
///
/// # Errors
///
/// The first fault of the body, which ends the loop.
///
/// # Panics
///
/// Where an array is of another length.
#[inline(always)]
pub fn inner_lanes<const L: usize, const SINGLE_CALL_SITE: bool, const INTERLEAVED: bool, R, B>(
    lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
    lane: Lane<L>,
    len: usize,
    rights: R,
    mut body: B,
) -> Result<(), Fault>
where
    R: Sources,
    B: FnMut(usize, Lane<L>, R::Items) -> Result<(), Fault>,
{
    if lanes.order() != Order::Cyclic {
        return inner(len, rights, |j, items| body(j, lane, items));
    }
    rights.check(len);
    let main = len - len % L;
    // SAFETY: positions are below `len`, by `check` the length of every array,
    // and lanes below `L`.
    unsafe {
        for first in (0..main).step_by(L) {
            count!(k in 0, L; {
                attempt!(body(first + k, Lane::new(k, k), rights.get(first + k)));
            });
        }
        count!(k in 0, len - main; {
            attempt!(body(main + k, Lane::new(k, k), rights.get(main + k)));
        });
    }
    Ok(())
}
