//! A landscape in the light, and its edges.

use fusus::cnf;

use crate::land::{height, light};

/// The slope from which on there is an edge.
pub(crate) const STEEP: f32 = 0.6;

cnf! {
    /// A landscape of `h` by `w` places, as bright as each faces the light.
    pub(crate) fn landscape(h: usize, w: usize) -> Vec<f32> {
        let p = pad(edge, generate([h, w], |i, j| height(i, j)));
        generate(|i, j| light(p[[i, j + 1]] - p[[i, j - 1]], p[[i + 1, j]] - p[[i - 1, j]]))
    }

    /// The picture without its small details, and where it is steep: the edges of what is left.
    pub(crate) fn edges(h: usize, w: usize, picture: &[f32]) -> (Vec<f32>, Vec<bool>) {
        let p = pad(edge, reshape(picture, [h, w]));
        let across = generate(|i, j| {
            0.0625 * (p[[i, j - 2]] + p[[i, j + 2]])
                + 0.25 * (p[[i, j - 1]] + p[[i, j + 1]]) + 0.375 * p[[i, j]]
        });
        let q = pad(edge, across);
        let smooth = generate(|i, j| {
            0.0625 * (q[[i - 2, j]] + q[[i + 2, j]])
                + 0.25 * (q[[i - 1, j]] + q[[i + 1, j]]) + 0.375 * q[[i, j]]
        });
        let s = pad(edge, smooth);
        let slope = generate(|i, j| {
            let left  = s[[i - 1, j - 1]] + 2.0 * s[[i, j - 1]] + s[[i + 1, j - 1]];
            let right = s[[i - 1, j + 1]] + 2.0 * s[[i, j + 1]] + s[[i + 1, j + 1]];
            let above = s[[i - 1, j - 1]] + 2.0 * s[[i - 1, j]] + s[[i - 1, j + 1]];
            let below = s[[i + 1, j - 1]] + 2.0 * s[[i + 1, j]] + s[[i + 1, j + 1]];
            ((right - left) * (right - left) + (below - above) * (below - above)).sqrt()
        });
        (smooth, map(|slope| slope > STEEP, slope))
    }
}
