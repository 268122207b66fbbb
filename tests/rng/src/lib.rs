//! Random numbers of our own, so that seeds mean the same for ever: for all tests, and for whatever
//! they generate.
//!
//! A source is a seed or a string of bytes. libFuzzer looks for strings of bytes that reach new
//! code, so what is drawn for it, programs among it, comes from bytes.

#![forbid(unsafe_code)]

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The state of splitmix64.
    Seed(u64),
    /// Bytes that are not used yet, the next one last.
    Bytes(Vec<u8>),
}

impl Rng {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1;
        Rng(Source::Seed(state))
    }

    /// The stream of a seed and a number.
    #[must_use]
    pub fn of(seed: u64, number: u64) -> Self {
        let start = Rng::new(seed).bits();
        Rng::new(start ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The stream that a string of bytes is: zeros for ever where it is at its end.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Rng(Source::Bytes(bytes.iter().rev().copied().collect()))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        match &mut self.0 {
            Source::Seed(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                z ^ (z >> 31)
            }
            Source::Bytes(_) => self.bytes(8),
        }
    }

    /// A number below `bound`, or 0. It takes as many bytes as `bound` has, so that one byte of a
    /// string decides one thing.
    pub fn below(&mut self, bound: usize) -> usize {
        let bits = match self.0 {
            Source::Seed(_) => self.bits(),
            Source::Bytes(_) => self.bytes(bound.saturating_sub(1).max(1).ilog2() / 8 + 1),
        };
        (bits % bound.max(1) as u64) as usize
    }

    fn bytes(&mut self, count: u32) -> u64 {
        let Source::Bytes(rest) = &mut self.0 else {
            return 0;
        };
        (0..count).fold(0, |bits, _| bits << 8 | u64::from(rest.pop().unwrap_or(0)))
    }

    /// A number of a range that includes both ends.
    pub fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// A number from -1 to 1.
    pub fn float(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Draws one of a hundred chances, of which `percent` are good. Returns true for a good one.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// One of several by weight.
    pub fn weighted<T: Copy>(&mut self, from: &[(usize, T)]) -> T {
        let sum: usize = from.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(sum);
        for &(weight, item) in from {
            if at < weight {
                return item;
            }
            at -= weight;
        }
        unreachable!("the weights add up to their sum")
    }

    /// The numbers below `len` in any order.
    pub fn permutation(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        for i in (1..len).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn every_number_is_below_its_bound_also_when_the_bytes_are_used_up() {
        let mut rng = Rng::from_bytes(&[255, 7, 1, 2]);
        assert_eq!(rng.below(10), 5);
        assert_eq!(rng.below(256), 7);
        assert_eq!(rng.below(1000), 258);
        assert_eq!(rng.below(1000), 0);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick(&['a', 'b']), &'a');
        assert_eq!(rng.bits(), 0);
    }

    #[test]
    fn seeds_and_numbers_have_streams_of_their_own() {
        let streams = [Rng::new(1), Rng::new(2), Rng::of(1, 0), Rng::of(1, 1)];
        let mut first = streams.map(|mut rng| rng.bits());
        first.sort_unstable();
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn numbers_fill_their_range_evenly() {
        let mut rng = Rng::new(3);
        let mean = (0..10_000).map(|_| rng.float()).sum::<f64>() / 1e4;
        assert!(mean.abs() < 0.02, "{mean}");
        let order = rng.permutation(100);
        assert!(order.iter().enumerate().any(|(at, &to)| at != to));
        let mut sorted = order;
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..100));
        let light = (0..1000).filter(|_| rng.weighted(&[(9, false), (1, true)]));
        assert!((50..150).contains(&light.count()));
    }
}
