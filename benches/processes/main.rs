//! Two processes of one thread each against one process of two threads, and what messages take.
//!
//! ```console
//! $ cargo bench -p fusus-benches --features mpi --bench processes -- [ROUNDS]
//! ```
//!
//! The benchmark starts itself under `mpirun`, in turns with two processes and with one, and prints the
//! medians of all rounds. A model of a latency and a bandwidth, which are measured first, says what
//! more processes would take.

mod model;
mod programs;

use fusus::mpi::{Array, Communicator, Universe};
use std::collections::BTreeMap;
use std::env;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

/// Set in the processes of a job, to the number of runs of each program.
const IN_JOB: &str = "FUSUS_BENCH_RUNS";

/// The side of the plate, and the elements of the other arrays.
pub(crate) const SIDE: usize = 2048;
pub(crate) const LEN: usize = SIDE * SIDE;

/// The side of the matrices.
pub(crate) const ORDER: usize = 384;

/// The bytes of the long message.
pub(crate) const LONG: usize = 8 << 20;

fn main() {
    match env::var(IN_JOB) {
        Ok(runs) => on_process(runs.parse().expect("a number of runs")),
        Err(_) => race(),
    }
}

/// Takes turns between jobs, and prints what they take.
fn race() {
    let mut rounds = env::args().filter_map(|argument| argument.parse().ok());
    let rounds: usize = rounds.next_back().unwrap_or(5);
    let mut times: BTreeMap<(String, usize), Vec<f64>> = BTreeMap::new();
    for _ in 0..rounds {
        for processes in [2, 1] {
            for (name, seconds) in job(processes) {
                times.entry((name, processes)).or_default().push(seconds);
            }
        }
    }
    let median = |name: &str, processes: usize| {
        let mut times = times.get(&(name.to_owned(), processes))?.clone();
        times.sort_by(f64::total_cmp);
        Some(times[times.len() / 2])
    };
    model::print(&median);
}

/// The times of a job of so many processes, which have two threads together.
fn job(processes: usize) -> Vec<(String, f64)> {
    let mut mpirun = Command::new("mpirun");
    mpirun
        .args(["--bind-to", "none", "-n", &processes.to_string()])
        .arg(env::current_exe().expect("the benchmark has a path"))
        .env(IN_JOB, "9")
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .env("RAYON_NUM_THREADS", (2 / processes).to_string());
    let output = mpirun.output().expect("mpirun starts");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines
        .filter_map(|(name, seconds)| Some((name.to_owned(), seconds.parse().ok()?)))
        .collect()
}

/// Runs everything on a process of a job; the first one prints the times.
fn on_process(runs: usize) {
    let universe = Universe::new().expect("MPI starts once");
    universe.run(|world| {
        let wave = |i: u64| ((i * 7919 % 1009) as f64).sin();
        let xs = Array::from_fn(&world, LEN as u64, wave).expect("one length");
        let ys = Array::from_fn(&world, LEN as u64, |i| wave(i + 5)).expect("one length");
        let order = (ORDER * ORDER) as u64;
        let a = Array::from_fn(&world, order, wave).expect("one length");
        let b = Array::from_fn(&world, order, |i| wave(i + 7)).expect("one length");
        let timed = Timed {
            world: &world,
            runs,
        };
        timed.print("heat", || programs::heat(SIDE, SIDE, &xs));
        timed.print("scaled_sum", || programs::scaled_sum(&xs, &ys));
        timed.print("square", || programs::square(&xs));
        timed.print("running", || programs::running(&xs));
        timed.print("positive", || programs::positive(&xs));
        timed.print("product", || programs::product(ORDER, &a, &b));
        timed.print("latency", || world.all_gather(&[1u8]));
        let (long, none) = (vec![1u8; LONG], []);
        let other = 1 - world.rank().min(1);
        let lists = (0..world.size()).map(|rank| match rank == other && world.size() > 1 {
            true => &long[..],
            false => &none[..],
        });
        let lists: Vec<&[u8]> = lists.collect();
        timed.print("long", || world.exchange(lists.clone()));
        if world.size() == 1 {
            let (xs, ys, a, b) = (xs.local(), ys.local(), a.local(), b.local());
            timed.print("heat_cpu", || programs::heat_cpu(SIDE, SIDE, xs));
            timed.print("scaled_sum_cpu", || programs::scaled_sum_cpu(xs, ys));
            timed.print("square_cpu", || programs::square_cpu(xs));
            timed.print("running_cpu", || programs::running_cpu(xs));
            timed.print("positive_cpu", || programs::positive_cpu(xs));
            timed.print("product_cpu", || programs::product_cpu(ORDER, a, b));
        }
    });
}

struct Timed<'w> {
    world: &'w Communicator,
    runs: usize,
}

impl Timed<'_> {
    /// Prints the median time of a run, from when all processes begin until the last one is done.
    fn print<R>(&self, name: &str, run: impl Fn() -> R) {
        let mut times = Vec::new();
        for _ in 0..self.runs + 2 {
            self.world.all_gather(&[0u8]);
            let start = Instant::now();
            black_box(run());
            let all = self.world.all_gather(&[start.elapsed().as_secs_f64()]);
            times.push(all.concat().into_iter().fold(0.0, f64::max));
        }
        let mut times = times.split_off(2);
        times.sort_by(f64::total_cmp);
        if self.world.rank() == 0 {
            println!("{name} {}", times[times.len() / 2]);
        }
    }
}
