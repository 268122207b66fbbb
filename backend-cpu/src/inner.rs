//! Inner loops: over the second arguments of `cross`.

use crate::element::Element;
use crate::error::Fault;
use crate::lane::{Lane, Lanes, Order};
use crate::plain::{attempt, count};
use crate::source::Sources;

/// Runs `body` for every position of `rights`, arrays of one length.
///
/// # Errors
///
/// The first fault of the body, which ends the loop.
///
/// # Panics
///
/// Where the arrays differ in length.
#[inline(always)]
pub fn inner<T, R, B>(rights: (&[T], R), mut body: B) -> Result<(), Fault>
where
    T: Element,
    R: Sources,
    B: FnMut(usize, (T, R::Items)) -> Result<(), Fault>,
{
    let len = rights.0.len();
    rights.check(len);
    count!(j in 0, len; {
        // SAFETY: `j` is below `len`, by `check` the length of every array.
        attempt!(body(j, unsafe { rights.get(j) }));
    });
    Ok(())
}

/// Runs `body` for every position of `rights`, with the lane into which folds
/// push the element: where all operators commute, position `j` goes to lane
/// `j % L`, which vectorises; otherwise all go to the lane of the outer
/// position, in order.
///
/// # Errors
///
/// The first fault of the body, which ends the loop.
///
/// # Panics
///
/// Where the arrays differ in length.
#[inline(always)]
pub fn inner_lanes<const L: usize, const SINGLE_CALL_SITE: bool, const INTERLEAVED: bool, T, R, B>(
    lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
    lane: Lane<L>,
    rights: (&[T], R),
    mut body: B,
) -> Result<(), Fault>
where
    T: Element,
    R: Sources,
    B: FnMut(usize, Lane<L>, (T, R::Items)) -> Result<(), Fault>,
{
    if lanes.order() != Order::Cyclic {
        return inner(rights, |j, items| body(j, lane, items));
    }
    let len = rights.0.len();
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
