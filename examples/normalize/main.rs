//! The first programs of Robinson, Lippmeier, Chakravarty and Keller, *Fusing Filters with Integer
//! Linear Programming*: five operators in two loops.
//!
//! ```console
//! $ cargo run --release --example normalize
//! ```
//!
//! All versions that are timed write to the same two buffers, which were written before: memory
//! that is touched for the first time costs more than the arithmetic, by an amount that differs
//! from run to run. Their runs are interleaved, and the medians count.

mod programs;

use std::process::ExitCode;

use common::report::{self, interleaved};
use common::text::grouped;
use common::{Report, random};
use programs::{normalize_inc, normalize2, normalize2_into, normalize2_into_unfused};

/// The number of numbers that are divided.
const COUNT: usize = 1 << 24;

/// The number of runs of each version.
const ROUNDS: usize = 15;

fn main() -> ExitCode {
    let task = "divides numbers by the sum of all, and by the sum of the positive ones";
    report::run("normalize", task, |report| {
        report.plans(&common::plans!("programs.rs"));

        let xs: Vec<f64> = (0..report::size(COUNT))
            .map(|i| random::between(-1.0, 3.0, 1, i))
            .collect();
        let (ys1, ys2) = normalize2(&xs);
        report.result("numbers", grouped(xs.len()));
        report.result("the first", format!("{:+.6}", xs[0]));
        report.result("by the sum of all", format!("{:+.6e}", ys1[0]));
        report.result("by that of positives", format!("{:+.6e}", ys2[0]));
        check(report, &xs, (&ys1, &ys2));
        time(report, &xs, (ys1, ys2));
        Ok(())
    })
}

/// A version of the program that writes to caller-provided buffers.
type Version = fn(&[f64], &mut [f64], &mut [f64]);

const VERSIONS: [(&str, Version); 4] = [
    ("fused", normalize2_into),
    ("unfused", normalize2_into_unfused),
    ("iterators, one thread", with_iterators),
    ("loops, one thread", with_loops),
];

/// A pass over the numbers for each operator but the filter, which belongs to its sum.
fn with_iterators(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
    let sum1: f64 = xs.iter().sum();
    let sum2: f64 = xs.iter().filter(|x| **x > 0.0).sum();
    ys1.iter_mut().zip(xs).for_each(|(y, x)| *y = x / sum1);
    ys2.iter_mut().zip(xs).for_each(|(y, x)| *y = x / sum2);
}

/// Both loops of the fused program, as one writes them.
fn with_loops(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
    let (mut sum1, mut sum2) = (0.0, 0.0);
    for &x in xs {
        sum1 += x;
        if x > 0.0 {
            sum2 += x;
        }
    }
    for ((x, y1), y2) in xs.iter().zip(ys1).zip(ys2) {
        *y1 = x / sum1;
        *y2 = x / sum2;
    }
}

/// Has all versions come to the same numbers, and shows their medians.
fn time(report: &mut Report, xs: &[f64], expected: (Vec<f64>, Vec<f64>)) {
    let (mut ys1, mut ys2) = (vec![0.0; xs.len()], vec![0.0; xs.len()]);
    for (name, version) in VERSIONS {
        ys1.fill(f64::NAN);
        ys2.fill(f64::NAN);
        version(xs, &mut ys1, &mut ys2);
        report.check(
            format!("{name}: the same numbers"),
            all_near(&ys1, &expected.0) && all_near(&ys2, &expected.1),
        );
    }
    let medians = interleaved(ROUNDS, VERSIONS.len(), |index| {
        VERSIONS[index].1(xs, &mut ys1, &mut ys2);
    });
    let names = VERSIONS.iter().map(|(name, _)| *name);
    report.times(&names.zip(medians).collect::<Vec<_>>());
}

fn check(report: &mut Report, xs: &[f64], (ys1, ys2): (&[f64], &[f64])) {
    let positive: f64 = ys2.iter().filter(|y| **y > 0.0).sum();
    report.check("the first result adds up to 1", near(ys1.iter().sum(), 1.0));
    report.check(
        "the positives of the second add up to 1",
        near(positive, 1.0),
    );
    let sum: f64 = xs.iter().sum();
    let incremented = normalize_inc(xs);
    report.check(
        "incremented, they add up to one more a number",
        near(
            incremented.iter().sum::<f64>(),
            (sum + xs.len() as f64) / sum,
        ),
    );
}

fn all_near(ys: &[f64], zs: &[f64]) -> bool {
    ys.len() == zs.len() && ys.iter().zip(zs).all(|(y, z)| near(*y, *z))
}

/// Equal but for rounding, which depends on the order of addition.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs()
}
