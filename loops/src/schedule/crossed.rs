//! Folds over the pairs of a `cross` that take some of its columns at a time: all rows of a block for
//! these, then for the next ones.
//!
//! A long second argument then stays in a cache, and need not be there as a whole. The outer body is
//! run again for each piece of the columns, so that it has to be one that nobody counts.

use super::columns::Columns;
use super::pass::{Form, Pass};
use crate::nest::{Entry, Item, Region, Step};

impl Pass {
    /// Returns true if it takes some columns of its `cross` at a time, where they are many and all
    /// operators commute.
    pub fn takes_columns(&self) -> bool {
        self.form == Form::Tiled && self.folds_pairs_alone()
    }

    /// Returns true if the columns of its `cross` may come part by part: it takes some at a time, or the
    /// rows, each of which is folded for itself, wait for the next ones.
    pub fn may_have_parts(&self) -> bool {
        matches!(self.form, Form::Tiled | Form::Rows) && self.folds_pairs_alone()
    }

    /// Returns true if all that it does is to fold the pairs of its `cross`, by what their elements are.
    fn folds_pairs_alone(&self) -> bool {
        let writes_nothing =
            |columns: &Columns| columns.writes.is_empty() && columns.temporaries.is_empty();
        let [crossed] = self.region.axes()[..] else {
            return false;
        };
        let folds = crossed.folds();
        self.columns.iter().all(writes_nothing)
            && self.reductions.iter().all(|one| folds.contains(&one.id))
            && may_be_repeated(&self.region)
            && is_of_columns(crossed)
    }
}

/// Returns true if the steps around an axis may be done several times.
fn may_be_repeated(region: &Region) -> bool {
    region.items.iter().all(|item| match item {
        Item::Step(Step::Map { worker, .. }) => !worker.estimate.is_unknown,
        Item::Step(step) => matches!(step, Step::Tuple { .. } | Step::Range { .. }),
        Item::Region(inner) => match &inner.entry {
            Entry::Axis { .. } => true,
            Entry::Guard { predicate, .. } => {
                !predicate.estimate.is_unknown && may_be_repeated(inner)
            }
            Entry::Loop => false,
        },
    })
}

/// Returns true if the steps of a crossed region follow from the elements of a row and of a column, and
/// not from their positions.
fn is_of_columns(crossed: &Region) -> bool {
    let is_one =
        |step: &Step| matches!(step, Step::Map { .. } | Step::Tuple { .. } | Step::Fold(_));
    let mut is_plain = !crossed.any_step(|step| !is_one(step) || step.may_fail());
    crossed.visit(&mut |region| {
        is_plain &= region.reads.iter().all(|read| read.is_along(1));
    });
    is_plain
}
