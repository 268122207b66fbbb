//! Elements that a loop reads at other positions than its own, but in their order: reversed, from
//! another one on, and outside of the array.

use super::{Awaited, Part};
use crate::array::Array;
use crate::element::{Element, of_bytes, to_bytes};
use fusus_cpu::Outside;
use std::ops::Range;
use std::sync::OnceLock;

/// The elements that one process reads, at neighbouring positions.
#[derive(Debug)]
enum Piece<T> {
    /// So many from one on, each so far behind the one before it.
    Elements { first: u64, count: u64, step: i64 },
    /// Another value.
    Value(T),
}

impl Part {
    /// The elements of an array from its last one to its first, at the positions of this process.
    pub fn reversed<'a, T: Element>(&self, array: &'a Array<T>) -> Window<'a, T> {
        let len = array.len();
        self.read(array, |positions| {
            let count = positions.end - positions.start;
            let first = (len - positions.start).saturating_sub(1);
            vec![Piece::Elements {
                first,
                count,
                step: -1,
            }]
        })
    }

    /// The elements of an array at `start + factor · p`, at the positions `p` of this process.
    pub fn window<'a, T: Element>(
        &self,
        array: &'a Array<T>,
        start: isize,
        factor: usize,
        outside: Outside<T>,
    ) -> Window<'a, T> {
        let (len, by) = (array.len() as i128, factor as i128);
        let at = |position: u64| start as i128 + by * i128::from(position);
        // The first position inside of the array, and the first one behind it.
        let inside = ((-(start as i128) + by - 1) / by).max(0) as u64;
        let behind = ((len - start as i128 + by - 1) / by).max(0) as u64;
        self.read(array, |positions| {
            let seen = |position| match outside.seen(at(position) as isize, len as usize) {
                Ok(first) => Piece::Elements {
                    first: first as u64,
                    count: 1,
                    step: 1,
                },
                Err(value) => Piece::Value(value),
            };
            let Range { start, end } = positions;
            let from = inside.clamp(start, end);
            let to = behind.clamp(from, end);
            let mut pieces: Vec<_> = (start..from).map(seen).collect();
            if from < to {
                pieces.push(Piece::Elements {
                    first: at(from) as u64,
                    count: to - from,
                    step: factor as i64,
                });
            }
            pieces.extend((to..end).map(seen));
            pieces
        })
    }

    /// The elements that this process reads, where each reads the `pieces` of its positions.
    fn read<'a, T: Element>(
        &self,
        array: &'a Array<T>,
        pieces: impl Fn(Range<u64>) -> Vec<Piece<T>>,
    ) -> Window<'a, T> {
        let positions = self.bounds.windows(2);
        let pieces = positions.map(|positions| pieces(positions[0]..positions[1]));
        Window {
            own: array.local(),
            bounds: array.bounds(),
            rank: self.world.rank(),
            pieces: pieces.collect(),
            elements: OnceLock::new(),
        }
    }
}

/// Elements that the positions of this process read, in the order of the positions.
#[derive(Debug)]
pub struct Window<'a, T> {
    /// The elements of this process.
    own: &'a [T],
    /// The elements of all processes, by rank.
    bounds: Vec<u64>,
    rank: usize,
    /// The pieces that each process reads, by rank.
    pieces: Vec<Vec<Piece<T>>>,
    elements: OnceLock<Vec<T>>,
}

impl<T> Window<'_, T> {
    /// The elements, when they have come.
    pub fn elements(&self) -> &[T] {
        self.elements.get().map_or(&[], Vec::as_slice)
    }
}

impl<T: Element> Awaited for Window<'_, T> {
    fn is_needed(&self) -> bool {
        true
    }

    fn inner(&self) -> Range<usize> {
        0..0
    }

    fn leaving(&self) -> Vec<Vec<u8>> {
        let own = self.bounds[self.rank]..self.bounds[self.rank + 1];
        let lists = self.pieces.iter().enumerate().map(|(to, pieces)| {
            let mut list = Vec::new();
            for piece in pieces.iter().filter(|_| to != self.rank) {
                list.extend(piece.elements(&own, self.own));
            }
            to_bytes(&list)
        });
        lists.collect()
    }

    fn arriving(&self) -> Vec<u64> {
        let parts = self.bounds.windows(2).enumerate();
        let lens = parts.map(|(from, bounds)| match from == self.rank {
            true => 0,
            false => {
                let part = bounds[0]..bounds[1];
                let pieces = self.pieces[self.rank].iter();
                pieces.map(|piece| piece.count(&part)).sum::<u64>() * T::BYTES as u64
            }
        });
        lens.collect()
    }

    fn take(&self, from: &[&[u8]]) {
        let own = self.bounds[self.rank]..self.bounds[self.rank + 1];
        let mut received: Vec<_> = from.iter().map(|bytes| of_bytes::<T>(bytes)).collect();
        let mut elements = Vec::new();
        for piece in &self.pieces[self.rank] {
            let Piece::Elements { step, .. } = piece else {
                elements.extend(piece.value());
                continue;
            };
            let parts = self.bounds.windows(2).map(|bounds| bounds[0]..bounds[1]);
            let mut parts: Vec<_> = parts.enumerate().collect();
            if *step < 0 {
                parts.reverse();
            }
            for (from, part) in parts {
                match from == self.rank {
                    true => elements.extend(piece.elements(&own, self.own)),
                    false => {
                        let count = piece.count(&part) as usize;
                        elements.extend(received[from].by_ref().take(count));
                    }
                }
            }
        }
        // Nobody asks for the elements a second time.
        let _ = self.elements.set(elements);
    }
}

impl<T: Copy> Piece<T> {
    /// The value that is no element.
    fn value(&self) -> Option<T> {
        match self {
            Piece::Value(value) => Some(*value),
            Piece::Elements { .. } => None,
        }
    }

    /// The number of elements in a part of the array.
    fn count(&self, part: &Range<u64>) -> u64 {
        match *self {
            Piece::Elements { first, count, step } => {
                let within = within(first, count, step, part);
                within.end - within.start
            }
            Piece::Value(_) => 0,
        }
    }

    /// The elements in a part of the array.
    fn elements(&self, part: &Range<u64>, elements: &[T]) -> impl Iterator<Item = T> {
        let (first, count, step) = match *self {
            Piece::Elements { first, count, step } => (first, count, step),
            Piece::Value(_) => (0, 0, 1),
        };
        let start = part.start;
        within(first, count, step, part)
            .map(move |k| elements[(at(first, step, k) - start) as usize])
    }
}

/// The position of the element `k` of a piece.
fn at(first: u64, step: i64, k: u64) -> u64 {
    first.wrapping_add_signed(step.wrapping_mul(k as i64))
}

/// The numbers of the elements of a piece that lie in a part of the array.
fn within(first: u64, count: u64, step: i64, part: &Range<u64>) -> Range<u64> {
    let (first, by) = (i128::from(first), i128::from(step.unsigned_abs().max(1)));
    let up = |distance: i128| ((distance + by - 1).div_euclid(by)).clamp(0, i128::from(count));
    let (start, end) = (i128::from(part.start), i128::from(part.end));
    let (from, to) = match step < 0 {
        true => (up(first - end + 1), up(first - start + 1)),
        false => (up(start - first), up(end - first)),
    };
    from as u64..to.max(from) as u64
}

#[cfg(test)]
mod tests {
    use crate::array::Array;
    use crate::rt::Part;
    use fusus_cpu::{Outside, Run};

    #[test]
    fn windows_are_those_of_the_whole_array() {
        for size in 1..=5 {
            crate::threads(size, |world| {
                for len in [1u64, 2, 5, 37, 5000] {
                    let rank = world.rank() as u64;
                    // Parts of uneven lengths, some of them empty.
                    let bound = |rank: u64| match rank as usize == size {
                        true => len,
                        false => (rank * rank * len / 30).min(len),
                    };
                    let local = (bound(rank)..bound(rank + 1)).map(|i| i * i).collect();
                    let array = Array::from_local(&world, local).unwrap();
                    let all = array.gather();
                    let read = |start: isize, factor: usize, outside: Outside<u64>, p: usize| {
                        let position = start + (factor * p) as isize;
                        match usize::try_from(position).ok().and_then(|it| all.get(it)) {
                            Some(element) => *element,
                            None => match outside.seen(position, all.len()) {
                                Ok(seen) => all[seen],
                                Err(value) => value,
                            },
                        }
                    };
                    for factor in [1, 2, 3] {
                        for start in [-3, -1, 0, 1, 4] {
                            let positions = len as usize / factor + 1;
                            let run = Run::sequential(positions, 100);
                            let part = Part::along(&world, run.cut(), &array);
                            for outside in [
                                Outside::Edge,
                                Outside::Wrap,
                                Outside::Reflect,
                                Outside::Symmetric,
                                Outside::Value(7),
                            ] {
                                let window = part.window(&array, start, factor, outside);
                                part.exchange(&[&window]);
                                let window = window.elements();
                                let own = part.offset()..part.offset() + window.len();
                                let expected = own.map(|p| read(start, factor, outside, p));
                                assert!(window.iter().copied().eq(expected), "{start} {factor}");
                                let lens = world.all_gather(&[window.len()]).concat();
                                assert_eq!(lens.iter().sum::<usize>(), positions);
                            }
                        }
                    }
                    let run = Run::sequential(len as usize, 100);
                    let part = Part::usual(&world, run.cut());
                    let reversed = part.reversed(&array);
                    part.exchange(&[&reversed]);
                    let reversed = reversed.elements();
                    let from = part.offset();
                    let expected = all.iter().rev().skip(from).take(reversed.len());
                    assert!(reversed.iter().eq(expected));
                }
            });
        }
    }
}
