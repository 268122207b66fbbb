//! The axes of a padded array that a loop reads along, and the facts that its rows of positions share.

/// The positions that are read along an axis, `factor * i + start`, and as many behind each of them as
/// the reads need that are further on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    /// The number of the index `i`; one that the loop has not is 0 everywhere.
    pub(super) index: usize,
    pub(super) start: isize,
    pub(super) factor: usize,
    /// The distance of the last read from the first one.
    pub(super) span: usize,
    /// The number of positions inside.
    pub(super) size: usize,
    /// The distance of two neighbours in the slice.
    pub(super) pitch: usize,
}

/// The facts that all rows of positions have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// The positions in a row whose elements are inside of the array along the row, for all reads.
    pub(super) inside: (usize, usize),
    /// The part of a place that is along the row, at its first position.
    pub(super) first: isize,
    /// The distance of two neighbours.
    pub(super) step: usize,
    /// The number of the only axis that a row goes along; none if there are several.
    pub(super) along: Option<usize>,
    /// The number of the only axis that goes from row to row; none if there are several.
    pub(super) down: Option<usize>,
}

impl Along {
    /// None.
    pub(super) const NONE: Along = Along {
        index: 0,
        start: 0,
        factor: 0,
        span: 0,
        size: 0,
        pitch: 0,
    };

    /// The position along the axis of the first read.
    #[inline(always)]
    pub(super) fn position<const N: usize>(self, digits: &[usize; N]) -> isize {
        let index = match self.index < N {
            true => digits[self.index],
            false => 0,
        };
        self.at(index)
    }

    /// The position along the axis at one of the index.
    #[inline(always)]
    pub(super) fn at(self, index: usize) -> isize {
        self.start
            .wrapping_add_unsigned(self.factor.wrapping_mul(index))
    }

    #[inline(always)]
    pub(super) fn has(self, position: isize) -> bool {
        position >= 0 && position.cast_unsigned() < self.size
    }

    /// Returns true if all reads are inside where the first one is at this position.
    #[inline(always)]
    pub(super) fn has_all(self, position: isize) -> bool {
        position >= 0 && position.cast_unsigned().saturating_add(self.span) < self.size
    }

    /// The positions of the index whose elements are inside, for the first read and those up to `span`
    /// further on.
    #[inline(always)]
    pub(super) fn inside(self, span: usize) -> (usize, usize) {
        // Mostly without a division.
        let position = |distance: usize| match self.factor {
            0 | 1 => distance,
            factor => distance.div_ceil(factor),
        };
        let before = match usize::try_from(self.start) {
            Ok(_) => 0,
            Err(_) => position(self.start.unsigned_abs()),
        };
        let last = self.start.saturating_add_unsigned(span);
        let size = self.size.cast_signed().saturating_sub(last);
        (before, position(usize::try_from(size).unwrap_or(0)))
    }
}

impl Rows {
    /// The rows of a loop over so many positions of each index.
    #[inline(always)]
    pub(super) fn of<const N: usize, const R: usize>(
        sizes: &[usize; N],
        axes: &[Along; R],
    ) -> Self {
        let mut rows = Rows {
            inside: (0, sizes[N - 1]),
            first: 0,
            step: 0,
            along: None,
            down: None,
        };
        let (mut several, mut several_down) = (false, false);
        let mut number = 0;
        while number < R {
            let axis = axes[number];
            if axis.index + 2 == N {
                several_down |= rows.down.is_some();
                rows.down = Some(number);
            }
            if axis.index + 1 == N {
                several |= rows.along.is_some();
                rows.along = Some(number);
                let (before, end) = axis.inside(axis.span);
                rows.inside = (rows.inside.0.max(before), rows.inside.1.min(end));
                let first = axis.start.wrapping_mul(axis.pitch.cast_signed());
                rows.first = rows.first.wrapping_add(first);
                rows.step += axis.factor * axis.pitch;
            }
            number += 1;
        }
        if several {
            rows.along = None;
        }
        if several_down {
            rows.down = None;
        }
        rows
    }
}
