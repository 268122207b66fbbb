//! The shapes of generated code against loops written by hand: interleaved,
//! the best and the median of several rounds.
//!
//! `cargo bench -p fusus-cpu -- [ROUNDS] [NAME]`

use std::hint::black_box;
use std::time::Instant;

use fusus_cpu as rt;
use rayon::prelude::*;

type Job<'a> = (&'static str, Box<dyn FnMut() + 'a>);

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let rounds: usize = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(9);
    let only = arguments.next().unwrap_or_default();
    let wanted = |name: &str| name.contains(&only);
    if wanted("sum") {
        sum(rounds);
    }
    if wanted("normalize2") {
        normalize2(rounds);
    }
    if wanted("scan") {
        scan(rounds);
    }
    if wanted("filter") {
        filter(rounds);
    }
    if wanted("map") {
        map(rounds);
    }
    if wanted("wide") {
        wide(rounds);
    }
    if wanted("small") {
        small(rounds);
    }
}

fn race(title: &str, rounds: usize, jobs: &mut [Job<'_>]) {
    let mut times = vec![Vec::new(); jobs.len()];
    for round in 0..=rounds {
        for ((_, job), times) in jobs.iter_mut().zip(&mut times) {
            let start = Instant::now();
            job();
            if round > 0 {
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    println!("{title}");
    for ((name, _), mut times) in jobs.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!(
            "  {name:<44} best {:8.3} ms  median {:8.3} ms",
            times[0],
            times[times.len() / 2]
        );
    }
}

/// Holds on to a result, and drops it within the measured time.
fn keep<T>(value: T) {
    black_box(value);
}

fn floats(len: usize) -> Vec<f64> {
    (0..len as u64)
        .map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64 / (1u64 << 53) as f64 - 0.5)
        .collect()
}

// ---------------------------------------------------------------- sum

#[inline(never)]
fn rt_sum(xs: &[f64], run: rt::Run) -> f64 {
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
fn rt_other(xs: &[f64], run: rt::Run) -> f64 {
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

fn lanes_sum(xs: &[f64]) -> f64 {
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

fn sum(rounds: usize) {
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

// ---------------------------------------------------------------- normalize2

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

fn normalize2(rounds: usize) {
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

// ---------------------------------------------------------------- scan

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

fn scan(rounds: usize) {
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

// ---------------------------------------------------------------- filter

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

fn filter(rounds: usize) {
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

// ---------------------------------------------------------------- map

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
fn rt_triad_into(xs: &[f64], ys: &[f64], a: f64, zs: &mut [f64], run: rt::Run) {
    run.blocks((rt::InPlace::new(zs), ()), |b, out| {
        b.each((xs, (ys, ())), out, |_, (x, (y, ())), (_, ())| {
            Ok((rt::call2(x, y, |x, y| a * x + y), ()))
        })?;
        Ok(())
    })
    .unwrap();
}

fn map(rounds: usize) {
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

// ---------------------------------------------------------------- wide

/// A body that computes more than it reads, narrow and wide.
macro_rules! horner {
    ($name:ident, $call:ident($($from:expr)?), $($version:literal),*) => {
        #[inline(never)]
        fn $name(xs: &[f32], ys: &mut [f32], run: rt::Run) -> f32 {
            macro_rules! block {
                ($which:literal) => {
                    |b, out| {
                        let mut hi = rt::Fold::<_, _, 16>::new(rt::op::Max);
                        let lanes = rt::Lanes::<16>::when(hi.commutes());
                        b.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), (_, ())| {
                            let y = rt::call1(x, |x| {
                                let mut y = x;
                                for k in 0..12 {
                                    y = y * x + k as f32;
                                }
                                y
                            });
                            hi.push(lane, y, f32::max);
                            Ok((y, ()))
                        })?;
                        Ok(hi.partial(f32::max))
                    }
                };
            }
            let (_, parts) = run.$call($($from,)? (rt::InPlace::new(ys), ()), $(block!($version)),*).unwrap();
            parts.fold(0.0, |hi, part| part.join(hi, f32::max))
        }
    };
}

horner!(rt_horner, blocks(), "narrow");
horner!(
    rt_horner_wide,
    blocks_simd(rt::simd::Always),
    "narrow",
    "wide"
);

fn wide(rounds: usize) {
    let xs: Vec<f32> = floats(20_000_000).into_iter().map(|x| x as f32).collect();
    let n = xs.len();
    let (mut a, mut b) = (xs.clone(), xs.clone());
    race(
        "wide: polynomial of degree 13 and its maximum, 20M f32",
        rounds,
        &mut [
            (
                "blocks",
                Box::new(|| keep(rt_horner(&xs, &mut a, rt::Run::sequential(n, 30)))),
            ),
            (
                "blocks_simd",
                Box::new(|| keep(rt_horner_wide(&xs, &mut b, rt::Run::sequential(n, 30)))),
            ),
        ],
    );
}

// ---------------------------------------------------------------- small

fn small(rounds: usize) {
    for len in [16, 500, 4_000, 16_000, 64_000, 250_000, 1_000_000] {
        let xs = floats(len);
        let mut zs = xs.clone();
        let mut ws = xs.clone();
        let repeat = 4_000_000 / len;
        race(
            &format!("small: {repeat} × {len} f64"),
            rounds,
            &mut [
                (
                    "runtime, sum",
                    Box::new(|| {
                        for _ in 0..repeat {
                            black_box(rt_sum(black_box(&xs), rt::Run::parallel(len, 2)));
                        }
                    }),
                ),
                (
                    "runtime, sum, sequential",
                    Box::new(|| {
                        for _ in 0..repeat {
                            black_box(rt_sum(black_box(&xs), rt::Run::sequential(len, 2)));
                        }
                    }),
                ),
                (
                    "runtime, sum, unknown operator",
                    Box::new(|| {
                        for _ in 0..repeat {
                            black_box(rt_other(black_box(&xs), rt::Run::sequential(len, 2)));
                        }
                    }),
                ),
                (
                    "by hand, sum, sequential",
                    Box::new(|| {
                        for _ in 0..repeat {
                            black_box(lanes_sum(black_box(&xs)));
                        }
                    }),
                ),
                (
                    "runtime, triad into",
                    Box::new(|| {
                        for _ in 0..repeat {
                            rt_triad_into(
                                black_box(&xs),
                                &xs,
                                3.0,
                                &mut zs,
                                rt::Run::sequential(len, 2),
                            );
                        }
                    }),
                ),
                (
                    "by hand, triad into",
                    Box::new(|| {
                        for _ in 0..repeat {
                            for ((x, y), z) in
                                black_box(&xs).iter().zip(black_box(&xs)).zip(&mut ws)
                            {
                                *z = 3.0 * x + y;
                            }
                        }
                    }),
                ),
            ],
        );
    }
}
