//! Arguments at random, the same ones in every run.

/// Marsaglia's xorshift with a multiplication at the end.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a number between two: evenly over the line, or, if both have one sign, evenly over
    /// the numbers that there are.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        let is_even = self.bits() >> 63 == 0;
        if is_even || low.is_sign_negative() != high.is_sign_negative() {
            let unit = (self.bits() >> 11) as f64 / 2_f64.powi(53);
            return (low + unit * (high - low)).clamp(low, high);
        }
        let (first, last) = (low.abs().to_bits(), high.abs().to_bits());
        let (first, last) = (first.min(last), first.max(last));
        let bits = first + self.bits() % (last - first + 1);
        f64::from_bits(bits).copysign(low)
    }
}
