//! Elementary functions on a device: those of OpenCL, whose errors are within the bounds that
//! OpenCL states and the guide repeats.
#![cfg(feature = "ocl")]

use fusus::cnf;
use fusus::ocl::Array;
use fusus_cpu::math;

/// Numbers at which all functions but one have results; for that one, they are divided from 1.
fn numbers() -> Vec<f64> {
    (0..1000).map(|i| 0.03 + 0.94e-3 * f64::from(i)).collect()
}

/// The greatest error of results, in units of the last of some bits.
fn greatest(
    found: impl Iterator<Item = f64>,
    expected: impl Iterator<Item = f64>,
    bits: i32,
) -> f64 {
    let errors = found.zip(expected).map(|(found, expected)| {
        let exponent = (expected.to_bits() >> 52 & 2047) as i32 - 1023;
        (found - expected).abs() / 2_f64.powi(exponent + 1 - bits)
    });
    errors.fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
}

/// Compares functions, all in one program, with those of `fusus-math` for `f64`, which are within
/// two ulp themselves: their types, names and bounds.
macro_rules! within {
    ($program:ident($of:ident), $bits:literal: $($float:ident $name:ident $bound:literal;)*) => {{
        cnf! {
            #[backend(ocl)]
            fn $program(xs: &[$of]) -> ($(Vec<$float>,)*) {
                $(let $name = map(|x| x.$name(), xs);)*
                ($($name,)*)
            }
        }
        let xs: Vec<$of> = numbers().iter().map(|x| *x as $of).collect();
        let xs_there = Array::upload(&xs).expect("an upload");
        let ($($name,)*) = $program(&xs_there);
        $({
            let found = $name.download().expect("a download");
            let found = found.iter().map(|x| f64::from(*x));
            let expected = xs.iter().map(|x| math::f64::$name(f64::from(*x)));
            let error = greatest(found, expected, $bits);
            let own = if $bits == 53 { 2.0 } else { 0.001 };
            let name = stringify!($name);
            assert!(error <= $bound + own, "{name} of {}: {error} ulp", stringify!($float));
        })*
    }};
}

#[test]
fn functions_of_one_argument_are_within_the_bounds_of_opencl() {
    within! {
        f64_0(f64), 53:
        f64 acos 4.0;
        f64 asin 4.0;
        f64 asinh 4.0;
        f64 atan 5.0;
        f64 atanh 5.0;
        f64 cbrt 2.0;
        f64 cos 4.0;
        f64 cosh 4.0;
        f64 exp 3.0;
        f64 exp2 3.0;
    }
    within! {
        f64_1(f64), 53:
        f64 exp_m1 3.0;
        f64 ln 3.0;
        f64 ln_1p 2.0;
        f64 log10 3.0;
        f64 log2 3.0;
        f64 sin 4.0;
        f64 sinh 4.0;
        f64 tan 5.0;
        f64 tanh 5.0;
    }
    within! {
        f32_0(f32), 24:
        f32 acos 4.0;
        f32 asin 4.0;
        f32 asinh 4.0;
        f32 atan 5.0;
        f32 atanh 5.0;
        f32 cbrt 2.0;
        f32 cos 4.0;
        f32 cosh 4.0;
        f32 exp 3.0;
        f32 exp2 3.0;
    }
    within! {
        f32_1(f32), 24:
        f32 exp_m1 3.0;
        f32 ln 3.0;
        f32 ln_1p 2.0;
        f32 log10 3.0;
        f32 log2 3.0;
        f32 sin 4.0;
        f32 sinh 4.0;
        f32 tan 5.0;
        f32 tanh 5.0;
    }
}

#[test]
fn functions_of_two_arguments_are_within_the_bounds_of_opencl() {
    cnf! {
        #[backend(ocl)]
        fn of_two(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) {
            let powers = map(|x| x.powf(1.7), xs);
            let angles = map(|x| x.atan2(0.3), xs);
            let lengths = map(|x| x.hypot(0.3), xs);
            let above = map(|x| (1.0 / x).acosh(), xs);
            (powers, angles, lengths, above)
        }
    }
    let xs = numbers();
    let there = Array::upload(&xs).expect("an upload");
    let (powers, angles, lengths, above) = of_two(&there);
    let check = |name: &str, found: &Array<f64>, function: fn(f64) -> f64, bound: f64| {
        let found = found.download().expect("a download");
        let expected = xs.iter().map(|x| function(*x));
        let error = greatest(found.into_iter(), expected, 53);
        assert!(error <= bound + 2.0, "{name}: {error} ulp");
    };
    check("powf", &powers, |x| math::f64::pow(x, 1.7), 16.0);
    check("atan2", &angles, |x| math::f64::atan2(x, 0.3), 6.0);
    check("hypot", &lengths, |x| math::f64::hypot(x, 0.3), 4.0);
    check("acosh", &above, |x| math::f64::acosh(1.0 / x), 4.0);
}
