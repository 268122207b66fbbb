//! Mountains and lakes that never were.

use common::random;

/// How wide a cell is, in metres.
pub(crate) const CELL: f32 = 30.0;

/// How high the mountains are at most, about, in metres.
pub(crate) const TOP: f32 = 2400.0;

/// The height of the lakes.
pub(crate) const LAKES: f32 = 420.0;

const SEED: u64 = 15;

/// How many cells there are in a row.
pub(crate) fn side(radius: usize) -> usize {
    2 * radius + 1
}

/// How many cells there are.
pub(crate) fn cell_count(radius: usize) -> usize {
    side(radius) * side(radius)
}

/// The height of a cell in metres.
pub(crate) fn height(cell: usize, radius: usize) -> f32 {
    let side = side(radius);
    let of = |at: usize| at as f64 / side as f64;
    let (x, y) = (of(cell % side), of(cell / side));
    // A summit in the middle, from which there is something to see.
    let (dx, dy) = (x - 0.5, y - 0.5);
    let summit = 0.3 * (-(dx * dx + dy * dy) / 0.004).exp();
    let height = TOP * (mountains(x, y) + summit) as f32;
    height.max(LAKES)
}

/// Ridges of ever smaller folds; the smaller ones grow on the larger.
fn mountains(x: f64, y: f64) -> f64 {
    let (mut sum, mut weight, mut scale, mut amplitude) = (0.0, 1.0, 3.0, 0.5);
    for octave in 0..7 {
        let ridge = 1.0 - (2.0 * noise(scale * x, scale * y, SEED + octave) - 1.0).abs();
        let fold = ridge * ridge * weight;
        sum += amplitude * fold;
        weight = (1.6 * fold).min(1.0);
        scale *= 2.03;
        amplitude *= 0.5;
    }
    sum
}

/// Random numbers at whole points, smooth in between.
fn noise(x: f64, y: f64, seed: u64) -> f64 {
    let (column, row) = (x.floor(), y.floor());
    let corner = |dx: u64, dy: u64| {
        let position = ((row as u64 + dy) << 32) + column as u64 + dx;
        random::unit(seed, position as usize)
    };
    let (u, v) = (smooth(x - column), smooth(y - row));
    let mix = |a: f64, b: f64, share: f64| a + (b - a) * share;
    mix(
        mix(corner(0, 0), corner(1, 0), u),
        mix(corner(0, 1), corner(1, 1), u),
        v,
    )
}

/// From 0 to 1 without an edge.
fn smooth(t: f64) -> f64 {
    t * t * t * (t * (6.0 * t - 15.0) + 10.0)
}
