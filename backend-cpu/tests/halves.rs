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
