//! Lattice Boltzmann in three dimensions, with 19 directions and walls that reflect.

use fusus_lazy::{Array, Error, Section, s};

/// The number of directions.
pub(crate) const DIRECTIONS: usize = 19;

/// The share of the way to equilibrium that a step takes.
pub(crate) const RELAXATION: f64 = 1.2;

/// The directions: rest, the six to faces, the twelve to edges. The opposite of each but the first is
/// its neighbour.
pub(crate) fn directions() -> [[i64; 3]; DIRECTIONS] {
    [
        [0, 0, 0],
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
        [1, 1, 0],
        [-1, -1, 0],
        [1, -1, 0],
        [-1, 1, 0],
        [1, 0, 1],
        [-1, 0, -1],
        [1, 0, -1],
        [-1, 0, 1],
        [0, 1, 1],
        [0, -1, -1],
        [0, 1, -1],
        [0, -1, 1],
    ]
}

/// The opposite of a direction.
pub(crate) fn opposite(direction: usize) -> usize {
    match direction {
        0 => 0,
        odd if odd % 2 == 1 => odd + 1,
        even => even - 1,
    }
}

/// The weight of a direction at equilibrium.
pub(crate) fn weight(direction: usize) -> f64 {
    match direction {
        0 => 1.0 / 3.0,
        1..=6 => 1.0 / 18.0,
        _ => 1.0 / 36.0,
    }
}

/// The places to which the elements of an axis go, and those from which they come, in a box without
/// ends: a body, and the face that comes in on the other side.
fn moves(by: i64) -> Vec<(Section, Section)> {
    let (most, first) = (Section::from(..-1), Section::from(..1));
    let (rest, last) = (Section::from(1..), Section::from(-1..));
    match by {
        1 => vec![(rest, most), (first, last)],
        -1 => vec![(most, rest), (last, first)],
        _ => vec![(Section::from(..), Section::from(..))],
    }
}

/// The densities of all directions behind a step, in a box with walls where `is_wall` is true.
pub(crate) fn step(densities: &Array<f64>, is_wall: &Array<bool>) -> Result<Array<f64>, Error> {
    relaxed(streamed(densities), is_wall).eval()
}

/// The densities, each a place further in its direction.
fn streamed(densities: &Array<f64>) -> Array<f64> {
    let mut streamed = densities.clone();
    for (at, [x, y, z]) in (0..).zip(directions()).skip(1) {
        for (to_x, from_x) in moves(x) {
            for (to_y, from_y) in moves(y) {
                for (to_z, from_z) in moves(z) {
                    let part = densities.at(s![at, from_x, from_y, from_z]);
                    streamed = streamed.with(s![at, to_x, to_y, to_z], part);
                }
            }
        }
    }
    streamed
}

/// The densities on their way to equilibrium, and those that walls reflect.
fn relaxed(streamed: Array<f64>, is_wall: &Array<bool>) -> Array<f64> {
    let of: Vec<Array<f64>> = (0..DIRECTIONS as i64)
        .map(|at| streamed.at(s![at, .., .., ..]))
        .collect();
    let mut mass = of[0].clone();
    for density in &of[1..] {
        mass = mass + density;
    }
    let speed = [0, 1, 2].map(|axis| {
        let mut sum: Option<Array<f64>> = None;
        for (density, direction) in of.iter().zip(directions()) {
            let part = match direction[axis] {
                1 => density.clone(),
                -1 => -density,
                _ => continue,
            };
            sum = Some(match sum {
                Some(sum) => sum + part,
                None => part,
            });
        }
        sum.expect("ten directions go along an axis") / &mass
    });
    let [u, v, w] = &speed;
    let square = (u * u + v * v + w * w) * 1.5;
    let mut new = streamed;
    for (at, direction) in directions().iter().enumerate() {
        let mut along: Option<Array<f64>> = None;
        for (speed, by) in speed.iter().zip(direction).filter(|(_, by)| **by != 0) {
            let part = speed * (*by as f64);
            along = Some(match along {
                Some(along) => along + part,
                None => part,
            });
        }
        let relative = match along {
            Some(along) => &along * 3.0 + &along * &along * 4.5 + 1.0 - &square,
            None => 1.0 - &square,
        };
        let equilibrium = relative * &mass * weight(at);
        let relaxed = &of[at] + (equilibrium - &of[at]) * RELAXATION;
        let reflected = is_wall.select(&of[opposite(at)], relaxed);
        new = new.with(s![at as i64, .., .., ..], reflected);
    }
    new
}
