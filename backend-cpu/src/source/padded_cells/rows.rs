//! The axes of a padded array that a loop reads along, and the facts that its rows of positions share.

/// The positions that are read along an axis: `factor * i + start`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    /// The number of the index `i`; one that the loop has not is 0 everywhere.
    pub(super) index: usize,
    pub(super) start: isize,
    pub(super) factor: usize,
    /// The number of positions inside.
    pub(super) size: usize,
    /// The distance of two neighbours in the slice.
    pub(super) pitch: usize,
}

/// The facts that all rows of positions have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// The positions in a row whose elements are inside of the array, along the row.
    pub(super) inside: (usize, usize),
    /// The part of a place that is along the row, at its first position.
    pub(super) first: isize,
    /// The distance of two neighbours.
    pub(super) step: usize,
    /// The number of the only axis that a row goes along; none if there are several.
    pub(super) along: Option<usize>,
}

impl Along {
    /// None.
    pub(super) const NONE: Along = Along {
        index: 0,
        start: 0,
        factor: 0,
        size: 0,
        pitch: 0,
    };

    /// The position along the axis.
    #[inline(always)]
    pub(super) fn position(self, index: usize) -> isize {
        self.start
            .wrapping_add_unsigned(self.factor.wrapping_mul(index))
    }

    #[inline(always)]
    pub(super) fn has(self, position: isize) -> bool {
        position >= 0 && position.cast_unsigned() < self.size
    }
}

impl Rows {
    /// The rows of a loop over so many positions of each index.
    pub(super) fn of<const N: usize>(sizes: [usize; N], axes: &[Along]) -> Self {
        let mut rows = Rows {
            inside: (0, sizes.last().copied().unwrap_or(0)),
            first: 0,
            step: 0,
            along: None,
        };
        let mut several = false;
        for (number, axis) in axes.iter().enumerate() {
            if axis.index + 1 != N {
                continue;
            }
            several |= rows.along.is_some();
            rows.along = Some(number);
            // Mostly without a division.
            let position = |distance: usize| match axis.factor {
                0 | 1 => distance,
                factor => distance.div_ceil(factor),
            };
            let before = match usize::try_from(axis.start) {
                Ok(_) => 0,
                Err(_) => position(axis.start.unsigned_abs()),
            };
            let size = axis.size.cast_signed().saturating_sub(axis.start);
            let end = position(usize::try_from(size).unwrap_or(0));
            rows.inside = (rows.inside.0.max(before), rows.inside.1.min(end));
            let first = axis.start.wrapping_mul(axis.pitch.cast_signed());
            rows.first = rows.first.wrapping_add(first);
            rows.step += axis.factor * axis.pitch;
        }
        if several {
            rows.along = None;
        }
        rows
    }
}
