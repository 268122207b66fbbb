//! The bound that memory sets: reading and writing as many bytes as a program must, and nothing
//! else.

use std::array;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::blocks::{self, BLOCK, Shared};
use crate::memory;
use crate::wide::wide;

/// The memory traffic of one loop, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Bytes read.
    pub read: usize,
    /// Bytes written.
    pub written: usize,
}

/// The place that the last pass writes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Memory that is allocated each time.
    Fresh,
    /// Memory that is there.
    Provided,
    /// The memory that it reads, or a part of it.
    Read,
}

/// Memory to move.
#[derive(Debug)]
pub struct Traffic {
    source: Vec<u64>,
    passes: Vec<Pass>,
    place: Place,
    room: Vec<u64>,
}

impl Traffic {
    /// Passes over one source, which all of them read from its start; only the last one writes.
    #[must_use]
    pub fn new(passes: &[Pass], place: Place) -> Self {
        let read = passes.iter().map(|pass| pass.read).max().unwrap_or(0);
        let written = passes.last().map_or(0, |pass| pass.written);
        let (source, room) = match place {
            Place::Fresh => (read, 0),
            Place::Provided => (read, written),
            Place::Read => (read.saturating_sub(written), written),
        };
        Traffic {
            source: vec![1; words(source)],
            passes: passes.to_vec(),
            place,
            room: vec![1; words(room)],
        }
    }

    /// Moves everything once. Returns a value that must be kept for the reads to be made, and the fresh
    /// memory.
    pub fn run(&mut self) -> (u64, Vec<u64>) {
        let Some((last, others)) = self.passes.split_last() else {
            return (0, Vec::new());
        };
        let mut seen = 0;
        for pass in others {
            seen |= read(&self.source[..words(pass.read)]);
        }
        match self.place {
            Place::Provided => {
                let source = &self.source[..words(last.read)];
                // SAFETY: initialised words are words; `copy` writes nothing but words.
                let room = unsafe { &mut *(&raw mut self.room[..] as *mut [MaybeUninit<u64>]) };
                (seen | copy(source, room), Vec::new())
            }
            Place::Fresh => {
                let source = &self.source[..words(last.read)];
                let len = words(last.written);
                let mut fresh = memory::reserve::<u64>(len);
                seen |= copy(source, &mut fresh.spare_capacity_mut()[..len]);
                // SAFETY: `copy` has written the first `len` words, which are within the capacity.
                unsafe { fresh.set_len(len) };
                (seen, fresh)
            }
            Place::Read => (seen | change(&self.source, &mut self.room), Vec::new()),
        }
    }
}

fn words(bytes: usize) -> usize {
    bytes.div_ceil(size_of::<u64>())
}

/// Reads all of the source.
fn read(source: &[u64]) -> u64 {
    blocks::fold(
        source.len(),
        0,
        |positions| any(&source[positions]),
        |a, b| a | b,
    )
}

/// Reads all of the source and writes all of the room. A block has its part of both, so that
/// reading and writing mix as they do in a program.
fn copy(source: &[u64], room: &mut [MaybeUninit<u64>]) -> u64 {
    let (seen, len, shared) = (AtomicU64::new(0), room.len(), Shared::new(room));
    let count = source.len().max(len).div_ceil(BLOCK);
    let part = |block: usize, len: usize| len * block / count..len * (block + 1) / count;
    blocks::each_number(count, |block| {
        // SAFETY: the parts of blocks are disjoint.
        let room = unsafe { shared.part(part(block, len)) };
        let rest = copy_some(&source[part(block, source.len())], room);
        seen.fetch_or(any(rest), Ordering::Relaxed);
    });
    seen.into_inner()
}

/// Fills the room; returns the elements that it had no place for.
fn copy_some<'s>(source: &'s [u64], room: &mut [MaybeUninit<u64>]) -> &'s [u64] {
    let both = source.len().min(room.len());
    let (copies, rest) = room.split_at_mut(both);
    for (to, from) in copies.iter_mut().zip(source) {
        to.write(*from);
    }
    for to in rest {
        to.write(0);
    }
    &source[both..]
}

/// Reads all of the source and of the room, and writes all of the room.
fn change(source: &[u64], room: &mut [u64]) -> u64 {
    let (seen, len, shared) = (AtomicU64::new(0), room.len(), Shared::new(room));
    let count = source.len().max(len).div_ceil(BLOCK);
    let part = |block: usize, len: usize| len * block / count..len * (block + 1) / count;
    blocks::each_number(count, |block| {
        // SAFETY: the parts of blocks are disjoint.
        invert(unsafe { shared.part(part(block, len)) });
        seen.fetch_or(any(&source[part(block, source.len())]), Ordering::Relaxed);
    });
    seen.into_inner()
}

wide! {
    fn any(words: &[u64]) -> u64 {
        const LANES: usize = 32;
        let (whole, rest) = words.as_chunks::<LANES>();
        let lanes = whole.iter().fold([0; LANES], |seen, words| {
            array::from_fn(|lane| seen[lane] | words[lane])
        });
        lanes.iter().chain(rest).fold(0, |a, b| a | b)
    }

    fn invert(words: &mut [u64]) {
        for word in words {
            *word = !*word;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_written_whatever_is_read() {
        for (read, written) in [
            (0, 0),
            (8, 16),
            (24, 8),
            (1 << 20, 3 << 20),
            (3 << 20, 1 << 20),
        ] {
            let passes = [
                Pass {
                    read: 8,
                    written: 0,
                },
                Pass { read, written },
            ];
            let mut fresh = Traffic::new(&passes, Place::Fresh);
            let (_, room) = fresh.run();
            assert_eq!(room.len(), written / 8);
            assert_eq!(room.iter().sum::<u64>(), read.min(written) as u64 / 8);

            let mut into_buffer = Traffic::new(&passes, Place::Provided);
            into_buffer.room.fill(7);
            let _ = into_buffer.run();
            assert!(into_buffer.room == room);
        }
    }

    #[test]
    fn what_is_read_is_changed() {
        let pass = Pass {
            read: 3 << 20,
            written: 1 << 20,
        };
        let mut traffic = Traffic::new(&[pass], Place::Read);
        let _ = traffic.run();
        assert_eq!(
            (traffic.source.len(), traffic.room.len()),
            (2 << 17, 1 << 17)
        );
        assert!(traffic.room.iter().all(|word| *word == !1));
    }
}
