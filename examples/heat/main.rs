//! Warms a plate from its border until nothing changes any more.
//!
//! ```console
//! $ cargo run --release --example heat [PICTURE.png]
//! ```

mod by_hand;
mod harmonic;
mod picture;
mod programs;

use std::process::ExitCode;

use common::report::{self, interleaved, progress};
use common::text::grouped;
use programs::relax;

/// The places in a row and in a column: fewer without optimisation.
const SIDE: usize = if cfg!(debug_assertions) { 33 } else { 129 };

/// The plate that is timed.
const LARGE: usize = 2048 * 2048;

/// A change below that is none. The plate is 1 / (1 − cos(π / 128)) times as far from its balance.
const LITTLE: f64 = 1e-9;

fn main() -> ExitCode {
    report::run("heat", "the heat in a plate", |report| {
        report.plans(&common::plans!("programs.rs"));

        let (plate, changes) = settled(SIDE);
        let far = |wanted: fn(usize, usize, usize) -> f64| farthest(SIDE, &plate, wanted);
        let (from_balance, from_formula) = (far(harmonic::balance), far(harmonic::temperature));
        report.result("places", grouped(plate.len()));
        report.result("steps", grouped(changes.len()));
        report.result("from the formula", format!("{from_formula:.1e} at most"));
        report.check(
            "the plate is that which is in balance",
            from_balance < 1e4 * LITTLE,
        );
        // The formula is the limit of ever finer plates. Twice as many places in a row are four times
        // as near to it.
        let tolerance = 20.0 / (SIDE * SIDE) as f64;
        report.check("and near the harmonic function", from_formula < tolerance);

        let side = report::size(LARGE).isqrt();
        let mut fused = harmonic::cold(side);
        let mut expected = fused.clone();
        let times = interleaved(9, 2, |version| {
            match version {
                0 => relax(side, side, &mut fused),
                _ => by_hand::relax(side, side, &mut expected),
            };
        });
        report.check(
            format!("loops make the same of {} places", grouped(side * side)),
            fused == expected,
        );
        report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
        report.picture(&picture::draw(SIDE, &plate, &changes))
    })
}

/// The plate after all steps, and the largest change of each.
fn settled(side: usize) -> (Vec<f64>, Vec<f64>) {
    let mut plate = harmonic::cold(side);
    let mut changes = vec![1.0];
    // Tenths of the orders of magnitude that are left.
    let tenths = |change: f64| (-10.0 * change.log10()) as u64;
    let bar = progress(tenths(LITTLE) as usize, "warming");
    while changes[changes.len() - 1] > LITTLE {
        let change = relax(side, side, &mut plate);
        changes.push(change);
        bar.set_position(tenths(change));
    }
    bar.finish_and_clear();
    changes.remove(0);
    (plate, changes)
}

/// The largest distance of a plate from another one.
fn farthest(side: usize, plate: &[f64], wanted: fn(usize, usize, usize) -> f64) -> f64 {
    let distance = |(at, heat): (usize, &f64)| (heat - wanted(side, at / side, at % side)).abs();
    plate.iter().enumerate().map(distance).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plate_in_balance_stays() {
        let side = 20;
        let places = (0..side * side).map(|at| harmonic::balance(side, at / side, at % side));
        let mut plate: Vec<f64> = places.collect();
        assert!(relax(side, side, &mut plate) < 1e-15);
    }

    #[test]
    fn a_plate_comes_to_its_balance() {
        let (plate, changes) = settled(9);
        assert!(farthest(9, &plate, harmonic::balance) < 1e-7);
        assert!(changes.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn steps_are_those_of_the_loops() {
        let (h, w) = (7, 70);
        let mut fused: Vec<f64> = (0..h * w).map(|at| (at as f64).sin()).collect();
        let mut expected = fused.clone();
        for _ in 0..5 {
            let change = relax(h, w, &mut fused);
            assert_eq!(change, by_hand::relax(h, w, &mut expected));
            assert_eq!(fused, expected);
        }
    }
}
