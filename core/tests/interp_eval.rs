//! The evaluator of host expressions, against Rust itself: every expression
//! here is compiled and interpreted, and both must yield the same.

#![allow(
    clippy::all,
    reason = "what Rust accepts is tested, in good style or not"
)]

#[path = "support/program.rs"]
mod program;

use std::cmp::Ordering;

use fusus_core::interp::{Fault, Inputs, Overflow, Value, run};
use fusus_core::math::Math;
use program::Builder;

/// Interprets an expression in which elementary functions are those of the standard library, as
/// they are in this file.
fn interpret(source: &str, scalars: &[(&str, Value)], inputs: Inputs) -> Result<Value, Fault> {
    interpret_by(Math::Std, source, scalars, inputs)
}

fn interpret_by(
    math: Math,
    source: &str,
    scalars: &[(&str, Value)],
    inputs: Inputs,
) -> Result<Value, Fault> {
    let mut b = Builder::new("p");
    let mut inputs = inputs;
    for (name, value) in scalars {
        b.param(name);
        inputs = inputs.scalar(name, value.clone());
    }
    let mut program = b.returns_scalar(source);
    program.math = math;
    match run(&program, &inputs) {
        Ok(outcome) => Ok(outcome.result),
        Err(error) => Err(error.fault),
    }
}

fn assert_same(source: &str, native: &Value, scalars: &[(&str, Value)]) {
    let value = interpret(source, scalars, Inputs::new())
        .and_then(|value| value.at(&native.ty()))
        .unwrap_or_else(|fault| panic!("{source}: {fault}"));
    assert!(value.same(native), "{source}: {value} instead of {native}");
}

/// Checks that expressions over the given variables mean what Rust means.
macro_rules! agrees {
    ({$($name:ident: $ty:ty = $value:expr),* $(,)?} $($source:expr;)*) => {{
        $(let $name: $ty = $value;)*
        let scalars: &[(&str, Value)] = &[$((stringify!($name), Value::from($name))),*];
        $(assert_same(stringify!($source), &Value::from($source), scalars);)*
    }};
}

/// Checks that expressions panic with the given words.
macro_rules! panics {
    ({$($name:ident: $ty:ty = $value:expr),* $(,)?} $($source:expr => $message:literal;)*) => {{
        $(let $name: $ty = $value;)*
        let scalars: &[(&str, Value)] = &[$((stringify!($name), Value::from($name))),*];
        $(match interpret(stringify!($source), scalars, Inputs::new()) {
            Err(Fault::Panic(message)) => assert!(message.contains($message), "{message}"),
            other => panic!("{}: {other:?}", stringify!($source)),
        })*
    }};
}

/// Checks that sources are refused, with the given words.
#[track_caller]
fn refused(source: &str, words: &str) {
    match interpret(
        source,
        &[("x", 1.5_f64.into()), ("n", 3_i32.into())],
        Inputs::new(),
    ) {
        Err(Fault::Types(message) | Fault::Unsupported(message) | Fault::Input(message)) => {
            assert!(message.contains(words), "{source}: {message}");
        }
        other => panic!("{source}: {other:?}"),
    }
}

#[test]
fn interp_arithmetic() {
    agrees!({x: f64 = 2.5, y: f64 = -0.75, n: i32 = 7, m: i32 = -3, u: u8 = 200, s: u32 = 3, k: usize = 9}
        x + y * 2.0 - 1.0 / x;
        x % y; -x; -x % 1.0; 1e300 * x * 1e300;
        n + 2 * m; n / m; n % m; -n / 2; m % 2; 7 / 2 + n;
        n & m; n | m; n ^ m; !n; n << s; m >> 1; m >> s; 1 << s; 1_u64 << s; n << 2u8;
        u & 0x0f; !u; u >> 3; u as i8; u as i32 - 300; !0 & u; !0_u16;
        (n as f64).sqrt() * x; n as u8; m as u8; m as u64; m as u32 as f32; (m as f32) as u8;
        x as i32; y as u8; (x * 1e20) as i32; (0.0 / 0.0 * x) as i64; 1e10 as f32; 3 as f64 / 2.0;
        'a' as u32; 97u8 as char; true as i32 + 1; (n > 3) as usize; -1.5 as i32; 255 as u8;
        (0 - 1) as u8 as i32 + n; { let a = -1; a as u16 }; (100 + 200) as u8; !0 as u64; 7 as f32;
        k.pow(2) - 1; 2_i64.pow(s) as f32;
        n == 7 && m < 0 || x > y; n != m; x >= 2.5; 'a' < 'b'; (1, 2.0) < (1, x); (n, m) == (7, -3);
        !(x < y); true & (n > 1); false ^ (n > 1); true | (n < 0);
    );
}

#[test]
fn interp_narrow_floats_round_once() {
    agrees!({x: f32 = 0.1, y: f32 = 16777217.0}
        x + 0.1; x * 3.0 + 1.0 / 3.0; 0.1 + 0.2 + x; (1.0 / 3.0) * x; x.mul_add(2.1, 0.3);
        x.max(0.1); x.powf(1.1); x.powi(3); y + 1.0; x.hypot(0.7); x.atan2(-0.3); -0.1 - x;
        x.sqrt() + 2.0_f32.sqrt(); x.to_bits(); x.is_nan(); x.signum(); x as f64;
    );
}

#[test]
fn interp_elementary_functions_are_those_of_the_program() {
    macro_rules! each {
        ($ty:ident: $($name:ident)*; $($method:ident $function:ident)*) => {
            for i in -200..200 {
                let (x, y) = (i as $ty * 0.137, 1.7 - i as $ty * 0.0191);
                let scalars: &[(&str, Value)] = &[("x", x.into()), ("y", y.into())];
                let ours = |source: &str, expected: Value| {
                    let value = interpret_by(Math::Fusus, source, scalars, Inputs::new());
                    let value = value.unwrap_or_else(|fault| panic!("{source}: {fault}"));
                    assert!(value.same(&expected), "{source} of {x}, {y}: {value}, not {expected}");
                };
                $(
                    let expected = Value::from(fusus_math::$ty::$name(x));
                    ours(concat!("x.", stringify!($name), "()"), expected.clone());
                    ours(concat!(stringify!($ty), "::", stringify!($name), "(x)"), expected);
                    let source = concat!("x.", stringify!($name), "()");
                    let std = interpret(source, scalars, Inputs::new()).expect(source);
                    assert!(std.same(&Value::from(x.$name())), "{source} of {x}");
                )*
                $(ours(
                    concat!("x.", stringify!($method), "(y)"),
                    fusus_math::$ty::$function(x, y).into(),
                );)*
            }
        };
    }
    each!(f64:
        acos acosh asin asinh atan atanh cbrt cos cosh exp exp2 exp_m1 ln ln_1p log10 log2 sin
        sin_cos sinh tan tanh;
        atan2 atan2 hypot hypot log log powf pow);
    each!(f32:
        acos acosh asin asinh atan atanh cbrt cos cosh exp exp2 exp_m1 ln ln_1p log10 log2 sin
        sin_cos sinh tan tanh;
        atan2 atan2 hypot hypot log log powf pow);
}

#[test]
fn interp_methods() {
    agrees!({x: f64 = 0.7, y: f64 = -2.5, n: i32 = -7, u: u32 = 40, b: u8 = 0b0110_0100, c: char = 'q', t: bool = true}
        x.min(y); x.max(f64::NAN); y.abs(); y.signum(); x.sqrt(); y.sqrt(); x.cbrt(); y.powi(3);
        x.powf(1.5); x.exp(); x.exp2(); x.exp_m1(); x.ln(); x.ln_1p(); x.log10(); x.log2(); x.log(3.0);
        x.sin(); x.cos(); x.tan(); x.asin(); x.acos(); x.atan(); x.atan2(y); x.sinh(); x.cosh();
        x.tanh(); x.asinh(); y.acosh(); x.atanh(); x.sin_cos(); y.floor(); y.ceil(); y.round();
        y.round_ties_even(); y.trunc(); y.fract(); x.mul_add(y, 1.0); x.hypot(y); y.recip();
        x.to_bits(); f64::from_bits(x.to_bits()); x.is_nan(); x.is_finite(); y.is_sign_negative();
        y.clamp(-1.0, 1.0); y.rem_euclid(1.0); y.div_euclid(1.0); x.copysign(y); x.to_degrees();
        x.to_radians(); x.total_cmp(&y) == Ordering::Greater; x.midpoint(y);
        x.partial_cmp(&y) == Some(Ordering::Greater); (0.0_f64 / 0.0).partial_cmp(&x).is_none();
        n.abs(); n.signum(); n.pow(3); n.min(2); n.max(-2); n.clamp(-3, 3); n.rem_euclid(4);
        n.div_euclid(4); n.abs_diff(3); n.unsigned_abs(); n.is_negative(); n.count_ones();
        n.leading_zeros(); n.trailing_zeros(); n.swap_bytes(); n.rotate_left(3); n.rotate_right(5);
        n.wrapping_add(i32::MAX); n.wrapping_sub(i32::MAX); n.wrapping_mul(1 << 30);
        n.saturating_add(i32::MIN); n.saturating_sub(i32::MAX); n.saturating_mul(i32::MAX);
        n.wrapping_neg(); n.wrapping_shl(33); n.wrapping_abs(); n.cmp(&3) == Ordering::Less;
        n.checked_add(1) == Some(-6); n.checked_mul(i32::MAX).is_none(); n.overflowing_sub(i32::MAX);
        u.is_power_of_two(); u.next_power_of_two(); u.div_ceil(7); u.isqrt(); u.ilog2(); u.ilog10();
        u.next_multiple_of(7); u.abs_diff(50); u.saturating_sub(50); u.wrapping_sub(50); u.pow(2);
        u.reverse_bits(); u.leading_ones(); u.clamp(1, 5); u.checked_sub(41).unwrap_or(3);
        b.count_ones(); b.to_ascii_uppercase(); b.is_ascii_digit(); b.is_ascii_alphabetic(); b as char;
        c.is_alphabetic(); c.is_ascii_digit(); c.to_ascii_uppercase(); '7'.to_digit(10).unwrap() + u;
        c.max('z'); t.min(false); t.cmp(&false) == Ordering::Greater; (1, 2).max((1, n)); t.then_some(n).is_some();
        (0..10).contains(&n); (-9..=-7).contains(&n); (0.0..1.0).contains(&x); n.clone();
    );
}

#[test]
fn interp_paths() {
    use std::cmp;
    use std::ops::{Add, Mul};
    agrees!({x: f64 = 0.7, n: i32 = -7, u: u8 = 9, c: char = 'q', t: bool = true}
        f64::min(x, 0.5); f64::sqrt(x); f64::from(n); f64::from(u) * 0.5; f64::from(1.5_f32);
        i64::from(n); u32::from(u); u32::from(c); usize::from(t); char::from(u); i32::from(t) + n;
        i32::wrapping_add(n, i32::MAX); std::cmp::max(n, 3); cmp::min(n, 3); i32::pow(n, 2);
        Ord::max(n, 2); i32::abs(n); u8::count_ones(u); Add::add(n, 1); Mul::mul(x, 2.0);
        f64::INFINITY - x; f64::NEG_INFINITY; f64::NAN; f64::EPSILON * x; f64::MAX; f64::MIN; f64::MIN_POSITIVE;
        f32::MAX; i32::MAX + n; u8::MAX - u; i128::MIN; usize::MAX; u64::BITS; u128::MAX; i8::MIN;
        std::f64::consts::PI * x; std::f32::consts::E; std::f64::consts::FRAC_1_SQRT_2; <f64>::MAX;
        std::convert::identity(n); i32::default() + n; bool::default(); std::i32::MAX;
    );
}

#[test]
fn interp_control_flow() {
    agrees!({x: f32 = 0.7, n: i32 = 12, p: (i32, f64) = (3, 0.5)}
        if x > 0.5 { x } else { 1.0 };
        if x > 0.9 { x } else { 1.0 / 3.0 };
        if n > 3 { 1 } else if n > 2 { 2 } else { 3 };
        if x > 0.9 { x } else { 2.0 }.sqrt();
        match n { 0 => 'a', 1..=9 => 'b', 10 | 12 => 'c', _ => 'd' };
        match (n % 3, n % 4) { (0, 0) => n, (0, r) | (r, _) => r };
        match n { k if k < 0 => -k, k @ 0..20 => k * 2, k => k };
        match x { v if v < 0.0 => 0.0, v if v > 1.0 => 1.0, v => v };
        match n { i32::MIN..=0 => 0, 1.. => 1 };
        match (x > 0.5, n) { (true, 12) => 1u8, (true, _) => 2, (false, _) => 3 };
        match n.cmp(&3) { Ordering::Less => -1, Ordering::Equal => 0, Ordering::Greater => 1 };
        { let a = n + 1; let (b, c) = (a * 2, 0.5); let _ = c; let d: u8 = 3; b - i32::from(d) };
        { let mut s = 0; for i in 0..n { if i % 2 == 0 { continue; } s += i; } s };
        { let mut s = 0; for i in (1..=3).rev() { s = s * 10 + i; } s + n };
        { let mut a = n; while a > 5 { a -= 2; } a };
        { let (mut a, mut b) = (1, 1); while b < 100 { (a, b) = (b, a + b); } a * n };
        { let mut k = 0u8; loop { k += 1; if k == 7 { break k * 2; } } };
        'outer: { for i in 0..n { for j in 0..n { if i * j == 42 { break 'outer i; } } } -1 };
        { let mut t = (1, 2.5); t.0 += n; t.1 *= 2.0; t };
        { let a = [1, 2, n]; a[2] + a[0] * a.len() as i32 };
        { let mut a = [0; 4]; for i in 0..4 { a[i] = i * i; } a };
        { let [a, .., b] = [1, 2, 3, n]; a + b };
        p.0 as f64 * p.1; { let (i, v) = p; v.powi(i) };
        { let Some(k) = n.checked_sub(2) else { panic!("no") }; k };
        if let Some(k) = n.checked_mul(i32::MAX) { k } else { n };
        if n > 0 && let Some(k) = n.checked_add(1) { k } else { n };
        matches!(n, 1..=12 if n > 3); { assert!(n > 3); debug_assert_eq!(n, 12, "never"); n };
        { let c = x * x; let re = 2.0 * c; if re > 1.0 { re } else { c } };
        *&n + 1; (n) + { n }; { const { 3 } } + n;
    );
}

#[test]
fn interp_panics() {
    panics!({n: i32 = 0, m: i32 = i32::MIN, k: u8 = 255, s: u32 = 32, x: f64 = f64::NAN}
        1 / n => "divide by zero";
        1 % n => "remainder with a divisor of zero";
        m / (n - 1) => "divide with overflow";
        m % (n - 1) => "remainder with overflow";
        m - 1 => "subtract with overflow";
        -m => "negate with overflow";
        m.abs() => "negate with overflow";
        m * 2 => "multiply with overflow";
        k + 1 => "add with overflow";
        k.pow(2) => "multiply with overflow";
        m << s => "shift left with overflow";
        m >> s => "shift right with overflow";
        m.rem_euclid(n) => "divide by zero";
        m.wrapping_div(n) => "divide by zero";
        k.next_multiple_of(2) => "overflow";
        k.next_power_of_two() => "overflow";
        n.ilog2() => "logarithm";
        m.isqrt() => "square root";
        x.clamp(1.0, 0.0) => "min > max";
        n.clamp(1, 0) => "min <= max";
        [1, 2][k as usize] => "the len is 2 but the index is 255";
        k.checked_add(1).unwrap() => "None";
        { if n == 0 { panic!("bad element") } n } => "bad element";
        { assert!(n > 0); n } => "assertion failed: n > 0";
        { assert_eq!(n, 1); n } => "left: 0";
        { if n == 0 { unreachable!() } else { n } } => "unreachable";
    );
}

#[test]
fn interp_wrapping_build() {
    let scalars: &[(&str, Value)] = &[("m", i32::MIN.into()), ("k", 255_u8.into())];
    for (source, expected) in [
        ("m - 1", Value::I32(i32::MAX)),
        ("-m", Value::I32(i32::MIN)),
        ("m.abs()", Value::I32(i32::MIN)),
        ("k + 1", Value::U8(0)),
        ("k.pow(2)", Value::U8(1)),
        ("m >> 33", Value::I32(i32::MIN >> 1)),
        ("k << 9", Value::U8(254)),
    ] {
        let value = interpret(source, scalars, Inputs::new().overflow(Overflow::Wrap));
        assert_eq!(value, Ok(expected), "{source}");
    }
    let still = interpret(
        "m / (0 - 1)",
        scalars,
        Inputs::new().overflow(Overflow::Wrap),
    );
    assert!(matches!(still, Err(Fault::Panic(_))));
}

/// Arithmetic of every integer type at its edges.
#[test]
fn interp_integers_at_their_edges() {
    macro_rules! check {
        ($($ty:ident)*) => {$({
            let values = [$ty::MIN, $ty::MIN + 1, $ty::MAX / 2, 0, 1, 2, 7, $ty::MAX - 1, $ty::MAX, !0];
            for a in values {
                for b in values {
                    let scalars = [("a", a.into()), ("b", b.into())];
                    let check = |source: &str, checked: Option<$ty>, wrapped: Option<$ty>| {
                        let value = interpret(source, &scalars, Inputs::new());
                        match checked {
                            Some(checked) => assert_eq!(value, Ok(checked.into()), "{a} {source} {b}"),
                            None => assert!(matches!(value, Err(Fault::Panic(_))), "{a} {source} {b}"),
                        }
                        let value = interpret(source, &scalars, Inputs::new().overflow(Overflow::Wrap));
                        match wrapped {
                            Some(wrapped) => assert_eq!(value, Ok(wrapped.into()), "{a} {source} {b}"),
                            None => assert!(matches!(value, Err(Fault::Panic(_))), "{a} {source} {b}"),
                        }
                    };
                    check("a + b", a.checked_add(b), Some(a.wrapping_add(b)));
                    check("a - b", a.checked_sub(b), Some(a.wrapping_sub(b)));
                    check("a * b", a.checked_mul(b), Some(a.wrapping_mul(b)));
                    check("a / b", a.checked_div(b), a.checked_div(b));
                    check("a % b", a.checked_rem(b), a.checked_rem(b));
                    check("a.rem_euclid(b)", a.checked_rem_euclid(b), a.checked_rem_euclid(b));
                    let by = u32::try_from(b).ok();
                    check("a << b", by.and_then(|by| a.checked_shl(by)), Some(a.wrapping_shl(b as u32)));
                    check("a >> b", by.and_then(|by| a.checked_shr(by)), Some(a.wrapping_shr(b as u32)));
                }
            }
        })*};
    }
    check!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
}

/// Casts between all types at their edges.
#[test]
fn interp_casts_at_their_edges() {
    macro_rules! to {
        ($value:expr, $from:ident: $($to:ident)*) => {$({
            let source = concat!("x as ", stringify!($to));
            let x: $from = $value;
            let value = interpret(source, &[("x", x.into())], Inputs::new()).unwrap();
            assert!(value.same(&Value::from(x as $to)), "{x:?}: {source}: {value}");
        })*};
    }
    macro_rules! from {
        ($($from:ident: $($value:expr),*;)*) => {$($(
            to!($value, $from: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);
        )*)*};
    }
    from! {
        i8: -128, 127, -1; i64: i64::MIN, i64::MAX, -1, 300; u8: 255, 0; u64: u64::MAX, 1 << 40;
        u128: u128::MAX; i128: i128::MIN, -1; usize: usize::MAX; i16: -300; u32: u32::MAX; i32: i32::MIN;
        isize: -1; u16: 65535;
        f32: f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.9, 255.9, 256.0, -129.0, f32::MAX, 3e9;
        f64: f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.9, 255.9, 1e40, -1e40, f64::MAX, 0.1;
    }
}

#[test]
fn interp_literals_stay_open_until_it_matters() {
    let literal = |source: &str| interpret(source, &[], Inputs::new()).unwrap();
    assert_eq!(literal("1 + 2 * 3").get::<u64>(), Ok(7));
    assert_eq!(literal("1 + 2 * 3").at_default(), Ok(Value::I32(7)));
    assert_eq!(literal("!0").get::<u16>(), Ok(u16::MAX));
    assert_eq!(literal("!0").get::<i8>(), Ok(-1));
    assert_eq!(literal("1.0 / 3.0").get::<f32>(), Ok(1.0 / 3.0));
    assert_eq!(literal("1.0 / 3.0").at_default(), Ok(Value::F64(1.0 / 3.0)));
    assert_eq!(literal("-128_i8"), Value::I8(-128));
    assert!(literal("300").get::<u8>().is_err());
    assert!(literal("1").get::<f64>().is_err());
    assert!(literal("1.0").get::<i32>().is_err());
    // An open literal in a binding of its own takes the type of each use.
    let mut b = Builder::new("p");
    let xs = b.input("xs");
    b.let_scalar("half", "1.0 / 2.0");
    let ys = b.map("ys", "|x| x * half", &[xs]);
    let program = b.returns(ys);
    let outcome = run(&program, &Inputs::new().array("xs", vec![3.0_f32])).unwrap();
    assert_eq!(outcome.result.get(), Ok(vec![1.5_f32]));
}

#[test]
fn interp_types_are_checked_as_they_meet() {
    refused("x + n", "do not go together");
    refused("x + 1", "expected `f64`, found integer");
    refused("n + 1.0", "expected `i32`, found floating-point number");
    refused("1 + 1.0", "do not go together");
    refused("x < n", "do not go together");
    refused("!x", "no complement");
    refused("-(n as u8)", "no negative");
    refused("x & 1.0", "no `bitand`");
    refused("if n { 1 } else { 2 }", "expected `bool`");
    refused("n as bool", "cannot be cast");
    refused("n as char", "cannot be cast");
    refused("f64::from(3_i64)", "`f64::from` does not take");
    refused("f64::sqrt(n)", "expected `f64`");
    refused("[1, 2][n]", "an index is of type `usize`");
    refused("300_u8", "out of range");
    refused("n.abs_diff(2.0)", "expected `i32`");
    refused("{ let y: f32 = x; y }", "expected `f32`");
    refused("break", "outside of a loop");
}

#[test]
fn interp_what_is_outside_of_the_subset_is_named() {
    refused("\"text\"", "the literal `\"text\"`");
    refused("x.frobnicate(2.0)", "the method `frobnicate`");
    refused("frobnicate(x)", "no function `frobnicate`");
    refused("k", "no value for `k`");
    refused("dbg!(1)", "the macro `dbg!(1)`");
    refused("{ let f = |a| a; f(1) }", "the closure as a value `|a| a`");
    refused("(0..3).map(|a| a)", "closure");
    refused("{ fn f() {} 1 }", "the item");
    refused("x?", "the expression `x?`");
    refused("async { 1 }", "the expression");
}

#[test]
fn interp_structs_and_functions_of_the_host() {
    let item = |source: &str| -> syn::ItemFn { syn::parse_str(source).unwrap() };
    let inputs = Inputs::new()
        .scalar(
            "c",
            Value::record("Complex", [("re", 1.0_f32.into()), ("im", 2.0_f32.into())]),
        )
        .scalar("LIMIT", 9)
        .scalar("geo::UNIT", 10)
        .function("Complex::mul", |args| {
            let part = |index: usize, name: &str| match &args[index] {
                Value::Struct { fields, .. } => {
                    let found = fields.iter().find(|(field, _)| field == name).unwrap();
                    found.1.get::<f32>().unwrap()
                }
                other => panic!("{other}"),
            };
            let (a, b, c, d) = (part(0, "re"), part(0, "im"), part(1, "re"), part(1, "im"));
            let product = [
                ("re", (a * c - b * d).into()),
                ("im", (a * d + b * c).into()),
            ];
            Value::record("Complex", product)
        })
        .function("geo::area", |args| {
            (args[0].get::<f64>().unwrap() * 2.0).into()
        })
        .item(item(
            "fn fib(n: u32) -> u64 { if n < 2 { return n as u64; } fib(n - 1) + fib(n - 2) }",
        ))
        .function("f64::steps", |args| {
            (args[0].get::<f64>().unwrap().floor() as i32).into()
        })
        .item(item("fn third(x: f32) -> f32 { x / 3.0 }"));
    let mut b = Builder::new("p");
    b.param("c");
    let program = b.returns_scalars(&[
        "{ let s = c * Complex { im: 1.0, re: 0.0 }; (s.re, s.im) }",
        "match c { Complex { re, .. } if re > 0.5 => Complex { re: 2.0, ..c } == c, _ => true }",
        "fib(10)",
        "third(1.0)",
        "geo::area(1.5) as i32 + LIMIT + geo::UNIT",
        "if LIMIT > 8 { 2 } else { 1.5_f64.steps() }",
        "{ let Pair(a, b) = Pair(1, LIMIT); a + b }",
    ]);
    let outcome = run(&program, &inputs).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        outcome
            .result
            .get::<((f32, f32), bool, u64, f32, i32, i32, i32)>(),
        Ok(((-2.0, 1.0), false, 55, 1.0 / 3.0, 22, 2, 10))
    );
}

#[test]
fn interp_endless_recursion_is_stopped() {
    let item = syn::parse_str("fn f(n: u32) -> u32 { f(n) }").unwrap();
    let fault = interpret("f(1)", &[], Inputs::new().item(item)).unwrap_err();
    assert!(matches!(fault, Fault::Unsupported(message) if message.contains("recursion")));
    // Before the stack ends, also where the call stands deep in its function.
    let item = syn::parse_str(
        "fn f(n: u32) -> u32 {
            if n > 0 { match n { k => { let r = { 1 + (2 * (3 + { for _ in 0..1 { loop {
                if k > 0 { return (1 + (2 + (3 + (4 + i(f(k)))))); } } } 4 })) }; r } } } else { 0 }
        }",
    );
    let inputs = Inputs::new()
        .item(item.unwrap())
        .function("i", |args| args[0].clone());
    let fault = interpret("f(1)", &[], inputs).unwrap_err();
    assert!(matches!(fault, Fault::Unsupported(message) if message.contains("recursion")));
}
