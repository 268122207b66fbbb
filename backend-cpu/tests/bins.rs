//! Values combined into computed positions: in ranges, collected, and by one thread.

use std::panic::{self, AssertUnwindSafe};

use fusus_cpu as rt;
use rt::{ErrorKind, Fault, Run};

/// Enough for several blocks; Miri's are short.
const LEN: usize = if cfg!(miri) { 700 } else { 60_000 };

fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().expect("a pool").install(run)
}

/// Ways to run a loop: whose blocks may be done by any thread, whose cost is unknown, whose grain is
/// given, and by one thread.
fn runs(len: usize) -> [Run; 4] {
    static PACE: rt::Pace = rt::Pace::new();
    [
        Run::parallel(len, 1_000),
        Run::parallel(len, 2).unbounded().paced(&PACE),
        Run::parallel(len, 2).grain(16),
        Run::sequential(len, 1_000),
    ]
}

fn reduced<T, O>(
    run: Run,
    dest: &[T],
    at: &[i64],
    value: impl Fn(usize) -> T + Sync,
    (op, by): (O, impl Fn(T, T) -> T + Sync),
) -> Result<Vec<T>, Fault>
where
    T: rt::Element,
    O: rt::op::Op<T>,
{
    let sinks = (rt::Bins::copied(dest, "out", op, by), ());
    let ((out, ()), _) = run.blocks(sinks, |block, out| {
        block.each((at, ()), out, |i, (at, ()), (bins, ())| {
            bins.put(at, value(i))?;
            Ok(((), ()))
        })?;
        Ok(())
    })?;
    Ok(out)
}

fn by_hand<T: Copy>(
    dest: &[T],
    at: &[i64],
    value: impl Fn(usize) -> T,
    by: impl Fn(T, T) -> T,
) -> Vec<T> {
    let mut out = dest.to_vec();
    for (i, at) in at.iter().enumerate() {
        let bin = &mut out[*at as usize];
        *bin = by(*bin, value(i));
    }
    out
}

/// Positions that look random.
fn places(bins: usize) -> Vec<i64> {
    let spread = |i: usize| (i * i * 31 + i * 7) % bins;
    (0..LEN).map(|i| spread(i) as i64).collect()
}

#[test]
fn operators_that_do_not_commute_keep_their_order() {
    // The polynomial of a bin's values at 3, modulo a prime.
    let by = |(h, p): (u32, u32), (i, q)| ((h * q + i) % 1009, p * q % 1009);
    let value = |i: usize| ((i * 13 % 1009) as u32, 3);
    for bins in [1, 3, 100, LEN / 2, 2 * LEN] {
        let (dest, at) = (vec![(7, 1); bins], places(bins));
        let expected = by_hand(&dest, &at, value, by);
        for threads in [1, 2, 3] {
            on_threads(threads, || {
                for run in runs(LEN) {
                    let found = reduced(run, &dest, &at, value, (rt::op::Other, by));
                    assert_eq!(found, Ok(expected.clone()), "{bins} bins");
                }
            });
        }
    }
}

#[test]
fn the_bits_of_sums_do_not_depend_on_threads() {
    let value = |i: usize| 1.0 / (i % 1_000 + 1) as f64;
    for bins in [1, 3, 100, 3_000, LEN / 2, 2 * LEN] {
        let (dest, at) = (vec![0.1; bins], places(bins));
        for way in 0..4 {
            let bits = |threads| {
                on_threads(threads, || {
                    let add = (rt::op::Add, |a: f64, b| a + b);
                    let found = reduced(runs(LEN)[way], &dest, &at, value, add).expect("in bounds");
                    found.into_iter().map(f64::to_bits).collect::<Vec<_>>()
                })
            };
            let alone = bits(1);
            for threads in [2, 3, 5] {
                assert_eq!(bits(threads), alone, "{bins} bins, {threads} threads");
            }
        }
    }
}

/// Without optimisation, pairs for bins that are larger than the caches wait for each other.
#[test]
fn sums_of_many_bins_are_those_from_left_to_right() {
    fn check<T: rt::Element + PartialEq + std::fmt::Debug>(
        one: T,
        value: impl Fn(usize) -> T + Sync + Copy,
        add: impl Fn(T, T) -> T + Sync + Copy,
    ) {
        let bins = (1 << 20) / size_of::<T>() + 3;
        // Most go to a few of them.
        let spread = places(bins).into_iter().enumerate();
        let at: Vec<i64> = spread
            .map(|(i, at)| if i % 3 == 0 { at } else { at % 7 })
            .collect();
        let dest = vec![one; bins];
        let expected = by_hand(&dest, &at, value, add);
        for threads in [1, 2, 3] {
            on_threads(threads, || {
                for run in runs(LEN) {
                    let found = reduced(run, &dest, &at, value, (rt::op::Add, add));
                    assert!(found == Ok(expected.clone()), "{threads} threads");
                }
            });
        }
        let mut wrong = at;
        wrong[LEN - 5] = bins as i64;
        let fault = reduced(
            Run::sequential(LEN, 2),
            &dest,
            &wrong,
            value,
            (rt::op::Add, add),
        );
        let fault = fault.expect_err("there is no such bin");
        assert!(
            matches!(fault.kind(), ErrorKind::IndexOutOfBounds { len, .. } if *len == bins),
            "{fault:?}"
        );
    }
    check(0.1, |i| 1.0 / (i + 1) as f64, |a, b| a + b);
    check(0.1, |i| 1.0 / (i + 1) as f32, |a, b| a + b);
}

#[test]
fn several_arrays_of_one_loop() {
    let at = places(50);
    let (mut sums, mut most) = (vec![0u64; 50], vec![0usize; 3 * LEN]);
    let (few, many) = (sums.clone(), most.clone());
    for threads in [1, 3] {
        on_threads(threads, || {
            let sinks = (
                rt::Bins::in_place(&mut sums, "sums", rt::op::Add, |a, b| a + b),
                (
                    rt::Bins::in_place(&mut most, "most", rt::op::Max, usize::max),
                    (rt::Fresh::named("out"), ()),
                ),
            );
            let done = Run::parallel(LEN, 1_000).blocks(sinks, |block, out| {
                block.each(
                    (&at[..], ()),
                    out,
                    |i, (at, ()), (sums, (most, ((), ())))| {
                        sums.put(at, i as u64)?;
                        most.put(2 * i, i)?;
                        Ok(((), ((), (i, ()))))
                    },
                )?;
                Ok(())
            });
            let (((), ((), (out, ()))), _) = done.expect("in bounds");
            assert!(out.iter().copied().eq(0..LEN));
        });
    }
    let twice = |i: usize| 2 * i as u64;
    assert_eq!(sums, by_hand(&few, &at, twice, |a, b| a + b));
    let even: Vec<i64> = (0..LEN).map(|i| 2 * i as i64).collect();
    assert_eq!(most, by_hand(&many, &even, |i| i, usize::max));
}

#[test]
fn the_leftmost_index_out_of_bounds_is_reported() {
    for bins in [10, 2 * LEN] {
        let (dest, mut at) = (vec![0u8; bins], places(10));
        at[LEN / 3] = -4;
        at[LEN / 3 + 1] = i64::MAX;
        at[LEN - 1] = -1;
        for threads in [1, 3] {
            on_threads(threads, || {
                for run in runs(LEN) {
                    let or = (rt::op::Or, |a: u8, b| a | b);
                    let fault = reduced(run, &dest, &at, |_| 1, or).expect_err("out of bounds");
                    assert_eq!(fault.binding(), "out");
                    let index = match *fault.kind() {
                        ErrorKind::IndexOutOfBounds { index, len, .. } if len == bins => index,
                        ref kind => panic!("{kind}"),
                    };
                    assert_eq!(index, -4);
                }
            });
        }
    }
}

/// In a block, and where ranges are joined.
#[test]
fn a_panic_of_the_operator_is_the_callers() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    for (bins, most) in [(4, 2), (4, LEN as u64 / 8), (2 * LEN, 1)] {
        let (dest, at) = (vec![0u64; bins], vec![0i64; LEN]);
        for threads in [1, 3] {
            let done = on_threads(threads, || {
                panic::catch_unwind(AssertUnwindSafe(|| {
                    let add = |a, b| match a + b {
                        sum if sum > most => panic!("too many"),
                        sum => sum,
                    };
                    let run = Run::parallel(LEN, 1_000);
                    drop(reduced(run, &dest, &at, |_| 1, (rt::op::Add, add)));
                }))
            });
            let payload = done.expect_err("a panic");
            assert_eq!(payload.downcast_ref(), Some(&"too many"));
        }
    }
    panic::set_hook(hook);
}

#[test]
fn a_block_must_be_swept() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let done = panic::catch_unwind(|| {
        let sinks = (
            rt::Bins::copied(&[1u8, 2], "", rt::op::Add, |a, b| a + b),
            (),
        );
        let _ = Run::parallel(3, 1).blocks(sinks, |_, _| Ok(()));
    });
    panic::set_hook(hook);
    let payload = done.expect_err("a panic");
    let message = payload.downcast_ref::<&str>().expect("a message");
    assert!(message.contains("without a complete sweep"), "{message}");
}

#[test]
fn nothing_and_elements_without_a_size() {
    for run in runs(0) {
        let add = (rt::op::Add, |a: f32, b| a + b);
        assert_eq!(reduced(run, &[1.5f32], &[], |_| 1.0, add), Ok(vec![1.5]));
    }
    let at = places(5);
    for run in runs(LEN) {
        let found = reduced(run, &[(); 5], &at, |_| (), (rt::op::Other, |(), ()| ()));
        assert_eq!(found, Ok(vec![(); 5]));
    }
}
