//! Stencils against loops.

use fusus_lazy::{Array, Error};

use crate::programs::stencils::{heat, life, sor, stencil_27};
use crate::{near, random, square};

#[test]
fn game_of_life() -> Result<(), Error> {
    let side = 60;
    let alive = |x: &f64| u8::from(*x < 0.3);
    let mut cells: Vec<u8> = random(3, side * side).iter().map(alive).collect();
    let mut state = Array::from_shape([side, side], cells.clone());
    for _ in 0..10 {
        state = life(&state).eval()?;

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
        let (new, change) = heat(&grid);
        grid = new.eval()?;

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
        data = stencil_27(&data, side).eval()?;

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

#[test]
fn successive_over_relaxation() -> Result<(), Error> {
    let side = 40;
    let mut grid = random(6, side * side);
    let mut fields = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| quarter(&grid, side, i, j));
    for _ in 0..5 {
        let (new, change) = sor(fields);
        fields = new;
        let change = change.item()?;

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
        for (field, (i, j)) in fields.iter().zip([(0, 0), (0, 1), (1, 0), (1, 1)]) {
            near(&field.to_vec()?, &quarter(&grid, side, i, j).to_vec()?);
        }
    }
    Ok(())
}
