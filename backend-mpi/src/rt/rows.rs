//! Rows of an array, as far as a process has them at a time: those of some values of an index.

use super::letters::Lens;
use super::{Part, Whole};
use crate::array::Array;
use crate::element::{Element, append_bytes, of_bytes};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// An array of which folds read a row for each value of an index, and the rows that are here.
pub struct Summand<'a, T: Element> {
    array: &'a Array<T>,
    /// The number of its rows, and the elements of one.
    shape: (usize, usize),
    /// The row of the first value.
    start: isize,
    here: RefCell<(Range<u64>, Whole<'a, T>)>,
}

/// The rows of an array. Values are counted from the first one.
pub trait Rows {
    /// The number of rows, and the bytes of one.
    fn shape(&self) -> (usize, u64);

    /// The row of the first value.
    fn start(&self) -> isize;

    /// The first row of each process that it has as a whole, and the number of all.
    fn bounds(&self) -> Vec<u64>;

    /// Appends the bytes of what this process has of the rows of some values to a letter.
    fn leave(&self, values: &Range<u64>, letter: &mut Vec<u8>);

    /// The number of bytes of them that come from each process.
    fn arriving(&self, values: &Range<u64>) -> Vec<u64>;

    /// Takes the rows of some values in the place of those that were here, from the bytes of each process.
    fn take(&self, values: &Range<u64>, from: &[&[u8]]);

    /// Takes all rows. Collective.
    fn take_all(&self);
}

impl<'a, T: Element> Summand<'a, T> {
    /// An array of so many rows of `width` elements, of which value `k` has row `start + k`.
    pub fn of(array: &'a Array<T>, height: usize, width: usize, start: isize) -> Summand<'a, T> {
        Summand {
            array,
            shape: (height, width),
            start,
            here: RefCell::new((0..0, Whole::Here(&[]))),
        }
    }

    /// The elements of the rows that are here.
    pub fn here(&self) -> Ref<'_, [T]> {
        Ref::map(self.here.borrow(), |(_, elements)| &elements[..])
    }

    /// The first of the rows that are here, and their number.
    pub fn rows(&self) -> (usize, usize) {
        let rows = &self.here.borrow().0;
        (rows.start as usize, (rows.end - rows.start) as usize)
    }

    /// The rows of some values.
    fn rows_of(&self, values: &Range<u64>) -> Range<u64> {
        let row = |value: u64| value.saturating_add_signed(self.start as i64);
        row(values.start)..row(values.end)
    }

    /// The elements in the rows of some values.
    fn elements_of(&self, values: &Range<u64>) -> Range<u64> {
        let (rows, width) = (self.rows_of(values), self.shape.1 as u64);
        rows.start * width..rows.end * width
    }

    /// The elements of this process among some.
    fn mine(&self, elements: &Range<u64>) -> &'a [T] {
        let (first, own) = (self.array.offset(), self.array.local());
        let end = elements.end.min(first + own.len() as u64);
        let start = elements.start.max(first);
        match start < end {
            true => &own[(start - first) as usize..(end - first) as usize],
            false => &[],
        }
    }
}

/// The elements that two ranges have in common.
fn common(one: &Range<u64>, other: &[u64]) -> u64 {
    let end = one.end.min(other[1]);
    end.saturating_sub(one.start.max(other[0]))
}

impl<T: Element> Rows for Summand<'_, T> {
    fn shape(&self) -> (usize, u64) {
        let (height, width) = self.shape;
        (height, (width * T::BYTES) as u64)
    }

    fn start(&self) -> isize {
        self.start
    }

    fn bounds(&self) -> Vec<u64> {
        let width = self.shape.1.max(1) as u64;
        let bounds = self.array.bounds().into_iter();
        bounds.map(|bound| bound.div_ceil(width)).collect()
    }

    fn leave(&self, values: &Range<u64>, letter: &mut Vec<u8>) {
        append_bytes(self.mine(&self.elements_of(values)), letter);
    }

    fn arriving(&self, values: &Range<u64>) -> Vec<u64> {
        let elements = self.elements_of(values);
        let rank = self.array.world().rank();
        let lens = self.array.bounds();
        let lens = lens
            .windows(2)
            .enumerate()
            .map(|(from, part)| match from == rank {
                true => 0,
                false => common(&elements, part) * T::BYTES as u64,
            });
        lens.collect()
    }

    fn take(&self, values: &Range<u64>, from: &[&[u8]]) {
        let (rows, elements) = (self.rows_of(values), self.elements_of(values));
        let own = self.mine(&elements);
        let elements = match own.len() as u64 == elements.end - elements.start {
            true => Cow::Borrowed(own),
            false => {
                // Rows that were here are of no use any more, and their memory is used again.
                *self.here.borrow_mut() = (0..0, Whole::Here(&[]));
                let mut all: Vec<T> = super::whole::room();
                all.clear();
                for (rank, bytes) in from.iter().enumerate() {
                    match rank == self.array.world().rank() {
                        true => all.extend_from_slice(own),
                        false => all.extend(of_bytes::<T>(bytes)),
                    }
                }
                Cow::Owned(all)
            }
        };
        *self.here.borrow_mut() = (rows, Whole::of(elements));
    }

    fn take_all(&self) {
        *self.here.borrow_mut() = (0..self.shape.0 as u64, super::whole(self.array));
    }
}

impl Part {
    /// Does a job while the rows come that each process wants of some arrays, those of its values. Behind
    /// the job they are here. Collective.
    pub(super) fn while_rows_come(
        &self,
        arrays: &[&dyn Rows],
        wanted: &[Range<u64>],
        job: &mut dyn FnMut(),
    ) {
        let rank = self.world.rank();
        let mut letters: BTreeMap<(u64, u64), Vec<u8>> = BTreeMap::new();
        let key = |values: &Range<u64>| (values.start, values.end);
        for (_, values) in wanted.iter().enumerate().filter(|(to, _)| *to != rank) {
            letters.entry(key(values)).or_insert_with(|| {
                let mut letter = Vec::new();
                arrays
                    .iter()
                    .for_each(|rows| rows.leave(values, &mut letter));
                letter
            });
        }
        let lists = wanted
            .iter()
            .enumerate()
            .map(|(to, values)| match to == rank {
                true => &[][..],
                false => &letters[&key(values)][..],
            });
        let lists: Vec<&[u8]> = lists.collect();
        let own = &wanted[rank];
        let lens = Lens::of(arrays.iter().map(|rows| rows.arriving(own)));
        let arriving = lens.of_all(wanted.len());
        self.world
            .exchange_slices_during(&lists, &arriving, |arrive| {
                job();
                lens.divide(&arrive(), |number, parts| arrays[number].take(own, parts));
            });
    }
}

impl<T: Element> fmt::Debug for Summand<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Summand")
            .field("shape", &self.shape)
            .field("start", &self.start)
            .field("rows", &self.rows())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Summand;
    use crate::array::Array;
    use crate::rt::Part;
    use fusus_cpu::Run;

    #[test]
    fn rows_come_from_wherever_they_are() {
        for size in 1..=4 {
            crate::threads(size, |world| {
                let (rank, width) = (world.rank(), 3);
                // Parts that end within rows, some of them empty.
                let bound = |rank: usize| match rank == size {
                    true => 40 * width,
                    false => rank * rank * 40 * width / 17,
                };
                let own = bound(rank)..bound(rank + 1);
                let array = Array::from_local(&world, own.map(|i| i as u64).collect()).unwrap();
                let small = Array::from_fn(&world, 41, |i| (i * i) as u16).unwrap();
                let a = Summand::of(&array, 40, width, 0);
                let x = Summand::of(&small, 41, 1, 1);
                let part = Part::usual(&world, Run::sequential(7, 1).cut());
                for step in [0, 1, 7] {
                    let wanted = (0..size).map(|to| {
                        let start = (to * step) as u64;
                        start..(start + 9).min(40)
                    });
                    let wanted: Vec<_> = wanted.collect();
                    let mut count = 0;
                    part.while_rows_come(&[&a, &x], &wanted, &mut || count += 1);
                    let values = wanted[rank].clone();
                    let first = values.start as usize * width;
                    assert_eq!((count, a.rows().0), (1, values.start as usize));
                    assert_eq!(x.rows(), (values.start as usize + 1, 9.min(x.rows().1)));
                    let expected = (first..values.end as usize * width).map(|i| i as u64);
                    assert!(a.here().iter().copied().eq(expected));
                    let expected = values.map(|i| ((i + 1) * (i + 1)) as u16);
                    assert!(x.here().iter().copied().eq(expected));
                }
            });
        }
    }
}
