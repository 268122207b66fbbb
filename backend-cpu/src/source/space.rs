//! The positions of a loop over several indices, and where a sweep is among them.

use super::wrong_length;

/// The numbers of positions of a loop's indices; its positions are numbered in row-major order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space<const N: usize> {
    pub(super) sizes: [usize; N],
    /// The position that comes first.
    pub(super) start: usize,
    /// The position behind the last one.
    end: usize,
}

impl<const N: usize> Space<N> {
    #[inline(always)]
    pub(super) fn of(sizes: [usize; N]) -> Self {
        Space {
            sizes,
            start: 0,
            end: positions(&sizes),
        }
    }

    /// So many positions from one on.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many.
    pub(super) fn part(sizes: [usize; N], start: usize, len: usize) -> Self {
        let all = positions(&sizes);
        let end = start.saturating_add(len);
        if end > all {
            wrong_length(end, all);
        }
        Space { sizes, start, end }
    }

    /// Panics unless there are `len` positions, and as many of each index as another array of the
    /// loop is read at: arrays share their coordinates.
    #[inline(always)]
    pub(super) fn check(&self, len: usize, others: Option<&[usize]>) {
        if self.end - self.start != len {
            wrong_length(self.end - self.start, len);
        }
        let Some(others) = others else { return };
        assert!(others.len() == N, "arrays of one loop share its indices");
        let mut index = 0;
        while index < N {
            if others[index] != self.sizes[index] {
                wrong_length(others[index], self.sizes[index]);
            }
            index += 1;
        }
    }

    #[inline(always)]
    pub(super) fn from(self, start: usize) -> Self {
        Space {
            start: self.start + start,
            ..self
        }
    }

    /// The sum of the positions of all indices at `k`, each times a number.
    #[inline(always)]
    pub(super) fn sum(&self, k: usize, times: &[usize; N]) -> usize {
        let (mut rest, mut sum) = (self.start + k, 0);
        let mut index = N;
        while index > 1 {
            index -= 1;
            let size = self.sizes[index];
            sum += rest % size * times[index];
            rest /= size;
        }
        sum + rest * times[0]
    }

    /// The positions of all indices at `k`.
    #[inline(always)]
    pub(super) fn digits(&self, k: usize) -> [usize; N] {
        let (mut rest, mut digits) = (self.start + k, [0; N]);
        let mut index = N;
        while index > 1 {
            index -= 1;
            digits[index] = rest % self.sizes[index];
            rest /= self.sizes[index];
        }
        digits[0] = rest;
        digits
    }

    /// The place that comes first.
    #[inline(always)]
    pub(super) fn place(&self) -> Coordinates<N> {
        Coordinates {
            sizes: self.sizes,
            digits: self.digits(0),
        }
    }
}

/// The place of a sweep, which it carries from row to row: all arrays of a loop share it.
#[doc(hidden)]
pub trait Place: Copy {
    /// The number of indices of the loop: 0 if no array is read by rows.
    const INDICES: usize;

    /// The coordinate of an index.
    fn digit(&self, index: usize) -> usize;

    /// The number of positions in a row.
    fn width(&self) -> usize;

    /// The number of positions in the row before this one.
    fn column(&self) -> usize;

    /// The number of rows from this one on that differ from it in the last coordinate but one alone.
    fn rows_in_line(&self) -> usize;

    /// Goes on by so many positions, at most to the first one behind the last one of all.
    fn advance(&mut self, count: usize);

    /// The number of positions from here on to the end of the row.
    #[inline(always)]
    fn rest(&self) -> usize {
        match Self::INDICES {
            0 | 1 => usize::MAX,
            _ => self.width() - self.column(),
        }
    }
}

/// The place in a loop over one index, or of which no array is read by rows.
impl Place for () {
    const INDICES: usize = 0;

    #[inline(always)]
    fn digit(&self, _index: usize) -> usize {
        0
    }

    #[inline(always)]
    fn width(&self) -> usize {
        usize::MAX
    }

    #[inline(always)]
    fn column(&self) -> usize {
        0
    }

    #[inline(always)]
    fn rows_in_line(&self) -> usize {
        1
    }

    #[inline(always)]
    fn advance(&mut self, _count: usize) {}
}

/// The coordinates of a position of a loop over `N` indices.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Coordinates<const N: usize> {
    sizes: [usize; N],
    digits: [usize; N],
}

impl<const N: usize> Coordinates<N> {
    /// The place of these digits in a loop of these sizes.
    #[inline(always)]
    pub(super) fn of(sizes: [usize; N], digits: [usize; N]) -> Self {
        Coordinates { sizes, digits }
    }
}

impl<const N: usize> Place for Coordinates<N> {
    const INDICES: usize = N;

    #[inline(always)]
    fn digit(&self, index: usize) -> usize {
        self.digits[index]
    }

    #[inline(always)]
    fn width(&self) -> usize {
        self.sizes[N - 1]
    }

    #[inline(always)]
    fn column(&self) -> usize {
        self.digits[N - 1]
    }

    #[inline(always)]
    fn rows_in_line(&self) -> usize {
        let outer = N.saturating_sub(2);
        self.sizes[outer] - self.digits[outer]
    }

    #[inline(always)]
    fn advance(&mut self, count: usize) {
        let mut index = N - 1;
        self.digits[index] += count;
        while index > 0 && self.digits[index] >= self.sizes[index] {
            let size = self.sizes[index];
            // A row at a time needs no division.
            let (over, rest) = match self.digits[index] == size {
                true => (1, 0),
                false => (self.digits[index] / size, self.digits[index] % size),
            };
            self.digits[index] = rest;
            index -= 1;
            self.digits[index] += over;
        }
    }
}

/// The number of all positions.
#[inline(always)]
fn positions<const N: usize>(sizes: &[usize; N]) -> usize {
    let (mut product, mut index) = (Some(1usize), 0);
    while index < N {
        let size = sizes[index];
        product = product.and_then(|product| product.checked_mul(size));
        index += 1;
    }
    product.unwrap_or(usize::MAX)
}

/// Returns true if there is no position.
#[inline(always)]
pub(super) fn has_none<const N: usize>(sizes: &[usize; N]) -> bool {
    let (mut none, mut index) = (false, 0);
    while index < N {
        none |= sizes[index] == 0;
        index += 1;
    }
    none
}

/// The sum of the coordinates of a place, each times a number.
#[inline(always)]
pub(super) fn sum<P: Place, const N: usize>(place: &P, times: &[usize; N]) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < N {
        sum += place.digit(index) * times[index];
        index += 1;
    }
    sum
}

/// The coordinates of a place.
#[inline(always)]
pub(super) fn digits<P: Place, const N: usize>(place: &P) -> [usize; N] {
    let (mut digits, mut index) = ([0; N], 0);
    while index < N {
        digits[index] = place.digit(index);
        index += 1;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::{Place, Space, digits};

    #[test]
    fn a_place_that_is_carried_is_the_one_that_is_divided_out() {
        for sizes in [[1, 1, 1], [2, 3, 4], [3, 1, 2], [1, 4, 1]] {
            let all: usize = sizes.iter().product();
            for start in 0..all {
                let space = Space::of(sizes).from(start);
                let mut place = space.place();
                for k in 0..all - start {
                    assert_eq!(
                        digits::<_, 3>(&place),
                        space.digits(k),
                        "{sizes:?} from {start}"
                    );
                    place.advance(1);
                }
                let (mut place, mut k) = (space.place(), 0);
                while k < all - start {
                    assert_eq!(
                        digits::<_, 3>(&place),
                        space.digits(k),
                        "{sizes:?} from {start}"
                    );
                    k += place.rest();
                    place.advance(place.rest());
                }
                assert_eq!(k, all - start);
            }
        }
    }
}
