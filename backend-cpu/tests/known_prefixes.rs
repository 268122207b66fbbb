//! Scans whose prefixes are known before the loop: they have the bits of other ones, and no block looks for an
//! aggregate.

#![forbid(unsafe_code)]

use fusus_cpu as rt;

/// Several blocks of usual length, or of short loops.
const LENGTHS: &[usize] = if cfg!(miri) {
    &[1, 300]
} else {
    &[1, 1023, 5000, 100_000, 700_001]
};

fn add(a: f64, b: f64) -> f64 {
    a + b
}

/// The sum of a block, for all blocks but the last one.
fn total(block: &rt::Block<'_>, xs: &[f64]) -> Result<rt::Partial<f64>, rt::Stop> {
    let mut total = rt::Fold::<_, _, 16>::new(rt::op::Add);
    let lanes = rt::Lanes::<16>::when(total.commutes());
    block.lanes(lanes, (xs, ()), &mut (), |_, lane, (x, ()), ()| {
        total.push(lane, x, add);
        Ok(())
    })?;
    Ok(total.partial(add))
}

/// The prefix sums, of which the loop knows `known` ahead of it.
fn scan(xs: &[f64], run: rt::Run, known: Option<&[f64]>) -> Vec<f64> {
    let run = run.ordered();
    let sinks = || (rt::Fresh::named(""), ());
    let body = |chain: &rt::Chain<'_, f64>| {
        run.blocks(sinks(), |block, out| {
            let find = || {
                let is_known = known.is_some_and(|known| !known.is_empty());
                assert!(!is_known, "a block looks for its aggregate");
                total(block, xs)
            };
            let entering = chain.exclusive_prefix(block, find, |p, t| t.join(p, add))?;
            let mut state = entering;
            let mut carry = rt::BlockAggregate::<_, _, 16>::new(rt::op::Add, block);
            let lanes = rt::Lanes::<16>::in_order(carry.commutes());
            block.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), (_, ())| {
                carry.push(lane, x, add);
                state += x;
                Ok((state, ()))
            })?;
            chain.publish(block, || carry.inclusive_prefix(entering, state, add));
            Ok(())
        })
    };
    let done = match known {
        Some(known) => run.chained_knowing(body, || (1.5, known)),
        None => run.chained(body, || 1.5),
    };
    let ((sums, ()), _) = done.unwrap();
    sums
}

#[test]
fn blocks_with_known_prefixes_look_for_no_aggregates() {
    for &len in LENGTHS {
        let xs: Vec<f64> = (0..len).map(|i| (i as f64 * 0.37).sin()).collect();
        for run in [
            rt::Run::parallel(len, 1_000_000),
            rt::Run::sequential(len, 1_000_000),
        ] {
            let found = |block: &rt::Block<'_>| block.unless_last(|| total(block, &xs));
            let ((), totals) = run.blocks((), |block, _| found(block)).unwrap();
            let mut known = vec![1.5];
            for total in totals.into_iter().flatten() {
                known.push(total.join(known[known.len() - 1], add));
            }
            assert_eq!(known.len(), run.cut().blocks());
            let expected = scan(&xs, run, None);
            let got = scan(&xs, run, Some(&known));
            let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
            assert!(
                got.len() == len && got.iter().zip(&expected).all(same),
                "{len}"
            );
            // Where none is known, they pass from block to block.
            assert_eq!(scan(&xs, run, Some(&[])), expected);
        }
    }
}

#[test]
#[should_panic(expected = "each block has a prefix")]
fn prefixes_of_some_blocks_alone_are_refused() {
    let xs = vec![1.0; 100_000];
    let run = rt::Run::sequential(xs.len(), 1_000_000);
    assert!(run.cut().blocks() > 2);
    scan(&xs, run, Some(&[1.5, 2.5]));
}
