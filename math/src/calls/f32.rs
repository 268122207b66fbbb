//! Functions of `f32`.

calls! {
    f32;
    acos(x) -> f32;
    acosh(x) -> f32;
    asin(x) -> f32;
    asinh(x) -> f32;
    atan(x) -> f32;
    atan2(y, x) -> f32;
    atanh(x) -> f32;
    cbrt(x) -> f32;
    cos(x) -> f32;
    cosh(x) -> f32;
    exp(x) -> f32;
    exp2(x) -> f32;
    exp_m1(x) -> f32;
    hypot(x, y) -> f32;
    ln(x) -> f32;
    ln_1p(x) -> f32;
    log(x, base) -> f32;
    log10(x) -> f32;
    log2(x) -> f32;
    pow(x, y) -> f32;
    sin(x) -> f32;
    sin_cos(x) -> (f32, f32);
    sinh(x) -> f32;
    tan(x) -> f32;
    tanh(x) -> f32;
}
