//! Processes of one thread each against one process of as many threads, and against one alone: strong
//! and weak scaling as far as the machine goes, and what messages take.
//!
//! ```console
//! $ cargo bench -p fusus-benches --features mpi --bench processes -- [ROUNDS [MOST]] [NAME…]
//! ```
//!
//! Names are those of programs, which alone are raced then.
//!
//! The benchmark starts itself under `mpirun`, in turns as each of the jobs of 1, 2, 4 and so on to MOST
//! processes (as many as there are processors), and prints the medians of all rounds. A model says what
//! they should take, and what more processes would: the loops as processes without messages do them
//! side by side, and latencies and bandwidths, all of which are measured as well.

mod model;
mod programs;

use fusus::mpi::{Array, Communicator, Universe};
use mpi::topology::SimpleCommunicator;
use std::collections::BTreeMap;
use std::env;
use std::hint::black_box;
use std::process::Command;
use std::thread;
use std::time::Instant;

/// Set in the processes of a job, to the rows that they have.
const IN_JOB: &str = "FUSUS_BENCH_ROWS";

/// Set in the processes of a job if each has all of its arrays to itself.
const APART: &str = "FUSUS_BENCH_APART";

/// Set in the processes of a job, to the names of the programs that they run, if not all.
const ONLY: &str = "FUSUS_BENCH_ONLY";

/// The runs of each program in a job.
const RUNS: usize = 9;

/// Settings of glibc's allocator: it keeps all memory, for all threads in one place. It otherwise takes
/// what is longer than 32 MB from the system in each run, page by page, which costs more than most loops:
/// processes with half of the elements each would seem to be several times as fast as one. All of it is in huge pages.
const MEMORY: [(&str, &str); 4] = [
    ("MALLOC_MMAP_MAX_", "0"),
    ("MALLOC_TRIM_THRESHOLD_", "1000000000000"),
    ("MALLOC_ARENA_MAX", "1"),
    ("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"),
];

/// The bytes that a process has had and given back to the allocator before it begins. A result may have another
/// place in each run, and new pages would cost more than the loop.
const HAD: usize = 1 << 28;

/// A job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Job {
    processes: usize,
    /// Of each process.
    threads: usize,
    /// The rows of the plate.
    rows: usize,
    /// Set if each process has a plate to itself, and sends no messages.
    apart: bool,
}

impl Job {
    /// Processes of one thread that share the plate.
    pub(crate) fn strong(processes: usize) -> Job {
        Job {
            processes,
            threads: 1,
            rows: SIDE,
            apart: false,
        }
    }

    /// One process of as many threads.
    pub(crate) fn threads(threads: usize) -> Job {
        Job {
            processes: 1,
            threads,
            rows: SIDE,
            apart: false,
        }
    }

    /// Processes of one thread that have so many rows each.
    pub(crate) fn weak(processes: usize) -> Job {
        Job {
            processes,
            threads: 1,
            rows: EACH * processes,
            apart: false,
        }
    }

    /// Processes of one thread, side by side, with a plate of so many rows each.
    pub(crate) fn apart(processes: usize, rows: usize) -> Job {
        Job {
            processes,
            threads: 1,
            rows,
            apart: true,
        }
    }
}

/// The side of the plate, and the elements of the other arrays.
pub(crate) const SIDE: usize = 2048;
pub(crate) const LEN: usize = SIDE * SIDE;

/// The rows of a process where each has as many, however many there are.
pub(crate) const EACH: usize = SIDE / 2;

/// The side of the matrices.
pub(crate) const ORDER: usize = 384;

/// The rows of a matrix that has as many columns as the plate has rows.
pub(crate) const FEW: usize = 32;

/// The elements with which each row of the plate is paired.
pub(crate) const COLUMNS: usize = 1 << 16;

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
    let mut numbers = env::args().filter_map(|argument| argument.parse().ok());
    let rounds: usize = numbers.next().unwrap_or(3);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let most: usize = numbers.next().unwrap_or(processors);
    let sizes: Vec<usize> = (0..)
        .map(|power| 1 << power)
        .take_while(|size| *size <= most)
        .collect();
    let of_size = |&size: &usize| [Job::strong(size), Job::threads(size), Job::weak(size)];
    let mut jobs: Vec<Job> = sizes.iter().flat_map(of_size).collect();
    let apart = |&size: &usize| [Job::apart(size, SIDE / size), Job::apart(size, EACH)];
    jobs.extend(sizes[1..].iter().flat_map(apart));
    jobs.sort();
    jobs.dedup();
    let names = env::args().skip(1);
    let names = names.filter(|name| !name.starts_with('-') && name.parse::<usize>().is_err());
    let names = model::with_needed(names.collect());
    let mut times: BTreeMap<(String, Job), Vec<f64>> = BTreeMap::new();
    for _ in 0..rounds {
        for job in &jobs {
            for (name, seconds) in job.run(&names) {
                times.entry((name, *job)).or_default().push(seconds);
            }
        }
    }
    let median = |name: &str, job: Job| {
        let Some(times) = times.get(&(name.to_owned(), job)) else {
            return f64::NAN;
        };
        let mut times = times.clone();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    model::print(&sizes, &median);
}

impl Job {
    /// The times of its programs, of those with some names alone if there are any.
    fn run(self, only: &[String]) -> Vec<(String, f64)> {
        let mut mpirun = self.mpirun();
        mpirun
            .arg(env::current_exe().expect("the benchmark has a path"))
            .env(IN_JOB, self.rows.to_string())
            .env(ONLY, only.join(" "))
            .envs(MEMORY)
            .envs(self.apart.then_some((APART, "1")))
            .env("RAYON_NUM_THREADS", self.threads.to_string());
        let output = mpirun.output().expect("mpirun starts");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        lines
            .filter_map(|(name, seconds)| Some((name.to_owned(), seconds.parse().ok()?)))
            .collect()
    }

    /// The command that starts its processes, each with cores of its own if there are as many: otherwise two
    /// of them may share one, while another is idle.
    fn mpirun(self) -> Command {
        let (processes, cores) = (self.processes.to_string(), self.threads.to_string());
        let per_process = format!("slot:PE={cores}");
        let bound = ["--map-by", &per_process, "--bind-to", "core"];
        let unbound = ["--oversubscribe", "--bind-to", "none"];
        let by = |way: &[&str]| {
            let mut mpirun = Command::new("mpirun");
            mpirun
                .args(way)
                .args(["-n", &processes])
                .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
                .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
            mpirun
        };
        let tried = by(&bound).arg("true").output();
        match tried.is_ok_and(|output| output.status.success()) {
            true => by(&bound),
            false => by(&unbound),
        }
    }
}

/// Runs everything on a process of a job; the first one prints the times.
fn on_process(rows: usize) {
    let universe = Universe::new().expect("MPI starts once");
    drop(black_box(vec![1u8; HAD]));
    universe.run(|all| {
        let world = match env::var_os(APART) {
            Some(_) => Communicator::from_mpi(&SimpleCommunicator::self_comm()),
            None => all.clone(),
        };
        let wave = |i: u64| ((i * 7919 % 1009) as f64).sin();
        let (len, m) = ((rows * SIDE) as u64, ORDER * rows / SIDE);
        let xs = Array::from_fn(&world, len, wave).expect("one length");
        let ys = Array::from_fn(&world, len, |i| wave(i + 5)).expect("one length");
        let a = Array::from_fn(&world, (m * ORDER) as u64, wave).expect("one length");
        let order = (ORDER * ORDER) as u64;
        let b = Array::from_fn(&world, order, |i| wave(i + 7)).expect("one length");
        let x = Array::from_fn(&world, rows as u64, wave).expect("one length");
        let few = Array::from_fn(&world, (FEW * rows) as u64, wave).expect("one length");
        let columns = Array::from_fn(&world, COLUMNS as u64, wave).expect("one length");
        let timed = Timed {
            world: &all,
            only: env::var(ONLY).unwrap_or_default(),
        };
        timed.print("heat", || programs::heat(rows, SIDE, &xs));
        timed.print("scaled_sum", || programs::scaled_sum(&xs, &ys));
        timed.print("square", || programs::square(&xs));
        timed.print("running", || programs::running(&xs));
        timed.print("positive", || programs::positive(&xs));
        timed.print("product", || programs::product(m, ORDER, &a, &b));
        timed.print("few_rows", || {
            programs::few_rows(FEW, rows, SIDE, &few, &xs)
        });
        timed.print("vector_by_matrix", || {
            programs::vector_by_matrix(SIDE, &x, &xs)
        });
        timed.print("pairs", || programs::pairs(&x, &columns));
        if env::var_os(APART).is_some() {
            return;
        }
        timed.print("to_all", || world.all_gather(&[1u8]));
        // Processes in pairs: one and the next.
        let other = world.rank() ^ 1;
        let lists = |bytes: &'static [u8]| {
            let lists = (0..world.size()).map(|rank| match rank == other {
                true => bytes,
                false => &bytes[..0],
            });
            lists.collect::<Vec<&[u8]>>()
        };
        let long: &'static [u8] = vec![1u8; LONG].leak();
        timed.print("short", || world.exchange(lists(&long[..8])));
        timed.print("long", || world.exchange(lists(long)));
        let halves = Array::from_fn(&world, (2 * LONG / 8) as u64, wave).expect("one length");
        timed.print("whole", || drop(fusus::__mpi::whole(&halves)));
        if world.size() == 1 {
            let (xs, ys, a, b) = (xs.local(), ys.local(), a.local(), b.local());
            let (x, columns) = (x.local(), columns.local());
            timed.print("heat_cpu", || programs::heat_cpu(rows, SIDE, xs));
            timed.print("scaled_sum_cpu", || programs::scaled_sum_cpu(xs, ys));
            timed.print("square_cpu", || programs::square_cpu(xs));
            timed.print("running_cpu", || programs::running_cpu(xs));
            timed.print("positive_cpu", || programs::positive_cpu(xs));
            timed.print("vector_by_matrix_cpu", || {
                programs::vector_by_matrix_cpu(SIDE, x, xs)
            });
            timed.print("pairs_cpu", || programs::pairs_cpu(x, columns));
            timed.print("few_rows_cpu", || {
                programs::few_rows_cpu(FEW, rows, SIDE, few.local(), xs)
            });
            timed.print("product_cpu", || programs::product_cpu(m, ORDER, a, b));
        }
    });
}

struct Timed<'w> {
    world: &'w Communicator,
    /// The names of the programs that run, or none where all do.
    only: String,
}

impl Timed<'_> {
    /// Prints the median time of a run, from when all processes begin until the last one is done.
    fn print<R>(&self, name: &str, run: impl Fn() -> R) {
        let of_program = name.strip_suffix("_cpu").unwrap_or(name);
        let is_message = ["to_all", "short", "long", "whole"].contains(&name);
        let mut only = self.only.split_whitespace().peekable();
        if only.peek().is_some() && !is_message && only.all(|name| name != of_program) {
            return;
        }
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
