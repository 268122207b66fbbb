//! Sums: of a known operator, of one of which nothing is known, and in lanes by hand.

use super::{floats, keep, race};
use fusus_cpu as rt;
use rayon::prelude::*;

#[inline(never)]
pub(super) fn rt_sum(xs: &[f64], run: rt::Run) -> f64 {
    let ((), parts) = run
        .blocks((), |b, out| {
            let mut sum = rt::Fold::<_, _, 16>::new(rt::op::Add);
            b.lanes(
                rt::Lanes::<16>::when(sum.commutes()),
                (xs, ()),
                out,
                |_, lane, (x, ()), ()| {
                    sum.push(lane, x, |a, b| a + b);
                    Ok(())
                },
            )?;
            Ok(sum.partial(|a, b| a + b))
        })
        .unwrap();
    let mut sum = 0.0;
    for part in parts {
        sum = part.join(sum, |a, b| a + b);
    }
    sum
}

/// Nothing is known of the operator.
#[inline(never)]
pub(super) fn rt_other(xs: &[f64], run: rt::Run) -> f64 {
    let ((), parts) = run
        .blocks((), |b, out| {
            let mut sum = rt::Fold::<_, _, 16>::new(rt::op::Other);
            b.lanes(
                rt::Lanes::<16>::when(sum.commutes()),
                (xs, ()),
                out,
                |_, lane, (x, ()), ()| {
                    sum.push(lane, x, |a, b| a + b);
                    Ok(())
                },
            )?;
            Ok(sum.partial(|a, b| a + b))
        })
        .unwrap();
    let mut sum = 0.0;
    for part in parts {
        sum = part.join(sum, |a, b| a + b);
    }
    sum
}

pub(super) fn lanes_sum(xs: &[f64]) -> f64 {
    let mut acc = [0.0; 16];
    let chunks = xs.chunks_exact(16);
    let rest: f64 = chunks.remainder().iter().sum();
    for chunk in chunks {
        for j in 0..16 {
            acc[j] += chunk[j];
        }
    }
    acc.iter().sum::<f64>() + rest
}

pub(super) fn sum(rounds: usize) {
    let xs = floats(20_000_000);
    let n = xs.len();
    race(
        "sum, 20M f64",
        rounds,
        &mut [
            (
                "runtime, parallel",
                Box::new(|| keep(rt_sum(&xs, rt::Run::parallel(n, 1)))),
            ),
            (
                "by hand, parallel",
                Box::new(|| keep(xs.par_chunks(16384).map(lanes_sum).sum::<f64>())),
            ),
            (
                "runtime, sequential",
                Box::new(|| keep(rt_sum(&xs, rt::Run::sequential(n, 1)))),
            ),
            ("by hand, sequential", Box::new(|| keep(lanes_sum(&xs)))),
            (
                "runtime, unknown operator, sequential",
                Box::new(|| keep(rt_other(&xs, rt::Run::sequential(n, 1)))),
            ),
            ("iter().sum()", Box::new(|| keep(xs.iter().sum::<f64>()))),
        ],
    );
}
