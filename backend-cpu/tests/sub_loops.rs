//! Blocks in parts: they pack what a filter keeps, and sweep over that.

#![forbid(unsafe_code)]

use fusus_cpu as rt;
use rayon::ThreadPoolBuilder;
use rt::{Block, Fault, Lanes, Masked, Out, Run};

/// The shortest block; see `blocks.rs`.
const BLOCK: usize = if cfg!(miri) { 16 } else { 1024 };

type Sinks = (
    (rt::Scratch<u32>, ()),
    (rt::Temporary<u64>, (rt::Compact<u64>, ())),
);

fn sinks() -> Sinks {
    let front = (rt::Scratch::named("compacted"), ());
    (
        front,
        (rt::Temporary::new(), (rt::Compact::named("out"), ())),
    )
}

fn twice(x: u32) -> u64 {
    2 * u64::from(x)
}

/// The running sums of what is kept, doubled.
fn sums(run: Run, xs: &[u32], keep: impl Fn(u32) -> bool + Sync) -> Result<Vec<u64>, Fault> {
    let run = run.ordered();
    let done = run.chained(
        |chain| {
            run.blocks(sinks(), |block: &Block<'_>, out: &mut Out<'_, Sinks>| {
                let (mut front, mut out) = out.split();
                let mut state;
                if block.in_sub_loops() {
                    block.each((xs, ()), &mut front, |_, (x, ()), _| {
                        Ok((Masked::when(keep(x), x), ()))
                    })?;
                    let (compacted, ()) = front.compacted();
                    let kept = block.compacted(compacted.len());
                    let dense = &kept.block();
                    let out = &mut out.over(&kept)?;
                    dense.store((compacted, ()), &mut out.storing(0), |_, (x, ()), _| {
                        Ok((Some(twice(x)), ((), ())))
                    });
                    let mut total = rt::Fold::<u64, _, 8>::new(rt::op::Add);
                    let (entering, ()) = chain.exclusive_prefix(
                        block,
                        || {
                            let lanes = Lanes::<8>::in_order(total.commutes());
                            let past = &mut out.reading();
                            dense.lanes(
                                lanes,
                                (compacted, ()),
                                past,
                                |_, lane, _, (noted, _)| {
                                    total.push(lane, noted.expect("it was noted"), |a, b| a + b);
                                    Ok((None, ((), ())))
                                },
                            )?;
                            Ok((total.partial(|a, b| a + b), ()))
                        },
                        |(entering, ()), (total, ())| (total.join(entering, |a, b| a + b), ()),
                    )?;
                    state = entering;
                    dense.each((compacted, ()), out, |_, _, (noted, _)| {
                        state += noted.expect("it was noted");
                        Ok(((), (Masked::when(true, state), ())))
                    })?;
                } else {
                    (state, ()) = chain.seed(block)?;
                    block.each((xs, ()), &mut out, |_, (x, ()), (noted, _)| {
                        assert!(noted.is_none());
                        let keep = keep(x);
                        state += if keep { twice(x) } else { 0 };
                        Ok(((), (Masked::when(keep, state), ())))
                    })?;
                }
                chain.publish(block, || (state, ()));
                Ok(())
            })
        },
        || (5, ()),
    );
    let (((), ()), ((), (out, ()))) = done?.0;
    Ok(out)
}

#[test]
fn what_a_block_packs_it_sweeps_over() {
    for threads in [1, 2, 3, 8] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            for len in [0, 1, 17, BLOCK, BLOCK + 1, 2 * BLOCK, 30 * BLOCK + 5] {
                let xs: Vec<u32> = (0..u32::try_from(len).unwrap()).collect();
                for modulus in [1, 2, 7, 3 * len.max(1)] {
                    let modulus = u32::try_from(modulus).unwrap();
                    let keep = |x: u32| x % modulus == modulus - 1;
                    let mut sum = 5;
                    let expected = xs.iter().filter(|x| keep(**x)).map(|x| {
                        sum += twice(*x);
                        sum
                    });
                    let expected: Vec<u64> = expected.collect();
                    for run in [Run::parallel(len, 1_000), Run::sequential(len, 1_000)] {
                        let found = sums(run, &xs, keep).expect("memory");
                        assert_eq!(found, expected, "{threads} {len} {modulus}");
                    }
                }
            }
        });
    }
}

#[test]
#[should_panic(expected = "take_any_len()")]
fn what_is_written_everywhere_is_not_swept_for_less() {
    let xs = vec![1_u32; 30 * BLOCK];
    let front = (rt::Scratch::<u32>::named("compacted"), ());
    let sinks = (front, (rt::Fresh::<u32>::named("out"), ()));
    let _ = Run::sequential(xs.len(), 1_000).blocks(sinks, |block, out| {
        let (_, out) = out.split();
        let kept = block.compacted(3);
        let dense = &kept.block();
        dense.each((&xs[..3], ()), &mut out.over(&kept)?, |_, (x, ()), _| {
            Ok((x, ()))
        })?;
        Ok(())
    });
}

#[test]
#[should_panic(expected = "compacted.len() <= self.positions.len")]
fn no_more_is_kept_than_a_block_has() {
    let sinks = ((), (rt::Compact::<u32>::named("out"), ()));
    let _ = Run::sequential(30 * BLOCK, 1_000).blocks(sinks, |block, out| {
        let (_, out) = out.split();
        let _ = out.over(&block.compacted(block.len() + 1))?;
        Ok(())
    });
}

/// However large they are: some are compacted on the stack.
fn pack<const N: usize>(len: usize) -> Vec<usize> {
    let sinks = (
        (rt::Scratch::<[u64; N]>::named("compacted"), ()),
        (rt::Compact::named("out"), ()),
    );
    let done = Run::sequential(len, 1).blocks(sinks, |block, out| {
        let (mut first, out) = out.split();
        block.each((), &mut first, |i, (), _| {
            Ok((Masked::when(i % 3 == 1, [i as u64; N]), ()))
        })?;
        let (compacted, ()) = first.compacted();
        let kept = block.compacted(compacted.len());
        let out = &mut out.over(&kept)?;
        kept.block()
            .each((compacted, ()), out, |_, (items, ()), _| {
                let last = items.last().map_or(usize::MAX, |last| *last as usize);
                Ok((Masked::when(true, last), ()))
            })?;
        Ok(())
    });
    let ((_, (out, ())), _) = done.expect("memory");
    out
}

#[test]
fn elements_of_all_sizes_are_packed() {
    for len in [0, 1, 2, 7, 31, 32, 33, 500, BLOCK, 3 * BLOCK + 1] {
        let expected: Vec<usize> = (0..len).filter(|i| i % 3 == 1).collect();
        assert_eq!(pack::<0>(len), vec![usize::MAX; expected.len()]);
        assert_eq!(pack::<1>(len), expected);
        assert_eq!(pack::<2>(len), expected);
        assert_eq!(pack::<3>(len), expected);
        assert_eq!(pack::<64>(len), expected);
    }
}

/// The squares of odd numbers, which go to their places as soon as their number is known.
fn joined(run: Run) -> Result<Vec<usize>, Fault> {
    let sinks = (
        (rt::Scratch::<usize>::named("odd"), ()),
        ((rt::DenseAtOffset::<usize>::named("squares"), ()), ()),
    );
    let done = run.blocks(sinks, |block, out| {
        let (mut odd, mut out) = out.split();
        let squares = out.split().0;
        block.each((), &mut odd, |i, (), _| {
            Ok((Masked::when(i % 2 == 1, i), ()))
        })?;
        let (odd, ()) = odd.compacted();
        let kept = block.compacted(odd.len());
        let out = &mut squares.over(&kept)?;
        kept.block()
            .each((odd, ()), out, |_, (i, ()), _| Ok((i * i, ())))?;
        Ok(())
    });
    let ((_, ((squares, ()), ())), _) = done?;
    Ok(squares)
}

#[test]
fn what_blocks_keep_is_joined() {
    for threads in [1, 2, 3, 8] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            for len in [0, 1, 2, BLOCK, BLOCK + 1, 30 * BLOCK + 5] {
                for run in [Run::parallel(len, 1_000), Run::sequential(len, 1_000)] {
                    let found = joined(run).expect("memory");
                    let odd = (0..len).filter(|i| i % 2 == 1);
                    assert!(found.into_iter().eq(odd.map(|i| i * i)), "{threads} {len}");
                }
            }
        });
    }
}

type OfOne = ((rt::DenseAtOffset<usize>, ()), ());

fn of_one(block: impl Fn(&Block<'_>, &mut Out<'_, OfOne>) -> Result<(), rt::Stop> + Sync) {
    let sinks = ((rt::DenseAtOffset::named("out"), ()), ());
    let _ = Run::sequential(3 * BLOCK, 1_000).blocks(sinks, block);
}

#[test]
#[should_panic(expected = "more than a block keeps")]
fn what_is_joined_is_not_swept_for_the_whole_block() {
    of_one(|block, out| {
        let kept = block.compacted(3);
        let out = out.split().0;
        kept.block()
            .each((), &mut out.over(&kept)?, |i, (), _| Ok((i, ())))?;
        Ok(())
    });
    of_one(|block, out| {
        let kept = block.compacted(3);
        let _ = out.split().0.over(&kept)?;
        block.each((), &mut out.split().0, |i, (), _| Ok((i, ())))?;
        Ok(())
    });
}

#[test]
#[should_panic(expected = "a block said twice how many elements it has")]
fn a_block_keeps_once() {
    of_one(|block, out| {
        let out = out.split().0.over(&block.compacted(3))?;
        let _ = out.over(&block.compacted(2))?;
        Ok(())
    });
}

#[test]
#[should_panic(expected = "without a complete sweep")]
fn what_is_kept_is_written() {
    of_one(|block, out| {
        let _ = out.split().0.over(&block.compacted(3))?;
        Ok(())
    });
}

/// Two lists of arrays for one sweep.
#[test]
fn both_targets_are_written() {
    for len in [0, 5, BLOCK, 5 * BLOCK + 3] {
        for run in [Run::parallel(len, 1_000), Run::sequential(len, 1_000)] {
            let sinks = (
                (rt::Compact::<usize>::named("odd"), ()),
                (
                    (rt::Fresh::<usize>::named("all"), ()),
                    (rt::Compact::<usize>::named("third"), ()),
                ),
            );
            let done = run.blocks(sinks, |block, out| {
                let (mut odd, mut out) = out.split();
                let (mut all, mut third) = out.split();
                let rest = &mut rt::Both::of(&mut all, &mut third);
                let out = &mut rt::Both::of(&mut odd, rest);
                block.each_unrolled((), out, |i, (), _| {
                    let (odd, third) = (Masked::when(i % 2 == 1, i), Masked::when(i % 3 == 0, i));
                    Ok(((odd, ()), ((i, ()), (third, ()))))
                })?;
                Ok(())
            });
            let (((odd, ()), ((all, ()), (third, ()))), _) = done.expect("memory");
            assert!(odd.into_iter().eq((0..len).filter(|i| i % 2 == 1)));
            assert!(all.into_iter().eq(0..len));
            assert!(third.into_iter().eq((0..len).filter(|i| i % 3 == 0)));
        }
    }
}

/// A list of its own may be swept with the rest as well.
#[test]
fn what_may_be_apart_is_written_with_the_rest() {
    let len = 30 * BLOCK;
    let sinks = (
        (rt::Fresh::<usize>::named("all"), ()),
        (rt::Compact::<usize>::named("third"), ()),
    );
    let done = Run::sequential(len, 1_000).blocks(sinks, |block, out| {
        block.each((), out, |i, (), _| {
            Ok(((i, ()), (Masked::when(i % 3 == 0, i), ())))
        })?;
        Ok(())
    });
    let (((all, ()), (third, ())), _) = done.expect("memory");
    assert!(all.into_iter().eq(0..len));
    assert!(third.into_iter().eq((0..len).filter(|i| i % 3 == 0)));
}

/// Unless it has fewer positions.
#[test]
#[should_panic(expected = "more than a block keeps")]
fn what_has_fewer_positions_is_not_written_with_the_rest() {
    of_one(|block, out| {
        let kept = block.compacted(3);
        kept.block()
            .each((), &mut out.split().0.over(&kept)?, |i, (), _| Ok((i, ())))?;
        block.each((), out, |i, (), _| Ok(((i, ()), ())))?;
        Ok(())
    });
}

#[test]
#[should_panic(expected = "before it is compacted")]
fn what_is_not_packed_yet() {
    let front = (rt::Scratch::<u32>::named("compacted"), ());
    let _ = Run::sequential(30 * BLOCK, 1_000).blocks((front, ()), |_, out| {
        let (front, _) = out.split();
        let (compacted, ()) = front.compacted();
        assert!(compacted.is_empty());
        Ok(())
    });
}

/// Notes of a shorter sweep are none for a longer one.
#[test]
fn notes_of_what_was_kept_are_not_those_of_the_block() {
    let xs: Vec<u32> = (0..30).cycle().take(30 * BLOCK).collect();
    let sinks = ((), (rt::Temporary::<u32>::new(), ()));
    let done = Run::sequential(xs.len(), 1_000).blocks(sinks, |block, out| {
        let (_, shorter) = out.split();
        let kept = block.compacted(7);
        let dense = &kept.block();
        let mut shorter = shorter.over(&kept)?;
        dense.store((&xs[..7], ()), &mut shorter.storing(0), |_, (x, ()), _| {
            Ok((Some(x), ()))
        });
        dense.each((&xs[..7], ()), &mut shorter, |_, (x, ()), (noted, ())| {
            assert_eq!(noted, Some(x));
            Ok(((), ()))
        })?;
        let (_, mut whole) = out.split();
        block.each((&xs[..], ()), &mut whole, |_, _, (noted, ())| {
            assert_eq!(noted, None);
            Ok(((), ()))
        })?;
        Ok(())
    });
    assert!(done.is_ok());
}

#[test]
fn what_a_block_writes_for_itself_it_sweeps_over() {
    for threads in [1, 2, 8] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            for len in [0, 1, 17, BLOCK, BLOCK + 1, 30 * BLOCK + 5] {
                let xs: Vec<u32> = (0..u32::try_from(len).unwrap()).collect();
                let front = (rt::DenseScratch::<u32>::named("front"), ());
                let sinks = (front, ((rt::Fresh::<u64>::named("out"), ()), ()));
                let run = Run::parallel(len, 1_000);
                let done = run.blocks(sinks, |block, out| {
                    let (mut front, mut rest) = out.split();
                    let (out, _) = rest.split();
                    block.each((&xs[..], ()), &mut front, |_, (x, ()), _| Ok((x + 1, ())))?;
                    let (written, ()) = front.compacted();
                    let short = block.compacted(written.len());
                    let dense = &short.block();
                    dense.each((written, ()), &mut out.over(&short)?, |_, (x, ()), _| {
                        Ok((twice(x), ()))
                    })?;
                    Ok(())
                });
                let (((), ()), ((out, ()), ())) = done.expect("memory").0;
                let expected: Vec<u64> = xs.iter().map(|x| twice(x + 1)).collect();
                assert_eq!(out, expected, "{threads} {len}");
            }
        });
    }
}
