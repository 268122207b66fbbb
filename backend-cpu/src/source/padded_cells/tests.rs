//! Tests of these reads against the definition, position by position.

use super::super::Place;
use super::{Near, Outside, PaddedCells, Sources};

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
    (h, w): (usize, usize),
    (first, second): ((usize, isize, usize), (usize, isize, usize)),
    sizes: [usize; 2],
    outside: Outside<i64>,
) {
    let xs: Vec<i64> = (0..(h * w) as i64).map(|x| 10 + x).collect();
    let cells = PaddedCells::<_, BY, 2, 2>::of(&xs, sizes, [h, w], [first, second], outside);
    let sources = (cells, ());
    let count = sizes[0] * sizes[1];
    let case = format!("{first:?} and {second:?} of {h} x {w}, {outside:?}");
    sources.check(count);
    let expected: Vec<i64> = (0..count)
        .map(|k| {
            let digits = [k / sizes[1], k % sizes[1], 0];
            let along = |(index, start, factor): (usize, isize, usize), size| {
                by_hand(
                    (factor * digits[index]).cast_signed() + start,
                    size,
                    outside,
                )
            };
            match (along(first, h), along(second, w)) {
                (Some(i), Some(j)) => xs[w * i + j],
                _ => -1,
            }
        })
        .collect();
    let mut stage = <(PaddedCells<'_, i64, BY, 2, 2>, ()) as Sources>::stage();
    for from in [0, 1, count / 3, count - 1] {
        // SAFETY: any position of a padded array has an element, and pieces are in a row.
        unsafe {
            let sources = sources.from(from);
            let left = count - from;
            let one_by_one: Vec<i64> = (0..left).map(|k| sources.get(k).0).collect();
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

#[test]
fn an_array_without_elements_has_a_value_outside() {
    let xs: [i64; 0] = [];
    let map = [(0, -1, 1), (1, 0, 1)];
    let cells = PaddedCells::<_, 1, 2, 2>::of(&xs, [2, 3], [0, 3], map, Outside::Value(7));
    // SAFETY: any position of a padded array has an element.
    assert_eq!(unsafe { (cells, ()).get(4) }.0, 7);
}

#[test]
#[should_panic(expected = "an array of 0 elements in a loop over 1")]
fn an_array_without_elements_has_no_edge() {
    let map = [(0, -1, 1), (1, 0, 1)];
    let _ = PaddedCells::<i64, 1, 2, 2>::of(&[], [2, 3], [0, 3], map, Outside::Edge);
}
