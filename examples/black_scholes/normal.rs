//! The normal distribution.

/// The probability that a standard normal variable is at most `x`, to about 15 decimals: the
/// rational approximation of Hart, *Computer Approximations* (1968), number 5666, with the
/// continued fraction of the far tail, as West put them together in *Better approximations to
/// cumulative normal functions* (2005).
pub(crate) fn cumulative(x: f64) -> f64 {
    const P: [f64; 7] = [
        220.206_867_912_376,
        221.213_596_169_931,
        112.079_291_497_871,
        33.912_866_078_383,
        6.373_962_203_531_65,
        0.700_383_064_443_688,
        0.035_262_496_599_891_1,
    ];
    const Q: [f64; 8] = [
        440.413_735_824_752,
        793.826_512_519_948,
        637.333_633_378_831,
        296.564_248_779_674,
        86.780_732_202_946_1,
        16.064_177_579_207,
        1.755_667_163_182_64,
        0.088_388_347_648_318_4,
    ];
    const ROOT_TAU: f64 = 2.506_628_274_631_000_5;

    let z = x.abs();
    let density = (-z * z / 2.0).exp();
    let tail = if z < 5.0 * std::f64::consts::SQRT_2 {
        density * polynomial(&P, z) / polynomial(&Q, z)
    } else {
        let fraction = z + 1.0 / (z + 2.0 / (z + 3.0 / (z + 4.0 / (z + 0.65))));
        density / (fraction * ROOT_TAU)
    };
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// The polynomial with these coefficients, the constant one first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients
        .iter()
        .rev()
        .fold(0.0, |sum, coefficient| sum * x + coefficient)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        // From tables of many digits.
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (1.96, 0.975_002_104_851_779_5),
            (-3.0, 0.001_349_898_031_630_094_6),
            (-6.0, 9.865_876_450_376_98e-10),
            (f64::INFINITY, 1.0),
            (f64::NEG_INFINITY, 0.0),
        ] {
            let found = cumulative(x);
            let close = (found - expected).abs() <= 2e-15;
            assert!(close, "{x}: {found} instead of {expected}");
        }
        // Far out, where decimals say nothing.
        let tail = cumulative(-8.0) / 6.220_960_574_271_785e-16;
        assert!((tail - 1.0).abs() < 1e-6, "{tail}");
        assert!(cumulative(f64::NAN).is_nan());
    }
}
