//! The watch of the thread that starts a loop: it times the blocks that this thread does, and says
//! when the rest is worth another thread.

use std::time::Instant;

use crate::blocks::Blocks;
use crate::pace::{self, Pace};

/// A time between two looks at the clock, in nanoseconds: long beside a look, short beside the
/// cost of another thread.
const SHORT: f32 = 1_000.0;
const LONG: f32 = 4.0 * SHORT;

/// The factor by which the number of blocks before the next look grows, if they took a short time.
const FASTER: usize = 4;

/// The blocks that one thread did of a shared loop, and how long they took, if that is measured.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    blocks: usize,
    nanoseconds: f32,
}

impl Sample {
    /// Does blocks, as many as `work` returns.
    #[inline]
    pub(crate) fn of(is_timed: bool, work: impl FnOnce() -> usize) -> Sample {
        let started = is_timed.then(Instant::now);
        let blocks = work();
        Sample {
            blocks,
            nanoseconds: started.map_or(0.0, nanoseconds_since),
        }
    }
}

/// Times the blocks of one thread.
pub(crate) struct Watch<'b> {
    pace: &'static Pace,
    blocks: &'b Blocks,
    started: Instant,
    /// The number of blocks before the next look.
    step: usize,
    /// The nanoseconds until the last look, and how many blocks were done then.
    until: f32,
    done: usize,
}

impl<'b> Watch<'b> {
    /// Starts the clock, if the loop is to be timed.
    #[inline]
    pub(crate) fn start(blocks: &'b Blocks) -> Option<Watch<'b>> {
        let pace = blocks.timed()?;
        Some(Watch {
            pace,
            blocks,
            started: Instant::now(),
            step: 1,
            until: 0.0,
            done: 0,
        })
    }

    /// The number of blocks before the next look at the clock.
    #[inline]
    pub(crate) fn step(&self) -> usize {
        self.step
    }

    /// Looks at the clock when `done` blocks are done. Says whether the others are worth another
    /// thread.
    #[inline]
    pub(crate) fn asks_for_help(&mut self, done: usize) -> bool {
        let now = self.nanoseconds();
        match now - self.until {
            took if took < SHORT => self.step *= FASTER,
            took if took > LONG => self.step = (self.step / FASTER).max(1),
            _ => {}
        }
        self.until = now;
        self.done = done;
        let left = self.blocks.count() - done;
        pace::is_worthwhile(now / done as f32 * left as f32)
    }

    /// Records the pace of this thread, which has done all of so many blocks alone.
    #[inline]
    pub(crate) fn record(self, done: usize) {
        let nanoseconds = match done == self.done {
            true => self.until,
            false => self.nanoseconds(),
        };
        self.pace
            .record(nanoseconds, self.blocks.positions_in(done));
    }

    /// Records the pace of this thread, which has shared the blocks behind the last look with
    /// others.
    ///
    /// The time that it takes to call them and to wait for them counts for nothing: a short loop
    /// that was slow once, and so was shared, would look slow ever after.
    #[inline]
    pub(crate) fn record_sample(self, sample: Sample) {
        let positions = self.blocks.positions_in(self.done + sample.blocks);
        self.pace.record(self.until + sample.nanoseconds, positions);
    }

    #[inline]
    fn nanoseconds(&self) -> f32 {
        nanoseconds_since(self.started)
    }
}

#[inline]
fn nanoseconds_since(started: Instant) -> f32 {
    started.elapsed().as_secs_f32() * 1e9
}

#[cfg(test)]
mod tests {
    use super::{Sample, Watch};
    use crate::blocks::{Blocks, Grain};
    use crate::pace::Pace;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn the_time_that_others_cost_is_not_that_of_positions() {
        static PACE: Pace = Pace::new();
        let len = 10_000;
        let blocks = Blocks::sequential(len, (1, 1), 1, Grain::Operations).shared(
            1,
            Grain::Operations,
            Some(&PACE),
            false,
        );
        let watch = Watch::start(&blocks).expect("a loop of unknown pace is timed");
        thread::sleep(Duration::from_millis(1));
        watch.record_sample(Sample {
            blocks: 1,
            nanoseconds: 100.0,
        });
        assert_eq!(PACE.is_worthwhile(len as f32), Some(false));
    }
}
