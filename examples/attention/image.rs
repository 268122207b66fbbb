//! A landscape with noise, and the patches around its pixels.

use common::{random, relief};

/// The radius of a patch.
const RADIUS: usize = 3;

/// The numbers of a query or a key: the pixels of a patch, and one more.
pub(crate) const WIDTH: usize = (2 * RADIUS + 1) * (2 * RADIUS + 1) + 1;

/// The standard deviation of the noise.
pub(crate) const NOISE: f64 = 0.08;

/// A landscape without noise, from 0 to 1.
pub(crate) fn landscape(side: usize) -> Vec<f32> {
    let height = |at: usize| {
        let (y, x) = (at / side, at % side);
        let height = relief::mountains(
            x as f64 * 2.0 / side as f64,
            y as f64 * 2.0 / side as f64,
            11,
        );
        height.clamp(0.0, 1.0) as f32
    };
    (0..side * side).map(height).collect()
}

/// Adds noise of a normal distribution.
pub(crate) fn noisy(pixels: &[f32]) -> Vec<f32> {
    let pixels = pixels.iter().enumerate();
    let noise = |position: usize| {
        let (u, angle) = (
            random::unit(5, 2 * position),
            random::unit(5, 2 * position + 1),
        );
        (-2.0 * (1.0 - u).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    };
    pixels
        .map(|(position, pixel)| pixel + (NOISE * noise(position)) as f32)
        .collect()
}

/// The queries and keys of all pixels. The product of a query and a key is the similarity of two
/// patches, `−‖p − r‖² / h²`, but for a number that all keys of a query have in common: that is
/// `(2 p·r − ‖r‖²) / h²`.
pub(crate) fn queries_and_keys(side: usize, pixels: &[f32]) -> (Vec<f32>, Vec<f32>) {
    // Patches differ by their noise alone by 2 σ² a pixel.
    let scale = 1.0 / (0.6 * (WIDTH - 1) as f64 * NOISE * NOISE) as f32;
    let (mut queries, mut keys) = (Vec::new(), Vec::new());
    for at in 0..side * side {
        let patch = patch(side, pixels, at / side, at % side);
        let square: f32 = patch.iter().map(|pixel| pixel * pixel).sum();
        queries.extend(patch.iter().map(|pixel| 2.0 * scale * pixel));
        queries.push(-scale);
        keys.extend(&patch);
        keys.push(square);
    }
    (queries, keys)
}

/// The pixels around a place; outside is the nearest one inside.
fn patch(side: usize, pixels: &[f32], row: usize, column: usize) -> Vec<f32> {
    let near = |at: usize, offset: usize| (at + offset).saturating_sub(RADIUS).min(side - 1);
    let offsets = (0..=2 * RADIUS).flat_map(|y| (0..=2 * RADIUS).map(move |x| (y, x)));
    offsets
        .map(|(y, x)| pixels[near(row, y) * side + near(column, x)])
        .collect()
}

/// The root of the mean square of the differences of two images.
pub(crate) fn distance(a: &[f32], b: &[f32]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| f64::from(a - b).powi(2));
    (squares.sum::<f64>() / a.len() as f64).sqrt()
}
