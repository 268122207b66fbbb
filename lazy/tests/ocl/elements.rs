//! All operations on elements, of all types.

use fusus_lazy::{Array, Element, FloatElement};

use crate::support::same;

/// All pairs of some numbers.
fn pairs<T: Element>(numbers: &[T]) -> (Array<T>, Array<T>) {
    let all = numbers
        .iter()
        .flat_map(|a| numbers.iter().map(|b| (*a, *b)));
    let (left, right): (Vec<T>, Vec<T>) = all.unzip();
    (Array::from_vec(left), Array::from_vec(right))
}

/// Compares arrays of one type, which are computed in one loop.
macro_rules! arrays {
    ($($array:expr),* $(,)?) => {
        same(&[$(stringify!($array)),*], || vec![$($array),*])
    };
}

/// Compares all conversions of an array.
macro_rules! casts {
    ($array:ident: $($to:ident)*) => { $(arrays![$array.cast::<$to>()];)* };
}

macro_rules! integers {
    ($($test:ident $type:ident;)*) => {$(
        #[test]
        fn $test() {
            let numbers = [
                0, 1, 2, 3, 7, 100, $type::MAX, $type::MAX - 1, $type::MIN, $type::MIN + 1,
                $type::MAX / 2, $type::MAX / 3, !0, !6,
            ];
            let (a, b) = pairs::<$type>(&numbers);
            let divisors = numbers.map(|number| if matches!(number, 0 | 1) || number == !0 { 5 } else { number });
            let d = pairs::<$type>(&divisors).1;
            arrays![
                &a + &b, &a - &b, &a * &b, &a & &b, &a | &b, &a ^ &b, a.minimum(&b), a.maximum(&b),
                !&a, a.abs(), a.lt(&b).select(&a, &b), &a * &b + &a, &a / 3, &a % 3, &a / &d, &a % &d,
            ];
            arrays![a.lt(&b), a.le(&b), a.gt(&b), a.ge(&b), a.eq(&b), a.ne(&b)];
            casts!(a: f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool);
        }
    )*};
}
integers! {
    of_i8 i8;
    of_i16 i16;
    of_i32 i32;
    of_i64 i64;
    of_u8 u8;
    of_u16 u16;
    of_u32 u32;
    of_u64 u64;
}

#[test]
fn signs_are_changed() {
    let numbers = [0, 1, -1, 5, -100, i64::MAX, i64::MIN];
    let a = Array::from_vec(numbers.to_vec());
    arrays![-&a, a.abs()];
    let b = Array::from_vec(vec![0, 1, -1, i8::MAX, i8::MIN]);
    arrays![-&b, b.abs()];
}

#[test]
fn of_bool() {
    let (a, b) = pairs(&[false, true]);
    arrays![
        &a & &b,
        &a | &b,
        &a ^ &b,
        !&a,
        a.select(&b, &a),
        a.lt(&b),
        a.le(&b),
        a.eq(&b)
    ];
    casts!(a: f32 f64 i8 u64 bool);
}

macro_rules! floats {
    ($($test:ident $type:ident;)*) => {$(
        #[test]
        fn $test() {
            let numbers: [$type; 20] = [
                0.0, -0.0, 1.0, -1.0, 0.1, -2.5, 3.5, 0.5, 1e10, -1e10, 127.9, -129.5, 255.5, 3e9, 1e19,
                $type::MAX, $type::MIN_POSITIVE, $type::INFINITY, $type::NEG_INFINITY, $type::NAN,
            ];
            let (a, b) = pairs(&numbers);
            let c = a.at(fusus_lazy::Section::from(..).by(-1)) * 1.0;
            arrays![
                &a + &b, &a - &b, &a * &b, &a / &b, &a % &b, -&a, a.abs(), a.sqrt(), a.floor(), a.ceil(),
                a.round(), a.trunc(), &a * &b + &c, &a * &b - &c, &c - &a * &b, (&a + &b) * &c,
                (&a - &b) - &c, &c - (&a + &b), (&a * &b + &c) * 0.5, (&a + &b + &c) * 0.25,
                // Of zeros of both signs either may be the least.
                a.minimum(&b) + 0.0, a.maximum(&b) + 0.0, a.ge(&b).select(&a, &b),
            ];
            arrays![a.lt(&b), a.le(&b), a.gt(&b), a.ge(&b), a.eq(&b), a.ne(&b)];
            casts!(a: f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool);
        }
    )*};
}
floats! {
    of_f32 f32;
    of_f64 f64;
}

/// A float, whose distances are counted.
trait Float: FloatElement {
    const BITS: i32;
    fn wide(self) -> f64;
    fn of(number: f64) -> Self;
}

impl Float for f32 {
    const BITS: i32 = 24;
    fn wide(self) -> f64 {
        f64::from(self)
    }
    fn of(number: f64) -> f32 {
        number as f32
    }
}

impl Float for f64 {
    const BITS: i32 = 53;
    fn wide(self) -> f64 {
        self
    }
    fn of(number: f64) -> f64 {
        number
    }
}

/// The greatest distance of results, in units of the last bit of what is expected.
fn distance<T: Float>(found: &[T], expected: &[f64]) -> f64 {
    let distances = found.iter().zip(expected).map(|(found, expected)| {
        let exponent = (expected.to_bits() >> 52 & 2047) as i32 - 1023;
        (found.wide() - expected).abs() / 2_f64.powi(exponent + 1 - T::BITS)
    });
    distances.fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
}

/// Compares functions with those of the host for `f64`, which are within three units themselves.
macro_rules! within {
    ($test:ident $type:ident: $($name:ident $bound:literal |$x:ident| $value:expr;)*) => {
        #[test]
        fn $test() {
            let numbers: Vec<f64> = (0..997).map(|i| 0.03 + 0.97e-3 * f64::from(i)).collect();
            let numbers: Vec<$type> = numbers.into_iter().map(Float::of).collect();
            let x = Array::from_vec(numbers.clone());
            let wide = Array::from_vec(numbers.iter().map(|x| x.wide()).collect());
            let functions = |x: &Array<$type>| { vec![$({ let $x = x; $value }),*] };
            let expected = |x: &Array<f64>| { vec![$({ let $x = x; $value }),*] };
            let found = fusus_lazy::on(&crate::support::device(), || {
                let found = functions(&x);
                fusus_lazy::eval_all(&found).expect("results on the device");
                found
            });
            let bounds = [$((stringify!($name), $bound)),*];
            for ((found, expected), (name, bound)) in found.iter().zip(expected(&wide)).zip(bounds) {
                let far = distance(&found.to_vec().unwrap(), &expected.to_vec().unwrap());
                let own = if <$type as Float>::BITS == 53 { 3.0 } else { 0.001 };
                assert!(far <= bound + own, "{name} of {}: {far}", stringify!($type));
                assert!(far > 0.0 || found.to_vec().unwrap().len() > 1, "{name}");
            }
        }
    };
}

macro_rules! functions {
    ($($test:ident $type:ident;)*) => {$(
        within! {
            $test $type:
            acos 4.0 |x| x.acos();
            asin 4.0 |x| x.asin();
            asinh 4.0 |x| x.asinh();
            atan 5.0 |x| x.atan();
            atanh 5.0 |x| x.atanh();
            acosh 4.0 |x| (x * 64.0).acosh();
            cbrt 2.0 |x| x.cbrt();
            cos 4.0 |x| x.cos();
            cosh 4.0 |x| x.cosh();
            exp 3.0 |x| x.exp();
            exp2 3.0 |x| x.exp2();
            exp_m1 3.0 |x| x.exp_m1();
            ln 3.0 |x| x.ln();
            ln_1p 2.0 |x| x.ln_1p();
            log2 3.0 |x| x.log2();
            log10 3.0 |x| x.log10();
            sin 4.0 |x| x.sin();
            sinh 4.0 |x| x.sinh();
            tan 5.0 |x| x.tan();
            tanh 5.0 |x| x.tanh();
            erf 16.0 |x| x.erf();
            erfc 16.0 |x| x.erfc();
            normal_cdf 20.0 |x| (x * -4.0).normal_cdf();
            sigmoid 6.0 |x| (x * -16.0).sigmoid();
            softplus 6.0 |x| (x * -16.0).softplus();
            powf 16.0 |x| x.powf(1.75);
            atan2 6.0 |x| x.atan2(0.25);
            hypot 4.0 |x| x.hypot(0.25);
            log 8.0 |x| x.log(10.0);
        }
    )*};
}
functions! {
    functions_of_f32 f32;
    functions_of_f64 f64;
}
