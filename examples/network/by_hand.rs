//! The network by plain loops, to compare with.

use crate::network::{INPUTS, Parameters};
use crate::spirals::{ARMS, Points};

/// The probability of each class for each of the places.
pub(crate) fn probabilities(parameters: &Parameters, places: &[f64]) -> Vec<f64> {
    let hidden = parameters.hidden;
    let [w1, b1, gain, shift, w2, b2] = &parameters.arrays;
    let mut all = Vec::with_capacity(places.len() / INPUTS * ARMS);
    let mut z = vec![0.0; hidden];
    for place in places.chunks_exact(INPUTS) {
        z.copy_from_slice(b1);
        for (x, weights) in place.iter().zip(w1.chunks_exact(hidden)) {
            for (z, w) in z.iter_mut().zip(weights) {
                *z += x * w;
            }
        }
        let mean = z.iter().sum::<f64>() / hidden as f64;
        let variance = z.iter().map(|z| (z - mean) * (z - mean)).sum::<f64>() / hidden as f64;
        let scale = 1.0 / (variance + 1e-5).sqrt();
        let mut y = [0.0; ARMS];
        y.copy_from_slice(b2);
        for h in 0..hidden {
            let active = (gain[h] * (z[h] - mean) * scale + shift[h]).max(0.0);
            for c in 0..ARMS {
                y[c] += active * w2[h * ARMS + c];
            }
        }
        let top = y.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let e = y.map(|y| (y - top).exp());
        let total: f64 = e.iter().sum();
        all.extend(e.map(|e| e / total));
    }
    all
}

/// The mean surprise at the classes of points.
pub(crate) fn loss(parameters: &Parameters, points: &Points) -> f64 {
    let probabilities = probabilities(parameters, &points.places);
    let rows = probabilities.chunks_exact(ARMS).zip(&points.classes);
    rows.map(|(row, class)| -row[*class].ln()).sum::<f64>() / points.classes.len() as f64
}
