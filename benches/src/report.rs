//! The results of a run of the suite.

use crate::race::Outcome;
use crate::target::{Nature, Scale, Verdict, verdicts};

/// One program at one size.
#[derive(Clone, Debug)]
pub struct Row {
    /// The program.
    pub program: &'static str,
    /// The number of elements.
    pub size: usize,
    /// The size class of that number on the machine.
    pub scale: Scale,
    /// The number of cores that others kept busy meanwhile.
    pub others: Option<f64>,
    /// The times.
    pub outcome: Outcome,
    /// The goals, and whether they were met.
    pub verdicts: Vec<Verdict>,
}

impl Row {
    /// Judges a race, in which some columns have the code of fusus by another strategy.
    #[must_use]
    pub fn new(
        program: &'static str,
        nature: Nature,
        (size, scale): (usize, Scale),
        others: Option<f64>,
        outcome: Outcome,
        same_code: &[&'static str],
    ) -> Self {
        let mut verdicts = verdicts(nature, scale, &outcome);
        for verdict in &mut verdicts {
            verdict.has_same_code = same_code.contains(&verdict.against);
        }
        Row {
            program,
            size,
            scale,
            others,
            outcome,
            verdicts,
        }
    }

    /// Returns true if another plan of the program was faster.
    #[must_use]
    pub fn has_defect(&self) -> bool {
        self.verdicts.iter().any(Verdict::is_defect)
    }

    /// Takes note of one more race. A plan that was faster is still faster only if it was so in
    /// this one, too: that of the two races counts in which it was less so.
    pub fn repeat(&mut self, outcome: &Outcome) {
        let defects = self
            .verdicts
            .iter_mut()
            .filter(|verdict| verdict.is_defect());
        for verdict in defects {
            if let Some(found) = outcome.speed(verdict.against) {
                verdict.repeat(found);
            }
        }
    }
}

/// A number of elements, short: `10^6`, `2*10^7`, `123`.
#[must_use]
pub fn short(size: usize) -> String {
    let zeros = size.checked_ilog10().unwrap_or(0);
    for exponent in (3..=zeros).rev() {
        let power = 10_usize.pow(exponent);
        if size.is_multiple_of(power) {
            let factor = size / power;
            return if factor == 1 {
                format!("10^{exponent}")
            } else {
                format!("{factor}*10^{exponent}")
            };
        }
    }
    size.to_string()
}

/// A time with three digits and a unit.
#[must_use]
pub fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// A number with about three digits.
#[must_use]
pub fn digits(value: f64) -> String {
    let decimals = match value {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let sizes = [0, 1, 100, 2000, 10_000, 1_000_000, 20_000_000, 16_385];
        let short = sizes.map(short).join(" ");
        assert_eq!(short, "0 1 100 2*10^3 10^4 10^6 2*10^7 16385");
        assert_eq!(time(1.234e-9), "1.23 ns");
        assert_eq!(time(0.012_34), "12.3 ms");
        assert_eq!(time(123.4), "123 s");
        assert_eq!(digits(9.996), "10.0");
    }
}
