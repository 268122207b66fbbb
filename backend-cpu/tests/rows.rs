//! Arrays of which each position has a row.

use std::panic::{self, AssertUnwindSafe};

use fusus_cpu as rt;
use rt::{ErrorKind, Fault, Run};

type Three = (Vec<u64>, (Vec<u64>, (Vec<(u8, u64)>, ())));

/// `x + y`, `x * y + z`, and `(x, z)`: of two axes, of three, and of two again.
fn three(run: Run, xs: &[u64], ys: &[u64], zs: &[u64]) -> Result<Three, Fault> {
    let sinks = (
        rt::Rows::named("sums", [ys.len()]),
        (
            rt::Rows::named("all", [ys.len(), zs.len()]),
            (rt::Rows::named("pairs", [zs.len()]), ()),
        ),
    );
    let (done, _) = run.blocks(sinks, |block, out| {
        block.each((xs, ()), out, |_, (x, ()), (sums, (all, (pairs, ())))| {
            rt::inner(ys.len(), (ys, ()), (sums, ()), |j, (y, ())| {
                assert_eq!(ys[j], y);
                rt::inner(zs.len(), (zs, ()), (all, ()), |_, (z, ())| {
                    Ok((x * y + z, ()))
                })?;
                Ok((x + y, ()))
            })?;
            rt::inner(zs.len(), (zs, ()), (pairs, ()), |_, (z, ())| {
                Ok(((x as u8, z), ()))
            })?;
            Ok(((), ((), ((), ()))))
        })?;
        Ok(())
    })?;
    Ok(done)
}

#[test]
fn boxes_of_any_size() {
    let most = if cfg!(miri) { 40 } else { 30_000 };
    for (n, m, k) in [
        (0, 3, 3),
        (3, 0, 3),
        (3, 3, 0),
        (1, 1, 1),
        (7, 17, 5),
        (most, 3, 2),
    ] {
        let (xs, ys, zs): (Vec<u64>, Vec<u64>, Vec<u64>) = (
            (0..n).collect(),
            (10..10 + m).collect(),
            (20..20 + k).collect(),
        );
        let pairs = |a: &[u64], b: &[u64]| -> Vec<(u64, u64)> {
            a.iter()
                .flat_map(|&x| b.iter().map(move |&y| (x, y)))
                .collect()
        };
        let sums: Vec<u64> = pairs(&xs, &ys).into_iter().map(|(x, y)| x + y).collect();
        let products: Vec<u64> = pairs(&xs, &ys).into_iter().map(|(x, y)| x * y).collect();
        let all: Vec<u64> = pairs(&products, &zs)
            .into_iter()
            .map(|(p, z)| p + z)
            .collect();
        let tuples: Vec<(u8, u64)> = pairs(&xs, &zs)
            .into_iter()
            .map(|(x, z)| (x as u8, z))
            .collect();
        let expected = (sums, (all, (tuples, ())));
        for run in [
            Run::parallel_nested(xs.len(), ys.len(), 1_000),
            Run::sequential_nested(xs.len(), ys.len(), 1),
            Run::whole(xs.len()),
        ] {
            assert_eq!(
                three(run, &xs, &ys, &zs),
                Ok(expected.clone()),
                "{n} {m} {k}"
            );
        }
    }
}

#[test]
fn lanes_write_the_same_rows() {
    let (xs, ys): (Vec<u32>, Vec<u32>) = ((0..50).collect(), (0..37).collect());
    for commute in [true, false] {
        let run = Run::parallel_nested(xs.len(), ys.len(), 1_000);
        let ((rows, ()), _) = run
            .blocks((rt::Rows::named("rows", [ys.len()]), ()), |block, out| {
                let lanes = rt::Lanes::<8>::when(commute);
                block.lanes(lanes, (&xs[..], ()), out, |_, lane, (x, ()), (rows, ())| {
                    rt::inner_lanes(
                        lanes,
                        lane,
                        ys.len(),
                        (&ys[..], ()),
                        (rows, ()),
                        |_, _, (y, ())| Ok((100 * x + y, ())),
                    )?;
                    Ok(((), ()))
                })?;
                Ok(())
            })
            .expect("no fault");
        let expected = xs.iter().flat_map(|x| ys.iter().map(move |y| 100 * x + y));
        assert!(rows.into_iter().eq(expected));
    }
}

/// The message of the panic of a body that does not write its rows, or writes more.
fn wrong(body: impl Fn(usize, rt::RowWriter<'_, u32>) -> Result<(), Fault> + Sync) -> String {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        let run = Run::sequential(5, 1);
        run.blocks((rt::Rows::named("rows", [3]), ()), |block, out| {
            block.each((), out, |i, (), (rows, ())| {
                body(i, rows)?;
                Ok(((), ()))
            })?;
            Ok(())
        })
        .map(|_| ())
    }));
    panic::set_hook(hook);
    let payload = ended.expect_err("it panics");
    let text = payload.downcast_ref::<&str>().copied();
    text.map(str::to_owned)
        .or(payload.downcast_ref::<String>().cloned())
        .expect("a message")
}

/// Fails at the second element of a row.
fn fails(rows: rt::RowWriter<'_, u32>) -> Result<(), Fault> {
    rt::inner(3, (), (rows, ()), |j, ()| match j {
        1 => rt::agree("xs", 1, "ys", 2).map(|()| (0, ())),
        _ => Ok((0, ())),
    })
}

/// A row of so many elements.
fn row(rows: rt::RowWriter<'_, u32>, len: usize) -> Result<(), Fault> {
    rt::inner(len, (), (rows, ()), |j, ()| Ok((j as u32, ())))
}

#[test]
fn every_position_writes_its_row_once() {
    let missing = "a position ended without its row";
    let excess = "a position has more than its row";
    // None for one position, or a shorter one.
    assert_eq!(
        wrong(|i, rows| if i == 2 { Ok(()) } else { row(rows, 3) }),
        missing
    );
    assert_eq!(
        wrong(|i, rows| row(rows, if i == 4 { 2 } else { 3 })),
        missing
    );
    // One too many, or a longer one.
    assert_eq!(
        wrong(|_, rows| row(rows, 3).and_then(|()| row(rows, 3))),
        excess
    );
    assert_eq!(
        wrong(|i, rows| row(rows, if i == 4 { 4 } else { 3 })),
        excess
    );
    // One that failed, which nobody minds, whether another takes its place or not.
    let swallowed = wrong(|i, rows| match i {
        4 => fails(rows).or(Ok(())),
        _ => row(rows, 3),
    });
    assert_eq!(swallowed, missing);
    let replaced = wrong(|i, rows| match i {
        3 => fails(rows).or(Ok(())),
        _ => row(rows, 3),
    });
    assert_eq!(replaced, missing);
}

#[test]
fn a_fault_ends_the_loop() {
    let run = Run::parallel_nested(1_000, 3, 1_000);
    let fault = run
        .blocks((rt::Rows::named("rows", [3]), ()), |block, out| {
            block.each((), out, |i, (), (rows, ())| {
                match i {
                    700 => fails(rows)?,
                    _ => rt::inner(3, (), (rows, ()), |_, ()| Ok((1, ())))?,
                }
                Ok(((), ()))
            })?;
            Ok(())
        })
        .map(|((rows, ()), _)| rows)
        .expect_err("the body's");
    let expected = rt::agree("xs", 1, "ys", 2);
    assert_eq!(Err(fault), expected);
}

#[test]
fn more_elements_than_a_number_counts() {
    let run = Run::sequential(usize::MAX / 2, 1);
    let fault = run
        .blocks((rt::Rows::<u8, 1>::named("rows", [3]), ()), |_, _| Ok(()))
        .map(|((rows, ()), _)| rows)
        .expect_err("too many");
    assert!(
        matches!(fault.kind(), ErrorKind::SizeOverflow { inner: 3, .. }),
        "{fault:?}"
    );
}
