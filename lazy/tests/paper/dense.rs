//! Programs on broadcasts of rows and columns: elimination, LU, bodies that attract each other.

use fusus_lazy::{Array, Error, s};

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

/// A row of a pivot with a column of factors: their outer product.
fn outer(column: &Array<f64>, row: &Array<f64>) -> Array<f64> {
    column.at(s![.., new]) * row.at(s![new, ..])
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
fn gauss() -> Result<(), Error> {
    let side = 24;
    let mut expected = heavy(side, 8);
    let mut a = square(side, &expected);
    for k in 1..side as i64 {
        let factors = a.at(s![k.., k - 1]) / a.at(s![k - 1, k - 1]);
        let row = a.at(s![k - 1, k - 1..]);
        let rest = a.at(s![k.., k - 1..]) - outer(&factors, &row);
        a = a.with(s![k.., k - 1..], rest).eval()?;
    }
    eliminate(&mut expected, side, |_, _, _| {});
    assert_eq!(a.to_vec()?, expected);
    Ok(())
}

#[test]
fn lu() -> Result<(), Error> {
    let side = 24;
    let own = heavy(side, 9);
    let mut u = square(side, &own);
    let mut lower = vec![0.0; side * side];
    lower.iter_mut().step_by(side + 1).for_each(|x| *x = 1.0);
    let mut l = square(side, &lower);
    for k in 1..side as i64 {
        let factors = u.at(s![k.., k - 1]) / u.at(s![k - 1, k - 1]);
        l = l.with(s![k.., k - 1], &factors);
        let rest = u.at(s![k.., k - 1..]) - outer(&factors, &u.at(s![k - 1, k - 1..]));
        u = u.with(s![k.., k - 1..], rest).eval()?;
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

/// Masses, places and speeds: an array for each coordinate.
struct Bodies {
    mass: Array<f64>,
    place: [Array<f64>; 3],
    speed: [Array<f64>; 3],
}

/// Its arrays as vectors.
struct Loops {
    mass: Vec<f64>,
    place: [Vec<f64>; 3],
    speed: [Vec<f64>; 3],
}

const TIME: f64 = 0.01;

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

/// The accelerations of bodies by others; of the same ones if `is_same`, where none attracts itself.
fn accelerations(of: &Bodies, by: &Bodies, is_same: bool) -> [Array<f64>; 3] {
    let [dx, dy, dz] =
        [0, 1, 2].map(|at| by.place[at].at(s![new, ..]) - of.place[at].at(s![.., new]));
    let mut square = &dx * &dx + &dy * &dy + &dz * &dz;
    if is_same {
        let positions = Array::positions(of.mass.known_len().unwrap_or(0)).cast::<f64>();
        let own = positions.at(s![.., new]).eq(positions.at(s![new, ..]));
        square = own.select(f64::INFINITY, square);
    }
    let force = by.mass.at(s![new, ..]) / (square.sqrt() * square);
    [dx, dy, dz].map(|d| (d * &force).sum_axis(1))
}

fn moved(bodies: &mut Bodies, by: &[Array<f64>; 3]) -> Result<(), Error> {
    for ((place, speed), by) in bodies.place.iter_mut().zip(&mut bodies.speed).zip(by) {
        *speed = (&*speed + by * TIME).eval()?;
        *place = (&*place + &*speed * TIME).eval()?;
    }
    Ok(())
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
        moved(&mut own, &by)?;
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
        moved(&mut asteroids, &by)?;
        moved(&mut planets, &between)?;
        let by = accelerations_by_loops(&asteroids_by_loops, &planets_by_loops, false);
        let between = accelerations_by_loops(&planets_by_loops, &planets_by_loops, true);
        moved_by_loops(&mut asteroids_by_loops, &by);
        moved_by_loops(&mut planets_by_loops, &between);
        same_places(&asteroids, &asteroids_by_loops)?;
        same_places(&planets, &planets_by_loops)?;
    }
    Ok(())
}
