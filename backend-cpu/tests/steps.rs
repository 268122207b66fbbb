//! Scans whose steps are taken several at a time.

#![forbid(unsafe_code)]

use fusus_cpu as rt;
use rt::{Fault, Lanes, Run, Steps};

const LANES: usize = 16;

/// Numbers whose sums are rounded, so that bits tell in which order they were added.
fn numbers(len: usize) -> Vec<f64> {
    (0..len).map(|i| 1.0 / (i as f64 + 3.0)).collect()
}

/// The expected scan of one block: whole groups of neighbours are added up by themselves.
fn groups(prefix: f64, xs: &[f64]) -> Vec<f64> {
    let (whole, rest) = xs.as_chunks::<LANES>();
    let mut before = prefix;
    let mut sums = Vec::new();
    for group in whole {
        let mut own = group[0];
        sums.push(before + own);
        for x in &group[1..] {
            own += x;
            sums.push(before + own);
        }
        before += own;
    }
    for x in rest {
        before += x;
        sums.push(before);
    }
    sums
}

/// The scan through all elements, and the one before each, by a sweep with those lanes.
fn scans<const SINGLE_CALL_SITE: bool>(
    xs: &[f64],
    lanes: Lanes<LANES, SINGLE_CALL_SITE>,
) -> Result<(Vec<f64>, Vec<f64>, f64), Fault> {
    let run = Run::whole(xs.len());
    let ((through, (before, ())), parts) = run.blocks(
        (rt::Fresh::named(""), (rt::Fresh::named(""), ())),
        |block, out| {
            let mut first = Steps::<_, _, LANES>::new(rt::op::Add, 0.5);
            let mut second = Steps::<_, _, LANES>::new(rt::op::Add, 0.5);
            block.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), _| {
                let add = |a, b| a + b;
                Ok((
                    first.through(lane, x, add),
                    (second.before(lane, x, add), ()),
                ))
            })?;
            assert_eq!(first.all().to_bits(), second.all().to_bits());
            Ok(first.all())
        },
    )?;
    Ok((through, before, parts.fold(0.5, |_, all| all)))
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn whole_groups_are_added_up_by_themselves() {
    for len in [
        0, 1, 15, 16, 17, 31, 32, 33, 255, 256, 257, 271, 272, 1000, 5003,
    ] {
        let xs = numbers(len);
        let expected = groups(0.5, &xs);
        let last = expected.last().copied().unwrap_or(0.5);
        let before: Vec<f64> = [0.5]
            .into_iter()
            .chain(expected.clone())
            .take(len)
            .collect();
        for (through, others, all) in [
            scans(&xs, Lanes::in_order(true)).unwrap(),
            scans(&xs, Lanes::in_order(false)).unwrap(),
            scans(&xs, Lanes::in_order(true).single_call_site()).unwrap(),
            scans(&xs, Lanes::in_order(false).single_call_site()).unwrap(),
        ] {
            assert_eq!(bits(&through), bits(&expected), "{len}");
            assert_eq!(bits(&others), bits(&before), "{len}");
            assert_eq!(all.to_bits(), last.to_bits(), "{len}");
        }
    }
}

/// The scan by one thread with the operator alone, from left to right.
fn plain<T, O>(xs: &[T], op: O, combine: fn(T, T) -> T, seed: T) -> Vec<T>
where
    T: rt::Element + PartialEq + std::fmt::Debug,
    O: rt::Op<T>,
{
    let run = Run::whole(xs.len());
    let ((scanned, ()), _) = run
        .blocks((rt::Fresh::named(""), ()), |block, out| {
            let mut state = Steps::<_, _, LANES>::new(op, seed);
            let lanes = Lanes::<LANES>::in_order(true);
            block.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), _| {
                Ok((state.through(lane, x, combine), ()))
            })?;
            Ok(())
        })
        .unwrap();
    scanned
}

#[test]
fn others_go_from_left_to_right() {
    // Nothing is known of an operator on strings of digits, which does not commute.
    let digits: Vec<(u64, u64)> = (0..1000).map(|i| (10, i % 10)).collect();
    let append = |(a, b): (u64, u64), (c, d): (u64, u64)| {
        (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))
    };
    let mut state = (1, 7);
    let expected: Vec<(u64, u64)> = digits
        .iter()
        .map(|digit| {
            state = append(state, *digit);
            state
        })
        .collect();
    assert_eq!(plain(&digits, rt::op::Other, append, (1, 7)), expected);

    let integers: Vec<i64> = (0..1000).map(|i| i * i - 500).collect();
    let mut state = 3;
    let expected: Vec<i64> = integers
        .iter()
        .map(|x| {
            state += x;
            state
        })
        .collect();
    assert_eq!(plain(&integers, rt::op::Add, |a, b| a + b, 3), expected);
}
