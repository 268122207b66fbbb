//! A source of random numbers of our own, so that seeds mean the same for ever.

/// splitmix64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    /// The stream of a seed and a number.
    #[must_use]
    pub fn of(seed: u64, number: u64) -> Self {
        let mut rng = Rng::new(seed);
        let start = rng.bits();
        Rng::new(start ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// A number of a range that includes both ends.
    pub fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
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
}
