//! Loops whose blocks are done in two rounds.

#![forbid(unsafe_code)]

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};

use fusus_cpu as rt;
use rayon::{ThreadPool, ThreadPoolBuilder};

const LEN: usize = 20 * 64 + 5;

fn pools() -> Vec<ThreadPool> {
    let pools = [1, 2, 3].map(|n| ThreadPoolBuilder::new().num_threads(n).build());
    pools.into_iter().map(Result::unwrap).collect()
}

/// All blocks of a loop, as those of a process are done.
fn run() -> rt::Run {
    rt::Run::parallel(LEN, 4).grain(64).part(0..21)
}

/// The first rounds that are tried, by the numbers of their blocks.
const FIRST: &[(usize, usize)] = &[
    (0, 21),
    (0, usize::MAX),
    (1, 20),
    (5, 6),
    (0, 7),
    (14, 21),
    (8, 8),
    (9, 3),
    (30, 40),
];

#[test]
fn results_are_those_of_one_round() {
    let xs: Vec<f64> = (0..LEN).map(|i| (i as f64).sin()).collect();
    let sums = |run: rt::Run, rounds: Option<rt::Rounds<'_>>| {
        let body = |block: &rt::Block<'_>, out: &mut rt::Out<'_, _>| {
            let mut sum = rt::Fold::<_, _, 8>::new(rt::op::Add);
            block.lanes(
                rt::Lanes::<8>::when(sum.commutes()),
                (&xs[..], ()),
                out,
                |_, lane, (x, ()), _| {
                    sum.push(lane, x, |a, b| a + b);
                    Ok((2.0 * x, ()))
                },
            )?;
            Ok((sum.partial(|a, b| a + b), ()))
        };
        let sinks = (rt::Fresh::named(""), ());
        let ((doubled, ()), parts) = match rounds {
            None => run.blocks(sinks, body).unwrap(),
            Some(rounds) => run.in_rounds(rounds).blocks(sinks, body).unwrap(),
        };
        let sum = parts
            .into_iter()
            .fold(0.0, |sum, (part, ())| part.join(sum, |a, b| a + b));
        let doubled: Vec<f64> = doubled;
        (doubled, sum.to_bits())
    };
    let expected = sums(run(), None);
    for pool in pools() {
        for &first in FIRST {
            let waits = AtomicUsize::new(0);
            let wait = || {
                waits.fetch_add(1, Ordering::Relaxed);
            };
            let got = pool.install(|| sums(run(), Some(rt::Rounds { first, wait: &wait })));
            assert_eq!(got, expected, "{first:?}");
            assert_eq!(waits.into_inner(), 1, "{first:?}");
        }
    }
}

#[test]
fn blocks_of_the_second_round_come_after_the_wait() {
    for pool in pools() {
        for &first in FIRST {
            let came = AtomicUsize::new(0);
            let wait = || came.store(1, Ordering::Relaxed);
            let early = AtomicUsize::new(0);
            let done = pool.install(|| {
                let rounds = rt::Rounds { first, wait: &wait };
                run().in_rounds(rounds).blocks((), |block, _| {
                    if came.load(Ordering::Relaxed) == 0 {
                        assert!((first.0..first.1).contains(&block.index()));
                        early.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(())
                })
            });
            assert!(done.is_ok());
            let blocks = (0..21).filter(|index| (first.0..first.1).contains(index));
            assert_eq!(early.into_inner(), blocks.count(), "{first:?}");
        }
    }
}

/// Does a loop of which some blocks fail by a fault, and others by a panic. Returns how it ended.
fn ended(first: (usize, usize), faults: &[usize], panics: &[usize]) -> String {
    let rounds = rt::Rounds {
        first,
        wait: &|| {},
    };
    let done = panic::catch_unwind(AssertUnwindSafe(|| {
        run().in_rounds(rounds).blocks((), |block, _| {
            let index = block.index();
            if panics.contains(&index) {
                panic::resume_unwind(Box::new(format!("panic {index}")));
            }
            match faults.contains(&index) {
                true => Err(rt::out_of_bounds(index as i128, 1, "here").into()),
                false => Ok(()),
            }
        })
    }));
    match done {
        Ok(Ok(_)) => "done".to_owned(),
        Ok(Err(fault)) => format!("{fault:?}"),
        Err(payload) => *payload.downcast::<String>().expect("the text of a panic"),
    }
}

#[test]
fn the_leftmost_failure_counts_whichever_round_it_is_of() {
    let of_fault = |index: usize| ended((0, 21), &[index], &[]);
    for pool in pools() {
        pool.install(|| {
            for &first in FIRST {
                assert_eq!(ended(first, &[], &[]), "done");
                for (faults, panics) in [
                    (&[0, 10, 20][..], &[][..]),
                    (&[10, 20], &[]),
                    (&[20], &[3]),
                    (&[2, 20], &[9]),
                    (&[3], &[0, 10]),
                    (&[], &[12, 20]),
                ] {
                    let (fault, panic) = (faults.iter().min(), panics.iter().min());
                    let expected = match (fault, panic) {
                        (Some(fault), Some(panic)) if fault < panic => of_fault(*fault),
                        (_, Some(panic)) => format!("panic {panic}"),
                        (Some(fault), None) => of_fault(*fault),
                        (None, None) => unreachable!("something fails"),
                    };
                    assert_eq!(ended(first, faults, panics), expected, "{first:?}");
                }
            }
        });
    }
}

/// Blocks that go from left to right wait before the first one that is not of the first round.
#[test]
fn blocks_from_left_to_right_wait_before_the_first_that_needs_something() {
    let xs: Vec<usize> = (0..LEN).collect();
    for pool in pools() {
        for first in [(5, 15), (0, 15), (0, 21), (0, 0)] {
            let came = AtomicUsize::new(0);
            let early = AtomicUsize::new(0);
            let wait = || came.store(1, Ordering::Relaxed);
            let seen = |block: &rt::Block<'_>| {
                if came.load(Ordering::Relaxed) == 0 {
                    assert!(block.index() < first.1, "{first:?}");
                    early.fetch_add(1, Ordering::Relaxed);
                }
            };
            let expected = if first.0 > 0 { 0 } else { first.1 };
            let done = pool.install(|| {
                let rounds = rt::Rounds { first, wait: &wait };
                run()
                    .in_rounds(rounds)
                    .blocks((rt::Compact::named(""), ()), |block, out| {
                        seen(block);
                        block.each((&xs[..], ()), out, |_, (x, ()), _| {
                            Ok((rt::Masked::when(x % 3 == 0, x), ()))
                        })?;
                        Ok(())
                    })
            });
            let ((kept, ()), _) = done.unwrap();
            let kept: Vec<usize> = kept;
            assert!(kept.iter().copied().eq((0..LEN).step_by(3)));
            assert_eq!(early.swap(0, Ordering::Relaxed), expected, "{first:?}");
            came.store(0, Ordering::Relaxed);
            let done = pool.install(|| {
                let rounds = rt::Rounds { first, wait: &wait };
                let run = run().ordered();
                run.chained(
                    |chain| {
                        run.in_rounds(rounds).blocks((), |block, _| {
                            seen(block);
                            let len = || Ok(block.len());
                            let before = chain.exclusive_prefix(block, len, |a, b| a + b)?;
                            assert_eq!(before, block.start());
                            chain.publish(block, || before + block.len());
                            Ok(())
                        })
                    },
                    || 0,
                )
            });
            assert!(done.is_ok());
            assert_eq!(early.into_inner(), expected, "{first:?}");
        }
    }
}

/// Elements that a block keeps for itself do not matter to the order of blocks.
#[test]
fn blocks_that_compact_for_themselves_go_in_any_order() {
    let xs: Vec<usize> = (0..LEN).collect();
    for pool in pools() {
        let (came, early) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let done = pool.install(|| {
            let rounds = rt::Rounds {
                first: (5, 15),
                wait: &|| came.store(1, Ordering::Relaxed),
            };
            let sinks = (rt::Scratch::<usize>::named(""), ());
            run().in_rounds(rounds).blocks(sinks, |block, out| {
                if came.load(Ordering::Relaxed) == 0 {
                    early.fetch_add(1, Ordering::Relaxed);
                }
                block.each((&xs[..], ()), out, |_, (x, ()), _| {
                    Ok((rt::Masked::when(x % 3 == 0, x), ()))
                })?;
                Ok(())
            })
        });
        assert!(done.is_ok());
        assert_eq!(early.into_inner(), 10);
    }
}
