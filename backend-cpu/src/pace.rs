//! The pace of a loop: the time that a position took the last time, or an operation of its terms.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::tick;

/// A loop that takes so many nanoseconds pays for waking another thread.
///
/// `limits-without-a-measurement.md`: with looks at the clock from an eighth or a half of it on, runs
/// take as long, or up to 1.06 times as long.
const WORTHWHILE: f32 = 30_000.0;

/// So many runs of a loop in a row were not worth another thread before it is run without a look at
/// the clock. One that is cheap and expensive by turns never is.
///
/// `limits-without-a-measurement.md`: where 30 cheap runs and 30 expensive ones take turns, eight
/// take 1.6 times as long, and a loop that is always cheap gains nothing by fewer.
const SETTLED: u32 = 64;

/// Of the runs of a loop that is not worth another thread one in so many is timed, and one in so many
/// looks at the coarse clock where none is timed.
///
/// `limits-without-a-measurement.md`: with 4 a map of ten elements takes 1.09 times as long, and 8
/// to 128 are alike.
const SELDOM: u32 = 16;

/// The time that a position of a loop took, as last seen, or an operation of its terms where their number
/// is known when the loop begins: it counts as a position then. Each loop of a program has one.
///
/// The text of a program says how many operations a position takes only where it calls nothing
/// unknown and contains no loop. The pace says it for the rest: it decides which threads take part
/// in a loop, and never how the loop is cut, so that it changes no bits of any result.
#[derive(Debug)]
pub struct Pace {
    /// Nanoseconds, as the bits of an `f32`; those of a NaN before the first time. It orders no
    /// memory.
    nanoseconds: AtomicU32,
    /// The tick of the coarse clock in which the loop was last not worth another thread, and
    /// the number of such runs in a row in that tick.
    tick: AtomicU32,
    runs: AtomicU32,
}

impl Pace {
    /// The pace of a loop that has never run.
    #[must_use]
    pub const fn new() -> Pace {
        Pace {
            nanoseconds: AtomicU32::new(f32::NAN.to_bits()),
            tick: AtomicU32::new(0),
            runs: AtomicU32::new(0),
        }
    }

    /// Returns true if `positions` more are worth another thread; `None` if the loop has never been
    /// timed.
    #[inline]
    pub(crate) fn is_worthwhile(&self, positions: f32) -> Option<bool> {
        let nanoseconds = f32::from_bits(self.nanoseconds.load(Ordering::Relaxed));
        (!nanoseconds.is_nan()).then(|| is_worthwhile(nanoseconds * positions))
    }

    /// Returns whether a run of so many positions should be timed: always, unless the last time
    /// says that they take less time than pays for another thread; then seldom, for those that
    /// begin to take longer.
    #[inline]
    pub(crate) fn is_due(&self, positions: f32) -> bool {
        self.is_worthwhile(positions) != Some(false) || is_seldom()
    }

    /// Returns true if a run of so many positions need not be watched: the last runs in this tick
    /// of the coarse clock were all not worth another thread, and this one would not be. Few
    /// runs look at that clock. A loop that begins to take longer is noticed in the next tick, some
    /// milliseconds later, or some runs after it.
    #[inline]
    pub(crate) fn is_settled(&self, positions: f32) -> bool {
        let is_cheap = self.runs.load(Ordering::Relaxed) >= SETTLED
            && self.is_worthwhile(positions) == Some(false);
        is_cheap && (!is_seldom() || self.is_in_last_tick())
    }

    /// Returns true if the tick of the coarse clock is that of the last cheap run.
    #[inline(never)]
    fn is_in_last_tick(&self) -> bool {
        tick::now() == Some(self.tick.load(Ordering::Relaxed))
    }

    /// Records that `positions` took so many nanoseconds.
    #[inline]
    pub(crate) fn record(&self, nanoseconds: f32, positions: f32) {
        let each = nanoseconds / positions;
        if each.is_finite() {
            self.nanoseconds.store(each.to_bits(), Ordering::Relaxed);
            self.count(nanoseconds);
        }
    }

    /// Counts a run that took so long. Of two threads that count at the same time one may count for
    /// nothing.
    fn count(&self, nanoseconds: f32) {
        let runs = match tick::now() {
            Some(now) if !is_worthwhile(nanoseconds) => {
                match self.tick.swap(now, Ordering::Relaxed) == now {
                    true => self.runs.load(Ordering::Relaxed).saturating_add(1),
                    false => 1,
                }
            }
            _ => 0,
        };
        self.runs.store(runs, Ordering::Relaxed);
    }
}

impl Default for Pace {
    fn default() -> Self {
        Pace::new()
    }
}

/// Returns true once in [`SELDOM`] times, on average.
///
/// By chance, as loops may follow one another in any order; and by chance of the thread, as threads
/// that count together would wait for each other's cache.
#[inline]
fn is_seldom() -> bool {
    thread_local! {
        static STATE: Cell<u32> = const { Cell::new(0) };
    }
    // The generator of Knuth, of which the high bits are the good ones.
    let next = STATE
        .get()
        .wrapping_mul(1_664_525)
        .wrapping_add(1_013_904_223);
    STATE.set(next);
    next < u32::MAX / SELDOM
}

/// Returns true if work of so many nanoseconds is worth another thread.
#[inline]
pub(crate) fn is_worthwhile(nanoseconds: f32) -> bool {
    nanoseconds >= WORTHWHILE
}

#[cfg(test)]
mod tests {
    use super::{Pace, SETTLED};
    use crate::tick;

    #[test]
    fn a_loop_that_was_never_timed_is_unknown() {
        assert_eq!(Pace::new().is_worthwhile(1e9), None);
    }

    #[test]
    fn the_last_time_counts() {
        let pace = Pace::new();
        pace.record(1e6, 10.0);
        assert_eq!(pace.is_worthwhile(10.0), Some(true));
        assert_eq!(pace.is_worthwhile(0.01), Some(false));
        pace.record(100.0, 100.0);
        assert_eq!(pace.is_worthwhile(10.0), Some(false));
    }

    #[test]
    fn short_runs_are_seldom_timed() {
        let pace = Pace::new();
        assert!(pace.is_due(1.0), "it was never timed");
        pace.record(100.0, 100.0);
        assert!(pace.is_due(40_000.0), "40 µs");
        let timed = (0..1600).filter(|_| pace.is_due(1000.0)).count();
        assert!((50..200).contains(&timed), "{timed} of 1600");
    }

    #[test]
    fn a_loop_is_settled_after_some_cheap_runs_and_by_no_expensive_one() {
        let cheap = |pace: &Pace, runs| {
            // All of them are in one tick, sooner or later.
            (0..1000).any(|_| {
                (0..runs).for_each(|_| pace.record(100.0, 100.0));
                pace.is_settled(100.0)
            })
        };
        let has_clock = tick::now().is_some();
        let pace = Pace::new();
        assert!(!pace.is_settled(100.0), "it was never timed");
        assert_eq!(cheap(&pace, SETTLED), has_clock);
        assert!(!pace.is_settled(1e6), "1 ms");
        pace.record(1e6, 100.0);
        assert!(!pace.is_settled(100.0) && !pace.is_settled(0.01));
        pace.record(100.0, 100.0);
        assert!(!pace.is_settled(100.0), "one cheap run is not enough");
        pace.record(1e6, 100.0);
        assert_eq!(cheap(&pace, SETTLED), has_clock);
    }

    #[test]
    fn nothing_in_no_time_says_nothing() {
        let pace = Pace::new();
        pace.record(0.0, 0.0);
        assert_eq!(pace.is_worthwhile(10.0), None);
    }
}
