//! Sources that sweeps along antidiagonals read: copies in which the rows of a step lie side by side.

use std::ops::Range;

use super::{Cells, Digit, Lines, Sources};
use crate::down::{Buffer, HEIGHT, Panel, Room, STEPS};
use crate::element::Element;
use crate::plain;

/// The elements of an array that some steps read.
const ALL: usize = STEPS * HEIGHT;

/// The arrays that such a sweep reads.
pub trait DiagonalSources: Sources {
    /// The elements that some steps read.
    #[doc(hidden)]
    type Staged;

    /// Room for them.
    #[doc(hidden)]
    fn staged(&self, room: &mut Room) -> Self::Staged;

    /// Copies what some steps of a panel read.
    ///
    /// # Safety
    ///
    /// The positions of the panel must be within every array.
    #[doc(hidden)]
    unsafe fn fill(&self, staged: &mut Self::Staged, panel: &Panel, steps: &Range<usize>);

    /// The elements that a row has in the step of that number among these.
    ///
    /// # Safety
    ///
    /// There must be some.
    #[doc(hidden)]
    unsafe fn lane(staged: &Self::Staged, number: usize, row: usize) -> Self::Items;
}

impl DiagonalSources for () {
    type Staged = ();

    #[inline(always)]
    fn staged(&self, _room: &mut Room) {}

    #[inline(always)]
    unsafe fn fill(&self, (): &mut (), _panel: &Panel, _steps: &Range<usize>) {}

    #[inline(always)]
    unsafe fn lane((): &(), _number: usize, _row: usize) {}
}

/// The elements of an array in some steps: those of a step are from `start` on, and those of the next
/// one from `by` further on.
#[doc(hidden)]
#[derive(Debug)]
pub struct Staged<T> {
    elements: Buffer<T, ALL>,
    start: usize,
    by: usize,
}

impl<T: Element> Staged<T> {
    #[inline(always)]
    fn new(room: &mut Room) -> Self {
        Staged {
            elements: room.buffer(),
            start: 0,
            by: 0,
        }
    }

    /// Copies those that the steps read of a slice, where the panel begins with the element at `first`,
    /// from which those of the next row and the next column are so far away.
    ///
    /// # Safety
    ///
    /// The elements of the panel must be in the slice.
    #[inline(always)]
    unsafe fn fill(
        &mut self,
        panel: &Panel,
        steps: &Range<usize>,
        (slice, first, [down, along]): (&[T], usize, [usize; 2]),
    ) {
        // SAFETY: the caller's promise; and a panel has at most as many rows, and there are no more steps.
        unsafe {
            let at = |row: usize, column: usize| {
                let distance = row
                    .wrapping_mul(down)
                    .wrapping_add(column.wrapping_mul(along));
                plain::get!(slice, first.wrapping_add(distance))
            };
            if along == 0 {
                (self.start, self.by) = (0, 0);
                for row in 0..panel.height {
                    self.elements.put(row, at(row, 0));
                }
            } else if down == 0 {
                (self.start, self.by) = (steps.len() - 1, usize::MAX);
                for column in panel.columns_of(steps) {
                    self.elements.put(steps.end - 1 - column, at(0, column));
                }
            } else {
                (self.start, self.by) = (0, HEIGHT);
                for row in 0..panel.height {
                    for step in panel.steps_of(row, steps) {
                        let number = step - steps.start;
                        self.elements
                            .put(number * HEIGHT + row, at(row, step - row));
                    }
                }
            }
        }
    }

    /// The element of a row in the step of that number.
    ///
    /// # Safety
    ///
    /// There must be one.
    #[inline(always)]
    unsafe fn lane(&self, number: usize, row: usize) -> T {
        let start = self.start.wrapping_add(number.wrapping_mul(self.by));
        // SAFETY: the caller's promise.
        unsafe { self.elements.get(start + row) }
    }
}

/// The methods of a list whose first array has one read: the slice, the place of the element with which a
/// panel begins, and the distances of those in the next row and the next column.
macro_rules! of_one_read {
    (|$array:ident, $panel:ident| $read:expr) => {
        type Staged = (Staged<T>, R::Staged);

        #[inline(always)]
        fn staged(&self, room: &mut Room) -> Self::Staged {
            (Staged::new(room), self.1.staged(room))
        }

        #[inline(always)]
        unsafe fn fill(&self, staged: &mut Self::Staged, $panel: &Panel, steps: &Range<usize>) {
            let ($array, rest) = self;
            // SAFETY: the caller's promise: all positions of the panel are in the same plane.
            unsafe {
                staged.0.fill($panel, steps, $read);
                rest.fill(&mut staged.1, $panel, steps);
            }
        }

        #[inline(always)]
        unsafe fn lane(staged: &Self::Staged, number: usize, row: usize) -> Self::Items {
            // SAFETY: the caller's promise.
            unsafe { (staged.0.lane(number, row), R::lane(&staged.1, number, row)) }
        }
    };
}

impl<T: Element, R: DiagonalSources> DiagonalSources for (&[T], R) {
    of_one_read!(|slice, panel| (slice, panel.position(0, 0), [panel.columns, 1]));
}

impl<T: Element, R: DiagonalSources, const BY: usize, const N: usize, const K: usize>
    DiagonalSources for (Cells<'_, T, BY, N, K>, R)
{
    type Staged = ([Staged<T>; K], R::Staged);

    #[inline(always)]
    fn staged(&self, room: &mut Room) -> Self::Staged {
        let staged = std::array::from_fn(|_| Staged::new(room));
        (staged, self.1.staged(room))
    }

    #[inline(always)]
    unsafe fn fill(&self, staged: &mut Self::Staged, panel: &Panel, steps: &Range<usize>) {
        let corner = panel.position(0, 0);
        // SAFETY: the caller's promise: all positions of the panel are in the same plane.
        unsafe {
            for (read, staged) in staged.0.iter_mut().enumerate() {
                staged.fill(panel, steps, self.0.corner_at(corner, read));
            }
            self.1.fill(&mut staged.1, panel, steps);
        }
    }

    #[inline(always)]
    unsafe fn lane(staged: &Self::Staged, number: usize, row: usize) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe {
            let elements = std::array::from_fn(|read| staged.0[read].lane(number, row));
            (elements, R::lane(&staged.1, number, row))
        }
    }
}

impl<T: Element, R: DiagonalSources, const BY: isize, const N: usize> DiagonalSources
    for (Lines<'_, T, BY, N>, R)
{
    of_one_read!(|lines, panel| lines.corner_at(panel.position(0, 0)));
}

/// An index of the loop in some steps: that of the first row in the first of these, and what it is more
/// in the next step and the next row.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct StagedDigit {
    start: usize,
    by_step: usize,
    by_row: usize,
}

impl<R: DiagonalSources, const N: usize> DiagonalSources for (Digit<N>, R) {
    type Staged = (StagedDigit, R::Staged);

    #[inline(always)]
    fn staged(&self, room: &mut Room) -> Self::Staged {
        (StagedDigit::default(), self.1.staged(room))
    }

    #[inline(always)]
    unsafe fn fill(&self, staged: &mut Self::Staged, panel: &Panel, steps: &Range<usize>) {
        let (first, [down, along]) = self.0.corner_at(panel.position(0, 0));
        staged.0 = StagedDigit {
            start: first + steps.start * along,
            by_step: along,
            by_row: down.wrapping_sub(along),
        };
        // SAFETY: the caller's promise.
        unsafe { self.1.fill(&mut staged.1, panel, steps) };
    }

    #[inline(always)]
    unsafe fn lane(staged: &Self::Staged, number: usize, row: usize) -> Self::Items {
        let StagedDigit {
            start,
            by_step,
            by_row,
        } = staged.0;
        let digit = start + number * by_step;
        let digit = digit.wrapping_add(row.wrapping_mul(by_row));
        // SAFETY: the caller's promise.
        unsafe { (digit, R::lane(&staged.1, number, row)) }
    }
}
