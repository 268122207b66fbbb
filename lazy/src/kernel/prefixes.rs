//! The prefixes of scans on their way through a block.

use fusus_cpu::Block;

use super::fold;
use super::state::{Folded, State};
use crate::element::sealed::Typed;
use crate::element::{Scalar, number};
use crate::operation::Operator;
use crate::program::Scan;

pub(super) const NUMBERS: &str = "scans are of numbers";

/// A scan on its way through a block.
pub(crate) struct Prefixes {
    pub(super) scan: Scan,
    /// The aggregate of the block, where somebody needs it.
    pub(super) aggregate: Option<State>,
    /// The prefix that enters the block.
    exclusive: Scalar,
    /// The prefix before the next element.
    pub(super) state: Scalar,
    /// Set if only the aggregate is found.
    pub(super) is_swept: bool,
    /// The positions of the block that are left.
    pub(super) left: usize,
    block_len: usize,
}

impl Prefixes {
    /// A scan before a block.
    pub(crate) fn of(scan: &Scan) -> Prefixes {
        let seed = seed(scan);
        Prefixes {
            scan: *scan,
            aggregate: None,
            exclusive: seed,
            state: seed,
            is_swept: false,
            left: 0,
            block_len: 0,
        }
    }

    /// Begins a sweep that finds the aggregate of the block.
    pub(crate) fn sweep(&mut self) {
        self.aggregate = Some(empty(&self.scan));
        self.is_swept = true;
    }

    pub(crate) fn operator(&self) -> Operator {
        self.scan.operator
    }

    /// The aggregate of the block.
    pub(crate) fn aggregate(&mut self) -> Scalar {
        let operator = self.operator();
        let state = self.aggregate.as_mut().expect("the aggregate is found");
        number!(self.scan.ty, T => {
            Typed::scalar(fold::partial(operator, <T as Folded>::lanes(state), self.scan.lanes))
        }, bool => unreachable!("{NUMBERS}"))
    }

    /// Takes the prefix that enters the block.
    pub(crate) fn enter(&mut self, exclusive: Scalar) {
        (self.exclusive, self.state) = (exclusive, exclusive);
    }

    /// Begins a unit of blocks of a length, whose elements are written from now on. The aggregate of floats is found
    /// by the way where the same thread does the next block.
    pub(crate) fn begin(&mut self, unit: &Block<'_>, block_len: usize) {
        let continues = unit.continues() || unit.len() > block_len;
        self.aggregate = (self.scan.is_rounded() && continues).then(|| empty(&self.scan));
        (self.left, self.block_len) = (block_len, block_len);
        self.is_swept = false;
    }

    /// Goes on behind some positions of the block, which may be its last ones.
    pub(super) fn pass(&mut self, positions: usize) {
        self.left -= positions;
        if self.left > 0 {
            return;
        }
        self.left = self.block_len;
        if self.aggregate.is_some() {
            let inclusive = self.inclusive();
            self.enter(inclusive);
            self.aggregate = Some(empty(&self.scan));
        }
    }

    /// The prefix behind the block.
    pub(crate) fn inclusive(&mut self) -> Scalar {
        match self.aggregate {
            Some(_) => {
                let aggregate = self.aggregate();
                fold::join(self.operator(), self.exclusive, aggregate)
            }
            None => self.state,
        }
    }
}

/// The aggregate of nothing.
fn empty(scan: &Scan) -> State {
    number!(scan.ty, T => {
        <T as Folded>::state(fold::empty::<T>(scan.operator))
    }, bool => unreachable!("{NUMBERS}"))
}

/// The number that a scan begins with.
pub(crate) fn seed(scan: &Scan) -> Scalar {
    fold::seed(scan.operator, scan.ty)
}
