//! Bands as text.

use super::{Band, Halo, Part};
use crate::nest::Nest;

impl Band {
    /// Its lines in the text of a schedule.
    pub(crate) fn text(&self, nest: &Nest) -> String {
        let loops: Vec<String> = self.loops.iter().map(usize::to_string).collect();
        let (loops, rows) = (loops.join(" "), self.rows.name(nest));
        let mut text = format!("band of loops {loops}, by rows of {rows}\n");
        for (what, parts) in [
            ("given", &self.sources),
            ("kept", &self.kept),
            ("made", &self.results),
            ("written", &self.provided),
        ] {
            let names = parts.iter().map(|part| part.shown(nest));
            let names: Vec<String> = names.collect();
            if !names.is_empty() {
                text.push_str(&format!("  {what}: {}\n", names.join(" ")));
            }
        }
        let totals = nest
            .loops()
            .filter(|nested| self.totals.contains(&nested.number));
        let folds = totals.flat_map(|nested| &nested.folds);
        let totals: Vec<String> = folds.map(|fold| fold.name.to_string()).collect();
        if !totals.is_empty() {
            text.push_str(&format!("  totals: {}\n", totals.join(" ")));
        }
        let held = self.held.iter().map(|held| {
            let name = &nest.arrays[held.home].name;
            match held.old {
                Some(Halo { more, .. }) if more > 0 => format!("{name} (and {more})"),
                Some(_) => name.to_string(),
                None => format!("{name} (none)"),
            }
        });
        let held: Vec<String> = held.collect();
        if !held.is_empty() {
            text.push_str(&format!("  written behind old rows: {}\n", held.join(" ")));
        }
        text
    }
}

impl Part {
    /// Its name, and the rows that a band needs of it more than its own.
    fn shown(&self, nest: &Nest) -> String {
        let name = &nest.arrays[self.array].name;
        match self.halo.more {
            0 => name.to_string(),
            more => format!("{name} (and {more})"),
        }
    }
}
