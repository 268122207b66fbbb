//! Quotients of floats by one number, by its reciprocal.
//!
//! The product of an element and the reciprocal is within one and a half units of the last place of the quotient.
//! The rest of the element, `x - q * b`, is exact by a fused multiply-add, and corrects it (Markstein, *Computation
//! of Elementary Functions on the IBM RISC System/6000 Processor*, 1990). The corrected quotient is the rounded
//! one where none can be nearer to the middle of two floats than the correction errs: with `p` bits, an
//! error `t / 2^p` of the reciprocal, and `m` in `0.5..1` for the fraction of the divisor, where `t (1 + 2 t) m < 1`
//! (after Brisebarre, Muller and Raina, *Accelerating Correctly Rounded Floating-Point Division When the Divisor
//! Is Known in Advance*, 2004). That is so for four of five divisors; the others divide.

use fusus_cpu::Block;

use super::number::Float;
use super::sweep::{Kind, Source, one};

/// The elements that are divided together. Where one of them is near the ends of the range, zero, infinite or no number, all
/// are divided again, one by one.
const GROUP: usize = 64;

/// The quotients of all elements by a number.
#[inline(always)]
pub(super) fn quotients<T: Float>(block: &Block<'_>, target: &mut [T], a: Source<'_, T>, b: T) {
    match a.kind() {
        // Without optimisation a fused multiply-add is a call.
        Kind::Elements(a) if !cfg!(unoptimised) => by_width(block, target, a, b),
        _ => one(
            block,
            target,
            a,
            #[inline(always)]
            move |a: T| divided(a, b),
        ),
    }
}

#[inline(always)]
fn divided<T: Float>(a: T, b: T) -> T {
    a.div(b).unwrap_or_default()
}

/// Only the wider instructions have fused multiply-adds.
#[inline(always)]
fn by_width<T: Float>(block: &Block<'_>, target: &mut [T], a: &[T], b: T) {
    let done = block.widest(
        (target, a),
        #[inline(always)]
        |(target, a)| {
            each(target, a, b);
            Ok(())
        },
        #[inline(always)]
        |(target, a)| {
            by_reciprocal(target, a, b);
            Ok(())
        },
        #[inline(always)]
        |(target, a)| {
            by_reciprocal(target, a, b);
            Ok(())
        },
    );
    debug_assert!(done.is_ok(), "loops of instructions do not fail");
}

#[inline(always)]
fn each<T: Float>(target: &mut [T], a: &[T], b: T) {
    for (y, a) in target.iter_mut().zip(a) {
        *y = divided(*a, b);
    }
}

#[inline(always)]
fn by_reciprocal<T: Float>(target: &mut [T], a: &[T], b: T) {
    let Some(reciprocal) = b.reciprocal() else {
        return each(target, a, b);
    };
    for (target, a) in target.chunks_mut(GROUP).zip(a.chunks(GROUP)) {
        let mut far = T::Bits::default();
        for (y, a) in target.iter_mut().zip(a) {
            let quotient = a.mul(reciprocal);
            *y = quotient.corrected(*a, b, reciprocal);
            far = far | a.is_far();
        }
        if far < T::Bits::default() {
            each(target, a, b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Float, by_reciprocal};
    use fusus_rng::Rng;

    macro_rules! quotients {
        ($name:ident $type:ident $unsigned:ident) => {
            #[test]
            fn $name() {
                const FRACTION: u32 = $type::MANTISSA_DIGITS - 1;
                let mut rng = Rng::new(1);
                let one = (1.0 as $type).to_bits();
                let mut fraction = || rng.bits() as $unsigned & ((1 << FRACTION) - 1);
                let mut by_reciprocals = 0;
                for round in 0..2000 {
                    let divisor = match round % 3 {
                        0 => (round / 3 + 1) as $type,
                        1 => $type::from_bits(one | fraction()) * 1e-3,
                        _ => -$type::from_bits(one | (fraction() >> 9 << 9)),
                    };
                    by_reciprocals += usize::from(divisor.reciprocal().is_some());
                    let special = [0.0, -0.0, $type::NAN, $type::INFINITY, $type::MAX];
                    let special = special.into_iter().chain([$type::MIN_POSITIVE, 1e-40]);
                    let mut elements: Vec<$type> = Vec::new();
                    for at in 0..130 {
                        let number = $type::from_bits(one | fraction());
                        elements.push(match at % 3 {
                            0 => number * (at + 1) as $type,
                            // Quotients next to the middle of two floats.
                            1 => (number * (1.0 + $type::EPSILON / 2.0)) * divisor,
                            _ => $type::from_bits((number * divisor).to_bits() ^ 1),
                        });
                    }
                    if round % 2 == 0 {
                        elements.extend(special);
                    }
                    let mut found = vec![0.0; elements.len()];
                    by_reciprocal(&mut found, &elements, divisor);
                    for (found, element) in found.iter().zip(&elements) {
                        let expected = element / divisor;
                        let is_same = found.to_bits() == expected.to_bits();
                        assert!(is_same || found.is_nan() && expected.is_nan());
                    }
                }
                assert!((1200..2000).contains(&by_reciprocals), "{by_reciprocals}");
            }
        };
    }
    quotients!(quotients_of_f32_are_rounded_once f32 u32);
    quotients!(quotients_of_f64_are_rounded_once f64 u64);
}
