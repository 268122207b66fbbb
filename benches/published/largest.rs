//! The largest problems of the programs of Lewis, Lin and Snyder's table that fit an address space,
//! unfused and as they are compiled by default.
//!
//! ```console
//! $ cargo run --release -p fusus-benches --example largest_problem [MIB]
//! ```
//!
//! Each size is tried by a process of its own, on one thread, under `ulimit -v`: the program, its inputs
//! and its results must fit.

use std::env;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A program of the table.
struct Published {
    name: &'static str,
    /// The number of elements of an array of a problem of this size.
    volume: fn(usize) -> usize,
    /// The least size.
    least: usize,
    /// The largest size that is tried: if it fits, any does.
    most: usize,
    /// Runs a problem of a size, fused or not.
    run: fn(usize, bool),
}

const ALL: &[Published] = &[
    Published {
        name: "EP",
        volume: |n| n,
        least: 1,
        most: 1 << 24,
        run: |n, is_fused| {
            let ep = if is_fused { fused::ep } else { unfused::ep };
            keep(ep(n));
        },
    },
    Published {
        name: "Frac",
        volume: |n| n * n,
        least: 1,
        most: 1 << 15,
        run: |n, is_fused| {
            let frac = if is_fused { fused::frac } else { unfused::frac };
            keep(frac(n, n, 0.5));
        },
    },
    Published {
        name: "Tomcatv's residuals",
        volume: |n| n * n,
        least: 2,
        most: 1 << 14,
        run: |n, is_fused| {
            let (xs, ys) = (field(n * n, 0.3), field(n * n, 0.7));
            let residuals = match is_fused {
                true => fused::residuals,
                false => unfused::residuals,
            };
            keep(residuals(n, n, &xs, &ys));
        },
    },
    Published {
        name: "SP's x-sweep",
        volume: |n| n * n * n,
        least: 1,
        most: 1 << 10,
        run: |n, is_fused| {
            let [us, rho, speed, a, b, c, d, e] =
                [0.2, 1.5, 1.2, 0.1, 0.3, 0.5, 0.7, 0.9].map(|from| field(n * n * n, from));
            let x_sweep = match is_fused {
                true => fused::x_sweep,
                false => unfused::x_sweep,
            };
            keep(x_sweep(n, n, n, &us, &rho, &speed, &a, &b, &c, &d, &e));
        },
    },
    Published {
        name: "SIMPLE",
        volume: |n| n * n,
        least: 2,
        most: 1 << 14,
        run: |n, is_fused| {
            let equations = [[0.0, 0.1, 0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 0.0]; 9];
            let node = |of: fn(f64, f64) -> f64| -> Vec<f64> {
                let radius = |at: usize| 10.0 + (at / n) as f64;
                let angle = |at: usize| (at % n) as f64 / n as f64 - 0.5;
                (0..n * n).map(|at| of(radius(at), angle(at))).collect()
            };
            let (r, z) = (
                node(|radius, angle| radius * angle.cos()),
                node(|radius, angle| radius * angle.sin()),
            );
            let [
                u,
                v,
                area,
                volume,
                density,
                pressure,
                viscosity,
                energy,
                temperature,
            ] = [0.0, 0.0, 1.0, 60.0, 1.4, 0.8, 0.0, 1.0, 10.0].map(|all| vec![all; n * n]);
            let simple = match is_fused {
                true => fused::simple,
                false => unfused::simple,
            };
            keep(simple(
                n,
                n,
                0.01,
                &equations,
                &equations,
                &u,
                &v,
                &r,
                &z,
                &area,
                &volume,
                &density,
                &pressure,
                &viscosity,
                &energy,
                &temperature,
            ));
        },
    },
];

#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    unreachable_pub,
    reason = "the programs are written for readers"
)]
mod fused {
    macro_rules! cnf {
        ($($tokens:tt)*) => { fusus::cnf! { #[backend(sequential)] $($tokens)* } };
    }

    include!("programs.rs");
}

#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    unreachable_pub,
    reason = "the programs are written for readers"
)]
mod unfused {
    macro_rules! cnf {
        ($($tokens:tt)*) => {
            fusus::cnf! { #[cnf(strategy = "unfused")] #[backend(sequential)] $($tokens)* }
        };
    }

    include!("programs.rs");
}

fn field(len: usize, from: f64) -> Vec<f64> {
    (0..len).map(|at| from + (at % 97) as f64 * 0.01).collect()
}

fn keep<T>(result: T) {
    std::hint::black_box(result);
}

fn main() -> ExitCode {
    let given: Vec<String> = env::args().skip(1).collect();
    if let [name, version, size] = &given[..] {
        let published = ALL.iter().find(|it| it.name == name).expect("a program");
        (published.run)(size.parse().expect("a size"), version == "fused");
        return ExitCode::SUCCESS;
    }
    let mib = given.first().map_or(64, |mib| mib.parse().expect("MiB"));
    println!("| largest problem in {mib} MiB | unfused | fused | elements |");
    println!("|---|--:|--:|--:|");
    for published in ALL {
        let [before, after] = ["unfused", "fused"].map(|version| largest(published, version, mib));
        let volume = published.volume;
        let ratio = volume(after) as f64 / volume(before).max(1) as f64;
        let (at_least, more) = match after == published.most {
            true => ("≥ ", "> "),
            false => ("", ""),
        };
        println!(
            "| {} | {before} | {at_least}{after} | {more}{ratio:.2} times as many |",
            published.name
        );
    }
    ExitCode::SUCCESS
}

/// The largest size that fits, up to a hundredth; 0 if none does.
fn largest(published: &Published, version: &str, mib: usize) -> usize {
    if !fits(published, version, published.least, mib) {
        return 0;
    }
    // From below: sizes that are far too large do not fit at once, but those that fit take long.
    let (mut low, mut high) = (published.least, published.most + 1);
    let mut next = 2 * published.least;
    while next < high {
        match fits(published, version, next, mib) {
            true => low = next,
            false => high = next,
        }
        next = match high > published.most {
            true if low == published.most => return low,
            true => (2 * low).min(published.most),
            false if high - low <= (low / 100).max(1) => return low,
            false => low.midpoint(high),
        };
    }
    low
}

/// The time that a problem may take: a process that waits for something is none that fits.
const PATIENCE: Duration = Duration::from_secs(100);

fn fits(published: &Published, version: &str, size: usize, mib: usize) -> bool {
    let this = env::current_exe().expect("the path of this program");
    let child = Command::new("sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
        .arg((mib * 1024).to_string())
        .arg(this)
        .args([published.name, version, &size.to_string()])
        // The standard library may wait for ever if memory ends while a panic prints a backtrace.
        .env("RUST_BACKTRACE", "0")
        .env("RAYON_NUM_THREADS", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    ends_well(child.expect("a shell"))
}

fn ends_well(mut child: Child) -> bool {
    let started = Instant::now();
    loop {
        match child.try_wait().expect("a process of ours") {
            Some(status) => return status.success(),
            None if started.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(5)),
            None => {
                child.kill().expect("a process of ours");
                child.wait().expect("a process of ours");
                return false;
            }
        }
    }
}
