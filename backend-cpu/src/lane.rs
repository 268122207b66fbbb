//! Lanes: the independent accumulators of a fold.

/// Where an element goes among `L` lanes. Only a sweep makes one, so that the
/// numbers are always below `L`.
#[derive(Clone, Copy, Debug)]
pub struct Lane<const L: usize> {
    /// For operators that commute.
    any: usize,
    /// For others: elements with the same number are neighbours.
    range: usize,
}

impl<const L: usize> Lane<L> {
    /// # Safety
    ///
    /// Both must be below `L`.
    #[inline(always)]
    pub(crate) unsafe fn new(any: usize, range: usize) -> Lane<L> {
        debug_assert!(any < L && range < L);
        Lane { any, range }
    }

    /// A lane that there always is.
    #[inline(always)]
    pub(crate) fn first() -> Lane<L> {
        const { assert!(L > 0, "a sweep needs a lane") };
        Lane { any: 0, range: 0 }
    }

    /// The number, below `L`, for an operator that commutes or does not.
    #[inline(always)]
    #[must_use]
    pub fn index(self, commutes: bool) -> usize {
        match commutes {
            true => self.any,
            false => self.range,
        }
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
    /// right. Where all operators commute, they go to the same lanes as with
    /// [`when`](Lanes::when); otherwise each fold gets them as suits its
    /// operator.
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
