//! Numbers in no order, the same on every run.

/// Numbers of at least 0 and below 1, the same for the same seed.
pub fn units(seed: u64) -> impl Iterator<Item = f64> {
    words(seed).map(|word| (word >> 11) as f64 / (1_u64 << 53) as f64)
}

/// Words of 64 bits, the same for the same seed: Marsaglia's xorshift.
pub fn words(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_differ_and_units_fill_their_range() {
        let (a, b): (Vec<_>, Vec<_>) = units(0).zip(units(1)).take(1000).unzip();
        assert_ne!(a, b);
        for units in [a, b] {
            assert!(units.iter().all(|unit| (0.0..1.0).contains(unit)));
            let mean = units.iter().sum::<f64>() / 1000.0;
            assert!((mean - 0.5).abs() < 0.05, "{mean}");
        }
    }
}
