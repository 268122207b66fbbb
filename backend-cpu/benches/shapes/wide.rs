//! Bodies that compute more than they read, with and without wide instructions.

use super::{floats, keep, race};
use fusus_cpu as rt;

/// A body that computes more than it reads, narrow and wide.
macro_rules! horner {
    ($name:ident, $call:ident($($from:expr)?), $($version:literal),*) => {
        #[inline(never)]
        fn $name(xs: &[f32], ys: &mut [f32], run: rt::Run) -> f32 {
            macro_rules! block {
                ($which:literal) => {
                    |b, out| {
                        let mut hi = rt::Fold::<_, _, 16>::new(rt::op::Max);
                        let lanes = rt::Lanes::<16>::when(hi.commutes());
                        b.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), (_, ())| {
                            let y = rt::call1(x, |x| {
                                let mut y = x;
                                for k in 0..12 {
                                    y = y * x + k as f32;
                                }
                                y
                            });
                            hi.push(lane, y, f32::max);
                            Ok((y, ()))
                        })?;
                        Ok(hi.partial(f32::max))
                    }
                };
            }
            let (_, parts) = run.$call($($from,)? (rt::InPlace::new(ys), ()), $(block!($version)),*).unwrap();
            parts.fold(0.0, |hi, part| part.join(hi, f32::max))
        }
    };
}

horner!(rt_horner, blocks(), "narrow");
horner!(
    rt_horner_wide,
    blocks_simd(rt::simd::Always),
    "narrow",
    "wide"
);

pub(super) fn wide(rounds: usize) {
    let xs: Vec<f32> = floats(20_000_000).into_iter().map(|x| x as f32).collect();
    let n = xs.len();
    let (mut a, mut b) = (xs.clone(), xs.clone());
    race(
        "wide: polynomial of degree 13 and its maximum, 20M f32",
        rounds,
        &mut [
            (
                "blocks",
                Box::new(|| keep(rt_horner(&xs, &mut a, rt::Run::sequential(n, 30)))),
            ),
            (
                "blocks_simd",
                Box::new(|| keep(rt_horner_wide(&xs, &mut b, rt::Run::sequential(n, 30)))),
            ),
        ],
    );
}
