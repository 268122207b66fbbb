//! Steps of the functions that compute in `f32`.

/// 1.5 · 2²³, at which the distance between neighbours is 1.
const ONES: f32 = 12_582_912.0;

/// ln(2), of 10 bits and the rest: what an exponent makes of the first is exact.
pub(super) const LN_2: (f32, f32) = (0.693_359_4, -0.000_212_194_44);

/// Rounds to the nearest integer, of two the even one, for magnitudes up to 2²²; with it comes the integer.
#[inline(always)]
pub(super) fn round(x: f32) -> (f32, i32) {
    let sum = x + ONES;
    let integer = sum.to_bits().wrapping_sub(ONES.to_bits());
    (sum - ONES, integer as i32)
}

/// Returns 2ⁿ for an integer n from −126 to 127.
#[inline(always)]
pub(super) fn power_of_two(n: i32) -> f32 {
    f32::from_bits((n.wrapping_add(127) << 23) as u32)
}

/// Splits a positive number into 2ᵏ · m with m between √½ and √2, and returns k and m.
#[inline(always)]
pub(super) fn split_exponent(x: f32) -> (f32, f32) {
    /// The bits of √½.
    const ROOT: u32 = 0x3f35_04f3;
    const MANTISSA: u32 = (1 << 23) - 1;
    /// 2²³, by which numbers that are not normal become so.
    const SCALE: f32 = 8_388_608.0;
    let is_small = x < f32::MIN_POSITIVE;
    let normal = if is_small { x * SCALE } else { x };
    let less = if is_small { 23 } else { 0 };
    let shifted = normal.to_bits().wrapping_sub(ROOT);
    let k = ((shifted as i32) >> 23).wrapping_sub(less);
    (k as f32, f32::from_bits((shifted & MANTISSA) + ROOT))
}
