//! Elements that a loop reads at other positions than its own, but in their order: reversed, from
//! another one on, and outside of the array.

use super::Part;
use crate::array::Array;
use crate::element::Element;
use fusus_cpu::Outside;
use std::ops::Range;

/// The elements that one process reads, at neighbouring positions.
enum Piece<T> {
    /// So many from one on, each so far behind the one before it.
    Elements { first: u64, count: u64, step: i64 },
    /// Another value.
    Value(T),
}

impl Part {
    /// The elements of an array from its last one to its first, at the positions of this process.
    /// Collective.
    pub fn reversed<T: Element>(&self, array: &Array<T>) -> Vec<T> {
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
    /// Collective.
    pub fn window<T: Element>(
        &self,
        array: &Array<T>,
        start: isize,
        factor: usize,
        outside: Outside<T>,
    ) -> Vec<T> {
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
    fn read<T: Element>(
        &self,
        array: &Array<T>,
        pieces: impl Fn(Range<u64>) -> Vec<Piece<T>>,
    ) -> Vec<T> {
        let theirs = array.bounds();
        let parts = || theirs.windows(2).map(|bounds| bounds[0]..bounds[1]);
        let (start, local) = (array.offset(), array.local());
        let own = start..start + local.len() as u64;
        let wanted = self.bounds.windows(2).map(|positions| {
            let mut list = Vec::new();
            for piece in pieces(positions[0]..positions[1]) {
                if let Piece::Elements { first, count, step } = piece {
                    let within = within(first, count, step, &own);
                    let elements = within.map(|k| local[(at(first, step, k) - start) as usize]);
                    list.extend(elements);
                }
            }
            list
        });
        let wanted: Vec<Vec<T>> = wanted.collect();
        let received = self
            .world
            .exchange(wanted.iter().map(|list| &list[..]).collect());
        let mut received: Vec<_> = received.into_iter().map(Vec::into_iter).collect();
        let rank = self.world.rank();
        let positions = self.bounds[rank]..self.bounds[rank + 1];
        let mut elements = Vec::with_capacity((positions.end - positions.start) as usize);
        for piece in pieces(positions) {
            match piece {
                Piece::Value(value) => elements.push(value),
                Piece::Elements { first, count, step } => {
                    let mut counts: Vec<_> = parts()
                        .map(|part| within(first, count, step, &part).count())
                        .enumerate()
                        .collect();
                    if step < 0 {
                        counts.reverse();
                    }
                    for (from, count) in counts {
                        elements.extend(received[from].by_ref().take(count));
                    }
                }
            }
        }
        elements
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
                    let from = part.offset();
                    let expected = all.iter().rev().skip(from).take(reversed.len());
                    assert!(reversed.iter().eq(expected));
                }
            });
        }
    }
}
