//! Sections with short rows, whose pieces have what lies between the rows: against loops by hand.

use fusus_lazy::{Array, Error, eval_all, s};

/// Numbers whose sums round.
fn numbers(len: usize) -> Vec<f64> {
    let number = |at: usize| (at * 7919 % 10_007) as f64 / 10_007.0 - 0.3;
    (0..len).map(number).collect()
}

/// Tables with rows of many lengths, beside multiples of all vectors and longer than pieces.
const TABLES: [[usize; 2]; 9] = [
    [3, 18],
    [40, 19],
    [7, 66],
    [90, 33],
    [50, 130],
    [2, 600],
    [30, 998],
    [11, 1537],
    [9, 3000],
];

/// The mean of the neighbours of each element inside.
fn plate(grid: &[f64], [rows, columns]: [usize; 2]) -> Vec<f64> {
    let at = |row: usize, column: usize| grid[row * columns + column];
    let mut means = Vec::new();
    for row in 1..rows.saturating_sub(1) {
        for column in 1..columns - 1 {
            let upright = at(row - 1, column) + at(row + 1, column);
            let level = at(row, column - 1) + at(row, column + 1);
            means.push((upright + level) * 0.25);
        }
    }
    means
}

fn lazy_plate(grid: &Array<f64>) -> Array<f64> {
    let upright = grid.at(s![..-2, 1..-1]) + grid.at(s![2.., 1..-1]);
    (upright + (grid.at(s![1..-1, ..-2]) + grid.at(s![1..-1, 2..]))) * 0.25
}

#[test]
fn stencils() -> Result<(), Error> {
    for dims in TABLES {
        let own = numbers(dims[0] * dims[1]);
        let grid = Array::from_shape(dims, own.clone());
        assert_eq!(lazy_plate(&grid).to_vec()?, plate(&own, dims), "{dims:?}");
    }
    Ok(())
}

#[test]
fn updates_leave_what_is_between_rows() -> Result<(), Error> {
    for dims in TABLES {
        let mut own = numbers(dims[0] * dims[1]);
        let mut grid = Array::from_shape(dims, own.clone());
        // A second buffer, since the array is alive; then its own memory.
        for is_kept in [true, false, false] {
            let kept = is_kept.then(|| grid.clone());
            let new = lazy_plate(&grid);
            grid = grid.with(s![1..-1, 1..-1], new).eval()?;
            drop(kept);
            let inner = plate(&own, dims);
            let mut inner = inner.into_iter();
            for row in 1..dims[0] - 1 {
                for column in 1..dims[1] - 1 {
                    own[row * dims[1] + column] = inner.next().expect("an element for each");
                }
            }
            assert_eq!(grid.to_vec()?, own, "{dims:?}");
        }
    }
    Ok(())
}

/// Sums have the bits of those of the same elements that lie next to each other.
#[test]
fn folds_have_the_bits_of_rows_that_are_one() -> Result<(), Error> {
    for dims in TABLES {
        let grid = Array::from_shape(dims, numbers(dims[0] * dims[1]));
        let new = lazy_plate(&grid);
        let own = grid.at(s![1..-1, 1..-1]);
        let change = (&new - &own).abs();
        let (sum, most) = (change.sum(), change.max());
        let is_large = change.gt(0.1);
        let (count, any, large) = (
            is_large.count(),
            is_large.any(),
            change.keep(&is_large).sum(),
        );
        eval_all([&new, &sum, &most, &large])?;
        eval_all([&count])?;
        let apart = Array::from_vec(change.to_vec()?);
        assert_eq!(sum.item()?, apart.sum().item()?, "{dims:?}");
        assert_eq!(most.item()?, apart.max().item()?, "{dims:?}");
        let is_large = apart.gt(0.1);
        assert_eq!(count.item()?, is_large.count().item()?, "{dims:?}");
        assert_eq!(any.item()?, is_large.any().item()?, "{dims:?}");
        assert_eq!(
            large.item()?,
            apart.keep(is_large).sum().item()?,
            "{dims:?}"
        );
    }
    Ok(())
}

/// Arrays of other strides, and numbers, beside the sections.
#[test]
fn sections_beside_other_arrays() -> Result<(), Error> {
    for [rows, columns] in TABLES {
        let (h, w) = (rows, columns - 2);
        let own = numbers(rows * columns);
        let grid = Array::from_shape([rows, columns], own.clone());
        let others = numbers(h * w);
        let other = Array::from_shape([h, w], others.clone());
        let of_row = Array::from_vec(numbers(w));
        let of_column = Array::from_vec(numbers(h));
        let [a, b, c] = [0, 1, 2].map(|at| grid.at(s![.., at..at + w as i64]));
        let found =
            (a + &b) * (b - c.abs()) + &other * of_row.at(s![new, ..]) - of_column.at(s![.., new]);
        let (of_row, of_column) = (numbers(w), numbers(h));
        let mut expected = Vec::new();
        for row in 0..h {
            for column in 0..w {
                let [a, b, c] = [0, 1, 2].map(|at| own[row * columns + column + at]);
                let product = others[row * w + column] * of_row[column];
                expected.push((a + b) * (b - c.abs()) + product - of_column[row]);
            }
        }
        assert_eq!(found.to_vec()?, expected, "{rows} × {columns}");
    }
    Ok(())
}

#[test]
fn three_axes_and_bytes() -> Result<(), Error> {
    for [x, y, z] in [[5, 20, 20], [4, 30, 70], [20, 4, 40], [3, 3, 1000]] {
        let own: Vec<u8> = (0..x * y * z).map(|at| (at * 31 % 251) as u8).collect();
        let cube = Array::from_shape([x, y, z], own.clone());
        let mut sum: Option<Array<u8>> = None;
        for a in 0..2_i64 {
            for b in 0..2_i64 {
                for c in 0..2_i64 {
                    let [x, y, z] = [x, y, z].map(|len| len as i64 - 1);
                    let part = cube.at(s![a..a + x, b..b + y, c..c + z]);
                    sum = Some(match sum {
                        Some(sum) => sum + part,
                        None => part,
                    });
                }
            }
        }
        let mut expected = Vec::new();
        let at = |a: usize, b: usize, c: usize| own[(a * y + b) * z + c];
        for a in 0..x - 1 {
            for b in 0..y - 1 {
                for c in 0..z - 1 {
                    let mut sum = 0_u8;
                    for at in [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[d, e]| at(a + d, b + e, c)) {
                        sum = sum.wrapping_add(at);
                    }
                    for at in [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[d, e]| at(a + d, b + e, c + 1))
                    {
                        sum = sum.wrapping_add(at);
                    }
                    expected.push(sum);
                }
            }
        }
        assert_eq!(sum.expect("eight parts").to_vec()?, expected);
    }
    Ok(())
}

/// Divisions have no result where there is no element, and do not fail there.
#[test]
fn divisions_between_rows() -> Result<(), Error> {
    let (rows, columns) = (30, 40);
    let own: Vec<i64> = (0..rows * columns)
        .map(|at| i64::from(at % columns > 0))
        .collect();
    let grid = Array::from_shape([rows as usize, columns as usize], own);
    let inner = |from: i64| grid.at(s![.., from..from + 30]);
    let sum = (inner(1) + inner(2) + inner(3) + inner(4)) / inner(5);
    assert!(sum.to_vec()?.iter().all(|x| *x == 4));
    Ok(())
}

/// Folds along the last axis of arrays that meet across it have the bits of those of rows.
#[test]
fn rows_side_by_side() -> Result<(), Error> {
    for [many, few] in [[256, 1], [300, 7], [1000, 8], [3000, 20], [700, 700]] {
        let (a, b) = (numbers(many), numbers(few));
        let (of, by) = (Array::from_vec(a.clone()), Array::from_vec(b.clone()));
        let difference = by.at(s![new, ..]) - of.at(s![.., new]);
        let (sums, most) = (
            difference.sum_axis(1),
            (&difference * &difference).max_axis(1),
        );
        let are_near = difference.abs().lt(0.01).any_axis(1);
        eval_all([&sums, &most])?;
        let table: Vec<f64> = a
            .iter()
            .flat_map(|a| b.iter().map(move |b| b - a))
            .collect();
        let table = Array::from_shape([many, few], table);
        assert_eq!(sums.to_vec()?, table.sum_axis(1).to_vec()?);
        assert_eq!(most.to_vec()?, (&table * &table).max_axis(1).to_vec()?);
        assert_eq!(
            are_near.to_vec()?,
            table.abs().lt(0.01).any_axis(1).to_vec()?
        );
    }
    Ok(())
}
