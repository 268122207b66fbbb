//! Arrays of several axes that programs overwrite while they read other rows of them.

#![forbid(unsafe_code)]
#![deny(warnings)]

mod common;

use common::on_any_pool;
use fusus::cnf;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    height: i32,
    flow: (u8, f32),
}

cnf! {
    /// Reads cells of both sides, which are structs.
    fn cells(h: usize, w: usize, cells: &mut [Cell]) {
        let a = reshape(cells, [h, w]);
        *a = generate(|i, j| {
            let (above, below): (Cell, Cell) = (a[[i - 1, j]], a[[i + 1, j]]);
            Cell { height: above.height * 3 - below.height, flow: (above.flow.0 ^ below.flow.0, below.flow.1) }
        });
    }

    fn of_three_axes(l: usize, h: usize, w: usize, ys: &mut [i64]) {
        let a = reshape(ys, [l, h, w]);
        *a = generate(|i, j, k| a[[i - 2, j, k + 1]] + 3 * a[[i + 1, j - 1, k]]);
    }

    fn of_six_axes(n: usize, ys: &mut [i64]) {
        let a = reshape(ys, [n, 2, 3, 2, 3, 2]);
        *a = generate(|i, j, k, l, m, o| a[[i + 1, j, k - 1, l, m + 1, o]] - 5 * a[[i - 1, j, k, l, m, o]]);
    }

    /// Reads other columns of the same rows.
    fn columns(h: usize, w: usize, ys: &mut [i64]) {
        let a = reshape(ys, [h, w]);
        *a = generate(|i, j| a[[i, j + 1]] - a[[i, j - 1]]);
    }

    /// Writes rows and columns that are given.
    fn a_given_part(h: usize, w: usize, first: usize, ys: &mut [i64]) {
        let a = reshape(ys, [h, w]);
        *a = generate([first..h, 0..2], |i, j| a[[i - first, j]] * 7);
    }

    /// Writes a part of another array.
    fn into_a_part(h: usize, w: usize, xs: &[i64], ys: &mut [i64]) {
        let (a, b) = (reshape(xs, [h, w]), reshape(ys, [h, w]));
        *b = generate(|i, j| a[[i + 1, j - 1]] + b[[i, j]]);
    }
}

/// The array of these sizes of which the elements at some coordinates are others.
fn expected<T: Copy>(
    old: &[T],
    sizes: &[usize],
    (begins, ends): (&[usize], &[usize]),
    new: impl Fn(&dyn Fn(&[isize]) -> T) -> T,
) -> Vec<T> {
    let place = |coordinates: &[usize]| {
        let axes = coordinates.iter().zip(sizes);
        axes.fold(0, |at, (coordinate, size)| at * size + coordinate)
    };
    let mut written = old.to_vec();
    for (at, written) in written.iter_mut().enumerate() {
        let (mut rest, mut coordinates) = (at, vec![0; sizes.len()]);
        for axis in (0..sizes.len()).rev() {
            (coordinates[axis], rest) = (rest % sizes[axis], rest / sizes[axis]);
        }
        let mut axes = coordinates.iter().enumerate();
        if axes
            .all(|(axis, at)| (begins[axis]..sizes[axis].saturating_sub(ends[axis])).contains(at))
        {
            *written = new(&|offsets| {
                let axes = coordinates.iter().zip(offsets);
                let moved =
                    axes.map(|(at, offset)| at.checked_add_signed(*offset).expect("a neighbour"));
                old[place(&moved.collect::<Vec<_>>())]
            });
        }
    }
    written
}

fn numbers(len: usize) -> Vec<i64> {
    (0..len as i64).map(|x| x * x % 1013 - 400).collect()
}

fn written<T: Copy + Send + Sync + PartialEq>(
    old: &[T],
    program: impl Fn(&mut [T]) + Sync,
) -> Vec<T> {
    on_any_pool(|| {
        let mut ys = old.to_vec();
        program(&mut ys);
        ys
    })
}

#[test]
fn structs_of_any_number_of_rows() {
    for (h, w) in [
        (0, 5),
        (1, 5),
        (2, 5),
        (3, 5),
        (7, 1),
        (40, 0),
        (200, 23),
        (3, 3000),
        (1500, 2),
    ] {
        let cell = |x: i64| Cell {
            height: x as i32,
            flow: (x as u8, x as f32 / 3.0),
        };
        let old: Vec<Cell> = numbers(h * w).into_iter().map(cell).collect();
        let new = expected(&old, &[h, w], (&[1, 0], &[1, 0]), |at| {
            let (above, below) = (at(&[-1, 0]), at(&[1, 0]));
            Cell {
                height: above.height * 3 - below.height,
                flow: (above.flow.0 ^ below.flow.0, below.flow.1),
            }
        });
        assert_eq!(written(&old, |ys| cells(h, w, ys)), new, "{h} by {w}");
    }
}

#[test]
fn several_axes() {
    for (l, h, w) in [
        (0, 3, 3),
        (3, 0, 4),
        (2, 3, 3),
        (3, 3, 3),
        (4, 2, 2),
        (60, 5, 7),
        (300, 2, 4),
    ] {
        let old = numbers(l * h * w);
        let new = expected(&old, &[l, h, w], (&[2, 1, 0], &[1, 0, 1]), |at| {
            at(&[-2, 0, 1]) + 3 * at(&[1, -1, 0])
        });
        assert_eq!(
            written(&old, |ys| of_three_axes(l, h, w, ys)),
            new,
            "{l} by {h} by {w}"
        );
    }
    for n in [0, 1, 2, 3, 5, 40] {
        let old = numbers(n * 72);
        let (begins, ends) = ([1, 0, 1, 0, 0, 0], [1, 0, 0, 0, 1, 0]);
        let new = expected(&old, &[n, 2, 3, 2, 3, 2], (&begins, &ends), |at| {
            at(&[1, 0, -1, 0, 1, 0]) - 5 * at(&[-1, 0, 0, 0, 0, 0])
        });
        assert_eq!(written(&old, |ys| of_six_axes(n, ys)), new, "{n}");
    }
}

#[test]
fn parts_of_rows() {
    for (h, w) in [(0, 3), (1, 2), (1, 3), (9, 3), (200, 11), (2, 2000)] {
        let (old, others) = (numbers(h * w), numbers(h * w + 9));
        let new = expected(&old, &[h, w], (&[0, 1], &[0, 1]), |at| {
            at(&[0, 1]) - at(&[0, -1])
        });
        assert_eq!(written(&old, |ys| columns(h, w, ys)), new, "{h} by {w}");
        for first in [0, 1, 5, h] {
            if first > h {
                continue;
            }
            let moved = -first.cast_signed();
            let new = expected(&old, &[h, w], (&[first, 0], &[0, w - 2]), |at| {
                at(&[moved, 0]) * 7
            });
            let found = written(&old, |ys| a_given_part(h, w, first, ys));
            assert_eq!(found, new, "{h} by {w} from {first}");
        }
        let others = &others[9..];
        let found = written(&old, |ys| into_a_part(h, w, others, ys));
        let place = |i: usize, j: usize| i * w + j;
        let mut new = old.clone();
        for i in 0..h.saturating_sub(1) {
            for j in 1..w {
                new[place(i, j)] += others[place(i + 1, j - 1)];
            }
        }
        assert_eq!(found, new, "{h} by {w}");
    }
}
