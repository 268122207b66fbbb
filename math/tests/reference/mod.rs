//! The functions to some 90 bits, by other means than those of the crate: series of Taylor, and
//! Newton's method on the results of the standard library. `against_mpmath` in `accuracy.rs` checks
//! this against values with 50 digits.

pub(crate) mod angle;
pub(crate) mod parts;
pub(crate) mod random;
pub(crate) mod wide;

use angle::reduced;
use wide::{LN_2, ONE, PI, Wide, wide};

/// A number times 2ᵉ, so that results beyond the normal numbers keep their bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled {
    pub(crate) value: Wide,
    pub(crate) exponent: i32,
}

impl From<Wide> for Scaled {
    fn from(value: Wide) -> Self {
        Self { value, exponent: 0 }
    }
}

/// Returns eˣ − 1 for a small number by its series and by doublings: (e + 1)² − 1 = e (e + 2).
fn exp_m1_near(x: Wide) -> Wide {
    if x.high.abs() < 1e-200 {
        return x;
    }
    let small = x.scaled(-7);
    let mut sum = ONE;
    for n in (2..13).rev() {
        sum = ONE + small * sum / Wide::from(n as f64);
    }
    let mut e = small * sum;
    for _ in 0..7 {
        e = e * (e + 2.0.into());
    }
    e
}

/// Splits off a multiple of ln(2).
fn without_ln_2(x: Wide) -> (Wide, i32) {
    /// The part of ln(2) that `LN_2` lacks.
    const REST: f64 = 5.707_708_438_416_212e-34;
    let n = (x.high / LN_2.high).round();
    let r = x - LN_2 * n.into() - Wide::from(REST * n);
    (r, n as i32)
}

pub(crate) fn exp(x: Wide) -> Scaled {
    let (r, exponent) = without_ln_2(x);
    Scaled {
        value: ONE + exp_m1_near(r),
        exponent,
    }
}

/// Returns eˣ − 1 for |x| up to 300.
pub(crate) fn exp_m1(x: Wide) -> Wide {
    if x.high.abs() < 0.5 {
        return exp_m1_near(x);
    }
    let e = exp(x);
    e.value.scaled(e.exponent) - ONE
}

/// Returns ln(1 + x) for x from −1/2 to 1.
fn ln_1p_near(x: Wide) -> Wide {
    if x.high.abs() < 1e-200 {
        return x;
    }
    let rough = x.high.ln_1p();
    let e = exp_m1_near(rough.into());
    let rest = (x - e) / (ONE + e);
    Wide::from(rough) + rest - rest * rest * 0.5.into()
}

/// Returns ln(x) for a positive number.
pub(crate) fn ln(x: Wide) -> Wide {
    let (x, before) = if x.high < f64::MIN_POSITIVE * 1e20 {
        (x.scaled(500), 500)
    } else {
        (x, 0)
    };
    let k = ((x.high.to_bits() + (1 << 51)) >> 52) as i32 - 1023;
    let m = if k > 1000 {
        x.scaled(-1000).scaled(1000 - k)
    } else {
        x.scaled(-k)
    };
    LN_2 * Wide::from((k - before) as f64) + ln_1p_near(m - ONE)
}

pub(crate) fn ln_1p(x: Wide) -> Wide {
    if x.high > -0.4 && x.high < 0.7 {
        ln_1p_near(x)
    } else {
        ln(ONE + x)
    }
}

/// Returns the sine and the cosine of a small angle.
fn sin_cos_near(r: Wide) -> (Wide, Wide) {
    let square = r * r;
    let (mut sine, mut cosine) = (ONE, ONE);
    for n in (1..15).rev() {
        let n = 2.0 * n as f64;
        sine = ONE - square * sine / (n * (n + 1.0)).into();
        cosine = ONE - square * cosine / (n * (n - 1.0)).into();
    }
    (r * sine, cosine)
}

pub(crate) fn sin_cos(x: f64) -> (Wide, Wide) {
    let (r, quarters) = reduced(x.abs());
    let (s, c) = sin_cos_near(r);
    let (s, c) = match quarters {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    };
    (if x < 0.0 { -s } else { s }, c)
}

/// Returns the angle of a point whose coordinates and their quotients are normal numbers.
pub(crate) fn atan2(y: Wide, x: Wide) -> Wide {
    let rough = y.high.atan2(x.high);
    let (s, c) = if rough.abs() < 0.75 {
        sin_cos_near(rough.into())
    } else {
        sin_cos(rough)
    };
    let rest = (y * c - x * s) / (x * c + y * s);
    Wide::from(rough) + rest
}

fn other_side(x: f64) -> Wide {
    let x = Wide::from(x);
    ((ONE - x) * (ONE + x)).sqrt()
}

pub(crate) fn asin(x: f64) -> Wide {
    atan2(x.into(), other_side(x))
}

pub(crate) fn acos(x: f64) -> Wide {
    if x == 1.0 {
        0.0.into()
    } else {
        atan2(other_side(x), x.into())
    }
}

pub(crate) fn sinh(x: f64) -> Scaled {
    let sign = Wide::from(1_f64.copysign(x));
    if x.abs() > 40.0 {
        let e = exp(x.abs().into());
        return Scaled {
            value: e.value * sign,
            exponent: e.exponent - 1,
        };
    }
    let e = exp_m1(x.abs().into());
    // Halves of subnormal numbers would lose a bit.
    Scaled {
        value: (e + e / (e + ONE)) * sign,
        exponent: -1,
    }
}

pub(crate) fn cosh(x: f64) -> Scaled {
    let e = exp(x.abs().into());
    if x.abs() > 40.0 {
        return Scaled {
            exponent: e.exponent - 1,
            ..e
        };
    }
    let e = e.value.scaled(e.exponent);
    ((e + ONE / e) * 0.5.into()).into()
}

pub(crate) fn tanh(x: f64) -> Wide {
    if x.abs() < 1e-200 {
        return x.into();
    }
    let e = exp_m1((2.0 * x.clamp(-40.0, 40.0)).into());
    e / (e + 2.0.into())
}

pub(crate) fn asinh(x: f64) -> Wide {
    let a = Wide::from(x.abs());
    let sign = Wide::from(1_f64.copysign(x));
    if a.high < 1e-150 {
        return x.into();
    }
    if a.high > 1e150 {
        return (ln(a) + wide::LN_2) * sign;
    }
    let square = a * a;
    ln_1p(a + square / (ONE + (ONE + square).sqrt())) * sign
}

pub(crate) fn acosh(x: f64) -> Wide {
    let wide = Wide::from(x);
    if x > 1e150 {
        return ln(wide) + wide::LN_2;
    }
    let t = wide - ONE;
    ln_1p(t + (t * (t + 2.0.into())).sqrt())
}

pub(crate) fn atanh(x: f64) -> Wide {
    if x.abs() < 1e-150 {
        return x.into();
    }
    let a = Wide::from(x.abs());
    let half = Wide::from(0.5_f64.copysign(x));
    ln_1p(a * 2.0.into() / (ONE - a)) * half
}

/// Returns xʸ for a positive x.
pub(crate) fn pow(x: f64, y: f64) -> Scaled {
    exp(ln(x.into()) * y.into())
}

/// Returns the cube root of a number whose cube's rest is a normal number.
pub(crate) fn cbrt(x: f64) -> Wide {
    let root = Wide::from(x.cbrt());
    let rest = Wide::from(x) - root * root * root;
    root + rest / (root * root * 3.0.into())
}

/// Returns √(x² + y²), where squares are normal numbers.
pub(crate) fn hypot(x: f64, y: f64) -> Wide {
    let (x, y) = (Wide::from(x), Wide::from(y));
    (x * x + y * y).sqrt()
}

const ROOT_OF_PI: Wide = wide(1.772_453_850_905_516, -7.666_586_499_825_799e-17);

/// Returns exp(−x²) as a number and an exponent of two.
fn bell(x: Wide) -> Scaled {
    exp(-(x * x))
}

/// Returns erf(x) / exp(−x²): 2/√π x (1 + 2x²/3 (1 + 2x²/5 (1 + …))).
fn erf_series(x: Wide) -> Wide {
    let double = x * x * 2.0.into();
    let (mut term, mut sum) = (ONE, ONE);
    let mut odd = 3.0;
    while term.high > sum.high * 1e-32 {
        term = term * double / Wide::from(odd);
        sum = sum + term;
        odd += 2.0;
    }
    x * sum * 2.0.into() / ROOT_OF_PI
}

/// Returns erfc(x) / exp(−x²) for x from 4 on, by its continued fraction.
fn erfc_fraction(x: Wide) -> Wide {
    let count = (700.0 / x.high) as i32;
    let mut below = x;
    for n in (1..count).rev() {
        below = x + Wide::from(0.5 * n as f64) / below;
    }
    ONE / (ROOT_OF_PI * below)
}

pub(crate) fn erf(x: f64) -> Wide {
    let magnitude = Wide::from(x.abs().min(8.0));
    let value = if magnitude.high < 4.0 {
        let e = bell(magnitude);
        erf_series(magnitude) * e.value.scaled(e.exponent)
    } else {
        ONE - erfc_of(magnitude).value.scaled(erfc_of(magnitude).exponent)
    };
    if x < 0.0 { -value } else { value }
}

/// Returns erfc of a number from −8 to 39.
pub(crate) fn erfc_of(x: Wide) -> Scaled {
    if x.high < 0.0 {
        let other = erfc_of(-x);
        return (Wide::from(2.0) - other.value.scaled(other.exponent.max(-900))).into();
    }
    let e = bell(x);
    if x.high < 4.0 {
        return (ONE - erf_series(x) * e.value.scaled(e.exponent)).into();
    }
    Scaled {
        value: e.value * erfc_fraction(x),
        exponent: e.exponent,
    }
}

pub(crate) fn erfc(x: f64) -> Scaled {
    erfc_of(x.max(-8.0).into())
}

pub(crate) fn normal_cdf(x: f64) -> Scaled {
    let root = Wide::from(2.0).sqrt();
    let double = erfc_of(-(Wide::from(x.min(11.0)) / root));
    Scaled {
        exponent: double.exponent - 1,
        ..double
    }
}

pub(crate) fn sigmoid(x: f64) -> Scaled {
    let e = exp((-x.abs()).into());
    let below = ONE + e.value.scaled(e.exponent.max(-900));
    if x < 0.0 {
        Scaled {
            value: e.value / below,
            exponent: e.exponent,
        }
    } else {
        (ONE / below).into()
    }
}

pub(crate) fn softplus(x: f64) -> Scaled {
    let e = exp((-x.abs()).into());
    if e.exponent < -200 {
        return if x < 0.0 { e } else { Wide::from(x).into() };
    }
    let small = ln_1p(e.value.scaled(e.exponent));
    (if x > 0.0 {
        Wide::from(x) + small
    } else {
        small
    })
    .into()
}

pub(crate) fn exp2(x: f64) -> Scaled {
    let n = x.round();
    Scaled {
        value: ONE + exp_m1_near(LN_2 * (x - n).into()),
        exponent: n as i32,
    }
}

pub(crate) fn log2(x: f64) -> Wide {
    ln(x.into()) / LN_2
}

pub(crate) fn log10(x: f64) -> Wide {
    ln(x.into()) / ln(10.0.into())
}

pub(crate) fn tan(x: f64) -> Wide {
    let (s, c) = sin_cos(x);
    s / c
}

pub(crate) fn atan(x: f64) -> Wide {
    if x.abs() > 1e100 {
        let half = PI * 0.5.into();
        return if x < 0.0 { -half } else { half };
    }
    if x.abs() < 1e-100 {
        x.into()
    } else {
        atan2(x.into(), ONE)
    }
}

/// Returns the distance of a result from the value, in ulp of the value.
pub(crate) fn error(result: f64, truth: Scaled) -> f64 {
    let Scaled { value, exponent } = truth;
    if result.is_nan() {
        return f64::INFINITY;
    }
    let place = exponent_of(value.high) + exponent;
    if place >= 1024 || result.is_infinite() {
        // All that is not below the greatest number and half an ulp is ∞.
        let limit = Wide::from(2.0) - Wide::from(2_f64.powi(-53));
        let value = value.scaled((exponent - 1023).clamp(-1000, 900));
        let is_over = value.high.abs() >= limit.high - 3e-16;
        let is_right = result.is_infinite() && is_over && (result > 0.0) == (value.high > 0.0);
        return if is_right { 0.0 } else { f64::INFINITY };
    }
    // Both numbers in units of the ulp.
    let unit = place.max(-1022) - 52;
    let scaled = |x: f64, n: i32| {
        let half = n / 2;
        x * 2_f64.powi(half) * 2_f64.powi(n - half)
    };
    let down = exponent - unit;
    let truth = wide(scaled(value.high, down), scaled(value.low, down));
    let difference = Wide::from(scaled(result, -unit)) - truth;
    let distance = (difference.high + difference.low).abs();
    if distance.is_nan() {
        f64::INFINITY
    } else {
        distance
    }
}

/// Returns the difference of two numbers, divided by the second one.
pub(crate) fn relative_difference(a: Scaled, b: Scaled) -> f64 {
    // Both are brought near 1, each by its own power of two and then by that of the second.
    let near_one = |x: Scaled| {
        let n = exponent_of(x.value.high);
        let half = -n / 2;
        (x.value.scaled(half).scaled(-n - half), x.exponent + n)
    };
    if a.value.high == 0.0 || b.value.high == 0.0 {
        return if a.value.high == b.value.high {
            0.0
        } else {
            f64::INFINITY
        };
    }
    let ((a, m), (b, n)) = (near_one(a), near_one(b));
    ((a.scaled((m - n).clamp(-1000, 1000)) - b) / b).high.abs()
}

fn exponent_of(x: f64) -> i32 {
    if x == 0.0 {
        return -2000;
    }
    if x.abs() < f64::MIN_POSITIVE {
        return exponent_of(x * 2_f64.powi(60)) - 60;
    }
    ((x.to_bits() >> 52) & 2047) as i32 - 1023
}
