//! Short loops, which take no longer than it takes to begin them.

use super::map::rt_triad_into;
use super::sum::{lanes_sum, rt_other, rt_sum};
use super::{floats, race};
use fusus_cpu as rt;
use std::hint::black_box;

pub(super) fn small(rounds: usize) {
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
