//! Mountains that never were.

use crate::random;

/// The height of a place from about −0.1 to 1: ridges of ever smaller folds, each turned against the
/// one before; the smaller ones grow on the larger.
pub fn mountains(x: f64, y: f64, seed: u64) -> f64 {
    let (mut x, mut y) = (x, y);
    let (mut sum, mut weight, mut amplitude) = (0.0, 1.0, 0.44);
    for octave in 0..8 {
        let ridge = 1.0 - 1.5 * noise(x, y, seed + octave).abs();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mountains_have_no_cliffs() {
        let heights: Vec<f64> = (0..1000)
            .map(|step| mountains(f64::from(step) * 1e-3, 0.5, 1))
            .collect();
        assert!(heights.iter().all(|height| (-0.2..1.2).contains(height)));
        assert!(
            heights
                .windows(2)
                .all(|pair| (pair[0] - pair[1]).abs() < 0.1)
        );
    }
}
