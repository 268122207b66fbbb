//! Lanes: the independent accumulators of a fold.

/// The number of one of `L` lanes. Only a sweep makes one, so that it is
/// always below `L`.
#[derive(Clone, Copy, Debug)]
pub struct Lane<const L: usize>(usize);

impl<const L: usize> Lane<L> {
    /// # Safety
    ///
    /// `lane` must be below `L`.
    #[inline(always)]
    pub(crate) unsafe fn new(lane: usize) -> Lane<L> {
        debug_assert!(lane < L);
        Lane(lane)
    }

    /// The number, below `L`.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }
}

/// How a sweep hands the elements of a block out to `L` lanes.
///
/// `ROLLED` is for large bodies. LLVM inlines a body of some fifty instructions
/// or more only where it is called from one place, so that a rolled sweep has
/// one loop for everything. For a small body a loop over all lanes, which LLVM
/// unrolls, and one for the rest are faster.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<const L: usize, const ROLLED: bool = false> {
    strided: bool,
    in_order: bool,
}

impl<const L: usize> Lanes<L, false> {
    /// For folds only. Where all operators commute, element `j` goes to lane
    /// `j % L`, which vectorises. Otherwise each lane gets a contiguous part
    /// of the block, and the lanes are swept side by side, so that their
    /// operators need not wait for each other.
    #[inline(always)]
    #[must_use]
    pub fn when(commute: bool) -> Self {
        const { assert!(L > 0, "a sweep needs a lane") };
        Lanes {
            strided: commute,
            in_order: false,
        }
    }

    /// For folds next to scans: the sweep visits the elements from left to
    /// right. They go to the same lanes as with [`when`](Lanes::when).
    #[inline(always)]
    #[must_use]
    pub fn in_order(commute: bool) -> Self {
        Lanes {
            in_order: true,
            ..Lanes::when(commute)
        }
    }

    /// The same lanes for a large body.
    #[inline(always)]
    #[must_use]
    pub fn rolled(self) -> Lanes<L, true> {
        Lanes {
            strided: self.strided,
            in_order: self.in_order,
        }
    }
}

impl<const L: usize, const ROLLED: bool> Lanes<L, ROLLED> {
    #[inline(always)]
    pub(crate) fn is_strided(self) -> bool {
        self.strided
    }

    /// Whether elements must be visited from left to right.
    #[inline(always)]
    pub(crate) fn is_in_order(self) -> bool {
        self.in_order
    }
}
