//! Sweeps over what a block has compacted.

#![forbid(unsafe_code)]

mod common;

use std::panic::{self, AssertUnwindSafe};

use common::{Affine, affine, pools, then};
use fusus_cpu as rt;
use rt::{Lanes, Masked, Ok, Run};

/// The compacted elements of so many, their fold by an operator whose order shows, and their
/// number.
fn kept(run: Run, all: &[Affine], keep: fn(usize) -> bool) -> (Vec<Affine>, Affine, usize) {
    let sinks = (rt::Fresh::named(""), (rt::Compact::named(""), ()));
    let done = run.blocks(sinks, |block, out| {
        block.each((all, ()), out, |i, (x, ()), (_, (_, ()))| {
            Ok((i, (Masked::when(keep(i), x), ())))
        })?;
        let (_, (compacted, ())) = out.compacted();
        let within = block.compacted(compacted.len());
        let block = within.block();
        let mut folds = rt::Batched::<_, (), 8>::new();
        block.batched(
            Lanes::<8>::interleaved(),
            (compacted, ()),
            &mut (),
            &mut folds,
            |fold, _, lane, (x, ()), ()| {
                fold.push(lane, x);
                Ok(())
            },
            |fold| fold.begin(),
            |fold| fold.apply(then),
            |fold| fold.flush(then),
        )?;
        Ok((folds.partial(then), compacted.len()))
    });
    let ((places, (vector, ())), parts) = done.expect("memory");
    assert_eq!(places, (0..all.len()).collect::<Vec<_>>());
    let start = ((1, 0), 0);
    let (total, count) = parts.fold(start, |(total, count), (part, len)| {
        (part.join(total, then), count + len)
    });
    (vector, total, count)
}

#[test]
fn blocks_fold_what_they_packed() {
    let keeps: [fn(usize) -> bool; 4] = [|_| true, |_| false, |i| i % 3 == 0, |i| i / 5000 == 1];
    for len in [0, 1, 7, 8, 9, 1023, 1024, 1025, 20_000] {
        let all: Vec<Affine> = (0..len).map(affine).collect();
        for keep in keeps {
            let expected: Vec<Affine> = (0..len).filter(|i| keep(*i)).map(affine).collect();
            let total = expected.iter().copied().fold((1, 0), then);
            let expected = (expected.clone(), total, expected.len());
            assert_eq!(kept(Run::sequential(len, 1), &all, keep), expected);
            for pool in pools() {
                let found = pool.install(|| kept(Run::parallel(len, 1000), &all, keep));
                assert_eq!(found, expected);
            }
        }
    }
}

#[test]
fn nothing_is_packed_before_the_sweep_that_does() {
    let xs = [1_u32; 10];
    let asked = panic::catch_unwind(AssertUnwindSafe(|| {
        Run::sequential(xs.len(), 1).blocks((rt::Compact::named(""), ()), |block, out| {
            let before = out.compacted().0.len();
            block.each((&xs[..], ()), out, |_, (x, ()), (_, ())| {
                Ok((Masked::when(true, x), ()))
            })?;
            Ok(before)
        })
    }));
    assert!(asked.is_err());
}
