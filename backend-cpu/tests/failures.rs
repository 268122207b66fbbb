//! Panics, faults and wrong use.

#![forbid(unsafe_code)]

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{any::Any, thread};

use fusus_cpu as rt;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The shortest block; see `block.rs`.
const BLOCK: usize = if cfg!(miri) { 16 } else { 1024 };
const LEN: usize = 30 * BLOCK + 5;
/// So much that threads share so many positions, in blocks of that length.
const COST: usize = 16;

fn pools() -> Vec<ThreadPool> {
    let threads: &[usize] = if cfg!(miri) {
        &[1, 2, 3]
    } else {
        &[1, 2, 3, 8]
    };
    threads
        .iter()
        .map(|&n| ThreadPoolBuilder::new().num_threads(n).build().unwrap())
        .collect()
}

/// Runs `job`, which must panic, without the message on the screen.
fn panic_of<R>(job: impl FnOnce() -> R) -> Box<dyn Any + Send> {
    match panic::catch_unwind(AssertUnwindSafe(job)) {
        Ok(_) => panic!("it did not panic"),
        Err(payload) => payload,
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    if let Some(message) = payload.downcast_ref::<&str>() {
        return (*message).to_string();
    }
    payload
        .downcast_ref::<String>()
        .cloned()
        .unwrap_or_default()
}

/// A scan, a filter and a fold, with a hook in the sweep for totals and one in
/// the real sweep.
fn program(
    xs: &[i64],
    total: impl Fn(i64) -> Result<(), rt::Fault> + Sync,
    sweep: impl Fn(i64) -> Result<(), rt::Fault> + Sync,
) -> Result<(Vec<i64>, Vec<i64>, i64), rt::Fault> {
    let run = rt::Run::parallel(xs.len(), COST).ordered();
    let chain = run.chain((0, ())).unwrap();
    let ((s, (kept, ())), parts) = run.blocks(
        (rt::Fresh::named(""), (rt::Compact::named(""), ())),
        |b, out| {
            let (entering, ()) = chain.exclusive_prefix(
                b,
                || {
                    let mut t = rt::Fold::<_, _, 8>::new(rt::op::Add);
                    b.lanes(
                        rt::Lanes::<8>::when(t.commutes()),
                        (xs, ()),
                        &mut (),
                        |_, lane, (x, ()), ()| {
                            total(x)?;
                            t.push(lane, x, |a, b| a + b);
                            Ok(())
                        },
                    )?;
                    Ok((t.partial(|a, b| a + b), ()))
                },
                |(p, ()), (t, ())| (t.join(p, |a, b| a + b), ()),
            )?;
            let mut state = entering;
            let mut sum = rt::Fold::<_, _, 8>::new(rt::op::Add);
            b.lanes(
                rt::Lanes::<8>::in_order(sum.commutes()),
                (xs, ()),
                out,
                |_, lane, (x, ()), _| {
                    sweep(x)?;
                    state += x;
                    sum.push(lane, x, |a, b| a + b);
                    Ok((state, (rt::Masked::when(x % 2 == 0, x), ())))
                },
            )?;
            chain.publish(b, || (state, ()));
            Ok(sum.partial(|a, b| a + b))
        },
    )?;
    Ok((s, kept, parts.fold(0, |a, p| p.join(a, |a, b| a + b))))
}

fn numbers() -> Vec<i64> {
    (0..LEN as i64).collect()
}

fn works(xs: &[i64]) {
    let (s, kept, sum) = program(xs, |_| Ok(()), |_| Ok(())).unwrap();
    let n = LEN as i64;
    assert_eq!(
        (s[LEN - 1], kept.len(), sum),
        (n * (n - 1) / 2, LEN.div_ceil(2), n * (n - 1) / 2)
    );
}

#[test]
fn the_leftmost_panic_reaches_the_caller_and_the_pool_lives_on() {
    let xs = numbers();
    for pool in pools() {
        for at in [
            0,
            1,
            3 * BLOCK as i64 / 2,
            15 * BLOCK as i64,
            LEN as i64 - 1,
        ] {
            for in_total in [false, true] {
                if in_total && (at == LEN as i64 - 1 || pool.current_num_threads() == 1) {
                    // The last block has no total, and one thread needs none
                    // beforehand.
                    continue;
                }
                let fail = |x| -> Result<(), rt::Fault> {
                    // Everything from `at` on fails; `at` must win.
                    assert!(x < at, "panic at {x}");
                    Ok(())
                };
                let fine = |_| Ok(());
                let payload = panic_of(|| {
                    pool.install(|| {
                        if in_total {
                            program(&xs, fail, fine)
                        } else {
                            program(&xs, fine, fail)
                        }
                    })
                });
                assert_eq!(message(&*payload), format!("panic at {at}"));
                pool.install(|| works(&xs));
            }
        }
    }
}

#[test]
fn the_leftmost_fault_reaches_the_caller() {
    let xs = numbers();
    let table = vec![(); 4 * BLOCK + 3];
    let slow = 4 * BLOCK as i64..5 * BLOCK as i64;
    for pool in pools() {
        for round in 0..if cfg!(miri) { 2 } else { 20 } {
            let gather = |x: i64| {
                // Later blocks are quick to fail, the first to fail is slow.
                if round % 2 == 0 && slow.contains(&x) {
                    thread::yield_now();
                }
                rt::Data(&table).gather(x, "g")
            };
            let fine = |_| Ok(());
            for in_total in [false, pool.current_num_threads() > 1] {
                let fault = pool
                    .install(|| {
                        if in_total {
                            program(&xs, gather, fine)
                        } else {
                            program(&xs, fine, gather)
                        }
                    })
                    .unwrap_err();
                let error = fault.at("lookup");
                assert_eq!(
                    error.to_string(),
                    format!(
                        "`lookup`: in `g`: index {0} is out of bounds of an array of length {0}",
                        table.len()
                    )
                );
            }
        }
    }
}

#[test]
fn the_leftmost_failure_wins_whatever_its_kind() {
    let xs = numbers();
    let table = vec![(); 10 * BLOCK];
    let end = BLOCK as i64;
    for pool in pools() {
        let mixed = |x| {
            assert!(x < 20 * end, "panic at {x}");
            rt::Data(&table).gather(x, "g")
        };
        assert_eq!(
            pool.install(|| program(&xs, |_| Ok(()), mixed))
                .unwrap_err()
                .binding(),
            "g"
        );
        let mixed = |x| {
            assert!(x < 5 * end, "panic at {x}");
            rt::Data(&table).gather(x, "g")
        };
        let payload = panic_of(|| pool.install(|| program(&xs, |_| Ok(()), mixed)));
        assert_eq!(message(&*payload), format!("panic at {}", 5 * end));
    }
}

/// Counts how many of it are alive.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(alive: &'a AtomicUsize) -> Self {
        alive.fetch_add(1, Ordering::Relaxed);
        Counted(alive)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[test]
fn what_blocks_return_is_dropped_once() {
    for pool in pools() {
        for fail_at in [None, Some(0), Some(7), Some(30)] {
            let alive = AtomicUsize::new(0);
            let done = panic::catch_unwind(AssertUnwindSafe(|| {
                pool.install(|| {
                    rt::Run::parallel(LEN, COST)
                        .blocks((), |b, _| {
                            let part = Counted::new(&alive);
                            assert!(Some(b.index()) != fail_at, "no part");
                            Ok(part)
                        })
                        .map(|((), parts)| {
                            // One of each block.
                            assert_eq!(alive.load(Ordering::Relaxed), 31);
                            // Some taken, the others dropped with the iterator.
                            parts.take(3).count()
                        })
                        .unwrap()
                })
            }));
            assert_eq!(done.is_err(), fail_at.is_some());
            drop(done);
            assert_eq!(alive.load(Ordering::Relaxed), 0);
        }
    }
}

#[test]
fn payloads_that_panic_when_dropped() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            if !thread::panicking() {
                panic!("dropped");
            }
        }
    }
    for pool in pools() {
        let payload = panic_of(|| {
            pool.install(|| {
                rt::Run::parallel(LEN, COST).blocks((), |b, _| -> Result<(), rt::Stop> {
                    if b.index() == 0 {
                        thread::sleep(Duration::from_millis(5));
                        panic!("first");
                    }
                    panic::panic_any(Bomb);
                })
            })
        });
        assert_eq!(message(&*payload), "first");
    }
}

#[test]
fn runs_inside_blocks() {
    let xs = numbers();
    let ys: Vec<i64> = (0..3 * BLOCK as i64).collect();
    for pool in pools() {
        pool.install(|| {
            let run = rt::Run::parallel(ys.len(), 1000);
            let ((zs, ()), _) = run
                .blocks((rt::Fresh::named(""), ()), |b, out| {
                    b.each((&ys[..], ()), out, |i, (y, ()), _| {
                        if i % BLOCK == 5 {
                            works(&xs);
                            // Rayon inside of a worker may steal our helpers.
                            let (a, b) =
                                rayon::join(|| program(&xs, |_| Ok(()), |_| Ok(())), || works(&xs));
                            assert!(a.is_ok());
                            b
                        }
                        Ok((y + 1, ()))
                    })?;
                    Ok(())
                })
                .unwrap();
            assert!(zs.iter().zip(&ys).all(|(z, y)| *z == y + 1));
        });
    }
}

#[test]
fn many_runs_at_once() {
    let xs = numbers();
    for pool in pools() {
        pool.scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|_| works(&xs));
            }
        });
    }
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..if cfg!(miri) { 2 } else { 20 }).for_each(|_| works(&xs)));
        }
    });
}

#[test]
fn a_busy_pool_holds_nobody_up() {
    // The only thread of the pool is busy until the run is over.
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let xs = numbers();
    let (over, wait) = std::sync::mpsc::channel::<()>();
    pool.spawn(move || wait.recv().unwrap());
    pool.install(|| works(&xs));
    over.send(()).unwrap();
}

#[test]
fn wrong_use_panics() {
    let xs = numbers();
    let run = || rt::Run::parallel(LEN, 1);

    let short = panic_of(|| {
        run().blocks((), |b, out| {
            Ok(b.each((&xs[1..], ()), out, |_, _, ()| Ok(()))?)
        })
    });
    assert_eq!(
        message(&*short),
        format!("an array of {} elements in a loop over {LEN}", LEN - 1)
    );

    let lazy = panic_of(|| run().blocks((rt::Fresh::<u8>::named(""), ()), |_, _| Ok(())));
    assert_eq!(message(&*lazy), "a block ended without a complete sweep");
    let lazy = panic_of(|| run().blocks((rt::Compact::<u8>::named(""), ()), |_, _| Ok(())));
    assert_eq!(message(&*lazy), "a block ended without a complete sweep");

    // A fault that the block keeps for itself.
    let hidden = panic_of(|| {
        run().blocks((rt::Fresh::named(""), ()), |b, out| {
            let _ = b.each((), out, |i, (), _| {
                Ok((rt::Data(&xs).gather(i + 1, "g")?, ()))
            });
            Ok(())
        })
    });
    assert_eq!(message(&*hidden), "a block ended without a complete sweep");

    let used = run().ordered();
    used.blocks((), |_, _| Ok(())).unwrap();
    let twice = panic_of(|| used.blocks((), |_, _| Ok(())));
    assert_eq!(message(&*twice), "a run was started twice");

    let (one, other) = (run(), run().ordered());
    let chain = other.chain(0).unwrap();
    let stray = panic_of(|| {
        one.blocks((), |b, _| {
            chain.exclusive_prefix(b, || Ok(1), |a, b| a + b)?;
            Ok(())
        })
    });
    assert_eq!(message(&*stray), "a block of another run passed a chain");

    let twice = run().ordered();
    let chain = twice.chain(0).unwrap();
    let again = panic_of(|| {
        twice.blocks((), |b, _| {
            for _ in 0..2 {
                chain.exclusive_prefix(b, || Ok(1), |a, b| a + b)?;
                chain.publish(b, || 1);
            }
            Ok(())
        })
    });
    assert!(["a block published twice", "look-back out of order"].contains(&&*message(&*again)));

    let mut ys = [0; 3];
    let length = panic_of(|| run().blocks((rt::InPlace::new(&mut ys), ()), |_, _| Ok(())));
    assert_eq!(
        message(&*length),
        format!("an array of 3 elements is written by a loop over {LEN}")
    );
}

#[test]
fn memory_that_is_not_there() {
    let fault = rt::Run::sequential(usize::MAX / 2, 1)
        .blocks((rt::Fresh::<u64>::named("ys"), ()), |b, out| {
            b.each((), out, |i, (), _| Ok((i as u64, ())))?;
            Ok(())
        })
        .unwrap_err();
    assert!(matches!(fault.kind(), rt::ErrorKind::Allocation { .. }));
    assert_eq!(fault.binding(), "ys");
}

#[test]
fn checks_name_the_numbers() {
    let text = |fault: Result<(), rt::Fault>| fault.unwrap_err().at("p").to_string();
    assert_eq!(
        text(rt::agree("xs", 3, "ys", 4)),
        "`p`: `xs` has length 3 and `ys` has length 4, they must have the same length"
    );
    assert_eq!(
        text(rt::conform(3, 4, "zs")),
        "`p`: in `zs`: an array of length 3 does not conform to the length 4"
    );
    assert_eq!(rt::product(3, 4, "cs"), Ok(12));
    let overflow = rt::product(usize::MAX, 2, "cs").unwrap_err();
    assert_eq!(
        overflow.to_string(),
        format!("in `cs`: the size {} × 2 overflows `usize`", usize::MAX)
    );
    assert!(rt::Data(&[1]).gather(u128::MAX, "g").is_err());
    assert!(rt::Data(&[1]).gather(i8::MIN, "g").is_err());
    assert!(rt::Data(&[(); 5]).gather(usize::MAX, "g").is_err());
    assert_eq!(rt::Data(&[1, 2]).gather(1_u8, "g"), Ok(2));
    let error: Box<dyn std::error::Error> = Box::new(overflow.at("p"));
    assert!(error.to_string().starts_with("`p`"));
}
