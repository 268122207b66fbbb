//! Elements of arrays of several axes that a loop over several indices reads.
//!
//! Each process needs the elements between the first and the last one that its positions read. Where
//! it has them it reads them in place. Otherwise the first blocks and the last ones of its part read
//! copies, of what it has and of the halos that come from its neighbours, and those between them read
//! in place. Rows outside of a padded array are parts of the copies. Everybody knows all parts, and
//! so knows what the others need without being asked.

use super::{Awaited, Part};
use crate::array::Array;
use crate::communicator::Communicator;
use crate::element::{Element, of_bytes, to_bytes};
use fusus_cpu::{Cut, Outside, Pieces, Reach};
use std::ops::Range;
use std::sync::OnceLock;

/// The elements of an array that the positions of this process read.
#[derive(Debug)]
pub struct Reached<'a, T> {
    first: usize,
    len: usize,
    ends: [usize; 2],
    own: (&'a [T], isize),
    /// The copies, when they have come.
    copies: OnceLock<[Vec<T>; 2]>,
    rows: [usize; 2],
    height: usize,
    width: usize,
    outside: Outside<T>,
    rank: usize,
    /// The elements of all processes, by rank.
    bounds: Vec<u64>,
    /// The elements of which each process has copies.
    copied: Vec<[Range<isize>; 2]>,
    is_needed: bool,
}

impl<T: Copy> Reached<'_, T> {
    /// The pieces, as sources take them.
    pub fn pieces(&self) -> Pieces<'_, T> {
        let [before, behind] = self.copies();
        Pieces {
            first: self.first,
            len: self.len,
            ends: self.ends,
            pieces: [before, self.own, behind],
            are_complete: self.copies.get().is_some(),
            rows: self.rows,
        }
    }

    /// The copies, and the number of the first element of each; empty ones until they have come.
    fn copies(&self) -> [(&[T], isize); 2] {
        let copies = self
            .copies
            .get()
            .map_or([&[][..]; 2], |copies| copies.each_ref().map(Vec::as_slice));
        let [before, behind] = &self.copied[self.rank];
        [(copies[0], before.start), (copies[1], behind.start)]
    }

    /// The rows that are all here, in one piece: their elements, the number of the first one and the
    /// number of rows.
    pub fn rows(&self) -> (&[T], usize, usize) {
        let (slice, number) = match self.ends[0] {
            0 => self.own,
            _ => self.copies()[0],
        };
        // Rows outside are none of the array's.
        let outside = usize::try_from(-number).unwrap_or(0).min(slice.len());
        let (slice, width) = (&slice[outside..], self.width);
        if width == 0 {
            return (&[], 0, self.height);
        }
        let first = number.max(0).cast_unsigned();
        let row = first.div_ceil(width);
        let skipped = (row * width - first).min(slice.len());
        let count = (slice.len() - skipped) / width;
        (&slice[skipped..][..count * width], row, count)
    }
}

/// The positions of a process, and the elements that they read.
#[derive(Debug, Default, PartialEq)]
struct Needs {
    /// The positions with which those begin that read in place, and those behind them.
    ends: [usize; 2],
    /// The elements that positions before and behind them read.
    copied: [Range<isize>; 2],
}

/// A run of elements that a process reads.
enum Run<T> {
    Elements(Range<u64>),
    Value(T, usize),
}

impl Part {
    /// The elements of an array that reads of a loop reach.
    pub fn reached<'a, T: Element, const N: usize, const R: usize>(
        &self,
        array: &'a Array<T>,
        reads: &[Reach<N, R>],
        outside: Outside<T>,
    ) -> Reached<'a, T> {
        self.bring(array, reads, outside, false)
    }

    /// The rows of an array that reads of a loop reach, in one piece.
    pub fn reached_rows<'a, T: Element, const N: usize, const R: usize>(
        &self,
        array: &'a Array<T>,
        reads: &[Reach<N, R>],
    ) -> Reached<'a, T> {
        self.bring(array, reads, Outside::Edge, true)
    }

    fn bring<'a, T: Element, const N: usize, const R: usize>(
        &self,
        array: &'a Array<T>,
        reads: &[Reach<N, R>],
        outside: Outside<T>,
        in_one: bool,
    ) -> Reached<'a, T> {
        let theirs = array.bounds();
        let (height, width) = reads.first().map_or((0, 0), Reach::shape);
        let rows = reads.iter().map(Reach::rows);
        let (before, behind) = rows.fold((0, 0), |(before, behind), rows| {
            let over = rows.end.saturating_sub_unsigned(height);
            let under = usize::try_from(-rows.start).unwrap_or(0);
            (
                under.max(before),
                usize::try_from(over).unwrap_or(0).max(behind),
            )
        });
        let ranks = 0..self.world.size();
        let needs = ranks.map(|rank| {
            let own = theirs[rank] as isize..theirs[rank + 1] as isize;
            let positions = self.bounds[rank] as usize..self.bounds[rank + 1] as usize;
            Needs::of(reads, positions, self.block, &own, in_one)
        });
        let needs: Vec<Needs> = needs.collect();
        let rank = self.world.rank();
        let own = &needs[rank];
        let positions = self.bounds[rank] as usize..self.bounds[rank + 1] as usize;
        let is_needed = |needs: &Needs| *needs != Needs::in_place(needs.ends[1]);
        let first = theirs[rank] as isize;
        Reached {
            first: positions.start,
            len: positions.len(),
            ends: own.ends,
            own: (array.local(), first),
            copies: OnceLock::new(),
            rows: [before, behind],
            height,
            width,
            outside,
            rank,
            bounds: theirs,
            is_needed: needs.iter().any(is_needed),
            copied: needs.into_iter().map(|needs| needs.copied).collect(),
        }
    }

    /// The part of a loop that reads an array by rows: a process does the blocks that begin with the
    /// rows that it has.
    pub fn over<T, const N: usize, const R: usize>(
        world: &Communicator,
        cut: Cut,
        array: &Array<T>,
        reach: &Reach<N, R>,
    ) -> Part {
        let Some((start, step @ 1..)) = reach.along_rows() else {
            return Part::usual(world, cut);
        };
        let (_, width) = reach.shape();
        let sizes = reach.sizes();
        let row: u64 = sizes[1..].iter().map(|size| *size as u64).product();
        let (width, step, len) = (width.max(1) as u64, step as u64, cut.positions() as u64);
        let mut bounds = array.bounds();
        let last = bounds.len() - 1;
        for bound in &mut bounds[1..last] {
            let element = bound.saturating_add_signed((-start as i64) * width as i64);
            let (rows, rest) = (element / width, element % width);
            // A part of a row of the array is the same part of one of the loop.
            let within = match step {
                1 => u128::from(rest) * u128::from(row) / u128::from(width),
                _ => 0,
            };
            *bound = (rows / step * row + within as u64).min(len);
        }
        bounds[0] = 0;
        bounds[last] = len;
        Part::of(world, cut, bounds)
    }
}

impl Needs {
    /// So many positions that all read in place.
    fn in_place(len: usize) -> Needs {
        Needs {
            ends: [0, len],
            ..Needs::default()
        }
    }

    fn of<const N: usize, const R: usize>(
        reads: &[Reach<N, R>],
        positions: Range<usize>,
        block: usize,
        own: &Range<isize>,
        in_one: bool,
    ) -> Needs {
        let (start, len) = (positions.start, positions.len());
        // The elements that positions read, counted from the first one.
        let span = |of: Range<usize>| {
            let spans = reads.iter();
            let spans = spans.filter_map(|read| read.span(start + of.start..start + of.end));
            spans.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
        };
        let Some(all) = span(0..len) else {
            return Needs::in_place(len);
        };
        let begins = |span: &Range<isize>| span.start >= own.start;
        let stops = |span: &Range<isize>| span.end <= own.end;
        if begins(&all) && stops(&all) {
            return Needs::in_place(len);
        }
        let blocks = len.div_ceil(block);
        let at = |number: usize| (number * block).min(len);
        let numbers: Vec<usize> = (0..=blocks).collect();
        // Fewer blocks read a part of what more blocks read.
        let from = numbers
            .partition_point(|number| span(at(*number)..len).is_some_and(|span| !begins(&span)));
        let to =
            numbers.partition_point(|number| span(0..at(*number)).is_none_or(|span| stops(&span)));
        let (from, to) = (at(from), at(to.saturating_sub(1)));
        let copied = |of: Range<usize>| span(of).unwrap_or(0..0);
        match from < to && !in_one {
            true => Needs {
                ends: [from, to],
                copied: [copied(0..from), copied(to..len)],
            },
            false => Needs {
                ends: [len, len],
                copied: [all, 0..0],
            },
        }
    }
}

impl<T: Element> Reached<'_, T> {
    /// The elements of this process in a range of the array.
    fn mine(&self, range: &Range<u64>) -> &[T] {
        let (first, end) = (self.bounds[self.rank], self.bounds[self.rank + 1]);
        let range = range.start.max(first)..range.end.min(end);
        match range.is_empty() {
            true => &[],
            false => &self.own.0[(range.start - first) as usize..(range.end - first) as usize],
        }
    }

    /// The runs of elements of the array itself that some copies have.
    fn elements(&self, copied: &[Range<isize>; 2]) -> Vec<Range<u64>> {
        let all = copied.iter().flat_map(|elements| self.runs(elements));
        let elements = all.filter_map(|run| match run {
            Run::Elements(range) => Some(range),
            Run::Value(..) => None,
        });
        elements.collect()
    }

    fn runs(&self, elements: &Range<isize>) -> Vec<Run<T>> {
        runs(elements.clone(), self.height, self.width, self.outside)
    }

    /// The bytes that go to a process for its copies.
    fn list(&self, to: usize, copied: &[Range<isize>; 2]) -> Vec<u8> {
        if to == self.rank {
            return Vec::new();
        }
        let elements = self.elements(copied);
        let lists: Vec<&[T]> = elements.iter().map(|range| self.mine(range)).collect();
        to_bytes(&lists.concat())
    }
}

impl<T: Element> Awaited for Reached<'_, T> {
    fn is_needed(&self) -> bool {
        self.is_needed
    }

    fn inner(&self) -> Range<usize> {
        self.ends[0]..self.ends[1]
    }

    fn leaving(&self) -> Vec<Vec<u8>> {
        match self.is_needed {
            true => (self.copied.iter().enumerate())
                .map(|(to, copied)| self.list(to, copied))
                .collect(),
            false => Vec::new(),
        }
    }

    fn arriving(&self) -> Vec<u64> {
        let elements = self.elements(&self.copied[self.rank]);
        let parts = self.bounds.windows(2).enumerate();
        let lens = parts.map(|(from, theirs)| {
            let of_run = |range: &Range<u64>| {
                let end = range.end.min(theirs[1]);
                end.saturating_sub(range.start.max(theirs[0])) * T::BYTES as u64
            };
            match from == self.rank {
                true => 0,
                false => elements.iter().map(of_run).sum(),
            }
        });
        lens.collect()
    }

    fn take(&self, from: &[&[u8]]) {
        let mut received: Vec<_> = from.iter().map(|bytes| of_bytes::<T>(bytes)).collect();
        let copies = self.copied[self.rank].each_ref().map(|elements| {
            let mut copy = Vec::with_capacity(elements.len());
            for run in self.runs(elements) {
                match run {
                    Run::Value(value, count) => copy.extend(std::iter::repeat_n(value, count)),
                    Run::Elements(range) => {
                        for (from, theirs) in self.bounds.windows(2).enumerate() {
                            let end = range.end.min(theirs[1]);
                            let count = end.saturating_sub(range.start.max(theirs[0]));
                            match from == self.rank {
                                true => copy.extend(self.mine(&range)),
                                false => {
                                    copy.extend(received[from].by_ref().take(count as usize));
                                }
                            }
                        }
                    }
                }
            }
            copy
        });
        // Nobody asks for the elements a second time.
        let _ = self.copies.set(copies);
    }
}

/// The elements that are seen in a range which may begin in front of the array and end behind it.
fn runs<T: Copy>(
    elements: Range<isize>,
    height: usize,
    width: usize,
    outside: Outside<T>,
) -> Vec<Run<T>> {
    let mut runs = Vec::new();
    let wide = width.max(1) as isize;
    let all = (height * width) as isize;
    let mut at = elements.start;
    while at < elements.end {
        if at >= 0 && at < all {
            let end = elements.end.min(all);
            runs.push(Run::Elements(at as u64..end as u64));
            at = end;
            continue;
        }
        let row = at.div_euclid(wide);
        let end = elements.end.min((row + 1) * wide);
        let columns = (at - row * wide) as u64..(end - row * wide) as u64;
        runs.push(match outside.seen(row, height) {
            Ok(seen) => {
                let start = (seen * width) as u64;
                Run::Elements(start + columns.start..start + columns.end)
            }
            Err(value) => Run::Value(value, (end - at) as usize),
        });
        at = end;
    }
    runs
}

#[cfg(test)]
mod tests {
    use crate::array::Array;
    use crate::rt::Part;
    use fusus_cpu::{Outside, Reach, Run};

    /// The bounds of uneven parts, some of which are empty or end within rows.
    fn bound(rank: usize, size: usize, len: u64) -> u64 {
        match rank == size {
            true => len,
            false => (rank as u64 * rank as u64 * len / 17).min(len),
        }
    }

    #[test]
    fn pieces_have_what_positions_read() {
        let paddings = [
            Outside::Edge,
            Outside::Wrap,
            Outside::Reflect,
            Outside::Symmetric,
            Outside::Value(7),
        ];
        for size in 1..=5 {
            crate::threads(size, |world| {
                for [height, width] in [[1, 1], [7, 3], [90, 40], [40, 300]] {
                    let (rank, len) = (world.rank(), (height * width) as u64);
                    let own = bound(rank, size, len)..bound(rank + 1, size, len);
                    let local = own.map(|at| at * at + 3).collect();
                    let array = Array::from_local(&world, local).unwrap();
                    let all = array.gather();
                    let seen = |at: isize, outside: Outside<u64>| {
                        let (row, column) = (
                            at.div_euclid(width as isize),
                            at.rem_euclid(width as isize) as usize,
                        );
                        match usize::try_from(row).ok().filter(|row| *row < height) {
                            Some(row) => all[row * width + column],
                            None => match outside.seen(row, height) {
                                Ok(row) => all[row * width + column],
                                Err(value) => value,
                            },
                        }
                    };
                    for outside in paddings {
                        for starts in [vec![0], vec![-1, 0, 1], vec![2], vec![-2]] {
                            let reads = starts.iter().map(|start| {
                                Reach::of(
                                    [height, width],
                                    [height, width],
                                    [(0, *start, 1), (1, 0, 1)],
                                )
                            });
                            let reads: Vec<_> = reads.collect();
                            let run = Run::sequential(height * width, 4).grain(50);
                            let part = Part::over(&world, run.cut(), &array, &reads[0]);
                            let reached = part.reached(&array, &reads, outside);
                            part.exchange(&[&reached]);
                            let pieces = reached.pieces();
                            let mut start = 0;
                            for (end, (slice, first)) in
                                [pieces.ends[0], pieces.ends[1], pieces.len]
                                    .into_iter()
                                    .zip(pieces.pieces)
                            {
                                assert!(start <= end);
                                for at in start..end {
                                    for row in &starts {
                                        let at =
                                            (pieces.first + at) as isize + row * width as isize;
                                        let got = slice[(at - first) as usize];
                                        assert_eq!(got, seen(at, outside), "{at} {outside:?}");
                                    }
                                }
                                start = end;
                            }
                            let lens = world.all_gather(&[pieces.len]).concat();
                            assert_eq!(lens.iter().sum::<usize>(), height * width);
                        }
                    }
                }
            });
        }
    }
}
