//! The parameters of the network, and how they are learnt.

use common::random;

use crate::programs::{adam, backward, forward};
use crate::spirals::{ARMS, Points};

/// The coordinates of a point.
pub(crate) const INPUTS: usize = 2;

/// The parameters: the weights of the first layer and their constants, the gain and the shift of the
/// hidden values, the weights of the second layer and their constants, as the derivatives are.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    pub(crate) hidden: usize,
    pub(crate) arrays: [Vec<f64>; 6],
}

impl Parameters {
    /// Parameters before anything is learnt.
    pub(crate) fn new(hidden: usize, seed: u64) -> Self {
        let weights = |count: usize, inputs: usize, seed: u64| {
            let limit = (3.0 / inputs as f64).sqrt();
            let all = (0..count).map(|at| random::between(-limit, limit, seed, at));
            all.collect::<Vec<f64>>()
        };
        Self {
            hidden,
            arrays: [
                weights(INPUTS * hidden, INPUTS, seed),
                weights(hidden, INPUTS, seed + 1),
                vec![1.0; hidden],
                vec![0.0; hidden],
                weights(hidden * ARMS, hidden, seed + 2),
                vec![0.0; ARMS],
            ],
        }
    }

    /// Normalised hidden values, their scales, and the probabilities of classes.
    fn forward(&self, places: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let [w1, b1, gain, shift, w2, b2] = &self.arrays;
        let points = places.len() / INPUTS;
        forward(
            points,
            INPUTS,
            self.hidden,
            ARMS,
            places,
            w1,
            b1,
            gain,
            shift,
            w2,
            b2,
        )
    }

    /// The probability of each class for each of the places.
    pub(crate) fn probabilities(&self, places: &[f64]) -> Vec<f64> {
        self.forward(places).2
    }

    /// The mean surprise at the classes of points, and its derivatives.
    pub(crate) fn derivatives(&self, points: &Points) -> (f64, [Vec<f64>; 6]) {
        let (normal, scale, p) = self.forward(&points.places);
        let [_, _, gain, shift, w2, _] = &self.arrays;
        let (loss, dw1, db1, dgain, dshift, dw2, db2) = backward(
            points.classes.len(),
            INPUTS,
            self.hidden,
            ARMS,
            &points.places,
            &points.classes,
            gain,
            shift,
            w2,
            &normal,
            &scale,
            &p,
        );
        (loss, [dw1, db1, dgain, dshift, dw2, db2])
    }

    /// The share of points whose class is the most probable one.
    pub(crate) fn right(&self, points: &Points) -> f64 {
        let probabilities = self.probabilities(&points.places);
        let rows = probabilities.chunks_exact(ARMS).zip(&points.classes);
        let right = rows.filter(|(row, class)| row.iter().all(|p| *p <= row[**class]));
        right.count() as f64 / points.classes.len() as f64
    }
}

/// Parameters with the moments of their derivatives.
pub(crate) struct Learner {
    pub(crate) parameters: Parameters,
    first: [Vec<f64>; 6],
    second: [Vec<f64>; 6],
    steps: i32,
}

impl Learner {
    pub(crate) fn new(parameters: Parameters) -> Self {
        let zeros = || parameters.arrays.each_ref().map(|all| vec![0.0; all.len()]);
        Self {
            first: zeros(),
            second: zeros(),
            steps: 0,
            parameters,
        }
    }

    /// Takes a step of Adam over all points. Returns the mean surprise before it.
    pub(crate) fn step(&mut self, rate: f64, points: &Points) -> f64 {
        self.steps += 1;
        let (loss, derivatives) = self.parameters.derivatives(points);
        let (fade1, fade2) = (
            1.0 - 0.9_f64.powi(self.steps),
            1.0 - 0.999_f64.powi(self.steps),
        );
        for (array, derivative) in derivatives.iter().enumerate() {
            adam(
                rate,
                fade1,
                fade2,
                derivative,
                &mut self.first[array],
                &mut self.second[array],
                &mut self.parameters.arrays[array],
            );
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_hand;
    use crate::spirals::spirals;

    #[test]
    fn probabilities_are_those_of_the_loops() {
        let (points, parameters) = (spirals(5, 0.1, 1), Parameters::new(7, 2));
        let found = parameters.probabilities(&points.places);
        let expected = by_hand::probabilities(&parameters, &points.places);
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn a_step_lessens_the_surprise() {
        let points = spirals(20, 0.05, 3);
        let mut learner = Learner::new(Parameters::new(8, 4));
        let first = learner.step(0.01, &points);
        (0..30).for_each(|_| _ = learner.step(0.01, &points));
        assert!(learner.step(0.01, &points) < first);
    }
}
