//! Computes how late 200,000 flights were, on the processes of an MPI job, each of which keeps
//! its part of the file.
//!
//! ```console
//! $ cargo run --release --features mpi --config 'target."cfg(unix)".runner = "mpirun -n 2"' --example flights_mpi
//! $ cargo run --release --features mpi-threads --example flights_mpi   # without MPI: threads are processes
//! ```

#[path = "../heat_mpi/processes.rs"]
mod processes;
mod programs;
#[path = "../flights/tally.rs"]
mod tally;

use std::io;
use std::process::ExitCode;

use common::flights::{self, Flights};
use common::report::{self, timed};
use common::text::grouped;
use fusus::mpi::{Array, Communicator};
use processes::on_all;
use programs::{histograms, histograms_cpu, overall, overall_cpu};
use tally::LATE;

fn main() -> ExitCode {
    on_all(|world| {
        let delays = read(&world, |flights| flights.delays);
        let minutes = read(&world, |flights| flights.minutes);
        let (all, overall_time) = timed(|| overall(&delays));
        let ((counts, hours), histograms_time) = timed(|| histograms(&delays, &minutes));
        let (counts, hours) = (counts.gather(), hours.gather());
        if world.rank() > 0 {
            // The first process speaks for all: their results are the same.
            return ExitCode::SUCCESS;
        }
        let about = "how late 200,000 flights were, over the processes of a job";
        report::run("flights_mpi", about, |report| {
            report.plans(&common::plans!("programs.rs"));
            let (count, sum, _, least, most, late) = all;
            let mean = sum as f64 / count as f64;
            report.result("processes", world.size());
            report.result("flights", grouped(count));
            report.result("mean delay", format!("{mean:.2} min"));
            report.result("delays", format!("{least} min to {most} min"));
            report.result("late", format!("{} by {LATE} min and more", grouped(late)));
            // Few flights leave at night, and their mean says little.
            let worst = (hours.iter().enumerate())
                .filter(|(_, tally)| tally.flights >= 1000)
                .max_by(|(_, a), (_, b)| a.mean().total_cmp(&b.mean()));
            if let Some((hour, tally)) = worst {
                let (mean, share) = (tally.mean(), tally.late_share());
                let words = format!("{hour}:00 to {hour}:59, {mean:.2} min, {share:.1} % late");
                report.result("latest hour", words);
            }

            let flights = flights::all()?;
            report.check(
                "one process comes to the same",
                all == overall_cpu(&flights.delays)
                    && (counts, hours) == histograms_cpu(&flights.delays, &flights.minutes),
            );
            report.times(&[("overall", overall_time), ("histograms", histograms_time)]);
            Ok(())
        })
    })
}

/// A column of the flights, of which each process keeps its part.
fn read<T: fusus::mpi::Element>(world: &Communicator, column: fn(Flights) -> Vec<T>) -> Array<T> {
    let array = Array::read_with(world, flights::COUNT as u64, |part| {
        let flights = flights::all().map_err(io::Error::other)?;
        Ok(column(flights)[part.start as usize..part.end as usize].to_vec())
    });
    array.expect("all processes read the file")
}
