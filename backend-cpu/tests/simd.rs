//! Wide instructions change no bit.

#![forbid(unsafe_code)]

use fusus_cpu as __rt;

/// Sums, a guarded sum, a scan-free map and a filter, their closure written
/// once or twice.
macro_rules! program {
    ($run:expr, $xs:expr, $call:ident($($from:expr)?), $($version:literal),*) => {{
        let xs: &[f32] = $xs;
        let __run = $run;
        macro_rules! block {
            ($which:literal) => {
                |__b, __out| {
                    let mut sum = __rt::Fold::<_, _, 16>::new(__rt::op::Add);
                    let mut positive = __rt::Fold::<_, _, 16>::new(__rt::op::Add);
                    __b.lanes(
                        __rt::Lanes::<16>::when(sum.commutes() && positive.commutes()),
                        (xs, ()),
                        __out,
                        |_i, __lane, (xs_i, ()), ((), ((), ()))| {
                            sum.push(__lane, xs_i, |a, b| a + b);
                            positive.push_if(__lane, __rt::call1(xs_i, |x| x > 0.0), xs_i, |a, b| a + b);
                            let ys_i = __rt::call1(xs_i, |x| (x * x + 0.3) * x + 0.7 / x);
                            Ok((ys_i, (__rt::Masked::when(xs_i > 2.0, ys_i), ())))
                        },
                    )?;
                    Ok((sum.partial(|a, b| a + b), positive.partial(|a, b| a + b)))
                }
            };
        }
        let ((ys, (kept, ())), parts) = __run
            .$call($($from,)? (__rt::Fresh::named(""), (__rt::Compact::named(""), ())), $(block!($version)),*)
            .unwrap();
        let (mut sum, mut positive) = (0.0, 0.0);
        for (s, p) in parts {
            sum = s.join(sum, |a, b| a + b);
            positive = p.join(positive, |a, b| a + b);
        }
        (sum.to_bits(), positive.to_bits(), bits(ys), bits(kept))
    }};
}

fn bits(values: Vec<f32>) -> Vec<u32> {
    values.into_iter().map(f32::to_bits).collect()
}

#[test]
fn wide_instructions_change_no_bit() {
    for len in [0, 1, 17, 511, 512, 513, 1024, 1535, 3079, 700_001] {
        let xs: Vec<f32> = (0..len)
            .map(|i| (i * 7919 % 10_007) as f32 * 0.37 - 1800.0)
            .collect();
        let narrow = program!(__rt::Run::sequential(len, 9), &xs, blocks(), "narrow");
        macro_rules! same {
            ($($policy:ident)*) => {
                $({
                    let (run, policy) = (__rt::Run::parallel(len, 9), __rt::simd::$policy);
                    let wide = program!(run, &xs, blocks_simd(policy), "narrow", "wide");
                    assert!(narrow == wide, "{len} elements, {policy:?}");
                })*
            };
        }
        same!(Always Long Cached LongCached);
        let run = __rt::Run::parallel(len, 9);
        let widest = program!(run, &xs, blocks_widest(), "narrow", "wide", "widest");
        assert!(narrow == widest, "{len} elements, the widest");
    }
}
