//! Folds of whose operators nothing is known but that they are associative: over elements, and over
//! the rows of a `cross`. They must yield the plain fold from left to right.

#![forbid(unsafe_code)]

mod common;

use std::panic::{self, AssertUnwindSafe};

use common::{Affine, affine, pools, then};
use fusus_cpu as rt;
use rt::{Fault, Run};

/// Around the lanes, and around blocks: see `block.rs`.
fn lengths() -> Vec<usize> {
    match cfg!(miri) {
        true => vec![0, 1, 7, 8, 9, 31, 33, 100],
        false => vec![
            0, 1, 7, 8, 9, 17, 63, 511, 513, 1023, 1024, 1025, 5003, 40_001,
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

/// Predicates of positions.
const CHOICES: [fn(usize) -> bool; 4] = [|_| true, |_| false, |i| i % 3 == 1, |i| i > 600];

fn folded<const SINGLE_CALL_SITE: bool>(
    run: &Run,
    lanes: rt::Lanes<8, SINGLE_CALL_SITE, false>,
    xs: &[Affine],
    keep: fn(usize) -> bool,
) -> Result<Affine, Fault> {
    let ((), parts) = run.blocks((), |block, out| {
        let mut folds = (rt::Batched::<_, (), 8>::new(), ());
        block.batched(
            lanes,
            (xs, ()),
            out,
            &mut folds,
            |(fold, ()), i, lane, (x, ()), ()| {
                if keep(i) {
                    fold.push(lane, x);
                }
                rt::Ok(())
            },
            |(fold, ())| fold.begin(),
            // Of what is always there.
            |(fold, ())| match keep(0) && keep(1) && keep(2) {
                true => fold.apply(then),
                false => fold.flush(then),
            },
            |(fold, ())| fold.flush(then),
        )?;
        rt::Ok(folds.0.partial(then))
    })?;
    Ok(parts.fold((3, 5), |total, part| part.join(total, then)))
}

#[test]
fn elements_are_joined_from_left_to_right() {
    for pool in pools() {
        for len in lengths() {
            let xs: Vec<Affine> = (0..len).map(affine).collect();
            for keep in CHOICES {
                let kept = xs.iter().enumerate().filter(|(i, _)| keep(*i));
                let expected = kept.fold((3, 5), |total, (_, x)| then(total, *x));
                pool.install(|| {
                    for run in runs(len) {
                        let lanes = rt::Lanes::<8>::when(false);
                        let got = folded(&run, lanes, &xs, keep);
                        assert_eq!(got.unwrap(), expected, "{len}");
                        let got = folded(&run, lanes.single_call_site(), &xs, keep);
                        assert_eq!(got.unwrap(), expected, "{len}, from one place");
                    }
                });
            }
        }
    }
}

/// The last of the least, by a choice between two: of one word, and of more.
fn chosen<T: rt::Element + PartialOrd>(xs: &[T], seed: T) -> T {
    let ((), parts) = Run::parallel(xs.len(), 100_000)
        .blocks((), |block, out| {
            let mut folds = (rt::Batched::<_, (), 8>::new(), ());
            block.batched(
                rt::Lanes::<8>::when(false),
                (xs, ()),
                out,
                &mut folds,
                |(fold, ()), _, lane, (x, ()), ()| {
                    fold.push(lane, x);
                    rt::Ok(())
                },
                |(fold, ())| fold.begin(),
                |(fold, ())| fold.select(|a, b, ()| b < a),
                |(fold, ())| fold.flush(|a, b| if b < a { b } else { a }),
            )?;
            rt::Ok(folds.0.partial(|a, b| if b < a { b } else { a }))
        })
        .unwrap();
    parts.fold(seed, |total, part| {
        part.join(total, |a, b| if b < a { b } else { a })
    })
}

#[test]
fn choices_between_two_elements() {
    for len in lengths() {
        let keys = (0..len).map(|i| affine(i).0 >> 40);
        let large: Vec<(u64, [u16; 9])> = keys.clone().map(|key| (key, [key as u16; 9])).collect();
        let small: Vec<u32> = keys.map(|key| key as u32).collect();
        let least = small.iter().copied().min().unwrap_or(u32::MAX);
        assert_eq!(chosen(&small, u32::MAX), least);
        let least = large.iter().copied().min();
        let seed = (u64::MAX, [0; 9]);
        assert_eq!(chosen(&large, seed), least.unwrap_or(seed));
    }
}

/// The first of the elements whose key is the least, with the keys in lanes.
fn first_of_least(run: &Run, xs: &[(u32, usize)]) -> Option<(u32, usize)> {
    use rt::NoKey as _;
    let ((), parts) = run
        .blocks((), |block, out| {
            let mut folds = (rt::Batched::<_, _, 8>::new(), ());
            block.batched(
                rt::Lanes::<8>::interleaved(),
                (xs, ()),
                out,
                &mut folds,
                |(fold, ()), _, lane, (x, ()), ()| {
                    fold.push(lane, x);
                    rt::Ok(())
                },
                |(fold, ())| {
                    let key = rt::key(fold, |x: (u32, usize)| x.0).either();
                    key.begin(fold, |a, b| b < a);
                },
                |(fold, ())| {
                    let key = rt::key(fold, |x: (u32, usize)| x.0).either();
                    key.select(fold, |a, b| b < a, |a, b, ()| b.0 < a.0);
                },
                |(fold, ())| fold.flush(|a, b| if b.0 < a.0 { b } else { a }),
            )?;
            rt::Ok(folds.0.partial(|a, b| if b.0 < a.0 { b } else { a }))
        })
        .unwrap();
    let seed = (u32::MAX, usize::MAX);
    let least = parts.fold(seed, |total, part| {
        part.join(total, |a, b| if b.0 < a.0 { b } else { a })
    });
    (least != seed).then_some(least)
}

#[test]
fn of_equal_keys_the_first_is_chosen() {
    for pool in pools() {
        for len in lengths() {
            // Few keys, of which each stands often; many; and ever smaller ones.
            for keys in [3, 50, 1 << 20] {
                let random = |i| (affine(i).0 >> 40) as u32 % keys;
                let xs: Vec<_> = (0..len).map(|i| (random(i) + 1, i)).collect();
                let falling: Vec<_> = (0..len).map(|i| (1 + ((len - i) / 3) as u32, i)).collect();
                for xs in [&xs, &falling] {
                    let expected = xs.iter().copied().min();
                    pool.install(|| {
                        for run in runs(len) {
                            assert_eq!(first_of_least(&run, xs), expected, "{len}, {keys}");
                        }
                    });
                }
            }
        }
    }
}

/// A fold over a `cross` of which a filter keeps some rows, and what is stored beside it.
fn crossed(
    run: &Run,
    xs: &[Affine],
    ys: &[Affine],
    keep: fn(usize) -> bool,
) -> Result<(Vec<u64>, Affine), Fault> {
    let ((stored, ()), parts) = run.blocks((rt::Fresh::named(""), ()), |block, out| {
        let mut folds = (rt::Batched::<_, (), 8>::new(), ());
        block.tiled_batched(
            rt::Lanes::<8>::when(false),
            (xs, ()),
            out,
            |rows, i, _, (x, ()), (_, ())| {
                if keep(i) {
                    rows.push(x);
                }
                rt::Ok((x.0, ()))
            },
            &mut folds,
            ys.len(),
            (ys, ()),
            |(fold, ()), x, _, lane, (y, ())| {
                fold.push(lane, then(x, y));
                rt::Ok(())
            },
            |(fold, ())| fold.begin(),
            |(fold, ())| fold.apply(then),
            |(fold, ()), count| fold.absorb(count, then),
        )?;
        rt::Ok(folds.0.partial(then))
    })?;
    Ok((
        stored,
        parts.fold((3, 5), |total, part| part.join(total, then)),
    ))
}

#[test]
fn pairs_are_joined_row_after_row() {
    for pool in pools() {
        for (len, width) in [
            (0, 3),
            (3, 0),
            (1, 1),
            (7, 1),
            (8, 2),
            (9, 5),
            (700, 3),
            (3, 700),
        ] {
            let xs: Vec<Affine> = (0..len).map(affine).collect();
            let ys: Vec<Affine> = (0..width).map(|j| affine(j + 99)).collect();
            for keep in CHOICES {
                let kept = xs.iter().enumerate().filter(|(i, _)| keep(*i));
                let pairs = kept.flat_map(|(_, x)| ys.iter().map(|y| then(*x, *y)));
                let expected = pairs.fold((3, 5), then);
                pool.install(|| {
                    for run in [
                        Run::parallel_nested(len, width, 100_000),
                        Run::sequential_nested(len, width, 4),
                    ] {
                        let (stored, total) = crossed(&run, &xs, &ys, keep).unwrap();
                        assert!(stored.iter().eq(xs.iter().map(|x| &x.0)));
                        assert_eq!(total, expected, "{len} by {width}");
                    }
                });
            }
        }
    }
}

#[test]
fn what_is_not_there_is_not_read() {
    let nothing_pushed =
        panic::catch_unwind(|| rt::Batched::<u64, (), 8>::new().apply(|a, b| a + b));
    assert!(nothing_pushed.is_err());
    let nothing_to_choose =
        panic::catch_unwind(|| rt::Batched::<[u64; 4], (), 8>::new().select(|a, b, ()| b < a));
    assert!(nothing_to_choose.is_err());
    let begun_with_nothing = panic::catch_unwind(|| {
        let mut fold = rt::Batched::<u64, (), 8>::new();
        fold.begin();
        fold.apply(|a, b| a + b);
    });
    assert!(begun_with_nothing.is_err());
    let nothing = rt::Batched::<u64, (), 8>::new().partial(|a, b| a + b);
    assert_eq!(nothing.join(7, |a, b| a + b), 7);
    // More than one row of a position finds no place.
    let (xs, ys) = ([(1, 1); 20], [(1, 1); 3]);
    let run = Run::sequential(xs.len(), 4);
    let too_many = panic::catch_unwind(AssertUnwindSafe(|| {
        run.blocks((), |block, out| {
            let mut folds = ();
            block.tiled_batched(
                rt::Lanes::<8>::when(false),
                (&xs[..], ()),
                out,
                |rows, _, _, (x, ()), ()| {
                    for _ in 0..9 {
                        rows.push(x);
                    }
                    rt::Ok(())
                },
                &mut folds,
                ys.len(),
                (&ys[..], ()),
                |(), _: Affine, _, _, _| rt::Ok(()),
                |()| {},
                |()| {},
                |(), _| {},
            )?;
            rt::Ok(())
        })
    }));
    assert!(too_many.is_err());
}
