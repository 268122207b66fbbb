//! Functions of `f64`.

use crate::bits::{abs, flip, sign};
use crate::f64::power::{of_magnitude, with_special_values};
use crate::f64::trig::{NEAR, Reduced, reduce_far, reduce_near};

calls! {
    f64;
    acos(x) -> f64;
    acosh(x) -> f64;
    asin(x) -> f64;
    asinh(x) -> f64;
    atan(x) -> f64;
    atan2(y, x) -> f64;
    atanh(x) -> f64;
    cbrt(x) -> f64;
    cosh(x) -> f64;
    exp(x) -> f64;
    exp2(x) -> f64;
    exp_m1(x) -> f64;
    hypot(x, y) -> f64;
    ln(x) -> f64;
    ln_1p(x) -> f64;
    log(x, base) -> f64;
    log10(x) -> f64;
    log2(x) -> f64;
    sinh(x) -> f64;
    tanh(x) -> f64;
}

/// [`pow`](crate::f64::pow), as a call.
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub fn pow(x: f64, y: f64) -> f64 {
    let power = of_magnitude(abs(x), y);
    // Neither argument and no power is a special one.
    let is_usual = x > 0.0 && x < f64::INFINITY && x != 1.0 && y != 0.0 && !y.is_nan();
    match is_usual {
        true => power,
        false => with_special_values(x, y, power),
    }
}

/// Returns the rest of an angle that is not negative, if it is finite.
#[inline(always)]
fn reduced(angle: f64) -> Option<Reduced> {
    if angle < NEAR {
        Some(reduce_near(angle))
    } else if angle < f64::INFINITY {
        Some(reduce_far(angle))
    } else {
        None
    }
}

/// Functions of angles.
macro_rules! of_angles {
    ($($name:ident -> $result:ty: |$x:ident, $reduced:ident| $value:expr, else $nan:expr;)*) => {$(
        #[doc = concat!("[`", stringify!($name), "`](crate::f64::", stringify!($name), "), as a call.")]
        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[must_use]
        pub fn $name($x: f64) -> $result {
            match reduced(abs($x)) {
                Some($reduced) => $value,
                None => $nan,
            }
        }
    )*};
}

of_angles! {
    sin -> f64: |x, reduced| flip(reduced.turned(reduced.quarters()), sign(x)), else f64::NAN;
    cos -> f64: |x, reduced| reduced.turned(reduced.quarters().wrapping_add(1)), else f64::NAN;
    sin_cos -> (f64, f64): |x, reduced| {
        let (sine, cosine) = reduced.sine_and_cosine();
        (flip(sine, sign(x)), cosine)
    }, else (f64::NAN, f64::NAN);
    tan -> f64: |x, reduced| flip(reduced.tangent(), sign(x)), else f64::NAN;
}
