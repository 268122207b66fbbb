//! Tests of these reads against the definition, position by position.

use super::super::{Near, Outside, Place, Sources};
use super::PaddedCells;

/// The position that is seen, by its definition: step by step back into the array.
fn by_hand(mut position: isize, len: usize, outside: Outside<i64>) -> Option<usize> {
    let len = len.cast_signed();
    while !(0..len).contains(&position) {
        position = match (outside, position < 0) {
            (Outside::Value(_), _) => return None,
            (Outside::Edge, true) => 0,
            (Outside::Edge, false) => len - 1,
            (Outside::Wrap, true) => position + len,
            (Outside::Wrap, false) => position - len,
            (Outside::Symmetric, true) => -1 - position,
            (Outside::Symmetric, false) => 2 * len - 1 - position,
            (Outside::Reflect, _) if len == 1 => 0,
            (Outside::Reflect, true) => -position,
            (Outside::Reflect, false) => 2 * (len - 1) - position,
        };
    }
    Some(position.cast_unsigned())
}

const ALL: [Outside<i64>; 5] = [
    Outside::Edge,
    Outside::Wrap,
    Outside::Reflect,
    Outside::Symmetric,
    Outside::Value(-1),
];

/// Reads `a[[i + di, j + dj]]`, or with the indices swapped, of an array of `h` by `w`.
fn check<const BY: usize>(
    shape: (usize, usize),
    map: ((usize, isize, usize), (usize, isize, usize)),
    sizes: [usize; 2],
    outside: Outside<i64>,
) {
    check_together::<BY, 1>(shape, map, [[0; 2]], sizes, outside);
}

/// Reads the same at these offsets, all of them together.
fn check_together<const BY: usize, const K: usize>(
    (h, w): (usize, usize),
    (first, second): ((usize, isize, usize), (usize, isize, usize)),
    offsets: [[usize; 2]; K],
    sizes: [usize; 2],
    outside: Outside<i64>,
) {
    let xs: Vec<i64> = (0..(h * w) as i64).map(|x| 10 + x).collect();
    let map = [first, second];
    let cells = PaddedCells::<_, BY, 2, 2, K>::of(&xs, sizes, [h, w], map, offsets, outside);
    let sources = (cells, ());
    let count = sizes[0] * sizes[1];
    let case = format!("{first:?} and {second:?} of {h} x {w}, {outside:?}");
    sources.check(count);
    let expected = |k: usize| {
        offsets.map(|[down, right]| {
            let digits = [k / sizes[1], k % sizes[1], 0];
            let along = |(index, start, factor): (usize, isize, usize), offset: usize, size| {
                let position = (factor * digits[index] + offset).cast_signed() + start;
                by_hand(position, size, outside)
            };
            match (along(first, down, h), along(second, right, w)) {
                (Some(i), Some(j)) => xs[w * i + j],
                _ => -1,
            }
        })
    };
    let expected: Vec<[i64; K]> = (0..count).map(expected).collect();
    let mut stage = <(PaddedCells<'_, i64, BY, 2, 2, K>, ()) as Sources>::stage();
    for from in [0, 1, count / 3, count - 1] {
        // SAFETY: any position of a padded array has an element, and pieces are in a row.
        unsafe {
            let sources = sources.from(from);
            let left = count - from;
            let one_by_one: Vec<[i64; K]> = (0..left).map(|k| sources.get(k).0).collect();
            assert_eq!(one_by_one, expected[from..], "{case}");
            let (mut rows, mut k, mut place) = (Vec::new(), 0, sources.place());
            while k < left {
                let piece = sources.row_rest(&place).min(left - k);
                assert!(piece > 0, "{case}");
                let near = sources.near(&place, k, piece, &mut stage);
                rows.extend((0..piece).map(|j| near.get(j).0));
                k += piece;
                place.advance(piece);
            }
            assert_eq!(rows, expected[from..], "{case}");
        }
    }
}

#[test]
fn elements_outside_are_those_of_the_definition() {
    for outside in ALL {
        for (h, w) in [(1, 1), (1, 4), (3, 1), (4, 5), (2, 300)] {
            for (di, dj) in [(0, -1), (-1, 1), (1, 0), (2, 7), (-9, -200), (0, 150)] {
                check::<1>((h, w), ((0, di, 1), (1, dj, 1)), [h, w], outside);
                check::<2>((h, w), ((1, di, 1), (0, dj, 1)), [w, h], outside);
                check::<2>((h, w), ((0, di, 2), (1, dj, 2)), [2, w], outside);
                check::<0>((h, w), ((0, di, 1), (2, dj, 1)), [h, w + 3], outside);
                check::<2>((h, w), ((1, di, 1), (1, dj, 1)), [2, w], outside);
            }
        }
    }
}

/// Offsets of neighbours, of a cross, and of two reads as far from each other as generated code has them in
/// one source: ten elements are copied for both.
#[test]
fn reads_of_neighbours_are_read_together() {
    const AROUND: [[usize; 2]; 9] = [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 0],
        [1, 1],
        [1, 2],
        [2, 0],
        [2, 1],
        [2, 2],
    ];
    const CROSS: [[usize; 2]; 5] = [[1, 1], [0, 1], [1, 0], [1, 2], [2, 1]];
    const FAR: [[[usize; 2]; 2]; 2] = [[[0, 4], [1, 0]], [[9, 0], [0, 0]]];
    for outside in ALL {
        for (h, w) in [
            (1, 1),
            (1, 4),
            (3, 1),
            (4, 5),
            (10, 10),
            (90, 11),
            (12, 100),
            (3, 400),
        ] {
            for (di, dj) in [(-1, -1), (0, 0), (-2, -2), (-1, 3), (-9, -150)] {
                let (first, second) = ((0, di, 1), (1, dj, 1));
                check_together::<1, 9>((h, w), (first, second), AROUND, [h, w], outside);
                check_together::<1, 5>((h, w), (first, second), CROSS, [h, w], outside);
                for far in FAR {
                    check_together::<1, 2>((h, w), (first, second), far, [h, w], outside);
                }
                let (every_other, first_row) = ((0, di, 2), (2, di, 1));
                check_together::<1, 9>((h, w), (every_other, second), AROUND, [h, w], outside);
                check_together::<1, 9>((h, w), (first_row, second), AROUND, [h, w], outside);
            }
        }
    }
}

#[test]
#[should_panic(expected = "2 reads that are far apart")]
fn reads_that_are_far_apart_are_not() {
    let map = [(0, 0, 1), (1, 0, 1)];
    let offsets = [[0, 0], [1000, 1000]];
    let _ = PaddedCells::<i64, 1, 2, 2, 2>::of(&[1], [1, 1], [1, 1], map, offsets, Outside::Edge);
}

#[test]
fn an_array_without_elements_has_a_value_outside() {
    let xs: [i64; 0] = [];
    let map = [(0, -1, 1), (1, 0, 1)];
    let value = Outside::Value(7);
    let cells = PaddedCells::<_, 1, 2, 2, 1>::of(&xs, [2, 3], [0, 3], map, [[0; 2]], value);
    // SAFETY: any position of a padded array has an element.
    assert_eq!(unsafe { (cells, ()).get(4) }.0, [7]);
}

#[test]
#[should_panic(expected = "an array of 0 elements in a loop over 1")]
fn an_array_without_elements_has_no_edge() {
    let map = [(0, -1, 1), (1, 0, 1)];
    let _ = PaddedCells::<i64, 1, 2, 2, 1>::of(&[], [2, 3], [0, 3], map, [[0; 2]], Outside::Edge);
}
