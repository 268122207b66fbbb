//! Bodies in halves: the first one makes elements for the second.

#![forbid(unsafe_code)]

use fusus_cpu as rt;
use rt::{Fault, Run};

/// Around pieces (256) and blocks.
const LENGTHS: &[usize] = &[0, 1, 2, 255, 256, 257, 511, 512, 513, 1024, 5000, 140_003];

fn numbers(len: usize) -> Vec<f64> {
    (0..len).map(|i| i as f64 * 0.37 - 40.0).collect()
}

#[test]
fn each_position_gets_what_the_halves_make_of_its_elements() {
    for &len in LENGTHS {
        let (xs, ys) = (numbers(len), numbers(len + 1));
        let ys = &ys[1..];
        let run = Run::parallel(len, 100);
        let out = (rt::Fresh::named("a"), (rt::Fresh::named("b"), ()));
        let ((sums, (products, ())), _) = run
            .blocks(out, |block, out| {
                Ok(block.in_halves(
                    (&xs[..], ()),
                    |i, (x, ()), _| Ok((x + i as f64, (x as f32, ()))),
                    (&xs[..], (ys, ())),
                    out,
                    |(a, (b, ())), i, (x, (y, ())), _| {
                        Ok((a + x, (f64::from(b) * y - i as f64, ())))
                    },
                )?)
            })
            .expect("nothing fails");
        for (i, (x, y)) in xs.iter().zip(ys).enumerate() {
            assert_eq!(sums[i], x + i as f64 + x, "{i} of {len}");
            assert_eq!(
                products[i],
                f64::from(*x as f32) * y - i as f64,
                "{i} of {len}"
            );
        }
    }
}

#[test]
fn both_halves_see_what_is_overwritten() {
    for &len in LENGTHS {
        let mut xs = numbers(len);
        let expected: Vec<f64> = xs.iter().map(|x| (x * 2.0) + x).collect();
        let run = Run::parallel(len, 100);
        run.blocks((rt::InPlace::new(&mut xs), ()), |block, out| {
            Ok(block.in_halves(
                (),
                |_, (), (x, ())| Ok((2.0 * x, ())),
                (),
                out,
                |(a, ()), _, (), (x, ())| Ok((a + x, ())),
            )?)
        })
        .expect("nothing fails");
        assert_eq!(xs, expected);
    }
}

/// More bytes than a piece keeps.
#[derive(Clone, Copy)]
struct Large([f64; 4096]);

#[test]
fn large_elements_are_not_kept() {
    let xs = numbers(2000);
    let run = Run::sequential(xs.len(), 100);
    let ((out, ()), _) = run
        .blocks((rt::Fresh::named("out"), ()), |block, out| {
            Ok(block.in_halves(
                (&xs[..], ()),
                |_, (x, ()), _| Ok((Large([x; 4096]), ())),
                (),
                out,
                |(large, ()), i, (), _| Ok((large.0[i], ())),
            )?)
        })
        .expect("nothing fails");
    assert_eq!(out, xs);
}

#[test]
fn the_first_fault_ends_it() {
    let (xs, few) = (numbers(5000), numbers(700));
    let run = Run::sequential(xs.len(), 100);
    let failed = run.blocks((rt::Fresh::named("out"), ()), |block, out| {
        Ok(block.in_halves(
            (&xs[..], ()),
            |i, (_, ()), _| Ok((i, ())),
            (),
            out,
            |(i, ()), _, (), _| Ok((rt::Data(&few[..]).gather(i, "out")?, ())),
        )?)
    });
    let fault: Fault = failed.map(|_| ()).expect_err("it fails");
    let message = fault.at("program").to_string();
    assert!(message.contains("700"), "{message}");
}

#[test]
fn a_fault_of_the_first_half_comes_behind_what_fails_to_its_left() {
    let (xs, few) = (numbers(5000), numbers(700));
    for (panics_at, expected) in [(699, "position 699"), (700, "700")] {
        let failed = std::panic::catch_unwind(|| {
            let run = Run::sequential(xs.len(), 100);
            let done = run.blocks((rt::Fresh::named("out"), ()), |block, out| {
                Ok(block.in_halves(
                    (&xs[..], ()),
                    |i, (_, ()), _| Ok((rt::Data(&few[..]).gather(i, "out")?, ())),
                    (),
                    out,
                    |(x, ()), i, (), _| {
                        assert!(i != panics_at, "position {i}");
                        Ok((x, ()))
                    },
                )?)
            });
            let fault: Fault = done.map(|_| ()).expect_err("it fails");
            fault.at("program").to_string()
        });
        let message = match failed {
            Ok(message) => message,
            Err(payload) => payload.downcast_ref::<String>().expect("a text").clone(),
        };
        assert!(message.contains(expected), "{message}");
    }
}

/// Sums of `xs`, and of what an operator makes of them that does not commute, beside a filter: by folds
/// between halves, or in lanes alone.
fn folded(xs: &[f64], between: bool) -> (Vec<f64>, f64, (u64, u64)) {
    let chained = |(a, b): (u64, u64), (c, d): (u64, u64)| {
        let joined = b.wrapping_mul(c).wrapping_add(d);
        (a.wrapping_mul(c), joined)
    };
    let pair = |x: f64| (x.to_bits() | 1, x.to_bits() >> 3);
    let run = Run::parallel(xs.len(), 40);
    let done = run.blocks((rt::Compact::named("kept"), ()), |block, out| {
        let mut sum = rt::Fold::<_, _, 8>::new(rt::op::Add);
        let mut chain = rt::Fold::<_, _, 8>::new(rt::op::Other);
        // An operator that commutes has lanes of its own among others that do not.
        let lanes = rt::Lanes::<8>::when(sum.commutes() && chain.commutes());
        let keep = |y: f64| Ok((rt::Masked::when(y > 0.0, y), ()));
        let mut take = |x: f64, y: f64, lane| {
            sum.push(lane, y, |a, b| a + b);
            chain.push(lane, pair(x), chained);
        };
        if between {
            block.in_halves_folding(
                (xs, ()),
                |_, (x, ()), _| Ok((x * 0.1, ())),
                lanes,
                (xs, ()),
                |(y, ()), _, lane, (x, ()), ()| {
                    take(x, y, lane);
                    Ok(())
                },
                (),
                out,
                |(y, ()), _, (), _| keep(y),
                |(y, ()), _, (), _| keep(y),
            )?;
        } else {
            block.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), _| {
                take(x, x * 0.1, lane);
                keep(x * 0.1)
            })?;
        }
        Ok((sum.partial(|a, b| a + b), chain.partial(chained)))
    });
    let ((kept, ()), parts) = done.expect("nothing fails");
    let (sum, chain) = parts.fold((0.0, (1, 0)), |(sum, chain), (more, next)| {
        (more.join(sum, |a, b| a + b), next.join(chain, chained))
    });
    (kept, sum, chain)
}

#[test]
fn folds_between_halves_have_the_bits_of_lanes() {
    for &len in LENGTHS {
        let xs: Vec<f64> = (0..len).map(|i| ((i * 37) % 101) as f64 - 50.3).collect();
        let (kept, sum, chain) = folded(&xs, true);
        let (expected, lanes, others) = folded(&xs, false);
        assert_eq!((kept, chain), (expected, others), "{len}");
        assert_eq!(sum.to_bits(), lanes.to_bits(), "{len}");
        let in_order = xs.iter().fold((1u64, 0u64), |(a, b), x| {
            let (c, d) = (x.to_bits() | 1, x.to_bits() >> 3);
            (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))
        });
        assert_eq!(chain, in_order, "{len}");
    }
}
