//! The goals of the suite, and whether a race met them.

use crate::column;
use crate::race::Outcome;

/// The resource that limits a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// Memory: maps and folds.
    Memory,
    /// Memory, and blocks that wait for those before them: scans and compaction.
    Chain,
    /// Arithmetic: there is nothing to learn from a copy.
    Arithmetic,
}

/// The facts about a program that decide its goals.
#[derive(Clone, Copy, Debug)]
pub struct Nature {
    /// Its limiting resource.
    pub bound: Bound,
    /// The least speed relative to unfused, if that was published.
    pub fused: Option<f64>,
}

/// The size class of a race's number of elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// So few that starting threads does not pay.
    Small,
    /// Enough work for all threads, in caches.
    Middle,
    /// Far more than caches hold.
    Large,
}

/// One target: met, or missed by how much.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The column that fusus is compared with, or `peak` for memory.
    pub against: &'static str,
    /// The speed of fusus relative to that column, or its memory in MiB.
    pub found: f64,
    /// The least that `found` may be, or the most for memory.
    pub needed: f64,
    /// True if the goal is met.
    pub met: bool,
    /// True if the column has the same code, by another strategy: that it is slower or faster is
    /// how far times repeat.
    pub has_same_code: bool,
}

impl Verdict {
    /// Returns true if it is a defect of the planner: the plan is slower than another plan of the
    /// program that the planner could have chosen, or than the plan on one thread.
    #[must_use]
    pub fn is_defect(&self) -> bool {
        self.found < EQUAL && PLANS.contains(&self.against) && !self.has_same_code
    }

    /// Returns true if the goal is missed, by other code.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        !self.met && !self.has_same_code
    }

    /// Takes the speed relative to the column from one more race, if it is higher there.
    pub(crate) fn repeat(&mut self, found: f64) {
        self.found = self.found.max(found);
        self.met = self.found >= self.needed;
    }
}

/// The columns that are the same program by other plans. None may be faster, at any size.
const PLANS: [&str; 3] = [column::SEQUENTIAL, column::UNFUSED, column::STREAM];

/// The name of [`Verdict::against`] for memory.
pub const PEAK: &str = "peak";

const EXPERT: f64 = 0.95;
/// The ratio from which speeds count as equal, given noise.
const EQUAL: f64 = 0.97;
const BY_HAND: f64 = 1.0 / 1.1;
const COPY_OF_MEMORY: f64 = 0.9;
const COPY_OF_CHAIN: f64 = 0.75;
const PEAK_MIB: f64 = 8.0;

/// Judges a race by all targets that apply.
#[must_use]
pub fn verdicts(nature: Nature, scale: Scale, outcome: &Outcome) -> Vec<Verdict> {
    let mut needed = Vec::new();
    if scale == Scale::Small {
        needed.push((column::BY_HAND, BY_HAND));
        needed.extend(PLANS.map(|name| (name, EQUAL)));
    } else {
        needed.push((column::EXPERT, EXPERT));
        let others = column::ALL.into_iter().filter(|name| {
            ![column::FUSUS, column::EXPERT, column::COPY, column::UNFUSED].contains(name)
        });
        needed.extend(others.map(|name| (name, EQUAL)));
        let published = nature.fused.filter(|_| scale == Scale::Large);
        needed.push((column::UNFUSED, published.unwrap_or(EQUAL)));
    }
    if scale == Scale::Large {
        match nature.bound {
            Bound::Memory => needed.push((column::COPY, COPY_OF_MEMORY)),
            Bound::Chain => needed.push((column::COPY, COPY_OF_CHAIN)),
            Bound::Arithmetic => {}
        }
    }
    let speeds = needed.into_iter().filter_map(|(against, needed)| {
        let found = outcome.speed(against)?;
        Some(Verdict {
            against,
            found,
            needed,
            met: found >= needed,
            has_same_code: false,
        })
    });
    let peak = outcome.peak.map(|bytes| {
        let found = mib(bytes);
        Verdict {
            against: PEAK,
            found,
            needed: PEAK_MIB,
            met: found <= PEAK_MIB,
            has_same_code: false,
        }
    });
    speeds.chain(peak).collect()
}

/// Bytes in MiB.
#[must_use]
pub fn mib(bytes: usize) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::Samples;

    fn outcome(columns: &[(&'static str, f64)], peak: usize) -> Outcome {
        let samples = columns.iter().map(|&(name, seconds)| Samples {
            name,
            seconds: vec![seconds],
        });
        Outcome {
            samples: samples.collect(),
            peak: Some(peak),
        }
    }

    fn missed(nature: Nature, scale: Scale, outcome: &Outcome) -> Vec<&'static str> {
        let verdicts = verdicts(nature, scale, outcome).into_iter();
        verdicts
            .filter(|verdict| !verdict.met)
            .map(|verdict| verdict.against)
            .collect()
    }

    #[test]
    fn a_plan_slower_than_another_one_is_a_defect_at_any_size() {
        let nature = Nature {
            bound: Bound::Chain,
            fused: None,
        };
        let outcome = outcome(
            &[
                (column::FUSUS, 1.0),
                (column::STREAM, 0.9),
                (column::EXPERT, 0.5),
            ],
            0,
        );
        for scale in [Scale::Small, Scale::Middle, Scale::Large] {
            let verdicts = verdicts(nature, scale, &outcome);
            let defects = verdicts.iter().filter(|verdict| verdict.is_defect());
            let defects: Vec<_> = defects.map(|verdict| verdict.against).collect();
            assert_eq!(defects, [column::STREAM]);
        }
    }

    #[test]
    fn a_plan_that_comes_to_the_same_code_is_no_defect() {
        let nature = Nature {
            bound: Bound::Memory,
            fused: None,
        };
        let outcome = outcome(&[(column::FUSUS, 1.0), (column::STREAM, 0.9)], 0);
        let of = |has_same_code| {
            let mut verdicts = verdicts(nature, Scale::Middle, &outcome);
            verdicts[0].has_same_code = has_same_code;
            (verdicts[0].is_defect(), verdicts[0].is_missed())
        };
        assert_eq!((of(false), of(true)), ((true, true), (false, false)));
    }

    #[test]
    fn targets_depend_on_the_scale() {
        let nature = Nature {
            bound: Bound::Memory,
            fused: Some(1.5),
        };
        let outcome = outcome(
            &[
                (column::FUSUS, 1.0),
                (column::EXPERT, 0.9),
                (column::BY_HAND, 0.92),
                (column::COPY, 0.8),
                (column::UNFUSED, 1.4),
            ],
            9 << 20,
        );
        assert_eq!(missed(nature, Scale::Small, &outcome), [PEAK]);
        assert_eq!(
            missed(nature, Scale::Middle, &outcome),
            [column::EXPERT, column::BY_HAND, PEAK]
        );
        assert_eq!(
            missed(nature, Scale::Large, &outcome),
            [
                column::EXPERT,
                column::BY_HAND,
                column::UNFUSED,
                column::COPY,
                PEAK
            ]
        );
        let chain = Nature {
            bound: Bound::Chain,
            fused: None,
        };
        assert_eq!(
            missed(chain, Scale::Large, &outcome),
            [column::EXPERT, column::BY_HAND, PEAK]
        );
    }
}
