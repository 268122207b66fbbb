//! Tests of the aggregates of a loop's blocks, for the scans of a later loop.

#![forbid(unsafe_code)]

use fusus_cpu as rt;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rt::{Aggregates, Ok, Op, Run, seed};

/// So long that threads share a loop over it, and what is left over is a block of its own.
const LEN: usize = 200_001;

fn pool(threads: usize) -> ThreadPool {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads")
}

/// The sums of the blocks of a loop.
fn sums<T>(run: &Run, xs: &[T]) -> Aggregates<T>
where
    T: rt::Element + std::ops::Add<Output = T> + Send + Sync,
    rt::op::Add: Op<T>,
{
    let swept = run.blocks((), |block, out| {
        let mut sum = rt::Fold::<_, _, 8>::new(rt::op::Add);
        let lanes = rt::Lanes::<8>::when(sum.commutes());
        block.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), ()| {
            sum.push(lane, x, |a, b| a + b);
            Ok(())
        })?;
        Ok(sum.partial(|a, b| a + b))
    });
    let ((), parts) = swept.expect("memory");
    let mut totals = Aggregates::of(rt::op::Add, run.cut(), &seed(&parts, |part| part));
    for part in parts {
        totals.record(part);
    }
    totals
}

/// Returns the number of blocks of a loop, the number of those whose aggregates are known, and the
/// sum of these.
fn known(run: &Run, totals: &Aggregates<u64>) -> (usize, usize, u64) {
    let swept = run.blocks((), |block, out| {
        block.each((), out, |_, (), ()| Ok(()))?;
        Ok(totals.get(block))
    });
    let ((), parts) = swept.expect("memory");
    let (mut blocks, mut found, mut sum) = (0, 0, 0);
    for part in parts {
        blocks += 1;
        found += usize::from(part.is_some());
        sum = part.map_or(sum, |part| part.join(sum, |a, b| a + b));
    }
    (blocks, found, sum)
}

#[test]
fn blocks_of_another_loop_are_known() {
    let xs: Vec<u64> = (0..LEN as u64).map(|i| i * i % 1009).collect();
    for threads in [1, 2, 3] {
        pool(threads).install(|| {
            let totals = sums(&Run::parallel(LEN, 100), &xs);
            // Loops of that length have the same blocks, expensive or not.
            for run in [Run::parallel(LEN, 3000), Run::sequential(LEN, 1)] {
                let (blocks, found, sum) = known(&run, &totals);
                match threads {
                    // Whoever does a loop alone finds totals on the way.
                    1 => assert_eq!(found, 0),
                    _ => assert_eq!((found, sum), (blocks, xs.iter().sum())),
                }
            }
            let longer = known(&Run::parallel(2 * LEN, 100), &totals);
            assert_eq!(longer.1, 0);
        });
    }
}

#[test]
fn sums_of_floats_depend_on_their_order() {
    let xs: Vec<f64> = (0..LEN).map(|i| 1.0 / (i as f64 + 1.0)).collect();
    pool(2).install(|| {
        let run = Run::parallel(LEN, 100);
        let totals = sums(&run, &xs);
        let swept = Run::parallel(LEN, 100).blocks((), |block, out| {
            block.each((), out, |_, (), ()| Ok(()))?;
            Ok(totals.get(block).is_some())
        });
        assert!(swept.expect("memory").1.all(|found| !found));
    });
}
