//! Tests that the bits are the same for any number of threads, and for every length around the
//! edges of blocks.

#![forbid(unsafe_code)]

use fusus_cpu as rt;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The longest block; see `block.rs`.
const BLOCK: usize = if cfg!(miri) { 64 } else { 16_384 };

fn lengths() -> Vec<usize> {
    // Around the edges of short blocks, and of the longest ones.
    let short = if cfg!(miri) {
        vec![0, 1, 15, 16, 17, 55]
    } else {
        vec![0, 1, 2, 15, 16, 17, 1023, 1024, 1025, 2049, 3079]
    };
    let long = [32 * BLOCK - 1, 32 * BLOCK, 32 * BLOCK + 1, 35 * BLOCK + 7];
    let long = &long[if cfg!(miri) { 3 } else { 0 }..];
    [&short, long].concat()
}

fn pools() -> Vec<ThreadPool> {
    let threads: &[usize] = if cfg!(miri) { &[2] } else { &[1, 2, 3, 8] };
    threads
        .iter()
        .map(|&n| ThreadPoolBuilder::new().num_threads(n).build().unwrap())
        .collect()
}

fn floats(len: usize) -> Vec<f64> {
    (0..len as u64)
        .map(|i| {
            let bits = i.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (bits >> 11) as f64 / (1u64 << 40) as f64 - 4000.0
        })
        .collect()
}

#[derive(Debug, PartialEq)]
struct Results {
    sum: u64,
    positive: u64,
    product: u64,
    prefixes: Vec<u64>,
    kept: Vec<u64>,
    maps: Vec<u64>,
}

fn bits(values: Vec<f64>) -> Vec<u64> {
    values.into_iter().map(f64::to_bits).collect()
}

/// Folds, a guarded fold, an operator of which nothing is known, a scan, a
/// filter and a map in one loop.
fn everything(xs: &[f64], run: rt::Run) -> Results {
    let run = run.ordered();
    let chain = run.chain((1.5, ())).unwrap();
    let ((prefixes, (kept, (maps, ()))), parts) = run
        .blocks(
            (
                rt::Fresh::named(""),
                (rt::Compact::named(""), (rt::Fresh::named(""), ())),
            ),
            |b, out| {
                let (entering, ()) = chain.exclusive_prefix(
                    b,
                    || {
                        let mut total = rt::Fold::<_, _, 16>::new(rt::op::Add);
                        let lanes = rt::Lanes::<16>::when(total.commutes());
                        b.lanes(lanes, (xs, ()), &mut (), |_, lane, (x, ()), ()| {
                            total.push(lane, x, |a, b| a + b);
                            Ok(())
                        })?;
                        Ok((total.partial(|a, b| a + b), ()))
                    },
                    |(p, ()), (t, ())| (t.join(p, |a, b| a + b), ()),
                )?;
                let mut state = entering;
                let mut sum = rt::Fold::<_, _, 16>::new(rt::op::Add);
                let mut positive = rt::Fold::<_, _, 16>::new(rt::op::Add);
                let mut product = rt::Fold::<_, _, 16>::new(rt::op::Other);
                let mut carry = rt::BlockAggregate::<_, _, 16>::new(rt::op::Add, b);
                let commute = sum.commutes() && positive.commutes() && product.commutes();
                let lanes = rt::Lanes::<16>::in_order(commute);
                b.lanes(
                    lanes,
                    (xs, ()),
                    out,
                    |_, lane, (x, ()), ((), ((), ((), ())))| {
                        sum.push(lane, x, |a, b| a + b);
                        positive.push_if(lane, x > 0.0, x, |a, b| a + b);
                        if x > 3000.0 {
                            product.push(lane, x, |a, b| a + b);
                        }
                        carry.push(lane, x, |a, b| a + b);
                        state += x;
                        Ok((state, (rt::Masked::when(x < 0.0, x), (x * 0.1, ()))))
                    },
                )?;
                chain.publish(b, || {
                    (carry.inclusive_prefix(entering, state, |a, b| a + b), ())
                });
                Ok((
                    sum.partial(|a, b| a + b),
                    positive.partial(|a, b| a + b),
                    product.partial(|a, b| a + b),
                ))
            },
        )
        .unwrap();
    let (mut sum, mut positive, mut product) = (0.1, 0.2, 0.3);
    for (s, p, q) in parts {
        sum = s.join(sum, |a, b| a + b);
        positive = p.join(positive, |a, b| a + b);
        product = q.join(product, |a, b| a + b);
    }
    Results {
        sum: sum.to_bits(),
        positive: positive.to_bits(),
        product: product.to_bits(),
        prefixes: bits(prefixes),
        kept: bits(kept),
        maps: bits(maps),
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let pools = pools();
    for len in lengths() {
        let xs = floats(len);
        let alone = everything(&xs, rt::Run::sequential(len, 1_000_000));
        assert_eq!(alone.maps, bits(xs.iter().map(|x| x * 0.1).collect()));
        assert_eq!(
            alone.kept,
            bits(xs.iter().copied().filter(|x| *x < 0.0).collect())
        );
        assert_eq!(alone.prefixes.len(), len);
        for pool in &pools {
            let together = pool.install(|| everything(&xs, rt::Run::parallel(len, 1_000_000)));
            assert!(
                alone == together,
                "{len} elements, {} threads",
                pool.current_num_threads()
            );
        }
        let outside = everything(&xs, rt::Run::parallel(len, 1_000_000));
        assert!(alone == outside, "{len} elements, the global pool");
    }
}

fn fold<T, O>(xs: &[T], seed: T, op: O, f: impl Fn(T, T) -> T + Sync + Copy) -> T
where
    T: rt::Element,
    O: rt::Op<T>,
{
    let run = rt::Run::parallel(xs.len(), 100);
    let ((), parts) = run
        .blocks((), |b, out| {
            let mut fold = rt::Fold::<_, _, 8>::new(op);
            let lanes = rt::Lanes::<8>::when(fold.commutes());
            b.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), ()| {
                fold.push(lane, x, f);
                Ok(())
            })?;
            Ok(fold.partial(f))
        })
        .unwrap();
    parts.fold(seed, |seed, part| part.join(seed, f))
}

/// Folds and scans the elements that a guard lets through: `None` is kept out.
fn guarded<T, O>(xs: &[Option<T>], seed: T, op: O, f: impl Fn(T, T) -> T + Sync + Copy) -> T
where
    T: rt::Element,
    O: rt::Op<T>,
{
    let run = rt::Run::parallel(xs.len(), 100);
    let ((), parts) = run
        .blocks((), |b, out| {
            let mut fold = rt::Fold::<_, _, 8>::new(op);
            let lanes = rt::Lanes::<8>::when(fold.commutes()).single_call_site();
            b.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), ()| {
                if let Some(x) = x {
                    fold.push(lane, x, f);
                }
                Ok(())
            })?;
            Ok(fold.partial(f))
        })
        .unwrap();
    parts.fold(seed, |seed, part| part.join(seed, f))
}

#[test]
fn the_seed_enters_once_from_the_left() {
    for len in lengths() {
        let xs = vec![1_i64; len];
        assert_eq!(fold(&xs, 10, rt::op::Add, |a, b| a + b), 10 + len as i64);
        assert_eq!(fold(&xs, 10, rt::op::Other, |a, b| a + b), 10 + len as i64);
        assert_eq!(fold(&xs, -7, rt::op::Mul, |a, b| a * b), -7);
        assert_eq!(
            fold(&xs, 5, rt::op::Min, i64::min),
            if len == 0 { 5 } else { 1 }
        );
        assert_eq!(fold(&xs, 0, rt::op::Max, i64::max), i64::from(len > 0));
        let none = vec![None; len];
        assert_eq!(guarded(&none, 42, rt::op::Add, |a: i64, b| a + b), 42);
        assert_eq!(guarded(&none, 42, rt::op::Other, |a: i64, b| a + b), 42);
        assert_eq!(guarded(&none, 42, rt::op::Min, i64::min), 42);
        // One element only, in the last place.
        if let Some(last) = none.len().checked_sub(1) {
            let mut one = none;
            one[last] = Some(8);
            assert_eq!(guarded(&one, 42, rt::op::Other, |a: i64, b| a + b), 50);
            assert_eq!(guarded(&one, 42, rt::op::Xor, |a: i64, b| a ^ b), 42 ^ 8);
        }
    }
}

/// Associative, and far from commutative: composition of `x ↦ a·x + b`, mod a
/// prime.
fn compose(f: (u64, u64), g: (u64, u64)) -> (u64, u64) {
    const P: u64 = 1_000_003;
    (f.0 * g.0 % P, (f.1 * g.0 + g.1) % P)
}

#[test]
fn operators_that_do_not_commute_keep_their_order() {
    for len in lengths() {
        let xs: Vec<(u64, u64)> = (0..len as u64).map(|i| (i % 997 + 1, i % 991)).collect();
        let expected = xs.iter().fold((3, 4), |a, &b| compose(a, b));
        assert_eq!(fold(&xs, (3, 4), rt::op::Other, compose), expected);
        // A marker that claims too much for the type is not believed.
        assert_eq!(fold(&xs, (3, 4), rt::op::Add, compose), expected);
        let some: Vec<_> = xs.iter().map(|&x| (x.1 % 3 == 0).then_some(x)).collect();
        let expected = some.iter().flatten().fold((3, 4), |a, &b| compose(a, b));
        assert_eq!(guarded(&some, (3, 4), rt::op::Other, compose), expected);
        // First and last: the operators that show the order best.
        let first = fold(
            &xs,
            (0, 9),
            rt::op::Other,
            |a, b| if a.0 == 0 { b } else { a },
        );
        assert_eq!(first, xs.first().copied().unwrap_or((0, 9)));
        let last = fold(&xs, (0, 9), rt::op::Other, |_, b| b);
        assert_eq!(last, xs.last().copied().unwrap_or((0, 9)));
    }
}

#[test]
fn floats_keep_their_special_values() {
    let same = |a: f64, b: f64| assert_eq!(a.to_bits(), b.to_bits(), "{a} {b}");
    // A sum of negative zeros is one.
    same(fold(&[-0.0; 40], -0.0, rt::op::Add, |a, b| a + b), -0.0);
    same(fold(&[], -0.0, rt::op::Add, |a, b| a + b), -0.0);
    same(fold(&[-0.0; 3], 0.0, rt::op::Add, |a, b| a + b), 0.0);
    same(fold(&[-0.0], 1.0, rt::op::Mul, |a, b| a * b), -0.0);
    // NaN is ignored by `min` and `max`, infinities are not.
    same(
        fold(
            &[f64::NAN, f64::INFINITY, f64::NAN],
            f64::NAN,
            rt::op::Min,
            f64::min,
        ),
        f64::INFINITY,
    );
    same(
        fold(
            &[f64::NEG_INFINITY; 100],
            f64::NEG_INFINITY,
            rt::op::Max,
            f64::max,
        ),
        f64::NEG_INFINITY,
    );
    assert!(fold(&[f64::NAN; 100], f64::NAN, rt::op::Max, f64::max).is_nan());
    assert!(fold(&[1.0, f64::NAN], 0.0, rt::op::Add, |a, b| a + b).is_nan());
    same(fold(&[], 3.0, rt::op::Min, f64::min), 3.0);
    assert!(!fold(&[true, false], true, rt::op::And, |a, b| a & b));
    assert!(fold(&[false; 9], true, rt::op::Or, |a, b| a | b));
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Large([u64; 40]);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Nothing;

#[test]
fn elements_of_any_size() {
    for len in lengths().into_iter().filter(|len| *len < 40_000) {
        let xs: Vec<Large> = (0..len as u64).map(|i| Large([i; 40])).collect();
        let run = rt::Run::parallel(len, 1000);
        let ((odd, (all, ())), parts) = run
            .blocks(
                (rt::Compact::named(""), (rt::Fresh::named(""), ())),
                |b, out| {
                    let mut last = rt::Fold::<_, _, 4>::new(rt::op::Other);
                    b.lanes(
                        rt::Lanes::<4>::when(last.commutes()),
                        (&xs[..], ()),
                        out,
                        |_, lane, (x, ()), _| {
                            last.push(lane, x, |_, b| b);
                            Ok((rt::Masked::when(x.0[3] % 2 == 1, x), (x, ())))
                        },
                    )?;
                    Ok(last.partial(|_, b| b))
                },
            )
            .unwrap();
        assert!(all == xs);
        assert!(
            odd.iter()
                .copied()
                .eq(xs.iter().copied().filter(|x| x.0[0] % 2 == 1))
        );
        assert_eq!(
            parts.fold(Large([7; 40]), |a, p| p.join(a, |_, b| b)),
            xs.last().copied().unwrap_or(Large([7; 40]))
        );

        let nothing = vec![Nothing; len];
        let run = rt::Run::parallel(len, 1000);
        let ((some, (all, ())), _) = run
            .blocks(
                (rt::Compact::named(""), (rt::Fresh::named(""), ())),
                |b, out| {
                    b.each((&nothing[..], ()), out, |i, (x, ()), _| {
                        Ok((rt::Masked::when(i % 3 == 0, x), (x, ())))
                    })?;
                    Ok(())
                },
            )
            .unwrap();
        assert_eq!((some.len(), all.len()), (len.div_ceil(3), len));
    }
}

#[test]
fn filters_that_keep_nothing_and_everything() {
    for len in lengths() {
        let xs = floats(len);
        for (threshold, count) in [(f64::NEG_INFINITY, len), (f64::INFINITY, 0)] {
            let run = rt::Run::parallel(len, 100);
            let ((kept, ()), _) = run
                .blocks((rt::Compact::named(""), ()), |b, out| {
                    b.each((&xs[..], ()), out, |_, (x, ()), _| {
                        Ok((rt::Masked::when(x > threshold, x), ()))
                    })?;
                    Ok(())
                })
                .unwrap();
            assert_eq!(kept.len(), count);
            // The room for everything does not stay.
            assert!(kept.capacity() * size_of::<f64>() < count * size_of::<f64>() + 4096);
            assert!(kept.is_empty() || kept == xs);
        }
    }
}
