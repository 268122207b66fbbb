//! Folds over the rows of a `cross` whose columns come part by part: they have the bits of all columns at
//! once, also where an operator is not associative.

#![forbid(unsafe_code)]

mod common;

use common::{Affine, affine, pools, then};
use fusus_cpu as rt;
use rt::{Fault, NoKey as _, OfTile as _, Run};
use std::fmt::Debug;
use std::mem;
use std::sync::Mutex;

/// A loop with so many rows and columns.
fn run(rows: usize, columns: usize) -> Run {
    Run::parallel_nested(rows, columns, 100_000)
}

/// The bounds of some parts of so many columns: one, two, and three.
fn parts(columns: usize) -> Vec<Vec<usize>> {
    let even = (0..=3).map(|part| part * columns / 3).collect();
    let mut all = vec![vec![0, columns], vec![0, 1, columns], even];
    for bounds in &mut all {
        bounds.dedup();
    }
    match columns {
        0 => vec![vec![0, 0]],
        _ => all,
    }
}

/// The folds of all blocks: by `sweep` for the columns between neighbouring bounds, with what blocks keep.
fn in_parts<A: Copy + Send, P: Send>(
    (rows, columns): (usize, usize),
    bounds: &[usize],
    sweep: impl Fn(
        &rt::Block<'_>,
        &mut rt::Out<'_, ()>,
        [usize; 2],
        &mut rt::Tiles<A>,
    ) -> Result<P, Fault>
    + Sync,
) -> rt::Partials<P> {
    let mut kept = Vec::new();
    kept.resize_with(run(rows, columns).cut().blocks(), || Mutex::new(Vec::new()));
    let mut all = None;
    for (number, part) in bounds.windows(2).enumerate() {
        let goes_on = number + 2 < bounds.len();
        let done = run(rows, columns).blocks((), |block, out| {
            let mut kept = kept[block.index()].lock().unwrap();
            let mut tiles = rt::Tiles::of(mem::take(&mut *kept), goes_on);
            let done = sweep(block, out, [part[0], part[1]], &mut tiles)?;
            *kept = tiles.lanes();
            Ok(done)
        });
        all = Some(done.unwrap().1);
    }
    all.unwrap()
}

#[test]
fn rows_wait_for_their_columns() {
    for (rows, columns) in [(0, 3), (3, 0), (1, 1), (9, 5), (8, 2), (700, 30), (3, 700)] {
        let xs: Vec<Affine> = (0..rows).map(affine).collect();
        let ys: Vec<Affine> = (0..columns).map(|j| affine(j + 99)).collect();
        let keeps: [fn(usize) -> bool; 3] = [|_| true, |i| i % 3 == 1, |i| i > 600];
        for keep in keeps {
            let kept = xs.iter().enumerate().filter(|(i, _)| keep(*i));
            let pairs = kept.flat_map(|(_, x)| ys.iter().map(|y| then(*x, *y)));
            let expected = pairs.fold((3, 5), then);
            for bounds in parts(columns) {
                for pool in pools() {
                    let parts = pool.install(|| {
                        in_parts((rows, columns), &bounds, |block, out, [from, to], tiles| {
                            let mut folds = (rt::Batched::<_, (), 8>::new(), ());
                            block.tiled_in_parts(
                                tiles,
                                rt::Lanes::<8>::when(false),
                                (&xs[..], ()),
                                out,
                                |rows, i, _, (x, ()), ()| {
                                    if keep(i) {
                                        rows.push(x);
                                    }
                                    rt::Ok(())
                                },
                                &mut folds,
                                to - from,
                                (&ys[from..to], ()),
                                |(fold, ()), x, _, lane, (y, ())| {
                                    fold.push(lane, then(x, y));
                                    rt::Ok(())
                                },
                                |(fold, ())| fold.begin(),
                                |(fold, ())| fold.apply(then),
                                |(fold, ()), count| fold.absorb(count, then),
                            )?;
                            rt::Ok(folds.0.partial(then))
                        })
                    });
                    let total = parts.fold((3, 5), |total, part| part.join(total, then));
                    assert_eq!(total, expected, "{rows} by {columns} in {bounds:?}");
                }
            }
        }
    }
}

/// The first row and column of the least key.
fn first_of_least<K: PartialOrd + Copy + Send + Sync + Debug>(
    (rows, columns): (usize, usize),
    bounds: &[usize],
    key: impl Fn(usize, usize) -> K + Sync,
) -> Option<(usize, usize)> {
    let (xs, ys): (Vec<usize>, Vec<usize>) = ((0..rows).collect(), (0..columns).collect());
    let choose = |a: (K, usize, usize), b: (K, usize, usize)| if b.0 < a.0 { b } else { a };
    let parts = in_parts((rows, columns), bounds, |block, out, [from, to], tiles| {
        let mut folds = (rt::Batched::<_, _, 8>::new(), ());
        block.tiled_in_parts(
            tiles,
            rt::Lanes::<8>::when(false),
            (&xs[..], ()),
            out,
            |rows, _, _, (x, ()), ()| {
                rows.push(x);
                rt::Ok(())
            },
            &mut folds,
            to - from,
            (&ys[from..to], ()),
            |(fold, ()), x, _, lane, (y, ())| {
                fold.push(lane, (key(x, y), x, y));
                rt::Ok(())
            },
            |(fold, ())| {
                let key = rt::key(fold, |x: (K, usize, usize)| x.0).either();
                key.begin(fold, |a, b| b < a);
            },
            |(fold, ())| {
                let key = rt::key(fold, |x: (K, usize, usize)| x.0).either();
                key.select(fold, |a, b| b < a, |a, b, ()| b.0 < a.0);
            },
            |(fold, ()), count| {
                let key = rt::key(fold, |x: (K, usize, usize)| x.0).either();
                key.absorb(fold, count, choose);
            },
        )?;
        rt::Ok(folds.0.partial(choose))
    });
    let none = (key(0, 0), rows, columns);
    let (_, x, y) = parts.fold(none, |total, part| {
        part.join(total, |a, b| if a.1 == rows { b } else { choose(a, b) })
    });
    (x < rows).then_some((x, y))
}

#[test]
fn of_equal_keys_the_first_pair_is_chosen() {
    let nan_at = |at: fn(usize, usize) -> bool, of: u64| {
        move |x: usize, y: usize| match at(x, y) {
            true => f64::NAN,
            false => (affine(x * 1000 + y).0 % of) as f64,
        }
    };
    let places: [fn(usize, usize) -> bool; 5] = [
        |_, _| false,
        |x, y| x + y == 0,
        |x, y| (x + y) % 3 == 2,
        |x, y| x > 0 && y == 0,
        |x, y| x + y > 0,
    ];
    for size in [(1, 1), (9, 5), (8, 2), (70, 30), (3, 200)] {
        for at in places {
            for of in [3, 50, 1 << 40] {
                let key = nan_at(at, of);
                let expected = first_of_least(size, &[0, size.1], key);
                for bounds in parts(size.1) {
                    let found = first_of_least(size, &bounds, key);
                    assert_eq!(found, expected, "{size:?} in {bounds:?}");
                }
            }
        }
    }
}

/// Keys of whose order nothing is known do not wait.
#[test]
fn keys_that_are_numbers_wait() {
    assert!((rt::Batched::<u8, (), 8>::new(), ()).may_wait());
    assert!((rt::Batched::<(f64, u8), f64, 8>::new(), ()).may_wait());
    let of_pairs = rt::Batched::<u8, (f64, f64), 8>::new();
    assert!(!(of_pairs, ()).may_wait());
    let with_another = (rt::Batched::<u8, (), 8>::new(), (of_pairs, ()));
    assert!(!with_another.may_wait());
}
