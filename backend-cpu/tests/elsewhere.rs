//! Values combined into computed positions of arrays of which several processes have parts: the bits are those
//! of one process, and what fills the bins of a range is kept as these alone.

#[allow(dead_code, reason = "each test uses a part of it")]
mod common;

use std::fmt::Debug;
use std::ops::Range;

use common::pools;
use fusus_cpu as rt;
use rt::{Combined, Fault, Pairs, Run};

/// Enough for several blocks; Miri's are short.
const LEN: usize = if cfg!(miri) { 700 } else { 60_000 };

/// The blocks of each of some processes that begin at such blocks, and the length of a block.
fn parts(starts: &[usize]) -> (Vec<Range<usize>>, usize) {
    let cut = Run::parallel(LEN, 1_000).cut();
    let count = LEN.div_ceil(cut.block_len());
    let ends = starts[1..].iter().copied().chain([count]);
    let parts = starts.iter().zip(ends);
    let parts = parts.map(|(start, end)| (*start).min(count)..end.min(count));
    (parts.collect(), cut.block_len())
}

/// Runs one part of a loop.
fn collected<T, O, F>(
    (blocks, block_len): (Range<usize>, usize),
    bins: usize,
    at: &[u32],
    value: impl Fn(usize) -> T + Sync,
    (op, by): (O, F),
) -> Result<Pairs<T, Combined<O, F>>, Fault>
where
    T: rt::Element,
    O: rt::op::Op<T>,
    F: Fn(T, T) -> T + Send + Sync,
{
    let first = (blocks.start * block_len).min(LEN);
    let at = &at[first..(blocks.end * block_len).min(LEN)];
    let sinks = (rt::Elsewhere::combined(&[], bins, "out", op, by), ());
    let run = Run::parallel(LEN, 1_000).part(blocks);
    let ((pairs, ()), _) = run.blocks(sinks, |block, out| {
        block.each((at, ()), out, |i, (at, ()), (bins, ())| {
            bins.put(at, value(first + i))?;
            Ok(((), ()))
        })?;
        Ok(())
    })?;
    Ok(pairs)
}

/// Compares processes that have such parts of a loop with one, for several numbers of bins, and returns the
/// pairs of all of them for the last of these numbers.
fn check<T, O, F>(
    starts: &[usize],
    of: &[usize],
    start: T,
    value: impl Fn(usize) -> T + Sync + Copy,
    (op, by): (O, F),
) -> usize
where
    T: rt::Element + PartialEq + Debug,
    O: rt::op::Op<T>,
    F: Fn(T, T) -> T + Send + Sync + Copy,
{
    let mut count = 0;
    for bins in of.iter().copied() {
        let spread = |i: usize| ((i * i * 31 + i * 7) % bins) as u32;
        let at: Vec<u32> = (0..LEN).map(spread).collect();
        let dest = vec![start; bins];
        let sinks = (rt::Bins::copied(&dest, "out", op, by), ());
        let run = Run::parallel(LEN, 1_000);
        let expected = run.blocks(sinks, |block, out| {
            block.each((&at[..], ()), out, |i, (at, ()), (bins, ())| {
                bins.put(at, value(i))?;
                Ok(((), ()))
            })?;
            Ok(())
        });
        let ((expected, ()), _) = expected.expect("positions are in bounds");
        for pool in pools() {
            let (parts, block_len) = parts(starts);
            let pairs = parts.into_iter().map(|blocks| {
                let part = || collected((blocks, block_len), bins, &at, value, (op, by));
                pool.install(part).expect("positions are in bounds")
            });
            let pairs: Vec<_> = pairs.collect();
            // Each process has as many bins, but for the last one.
            let own = bins.div_ceil(pairs.len());
            let mut found = dest.clone();
            for (rank, places) in found.chunks_mut(own).enumerate() {
                let first = (rank * own) as u64;
                let here = first..first + places.len() as u64;
                let of_others = |others: &[Pairs<T, _>]| {
                    let all = others.iter().flat_map(Pairs::iter);
                    let here = all.filter(|(at, _)| here.contains(at));
                    here.map(|(_, pair)| pair).collect::<Vec<_>>()
                };
                let left = of_others(&pairs[..rank]).into_iter();
                let right = of_others(&pairs[rank + 1..]).into_iter();
                let put = pairs[rank].put(places, first, left, right);
                put.expect("there is memory");
            }
            let threads = pool.current_num_threads();
            assert!(found == expected, "{bins} bins, {threads} threads");
            count = pairs.iter().map(|pairs| pairs.iter().count()).sum();
        }
    }
    count
}

const BINS: &[usize] = &[1, 3, 100, 3_000, LEN / 2, 2 * LEN];

fn sums() -> (rt::op::Add, impl Fn(f64, f64) -> f64 + Copy) {
    (rt::op::Add, |a, b| a + b)
}

fn reciprocal(i: usize) -> f64 {
    1.0 / (i % 1_000 + 1) as f64
}

#[test]
fn sums_have_the_bits_of_one_process() {
    for starts in [&[0][..], &[0, 1], &[0, 3, 4], &[0, 0, 7, 7], &[0, 5, 40]] {
        check(starts, BINS, 0.1, reciprocal, sums());
    }
}

#[test]
fn operators_that_do_not_commute_keep_their_order() {
    // The polynomial of a bin's values at 3, modulo a prime.
    let by = |(h, p): (u32, u32), (i, q)| ((h * q + i) % 1009, p * q % 1009);
    let value = |i: usize| ((i * 13 % 1009) as u32, 3);
    for starts in [&[0][..], &[0, 1], &[0, 3, 4], &[0, 5, 40]] {
        check(starts, BINS, (7, 1), value, (rt::op::Other, by));
    }
}

/// Of ranges that a process begins it keeps the bins, and of those that it goes on with the pairs.
#[test]
#[cfg_attr(miri, ignore = "blocks are shorter there")]
fn ranges_are_kept_as_their_bins() {
    let bins = 3;
    let few = 32 * 8 * bins;
    assert!(check(&[0], &[bins], 0.0, reciprocal, sums()) <= few);
    // The second process has the rest of a range of several blocks, and begins the others.
    let (_, block_len) = parts(&[0]);
    let range = LEN.div_ceil(block_len).div_ceil(32) * block_len;
    assert!(check(&[0, 1], &[bins], 0.0, reciprocal, sums()) <= few + range);
}
