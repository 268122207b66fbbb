//! Old elements of arrays that a later sub-loop overwrites: an earlier one reads them through the columns
//! of that one, which are open for the whole block.

use super::Settings;
use super::aggregate::Aggregate;
use super::columns::{Columns, Port};
use super::item::Over;
use super::levels::Level;
use super::overwritten::reads_overwritten;
use super::sub_loop::SubLoop;
use crate::nest::{Nest, Region};
use crate::ordered::ToList;

impl SubLoop {
    /// The columns among those of later sub-loops of which it reads old elements: one over what was
    /// stored for it reads nothing else.
    pub(super) fn olds_of(&self, nest: &Nest, later: &[Columns]) -> Vec<Columns> {
        let is_read =
            |columns: &&Columns| reads_overwritten(nest, &self.nested.body, &columns.writes);
        let olds = later.iter().filter(is_read);
        let olds = olds.filter(|_| self.over() == Over::Block);
        olds.map(|columns| Columns {
            port: Port::Read,
            ..columns.clone()
        })
        .list()
    }

    /// Columns of a pass, with those of later sub-loops.
    pub(super) fn with_olds(&self, columns: Vec<Columns>) -> Vec<Columns> {
        [columns, self.olds.clone()].concat()
    }

    /// Returns true if a region reads elements that this sub-loop or a later one overwrites.
    pub(super) fn reads_old(&self, nest: &Nest, region: &Region) -> bool {
        let mut olds = self.olds.iter();
        reads_overwritten(nest, region, self.written_results())
            || olds.any(|columns| reads_overwritten(nest, region, &columns.writes))
    }

    /// Its levels, with the sources of their aggregates.
    pub(super) fn aggregates_of(
        &self,
        nest: &Nest,
        levels: Vec<Level>,
        settings: Settings,
    ) -> Vec<(Level, Aggregate)> {
        let levels = levels.into_iter().map(|level| {
            let reads_old = self.reads_old(nest, &level.body);
            let aggregate = Aggregate::of(nest, &self.nested, &level, reads_old, settings.parallel);
            (level, aggregate)
        });
        levels.list()
    }
}
