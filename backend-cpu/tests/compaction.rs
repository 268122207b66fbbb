//! Tests of compaction, one by one and in vectors.

use fusus_cpu as rt;

/// Long enough for blocks of many groups, and what is left over of them.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=40).chain([1023, 1024, 1025, 5003])
}

/// Predicates of positions. The bits of a position's group of eight, so that every set of members
/// comes up; and sparse, dense and irregular ones.
const CHOICES: [fn(usize) -> bool; 6] = [
    |i| (i / 8) >> (i % 8) & 1 == 1,
    |_| false,
    |_| true,
    |i| i % 97 == 13,
    |i| i % 97 != 13,
    |i| (i * 2_654_435_761) >> 7 & 1 == 0,
];

/// Packs in all ways: in order, in groups, and in groups beside a fold.
fn compacted<T: rt::Element>(xs: &[T], keep: fn(usize) -> bool, optional: bool) -> [Vec<T>; 4] {
    let kept = |i: usize, x: T| match optional {
        true => rt::Masked::from(keep(i).then_some(x)),
        false => rt::Masked::when(keep(i), x),
    };
    let run = || rt::Run::parallel(xs.len(), 1_000_000);
    let in_order = run().blocks((rt::Compact::named(""), ()), |block, out| {
        block.each((xs, ()), out, |i, (x, ()), _| Ok((kept(i, x), ())))?;
        Ok(())
    });
    let in_groups = run().blocks((rt::Compact::named(""), ()), |block, out| {
        block.each_unrolled((xs, ()), out, |i, (x, ()), _| Ok((kept(i, x), ())))?;
        Ok(())
    });
    macro_rules! beside_a_fold {
        ($lanes:literal) => {{
            let ((ys, ()), counts) = run()
                .blocks((rt::Compact::named(""), ()), |block, out| {
                    let mut count = rt::Fold::<_, _, $lanes>::new(rt::op::Add);
                    let lanes = rt::Lanes::<$lanes>::when(count.commutes());
                    block.lanes(lanes, (xs, ()), out, |i, lane, (x, ()), _| {
                        count.push_kept(lane, keep(i).then_some(1_usize), |a, b| a + b);
                        Ok((kept(i, x), ()))
                    })?;
                    Ok(count.partial(|a, b| a + b))
                })
                .unwrap();
            let count = counts.fold(0, |sum, count| count.join(sum, |a, b| a + b));
            assert_eq!(count, ys.len());
            ys
        }};
    }
    [
        in_order.unwrap().0.0,
        in_groups.unwrap().0.0,
        beside_a_fold!(16),
        beside_a_fold!(4),
    ]
}

/// Partitions elements among results of three filters, which may keep the same ones.
fn partitioned<T: rt::Element>(xs: &[T], keeps: [fn(usize) -> bool; 3]) -> [Vec<T>; 3] {
    let run = rt::Run::parallel(xs.len(), 1_000_000);
    let results = (rt::Compact::named(""), ());
    let results = (rt::Compact::named(""), (rt::Compact::named(""), results));
    let partitioned = run.blocks(results, |block, out| {
        block.partition((xs, ()), out, |i, (x, ()), _| {
            let [first, second, third] = keeps.map(|keep| rt::Answer::of(keep(i)));
            Ok((x, (first, (second, (third, ())))))
        })?;
        Ok(())
    });
    let (first, (second, (third, ()))) = partitioned.unwrap().0;
    [first, second, third]
}

fn all_ways<T: rt::Element + PartialEq + std::fmt::Debug>(make: impl Fn(usize) -> T) {
    for len in lengths() {
        let xs: Vec<T> = (0..len).map(&make).collect();
        for (number, keep) in CHOICES.into_iter().enumerate() {
            let expected: Vec<T> = (0..len).filter(|i| keep(*i)).map(&make).collect();
            for optional in [false, true] {
                for (way, ys) in compacted(&xs, keep, optional).into_iter().enumerate() {
                    assert!(ys == expected, "choice {number} of {len}, way {way}");
                }
            }
            let other = |next: usize| CHOICES[(number + next) % CHOICES.len()];
            let keeps = [keep, other(1), other(3)];
            for (ys, keep) in partitioned(&xs, keeps).into_iter().zip(keeps) {
                let expected: Vec<T> = (0..len).filter(|i| keep(*i)).map(&make).collect();
                assert!(ys == expected, "choice {number} of {len}, partitioned");
            }
        }
    }
}

#[test]
fn numbers_of_every_size() {
    all_ways(|i| i as u8);
    all_ways(|i| i as i16);
    all_ways(|i| i as i32 - 500);
    all_ways(|i| i as u32 ^ 0x8000_0000);
    all_ways(|i| i as f32 + 0.5);
    all_ways(|i| i as i64 - (1 << 40));
    all_ways(|i| i as u64 ^ (1 << 63));
    all_ways(|i| i as f64 / 3.0);
    all_ways(|i| i);
    all_ways(|i| i as i128 - (1 << 100));
}

#[test]
fn other_elements() {
    all_ways(|i| i % 3 == 0);
    all_ways(|i| char::from_u32(i as u32 + 40));
    all_ways(|i| (i as u8, i as u16));
    all_ways(|i| (i as u8, i as u32));
    all_ways(|i| (i as f32, -(i as f32)));
    all_ways(|i| (i as f64, i as u64));
    all_ways(|i| [i as u64; 5]);
    all_ways(|i| [i as u64; 12]);
    all_ways(|_| ());
}

#[test]
fn folds_of_what_is_kept() {
    // Neither the sign of a zero nor what is not a number may leak out of what is dropped.
    for len in lengths() {
        let xs = vec![-0.0_f64; len];
        let run = rt::Run::parallel(len, 1_000_000);
        let ((), parts) = run
            .blocks((), |block, out| {
                let mut sum = rt::Fold::<_, _, 8>::new(rt::op::Add);
                let mut least = rt::Fold::<_, _, 8>::new(rt::op::Min);
                let mut last = rt::Fold::<_, _, 8>::new(rt::op::Other);
                let lanes = rt::Lanes::<8>::when(last.commutes());
                block.lanes(lanes, (&xs[..], ()), out, |i, lane, (x, ()), ()| {
                    let kept = (i % 3 == 0).then_some(x);
                    sum.push_kept(lane, kept, |a, b| a + b);
                    least.push_kept(lane, kept, f64::min);
                    last.push_kept(lane, kept.map(|_| i), |_, b| b);
                    Ok(())
                })?;
                Ok((
                    sum.partial(|a, b| a + b),
                    least.partial(f64::min),
                    last.partial(|_, b| b),
                ))
            })
            .unwrap();
        let (mut sum, mut least, mut last) = (-0.0, f64::INFINITY, usize::MAX);
        for (s, l, e) in parts {
            sum = s.join(sum, |a, b| a + b);
            least = l.join(least, f64::min);
            last = e.join(last, |_, b| b);
        }
        assert!(sum == 0.0 && f64::is_sign_negative(sum), "{len}");
        assert_eq!(least.is_infinite(), len == 0);
        assert_eq!(last, (0..len).step_by(3).next_back().unwrap_or(usize::MAX));
    }
}

#[test]
fn the_first_failure_ends_a_partition() {
    let xs: Vec<(f64, f64)> = (0..300).map(|i| (f64::from(i), 0.0)).collect();
    for fails_at in [0, 63, 64, 200, 299] {
        let run = rt::Run::parallel(xs.len(), 1);
        let results = (rt::Compact::named(""), (rt::Compact::named(""), ()));
        let partitioned = run.blocks(results, |block, out| {
            block.partition((&xs[..], ()), out, |i, (x, ()), _| {
                if i >= fails_at {
                    return Err(rt::size_sub(i, i + 1, "some").unwrap_err());
                }
                let answers = (rt::Answer::of(true), (rt::Answer::of(false), ()));
                Ok((x, answers))
            })?;
            Ok(())
        });
        assert!(partitioned.is_err(), "{fails_at}");
    }
}

/// A word as the number that its letters are, with the number that appending it multiplies by:
/// appending is associative, and the order of letters counts.
type Word = (u64, u64);

fn concatenated(a: Word, b: Word) -> Word {
    (
        a.0.wrapping_mul(b.1).wrapping_add(b.0),
        a.1.wrapping_mul(b.1),
    )
}

fn later(a: Word, b: Word) -> Word {
    if b.0 % 101 > a.0 % 101 { b } else { a }
}

#[test]
fn queues_keep_the_order() {
    for len in lengths() {
        let xs: Vec<Word> = (0..len as u64).map(|i| (i + 1, 0x1_0001)).collect();
        for (number, keep) in CHOICES.into_iter().enumerate() {
            let run = rt::Run::parallel(len, 1_000_000);
            let ((ys, ()), parts) = run
                .blocks((rt::Compact::named(""), ()), |block, out| {
                    let (mut word, mut words) = (rt::Buffered::new(), rt::FoldBuffer::new());
                    let (mut most, mut candidates) = (rt::Buffered::new(), rt::FoldBuffer::new());
                    // The first of those with the greatest remainder.
                    let takes = |a: Word, b: Word, ()| b.0 % 101 > a.0 % 101;
                    block.each((&xs[..], ()), out, |i, (x, ()), _| {
                        word.push_if(&mut words, keep(i), x, concatenated);
                        most.select_if(&mut candidates, keep(i), x, takes);
                        Ok((rt::Masked::when(keep(i), x), ()))
                    })?;
                    word.flush(&mut words, concatenated);
                    most.flush_selection(&mut candidates, takes);
                    Ok((word.partial(), most.partial()))
                })
                .unwrap();
            let (mut word, mut most) = ((0, 1), (0, 0));
            for (w, m) in parts {
                word = w.join(word, concatenated);
                most = m.join(most, later);
            }
            assert_eq!(word, ys.iter().copied().fold((0, 1), concatenated));
            assert_eq!(
                most,
                ys.iter().copied().fold((0, 0), later),
                "choice {number}"
            );
        }
    }
}

#[test]
fn queues_end_anywhere() {
    for kept in [
        0_usize, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 71, 72, 73, 127, 128, 129, 500,
    ] {
        // The greatest first, last, and in the middle.
        for turn in [0, 1, kept / 2, kept.saturating_sub(1)] {
            let all = (0..kept as u64).map(|i| ((i + turn as u64) % kept as u64 % 101, i));
            let all: Vec<Word> = all.collect();
            let (mut word, mut words) = (rt::Buffered::new(), rt::FoldBuffer::new());
            let (mut most, mut candidates) = (rt::Buffered::new(), rt::FoldBuffer::new());
            let takes = |a: Word, b: Word, ()| b.0 % 101 > a.0 % 101;
            for x in &all {
                for (keep, x) in [(false, (100, 0)), (true, *x), (false, (100, 1))] {
                    word.push_if(&mut words, keep, x, concatenated);
                    most.select_if(&mut candidates, keep, x, takes);
                }
            }
            word.flush(&mut words, concatenated);
            most.flush_selection(&mut candidates, takes);
            let expected = all.iter().copied().fold((0, 1), concatenated);
            assert_eq!(
                word.partial().join((0, 1), concatenated),
                expected,
                "{kept}, {turn}"
            );
            let expected = all.iter().copied().fold((0, 7), later);
            assert_eq!(
                most.partial().join((0, 7), later),
                expected,
                "{kept}, {turn}"
            );
        }
    }
}
