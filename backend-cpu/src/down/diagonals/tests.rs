//! Sweeps along antidiagonals make what loops by hand make.

use crate::op::{Add, Other};
use crate::{Cells, Digit, Fold, Fresh, Kept, Lane, Lines, Pace, Run, Way, next_state};

static PACE: Pace = Pace::new();

/// The shape of an array, and the rows after which states begin anew.
#[derive(Clone, Copy, Debug)]
struct Shape {
    rows: usize,
    period: usize,
    columns: usize,
}

/// The shapes below and above the rows of a panel, its steps and their multiples.
fn shapes() -> impl Iterator<Item = Shape> {
    let rows = [
        (1, 1),
        (3, 3),
        (4, 4),
        (5, 5),
        (9, 9),
        (40, 40),
        (12, 3),
        (10, 1),
        (66, 33),
        (300, 300),
    ];
    rows.into_iter().flat_map(|(rows, period)| {
        let columns = [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 30, 100];
        columns.map(|columns| Shape {
            rows,
            period,
            columns,
        })
    })
}

fn numbers(count: usize) -> Vec<u64> {
    (0..count as u64).map(|x| x * x % 1009 + x).collect()
}

/// Some number of which no term can be left out or exchanged.
fn mixed(terms: &[u64]) -> u64 {
    terms.iter().fold(7, |sum, x| (sum * 31 + x) % 1_000_003)
}

/// A loop over the positions of a shape, that threads share or not.
fn run(shape: Shape, parallel: bool) -> Run {
    let positions = shape.rows * shape.columns;
    let run = match parallel {
        // Expensive positions: threads share it.
        true => Run::parallel(positions, 1000).paced(&PACE),
        false => Run::sequential(positions, 1000),
    };
    run.in_panels(shape.columns)
}

/// The elements that follow from those to the left, above, and to the left of these, of which the ones
/// outside are 5: by a function of the three, the row and the column.
fn by_hand(shape: Shape, next: impl Fn([u64; 3], usize, usize) -> u64) -> Vec<u64> {
    let Shape {
        rows,
        period,
        columns,
    } = shape;
    let mut all: Vec<u64> = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            let at = |up: usize, left: usize| match i % period >= up && j >= left {
                true => all[(i - up) * columns + j - left],
                false => 5,
            };
            all.push(next([at(0, 1), at(1, 0), at(1, 1)], i, j));
        }
    }
    all
}

#[test]
fn elements_of_every_source_reach_their_rows() {
    for shape in shapes() {
        // Panels have no rows of two planes.
        let Shape {
            rows,
            period,
            columns,
        } = shape;
        let planes = rows / period;
        let sizes = [planes, period, columns];
        let (of_rows, of_columns) = (numbers(period + 2), numbers(columns + 3));
        let (table, wide) = (
            numbers(rows * columns),
            numbers(planes * period * (columns + 1)),
        );
        let expected = by_hand(shape, |near, i, j| {
            let plane = i / period;
            let i = i % period;
            let at = (plane * period + i) * (columns + 1) + j;
            let read = [
                of_rows[i + 2],
                of_columns[j],
                of_columns[j + 3],
                wide[at],
                wide[at + 1],
            ];
            let down = [table[(plane * period + period - 1 - i) * columns + columns - 1 - j]];
            let own = [
                table[(plane * period + i) * columns + j],
                i as u64,
                j as u64,
                plane as u64,
            ];
            mixed(&[&near[..], &read, &down, &own].concat())
        });
        for parallel in [true, false] {
            let sources = (
                Cells::<_, 0, 3, 1>::of(&of_rows, sizes, [period + 2], [(1, 2, 1)], [[0]]),
                (
                    Cells::<_, 1, 3, 2>::of(
                        &of_columns,
                        sizes,
                        [columns + 3],
                        [(2, 0, 1)],
                        [[0], [3]],
                    ),
                    (
                        Cells::<_, 1, 3, 2>::of(
                            &wide,
                            sizes,
                            [planes, period, columns + 1],
                            [(0, 0, 1), (1, 0, 1), (2, 0, 1)],
                            [[0, 0, 0], [0, 0, 1]],
                        ),
                        (
                            Lines::<_, -1, 3>::of(
                                &table,
                                sizes,
                                sizes,
                                [
                                    (0, 1, Way::Up(0)),
                                    (1, 1, Way::Down(0)),
                                    (2, 1, Way::Down(0)),
                                ],
                            ),
                            (
                                &table[..],
                                (
                                    Digit::of(sizes, 0),
                                    (Digit::of(sizes, 1), (Digit::of(sizes, 2), ())),
                                ),
                            ),
                        ),
                    ),
                ),
            );
            let run = run(shape, parallel).ordered();
            let done = run.down(
                period,
                columns,
                |down| {
                    run.blocks(
                        (Fresh::named("d"), (Fresh::named("k"), ())),
                        |block, out| {
                            block.diagonals(
                                down,
                                (Kept(5), (Kept(5), ())),
                                sources,
                                out,
                                |(Kept(left), (Kept(corner), ())), (above, ()), k, items, _| {
                                    let ([row], ([one, two], (wide, (turned, (own, digits))))) =
                                        items;
                                    let (plane, (i, (j, ()))) = digits;
                                    let near = [*left, above, *corner];
                                    let read = [row, one, two, wide[0], wide[1], turned, own];
                                    let at = [i as u64, j as u64, plane as u64];
                                    let next = mixed(&[&near[..], &read, &at].concat());
                                    (*left, *corner) = (next, above);
                                    Ok(((next, (k, ())), (next, ())))
                                },
                                |_| (),
                            )?;
                            Ok(())
                        },
                    )
                },
                || (5, ()),
            );
            let ((found, (places, ())), _) = done.unwrap();
            assert_eq!(found, expected, "{shape:?}");
            assert!(places.into_iter().eq(0..rows * columns), "{shape:?}");
        }
    }
}

#[test]
fn folds_of_rows_are_combined_from_the_first_to_the_last() {
    for shape in shapes() {
        let Shape {
            period, columns, ..
        } = shape;
        let all = by_hand(shape, |[left, above, corner], i, j| {
            mixed(&[left, above, corner, (i * columns + j) as u64])
        });
        let of_rows = |row: &[u64]| row.iter().copied().reduce(|a, b| mixed(&[a, b])).unwrap();
        let rows_folded: Vec<u64> = all.chunks(columns).map(of_rows).collect();
        let most: u64 = all.iter().sum();
        for parallel in [true, false] {
            let run = run(shape, parallel).ordered();
            let done = run.down(
                period,
                columns,
                |down| {
                    run.blocks((), |block, out| {
                        let mut folded = Vec::new();
                        let mut sums = Fold::<u64, _, 1>::new(Add);
                        block.diagonals(
                            down,
                            (Kept(5), (Kept(5), (Fold::new(Other), (Fold::new(Add), ())))),
                            (),
                            out,
                            |(Kept(left), (Kept(corner), (row, (sum, ())))),
                             (above, ()),
                             k,
                             (),
                             _| {
                                let next = mixed(&[*left, above, *corner, k as u64]);
                                let next = next_state(above, next, |_, next| next);
                                (*left, *corner) = (next, above);
                                row.push(Lane::first(), next, |a, b| mixed(&[a, b]));
                                sum.push(Lane::first(), next, |a, b| a + b);
                                Ok(((), (next, ())))
                            },
                            |(_, (_, (row, (sum, ())))): (_, (_, (Fold<u64, Other, 1>, _)))| {
                                folded.extend(row.partial(|a, b| mixed(&[a, b])).value());
                                sums.absorb(sum.partial(|a, b| a + b), |a, b| a + b);
                            },
                        )?;
                        Ok((folded, sums.partial(|a, b| a + b).value()))
                    })
                },
                || (5, ()),
            );
            let ((), parts) = done.unwrap();
            let (mut found, mut sum) = (Vec::new(), 0);
            for (folded, part) in parts {
                found.extend(folded);
                sum += part.unwrap();
            }
            assert_eq!((found, sum), (rows_folded.clone(), most), "{shape:?}");
        }
    }
}
