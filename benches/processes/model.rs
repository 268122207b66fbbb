//! A model of a job: the time of the loops, divided by the processes, and the time of their messages.

use crate::{COLUMNS, FEW, Job, LEN, LONG, ORDER, SIDE};

/// A program: its name, the exchanges of a run and the messages to all, the bytes that a process receives,
/// of p processes, and for how long one waits until those before it have done what it goes on with, as a
/// part of the time of its own loop.
struct Program {
    name: &'static str,
    exchanges: fn(f64) -> f64,
    to_all: f64,
    bytes: fn(f64) -> f64,
    waits: fn(f64) -> f64,
}

/// Of totals that go from process to process in so many pieces, the first one is the wait.
fn pieces(processes: f64, most: f64) -> f64 {
    (4.0 * processes).min(most)
}

/// The bytes of the message after a loop with one result, from each of the others.
const END: f64 = 17.0;

/// The blocks of a loop over all elements, and the bytes of the total of one.
const BLOCKS: f64 = (LEN / 16_384) as f64;
const TOTAL: f64 = 9.0;

const PROGRAMS: &[Program] = &[
    Program {
        name: "heat",
        exchanges: |_| 1.0,
        to_all: 1.0,
        bytes: |p| 2.0 * 8.0 * SIDE as f64 + END * p,
        waits: |_| 0.0,
    },
    Program {
        name: "scaled_sum",
        exchanges: |_| 0.0,
        to_all: 1.0,
        bytes: |p| END * p,
        waits: |_| 0.0,
    },
    Program {
        name: "square",
        exchanges: |_| 0.0,
        to_all: 1.0,
        bytes: |p| END * p + TOTAL * BLOCKS,
        waits: |_| 0.0,
    },
    Program {
        name: "running",
        // The prefix goes from each process to the next.
        exchanges: |p| p - 1.0,
        to_all: 1.0,
        bytes: |p| END * p + TOTAL,
        waits: |_| 0.0,
    },
    Program {
        name: "positive",
        exchanges: |_| 0.0,
        to_all: 1.0,
        bytes: |p| END * p,
        waits: |_| 0.0,
    },
    Program {
        name: "product",
        exchanges: |_| 0.0,
        to_all: 2.0,
        bytes: |p| END * p + 8.0 * (ORDER * ORDER) as f64 * (p - 1.0) / p,
        waits: |_| 0.0,
    },
    // All of the smaller matrix moves, and the totals from process to process.
    Program {
        name: "few_rows",
        exchanges: |p| pieces(p, 64.0) + p - 1.0,
        to_all: 2.0,
        bytes: |p| {
            let small = 8.0 * (FEW * SIDE) as f64;
            END * p + small * (p - 1.0) / p + 2.0 * small
        },
        waits: |p| (p - 1.0) / pieces(p, 64.0),
    },
    // Its totals go from process to process, and then to their places.
    Program {
        name: "vector_by_matrix",
        exchanges: |p| pieces(p, 16.0) + p - 1.0,
        to_all: 1.0,
        bytes: |p| END * p + 2.0 * 8.0 * SIDE as f64,
        waits: |p| (p - 1.0) / pieces(p, 16.0),
    },
    Program {
        name: "pairs",
        exchanges: |_| 2.0,
        to_all: 1.0,
        bytes: |p| END * p + 8.0 * COLUMNS as f64 * (p - 1.0) / p,
        waits: |_| 0.0,
    },
];

/// The times of messages.
struct Messages {
    /// A message to all, of two processes.
    to_all: f64,
    /// An exchange between neighbours.
    between: f64,
    per_byte: f64,
}

impl Messages {
    /// The time of a program whose loops take a process so long: with its messages, of which one to all
    /// takes `to_all`.
    fn with(&self, program: &Program, processes: f64, loops: f64, to_all: f64) -> f64 {
        loops * (1.0 + (program.waits)(processes))
            + (program.exchanges)(processes) * self.between
            + program.to_all * to_all
            + (program.bytes)(processes) * self.per_byte
    }
}

/// The programs that have times.
fn raced(median: &dyn Fn(&str, Job) -> f64) -> impl Iterator<Item = &'static Program> {
    let has_time = move |program: &&Program| !median(program.name, Job::strong(1)).is_nan();
    PROGRAMS.iter().filter(has_time)
}

/// Prints the medians for each number of processes beside the model, and what more processes would
/// take.
pub(crate) fn print(sizes: &[usize], median: &dyn Fn(&str, Job) -> f64) {
    let (two, last) = (2, sizes[sizes.len() - 1]);
    let between = median("short", Job::strong(two));
    let messages = Messages {
        to_all: median("to_all", Job::strong(two)),
        between,
        per_byte: (median("long", Job::strong(two)) - between).max(0.0) / LONG as f64,
    };
    println!(
        "between two processes: {:.1} µs, {:.2} GB/s; to all of 2: {:.1} µs, of {last}: {:.1} µs",
        between * 1e6,
        1e-9 / messages.per_byte,
        messages.to_all * 1e6,
        median("to_all", Job::strong(last)) * 1e6
    );
    let several = &sizes[1..];
    let table = |title: &str, first: &str, cell: &dyn Fn(&Program, usize) -> String| {
        let columns: String = several.iter().map(|size| format!(" {size} |")).collect();
        println!("\n{title}\n\n| program | {first} |{columns}");
        println!("|---|--:|{}", "--:|".repeat(several.len()));
        for program in raced(median) {
            let cells: Vec<String> = several.iter().map(|size| cell(program, *size)).collect();
            let one = median(program.name, Job::strong(1)) * 1e3;
            println!("| {} | {one:.2} | {} |", program.name, cells.join(" | "));
        }
    };
    table(
        "Processes of one thread, times as fast as one (strong scaling)",
        "one, ms",
        &|program, size| {
            let of = |job| median(program.name, job);
            format!("{:.2}", of(Job::strong(1)) / of(Job::strong(size)))
        },
    );
    table(
        "Of the speed of one process of as many threads, of `#[backend(cpu)]` on them, and by the model",
        "one, ms",
        &|program, size| {
            let of = |job| median(program.name, job);
            let (threads, processes) = (of(Job::threads(size)), of(Job::strong(size)));
            let cpu = median(&format!("{}_cpu", program.name), Job::threads(size));
            let to_all = median("to_all", Job::strong(size));
            let model = threads / messages.with(program, size as f64, threads, to_all);
            format!(
                "{:.2} {:.2} ({model:.2})",
                threads / processes,
                cpu / processes
            )
        },
    );
    table(
        "With as many rows for each process, of the speed of one (weak scaling)",
        "one with all rows, ms",
        &|program, size| {
            let of = |job| median(program.name, job);
            format!("{:.2}", of(Job::weak(1)) / of(Job::weak(size)))
        },
    );
    // Each machine then has as many processors as this one, in one process.
    println!(
        "\nMore machines like this one, by the model: of the ideal speed with one plate, and with one for each\n"
    );
    let machines = [2.0, 8.0, 64.0, 1024.0f64];
    println!("| program | 2 | 8 | 64 | 1024 | each: 2 | 8 | 64 | 1024 |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for program in raced(median) {
        let one = median(program.name, Job::threads(last));
        // Messages to all go along a tree.
        let share = |p: f64, loops: f64| {
            loops / messages.with(program, p, loops, messages.to_all * p.log2())
        };
        let strong = machines.map(|p| share(p, one / p));
        let weak = machines.map(|p| share(p, one));
        let cells = strong.iter().chain(&weak);
        let cells: Vec<String> = cells.map(|share| format!("{share:.2}")).collect();
        println!("| {} | {} |", program.name, cells.join(" | "));
    }
}
