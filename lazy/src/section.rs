//! Sections of one axis.

use std::fmt;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// A section of an axis: a start, an end and a step. Positions below zero count from the end.
///
/// The macro [`s!`](crate::s) makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Section {
    pub(crate) start: Option<i64>,
    pub(crate) end: Option<i64>,
    pub(crate) step: i64,
}

impl Section {
    /// Every `step`th element of it, from its other end where the step is below zero.
    #[must_use]
    pub fn by(self, step: i64) -> Section {
        Section { step, ..self }
    }

    /// One position.
    pub(crate) fn element(index: i64) -> Section {
        between(Some(index), behind(index))
    }

    /// Returns true if both ends are in an array of this length, and the first one is behind the other.
    pub(crate) fn is_reversed(self, len: usize) -> bool {
        let flipped = Section {
            start: self.end,
            end: self.start,
            step: 1,
        };
        let ends = self.start.is_some() && self.end.is_some();
        ends && flipped.of(len).is_some_and(|positions| positions.len > 0)
    }

    /// The positions of a section of `len` elements: the first, the step, and how many; `None` if
    /// it leaves the array.
    pub(crate) fn of(self, len: usize) -> Option<Positions> {
        let size = i64::try_from(len).ok()?;
        let place = |at: i64| {
            if at < 0 {
                at.checked_add(size)
            } else {
                Some(at)
            }
        };
        let start = place(self.start.unwrap_or(0))?;
        let end = self.end.map_or(Some(size), place)?;
        if self.step == 0 || start < 0 || end > size || start > end {
            return None;
        }
        let count = (end - start)
            .unsigned_abs()
            .div_ceil(self.step.unsigned_abs());
        let first = match self.step > 0 {
            true => start,
            false => (end - 1).max(0),
        };
        Some(Positions {
            first: usize::try_from(first).ok()?,
            step: isize::try_from(self.step).ok()?,
            len: usize::try_from(count).ok()?,
        })
    }
}

/// The positions of a section: `first`, `first + step`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Positions {
    pub(crate) first: usize,
    pub(crate) step: isize,
    pub(crate) len: usize,
}

impl Positions {
    /// The distance from a position that is not one of these to the next one that may be, or to the end of an
    /// axis of so many.
    pub(crate) fn until(&self, position: usize, len: usize) -> usize {
        match self.step {
            1 if position < self.first => self.first - position,
            1 => len - position,
            _ => 1,
        }
    }

    /// The index of a position among them, if it is one.
    pub(crate) fn index_of(&self, position: usize) -> Option<usize> {
        let steps = (position as isize).wrapping_sub(self.first as isize) / self.step;
        let index = usize::try_from(steps)
            .ok()
            .filter(|index| *index < self.len)?;
        let at = self.first.wrapping_add_signed(steps * self.step);
        (at == position).then_some(index)
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(start) = self.start {
            write!(f, "{start}")?;
        }
        f.write_str("..")?;
        if let Some(end) = self.end {
            write!(f, "{end}")?;
        }
        match self.step {
            1 => Ok(()),
            step => write!(f, "; {step}"),
        }
    }
}

/// The section between two positions, each if there is one.
fn between(start: Option<i64>, end: Option<i64>) -> Section {
    Section {
        start,
        end,
        step: 1,
    }
}

/// The position behind an inclusive end; behind the last element there is none.
fn behind(end: i64) -> Option<i64> {
    match end {
        -1 => None,
        end => Some(end.saturating_add(1)),
    }
}

/// A section of an axis, or a range that says one: its bounds are `i64`, since those below zero count from the end.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no section of an axis",
    label = "no position or range of `i64`",
    note = "positions below zero count from the end, so that bounds are `i64`: write `n as i64`"
)]
pub trait IntoSection {
    /// The section.
    fn into_section(self) -> Section;
}

impl IntoSection for Section {
    fn into_section(self) -> Section {
        self
    }
}

/// Makes sections of ranges.
macro_rules! ranges {
    ($($range:ty, $own:ident => $section:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl IntoSection for $range {
            fn into_section(self) -> Section {
                let $own = self;
                $section
            }
        }

        impl From<$range> for Section {
            fn from(range: $range) -> Self {
                range.into_section()
            }
        }
    )*};
}
ranges! {
    Range<i64>, range => between(Some(range.start), Some(range.end));
    RangeInclusive<i64>, range => between(Some(*range.start()), behind(*range.end()));
    RangeFrom<i64>, range => between(Some(range.start), None);
    RangeTo<i64>, range => between(None, Some(range.end));
    RangeToInclusive<i64>, range => between(None, behind(range.end));
    RangeFull, _range => between(None, None);
}

#[cfg(test)]
#[allow(
    clippy::reversed_empty_ranges,
    reason = "ends below zero count from the end"
)]
mod tests {
    use super::Section;

    fn positions(section: impl Into<Section>, step: i64, len: usize) -> Option<Vec<usize>> {
        let positions = section.into().by(step).of(len)?;
        let at = |index| {
            positions
                .first
                .strict_add_signed(index as isize * positions.step)
        };
        Some((0..positions.len).map(at).collect())
    }

    #[test]
    fn positions_below_zero_count_from_the_end() {
        assert_eq!(positions(1..-1, 1, 5), Some(vec![1, 2, 3]));
        assert_eq!(positions(..-2, 1, 5), Some(vec![0, 1, 2]));
        assert_eq!(positions(-2.., 1, 5), Some(vec![3, 4]));
        assert_eq!(positions(1..=-2, 1, 5), Some(vec![1, 2, 3]));
        assert_eq!(positions(..=-1, 1, 2), Some(vec![0, 1]));
        assert_eq!(positions(.., -2, 6), Some(vec![5, 3, 1]));
        assert_eq!(positions(1.., 3, 8), Some(vec![1, 4, 7]));
    }

    #[test]
    fn a_section_that_leaves_the_array_has_no_positions() {
        assert_eq!(positions(0..6, 1, 5), None);
        assert_eq!(positions(-6.., 1, 5), None);
        assert_eq!(positions(3..2, 1, 5), None);
        assert_eq!(positions(.., 0, 5), None);
        assert_eq!(positions(i64::MIN.., 1, 5), None);
        assert_eq!(positions(..i64::MAX, 1, 5), None);
        assert_eq!(positions(.., i64::MIN, 0), Some(vec![]));
        assert_eq!(positions(5..5, 1, 5), Some(vec![]));
    }
}
