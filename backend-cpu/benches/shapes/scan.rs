//! Scans of integers.

use super::{keep, race};
use fusus_cpu as rt;
use rayon::prelude::*;
use std::hint::black_box;

#[inline(never)]
fn rt_scan<'y, S>(xs: &[i32], sink: S, run: rt::Run) -> S::Done
where
    S: rt::Sinks + 'y,
    for<'c> rt::Out<'c, (S, ())>: rt::Target<Values = (i32, ())>,
{
    let run = run.ordered();
    let chain = run.chain((0, ())).unwrap();
    let ((s, ()), _) = run
        .blocks((sink, ()), |b, out| {
            let (s_in, ()) = chain.exclusive_prefix(
                b,
                || {
                    let mut s = rt::Fold::<_, _, 16>::new(rt::op::WrappingAdd);
                    b.lanes(
                        rt::Lanes::<16>::when(s.commutes()),
                        (xs, ()),
                        &mut (),
                        |_, lane, (x, ()), ()| {
                            s.push(lane, rt::call1(x, |x| x + 10), |a: i32, b| {
                                a.wrapping_add(b)
                            });
                            Ok(())
                        },
                    )?;
                    Ok((s.partial(|a: i32, b| a.wrapping_add(b)), ()))
                },
                |(p, ()), (t, ())| (t.join(p, |a: i32, b| a.wrapping_add(b)), ()),
            )?;
            let mut state = s_in;
            b.each((xs, ()), out, |_, (x, ()), _| {
                state = rt::call2(state, rt::call1(x, |x| x + 10), |a: i32, b| {
                    a.wrapping_add(b)
                });
                Ok((state, ()))
            })?;
            chain.publish(b, || (state, ()));
            Ok(())
        })
        .unwrap();
    s
}

pub(super) fn scan(rounds: usize) {
    let xs: Vec<i32> = (0..90_000_000).map(|i: i32| i % 1009).collect();
    let n = xs.len();
    let (mut a, mut b, mut c) = (xs.clone(), xs.clone(), xs.clone());
    race(
        "map + scan, 90M i32",
        rounds,
        &mut [
            (
                "runtime, reused",
                Box::new(|| rt_scan(&xs, rt::InPlace::new(&mut a), rt::Run::parallel(n, 3))),
            ),
            (
                "runtime, reused, sequential",
                Box::new(|| rt_scan(&xs, rt::InPlace::new(&mut b), rt::Run::sequential(n, 3))),
            ),
            (
                "by hand, reused, sequential",
                Box::new(|| {
                    let mut state = 0_i32;
                    for (y, x) in c.iter_mut().zip(&xs) {
                        state = state.wrapping_add(x + 10);
                        *y = state;
                    }
                    black_box(&c);
                }),
            ),
            (
                "runtime, fresh",
                Box::new(|| keep(rt_scan(&xs, rt::Fresh::named(""), rt::Run::parallel(n, 3)))),
            ),
        ],
    );
    let mut d = xs.clone();
    race(
        "copy, 90M i32",
        rounds,
        &mut [(
            "by hand, reused, parallel",
            Box::new(|| {
                xs.par_chunks(16384)
                    .zip(d.par_chunks_mut(16384))
                    .for_each(|(x, y)| y.copy_from_slice(x))
            }),
        )],
    );
}
