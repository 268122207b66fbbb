//! Strings of bytes: at random, and with changes.

use crate::Choices;

/// A source of strings of bytes that is the same on every run.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The source of that number.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A string of at most so many bytes.
    pub fn string(&mut self, most: usize) -> Vec<u8> {
        let length = usize::from(self.byte()) << 8 | usize::from(self.byte());
        (0..length % (most + 1)).map(|_| self.byte()).collect()
    }

    fn byte(&mut self) -> u8 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.to_be_bytes()[0]
    }
}

/// Counts as they stand in data, in either order of bytes.
const COUNTS: &[[u8; 4]] = &[[0; 4], [0xff; 4], [0xff, 0xff, 0xff, 0x7f], [0x80, 0, 0, 0]];

/// Changes some of the bytes: other bytes, pieces left out, doubled or moved, numbers at their
/// limits.
pub fn mutated(data: &[u8], choices: &mut Choices<'_>) -> Vec<u8> {
    let mut data = data.to_vec();
    for _ in 0..=choices.below(6) {
        let start = choices.below(data.len());
        let end = data.len().min(start + choices.below(16));
        match choices.below(7) {
            _ if data.is_empty() => data.push(0),
            0 => data[start] = choices.below(256).to_le_bytes()[0],
            1 => data[start] ^= 1 << choices.below(8),
            2 => drop(data.drain(start..end)),
            3 => data.extend_from_within(start..end),
            4 => data.truncate(start),
            5 => {
                let count = choices.one(COUNTS);
                let places = data.len().min(start + 4) - start;
                data[start..start + places].copy_from_slice(&count[..places]);
            }
            _ => data.insert(start, choices.one(b"\0\n\r,;-+.0e9\" \xff")),
        }
    }
    data
}
