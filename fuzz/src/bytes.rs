//! Strings of bytes: at random, and with changes.

use fusus_rng::Rng;

/// A random string of at most so many bytes.
pub fn string(rng: &mut Rng, most: usize) -> Vec<u8> {
    let length = rng.below(most + 1);
    (0..length).map(|_| rng.bits().to_le_bytes()[0]).collect()
}

/// Counts as they stand in data, in either order of bytes.
const COUNTS: &[[u8; 4]] = &[[0; 4], [0xff; 4], [0xff, 0xff, 0xff, 0x7f], [0x80, 0, 0, 0]];

/// Changes some of the bytes: other bytes, pieces left out, doubled or moved, numbers at their
/// limits.
pub fn mutated(data: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut data = data.to_vec();
    for _ in 0..=rng.below(6) {
        let start = rng.below(data.len());
        let end = data.len().min(start + rng.below(16));
        match rng.below(7) {
            _ if data.is_empty() => data.push(0),
            0 => data[start] = rng.below(256).to_le_bytes()[0],
            1 => data[start] ^= 1 << rng.below(8),
            2 => drop(data.drain(start..end)),
            3 => data.extend_from_within(start..end),
            4 => data.truncate(start),
            5 => {
                let count = *rng.pick(COUNTS);
                let places = data.len().min(start + 4) - start;
                data[start..start + places].copy_from_slice(&count[..places]);
            }
            _ => data.insert(start, *rng.pick(b"\0\n\r,;-+.0e9\" \xff")),
        }
    }
    data
}
