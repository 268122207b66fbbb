//! Two folds, and a loop that divides by both.

use super::{floats, keep, race};
use fusus_cpu as rt;
use rayon::prelude::*;

#[inline(never)]
fn rt_sums(xs: &[f64], run: rt::Run) -> (f64, f64) {
    let ((), parts) = run
        .blocks((), |b, out| {
            let mut sum1 = rt::Fold::<_, _, 16>::new(rt::op::Add);
            let mut sum2 = rt::Fold::<_, _, 16>::new(rt::op::Add);
            b.lanes(
                rt::Lanes::<16>::when(sum1.commutes() && sum2.commutes()),
                (xs, ()),
                out,
                |_, lane, (x, ()), ()| {
                    sum1.push(lane, x, |a, b| a + b);
                    sum2.push_if(lane, rt::call1(x, |x| x > 0.0), x, |a, b| a + b);
                    Ok(())
                },
            )?;
            Ok((sum1.partial(|a, b| a + b), sum2.partial(|a, b| a + b)))
        })
        .unwrap();
    let (mut sum1, mut sum2) = (0.0, 0.0);
    for (p1, p2) in parts {
        sum1 = p1.join(sum1, |a, b| a + b);
        sum2 = p2.join(sum2, |a, b| a + b);
    }
    (sum1, sum2)
}

#[inline(never)]
fn rt_divide(xs: &[f64], sum1: f64, sum2: f64, run: rt::Run) -> (Vec<f64>, Vec<f64>) {
    let ((ys1, (ys2, ())), _) = run
        .blocks(
            (rt::Fresh::named(""), (rt::Fresh::named(""), ())),
            |b, out| {
                b.each((xs, ()), out, |_, (x, ()), ((), ((), ()))| {
                    let y1 = rt::call1(x, |x| x / sum1);
                    let y2 = rt::call1(x, |x| x / sum2);
                    Ok((y1, (y2, ())))
                })?;
                Ok(())
            },
        )
        .unwrap();
    (ys1, ys2)
}

#[inline(never)]
fn rt_divide_into(
    xs: &[f64],
    sum1: f64,
    sum2: f64,
    ys1: &mut [f64],
    ys2: &mut [f64],
    run: rt::Run,
) {
    run.blocks(
        (rt::InPlace::new(ys1), (rt::InPlace::new(ys2), ())),
        |b, out| {
            b.each((xs, ()), out, |_, (x, ()), (_, (_, ()))| {
                let y1 = rt::call1(x, |x| x / sum1);
                let y2 = rt::call1(x, |x| x / sum2);
                Ok((y1, (y2, ())))
            })?;
            Ok(())
        },
    )
    .unwrap();
}

fn hand_sums(xs: &[f64]) -> (f64, f64) {
    let block = |xs: &[f64]| {
        let (mut s1, mut s2) = ([0.0; 16], [0.0; 16]);
        let chunks = xs.chunks_exact(16);
        let rest = chunks.remainder();
        for chunk in chunks {
            for j in 0..16 {
                let x = chunk[j];
                s1[j] += x;
                s2[j] += if x > 0.0 { x } else { 0.0 };
            }
        }
        for &x in rest {
            s1[0] += x;
            s2[0] += if x > 0.0 { x } else { 0.0 };
        }
        (s1.iter().sum::<f64>(), s2.iter().sum::<f64>())
    };
    xs.par_chunks(16384)
        .map(block)
        .reduce(|| (0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1))
}

fn hand_divide_into(xs: &[f64], sum1: f64, sum2: f64, ys1: &mut [f64], ys2: &mut [f64]) {
    xs.par_chunks(16384)
        .zip(ys1.par_chunks_mut(16384))
        .zip(ys2.par_chunks_mut(16384))
        .for_each(|((xs, ys1), ys2)| {
            for ((x, y1), y2) in xs.iter().zip(ys1).zip(ys2) {
                *y1 = x / sum1;
                *y2 = x / sum2;
            }
        });
}

fn hand_divide(xs: &[f64], sum1: f64, sum2: f64) -> (Vec<f64>, Vec<f64>) {
    xs.par_iter()
        .with_min_len(16384)
        .map(|x| (x / sum1, x / sum2))
        .unzip()
}

pub(super) fn normalize2(rounds: usize) {
    let xs = floats(20_000_000);
    let n = xs.len();
    let (mut a1, mut a2, mut b1, mut b2) = (xs.clone(), xs.clone(), xs.clone(), xs.clone());
    race(
        "normalize2, 20M f64",
        rounds,
        &mut [
            (
                "runtime, fresh",
                Box::new(|| {
                    let (s1, s2) = rt_sums(&xs, rt::Run::parallel(n, 4));
                    keep(rt_divide(&xs, s1, s2, rt::Run::parallel(n, 2)));
                }),
            ),
            (
                "by hand, fresh",
                Box::new(|| {
                    let (s1, s2) = hand_sums(&xs);
                    keep(hand_divide(&xs, s1, s2));
                }),
            ),
            (
                "runtime, reused",
                Box::new(|| {
                    let (s1, s2) = rt_sums(&xs, rt::Run::parallel(n, 4));
                    rt_divide_into(&xs, s1, s2, &mut a1, &mut a2, rt::Run::parallel(n, 2));
                }),
            ),
            (
                "by hand, reused",
                Box::new(|| {
                    let (s1, s2) = hand_sums(&xs);
                    hand_divide_into(&xs, s1, s2, &mut b1, &mut b2);
                }),
            ),
            (
                "  runtime, sums only",
                Box::new(|| keep(rt_sums(&xs, rt::Run::parallel(n, 4)))),
            ),
            ("  by hand, sums only", Box::new(|| keep(hand_sums(&xs)))),
            (
                "  runtime, sums only, sequential",
                Box::new(|| keep(rt_sums(&xs, rt::Run::sequential(n, 4)))),
            ),
        ],
    );
}
