//! Points on three arms of a spiral, with the arm of each as its class.

use std::f64::consts::TAU;

use common::random;

pub(crate) const ARMS: usize = 3;

/// Points, and their classes.
pub(crate) struct Points {
    /// Two coordinates for each point, between -1 and 1.
    pub(crate) places: Vec<f64>,
    pub(crate) classes: Vec<usize>,
}

/// So many points on each arm, up to `noise` beside it.
pub(crate) fn spirals(of_each: usize, noise: f64, seed: u64) -> Points {
    let (mut places, mut classes) = (Vec::new(), Vec::new());
    for at in 0..ARMS * of_each {
        let (arm, number) = (at / of_each, at % of_each);
        let far = 0.1 + 0.85 * number as f64 / of_each as f64;
        let aside = random::between(-noise, noise, seed, at);
        let angle = TAU * (arm as f64 / ARMS as f64 + 0.75 * far) + aside / far;
        places.extend([far * angle.cos(), far * angle.sin()]);
        classes.push(arm);
    }
    Points { places, classes }
}
