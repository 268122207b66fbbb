//! Shallow water in a basin whose sides reflect: two half steps of Lax and Wendroff.

use fusus_lazy::{Array, Error, eval_all, s};

pub(crate) const GRAVITY: f64 = 9.8;
pub(crate) const STEP: f64 = 0.02;

/// The flow of momentum along its own direction.
fn along(u: &Array<f64>, h: &Array<f64>) -> Array<f64> {
    u * u / h + GRAVITY / 2.0 * (h * h)
}

/// Sets the sides of a field to the elements beside them, each times a sign.
fn sides(field: Array<f64>, rows: f64, columns: f64) -> Array<f64> {
    let field = field.with(s![.., 0], field.at(s![.., 1]) * columns);
    let field = field.with(s![.., -1], field.at(s![.., -2]) * columns);
    let field = field.with(s![0, ..], field.at(s![1, ..]) * rows);
    field.with(s![-1, ..], field.at(s![-2, ..]) * rows)
}

/// The fields at half a step, between the rows.
fn between_rows(field: &Array<f64>, flow: &Array<f64>) -> Array<f64> {
    let (below, above) = (s![1.., 1..-1], s![..-1, 1..-1]);
    let mean = (field.at(below.clone()) + field.at(above.clone())) / 2.0;
    mean - STEP / 2.0 * (flow.at(below) - flow.at(above))
}

/// The fields at half a step, between the columns.
fn between_columns(field: &Array<f64>, flow: &Array<f64>) -> Array<f64> {
    let (right, left) = (s![1..-1, 1..], s![1..-1, ..-1]);
    let mean = (field.at(right.clone()) + field.at(left.clone())) / 2.0;
    mean - STEP / 2.0 * (flow.at(right) - flow.at(left))
}

/// A field after the step, by its flows along rows and columns.
fn whole(field: &Array<f64>, rows: &Array<f64>, columns: &Array<f64>) -> Array<f64> {
    let change = STEP * (rows.at(s![1.., ..]) - rows.at(s![..-1, ..]))
        + STEP * (columns.at(s![.., 1..]) - columns.at(s![.., ..-1]));
    field.with(s![1..-1, 1..-1], field.at(s![1..-1, 1..-1]) - change)
}

/// The height and the momenta after a step. The fields are given up, so that they are updated in place.
pub(crate) fn step(fields: [Array<f64>; 3]) -> Result<[Array<f64>; 3], Error> {
    let new = moved(fields);
    eval_all(&new)?;
    Ok(new)
}

fn moved([h, u, v]: [Array<f64>; 3]) -> [Array<f64>; 3] {
    let (h, u, v) = (sides(h, 1.0, 1.0), sides(u, -1.0, 1.0), sides(v, 1.0, -1.0));
    let across = &u * &v / &h;
    let (hx, hy) = (between_rows(&h, &u), between_columns(&h, &v));
    let (ux, uy) = (
        between_rows(&u, &along(&u, &h)),
        between_columns(&u, &across),
    );
    let (vx, vy) = (
        between_rows(&v, &across),
        between_columns(&v, &along(&v, &h)),
    );
    let new_h = whole(&h, &ux, &vy);
    let new_u = whole(&u, &along(&ux, &hx), &(&uy * &vy / &hy));
    let new_v = whole(&v, &(&ux * &vx / &hx), &along(&vy, &hy));
    [new_h, new_u, new_v]
}
