//! The plate in balance, by a formula: each wave of the border fades towards the opposite side.

use std::f64::consts::PI;

/// A wave on one side of the plate.
#[derive(Clone, Copy)]
enum Side {
    Top,
    Bottom,
    Left,
}

/// The waves of the border: where, how many halves, and how high.
const WAVES: [(Side, f64, f64); 3] = [
    (Side::Top, 1.0, 1.0),
    (Side::Bottom, 2.0, -0.8),
    (Side::Left, 3.0, 0.7),
];

/// The temperature of a place once nothing changes any more: the harmonic function with these
/// temperatures at the border.
pub(crate) fn temperature(side: usize, i: usize, j: usize) -> f64 {
    sum_of_waves(side, i, j, |halves| halves * PI)
}

/// The temperature where places are means of their neighbours, which a plate of finitely many comes to.
pub(crate) fn balance(side: usize, i: usize, j: usize) -> f64 {
    let step = 1.0 / (side - 1) as f64;
    sum_of_waves(side, i, j, |halves| {
        (2.0 - (halves * PI * step).cos()).acosh() / step
    })
}

/// The sum of all waves, each of which fades as quickly as `fading` says of its halves.
fn sum_of_waves(side: usize, i: usize, j: usize, fading: impl Fn(f64) -> f64) -> f64 {
    let of = |at: usize| at as f64 / (side - 1) as f64;
    let (y, x) = (of(i), of(j));
    let wave = |(border, halves, height): (Side, f64, f64)| {
        let (along, depth) = match border {
            Side::Top => (x, y),
            Side::Bottom => (x, 1.0 - y),
            Side::Left => (y, x),
        };
        let rate = fading(halves);
        height * (halves * PI * along).sin() * (rate * (1.0 - depth)).sinh() / rate.sinh()
    };
    WAVES.into_iter().map(wave).sum()
}

/// The plate at the beginning: its border, and 0 inside.
pub(crate) fn cold(side: usize) -> Vec<f64> {
    let border = |at: usize| at == 0 || at == side - 1;
    (0..side * side)
        .map(|at| match (at / side, at % side) {
            (i, j) if border(i) || border(j) => temperature(side, i, j),
            _ => 0.0,
        })
        .collect()
}
