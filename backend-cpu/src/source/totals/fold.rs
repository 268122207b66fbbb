//! The parts of a fold over an index for each position of a loop.

/// A fold over an index for each position of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Single<V, F, O, const EVEN: bool = false> {
    pub(super) open: V,
    pub(super) term: F,
    pub(super) operator: O,
}
