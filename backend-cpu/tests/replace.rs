//! Arrays in the memory of others that are of no use afterwards.

use std::fmt::Debug;

use fusus_cpu as rt;

/// Lengths of no block, of one, and of several that threads share.
const LENGTHS: [usize; 7] = [0, 1, 7, 1000, 16_384, 16_385, 200_003];

/// Each element by `change`, and whether the memory is that of the array before.
fn replaced<D: rt::Element, T: rt::Element>(
    before: Vec<D>,
    change: impl Fn(usize, D) -> Result<T, rt::Fault> + Sync,
) -> Result<(Vec<T>, bool), rt::Fault> {
    let place = before.as_ptr() as usize;
    let run = rt::Run::parallel(before.len(), 40);
    let ((after, ()), _) = run.blocks((rt::Replace::named("ys", before), ()), |block, out| {
        block.each((), out, |i, (), (old, ())| rt::Ok((change(i, old)?, ())))?;
        rt::Ok(())
    })?;
    let stays = after.as_ptr() as usize == place;
    Ok((after, stays))
}

fn agrees<D: rt::Element, T: rt::Element + PartialEq + Debug>(
    same: bool,
    element: impl Fn(usize) -> D,
    change: impl Fn(D) -> T + Sync,
) {
    for len in LENGTHS {
        let before: Vec<D> = (0..len).map(&element).collect();
        let expected: Vec<T> = before.iter().map(|x| change(*x)).collect();
        let (after, stays) = replaced(before, |_, x| rt::Ok(change(x))).unwrap();
        assert_eq!(after, expected, "{len} elements");
        assert!(stays == same || len == 0, "{len} elements");
    }
}

#[test]
fn elements_of_one_size_stay_where_they_were() {
    agrees(true, |i| i as f64, |x| x / 7.0);
    agrees(true, |i| i as u32, |x| x as f32 * 0.5);
    agrees(true, |i| (i as u16, i as u16 % 7), |(a, b)| [b, a % 11]);
    agrees(true, |i| i as u8, |x| x > 7);
    // Not every `u32` is a `char`.
    agrees(true, |i| i as u32 % 1000, |x| char::from_u32(x).unwrap());
    agrees(
        true,
        |i| char::from_u32(i as u32 % 1000).unwrap(),
        |c| !(c as u32),
    );
}

#[test]
fn elements_of_another_size_have_memory_of_their_own() {
    agrees(false, |i| i as f64, |x| x as f32);
    agrees(false, |i| i as u8, |x| u64::from(x) + 1);
    // As large, but not aligned alike.
    agrees(false, |i| [i as u8; 4], u32::from_le_bytes);
    agrees(false, |_| (), |()| 7u8);
}

#[test]
fn a_fold_beside_it_sees_what_it_makes() {
    for len in LENGTHS {
        let before: Vec<u64> = (0..len as u64).collect();
        let run = rt::Run::parallel(len, 4);
        let ((after, ()), parts) = run
            .blocks((rt::Replace::named("ys", before), ()), |block, out| {
                let mut sum = rt::Fold::<_, _, 16>::new(rt::op::Add);
                let lanes = rt::Lanes::<16>::when(sum.commutes());
                block.lanes(lanes, (), out, |_, lane, (), (old, ())| {
                    let new = 3 * old + 1;
                    sum.push(lane, new, |a, b| a + b);
                    rt::Ok((new, ()))
                })?;
                rt::Ok(sum.partial(|a, b| a + b))
            })
            .unwrap();
        let sum = parts.fold(0, |sum, part| part.join(sum, |a, b| a + b));
        let expected: Vec<u64> = (0..len as u64).map(|x| 3 * x + 1).collect();
        assert_eq!((sum, after), (expected.iter().sum(), expected));
    }
}

#[test]
fn a_sweep_before_it_reads_the_elements_that_it_replaces() {
    let before: Vec<u64> = (0..50_000).collect();
    let run = rt::Run::parallel(before.len(), 4);
    let ((after, ()), _) = run
        .blocks((rt::Replace::named("ys", before), ()), |block, out| {
            let mut sum = 0u64;
            block.each((), &mut out.reading(), |_, (), (old, ())| {
                sum += old;
                rt::Ok(((), ()))
            })?;
            block.each((), out, |_, (), (old, ())| {
                rt::Ok((old as f64 / sum.max(1) as f64, ()))
            })?;
            rt::Ok(())
        })
        .unwrap();
    assert!(after.iter().all(|part| (0.0..=1.0).contains(part)));
}

#[test]
fn the_leftmost_failure_counts() {
    let before: Vec<u32> = (0..100_000).collect();
    let fault = replaced(before, |i, x| match i % 30_000 == 29_999 {
        true => rt::Err(rt::Fault::index("here", i as i128, 7)),
        false => rt::Ok(x as f32),
    });
    let kind = fault.unwrap_err().kind().clone();
    let expected = rt::Fault::index("here", 29_999, 7);
    assert_eq!(kind, *expected.kind());
}

/// The message of a panic.
fn panic_of(job: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(job).expect_err("it panics");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().unwrap()).to_owned(),
    }
}

#[test]
fn what_is_replaced_is_not_read_again() {
    // Characters, of which a second sweep would find numbers that are none.
    let twice = |reading: bool| {
        panic_of(move || {
            let run = rt::Run::sequential(3, 1);
            let before = vec!['a', 'b', 'c'];
            let _ = run.blocks((rt::Replace::named("ys", before), ()), |block, out| {
                block.each((), out, |_, (), (_, ())| rt::Ok((u32::MAX, ())))?;
                match reading {
                    true => block.each((), &mut out.reading(), |_, (), _| rt::Ok(((), ())))?,
                    false => block.each((), out, |_, (), (c, ())| rt::Ok((c as u32, ())))?,
                }
                rt::Ok(())
            });
        })
    };
    assert_eq!(twice(false), "a block is replaced by two sweeps");
    assert_eq!(twice(true), "a block is replaced by two sweeps");
}

#[test]
fn the_lengths_must_agree() {
    let message = panic_of(|| {
        let run = rt::Run::sequential(4, 1);
        let _ = run.blocks(
            (rt::Replace::named("ys", vec![1, 2, 3]), ()),
            |block, out| {
                block.each((), out, |_, (), (old, ())| rt::Ok((old, ())))?;
                rt::Ok(())
            },
        );
    });
    assert_eq!(
        message,
        "an array of 3 elements is replaced by a loop over 4"
    );
}

/// Angles may be computed twice, which nothing that is replaced may be.
#[test]
fn angles_are_computed_once() {
    let before: Vec<f64> = (0..2000).map(|i| f64::from(i) * 1e6).collect();
    let expected: Vec<f64> = before.iter().map(|x| rt::math::Unary(x).sin()).collect();
    let run = rt::Run::sequential(before.len(), 1);
    let ((after, ()), _) = run
        .blocks((rt::Replace::named("ys", before), ()), |block, out| {
            let far = rt::math::Far::new();
            let body =
                |_: usize, (): (), (x, ()): (f64, ())| rt::Ok((rt::math::Unary(&x).sin(), ()));
            block.each_near(&far, (), out, body, body)?;
            rt::Ok(())
        })
        .unwrap();
    assert_eq!(after, expected);
}
