//! The numbers of rows of loops, and how many the results of one have more than a band.

use super::Taken;
use crate::nest::{ArrayId, Extent};

/// A number of rows as another one less so many.
pub fn less(rows: &Extent) -> (&Extent, usize) {
    match rows {
        Extent::Section {
            of,
            less: by_it,
            by: 1,
        } => {
            let (of, others) = less(of);
            (of, others + by_it)
        }
        other => (other, 0),
    }
}

/// The rows that one number is more than another, if it is so wherever there are as many.
pub(super) fn more(rows: &Extent, than: &Extent) -> Option<usize> {
    let ((of, by), (of_other, by_other)) = (less(rows), less(than));
    match of == of_other {
        true => by_other.checked_sub(by),
        false => None,
    }
}

/// The rows that loops have to make.
pub(super) struct Wanted<'n> {
    /// The rows of all bands: those of the loop that has the fewest among those of which something is
    /// needed behind them.
    pub(super) rows: &'n Extent,
    /// For each loop how many it has more, if anything of it is needed.
    pub(super) more: Vec<Option<usize>>,
}

impl<'n> Wanted<'n> {
    /// The rows of loops, of which `is_result` says which arrays are needed behind them, and `is_home`
    /// which lie in one of the caller's. These and totals are made of the rows of the band alone.
    pub(super) fn of(
        loops: &'n [Taken<'n>],
        is_result: &dyn Fn(ArrayId) -> bool,
        is_home: &dyn Fn(ArrayId) -> bool,
    ) -> Option<Wanted<'n>> {
        let writes = |taken: &Taken<'_>, is: &dyn Fn(ArrayId) -> bool| {
            let mut writes = taken.nested.writes.iter();
            writes.any(|write| is(write.array))
        };
        let has_totals = |taken: &Taken<'_>| !taken.nested.folds.is_empty();
        let is_wanted = |taken: &&Taken<'_>| has_totals(taken) || writes(taken, is_result);
        let all = loops.iter().filter(is_wanted).map(|taken| &taken.rows);
        let rows = all.reduce(|fewest, rows| match more(fewest, rows) {
            Some(1..) => rows,
            _ => fewest,
        })?;
        let mut found = Vec::new();
        for taken in loops {
            let of_loop = match is_wanted(&taken) {
                true => Some(more(&taken.rows, rows)?),
                false => None,
            };
            if of_loop.is_some_and(|more| more > 0) && (has_totals(taken) || writes(taken, is_home))
            {
                return None;
            }
            found.push(of_loop);
        }
        Some(Wanted { rows, more: found })
    }
}
