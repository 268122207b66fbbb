//! Loops of unknown work: few expensive positions are shared by threads, cheap ones stay with the
//! thread that starts them, and the bits are the same either way.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread::{self, ThreadId};
use std::time::Duration;

use fusus_cpu as rt;
use rayon::{ThreadPool, ThreadPoolBuilder};

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
}

/// The threads that did the positions of a loop, each of which takes so long.
fn threads_of(run: rt::Run, len: usize, each: Duration) -> BTreeSet<String> {
    let threads: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());
    let xs = vec![1_u32; len];
    let ((ys, ()), _) = run
        .blocks((rt::Fresh::named(""), ()), |b, out| {
            b.each((&xs[..], ()), out, |_, (x, ()), _| {
                if !each.is_zero() {
                    thread::sleep(each);
                    threads.lock().unwrap().push(thread::current().id());
                }
                Ok((x + 1, ()))
            })?;
            Ok(())
        })
        .unwrap();
    assert_eq!(ys, vec![2; len]);
    let threads = threads.into_inner().unwrap();
    threads.iter().map(|id| format!("{id:?}")).collect()
}

const LONG: Duration = Duration::from_millis(20);

#[test]
fn few_expensive_positions_are_shared_the_first_time() {
    static PACE: rt::Pace = rt::Pace::new();
    let threads = pool(2).install(|| {
        let run = rt::Run::parallel(10, 12).unbounded().paced(&PACE);
        threads_of(run, 10, LONG)
    });
    assert_eq!(threads.len(), 2);
}

#[test]
fn positions_that_were_cheap_are_shared_when_they_turn_out_to_be_expensive() {
    static PACE: rt::Pace = rt::Pace::new();
    let run = |len| rt::Run::parallel(len, 12).unbounded().paced(&PACE);
    pool(2).install(|| {
        for _ in 0..3 {
            threads_of(run(1000), 1000, Duration::ZERO);
        }
        assert_eq!(threads_of(run(20), 20, LONG).len(), 2);
    });
}

#[test]
fn a_loop_of_little_text_is_shared_once_its_time_is_known() {
    // One operation of the text may be the product of two large matrices.
    static PACE: rt::Pace = rt::Pace::new();
    let (len, each) = (9000, Duration::from_micros(1));
    pool(2).install(|| {
        let run = || rt::Run::parallel(len, 1).paced(&PACE);
        assert_eq!(threads_of(run(), len, each).len(), 1);
        assert_eq!(threads_of(run(), len, each).len(), 2);
    });
}

#[test]
fn a_grain_is_shared_without_a_look_at_the_time() {
    let threads = pool(2).install(|| threads_of(rt::Run::parallel(10, 1).grain(1), 10, LONG));
    assert_eq!(threads.len(), 2);
    let threads = pool(2).install(|| threads_of(rt::Run::parallel(10, 1).grain(10), 10, LONG));
    assert_eq!(threads.len(), 1);
}

/// The bits of a sum in blocks, of a loop whose blocks wait for each other.
fn sum(run: rt::Run, xs: &[f64]) -> u64 {
    let run = run.ordered();
    let chain = run.chain(0.5).unwrap();
    let ((_, ()), parts) = run
        .blocks((rt::Fresh::named(""), ()), |b, out| {
            let own = &xs[b.start()..][..b.len()];
            let mut state =
                chain.exclusive_prefix(b, || Ok(own.iter().sum::<f64>()), |a, b| a + b)?;
            let mut sum = 0.0;
            b.each((xs, ()), out, |_, (x, ()), _| {
                state += x;
                sum += x;
                Ok((state, ()))
            })?;
            chain.publish(b, || state);
            Ok(sum)
        })
        .unwrap();
    parts.fold(0.0, |a, b| a + b).to_bits()
}

#[test]
fn what_is_known_of_the_time_changes_no_bit() {
    static PACE: rt::Pace = rt::Pace::new();
    let xs: Vec<f64> = (0..5000).map(|x| 1.0 / f64::from(x + 1)).collect();
    for len in [0, 1, 2, 31, 32, 33, 63, 64, 1000, 1023, 1025, 4999] {
        let xs = &xs[..len];
        let alone = |run: rt::Run| pool(1).install(|| sum(run, xs));
        let expected = alone(rt::Run::parallel(len, 9).unbounded());
        assert_eq!(alone(rt::Run::sequential(len, 9).unbounded()), expected);
        for threads in [1, 2, 3, 8] {
            pool(threads).install(|| {
                // The first time nothing is known, then that it is cheap.
                for _ in 0..4 {
                    let run = rt::Run::parallel(len, 9).unbounded().paced(&PACE);
                    assert_eq!(sum(run, xs), expected, "{len} positions, {threads} threads");
                }
            });
        }
    }
}

#[test]
fn blocks_are_short_where_positions_may_take_long_and_never_many() {
    let count = |run: rt::Run| {
        let ((), parts) = run.blocks((), |b, _| Ok(b.len())).unwrap();
        let lens: Vec<usize> = parts.collect();
        (lens.len(), lens.into_iter().max().unwrap_or(0))
    };
    if cfg!(miri) {
        return;
    }
    assert_eq!(count(rt::Run::parallel(0, 1).unbounded()), (0, 0));
    assert_eq!(count(rt::Run::parallel(1, 1).unbounded()), (1, 1));
    assert_eq!(count(rt::Run::parallel(10, 1).unbounded()), (10, 1));
    assert_eq!(count(rt::Run::parallel(32, 1).unbounded()), (32, 1));
    let (blocks, longest) = count(rt::Run::parallel(2000, 1).unbounded());
    assert!(blocks >= 64 && longest <= 32, "{blocks} of {longest}");
    for len in [30_000, 1_000_000, 3_000_000] {
        let (blocks, _) = count(rt::Run::parallel(len, 1).unbounded());
        assert!((64..=256).contains(&blocks), "{blocks} for {len}");
    }
    assert_eq!(count(rt::Run::parallel(100, 1).grain(30)), (4, 30));
    // No more than memory is there for.
    assert!(count(rt::Run::parallel(1_000_000, 1).grain(1)).0 <= 4200);
}

#[test]
fn the_leftmost_panic_reaches_the_caller_wherever_it_happens() {
    static PACE: rt::Pace = rt::Pace::new();
    for threads in [1, 2, 4] {
        for fail_at in [0, 3, 70, 199] {
            // Cheap before, so that the starting thread begins alone.
            let caught = std::panic::catch_unwind(|| {
                pool(threads).install(|| {
                    rt::Run::parallel(200, 12)
                        .unbounded()
                        .paced(&PACE)
                        .blocks((), |b, _| {
                            let fails = b.start() <= fail_at && fail_at < b.start() + b.len();
                            assert!(!fails, "position {fail_at}");
                            Ok(())
                        })
                        .map(drop)
                })
            });
            let payload = caught.unwrap_err();
            let message = payload.downcast_ref::<String>().unwrap();
            assert!(
                message.contains(&format!("position {fail_at}")),
                "{message}"
            );
        }
    }
}
