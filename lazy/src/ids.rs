//! Maps whose keys are numbers of our own: their hashes need no secret, and take a multiplication.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map by numbers of our own.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Product>>;

/// A set of numbers of our own.
pub(crate) type Set<K> = HashSet<K, BuildHasherDefault<Product>>;

/// An odd number whose bits look random: the golden ratio's.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hash that multiplies word by word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Product(u64);

impl Hasher for Product {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.write_u64(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        for byte in words.remainder() {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        // The best bits are the upper ones, and a table takes the lower ones too.
        self.0 ^ (self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::Product;
    use std::collections::BTreeSet;
    use std::hash::Hasher;

    #[test]
    fn numbers_that_count_up_have_other_hashes() {
        let hash = |id: u64| {
            let mut hasher = Product::default();
            hasher.write_u64(id);
            hasher.finish()
        };
        let low: BTreeSet<u64> = (0..4096).map(|id| hash(id) & 0xfff).collect();
        assert!(low.len() > 2000, "{}", low.len());
        let high: BTreeSet<u64> = (0..128).map(|id| hash(id) >> 57).collect();
        assert!(high.len() > 60, "{}", high.len());
    }

    #[test]
    fn bytes_are_words() {
        let mut bytes = Product::default();
        bytes.write(&[1, 0, 0, 0, 0, 0, 0, 0, 7]);
        let mut words = Product::default();
        words.write_u64(1);
        words.write_u64(7);
        assert_eq!(bytes.finish(), words.finish());
    }
}
