//! Lets three drops fall into shallow water on a torus, and follows their waves around it.
//!
//! ```console
//! $ cargo run --release --example shallow_water [PICTURE.png]
//! ```

mod by_hand;
mod picture;
mod programs;
mod water;

use std::process::ExitCode;

use common::report::{self, interleaved, progress};
use common::text::grouped;
use water::{StandingWave, Water};

/// The rows and columns of the torus that is drawn.
pub(crate) const SIDE: usize = 240;

/// The steps between two parts of the picture, and the parts.
pub(crate) const STEPS: usize = 90;
pub(crate) const PARTS: usize = 6;

/// The time of a step divided by the width of a cell: waves in water of depth 1 cross a fifth of a
/// cell in a step.
const RATIO: f64 = 0.2;

/// The share of the filter that keeps odd and even steps together.
const FILTER: f64 = 0.001;

/// The cells of the torus that is timed.
const LARGE: usize = 1024 * 1024;

fn main() -> ExitCode {
    report::run("shallow_water", "waves in shallow water", |report| {
        report.plans(&common::plans!("programs.rs"));

        // Without optimisation it takes long.
        let parts = if cfg!(debug_assertions) { 2 } else { PARTS };
        let mut water = Water::at_rest((SIDE, SIDE), (RATIO, FILTER), drops);
        let (mass, energy) = (water.mass(), water.energy());
        let mut seen = vec![water.now.depth.clone()];
        let bar = progress((parts - 1) * STEPS, "flowing");
        for _ in 1..parts {
            for _ in 0..STEPS {
                water.step();
                bar.inc(1);
            }
            seen.push(water.now.depth.clone());
        }
        bar.finish_and_clear();
        report.result("cells", grouped(SIDE * SIDE));
        report.result("steps", grouped((parts - 1) * STEPS));
        let (made, gained) = (water.mass() / mass - 1.0, water.energy() / energy - 1.0);
        report.result("water made", format!("{made:.1e} of all"));
        report.result("energy gained", format!("{gained:.1e} of all"));
        report.check("no water is made or lost", made.abs() < 1e-12);
        report.check("nor more than a thousandth of energy", gained.abs() < 1e-3);
        report.check("a small wave stands as the formula says", stands());

        let side = report::size(LARGE).isqrt();
        let still = Water::at_rest((side, side), (RATIO, FILTER), drops);
        let mut versions = [still.clone(), still];
        let times = interleaved(9, 2, |version| match version {
            0 => versions[0].step(),
            _ => versions[1].step_by_hand(),
        });
        report.check(
            format!("loops make the same of {} cells", grouped(side * side)),
            versions[0] == versions[1],
        );
        report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
        report.picture(&picture::draw(&seen))
    })
}

/// Water of depth 1 with three drops.
fn drops(i: usize, j: usize) -> f64 {
    let drop = |(row, column, width, height): (f64, f64, f64, f64)| {
        let from = (i as f64 - row).powi(2) + (j as f64 - column).powi(2);
        height * (-from / (width * width)).exp()
    };
    let all = [
        (70.0, 60.0, 12.0, 0.35),
        (150.0, 170.0, 9.0, 0.3),
        (190.0, 60.0, 6.0, 0.25),
    ];
    1.0 + all.into_iter().map(drop).sum::<f64>()
}

/// Returns true if a small standing wave is where the scheme's own solution has it.
fn stands() -> bool {
    let wave = StandingWave {
        columns: 64,
        ratio: RATIO,
        height: 1e-7,
    };
    let mut water = wave.after(0);
    (0..500).for_each(|_| water.step());
    let expected = wave.after(500);
    let pairs = water.now.depth.iter().zip(&expected.now.depth);
    let farthest = pairs.map(|(found, wanted)| (found - wanted).abs());
    farthest.fold(0.0, f64::max) < 1e-4 * wave.height
}
