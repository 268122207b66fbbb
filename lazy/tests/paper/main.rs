//! The programs of the paper on fusion at run time (Kristensen, Lund, Blum, Avery: *Fusion of
//! Parallel Array Operations*), on arrays that are built at run time, checked against independent
//! loops at sizes for a test.
//!
//! *Water-Ice* is known by the places that its operations read and write, and not by its formulas: see
//! there.

mod dense;
mod elements;
mod lattice;
mod programs;
mod shallow_water;
mod stencils;
mod water_ice;

use fusus_lazy::Array;
use fusus_rng::Rng;

/// Random numbers between 0 and 1.
fn random(seed: u64, len: usize) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    (0..len).map(|_| rng.float()).collect()
}

/// A square table of a vector.
fn square(side: usize, elements: &[f64]) -> Array<f64> {
    Array::from_shape([side, side], elements.to_vec())
}

/// Checks that numbers are equal but for the order of sums.
#[track_caller]
fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let bound = 1e-10 * expected.abs().max(1.0);
        assert!(
            (found - expected).abs() <= bound,
            "{index}: {found}, not {expected}"
        );
    }
}
