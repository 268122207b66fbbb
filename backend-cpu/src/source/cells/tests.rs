//! Tests of reads by the indices of a loop, and the check that those of other sources share.

use super::super::Place;
use super::{Cells, Digit, Near, Sources};
use std::fmt::Debug;

/// All elements of a source, by position and by rows, from each position on.
pub(in super::super) fn check<T, S>(sources: S, expected: &[T])
where
    T: Copy + PartialEq + Debug,
    S: Sources<Items = (T, ()), Stage = ()>,
{
    sources.check(expected.len());
    for start in 0..expected.len() {
        // SAFETY: `start` and each position behind it are positions of the loop.
        let (one, rows) = unsafe {
            let sources = sources.from(start);
            let one: Vec<T> = (0..expected.len() - start)
                .map(|k| sources.get(k).0)
                .collect();
            let mut rows = Vec::new();
            let (mut k, mut place) = (0, sources.place());
            while k < expected.len() - start {
                let rest = expected.len() - start - k;
                let count = sources.row_rest(&place).min(rest);
                let row = sources.near(&place, k, count, &mut ());
                rows.extend((0..count).map(|j| row.get(j).0));
                k += count;
                place.advance(count);
            }
            (one, rows)
        };
        if const { S::IN_LINES && <S::Place as Place>::INDICES > 1 } {
            // SAFETY: as above, and a line has as many rows.
            let lines = unsafe { by_lines(sources.from(start), expected.len() - start) };
            assert_eq!(lines, expected[start..], "lines from {start}");
        }
        assert_eq!(one, expected[start..], "from {start}");
        assert_eq!(rows, expected[start..], "rows from {start}");
    }
}

/// The elements of so many positions, those of whole rows by lines.
unsafe fn by_lines<T, S: Sources<Items = (T, ())>>(sources: S, len: usize) -> Vec<T> {
    let (mut elements, mut place) = (Vec::new(), sources.place());
    while elements.len() < len {
        let (k, width) = (elements.len(), place.width());
        let rest = len - k;
        if place.column() > 0 || rest < width {
            let count = rest.min(width - place.column());
            // SAFETY: the positions are below `len`.
            elements.extend((k..k + count).map(|k| unsafe { sources.get(k).0 }));
            place.advance(count);
            continue;
        }
        let rows = place.rows_in_line().min(rest / width);
        for (row, column) in (0..rows).flat_map(|row| (0..width).map(move |at| (row, at))) {
            let k = k + row * width + column;
            // SAFETY: as above, and the rows are those of one line.
            elements.push(unsafe { sources.in_line(&place, k, [row, column]).0 });
        }
        place.advance(rows * width);
    }
    elements
}

/// `a[[i + 1, j]]`, `a[[j, i]]`, `a[[i, 2]]`, `a[[1, j]]` of an array of 4 x 5.
#[test]
fn elements_are_those_of_the_subscripts() {
    let xs: Vec<usize> = (0..20).collect();
    let at = |i: usize, j: usize| 5 * i + j;
    let all = |h: usize, w: usize, at: &dyn Fn(usize, usize) -> usize| -> Vec<[usize; 1]> {
        (0..h)
            .flat_map(|i| (0..w).map(move |j| (i, j)))
            .map(|(i, j)| [at(i, j)])
            .collect()
    };
    let shifted = Cells::<_, 1, 2, 1>::of(&xs, [3, 5], [4, 5], [(0, 1, 1), (1, 0, 1)], [[0; 2]]);
    check((shifted, ()), &all(3, 5, &|i, j| at(i + 1, j)));
    let inner = Cells::<_, 1, 2, 1>::of(&xs, [2, 3], [4, 5], [(0, 2, 1), (1, 1, 1)], [[0; 2]]);
    check((inner, ()), &all(2, 3, &|i, j| at(i + 2, j + 1)));
    let transposed = Cells::<_, 5, 2, 1>::of(&xs, [5, 4], [4, 5], [(1, 0, 1), (0, 0, 1)], [[0; 2]]);
    check((transposed, ()), &all(5, 4, &|i, j| at(j, i)));
    let strided = Cells::<_, 2, 2, 1>::of(&xs, [2, 2], [4, 5], [(0, 0, 2), (1, 1, 2)], [[0; 2]]);
    check((strided, ()), &all(2, 2, &|i, j| at(2 * i, 2 * j + 1)));
    let column =
        Cells::<_, { usize::MAX }, 1, 1>::of(&xs, [4], [4, 5], [(0, 0, 1), (9, 2, 1)], [[0; 2]]);
    check((column, ()), &[[2], [7], [12], [17]]);
    let row = Cells::<_, 1, 2, 1>::of(&xs, [3, 5], [4, 5], [(9, 1, 1), (1, 0, 1)], [[0; 2]]);
    check((row, ()), &all(3, 5, &|_, j| at(1, j)));
    let broadcast = Cells::<_, 0, 2, 1>::of(&xs, [20, 2], [20], [(0, 0, 1)], [[0; 1]]);
    check((broadcast, ()), &all(20, 2, &|i, _| i));
    let diagonal =
        Cells::<_, { usize::MAX }, 1, 1>::of(&xs, [4], [4, 5], [(0, 0, 1), (0, 1, 1)], [[0; 2]]);
    check((diagonal, ()), &[[1], [7], [13], [19]]);
}

/// `a[[i, j]]`, `a[[i + 1, j + 2]]` and `a[[i, j + 1]]` of an array of 4 x 5.
#[test]
fn several_reads_are_one_source() {
    let xs: Vec<usize> = (0..20).collect();
    let offsets = [[0, 0], [1, 2], [0, 1]];
    let cells = Cells::<_, 1, 2, 3>::of(&xs, [3, 3], [4, 5], [(0, 0, 1), (1, 0, 1)], offsets);
    let at = |k: usize| 5 * (k / 3) + k % 3;
    let expected: Vec<_> = (0..9).map(|k| [at(k), at(k) + 7, at(k) + 1]).collect();
    check((cells, ()), &expected);
}

#[test]
#[should_panic(expected = "a read from 2 on leaves an axis of 4 positions")]
fn several_reads_stay_in_their_array() {
    let xs = [0; 8];
    let map = [(0, 0, 1), (1, 1, 1)];
    let _ = Cells::<_, 1, 2, 2>::of(&xs, [2, 3], [2, 4], map, [[0, 0], [0, 1]]);
}

#[test]
fn a_digit_is_an_index() {
    check((Digit::of([2, 3], 0), ()), &[0, 0, 0, 1, 1, 1]);
    check((Digit::of([2, 3], 1), ()), &[0, 1, 2, 0, 1, 2]);
    check((Digit::of([2, 1, 2], 1), ()), &[0, 0, 0, 0]);
}

#[test]
fn an_empty_space_reads_nothing() {
    let none: [usize; 0] = [];
    let cells = Cells::<_, 1, 2, 1>::of(&none, [0, 3], [1, 0], [(0, 2, 1), (1, 0, 1)], [[0; 2]]);
    (cells, ()).check(0);
}

#[test]
#[should_panic(expected = "a read from 2 on leaves an axis of 4 positions")]
fn a_read_stays_in_its_array() {
    let xs = [0; 8];
    let _ = Cells::<_, 1, 2, 1>::of(&xs, [2, 3], [2, 4], [(0, 0, 1), (1, 2, 1)], [[0; 2]]);
}

#[test]
#[should_panic(expected = "an array of 7 elements in a loop over 8")]
fn an_array_has_the_elements_of_its_axes() {
    let xs = [0; 7];
    let _ = Cells::<_, 1, 2, 1>::of(&xs, [2, 4], [2, 4], [(0, 0, 1), (1, 0, 1)], [[0; 2]]);
}
