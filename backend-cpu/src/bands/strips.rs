//! Strips: the bands that one thread does in order.

use std::ops::Range;

/// The strips that a thread has where bands hold rows of arrays that they write.
///
/// `bands-that-write-what-they-read.md`.
const STRIPS_OF_THREAD: usize = 4;

/// The strips of some rows: as many bands each as one thread does in order.
#[derive(Clone, Copy)]
pub(super) struct Strips {
    pub(super) count: usize,
    /// The rows of each but the last.
    pub(super) len: usize,
    all: usize,
}

impl Strips {
    /// The strips of bands of so many rows: each is one band, unless bands wait for each other.
    pub(super) fn of(all: usize, rows: usize, are_bands: bool, threads: usize) -> Strips {
        let bands = all.div_ceil(rows);
        let bands_of_strip = match (are_bands, threads) {
            (true, _) => 1,
            (false, 1) => bands,
            (false, threads) => bands.div_ceil(threads * STRIPS_OF_THREAD),
        };
        Strips {
            count: bands.div_ceil(bands_of_strip),
            len: rows * bands_of_strip,
            all,
        }
    }

    /// The rows of a strip.
    pub(super) fn rows(&self, number: usize) -> Range<usize> {
        let start = number * self.len;
        start..self.all.min(start + self.len)
    }
}
