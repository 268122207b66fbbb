//! Follows the heat in a rod that is spread over the processes of an MPI job.
//!
//! ```console
//! $ cargo run --release --features mpi --config 'target."cfg(unix)".runner = "mpirun -n 4"' --example heat_mpi
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
const RATE: f64 = 0.25;

/// The steps.
const STEPS: usize = 50;

/// The half waves of the rod at the beginning.
const HALVES: f64 = 6.0;

/// The places.
const PLACES: usize = 1 << 20;

fn main() -> ExitCode {
    on_all(|world| {
        let places = report::size(PLACES);
        let start = Array::from_fn(&world, places as u64, |at| wave(places, at));
        let start = start.expect("all processes have the same rod");
        let before = heat(&start);
        let (last, time) = timed(|| warmed(&start));
        let after = heat(&last.rod);
        let parts: Vec<_> = last.rod.parts().map(|part| part.end - part.start).collect();
        let (start, rod) = (start.gather(), last.rod.gather());
        if world.rank() > 0 {
            // The first process speaks for all: their results are the same.
            return ExitCode::SUCCESS;
        }
        let outcome = Outcome {
            rod,
            change: last.change,
            heat: [before, after],
            time,
        };
        show(&start, &outcome, &parts)
    })
}

/// The rod after a step, and its largest change.
struct Warmed {
    rod: Array<f64>,
    change: f64,
}

/// The rod after all steps.
fn warmed(start: &Array<f64>) -> Warmed {
    let (mut rod, mut change) = step(start, RATE);
    for _ in 1..STEPS {
        (rod, change) = step(&rod, RATE);
    }
    Warmed { rod, change }
}

/// The rod at the end, and what is known of it.
struct Outcome {
    rod: Vec<f64>,
    change: f64,
    /// Before and after.
    heat: [f64; 2],
    time: Duration,
}

fn show(start: &[f64], outcome: &Outcome, parts: &[u64]) -> ExitCode {
    let about = "the heat in a rod, over the processes of a job";
    report::run("heat_mpi", about, |report| {
        report.plans(&common::plans!("programs.rs"));
        let places = start.len();
        report.result("places", grouped(places));
        report.result("processes", format!("{}, of {parts:?} places", parts.len()));
        report.result(
            "largest change of the last step",
            format!("{:.3e}", outcome.change),
        );

        let (mut rod, mut change) = step_cpu(start, RATE);
        for _ in 1..STEPS {
            (rod, change) = step_cpu(&rod, RATE);
        }
        let heat = [heat_cpu(start), heat_cpu(&rod)];
        report.check(
            "one process comes to the same, to the last bit",
            same_bits(&rod, &outcome.rod)
                && same_bits(&[change], &[outcome.change])
                && same_bits(&heat, &outcome.heat),
        );
        let fading = 1.0 - 4.0 * RATE * (HALVES * PI / (2.0 * places as f64)).sin().powi(2);
        let wanted = fading.powi(STEPS as i32);
        let far = start.iter().zip(&outcome.rod);
        let far = far.map(|(a, b)| (a * wanted - b).abs());
        report.check(
            "the wave has faded as the formula says",
            far.fold(0.0, f64::max) < 1e-12,
        );
        report.times(&[("all steps", outcome.time)]);
        Ok(())
    })
}

/// The rod at the beginning: a wave that keeps its form.
fn wave(places: usize, at: u64) -> f64 {
    (HALVES * PI * (at as f64 + 0.5) / places as f64).cos()
}

fn same_bits(xs: &[f64], ys: &[f64]) -> bool {
    xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| x.to_bits() == y.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_processes_comes_to_the_same() {
        let places = 5000;
        let start: Vec<f64> = (0..places).map(|at| wave(places, at as u64)).collect();
        let (expected, change) = step_cpu(&start, RATE);
        for size in 1..=4 {
            let all = fusus::mpi::threads(size, |world| {
                let rod = Array::from_fn(&world, places as u64, |at| wave(places, at));
                let (rod, change) = step(&rod.unwrap(), RATE);
                (rod.gather(), change)
            });
            for (rod, own) in all {
                assert!(same_bits(&rod, &expected) && same_bits(&[own], &[change]));
            }
        }
    }
}
