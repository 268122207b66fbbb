//! Lattice Boltzmann against loops.

use fusus_lazy::{Array, Error};

use crate::programs::lattice::{DIRECTIONS, RELAXATION, directions, opposite, step, weight};
use crate::{near, random};

/// Takes a step by loops, cell by cell.
fn step_by_loops(densities: &[f64], is_wall: &[bool], side: usize) -> Vec<f64> {
    let cells = side * side * side;
    let mut new = densities.to_vec();
    let turned = |at: usize, by: i64| (at as i64 - by).rem_euclid(side as i64) as usize;
    for cell in 0..cells {
        let [x, y, z] = [cell / (side * side), cell / side % side, cell % side];
        let mut of = [0.0; DIRECTIONS];
        for (at, [i, j, k]) in directions().into_iter().enumerate() {
            let from = (turned(x, i) * side + turned(y, j)) * side + turned(z, k);
            of[at] = densities[at * cells + from];
        }
        let mass: f64 = of.iter().sum();
        let speed = [0, 1, 2].map(|axis| {
            let parts = of.iter().zip(directions());
            parts.map(|(own, by)| own * by[axis] as f64).sum::<f64>() / mass
        });
        let square: f64 = speed.iter().map(|u| u * u).sum::<f64>() * 1.5;
        for (at, by) in directions().into_iter().enumerate() {
            let along: f64 = speed.iter().zip(by).map(|(u, by)| u * by as f64).sum();
            let equilibrium =
                (1.0 + 3.0 * along + 4.5 * along * along - square) * mass * weight(at);
            new[at * cells + cell] = match is_wall[cell] {
                true => of[opposite(at)],
                false => of[at] + (equilibrium - of[at]) * RELAXATION,
            };
        }
    }
    new
}

#[test]
fn lattice_boltzmann() -> Result<(), Error> {
    let side = 6;
    let noise = random(40, DIRECTIONS * side * side * side);
    let cells = side * side * side;
    let mut expected: Vec<f64> = noise
        .iter()
        .enumerate()
        .map(|(at, noise)| weight(at / cells) * (1.0 + 0.1 * noise))
        .collect();
    let is_wall: Vec<bool> = random(41, cells).iter().map(|x| *x < 0.2).collect();
    let walls = Array::from_shape([side, side, side], is_wall.clone());
    let mut densities = Array::from_shape([DIRECTIONS, side, side, side], expected.clone());
    let mass: f64 = expected.iter().sum();
    for _ in 0..4 {
        densities = step(&densities, &walls)?;
        expected = step_by_loops(&expected, &is_wall, side);
        near(&densities.to_vec()?, &expected);
    }
    // Nothing is lost, at walls and at the ends.
    near(&densities.sum().to_vec()?, &[mass]);
    Ok(())
}
