//! Functions as calls have the bits of those that are inlined, whatever branches they have.

#[path = "reference/random.rs"]
#[allow(dead_code, reason = "each test uses a part of the reference")]
mod random;

use random::Random;

/// Special arguments, and random ones of every size.
fn arguments(seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let mut arguments = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        3.0,
        1023.999,
        1024.0,
        -1024.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        5e-324,
        f64::MAX,
        f64::MIN,
    ];
    for _ in 0..3_000 {
        arguments.push(f64::from_bits(random.bits()));
        arguments.push(random.between(-1.0, 1.0));
        arguments.push(random.between(-20.0, 20.0));
        arguments.push(random.between(-2000.0, 2000.0));
    }
    arguments
}

macro_rules! same_bits {
    ($type:ident; $($unary:ident)*; $($binary:ident)*) => {{
        use fusus_math::$type as inlined;
        use fusus_math::calls::$type as called;
        let same = |a: $type, b: $type| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        let xs: Vec<$type> = arguments(1).iter().map(|&x| x as $type).collect();
        // Each special argument beside each other one, and random ones beside each other.
        let shifts = 0..16;
        $(for &x in &xs {
            let (a, b) = (called::$unary(x), inlined::$unary(x));
            assert!(same(a, b), "{} of {x:e}: {a:e} and {b:e}", stringify!($unary));
        })*
        for &x in &xs {
            let (a, b) = (called::sin_cos(x), inlined::sin_cos(x));
            assert!(same(a.0, b.0) && same(a.1, b.1), "sin_cos of {x:e}: {a:?} and {b:?}");
        }
        $(for shift in shifts.clone() {
            for (&x, &y) in xs.iter().zip(xs.iter().cycle().skip(shift)) {
                let (a, b) = (called::$binary(x, y), inlined::$binary(x, y));
                assert!(same(a, b), "{} of {x:e}, {y:e}: {a:e} and {b:e}", stringify!($binary));
            }
        })*
    }};
}

macro_rules! all {
    ($type:ident) => {
        same_bits!($type;
            acos acosh asin asinh atan atanh cbrt cos cosh exp exp2 exp_m1 ln ln_1p log10 log2 sin sinh tan tanh;
            atan2 hypot log pow)
    };
}

#[test]
fn of_f64() {
    all!(f64);
}

#[test]
fn of_f32() {
    all!(f32);
}
