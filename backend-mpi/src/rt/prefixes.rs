//! The messages by which the prefixes of scans come to processes.
//!
//! The prefix that enters a process is the fold of all blocks to the left of it, one after the other, so
//! that no process can send the fold of its own blocks in their place. It comes in one of two ways. In a
//! *chain* a process takes the prefix from its left, and hands on the one that leaves its last block:
//! as many latencies as processes. By *doubling* it has the aggregates of the blocks of more and more
//! processes: its own ones first, then those of twice as many in each round, until the range begins with
//! the first block of all. That is as many latencies as the number of processes has binary digits, and
//! the bytes of nearly all aggregates.

use super::Part;
use super::outcome::{Totals, put_totals};
use fusus_cpu::Fault;

/// The first byte of a message: a failure follows.
const FAILED: u8 = 0;

/// The first byte of a message: the prefix behind the last block of the sender follows.
const PREFIX: u8 = 1;

/// The first byte of a message: the aggregates of the last blocks up to that of the sender follow.
const AGGREGATES: u8 = 2;

/// The bytes that take as long as the latency of a message. Two cores of a Xeon needed 2.4 µs for a
/// message and 0.51 ns for a byte, 4,700 bytes, and those of an EPYC 1.0 µs and 0.47 ns; networks have
/// the latency of more bytes.
const BYTES_OF_LATENCY: usize = 4096;

/// The processes that have blocks, from left to right.
pub(super) struct Line {
    ranks: Vec<usize>,
    /// The place of this process among them.
    place: usize,
}

impl Line {
    /// The process so many places to the left.
    pub(super) fn left(&self, by: usize) -> Option<usize> {
        Some(self.ranks[self.place.checked_sub(by)?])
    }

    /// The process so many places to the right.
    pub(super) fn right(&self, by: usize) -> Option<usize> {
        self.ranks.get(self.place + by).copied()
    }
}

/// Returns true if doubling takes less time than a chain, for so many processes and bytes of all aggregates.
fn doubles(processes: usize, bytes: usize) -> bool {
    let rounds = processes.next_power_of_two().ilog2() as usize;
    let fewer = processes.saturating_sub(1 + rounds);
    bytes < fewer.saturating_mul(BYTES_OF_LATENCY)
}

/// The prefixes of some blocks, from the first one on, and that which leaves the last of them.
pub(super) fn through<P: Copy, A: Totals>(
    first: P,
    aggregates: &[u8],
    leave: &impl Fn(P, A) -> P,
) -> (Vec<P>, P) {
    let mut prefix = first;
    let aggregates = aggregates.chunks_exact(A::BYTES).map(A::read);
    let prefixes = aggregates.map(|aggregate| {
        let own = prefix;
        prefix = leave(prefix, aggregate);
        own
    });
    (prefixes.collect(), prefix)
}

impl Part {
    /// The processes that have blocks, if this is one of them.
    pub(super) fn line(&self) -> Option<Line> {
        let rank = self.world.rank();
        let has_blocks = |rank: &usize| self.bounds[*rank] < self.bounds[*rank + 1];
        let ranks: Vec<usize> = (0..self.world.size()).filter(has_blocks).collect();
        let place = ranks.binary_search(&rank).ok()?;
        Some(Line { ranks, place })
    }

    /// Returns true if the prefixes of a loop with aggregates of so many bytes come by doubling. All
    /// processes find the same.
    pub(super) fn doubles(&self, line: &Line, bytes: usize) -> bool {
        let len = self.bounds[self.world.size()] as usize;
        doubles(
            line.ranks.len(),
            len.div_ceil(self.block).saturating_mul(bytes),
        )
    }

    /// A message, or that this process or one to the left has failed.
    fn letter(&self, kind: u8, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut letter = Vec::new();
        match self.failed.get() {
            Some(fault) => {
                letter.push(FAILED);
                letter.extend(fault.to_message());
            }
            None => {
                letter.push(kind);
                write(&mut letter);
            }
        }
        letter
    }

    /// The message of a process to the left, and its kind; `None` if it says that one has failed.
    fn kind_from(&self, rank: usize) -> Option<(u8, Vec<u8>)> {
        let mut letter = self.world.receive_bytes(rank);
        let kind = letter.remove(0);
        if kind == FAILED {
            let fault = Fault::of_message(&letter);
            let fault = fault.expect("a process of the same program says how it failed");
            self.failed.get_or_init(|| fault);
            self.left_failed.set(true);
            return None;
        }
        Some((kind, letter))
    }

    /// The prefix that a process hands on, as bytes; `None` if it has failed.
    pub(super) fn letter_from(&self, rank: usize) -> Option<Vec<u8>> {
        Some(self.kind_from(rank)?.1)
    }

    /// Hands a prefix on to a process, or a failure.
    pub(super) fn send_prefix<P: Totals>(&self, rank: usize, prefix: Option<&P>) {
        let letter = self.letter(PREFIX, |letter| {
            let prefix = prefix.expect("a process that has not failed has a prefix");
            put_totals(letter, prefix);
        });
        self.world.send_bytes(rank, letter);
    }

    /// The prefix that enters this process, by doubling, where `seed` is that of the first block of all and
    /// `own` the aggregates of the blocks of this process.
    pub(super) fn doubled<P: Totals + Copy, A: Totals>(
        &self,
        line: &Line,
        own: &[u8],
        seed: P,
        leave: &impl Fn(P, A) -> P,
    ) -> P {
        let mut first = (line.place == 0).then_some(seed);
        // The aggregates of blocks to the left, as far as they are known.
        let mut known: Vec<u8> = Vec::new();
        let mut by = 1;
        while by < line.ranks.len() {
            let right = line.right(by);
            self.world.sending(right, 1, |send| {
                if right.is_some() {
                    send(match first {
                        Some(first) => self.letter(PREFIX, |letter| {
                            put_totals(letter, &through(first, own, leave).1);
                        }),
                        None => self.letter(AGGREGATES, |letter| {
                            letter.extend_from_slice(&known);
                            letter.extend_from_slice(own);
                        }),
                    });
                }
                let Some(left) = line.left(by) else {
                    return;
                };
                match self.kind_from(left) {
                    Some((PREFIX, letter)) => {
                        first = Some(through(P::read(&letter), &known, leave).1);
                    }
                    Some((_, letter)) => known.splice(..0, letter).for_each(drop),
                    // Nobody reads it: from here on, this process says that one has failed.
                    None => first = Some(seed),
                }
            });
            by *= 2;
        }
        first.expect("the last message to come is the prefix of all before")
    }
}

#[cfg(test)]
mod tests {
    use super::doubles;

    /// Over 4 processes as many bytes as one latency, over 1024 those of a thousand.
    #[test]
    fn few_processes_and_many_blocks_make_a_chain() {
        for (processes, most) in [
            (1, 0),
            (2, 0),
            (3, 0),
            (4, 1),
            (5, 1),
            (8, 4),
            (64, 57),
            (1024, 1013),
        ] {
            assert!(!doubles(processes, most * 4096), "{processes} processes");
            assert!(
                most == 0 || doubles(processes, most * 4096 - 1),
                "{processes} processes"
            );
        }
    }
}
