//! Halos: the rows of arrays that the loops of a band need around those of the band.
//!
//! `across[[i + 2, j]]` needs, for the rows of a band, two rows of `across` more than the band has.
//! They are computed again by the band that follows, where they are rows of its own. The loop that
//! makes `across` runs over so many rows more, and needs as many more of what it reads.

use super::Taken;
use super::reads::Way;
use crate::nest::ArrayId;
use crate::ordered::OrderedMap;

/// The rows of an array for a band of some rows.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Halo {
    /// The first one, counted from the first row of the band.
    pub first: usize,
    /// The number of those that are more than the band has.
    pub more: usize,
}

impl Halo {
    /// The rows that lie so many behind these.
    fn behind(self, rows: usize) -> Halo {
        Halo {
            first: self.first + rows,
            ..self
        }
    }

    /// These rows and others, with those between them.
    fn and(self, other: Halo) -> Halo {
        let first = self.first.min(other.first);
        let end = (self.first + self.more).max(other.first + other.more);
        Halo {
            first,
            more: end - first,
        }
    }
}

/// The halos of arrays in memory.
pub(super) type Halos = OrderedMap<ArrayId, Halo>;

/// The halos of what loops read and make, if each makes the rows of which something is needed behind
/// all loops, and no others: for each loop how many more than a band has, if any.
pub(super) fn halos(loops: &[Taken<'_>], wanted: &[Option<usize>]) -> Option<Halos> {
    let mut halos = Halos::new();
    // Readers say how much of an array is needed, and come after it.
    for (taken, wanted) in loops.iter().zip(wanted).rev() {
        let wanted = wanted.map(|more| Halo { first: 0, more });
        let made = || taken.nested.writes.iter().map(|write| write.array);
        let needed = made().filter_map(|array| halos.get(&array).copied());
        let own = needed.chain(wanted).reduce(Halo::and).unwrap_or_default();
        if wanted.is_some_and(|wanted| wanted != own) {
            return None;
        }
        halos.extend(made().map(|array| (array, own)));
        for read in &taken.reads.by_rows {
            let rows = match read.way {
                Way::InStep | Way::Index => own,
                Way::Behind(rows) => own.behind(rows),
            };
            let known = halos.get(&read.array).copied();
            let rows = known.map_or(rows, |known| known.and(rows));
            halos.insert(read.array, rows);
        }
    }
    let fits = loops.iter().all(|taken| {
        let own = of_loop(taken, &halos);
        taken.reads.by_rows.iter().all(|read| match read.way {
            // The walk is over all rows that the array has for the band.
            Way::InStep => halos[&read.array] == own,
            // Rows are counted from the first one of each.
            Way::Index => halos[&read.array].first == own.first,
            Way::Behind(_) => true,
        })
    });
    fits.then_some(halos)
}

/// The rows over which a loop goes.
pub(super) fn of_loop(taken: &Taken<'_>, halos: &Halos) -> Halo {
    let made = taken.nested.writes.first();
    made.map_or_else(Halo::default, |write| halos[&write.array])
}
