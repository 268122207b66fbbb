//! Workers mean the same on a device as in Rust.
//!
//! Each case is one expression; the same text runs on the device and, by the
//! backend `sequential`, on the host. Operators and methods of 8-bit types see
//! all pairs of values; those of the others random ones and the ends of their
//! ranges.
// Every operation is written plainly, also where a linter knows a shorter way.
#![allow(clippy::all, unused_comparisons)]
#![cfg(feature = "ocl")]

use fusus::ErrorKind;
use fusus_rng::Rng;

/// Numbers to try: every one of an 8-bit type, else random and extreme ones.
trait Values: Copy + PartialEq + std::fmt::Debug + 'static {
    fn values() -> Vec<Self>;
    /// Returns true if two results are one to the last bit, or both no number.
    fn same(self, other: Self) -> bool {
        self == other
    }
    /// Returns true if they are as near as the functions of devices are.
    fn near(self, other: Self) -> bool {
        self.same(other)
    }
}

macro_rules! small {
    ($($ty:ty)*) => {$(
        impl Values for $ty {
            fn values() -> Vec<$ty> { (<$ty>::MIN..=<$ty>::MAX).collect() }
        }
    )*};
}
small!(u8 i8);

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Values for $ty {
            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
            fn values() -> Vec<$ty> {
                let mut rng = Rng::new(1);
                let mut values: Vec<$ty> = vec![
                    <$ty>::MIN, <$ty>::MIN + 1, <$ty>::MAX - 1, <$ty>::MAX, <$ty>::MAX / 2,
                    <$ty>::MAX / 2 + 1, 0, 1, 2, 3, 7, 10, 100, (0 as $ty).wrapping_sub(1),
                    (0 as $ty).wrapping_sub(2), (0 as $ty).wrapping_sub(10),
                ];
                for _ in 0..24 {
                    let bits = rng.bits();
                    // All magnitudes.
                    values.push((bits >> (rng.bits() % 64)) as $ty);
                    values.push((0 as $ty).wrapping_sub((bits >> (rng.bits() % 64)) as $ty));
                }
                values
            }
        }
    )*};
}
integers!(i16 u16 i32 u32 i64 u64 isize usize);

macro_rules! floats {
    ($($ty:ident $bits:ty)*) => {$(
        impl Values for $ty {
            #[allow(clippy::cast_possible_truncation)]
            fn values() -> Vec<$ty> {
                let mut rng = Rng::new(1);
                let mut values: Vec<$ty> = vec![
                    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.1, 3.0, 1e10, -1e10,
                    127.0, 127.5, 128.0, -128.0, -128.5, -129.0, 255.0, 255.9, 256.0, 32767.0,
                    32768.0, 65535.0, 65536.0, 2147483647.0, 2147483648.0, -2147483648.0,
                    4294967295.0, 4294967296.0, 9223372036854775807.0, 9223372036854775808.0,
                    -9223372036854775808.0, 18446744073709551615.0, 18446744073709551616.0,
                    <$ty>::MAX, <$ty>::MIN, <$ty>::MIN_POSITIVE, <$ty>::EPSILON,
                    <$ty>::INFINITY, <$ty>::NEG_INFINITY, <$ty>::NAN,
                ];
                for _ in 0..60 {
                    values.push(<$ty>::from_bits(rng.bits() as $bits));
                    values.push((rng.bits() % 20_001) as $ty / 100.0 - 100.0);
                }
                // Devices may treat what is not normal as zero.
                values.retain(|value| *value == 0.0 || !value.is_subnormal());
                values
            }
            fn same(self, other: $ty) -> bool {
                self.to_bits() == other.to_bits() || (self.is_nan() && other.is_nan())
                    || (self == 0.0 && other == 0.0)
            }
            fn near(self, other: $ty) -> bool {
                self.same(other)
                    || (self - other).abs() <= 16.0 * <$ty>::EPSILON * other.abs()
                    || (self - other).abs() <= 4.0 * <$ty>::MIN_POSITIVE
            }
        }
    )*};
}
floats!(f32 u32 f64 u64);

impl Values for bool {
    fn values() -> Vec<bool> {
        vec![false, true]
    }
}

impl<A: Values, B: Values> Values for (A, B) {
    fn values() -> Vec<(A, B)> {
        Vec::new()
    }
    fn same(self, other: Self) -> bool {
        self.0.same(other.0) && self.1.same(other.1)
    }
    fn near(self, other: Self) -> bool {
        self.0.near(other.0) && self.1.near(other.1)
    }
}

fn pairs<A: Values, B: Values>() -> (Vec<A>, Vec<B>) {
    let (left, right) = (A::values(), B::values());
    let mut pairs = (Vec::new(), Vec::new());
    for a in &left {
        for b in &right {
            pairs.0.push(*a);
            pairs.1.push(*b);
        }
    }
    pairs
}

/// One case a line: `name(a: type, b: type) -> type { expression }`, with
/// `unless condition` for arguments where Rust panics, and `nearly` for
/// functions that devices compute to a few last places.
macro_rules! cases {
    ($($how:ident $name:ident($a:ident: $A:ty $(, $b:ident: $B:ty)?) -> $R:ty = $body:expr $(, unless $panics:expr)?;)*) => {$(
        #[test]
        fn $name() {
            cases!(@run $how ($a: $A $(, $b: $B)?) -> $R = $body $(, unless $panics)?);
        }
    )*};
    (@run $how:ident ($a:ident: $A:ty, $b:ident: $B:ty) -> $R:ty = $body:expr $(, unless $panics:expr)?) => {
        fusus::cnf! {
            #[backend(ocl)]
            fn program(a: &[$A], b: &[$B]) -> Vec<$R> { map(|$a, $b| $body, a, b) }
        }
        #[allow(unused_mut)]
        let (mut a, mut b) = pairs::<$A, $B>();
        $(
            let kept: Vec<bool> = a.iter().zip(&b).map(|(&$a, &$b)| { let _ = ($a, $b); !$panics }).collect();
            let mut keep = kept.iter();
            a.retain(|_| *keep.next().unwrap());
            let mut keep = kept.iter();
            b.retain(|_| *keep.next().unwrap());
        )?
        let got = program(&a, &b).download().expect("a result");
        assert_eq!(got.len(), a.len());
        for ((&$a, &$b), got) in a.iter().zip(&b).zip(got) {
            let expected: $R = $body;
            assert!(got.$how(expected), "{:?}: device {got:?}, Rust {expected:?}", ($a, $b));
        }
    };
    (@run $how:ident ($a:ident: $A:ty) -> $R:ty = $body:expr $(, unless $panics:expr)?) => {
        fusus::cnf! {
            #[backend(ocl)]
            fn program(a: &[$A]) -> Vec<$R> { map(|$a| $body, a) }
        }
        #[allow(unused_mut)]
        let mut a = <$A>::values();
        $(a.retain(|&$a| !$panics);)?
        let got = program(&a).download().expect("a result");
        assert_eq!(got.len(), a.len());
        for (&$a, got) in a.iter().zip(got) {
            let expected: $R = $body;
            assert!(got.$how(expected), "{:?}: device {got:?}, Rust {expected:?}", $a);
        }
    };
}

/// All that integers of a type have. Plain arithmetic overflows where tests are
/// built, so that it stands as what it does in fast builds.
macro_rules! integer {
    ($module:ident $t:ident $u:ident $bits:literal) => {
        mod $module {
            use super::*;
            cases! {
                same add(a: $t, b: $t) -> $t = a.wrapping_add(b);
                same sub(a: $t, b: $t) -> $t = a.wrapping_sub(b);
                same mul(a: $t, b: $t) -> $t = a.wrapping_mul(b);
                same div(a: $t, b: $t) -> ($t, $t) = (a / b, a % b), unless a.checked_div(b).is_none();
                same divided_by_numbers(a: $t) -> ($t, $t) = (a / 3, a % 10);
                same euclid(a: $t, b: $t) -> ($t, $t) = (a.div_euclid(b), a.rem_euclid(b)), unless a.checked_div(b).is_none();
                same wrapping_div(a: $t, b: $t) -> ($t, $t) = (a.wrapping_div(b), a.wrapping_rem(b)), unless b == 0;
                same bits(a: $t, b: $t) -> ($t, ($t, $t)) = (a & b, (a | b, a ^ b));
                same not(a: $t) -> ($t, $t) = (!a, a.wrapping_neg());
                same shifts(a: $t, b: u8) -> ($t, $t) = (a << (b % $bits), a >> (b % $bits));
                same wrapping_shifts(a: $t, b: u32) -> ($t, $t) = (a.wrapping_shl(b), a.wrapping_shr(b));
                same shifts_by_numbers(a: $t) -> ($t, $t) = (a << 3, a >> 2);
                same compare(a: $t, b: $t) -> ((bool, bool), (bool, (bool, (bool, bool)))) = ((a < b, a <= b), (a > b, (a >= b, (a == b, a != b))));
                same order(a: $t, b: $t) -> ($t, $t) = (a.min(b), a.max(b));
                same clamp(a: $t, b: $t) -> $t = a.clamp(3, b), unless b < 3;
                same saturating(a: $t, b: $t) -> (($t, $t), $t) = ((a.saturating_add(b), a.saturating_sub(b)), a.saturating_mul(b));
                same overflowing(a: $t, b: $t) -> (($t, bool), (($t, bool), ($t, bool))) = (a.overflowing_add(b), (a.overflowing_sub(b), a.overflowing_mul(b)));
                same abs_diff(a: $t, b: $t) -> $u = a.abs_diff(b);
                same pow(a: $t, b: u8) -> $t = a.wrapping_pow(b as u32);
                same counts(a: $t) -> ((u32, u32), ((u32, u32), (u32, u32))) = ((a.count_ones(), a.count_zeros()), ((a.leading_zeros(), a.leading_ones()), (a.trailing_zeros(), a.trailing_ones())));
                same counts_of_choices(a: $t, b: $t) -> ((u32, u32), (u32, u32)) = (((if a < b { a } else { b }).leading_zeros(), (if a < b { b } else { a }).count_zeros()), ((if a < b { a } else { 7 }).leading_ones(), (if a == b { a } else { !b }).trailing_zeros()));
                same methods_of_choices(a: $t, b: $t) -> (($t, $u), ($t, $t)) = (((if a < b { a } else { 7 }).saturating_add(b), a.abs_diff(if a < b { 7 } else { b })), ((if a < 9 { b } else { a }).rotate_left(3), a.min(if a < b { 100 } else { b })));
                same counts_of_results(a: $t, b: $t) -> ((u32, u32), ((u32, u32), (u32, u32))) = (((a ^ b).leading_zeros(), (a | b).count_zeros()), ((a.wrapping_add(b).leading_zeros(), a.wrapping_mul(b).leading_ones()), ((a >> 1).leading_zeros(), a.wrapping_neg().trailing_ones())));
                same rotate(a: $t, b: u32) -> ($t, $t) = (a.rotate_left(b), a.rotate_right(b));
                same reversed(a: $t) -> ($t, $t) = (a.swap_bytes(), a.reverse_bits());
                same logarithms(a: $t) -> (u32, (u32, u32)) = (a.ilog2(), (a.ilog10(), a.ilog(3))), unless a <= 0;
                same isqrt(a: $t) -> $t = a.isqrt(), unless (a < 0);
                same to_integers(a: $t) -> ((i8, u8), ((i16, u16), ((i32, u32), (i64, u64)))) = ((a as i8, a as u8), ((a as i16, a as u16), ((a as i32, a as u32), (a as i64, a as u64))));
                same to_floats(a: $t) -> (f32, f64) = (a as f32, a as f64);
                same to_size(a: $t) -> (usize, isize) = (a as usize, a as isize);
                same constants(a: $t) -> ($t, ($t, u32)) = (a ^ <$t>::MAX, ($t::MIN, $t::BITS));
            }
        }
    };
}
integer!(i8 i8 u8 8);
integer!(u8 u8 u8 8);
integer!(i16 i16 u16 16);
integer!(u16 u16 u16 16);
integer!(i32 i32 u32 32);
integer!(u32 u32 u32 32);
integer!(i64 i64 u64 64);
integer!(u64 u64 u64 64);
integer!(isize isize usize 64);
integer!(usize usize usize 64);

macro_rules! signed {
    ($module:ident $t:ident $u:ident) => {
        mod $module {
            use super::*;
            cases! {
                same signs(a: $t) -> ($t, (bool, (bool, $u))) = (a.signum(), (a.is_positive(), (a.is_negative(), a.unsigned_abs())));
                same abs(a: $t) -> ($t, $t) = (a.wrapping_abs(), a.abs()), unless a == $t::MIN;
                same negative(a: $t) -> $t = -a, unless a == $t::MIN;
            }
        }
    };
}
signed!(signed_8 i8 u8);
signed!(signed_16 i16 u16);
signed!(signed_32 i32 u32);
signed!(signed_64 i64 u64);

macro_rules! unsigned {
    ($module:ident $t:ident) => {
        mod $module {
            use super::*;
            cases! {
                same powers_of_two(a: $t) -> (bool, $t) = (a.is_power_of_two(), a.next_power_of_two()), unless a > $t::MAX / 2 + 1;
                same ceil(a: $t, b: $t) -> $t = a.div_ceil(b), unless b == 0;
                same multiples(a: $t, b: $t) -> $t = a.next_multiple_of(b), unless a.checked_next_multiple_of(b).is_none();
            }
        }
    };
}
unsigned!(unsigned_8 u8);
unsigned!(unsigned_16 u16);
unsigned!(unsigned_32 u32);
unsigned!(unsigned_64 u64);

macro_rules! float {
    ($module:ident $f:ident $bits:ident) => {
        mod $module {
            use super::*;
            cases! {
                same arithmetic(a: $f, b: $f) -> (($f, $f), ($f, $f)) = ((a + b, a - b), (a * b, -a));
                same division(a: $f, b: $f) -> $f = a / b, unless (a / b).is_subnormal();
                same remainder(a: $f, b: $f) -> $f = a % b, unless (a % b).is_subnormal();
                same euclid(a: $f, b: $f) -> ($f, $f) = (a.div_euclid(b), a.rem_euclid(b)), unless ((a % b).is_subnormal() || (a / b).is_subnormal());
                same compare(a: $f, b: $f) -> ((bool, bool), (bool, (bool, (bool, bool)))) = ((a < b, a <= b), (a > b, (a >= b, (a == b, a != b))));
                same order(a: $f, b: $f) -> ($f, $f) = (a.min(b), a.max(b));
                same clamp(a: $f, b: $f) -> $f = a.clamp(-2.0, b), unless !(b >= -2.0);
                same signs(a: $f) -> (($f, $f), (bool, bool)) = ((a.abs(), a.signum()), (a.is_sign_negative() || a.is_nan(), a.is_sign_positive() || a.is_nan()));
                same copysign(a: $f, b: $f) -> $f = a.copysign(b), unless b.is_nan();
                same rounding(a: $f) -> (($f, $f), ($f, ($f, ($f, $f)))) = ((a.floor(), a.ceil()), (a.round(), (a.trunc(), (a.fract(), a.round_ties_even()))));
                same classes(a: $f) -> ((bool, bool), (bool, bool)) = ((a.is_nan(), a.is_infinite()), (a.is_finite(), a.is_normal()));
                same bits(a: $f) -> ($bits, $f) = (a.to_bits(), $f::from_bits(a.to_bits())), unless a.is_nan();
                same to_narrow(a: $f) -> ((i8, u8), (i16, u16)) = ((a as i8, a as u8), (a as i16, a as u16));
                same to_wide(a: $f) -> ((i32, u32), ((i64, u64), (isize, usize))) = ((a as i32, a as u32), ((a as i64, a as u64), (a as isize, a as usize)));
                same to_floats(a: $f) -> (f32, f64) = (a as f32, a as f64), unless (a as f32).is_subnormal();
                same fused(a: $f, b: $f) -> $f = a.mul_add(b, 1.5);
                same sqrt(a: $f) -> $f = a.sqrt();
                same recip(a: $f) -> $f = a.recip(), unless a.recip().is_subnormal();
                same constants(a: $f) -> ($f, ($f, $f)) = (std::$f::consts::PI, ($f::EPSILON, if a > 0.0 { $f::INFINITY } else { $f::NEG_INFINITY }));
                near exponentials(a: $f) -> (($f, $f), $f) = ((a.exp(), a.exp2()), a.exp_m1());
                near logarithms(a: $f) -> (($f, $f), ($f, $f)) = ((a.ln(), a.log2()), (a.log10(), a.ln_1p()));
                near log(a: $f) -> $f = a.log(3.0);
                near roots(a: $f, b: $f) -> ($f, $f) = (a.cbrt(), a.hypot(b));
                near powers(a: $f) -> ($f, $f) = (a.powf(1.5), a.powi(3));
                near angles(a: $f) -> (($f, $f), $f) = (a.sin_cos(), a.tan()), unless a.abs() > 100.0;
                near arcs(a: $f, b: $f) -> (($f, $f), ($f, $f)) = ((a.asin(), a.acos()), (a.atan(), a.atan2(b)));
                near hyperbolic(a: $f) -> (($f, $f), $f) = ((a.sinh(), a.cosh()), a.tanh());
                near areas(a: $f) -> ($f, ($f, $f)) = (a.asinh(), (a.acosh(), a.atanh())), unless (a.abs() > 1e4 || (a.is_sign_negative() && a.asinh().abs() < 0.1));
                near degrees(a: $f) -> ($f, $f) = (a.to_degrees(), a.to_radians()), unless a.to_radians().is_subnormal();
            }
        }
    };
}
float!(single f32 u32);
float!(double f64 u64);

mod booleans {
    use super::*;
    cases! {
        same logic(a: bool, b: bool) -> ((bool, bool), (bool, (bool, bool))) = ((a & b, a | b), (a ^ b, (a && !b, a || !b)));
        same order(a: bool, b: bool) -> ((bool, bool), (bool, bool)) = ((a < b, a >= b), (a.min(b), a.max(b)));
        same numbers(a: bool) -> (u8, (i64, usize)) = (a as u8, (i64::from(a), usize::from(a)));
    }
}

mod control {
    use super::*;

    cases! {
        same ifs(a: i32, b: u8) -> i32 = if a > 5 { if b == 3 { 1 } else { a } } else { let c = a ^ 7; c };
        same matches(a: u8) -> i32 = match a { 0 => -1, 1..=9 | 20 => 5, n if n % 2 == 0 => n as i32, 255 => 9, _ => { let t = a / 2; t as i32 } };
        same tuples(a: i16, b: i16) -> (bool, (bool, bool)) = ((a, b) < (b, 3), ((a, b) == (b, a), (a, b) >= (3, b)));
        same loops(a: u8) -> (u32, u32) = {
            let mut sum = 0u32;
            for i in 0..a { if i % 3 == 0 { continue; } sum += i as u32; }
            let mut count = 0;
            for i in 250..=a { count += 1 + (i as u32) / 100; }
            let mut n = a as u32;
            while n > 1 { n = if n % 2 == 0 { n / 2 } else { n * 3 + 1 }; count += 1; }
            loop { if count > sum { break; } count += 7; }
            (sum, count)
        };
        same assignments(a: i32, b: i32) -> (i32, i32) = {
            let mut pair = (a, b);
            pair.0 ^= 5;
            pair.1 = pair.0 & b;
            let swapped = (pair.1, pair.0);
            let (x, _) = swapped;
            pair.1 |= x;
            pair
        };
        same blocks_in_operands(a: i32, b: i32) -> i32 = { let mut x = a; let y = x ^ { x = b; x & 15 }; y ^ x };
        same lazy(a: u32, b: u32) -> bool = b != 0 && a / b > 1 || { let c = a & 1; c == 1 };
    }
}

fusus::cnf! {
    /// A constant that is computed.
    const LIMIT: f32 = 1.0 + 0.5;

    fn damped(x: f32, steps: u32) -> f32 {
        let mut x = x;
        for _ in 0..steps {
            if x < LIMIT {
                return x;
            }
            x *= 0.5;
        }
        x
    }

    fn share(a: i32, b: i32) -> i32 { a / b + damped(3.0, 1) as i32 }

    #[backend(cpu, ocl)]
    fn with_helpers(xs: &[f32], k: u32) -> Vec<f32> { map(|x| damped(x, k) + LIMIT, xs) }

    #[backend(cpu, ocl)]
    fn passed_by_name(xs: &[i32], ys: &[i32]) -> Result<Vec<i32>, fusus::Error> { map(share, xs, ys) }

    #[backend(ocl)]
    fn looked_up(xs: &[i32], table: &[(u8, f32)]) -> Result<Vec<f32>, fusus::Error> {
        let ys = map(|x| table[x as usize].1 * f32::from(table[0].0), xs);
        ys
    }

    #[backend(ocl)]
    fn divided(xs: &[i64], d: i64) -> Result<Vec<i64>, fusus::Error> {
        let shares = map(|x| x / d, xs);
        shares
    }

    #[backend(ocl)]
    fn clamped(xs: &[f32], least: f32) -> Result<Vec<f32>, fusus::Error> {
        let kept = map(|x| x.clamp(least, 1.0), xs);
        kept
    }
}

#[test]
fn helpers_run_on_both_sides() {
    let xs: Vec<f32> = (0..1000).map(|i| i as f32 / 10.0).collect();
    let got = with_helpers_ocl(&xs, 3).download().expect("a result");
    assert_eq!(got, with_helpers(&xs, 3));
    let (a, b) = (vec![7, -9, 12], vec![2, 4, -5]);
    let got = passed_by_name_ocl(&a, &b).expect("no division by zero");
    assert_eq!(
        got.download().expect("a result"),
        passed_by_name(&a, &b).expect("likewise")
    );
}

fn kind(error: fusus::Error) -> (String, ErrorKind) {
    (error.binding().to_owned(), error.kind().clone())
}

#[test]
fn what_panics_in_rust_is_an_error_of_its_binding() {
    let (binding, what) = kind(divided(&[1, 2, 3], 0).expect_err("a division by zero"));
    assert_eq!(binding, "shares");
    assert_eq!(what.to_string(), "a division by zero");
    let (_, what) = kind(divided(&[i64::MIN], -1).expect_err("an overflow"));
    assert_eq!(what.to_string(), "a division that overflows");
    assert_eq!(
        divided(&[i64::MIN, 8], -2)
            .expect("fine")
            .download()
            .expect("a result"),
        [1 << 62, -4]
    );

    // In a helper, in the name of the binding that calls it.
    let (binding, what) = kind(passed_by_name_ocl(&[1], &[0]).expect_err("a division by zero"));
    assert_eq!(binding, "result_map");
    assert_eq!(what.to_string(), "a division by zero");

    let (binding, _) = kind(clamped(&[0.5], 2.0).expect_err("no range"));
    assert_eq!(binding, "kept");
    assert_eq!(
        clamped(&[0.5, 7.0, -7.0], -2.0)
            .expect("fine")
            .download()
            .expect("a result"),
        [0.5, 1.0, -2.0]
    );
}

#[test]
fn tables_are_checked() {
    let table = [(2u8, 0.5f32), (0, 4.0)];
    let got = looked_up(&[1, 0, 1], &table).expect("all inside");
    assert_eq!(got.download().expect("a result"), [8.0, 1.0, 8.0]);
    let (binding, what) = kind(looked_up(&[1, 2], &table).expect_err("one outside"));
    assert_eq!(binding, "ys");
    assert_eq!(
        what.to_string(),
        "index 2 is out of bounds of an array of length 2"
    );
    // A negative one, as `usize`.
    let (_, what) = kind(looked_up(&[-1], &table).expect_err("outside"));
    assert_eq!(
        what.to_string(),
        format!(
            "index {} is out of bounds of an array of length 2",
            usize::MAX
        )
    );
    // No table at all, and nothing to look up in it.
    assert!(looked_up(&[], &[]).expect("nothing to do").is_empty());
}
