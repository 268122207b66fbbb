//! Numbers that look random and are the same on every machine.

/// The number of this position in the sequence of the seed: `splitmix64`, which can start anywhere,
/// so that a program can generate its data in parallel.
pub fn bits(seed: u64, position: usize) -> u64 {
    let mut z = seed.wrapping_add(
        (position as u64)
            .wrapping_add(1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15),
    );
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The number of this position, at least 0 and less than 1.
pub fn unit(seed: u64, position: usize) -> f64 {
    (bits(seed, position) >> 11) as f64 / (1_u64 << 53) as f64
}

/// The number of this position, at least `low` and less than `high`.
pub fn between(low: f64, high: f64, seed: u64, position: usize) -> f64 {
    low + (high - low) * unit(seed, position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_splitmix64() {
        // The first outputs of the published generator for the seed 1234567.
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!([bits(1_234_567, 0), bits(1_234_567, 1)], expected);
    }

    #[test]
    fn units_fill_their_interval_evenly() {
        let mean = (0..10_000).map(|i| unit(1, i)).sum::<f64>() / 1e4;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        assert!((0..10_000).all(|i| (0.0..1.0).contains(&unit(2, i))));
    }
}
