//! Stencils: the game of life, the heat equation, 27 points, successive over-relaxation.

use fusus_lazy::{Array, Error, Section, s};

use crate::{near, random, square};

#[test]
fn game_of_life() -> Result<(), Error> {
    let side = 60;
    let alive = |x: &f64| u8::from(*x < 0.3);
    let mut cells: Vec<u8> = random(3, side * side).iter().map(alive).collect();
    let mut state = Array::from_shape([side, side], cells.clone());
    for _ in 0..10 {
        let own = state.at(s![1..-1, 1..-1]);
        let above = state.at(s![..-2, ..-2]) + state.at(s![..-2, 1..-1]) + state.at(s![..-2, 2..]);
        let below = state.at(s![2.., ..-2]) + state.at(s![2.., 1..-1]) + state.at(s![2.., 2..]);
        let around = above + below + state.at(s![1..-1, ..-2]) + state.at(s![1..-1, 2..]);
        let lives = (around.eq(2) & own.eq(1)) | around.eq(3);
        state = state.with(s![1..-1, 1..-1], lives.cast::<u8>()).eval()?;

        let before = cells.clone();
        for i in 1..side - 1 {
            for j in 1..side - 1 {
                let mut around = 0;
                for (y, x) in (0..9).map(|at| (at / 3, at % 3)).filter(|at| *at != (1, 1)) {
                    around += before[(i + y - 1) * side + j + x - 1];
                }
                let own = before[i * side + j];
                cells[i * side + j] = u8::from(around == 3 || (around == 2 && own == 1));
            }
        }
        assert_eq!(state.to_vec()?, cells);
    }
    Ok(())
}

#[test]
fn heat_equation() -> Result<(), Error> {
    let side = 52;
    let mut plate = random(4, side * side);
    let mut grid = square(side, &plate);
    for _ in 0..10 {
        let own = grid.at(s![1..-1, 1..-1]);
        let sum = &own
            + grid.at(s![..-2, 1..-1])
            + grid.at(s![2.., 1..-1])
            + grid.at(s![1..-1, ..-2])
            + grid.at(s![1..-1, 2..]);
        let new = sum * 0.2;
        let change = (&new - &own).abs().sum();
        grid = grid.with(s![1..-1, 1..-1], new).eval()?;

        let before = plate.clone();
        let mut expected = 0.0;
        for i in 1..side - 1 {
            for j in 1..side - 1 {
                let at = i * side + j;
                let sum = before[at] + before[at - side] + before[at + side];
                plate[at] = (sum + before[at - 1] + before[at + 1]) * 0.2;
                expected += (plate[at] - before[at]).abs();
            }
        }
        assert_eq!(grid.to_vec()?, plate);
        near(&change.to_vec()?, &[expected]);
    }
    Ok(())
}

#[test]
fn stencil_of_27_points() -> Result<(), Error> {
    let side = 20;
    let mut cube = random(5, side * side * side);
    let mut data = Array::from_shape([side, side, side], cube.clone());
    for _ in 0..3 {
        let ranges = [0, 1, 2].map(|from| Section::from(from..from + side as i64 - 2));
        let mut sum: Option<Array<f64>> = None;
        for x in ranges {
            for y in ranges {
                for z in ranges {
                    let part = data.at(s![x, y, z]);
                    sum = Some(match sum {
                        Some(sum) => sum + part,
                        None => part,
                    });
                }
            }
        }
        let mean = sum.expect("there are 27 parts") / 27.0;
        data = data.with(s![1..-1, 1..-1, 1..-1], mean).eval()?;

        let before = cube.clone();
        let place = |x: usize, y: usize, z: usize| (x * side + y) * side + z;
        for (x, y, z) in (0..18 * 18 * 18).map(|at| (at / 324, at / 18 % 18, at % 18)) {
            let mut sum = 0.0;
            for (i, j, k) in (0..27).map(|at| (at / 9, at / 3 % 3, at % 3)) {
                sum += before[place(x + i, y + j, z + k)];
            }
            cube[place(x + 1, y + 1, z + 1)] = sum / 27.0;
        }
        assert_eq!(data.to_vec()?, cube);
    }
    Ok(())
}

/// The part of a grid whose rows and columns begin at 0 or 1 in steps of two.
fn quarter(grid: &[f64], side: usize, row: usize, column: usize) -> Array<f64> {
    let half = side / 2;
    let elements = (0..half * half).map(|at| {
        let (i, j) = (at / half, at % half);
        grid[(2 * i + row) * side + 2 * j + column]
    });
    Array::from_shape([half, half], elements.collect())
}

/// Successive over-relaxation on a chessboard: its red fields are in two arrays, its black ones in
/// two others.
#[test]
fn sor() -> Result<(), Error> {
    let side = 40;
    let mut grid = random(6, side * side);
    let [mut r0, mut b0, mut b1, mut r1] =
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| quarter(&grid, side, i, j));
    let step = |own: &Array<f64>, around: [Array<f64>; 4]| {
        let [a, b, c, d] = around;
        let new = (own + a + b + c + d) * 0.2;
        let change = (&new - own).abs().sum();
        (new, change)
    };
    for _ in 0..5 {
        let around = [
            b0.at(s![1.., ..-1]),
            b0.at(s![1.., 1..]),
            b1.at(s![..-1, 1..]),
            b1.at(s![1.., 1..]),
        ];
        let (new, c0) = step(&r0.at(s![1.., 1..]), around);
        r0 = r0.with(s![1.., 1..], new);
        let around = [
            b1.at(s![..-1, ..-1]),
            b1.at(s![..-1, 1..]),
            b0.at(s![..-1, ..-1]),
            b0.at(s![1.., ..-1]),
        ];
        let (new, c1) = step(&r1.at(s![..-1, ..-1]), around);
        r1 = r1.with(s![..-1, ..-1], new);
        let around = [
            r0.at(s![1.., ..-1]),
            r0.at(s![1.., 1..]),
            r1.at(s![..-1, ..-1]),
            r1.at(s![1.., ..-1]),
        ];
        let (new, c2) = step(&b0.at(s![1.., ..-1]), around);
        b0 = b0.with(s![1.., ..-1], new);
        let around = [
            r1.at(s![..-1, ..-1]),
            r1.at(s![..-1, 1..]),
            r0.at(s![..-1, 1..]),
            r0.at(s![1.., 1..]),
        ];
        let (new, c3) = step(&b1.at(s![..-1, 1..]), around);
        b1 = b1.with(s![..-1, 1..], new);
        let change = (c0 + c1 + c2 + c3).item()?;

        let mut expected = 0.0;
        for colour in 0..2 {
            for i in 1..side - 1 {
                for j in (1..side - 1).filter(|j| (i + j) % 2 == colour) {
                    let at = i * side + j;
                    let sum = grid[at] + grid[at - 1] + grid[at + 1];
                    let new = (sum + grid[at - side] + grid[at + side]) * 0.2;
                    expected += (new - grid[at]).abs();
                    grid[at] = new;
                }
            }
        }
        near(&[change], &[expected]);
        near(&r0.to_vec()?, &quarter(&grid, side, 0, 0).to_vec()?);
        near(&r1.to_vec()?, &quarter(&grid, side, 1, 1).to_vec()?);
        near(&b0.to_vec()?, &quarter(&grid, side, 0, 1).to_vec()?);
        near(&b1.to_vec()?, &quarter(&grid, side, 1, 0).to_vec()?);
    }
    Ok(())
}
