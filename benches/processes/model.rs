//! A model of a job: the time of the loops, divided by the processes, and the time of their messages.

use crate::{COLUMNS, EACH, FEW, Job, LEN, LONG, ORDER, SIDE};

/// A program, and what it costs to do it over p processes.
struct Program {
    name: &'static str,
    /// The messages from one process to the next, for so many processes and plates.
    exchanges: fn(f64, f64) -> f64,
    /// The messages to all: the one at the end, and one ahead of any others.
    to_all: f64,
    /// The bytes that a process receives in messages, likewise.
    bytes: fn(f64, f64) -> f64,
    /// The bytes of arrays of which all come to each process.
    whole: fn(f64) -> f64,
    /// For how long one waits until those before it have done what it goes on with, as a part of the time
    /// of its own loop.
    waits: fn(f64) -> f64,
    /// A program whose loop takes as long as what a process does once more.
    again: Option<&'static str>,
}

/// Of totals that go from process to process in so many pieces, the first one is the wait.
fn pieces(processes: f64, most: f64) -> f64 {
    (8.0 * processes).min(most)
}

/// The bytes of the message after a loop with one result, from each of the others.
const END: f64 = 17.0;

/// The blocks of a loop over all elements, and the bytes of the total of one.
const BLOCKS: f64 = (LEN / 16_384) as f64;
const TOTAL: f64 = 9.0;

/// The messages one after the other by which each process has the aggregates of all blocks before its own.
fn rounds(processes: f64) -> f64 {
    processes.log2().ceil()
}

/// Returns true if prefixes come so, and not from one process to the next, as `backend-mpi` decides.
fn doubles(processes: f64, plates: f64) -> bool {
    TOTAL * plates * BLOCKS < (processes - 1.0 - rounds(processes)) * 4096.0
}

const PROGRAMS: &[Program] = &[
    Program {
        name: "heat",
        exchanges: |_, _| 1.0,
        to_all: 2.0,
        bytes: |p, _| 2.0 * 8.0 * SIDE as f64 + END * p,
        whole: |_| 0.0,
        waits: |_| 0.0,
        again: None,
    },
    Program {
        name: "scaled_sum",
        exchanges: |_, _| 0.0,
        to_all: 1.0,
        bytes: |p, _| END * p,
        whole: |_| 0.0,
        waits: |_| 0.0,
        again: None,
    },
    Program {
        name: "square",
        exchanges: |_, _| 0.0,
        to_all: 1.0,
        bytes: |p, plates| END * p + TOTAL * plates * BLOCKS,
        whole: |_| 0.0,
        waits: |_| 0.0,
        again: None,
    },
    Program {
        name: "running",
        // The prefix goes from each process to the next, or comes by doubling.
        exchanges: |p, plates| {
            if doubles(p, plates) {
                rounds(p)
            } else {
                p - 1.0
            }
        },
        to_all: 2.0,
        bytes: |p, plates| {
            END * p
                + TOTAL
                    * if doubles(p, plates) {
                        plates * BLOCKS
                    } else {
                        1.0
                    }
        },
        whole: |_| 0.0,
        waits: |_| 0.0,
        // Totals of blocks come first, for which all elements are read.
        again: Some("square"),
    },
    Program {
        name: "positive",
        exchanges: |_, _| 0.0,
        to_all: 1.0,
        bytes: |p, _| END * p,
        whole: |_| 0.0,
        waits: |_| 0.0,
        again: None,
    },
    Program {
        name: "product",
        exchanges: |_, _| 0.0,
        to_all: 3.0,
        bytes: |p, _| END * p,
        whole: |p| 8.0 * (ORDER * ORDER) as f64 * (p - 1.0) / p,
        waits: |_| 0.0,
        again: None,
    },
    // All of the smaller matrix moves, and the totals from process to process.
    Program {
        name: "few_rows",
        exchanges: |p, _| pieces(p, 64.0) + p - 1.0,
        to_all: 3.0,
        bytes: |p, _| END * p + 2.0 * 8.0 * (FEW * SIDE) as f64,
        whole: |p| 8.0 * (FEW * SIDE) as f64 * (p - 1.0) / p,
        waits: |p| (p - 1.0) / pieces(p, 64.0),
        again: None,
    },
    // Its totals go from process to process, and then to their places.
    Program {
        name: "vector_by_matrix",
        exchanges: |p, _| pieces(p, 16.0) + p - 1.0,
        to_all: 2.0,
        bytes: |p, _| END * p + 2.0 * 8.0 * SIDE as f64,
        whole: |_| 0.0,
        waits: |p| (p - 1.0) / pieces(p, 16.0),
        again: None,
    },
    Program {
        name: "pairs",
        exchanges: |_, _| 2.0,
        to_all: 2.0,
        bytes: |p, _| END * p + 8.0 * COLUMNS as f64 * (p - 1.0) / p,
        whole: |_| 0.0,
        waits: |_| 0.0,
        again: None,
    },
];

/// The times of messages.
struct Messages {
    /// A message to all, of two processes.
    to_all: f64,
    /// An exchange between neighbours.
    between: f64,
    /// A byte of one, and of an array of which all come to each process.
    per_byte: f64,
    per_byte_of_whole: f64,
}

impl Messages {
    /// The time of a program: of loops, of which a process does those of a name in such a time, and of its
    /// messages, of which one to all takes `to_all`.
    fn with(
        &self,
        program: &Program,
        (processes, plates): (f64, f64),
        loops: &dyn Fn(&str) -> f64,
        to_all: f64,
    ) -> f64 {
        let again = program.again.filter(|_| processes > 1.0);
        loops(program.name) * (1.0 + (program.waits)(processes))
            + again.map_or(0.0, loops)
            + (program.exchanges)(processes, plates) * self.between
            + program.to_all * to_all
            + (program.bytes)(processes, plates) * self.per_byte
            + (program.whole)(processes) * self.per_byte_of_whole
    }
}

/// The names of programs, and of those whose times their model needs.
pub(crate) fn with_needed(names: Vec<String>) -> Vec<String> {
    let is_named = |program: &&Program| names.iter().any(|name| name == program.name);
    let needed = PROGRAMS.iter().filter(is_named);
    let needed: Vec<&str> = needed.filter_map(|program| program.again).collect();
    names
        .into_iter()
        .chain(needed.into_iter().map(str::to_owned))
        .collect()
}

/// The programs that have times.
fn raced(time: &dyn Fn(&str, Job) -> f64) -> impl Iterator<Item = &'static Program> {
    let has_time = move |program: &&Program| !time(program.name, Job::strong(1)).is_nan();
    PROGRAMS.iter().filter(has_time)
}

/// Prints a table of programs: a first column, and for each number of processes some more.
fn table(
    title: &str,
    (first, of_first): (&str, &dyn Fn(&Program) -> f64),
    (columns, sizes): (&[&str], &[usize]),
    time: &dyn Fn(&str, Job) -> f64,
    cells: &dyn Fn(&Program, usize) -> Vec<f64>,
) {
    let of_size = |size| columns.iter().map(move |column| format!("{size}{column}"));
    let heads: Vec<String> = sizes.iter().flat_map(of_size).collect();
    println!("\n{title}\n\n| program | {first} | {} |", heads.join(" | "));
    println!("|---|--:|{}", "--:|".repeat(heads.len()));
    for program in raced(time) {
        let cells = sizes.iter().flat_map(|size| cells(program, *size));
        let cells: Vec<String> = cells.map(|cell| format!("{cell:.2}")).collect();
        let first = of_first(program);
        println!("| {} | {first:.2} | {} |", program.name, cells.join(" | "));
    }
}

/// Prints the medians for each number of processes beside the model, and what more processes would
/// take.
pub(crate) fn print(sizes: &[usize], time: &dyn Fn(&str, Job) -> f64) {
    let (two, last) = (2, sizes[sizes.len() - 1]);
    let between = time("short", Job::strong(two));
    let messages = Messages {
        to_all: time("to_all", Job::strong(two)),
        between,
        per_byte: (time("long", Job::strong(two)) - between).max(0.0) / LONG as f64,
        per_byte_of_whole: time("whole", Job::strong(two)) / LONG as f64,
    };
    println!(
        "between two processes: {:.1} µs, {:.2} GB/s, {:.2} of whole arrays; to all of 2: {:.1} µs, of {last}: {:.1} µs",
        between * 1e6,
        1e-9 / messages.per_byte,
        1e-9 / messages.per_byte_of_whole,
        messages.to_all * 1e6,
        time("to_all", Job::strong(last)) * 1e6
    );
    let several = &sizes[1..];
    let of = |program: &Program, job| time(program.name, job);
    // The time of processes, by the times of their loops in a job.
    let model = |program: &Program, size: usize, job: Job| {
        let to_all = time("to_all", Job::strong(size));
        let plates = (job.rows * size) as f64 / SIDE as f64;
        messages.with(
            program,
            (size as f64, plates),
            &|name| time(name, job),
            to_all,
        )
    };
    table(
        "Strong scaling: times as fast as one process of one thread; of the speed of one process with as many threads, and of `#[backend(cpu)]` on them",
        ("one, ms", &|program| 1e3 * of(program, Job::strong(1))),
        (
            &["", ", by the model", ", of threads", ", of threads of cpu"],
            several,
        ),
        time,
        &|program, size| {
            let (one, strong) = (of(program, Job::strong(1)), of(program, Job::strong(size)));
            let apart = Job::apart(size, SIDE / size);
            let cpu = time(&format!("{}_cpu", program.name), Job::threads(size));
            let threads = of(program, Job::threads(size));
            vec![
                one / strong,
                one / model(program, size, apart),
                threads / strong,
                cpu / strong,
            ]
        },
    );
    table(
        "Weak scaling, as many rows for each process: of the speed of one; of as many that send no messages",
        ("one, ms", &|program| 1e3 * of(program, Job::weak(1))),
        (&["", ", by the model", ", without messages"], several),
        time,
        &|program, size| {
            let (one, weak) = (of(program, Job::weak(1)), of(program, Job::weak(size)));
            let apart = Job::apart(size, EACH);
            let model = model(program, size, apart);
            vec![one / weak, one / model, one / of(program, apart)]
        },
    );
    // Each machine then has as many processors as this one, in one process.
    println!(
        "\nMore machines like this one, by the model: of the ideal speed with one plate, and with one for each\n"
    );
    let machines = [2.0, 8.0, 64.0, 1024.0f64];
    println!("| program | 2 | 8 | 64 | 1024 | each: 2 | 8 | 64 | 1024 |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for program in raced(time) {
        let one = |name: &str| time(name, Job::threads(last));
        // Messages to all go along a tree.
        let share = |p: f64, part: f64| {
            let loops = |name: &str| one(name) * part;
            let to_all = messages.to_all * p.log2();
            let all = messages.with(program, (p, part * p), &loops, to_all);
            loops(program.name) / all
        };
        let strong = machines.map(|p| share(p, 1.0 / p));
        let weak = machines.map(|p| share(p, 1.0));
        let cells = strong.iter().chain(&weak);
        let cells: Vec<String> = cells.map(|share| format!("{share:.2}")).collect();
        println!("| {} | {} |", program.name, cells.join(" | "));
    }
}
