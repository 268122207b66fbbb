//! Programs on broadcasts of rows and columns, against loops.

use fusus_lazy::{Array, Error, s};

use crate::programs::dense::{Bodies, TIME, accelerations, gauss, lu, moved};
use crate::{near, random, square};

/// A table whose diagonal outweighs the rest, so that no pivot is small.
fn heavy(side: usize, seed: u64) -> Vec<f64> {
    let mut elements = random(seed, side * side);
    elements
        .iter_mut()
        .step_by(side + 1)
        .for_each(|x| *x += side as f64);
    elements
}

fn eliminate(elements: &mut [f64], side: usize, mut factor: impl FnMut(usize, usize, f64)) {
    for k in 1..side {
        for i in k..side {
            let own = elements[i * side + k - 1] / elements[(k - 1) * side + k - 1];
            factor(i, k - 1, own);
            for j in k - 1..side {
                elements[i * side + j] -= own * elements[(k - 1) * side + j];
            }
        }
    }
}

#[test]
fn elimination_of_gauss() -> Result<(), Error> {
    let side = 24;
    let mut expected = heavy(side, 8);
    let mut a = square(side, &expected);
    for k in 1..side as i64 {
        a = gauss(a, k).eval()?;
    }
    eliminate(&mut expected, side, |_, _, _| {});
    assert_eq!(a.to_vec()?, expected);
    Ok(())
}

#[test]
fn factors_of_a_table() -> Result<(), Error> {
    let side = 24;
    let own = heavy(side, 9);
    let mut u = square(side, &own);
    let mut lower = vec![0.0; side * side];
    lower.iter_mut().step_by(side + 1).for_each(|x| *x = 1.0);
    let mut l = square(side, &lower);
    for k in 1..side as i64 {
        (l, u) = lu(l, u, k);
        u.eval()?;
    }
    let mut upper = own.clone();
    eliminate(&mut upper, side, |i, k, factor| {
        lower[i * side + k] = factor
    });
    assert_eq!((l.to_vec()?, u.to_vec()?), (lower, upper));
    // The product of both is the table.
    let products = l.at(s![.., .., new]) * u.at(s![new, .., ..]);
    near(&products.sum_axis(1).to_vec()?, &own);
    Ok(())
}

/// The arrays of bodies as vectors.
struct Loops {
    mass: Vec<f64>,
    place: [Vec<f64>; 3],
    speed: [Vec<f64>; 3],
}

fn bodies(seed: u64, count: usize) -> (Bodies, Loops) {
    let of = |at: u64| random(seed + at, count);
    let loops = Loops {
        mass: of(0),
        place: [1, 2, 3].map(of),
        speed: [4, 5, 6].map(of),
    };
    let arrays = |all: &[Vec<f64>; 3]| [0, 1, 2].map(|at| Array::from(&all[at][..]));
    let own = Bodies {
        mass: Array::from(&loops.mass[..]),
        place: arrays(&loops.place),
        speed: arrays(&loops.speed),
    };
    (own, loops)
}

fn accelerations_by_loops(of: &Loops, by: &Loops, is_same: bool) -> [Vec<f64>; 3] {
    [0, 1, 2].map(|axis| {
        let one = |i: usize| {
            let mut sum = 0.0;
            for j in (0..by.mass.len()).filter(|j| !is_same || *j != i) {
                let d = [0, 1, 2].map(|at| by.place[at][j] - of.place[at][i]);
                let square: f64 = d.iter().map(|d| d * d).sum();
                sum += d[axis] * (by.mass[j] / (square * square.sqrt()));
            }
            sum
        };
        (0..of.mass.len()).map(one).collect()
    })
}

fn moved_by_loops(bodies: &mut Loops, by: &[Vec<f64>; 3]) {
    for ((places, speeds), by) in bodies.place.iter_mut().zip(&mut bodies.speed).zip(by) {
        for ((place, speed), by) in places.iter_mut().zip(speeds).zip(by) {
            *speed += by * TIME;
            *place += *speed * TIME;
        }
    }
}

/// Checks places; rounding grows where two bodies come close to each other.
fn same_places(found: &Bodies, expected: &Loops) -> Result<(), Error> {
    for at in 0..3 {
        near(&found.place[at].to_vec()?, &expected.place[at]);
    }
    Ok(())
}

#[test]
fn n_body() -> Result<(), Error> {
    let (mut own, mut loops) = bodies(10, 70);
    for _ in 0..3 {
        let by = accelerations(&own, &own, true);
        moved(&mut own, by)?;
        let by = accelerations_by_loops(&loops, &loops, true);
        moved_by_loops(&mut loops, &by);
        same_places(&own, &loops)?;
    }
    Ok(())
}

/// Planets attract each other and asteroids, and asteroids nothing.
#[test]
fn n_body_nice() -> Result<(), Error> {
    let (mut planets, mut planets_by_loops) = bodies(20, 8);
    let (mut asteroids, mut asteroids_by_loops) = bodies(30, 900);
    for _ in 0..3 {
        let by = accelerations(&asteroids, &planets, false);
        let between = accelerations(&planets, &planets, true);
        moved(&mut asteroids, by)?;
        moved(&mut planets, between)?;
        let by = accelerations_by_loops(&asteroids_by_loops, &planets_by_loops, false);
        let between = accelerations_by_loops(&planets_by_loops, &planets_by_loops, true);
        moved_by_loops(&mut asteroids_by_loops, &by);
        moved_by_loops(&mut planets_by_loops, &between);
        same_places(&asteroids, &asteroids_by_loops)?;
        same_places(&planets, &planets_by_loops)?;
    }
    Ok(())
}
