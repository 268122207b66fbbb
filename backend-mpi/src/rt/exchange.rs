//! One exchange for all reads of a loop.

use super::Part;
use super::letters::Lens;
use crate::peers::Letters;
use fusus_cpu::Rounds;
use std::cell::Cell;
use std::ops::Range;

/// Elements that come to this process before a loop, or while it is done.
pub trait Awaited {
    /// Returns true if they come to any process.
    fn is_needed(&self) -> bool;

    /// The positions of this process, from its first one on, that need none of them, as far as they
    /// begin and end with blocks.
    fn inner(&self) -> Range<usize>;

    /// Returns the bytes that go to each process for it.
    fn leaving(&self) -> Vec<Vec<u8>>;

    /// Returns the number of bytes that come from each process.
    fn arriving(&self) -> Vec<u64>;

    /// Takes the bytes that have come from each process.
    fn take(&self, from: &[&[u8]]);
}

impl Part {
    /// Brings what the reads of a loop await, with one message at most from each process to each.
    /// Collective, unless nobody needs anything.
    pub fn exchange(&self, awaited: &[&dyn Awaited]) {
        self.during(awaited, |rounds| (rounds.wait)());
    }

    /// Does a loop while the elements come that its reads await: blocks that need none of them first.
    /// All messages have come when this returns, also if the loop fails or panics. Collective, unless
    /// nobody needs anything.
    pub fn during<R>(&self, awaited: &[&dyn Awaited], job: impl FnOnce(Rounds<'_>) -> R) -> R {
        let (mut job, mut result) = (Some(job), None);
        self.in_rounds(awaited, &mut |rounds| {
            result = job.take().map(|job| job(rounds));
        });
        result.expect("the loop has been done")
    }

    /// Behind a pointer, so that messages are not compiled anew for each loop.
    fn in_rounds(&self, awaited: &[&dyn Awaited], job: &mut dyn FnMut(Rounds<'_>)) {
        if !awaited.iter().any(|elements| elements.is_needed()) {
            return job(Rounds {
                first: (0, usize::MAX),
                wait: &|| {},
            });
        }
        let mut lists = vec![Vec::new(); self.world.size()];
        for elements in awaited {
            for (list, own) in lists.iter_mut().zip(elements.leaving()) {
                match list.is_empty() {
                    true => *list = own,
                    false => list.extend(own),
                }
            }
        }
        let lens = Lens::of(awaited.iter().map(|elements| elements.arriving()));
        let arriving = lens.of_all(self.world.size());
        let take = |received: Letters<'_>| {
            lens.divide(&received, |number, own| awaited[number].take(own));
        };
        let inner = awaited.iter().map(|elements| elements.inner());
        let inner = inner.reduce(|a, b| a.start.max(b.start)..a.end.min(b.end));
        let inner = inner.unwrap_or(0..0);
        let first = (
            inner.start.div_ceil(self.block),
            inner.end.div_ceil(self.block),
        );
        self.world.exchange_during(lists, &arriving, |arrive| {
            let arrive = Cell::new(Some(arrive));
            job(Rounds {
                first,
                wait: &|| {
                    if let Some(arrive) = arrive.take() {
                        take(arrive());
                    }
                },
            });
        });
    }
}
