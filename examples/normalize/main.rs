//! The first programs of Robinson, Lippmeier, Chakravarty and Keller, *Fusing Filters with Integer
//! Linear Programming*: five operators in two loops.
//!
//! ```console
//! $ cargo run --release --example normalize
//! ```

mod programs;

use std::process::ExitCode;

use common::report::{self, fastest};
use common::text::grouped;
use common::{Report, random};
use programs::{normalize_inc, normalize2, normalize2_unfused};

/// How many numbers are divided.
const COUNT: usize = 1 << 24;

fn main() -> ExitCode {
    let task = "divides numbers by the sum of all, and by the sum of the positive ones";
    report::run("normalize", task, |report| {
        report.plans(&common::plans!("programs.rs"));

        let xs: Vec<f64> = (0..report::size(COUNT))
            .map(|i| random::between(-1.0, 3.0, 1, i))
            .collect();
        let ((ys1, ys2), fused) = fastest(5, || normalize2(&xs));
        let (_, unfused) = fastest(5, || normalize2_unfused(&xs));
        let (by_hand, iterators) = fastest(3, || with_iterators(&xs));

        report.result("numbers", grouped(xs.len()));
        report.result("the first", format!("{:+.6}", xs[0]));
        report.result("by the sum of all", format!("{:+.6e}", ys1[0]));
        report.result("by that of positives", format!("{:+.6e}", ys2[0]));
        check(report, &xs, (&ys1, &ys2), &by_hand);
        report.times(&[
            ("fused", fused),
            ("unfused", unfused),
            ("iterators, one thread", iterators),
        ]);
        Ok(())
    })
}

/// The same with iterators, each operator by itself.
fn with_iterators(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let sum2: f64 = xs.iter().filter(|x| **x > 0.0).sum();
    let divided = |sum: f64| xs.iter().map(|x| x / sum).collect();
    (divided(sum1), divided(sum2))
}

type Normalized<'a> = (&'a [f64], &'a [f64]);

fn check(
    report: &mut Report,
    xs: &[f64],
    (ys1, ys2): Normalized<'_>,
    by_hand: &(Vec<f64>, Vec<f64>),
) {
    let positive: f64 = ys2.iter().filter(|y| **y > 0.0).sum();
    report.check("the first result adds up to 1", near(ys1.iter().sum(), 1.0));
    report.check(
        "the positives of the second add up to 1",
        near(positive, 1.0),
    );
    let all_near = |ys: &[f64], zs: &[f64]| {
        ys.len() == zs.len() && ys.iter().zip(zs).all(|(y, z)| near(*y, *z))
    };
    report.check(
        "iterators come to the same numbers",
        all_near(ys1, &by_hand.0) && all_near(ys2, &by_hand.1),
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

/// Equal but for rounding, which depends on the order of addition.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs()
}
