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
use std::process::{Command, ExitCode, Stdio};

/// A program of the table.
struct Published {
    name: &'static str,
    /// The number of elements of an array of a problem of this size.
    volume: fn(usize) -> usize,
    /// The largest size that is tried: what fits that fits any.
    most: usize,
    /// Runs a problem of a size, fused or not.
    run: fn(usize, bool),
}

const ALL: &[Published] = &[
    Published {
        name: "EP",
        volume: |n| n,
        most: 1 << 24,
        run: |n, is_fused| {
            let ep = if is_fused { fused::ep } else { unfused::ep };
            keep(ep(n));
        },
    },
    Published {
        name: "Frac",
        volume: |n| n * n,
        most: 1 << 15,
        run: |n, is_fused| {
            let frac = if is_fused { fused::frac } else { unfused::frac };
            keep(frac(n, n, 0.5));
        },
    },
    Published {
        name: "Tomcatv's residuals",
        volume: |n| n * n,
        most: 1 << 14,
        run: |n, is_fused| {
            let (xs, ys) = (field(n * n, 0.3), field(n * n, 0.7));
            let residuals = if is_fused {
                fused::residuals
            } else {
                unfused::residuals
            };
            keep(residuals(n, n, &xs, &ys));
        },
    },
    Published {
        name: "SP's x-sweep",
        volume: |n| n * n * n,
        most: 1 << 10,
        run: |n, is_fused| {
            let [us, rho, speed, a, b, c, d, e] =
                [0.2, 1.5, 1.2, 0.1, 0.3, 0.5, 0.7, 0.9].map(|from| field(n * n * n, from));
            let x_sweep = if is_fused {
                fused::x_sweep
            } else {
                unfused::x_sweep
            };
            keep(x_sweep(n, n, n, &us, &rho, &speed, &a, &b, &c, &d, &e));
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
    use fusus::cnf;

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
        ($($tokens:tt)*) => { fusus::cnf! { #[cnf(strategy = "unfused")] $($tokens)* } };
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
    let mib = given.first().map_or(512, |mib| mib.parse().expect("MiB"));
    println!("| largest problem in {mib} MiB | unfused | fused | elements |");
    println!("|---|--:|--:|--:|");
    for published in ALL {
        let [before, after] = ["unfused", "fused"].map(|version| largest(published, version, mib));
        let ratio = (published.volume)(after) as f64 / (published.volume)(before).max(1) as f64;
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

/// The largest size that fits, up to a hundredth.
fn largest(published: &Published, version: &str, mib: usize) -> usize {
    if fits(published, version, published.most, mib) {
        return published.most;
    }
    let (mut low, mut high) = (0, published.most);
    while high - low > (low / 100).max(1) {
        let middle = low.midpoint(high);
        match fits(published, version, middle, mib) {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

fn fits(published: &Published, version: &str, size: usize, mib: usize) -> bool {
    let this = env::current_exe().expect("the path of this program");
    let status = Command::new("sh")
        .args([
            "-c",
            "ulimit -v \"$0\" && exec \"$@\"",
            &(mib * 1024).to_string(),
        ])
        .arg(this)
        .args([published.name, version, &size.to_string()])
        .env("RAYON_NUM_THREADS", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.expect("a shell").success()
}
