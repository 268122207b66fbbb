//! A model of a job: the time of the loops, divided by the processes, and the time of their messages.

use crate::{ALONE, HALF, Job, LEN, LONG, ONE, ORDER, SIDE, TWO};

/// A program: its name, the exchanges of a run and the messages to all, and the bytes that a process
/// receives, of p processes.
struct Program {
    name: &'static str,
    exchanges: f64,
    to_all: f64,
    bytes: fn(f64) -> f64,
}

/// The bytes of the message after a loop with one result, from each of the others.
const END: f64 = 17.0;

/// The blocks of a loop over all elements, and the bytes of the total of one.
const BLOCKS: f64 = (LEN / 16_384) as f64;
const TOTAL: f64 = 9.0;

const PROGRAMS: &[Program] = &[
    Program {
        name: "heat",
        exchanges: 1.0,
        to_all: 1.0,
        bytes: |p| 2.0 * 8.0 * SIDE as f64 + END * p,
    },
    Program {
        name: "scaled_sum",
        exchanges: 0.0,
        to_all: 1.0,
        bytes: |p| END * p,
    },
    Program {
        name: "square",
        exchanges: 0.0,
        to_all: 1.0,
        bytes: |p| END * p + TOTAL * BLOCKS,
    },
    Program {
        name: "running",
        exchanges: 1.0,
        to_all: 1.0,
        bytes: |p| END * p + TOTAL,
    },
    Program {
        name: "positive",
        exchanges: 0.0,
        to_all: 1.0,
        bytes: |p| END * p,
    },
    Program {
        name: "product",
        exchanges: 0.0,
        to_all: 2.0,
        bytes: |p| END * p + 8.0 * (ORDER * ORDER) as f64 * (p - 1.0) / p,
    },
];

/// Prints the medians beside the model, and what more processes would take.
pub(crate) fn print(median: &dyn Fn(&str, Job) -> Option<f64>) {
    let of = |name: &str, job: Job| median(name, job).unwrap_or(f64::NAN);
    let latency = of("latency", TWO);
    let per_byte = (of("long", TWO) - latency).max(0.0) / LONG as f64;
    println!(
        "a message to all: {:.1} µs; {:.2} GB/s",
        latency * 1e6,
        1e-9 / per_byte
    );
    println!(
        "| program | one process of two threads, ms | `cpu`, ms | two processes, ms | of the speed of one | of `cpu` | on one thread, ms | times as fast on two | with twice as much, of the speed of half | model, ms |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    // Messages to all go along a tree.
    let messages = |program: &Program, p: f64| {
        let latencies = program.exchanges + program.to_all * p.log2();
        latencies * latency + (program.bytes)(p) * per_byte
    };
    for program in PROGRAMS {
        let [one, two, alone, half] = [ONE, TWO, ALONE, HALF].map(|job| of(program.name, job));
        let cpu = of(&format!("{}_cpu", program.name), ONE);
        println!(
            "| {} | {:.3} | {:.3} | {:.3} | {:.2} | {:.2} | {:.3} | {:.2} | {:.2} | {:.3} |",
            program.name,
            one * 1e3,
            cpu * 1e3,
            two * 1e3,
            one / two,
            cpu / two,
            alone * 1e3,
            alone / two,
            half / two,
            (one + messages(program, 2.0)) * 1e3
        );
    }
    // Each process then has two processors, as the one that was measured.
    let jobs = [2.0, 8.0, 64.0, 1024.0];
    println!(
        "| program | of the ideal speed with 2 machines | 8 | 64 | 1024 | with as much for each: 2 | 8 | 64 | 1024 |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for program in PROGRAMS {
        let one = of(program.name, ONE);
        let strong = jobs.map(|p| one / p / (one / p + messages(program, p)));
        let weak = jobs.map(|p| one / (one + messages(program, p)));
        let cells = strong.iter().chain(&weak);
        let cells: Vec<String> = cells.map(|share| format!("{share:.2}")).collect();
        println!("| {} | {} |", program.name, cells.join(" | "));
    }
}
