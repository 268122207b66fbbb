//! Two processes of one thread each against one process of two threads and of one, and what messages
//! take.
//!
//! ```console
//! $ cargo bench -p fusus-benches --features mpi --bench processes -- [ROUNDS]
//! ```
//!
//! The benchmark starts itself under `mpirun`, in turns as each of four jobs, and prints the medians of
//! all rounds. A model of a latency and a bandwidth, which are measured as well, says what more
//! processes would take.

mod model;
mod programs;

use fusus::mpi::{Array, Communicator, Universe};
use std::collections::BTreeMap;
use std::env;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

/// Set in the processes of a job, to the rows that they have.
const IN_JOB: &str = "FUSUS_BENCH_ROWS";

/// The runs of each program in a job.
const RUNS: usize = 9;

/// A job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Job {
    processes: usize,
    /// Of each process.
    threads: usize,
    /// The rows of the plate.
    rows: usize,
}

/// Two processes of one thread.
pub(crate) const TWO: Job = Job {
    processes: 2,
    threads: 1,
    rows: SIDE,
};

/// One process of two threads.
pub(crate) const ONE: Job = Job {
    processes: 1,
    threads: 2,
    rows: SIDE,
};

/// One process of one thread.
pub(crate) const ALONE: Job = Job {
    processes: 1,
    threads: 1,
    rows: SIDE,
};

/// One process of one thread, with as much as each of the two has.
pub(crate) const HALF: Job = Job {
    processes: 1,
    threads: 1,
    rows: SIDE / 2,
};

/// The side of the plate, and the elements of the other arrays.
pub(crate) const SIDE: usize = 2048;
pub(crate) const LEN: usize = SIDE * SIDE;

/// The side of the matrices.
pub(crate) const ORDER: usize = 384;

/// The bytes of the long message.
pub(crate) const LONG: usize = 8 << 20;

fn main() {
    match env::var(IN_JOB) {
        Ok(rows) => on_process(rows.parse().expect("a number of rows")),
        Err(_) => race(),
    }
}

/// Takes turns between jobs, and prints what they take.
fn race() {
    let mut rounds = env::args().filter_map(|argument| argument.parse().ok());
    let rounds: usize = rounds.next_back().unwrap_or(5);
    let mut times: BTreeMap<(String, Job), Vec<f64>> = BTreeMap::new();
    for _ in 0..rounds {
        for job in [TWO, ONE, ALONE, HALF] {
            for (name, seconds) in job.run() {
                times.entry((name, job)).or_default().push(seconds);
            }
        }
    }
    let median = |name: &str, job: Job| {
        let mut times = times.get(&(name.to_owned(), job))?.clone();
        times.sort_by(f64::total_cmp);
        Some(times[times.len() / 2])
    };
    model::print(&median);
}

impl Job {
    /// The times of its programs.
    fn run(self) -> Vec<(String, f64)> {
        let mut mpirun = Command::new("mpirun");
        mpirun
            .args(["--bind-to", "none", "-n", &self.processes.to_string()])
            .arg(env::current_exe().expect("the benchmark has a path"))
            .env(IN_JOB, self.rows.to_string())
            .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
            .env("RAYON_NUM_THREADS", self.threads.to_string());
        let output = mpirun.output().expect("mpirun starts");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        lines
            .filter_map(|(name, seconds)| Some((name.to_owned(), seconds.parse().ok()?)))
            .collect()
    }
}

/// Runs everything on a process of a job; the first one prints the times.
fn on_process(rows: usize) {
    let universe = Universe::new().expect("MPI starts once");
    universe.run(|world| {
        let wave = |i: u64| ((i * 7919 % 1009) as f64).sin();
        let (len, m) = ((rows * SIDE) as u64, ORDER * rows / SIDE);
        let xs = Array::from_fn(&world, len, wave).expect("one length");
        let ys = Array::from_fn(&world, len, |i| wave(i + 5)).expect("one length");
        let a = Array::from_fn(&world, (m * ORDER) as u64, wave).expect("one length");
        let order = (ORDER * ORDER) as u64;
        let b = Array::from_fn(&world, order, |i| wave(i + 7)).expect("one length");
        let timed = Timed { world: &world };
        timed.print("heat", || programs::heat(rows, SIDE, &xs));
        timed.print("scaled_sum", || programs::scaled_sum(&xs, &ys));
        timed.print("square", || programs::square(&xs));
        timed.print("running", || programs::running(&xs));
        timed.print("positive", || programs::positive(&xs));
        timed.print("product", || programs::product(m, ORDER, &a, &b));
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
            timed.print("heat_cpu", || programs::heat_cpu(rows, SIDE, xs));
            timed.print("scaled_sum_cpu", || programs::scaled_sum_cpu(xs, ys));
            timed.print("square_cpu", || programs::square_cpu(xs));
            timed.print("running_cpu", || programs::running_cpu(xs));
            timed.print("positive_cpu", || programs::positive_cpu(xs));
            timed.print("product_cpu", || programs::product_cpu(m, ORDER, a, b));
        }
    });
}

struct Timed<'w> {
    world: &'w Communicator,
}

impl Timed<'_> {
    /// Prints the median time of a run, from when all processes begin until the last one is done.
    fn print<R>(&self, name: &str, run: impl Fn() -> R) {
        let mut times = Vec::new();
        for _ in 0..RUNS + 2 {
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
