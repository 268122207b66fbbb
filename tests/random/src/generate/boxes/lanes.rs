//! Programs over the lanes of an array.

use super::parts::OPERATORS;
use super::{Maker, Side};

impl Maker<'_> {
    /// `map(|row| …, rows(a))`, and along any axis.
    pub(super) fn lanes(&mut self) -> Option<()> {
        let value = self.several()?;
        let rank = value.sides.len();
        let axis = self.rng.below(rank);
        let lanes = match (rank, axis, self.rng.percent(60)) {
            (2, 0, true) => format!("columns(#{})", value.step),
            (2, 1, true) => format!("rows(#{})", value.step),
            _ => format!("lanes({axis}, #{})", value.step),
        };
        let (start, operator) = *self.rng.pick(&OPERATORS);
        let fold = format!("fold({start}, {operator}, l)");
        let padding = self.padding();
        let mut outer = value.sides.clone();
        outer.remove(axis);
        let whole = value.sides.clone();
        let mut moved = value.sides.clone();
        moved[axis].cut += 1;
        let (program, sides): (String, Vec<Side>) = match self.rng.below(16) {
            0 | 1 => (format!("{fold} & 4095"), outer),
            2 => (
                format!(
                    "{{ let few = filter(|x| x % 3 != 1, l); \
                     (fold({start}, {operator}, few) ^ len(few) as i64) & 4095 }}"
                ),
                outer,
            ),
            3 | 4 => (
                format!(
                    "{{ let s = scan({start}, {operator}, l); map(|s, x| (s ^ x) & 4095, s, l) }}"
                ),
                whole,
            ),
            5 => (
                "map(|s| s & 4095, scan_exclusive(0, |a, b| a + b, map(|x| x & 255, l)))"
                    .to_owned(),
                whole,
            ),
            6 | 7 => (
                format!("{{ let top = {fold}; map(|x| (x ^ top) & 4095, l) }}"),
                whole,
            ),
            8 => (
                "{ let mean = sum(l) / (len(l) as i64 + 1); map(|x| (x - mean) & 4095, l) }"
                    .to_owned(),
                whole,
            ),
            9 => ("reverse(map(|x| x + 1, l))".to_owned(), whole),
            10 => (
                format!("map(|[a, b, c]| (a - 2 * b + c) & 4095, around(pad({padding}, l)))"),
                whole,
            ),
            11 => (
                format!("map(|x, y| (x ^ y) & 4095, l, at(pad({padding}, l), 1))"),
                whole,
            ),
            12 => (
                "recurrence(1, |y, x| (y * 3 + x) & 1023, l)".to_owned(),
                whole,
            ),
            13 => (
                "recurrence(2, |y, t| (y[t - 1] * 3 + l[t]) & 1023)".to_owned(),
                whole,
            ),
            14 => (
                "fold(0, i64::max, scan(0, |a, b| a + b, filter(|x| x > 3, l))) & 4095".to_owned(),
                outer,
            ),
            _ => ("generate(|t| (l[t + 1] - l[t]) & 4095)".to_owned(), moved),
        };
        let text = format!("let # = map(|l| {program}, {lanes});");
        self.add(&text, &[value.step], sides);
        Some(())
    }
}
