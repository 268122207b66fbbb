//! Filters, which compact.

use super::{floats, keep, race};
use fusus_cpu as rt;
use rayon::prelude::*;
use std::hint::black_box;

#[inline(never)]
fn rt_filter(xs: &[f64], run: rt::Run) -> Vec<f64> {
    let ((ys, ()), _) = run
        .blocks((rt::Compact::named(""), ()), |b, out| {
            b.each((xs, ()), out, |_, (x, ()), ((), ())| {
                let keep = rt::call1(x, |x| x > 0.0);
                Ok((rt::Masked::when(keep, x), ()))
            })?;
            Ok(())
        })
        .unwrap();
    ys
}

pub(super) fn filter(rounds: usize) {
    let xs = floats(20_000_000);
    let n = xs.len();
    let mut ys = xs.clone();
    race(
        "filter, 20M f64, half kept",
        rounds,
        &mut [
            (
                "runtime, parallel",
                Box::new(|| keep(rt_filter(&xs, rt::Run::parallel(n, 3)))),
            ),
            (
                "runtime, sequential",
                Box::new(|| keep(rt_filter(&xs, rt::Run::sequential(n, 3)))),
            ),
            (
                "branch-free, reused, sequential",
                Box::new(|| {
                    let mut kept = 0;
                    for &x in &xs {
                        ys[kept] = x;
                        kept += usize::from(x > 0.0);
                    }
                    black_box(&ys[..kept]);
                }),
            ),
            (
                "rayon collect",
                Box::new(|| {
                    keep(
                        xs.par_iter()
                            .copied()
                            .filter(|x| *x > 0.0)
                            .collect::<Vec<_>>(),
                    );
                }),
            ),
        ],
    );
}
