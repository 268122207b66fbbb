//! Block temporaries: elements that one sweep of a block stores and the next ones reload.

use fusus_cpu as rt;
use rt::Run;

/// Long enough for several threads, unless Miri interprets it.
const LEN: u32 = if cfg!(miri) { 3_000 } else { 200_000 };

fn on_threads(test: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new()
        .num_threads(4)
        .build_scoped(rayon::ThreadBuilder::run, |pool| pool.install(test))
        .expect("a pool");
}

/// Runs sweeps that share a `Temporary`. Returns by block if the sweep that reads was given its
/// elements, and if the one that writes was.
fn remembered<T: Copy + PartialEq + Send + Sync>(
    run: Run,
    xs: &[u32],
    value: impl Fn(u32) -> T + Sync,
) -> Vec<(bool, bool)> {
    let sinks = (rt::Temporary::new(), (rt::Fresh::named("out"), ()));
    let done = run.blocks(sinks, |block, out| {
        block.store((xs, ()), &mut out.storing(0), |_, (x, ()), _| {
            Ok((Some(value(x)), ((), ())))
        });
        let right = |stored: Option<T>, x| {
            assert!(
                stored.is_none_or(|stored| stored == value(x)),
                "another element"
            );
            stored.is_some()
        };
        let (mut read, mut written) = (true, true);
        block.each((xs, ()), &mut out.reading(), |_, (x, ()), (stored, _)| {
            read &= right(stored, x);
            Ok((None, ((), ())))
        })?;
        block.each((xs, ()), out, |_, (x, ()), (stored, _)| {
            written &= right(stored, x);
            Ok(((), (x, ())))
        })?;
        Ok((read, written))
    });
    let (((), (out, ())), parts) = done.expect("memory");
    assert_eq!(out, xs);
    parts.collect()
}

#[test]
fn what_a_sweep_notes_the_next_ones_are_given() {
    let xs: Vec<u32> = (0..LEN).collect();
    on_threads(|| {
        for run in [
            Run::parallel(xs.len(), 1_000),
            Run::sequential(xs.len(), 1_000),
        ] {
            let blocks = remembered(run, &xs, |x| f64::from(x) / 3.0);
            assert!(blocks.len() > 4);
            assert!(blocks.iter().all(|given| *given == (true, true)));
        }
        // A single block asks for no memory.
        let blocks = remembered(Run::sequential(10, 1), &xs[..10], |x| x);
        assert_eq!(blocks, [(false, false)]);
        // Large elements are given, too, but not where they would take too much memory.
        for (run, is_given) in [
            (Run::parallel(xs.len(), 1_000), true),
            (Run::whole(xs.len()), false),
        ] {
            let blocks = remembered(run, &xs, |x| [u64::from(x); 16]);
            assert!(blocks.iter().all(|given| *given == (is_given, is_given)));
        }
        let blocks = remembered(Run::parallel(xs.len(), 1), &xs, |x| [x; 2_000]);
        assert!(blocks.len() > 1);
        assert!(blocks.iter().all(|given| *given == (false, false)));
    });
}

#[test]
fn what_a_sweep_noted_in_part_is_not_given() {
    let xs: Vec<u32> = (0..LEN).collect();
    on_threads(|| {
        let sinks = (rt::Temporary::new(), ());
        let done = Run::parallel(xs.len(), 1_000).blocks(sinks, |block, out| {
            let middle = block.start() + block.len() / 2;
            block.store((&xs[..], ()), &mut out.storing(0), |i, (x, ()), _| {
                match i == middle {
                    true => Err(rt::agree("a", 1, "b", 2).expect_err("they differ")),
                    false => Ok((Some(x), ())),
                }
            });
            // Nor what another one does not note of all.
            let mut last = 0;
            block.store((&xs[..], ()), &mut out.storing(0), |i, (x, ()), _| {
                last = i;
                Ok(((i != middle).then_some(x), ()))
            });
            assert_eq!(last + 1, block.start() + block.len());
            block.each((&xs[..], ()), &mut out.reading(), |_, _, (stored, ())| {
                assert_eq!(stored, None);
                Ok((None, ()))
            })?;
            // Nor what was noted before that.
            block.store((&xs[..], ()), &mut out.storing(0), |_, (x, ()), _| {
                Ok((Some(x), ()))
            });
            block.store((&xs[..], ()), &mut out.storing(0), |_, _, _| {
                Err(rt::agree("a", 1, "b", 2).expect_err("they differ"))
            });
            block.each((&xs[..], ()), out, |_, _, (stored, ())| {
                assert_eq!(stored, None);
                Ok(((), ()))
            })?;
            Ok(())
        });
        assert!(done.is_ok());
    });
}
