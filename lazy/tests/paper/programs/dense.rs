//! Programs on broadcasts of rows and columns: elimination, LU, bodies that attract each other.

use fusus_lazy::{Array, Error, eval_all, s};

/// A row of a pivot with a column of factors: their outer product.
fn outer(column: &Array<f64>, row: &Array<f64>) -> Array<f64> {
    column.at(s![.., new]) * row.at(s![new, ..])
}

/// A table after the elimination of the column of a pivot.
pub(crate) fn gauss(a: Array<f64>, k: i64) -> Array<f64> {
    let factors = a.at(s![k.., k - 1]) / a.at(s![k - 1, k - 1]);
    let row = a.at(s![k - 1, k - 1..]);
    let rest = a.at(s![k.., k - 1..]) - outer(&factors, &row);
    a.with(s![k.., k - 1..], rest)
}

/// Both factors of a table after the step of a pivot.
pub(crate) fn lu(l: Array<f64>, u: Array<f64>, k: i64) -> (Array<f64>, Array<f64>) {
    let factors = u.at(s![k.., k - 1]) / u.at(s![k - 1, k - 1]);
    let l = l.with(s![k.., k - 1], &factors);
    let rest = u.at(s![k.., k - 1..]) - outer(&factors, &u.at(s![k - 1, k - 1..]));
    (l, u.with(s![k.., k - 1..], rest))
}

/// Masses, places and speeds: an array for each coordinate.
pub(crate) struct Bodies {
    pub(crate) mass: Array<f64>,
    pub(crate) place: [Array<f64>; 3],
    pub(crate) speed: [Array<f64>; 3],
}

/// The time of a step.
pub(crate) const TIME: f64 = 0.01;

/// The accelerations of bodies by others; of the same ones if `is_same`, where none attracts itself.
pub(crate) fn accelerations(of: &Bodies, by: &Bodies, is_same: bool) -> [Array<f64>; 3] {
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

/// Moves bodies by their accelerations.
pub(crate) fn moved(bodies: &mut Bodies, by: [Array<f64>; 3]) -> Result<(), Error> {
    for ((place, speed), by) in bodies.place.iter_mut().zip(&mut bodies.speed).zip(by) {
        *speed = &*speed + by * TIME;
        *place = &*place + &*speed * TIME;
    }
    eval_all(bodies.speed.iter().chain(&bodies.place))
}
