//! Follows the heat in a plate that is spread over the processes of an MPI job.
//!
//! ```console
//! $ cargo run --release --features mpi --config 'target."cfg(unix)".runner = "mpirun -n 2"' --example heat_mpi
//! $ cargo run --release --features mpi-threads --example heat_mpi   # without MPI: threads are processes
//! ```

mod processes;
mod programs;

use std::f64::consts::PI;
use std::process::ExitCode;
use std::time::Duration;

use common::report::{self, timed};
use common::text::grouped;
use fusus::mpi::Array;
use processes::on_all;
use programs::{heat, heat_cpu, step, step_cpu};

/// The part of the difference between neighbours that flows in a step.
const RATE: f64 = 0.2;

/// The steps.
const STEPS: usize = 50;

/// The half waves of the plate at the beginning, along each axis.
const HALVES: [f64; 2] = [6.0, 4.0];

/// The places.
const PLACES: usize = 1 << 20;

fn main() -> ExitCode {
    on_all(|world| {
        let side = report::size(PLACES).isqrt();
        let start = Array::from_fn(&world, (side * side) as u64, |at| wave(side, at));
        let start = start.expect("all processes have the same plate");
        let before = heat(&start);
        let (last, time) = timed(|| warmed(side, &start));
        let after = heat(&last.plate);
        let parts: Vec<_> = last
            .plate
            .parts()
            .map(|part| part.end - part.start)
            .collect();
        let (start, plate) = (start.gather(), last.plate.gather());
        if world.rank() > 0 {
            // The first process speaks for all: their results are the same.
            return ExitCode::SUCCESS;
        }
        let outcome = Outcome {
            plate,
            change: last.change,
            heat: [before, after],
            time,
        };
        show(side, &start, &outcome, &parts)
    })
}

/// The plate after a step, and its largest change.
struct Warmed {
    plate: Array<f64>,
    change: f64,
}

/// The plate after all steps.
fn warmed(side: usize, start: &Array<f64>) -> Warmed {
    let (mut plate, mut change) = step(side, side, start, RATE);
    for _ in 1..STEPS {
        (plate, change) = step(side, side, &plate, RATE);
    }
    Warmed { plate, change }
}

/// The plate at the end, and what is known of it.
struct Outcome {
    plate: Vec<f64>,
    change: f64,
    /// Before and after.
    heat: [f64; 2],
    time: Duration,
}

fn show(side: usize, start: &[f64], outcome: &Outcome, parts: &[u64]) -> ExitCode {
    let about = "the heat in a plate, over the processes of a job";
    report::run("heat_mpi", about, |report| {
        report.plans(&common::plans!("programs.rs"));
        report.result("places", grouped(start.len()));
        report.result("processes", format!("{}, of {parts:?} places", parts.len()));
        report.result(
            "largest change of the last step",
            format!("{:.3e}", outcome.change),
        );

        let (mut plate, mut change) = step_cpu(side, side, start, RATE);
        for _ in 1..STEPS {
            (plate, change) = step_cpu(side, side, &plate, RATE);
        }
        let heat = [heat_cpu(start), heat_cpu(&plate)];
        report.check(
            "one process comes to the same, to the last bit",
            same_bits(&plate, &outcome.plate)
                && same_bits(&[change], &[outcome.change])
                && same_bits(&heat, &outcome.heat),
        );
        let fading = HALVES.map(|halves| (halves * PI / (2.0 * side as f64)).sin().powi(2));
        let fading = 1.0 - 4.0 * RATE * (fading[0] + fading[1]);
        let wanted = fading.powi(STEPS as i32);
        let far = start.iter().zip(&outcome.plate);
        let far = far.map(|(a, b)| (a * wanted - b).abs());
        report.check(
            "the wave has faded as the formula says",
            far.fold(0.0, f64::max) < 1e-12,
        );
        report.times(&[("all steps", outcome.time)]);
        Ok(())
    })
}

/// The plate at the beginning: a wave along each axis, which keep their form.
fn wave(side: usize, at: u64) -> f64 {
    let at = at as usize;
    let along =
        |halves: f64, place: usize| (halves * PI * (place as f64 + 0.5) / side as f64).cos();
    along(HALVES[0], at / side) * along(HALVES[1], at % side)
}

fn same_bits(xs: &[f64], ys: &[f64]) -> bool {
    xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| x.to_bits() == y.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_processes_comes_to_the_same() {
        let side = 70;
        let places = side * side;
        let start: Vec<f64> = (0..places).map(|at| wave(side, at as u64)).collect();
        let (expected, change) = step_cpu(side, side, &start, RATE);
        for size in 1..=4 {
            let all = fusus::mpi::threads(size, |world| {
                let plate = Array::from_fn(&world, places as u64, |at| wave(side, at));
                let (plate, change) = step(side, side, &plate.unwrap(), RATE);
                (plate.gather(), change)
            });
            for (plate, own) in all {
                assert!(same_bits(&plate, &expected) && same_bits(&[own], &[change]));
            }
        }
    }
}
