//! Maps: a triad, into new arrays and into given ones.

use super::{floats, keep, race};
use fusus_cpu as rt;
use rayon::prelude::*;

#[inline(never)]
fn rt_triad(xs: &[f64], ys: &[f64], a: f64, run: rt::Run) -> Vec<f64> {
    let ((zs, ()), _) = run
        .blocks((rt::Fresh::named(""), ()), |b, out| {
            b.each((xs, (ys, ())), out, |_, (x, (y, ())), ((), ())| {
                Ok((rt::call2(x, y, |x, y| a * x + y), ()))
            })?;
            Ok(())
        })
        .unwrap();
    zs
}

#[inline(never)]
pub(super) fn rt_triad_into(xs: &[f64], ys: &[f64], a: f64, zs: &mut [f64], run: rt::Run) {
    run.blocks((rt::InPlace::new(zs), ()), |b, out| {
        b.each((xs, (ys, ())), out, |_, (x, (y, ())), (_, ())| {
            Ok((rt::call2(x, y, |x, y| a * x + y), ()))
        })?;
        Ok(())
    })
    .unwrap();
}

pub(super) fn map(rounds: usize) {
    let xs = floats(20_000_000);
    let n = xs.len();
    let ys = xs.clone();
    let (mut zs, mut ws) = (xs.clone(), xs.clone());
    race(
        "map: triad, 20M f64",
        rounds,
        &mut [
            (
                "runtime, fresh",
                Box::new(|| keep(rt_triad(&xs, &ys, 3.0, rt::Run::parallel(n, 2)))),
            ),
            (
                "by hand, fresh",
                Box::new(|| {
                    keep(
                        xs.par_iter()
                            .zip(&ys)
                            .with_min_len(16384)
                            .map(|(x, y)| 3.0 * x + y)
                            .collect::<Vec<_>>(),
                    );
                }),
            ),
            (
                "runtime, reused",
                Box::new(|| rt_triad_into(&xs, &ys, 3.0, &mut zs, rt::Run::parallel(n, 2))),
            ),
            (
                "by hand, reused",
                Box::new(|| {
                    xs.par_chunks(16384)
                        .zip(ys.par_chunks(16384))
                        .zip(ws.par_chunks_mut(16384))
                        .for_each(|((x, y), z)| {
                            for ((x, y), z) in x.iter().zip(y).zip(z) {
                                *z = 3.0 * x + y;
                            }
                        });
                }),
            ),
        ],
    );
}
