//! Letters for several arrays: the bytes of each stand behind those of the one before.

use crate::peers::Letters;

/// The numbers of bytes that come for each array from each process.
pub(super) struct Lens(Vec<Vec<u64>>);

impl Lens {
    pub(super) fn of(each: impl Iterator<Item = Vec<u64>>) -> Lens {
        Lens(each.collect())
    }

    /// The number of bytes that come for all arrays from each of so many processes.
    pub(super) fn of_all(&self, processes: usize) -> Vec<u64> {
        let of_rank = |rank: usize| self.0.iter().map(|lens| lens[rank]).sum();
        (0..processes).map(of_rank).collect()
    }

    /// Hands out the bytes that have come, those for each array from each process with its number.
    pub(super) fn divide(&self, received: &Letters<'_>, mut take: impl FnMut(usize, &[&[u8]])) {
        let mut rest: Vec<&[u8]> = received.iter().map(|bytes| &bytes[..]).collect();
        for (number, lens) in self.0.iter().enumerate() {
            let own = rest.iter_mut().zip(lens).map(|(rest, len)| {
                let own;
                (own, *rest) = rest.split_at(*len as usize);
                own
            });
            take(number, &own.collect::<Vec<&[u8]>>());
        }
    }
}
