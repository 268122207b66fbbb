//! Folds over the rows of a `cross` by operators of which something is known: a row at a time, and
//! several side by side.

#![forbid(unsafe_code)]

mod common;

use std::panic::{self, AssertUnwindSafe};

use common::{Affine, affine, pools, then};
use fusus_cpu as rt;
use rt::{Element, Fault, Lanes, Op, Run};

/// Around the rows that are swept together, and around the lanes of one.
const SIDES: [(usize, usize); 12] = [
    (0, 3),
    (3, 0),
    (1, 1),
    (1, 40),
    (15, 1),
    (16, 2),
    (17, 5),
    (33, 33),
    (700, 3),
    (3, 700),
    (1025, 17),
    (1100, 400),
];

const CHOICES: [fn(usize) -> bool; 4] = [|_| true, |_| false, |i| i % 3 == 0, |i| i > 500];

/// Returns the results of an outer loop, their number, and the fold of the pairs that its rows
/// make.
fn crossed<T, U, O>(
    run: &Run,
    (xs, ys): (&[T], &[T]),
    keep: fn(usize) -> bool,
    of: impl Fn(T, T, usize) -> U + Sync + Copy,
    marker: O,
    op: impl Fn(U, U) -> U + Sync + Copy,
    seed: U,
) -> Result<(Vec<usize>, usize, U), Fault>
where
    T: Element,
    U: Element,
    O: Op<U>,
{
    let ((stored, ()), parts) = run.blocks((rt::Fresh::named(""), ()), |block, out| {
        let mut count = rt::Fold::<_, _, 16>::new(rt::op::Add);
        let mut fold = rt::Fold::<_, _, 16>::new(marker);
        block.tiled(
            Lanes::<16>::when(fold.commutes()),
            (xs, ()),
            out,
            |rows, i, lane, (x, ()), (_, ())| {
                count.push(lane, i, |a, b| a + b);
                if keep(i) {
                    rows.push((x, i));
                }
                rt::Ok((i, ()))
            },
            ys.len(),
            (ys, ()),
            |(x, i), j, lane, (y, ())| {
                fold.push(lane, of(x, y, i * ys.len() + j), op);
                rt::Ok(())
            },
        )?;
        rt::Ok((fold.partial(op), count.partial(|a, b| a + b)))
    })?;
    let (mut all, mut count) = (seed, 0);
    for (part, counted) in parts {
        all = part.join(all, op);
        count = counted.join(count, |a, b| a + b);
    }
    Ok((stored, count, all))
}

/// All runs come to what plain loops do.
fn check<T, U, O>(
    element: fn(usize) -> T,
    of: fn(T, T, usize) -> U,
    marker: O,
    op: fn(U, U) -> U,
    seed: U,
) where
    T: Element,
    U: Element + PartialEq + std::fmt::Debug,
    O: Op<U>,
{
    for pool in pools() {
        for (len, width) in SIDES {
            let xs: Vec<T> = (0..len).map(element).collect();
            let ys: Vec<T> = (0..width).map(|j| element(j + 99)).collect();
            let places: Vec<usize> = (0..len).collect();
            for keep in CHOICES {
                let mut expected = seed;
                for (i, x) in xs.iter().enumerate().filter(|(i, _)| keep(*i)) {
                    for (j, y) in ys.iter().enumerate() {
                        expected = op(expected, of(*x, *y, i * width + j));
                    }
                }
                pool.install(|| {
                    for run in [
                        Run::parallel_nested(len, width, 100_000),
                        Run::sequential_nested(len, width, 4),
                        Run::whole(len),
                    ] {
                        let (stored, count, all) =
                            crossed(&run, (&xs, &ys), keep, of, marker, op, seed).unwrap();
                        assert_eq!(stored, places);
                        assert_eq!(count, places.iter().sum());
                        assert_eq!(all, expected, "{len} by {width}");
                    }
                });
            }
        }
    }
}

fn number(i: usize) -> u64 {
    (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn add(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}

#[test]
fn numbers() {
    let of = |x: u64, y: u64, place| (x ^ y).wrapping_mul(place as u64);
    check(number, of, rt::op::WrappingAdd, add, 7);
}

#[test]
fn points() {
    let point = |i| (number(i), i as f64);
    let of = |x: (u64, f64), y: (u64, f64), place| {
        (x.0 ^ y.0).wrapping_mul((x.1 * y.1) as u64 + place as u64)
    };
    check(point, of, rt::op::WrappingAdd, add, 7);
}

#[test]
fn large_elements() {
    let block = |i| [number(i); 9];
    let of = |x: [u64; 9], y: [u64; 9], place| {
        let pairs = x.iter().zip(y).map(|(x, y)| x ^ y);
        pairs.fold(place as u64, |a, b| a.rotate_left(5) ^ b)
    };
    check(block, of, rt::op::Xor, |a, b| a ^ b, 7);
}

#[test]
fn what_does_not_commute_is_combined_row_after_row() {
    let of = |x: Affine, y: Affine, place| (x.0.wrapping_mul(y.0), x.1 ^ y.1 ^ place as u64);
    check(affine, of, rt::op::Other, then, (3, 5));
}

#[test]
fn a_position_has_one_row() {
    let (xs, ys) = ([1_u64; 20], [1_u64; 3]);
    let run = Run::sequential(xs.len(), 4);
    let too_many = panic::catch_unwind(AssertUnwindSafe(|| {
        run.blocks((), |block, out| {
            block.tiled(
                Lanes::<2>::when(true),
                (&xs[..], ()),
                out,
                |rows, _, _, (x, ()), ()| {
                    (0..3).for_each(|_| rows.push(x));
                    rt::Ok(())
                },
                ys.len(),
                (&ys[..], ()),
                |_, _, _, _| rt::Ok(()),
            )?;
            rt::Ok(())
        })
    }));
    assert!(too_many.is_err());
}

#[test]
fn a_fault_ends_the_sweep() {
    let (xs, ys) = ([(1_u64, 2_u64); 40], [(3_u64, 4_u64); 30]);
    let run = Run::sequential(xs.len(), 4);
    let failed = run.blocks((), |block, out| {
        block.tiled(
            Lanes::<16>::when(true),
            (&xs[..], ()),
            out,
            |rows, i, _, (_, ()), ()| {
                rows.push(i);
                rt::Ok(())
            },
            ys.len(),
            (&ys[..], ()),
            |i, j, _, _| match (i, j) {
                (17, 21) => rt::agree("xs", 1, "ys", 2),
                _ => rt::Ok(()),
            },
        )?;
        rt::Ok(())
    });
    assert!(failed.is_err());
}
