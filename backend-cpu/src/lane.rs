//! Lanes: the independent accumulators of a fold.

/// The lane of an element, among `L`. Its numbers are always below `L`: but for the
/// [first](Lane::first), only a sweep makes one.
#[derive(Clone, Copy, Debug)]
pub struct Lane<const L: usize> {
    /// For operators that commute.
    pub(crate) any: usize,
    pub(crate) others: Others,
}

/// The number for other operators: elements with the same number are neighbours. And
/// whether each of the lanes gets one of its neighbours.
#[cfg(not(debug_assertions))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Others {
    range: usize,
    whole: bool,
}

#[cfg(not(debug_assertions))]
impl Others {
    #[inline(always)]
    fn new(range: usize, whole: bool) -> Self {
        Others { range, whole }
    }

    #[inline(always)]
    fn range(self) -> usize {
        self.range
    }

    #[inline(always)]
    fn whole(self) -> bool {
        self.whole
    }
}

/// Both in one number. Without optimisation a lane of two numbers is passed in registers; one of
/// more is written to memory and read again in pieces of another size, for which the processor
/// waits.
#[cfg(debug_assertions)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Others(pub(crate) usize);

#[cfg(debug_assertions)]
impl Others {
    #[inline(always)]
    pub(crate) fn new(range: usize, whole: bool) -> Self {
        Others(range << 1 | whole as usize)
    }

    #[inline(always)]
    fn range(self) -> usize {
        self.0 >> 1
    }
}

impl<const L: usize> Lane<L> {
    /// # Safety
    ///
    /// Both must be below `L`.
    #[inline(always)]
    pub(crate) unsafe fn new(any: usize, range: usize) -> Lane<L> {
        debug_assert!(any < L && range < L);
        Lane {
            any,
            others: Others::new(range, true),
        }
    }

    /// A lane that there always is.
    #[inline(always)]
    #[must_use]
    pub fn first() -> Lane<L> {
        const { assert!(L > 0, "a sweep needs a lane") };
        Lane {
            any: 0,
            others: Others::new(0, false),
        }
    }

    /// The lane to which a sweep [in order](Lanes::in_order) hands element `k` of a block of so
    /// many.
    #[inline(always)]
    pub(crate) fn in_order(k: usize, len: usize) -> Lane<L> {
        const { assert!(L > 0, "a sweep needs a lane") };
        let (group, range_groups) = (k / L, len / L / L);
        let range = match group < range_groups * L {
            true => group / range_groups,
            false => L - 1,
        };
        Lane {
            any: k % L,
            others: Others::new(range, group < len / L),
        }
    }

    /// A lane of a group in which each lane gets one neighbour (`whole`), or of neighbours that are
    /// left over.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    pub(crate) fn of(self, whole: bool) -> Lane<L> {
        Lane {
            others: Others::new(self.others.range(), whole),
            ..self
        }
    }

    /// Returns true for the first neighbour of a group in which each lane gets one. A neighbour
    /// that is left over stands for itself.
    #[inline(always)]
    pub(crate) fn is_first(self) -> bool {
        #[cfg(debug_assertions)]
        return self.any == 0 || self.others.0 & 1 == 0;
        #[cfg(not(debug_assertions))]
        {
            self.any == 0 || !self.others.whole()
        }
    }

    /// Returns true for the last neighbour of such a group, likewise.
    #[inline(always)]
    pub(crate) fn is_last(self) -> bool {
        #[cfg(debug_assertions)]
        return self.any == const { L - 1 } || self.others.0 & 1 == 0;
        #[cfg(not(debug_assertions))]
        {
            self.any == L - 1 || !self.others.whole()
        }
    }

    /// The number, below `L`, for an operator that commutes or does not.
    #[inline(always)]
    #[must_use]
    pub fn index(self, commutes: bool) -> usize {
        match commutes {
            true => self.any,
            false => self.others.range(),
        }
    }
}

/// The order in which a sweep hands the elements of a block out to `L` lanes.
///
/// `SINGLE_CALL_SITE` is for large bodies. LLVM inlines a body of some fifty instructions or more
/// only where it is called from one place, so that such a sweep has one loop for everything. For a
/// small body a loop over all lanes, which LLVM unrolls, and one for the rest are faster.
///
/// `INTERLEAVED` is for lanes that are always interleaved ranges of a block.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<
    const L: usize,
    const SINGLE_CALL_SITE: bool = false,
    const INTERLEAVED: bool = false,
>(Order);

/// The order in which elements are visited, and the lanes that they go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Element `j` goes to lane `j % L`.
    Cyclic,
    /// Each lane has a range of its own, and the ranges are interleaved,
    /// unless a sink wants its elements from left to right.
    Blocked,
    /// Each lane has a range of its own, and the ranges are swept from left to right.
    LeftToRight,
    /// Ranges that are always interleaved, each of an `L`th of the block.
    Interleaved,
    /// Interleaved ranges, without the elements that are left over in the last block of a loop.
    Aggregates,
}

impl<const L: usize> Lanes<L, false> {
    /// For folds only. Where all operators commute, element `j` goes to lane
    /// `j % L`, which vectorises. Otherwise each lane gets a contiguous part
    /// of the block, and the lanes are interleaved, so that their
    /// operators need not wait for each other.
    #[inline(always)]
    #[must_use]
    pub fn when(commute: bool) -> Self {
        const { assert!(L > 0, "a sweep needs a lane") };
        Lanes(match commute {
            true => Order::Cyclic,
            false => Order::Blocked,
        })
    }

    /// For folds next to scans: the sweep visits the elements from left to
    /// right. Where all operators commute, they go to the same lanes as with
    /// [`when`](Lanes::when); otherwise each fold gets them as suits its
    /// operator.
    #[inline(always)]
    #[must_use]
    pub fn in_order(commute: bool) -> Self {
        const { assert!(L > 0, "a sweep needs a lane") };
        Lanes(match commute {
            true => Order::Cyclic,
            false => Order::LeftToRight,
        })
    }

    /// For scans whose [`Ranges`](crate::Ranges) of a block are interleaved,
    /// in all sweeps of a loop, and for the folds next to them, whose lanes are
    /// these ranges too. Such a sweep can't write results
    /// from left to right.
    #[inline(always)]
    #[must_use]
    pub fn interleaved() -> Lanes<L, false, true> {
        const { assert!(L > 0, "a sweep needs a lane") };
        Lanes(Order::Interleaved)
    }

    /// For the sweeps that find the exclusive prefixes of the ranges, and write nothing. Elements
    /// that are left over in a loop's last block are in no prefix, and are left out.
    #[inline(always)]
    #[must_use]
    pub fn aggregates() -> Lanes<L, false, true> {
        const { assert!(L > 0, "a sweep needs a lane") };
        Lanes(Order::Aggregates)
    }
}

impl<const L: usize> Lanes<L, false> {
    /// From left to right, if `in_order` is set: ranges are one after the other then.
    #[inline(always)]
    #[must_use]
    pub fn in_order_if(self, in_order: bool) -> Self {
        match self.0 {
            Order::Blocked if in_order => Lanes(Order::LeftToRight),
            order => Lanes(order),
        }
    }
}

impl<const L: usize, const INTERLEAVED: bool> Lanes<L, false, INTERLEAVED> {
    /// Lanes for a large body.
    #[inline(always)]
    #[must_use]
    pub fn single_call_site(self) -> Lanes<L, true, INTERLEAVED> {
        Lanes(self.0)
    }
}

impl<const L: usize, const SINGLE_CALL_SITE: bool, const INTERLEAVED: bool>
    Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>
{
    #[inline(always)]
    pub(crate) fn order(self) -> Order {
        self.0
    }
}
