//! Mountains and lakes that never were.

use common::random;

/// The width of a cell, in metres.
pub(crate) const CELL: f32 = 30.0;

/// The greatest height of the mountains, about, in metres.
pub(crate) const TOP: f32 = 2400.0;

/// The height of the lakes.
pub(crate) const LAKES: f32 = 420.0;

const SEED: u64 = 15;

/// The number of cells in a row.
pub(crate) fn side(radius: usize) -> usize {
    2 * radius + 1
}

/// The number of cells.
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
    let summit = 0.75 * (-dx.hypot(dy) / 0.035).exp();
    let height = TOP * (mountains(x, y) + summit) as f32;
    height.max(LAKES)
}

/// Ridges of ever smaller folds, each turned against the one before; the smaller ones grow on the
/// larger.
fn mountains(x: f64, y: f64) -> f64 {
    let (mut x, mut y) = (3.3 * x, 3.3 * y);
    let (mut sum, mut weight, mut amplitude) = (0.0, 1.0, 0.44);
    for octave in 0..8 {
        let ridge = 1.0 - 1.5 * noise(x, y, SEED + octave).abs();
        let fold = ridge * ridge * weight;
        sum += amplitude * fold;
        weight = (1.5 * fold).min(1.0);
        amplitude *= 0.5;
        (x, y) = (1.66 * x - 1.2 * y, 1.2 * x + 1.66 * y);
    }
    sum - 0.1
}

/// Perlin's noise: random slopes at whole points, smooth in between, from about −0.7 to 0.7.
fn noise(x: f64, y: f64, seed: u64) -> f64 {
    let (column, row) = (x.floor(), y.floor());
    let corner = |dx: f64, dy: f64| {
        // Whole numbers of any sign.
        let (column, row) = ((column + dx) as i32 as u32, (row + dy) as i32 as u32);
        let position = (u64::from(row) << 32) + u64::from(column);
        let (sin, cos) = (std::f64::consts::TAU * random::unit(seed, position as usize)).sin_cos();
        cos * (x - f64::from(column as i32)) + sin * (y - f64::from(row as i32))
    };
    let (u, v) = (smooth(x - column), smooth(y - row));
    let mix = |a: f64, b: f64, share: f64| a + (b - a) * share;
    mix(
        mix(corner(0.0, 0.0), corner(1.0, 0.0), u),
        mix(corner(0.0, 1.0), corner(1.0, 1.0), u),
        v,
    )
}

/// From 0 to 1 without an edge.
fn smooth(t: f64) -> f64 {
    t * t * t * (t * (6.0 * t - 15.0) + 10.0)
}
