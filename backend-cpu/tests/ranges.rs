//! Scans that go on in several ranges of a block side by side. They must yield the plain
//! scan from left to right.

#![forbid(unsafe_code)]

mod common;

use std::panic::{self, AssertUnwindSafe};

use common::{Affine, affine, pools, then};
use fusus_cpu as rt;
use rt::{Fault, Run};

/// Around the ranges, and around blocks: see `sweep.rs` and `block.rs`.
fn lengths() -> Vec<usize> {
    match cfg!(miri) {
        true => vec![0, 1, 31, 32, 33, 63, 64, 65, 150],
        false => vec![
            0, 1, 7, 8, 9, 31, 32, 33, 39, 40, 63, 64, 65, 1023, 1024, 1025, 1031, 5003, 40_001,
        ],
    }
}

fn runs(len: usize) -> [Run; 3] {
    [
        Run::parallel(len, 100_000),
        Run::sequential(len, 4),
        Run::whole(len),
    ]
}

/// The results of a loop: a scan, a scan of that scan's elements, the least of the latter, and all
/// of them composed.
type Results = (Vec<Affine>, Vec<f64>, f64, Affine);

/// By a body that is called from several places or from one, which `SINGLE_CALL_SITE` says.
fn in_ranges<const SINGLE_CALL_SITE: bool>(
    run: &Run,
    xs: &[Affine],
    lanes: impl Fn(rt::Lanes<8, false, true>) -> rt::Lanes<8, SINGLE_CALL_SITE, true> + Sync,
) -> Result<Results, Fault> {
    let run = run.ordered();
    let (first, second) = (run.chain(((3, 5), ()))?, run.chain((0.5, ()))?);
    let ((scanned, (highest, ())), parts) = run.blocks(
        (rt::Fresh::named(""), (rt::Fresh::named(""), ())),
        |block, out| {
            let ((prefix, ()), (total, ())) = first.prefix_and_aggregate(
                block,
                || {
                    let mut folds = (rt::Batched::<_, (), 8>::new(), ());
                    block.batched(
                        lanes(rt::Lanes::aggregates()),
                        (xs, ()),
                        &mut (),
                        &mut folds,
                        |(fold, ()), _, lane, (x, ()), ()| {
                            fold.push(lane, x);
                            rt::Ok(())
                        },
                        |(fold, ())| fold.begin(),
                        |(fold, ())| fold.apply(then),
                        |(fold, ())| fold.flush(then),
                    )?;
                    rt::Ok((folds.0.ranges(then), ()))
                },
                |(prefix, ()), (total, ())| (total.inclusive_prefix(prefix, then), ()),
            )?;
            let ((highest_prefix, ()), (highest_total, ())) = second.prefix_and_aggregate(
                block,
                || {
                    let mut state = total.states(prefix, then);
                    let mut fold = rt::Fold::<_, _, 8>::new(rt::op::Greatest);
                    block.lanes(
                        lanes(rt::Lanes::aggregates()),
                        (xs, ()),
                        &mut (),
                        |_, lane, (x, ()), ()| {
                            let state = state.at(lane);
                            *state = then(*state, x);
                            fold.push(lane, state.1 as f64, f64::max);
                            rt::Ok(())
                        },
                    )?;
                    rt::Ok((fold.ranges(f64::max), ()))
                },
                |(prefix, ()), (total, ())| (total.inclusive_prefix(prefix, f64::max), ()),
            )?;
            let mut state = total.states(prefix, then);
            let mut highest = highest_total.states(highest_prefix, f64::max);
            let mut folds = (
                rt::Fold::<_, _, 8>::new(rt::op::Min),
                (rt::Batched::<_, (), 8>::new(), ()),
            );
            block.batched(
                lanes(rt::Lanes::interleaved()),
                (xs, ()),
                out,
                &mut folds,
                |(least, (all, ())), _, lane, (x, ()), (_, (_, ()))| {
                    let state = state.at(lane);
                    *state = then(*state, x);
                    let here = *state;
                    let highest = highest.at(lane);
                    *highest = highest.max(here.1 as f64);
                    least.push(lane, here.1 as f64, f64::min);
                    all.push(lane, x);
                    rt::Ok((here, (*highest, ())))
                },
                |(_, (all, ()))| all.begin(),
                |(_, (all, ()))| all.apply(then),
                |(_, (all, ()))| all.flush(then),
            )?;
            let (least, (all, ())) = folds;
            rt::Ok((least.partial(f64::min), all.partial(then)))
        },
    )?;
    let (mut least, mut all) = (f64::INFINITY, (1, 0));
    for (least_part, all_part) in parts {
        least = least_part.join(least, f64::min);
        all = all_part.join(all, then);
    }
    Ok((scanned, highest, least, all))
}

fn plain(xs: &[Affine]) -> Results {
    let (mut state, mut highest) = ((3, 5), 0.5_f64);
    let (mut scanned, mut highests) = (Vec::new(), Vec::new());
    let (mut least, mut all) = (f64::INFINITY, (1, 0));
    for x in xs {
        state = then(state, *x);
        highest = highest.max(state.1 as f64);
        scanned.push(state);
        highests.push(highest);
        least = least.min(state.1 as f64);
        all = then(all, *x);
    }
    (scanned, highests, least, all)
}

#[test]
fn ranges_go_on_where_those_before_them_end() {
    for pool in pools() {
        for len in lengths() {
            let xs: Vec<Affine> = (0..len).map(affine).collect();
            let expected = plain(&xs);
            pool.install(|| {
                for run in runs(len) {
                    let got = in_ranges(&run, &xs, |lanes| lanes);
                    assert_eq!(got.unwrap(), expected, "{len}");
                }
                for run in runs(len) {
                    let got = in_ranges(&run, &xs, rt::Lanes::single_call_site);
                    assert_eq!(got.unwrap(), expected, "{len}, single_call_site");
                }
            });
        }
    }
}

#[test]
fn what_is_written_is_written_whole() {
    for len in lengths() {
        let xs: Vec<Affine> = (0..len).map(affine).collect();
        for run in runs(len) {
            let ((ys, ()), _) = run
                .blocks((rt::Fresh::named(""), ()), |block, out| {
                    let lanes = rt::Lanes::<8>::aggregates();
                    block.lanes(lanes, (&xs[..], ()), out, |_, _, (x, ()), (_, ())| {
                        rt::Ok((x, ()))
                    })?;
                    rt::Ok(())
                })
                .unwrap();
            assert_eq!(ys, xs);
        }
    }
}

/// Elements that are noted for a later sweep are all noted, or none is.
#[test]
fn what_is_left_out_is_not_recalled() {
    for len in lengths() {
        let xs: Vec<Affine> = (0..len).map(affine).collect();
        let ((_, (ys, ())), _) = Run::parallel(len, 100_000)
            .blocks(
                (rt::Temporary::new(), (rt::Fresh::named(""), ())),
                |block, out| {
                    let lanes = rt::Lanes::<8>::aggregates();
                    block.lanes(
                        lanes,
                        (&xs[..], ()),
                        &mut out.storing(0),
                        |_, _, (x, ()), _| rt::Ok((rt::Some(x), ((), ()))),
                    )?;
                    block.each((&xs[..], ()), out, |_, (x, ()), (noted, (_, ()))| {
                        rt::Ok(((), (noted.unwrap_or(x), ())))
                    })?;
                    rt::Ok(())
                },
            )
            .unwrap();
        assert_eq!(ys, xs);
    }
}

#[test]
fn what_is_written_from_left_to_right_is_not_swept_side_by_side() {
    let xs = [1_u32; 100];
    let run = Run::sequential(xs.len(), 4);
    let compacted = panic::catch_unwind(AssertUnwindSafe(|| {
        run.blocks((rt::Compact::named(""), ()), |block, out| {
            let lanes = rt::Lanes::<8>::interleaved();
            block.lanes(lanes, (&xs[..], ()), out, |_, _, (x, ()), (_, ())| {
                rt::Ok((rt::Masked::when(true, x), ()))
            })?;
            rt::Ok(())
        })
    }));
    assert!(compacted.is_err());
}

#[test]
fn a_fault_in_totals_is_the_runs() {
    let xs: Vec<Affine> = (0..5000).map(affine).collect();
    for pool in pools() {
        let failed = pool.install(|| {
            let run = Run::parallel(xs.len(), 100_000).ordered();
            let chain = run.chain(((1, 0), ())).unwrap();
            run.blocks((), |block, _| {
                let ((_, ()), ()) = chain.prefix_and_aggregate(
                    block,
                    || match block.index() {
                        1 => Ok(rt::agree("xs", 1, "ys", 2)?),
                        _ => Ok(()),
                    },
                    |prefix, ()| prefix,
                )?;
                Ok(())
            })
        });
        assert!(failed.is_err());
    }
}
