//! The numbers of the blocks that are done in one round of a loop.

use std::ops::Range;

/// Neighbouring numbers but for a gap, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    range: Range<usize>,
    gap: Range<usize>,
}

impl Numbers {
    /// All numbers of a range.
    #[inline]
    pub(crate) fn of(range: Range<usize>) -> Numbers {
        let gap = range.end..range.end;
        Numbers { range, gap }
    }

    /// The numbers but for some, which are neighbours among them.
    pub(crate) fn without(self, gap: Range<usize>) -> Numbers {
        Numbers { gap, ..self }
    }

    /// The numbers from the one at a place on.
    #[inline]
    pub(crate) fn from(&self, at: usize) -> Numbers {
        let start = match at < self.count() {
            true => self.get(at),
            false => self.range.end,
        };
        let gap = self.gap.start.max(start)..self.gap.end.max(start);
        Numbers {
            range: start..self.range.end,
            gap,
        }
    }

    /// The count of the numbers.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.range.len() - self.gap.len()
    }

    /// Returns true if some numbers between the first one and the last one are not among them.
    #[inline]
    pub(crate) fn have_gap(&self) -> bool {
        !self.gap.is_empty()
    }

    /// The number at a place.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> usize {
        let number = self.range.start + at;
        match number < self.gap.start {
            true => number,
            false => number + self.gap.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;

    #[test]
    fn numbers_go_around_a_gap() {
        for (len, gap) in [
            (0, 0..0),
            (5, 0..0),
            (7, 2..5),
            (4, 0..4),
            (4, 0..1),
            (4, 3..4),
        ] {
            let expected: Vec<usize> = (0..len).filter(|at| !gap.contains(at)).collect();
            let numbers = Numbers::of(0..len).without(gap);
            for start in 0..=expected.len() {
                let rest = numbers.from(start);
                let rest: Vec<usize> = (0..rest.count()).map(|at| rest.get(at)).collect();
                assert_eq!(rest, expected[start..]);
            }
        }
    }
}
