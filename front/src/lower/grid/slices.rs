//! Positions along axes that no index goes along: `a[[0, j]]`.

use super::super::Lowering;
use super::super::index_scope::Bounded;
use super::super::space::LARGEST;
use super::bounds::bound_of;
use super::computed::First;
use super::reach::{Reach, Wanted};
use crate::diagnostic::catalog;
use crate::ir::{Along, Count, ScalarId, Way};

impl Lowering {
    /// One position along an axis, for all indices: it is known to be there, or checked.
    pub(super) fn slice(
        &mut self,
        one: &Wanted,
        axis: usize,
        reach: &Reach,
        hint: &str,
    ) -> Option<Along> {
        let side = self.program.side(one.array, axis);
        let known = match self.program.axis_count(side.of.0, side.of.1) {
            Some(Count::Literal(_)) => side.begins.is_none() && reach.late.is_empty(),
            _ => false,
        };
        if known {
            let start = reach.offset.checked_sub(side.first.cast_signed());
            let start = start.and_then(|start| usize::try_from(start).ok());
            let start = start.filter(|start| start.cast_signed() < LARGEST);
            if start.is_none() {
                self.found.push(catalog::subscript_too_large(one.span));
            }
            return Some(Along::up(None, start?, 1));
        }
        let bound = bound_of(one, axis, reach, &one.parameter);
        let first = First::Known(0);
        let start = self.start_of(&bound, first, hint)?;
        let start = self.inside(start, &bound, (first, None), hint)?;
        Some(Along {
            index: None,
            start: 0,
            factor: 1,
            way: Way::UpFrom(start),
        })
    }

    /// A number that is there only if an axis of a padded array has a position, since what is read
    /// along it does not follow from an index; `None` where that is known.
    pub(super) fn checked_slice(
        &mut self,
        one: &Wanted,
        axis: usize,
        hint: &str,
    ) -> Option<Option<ScalarId>> {
        let of = (one.array, axis);
        let side = self.program.side(one.array, axis);
        if let Some(Count::Literal(1..)) = self.program.axis_count(side.of.0, side.of.1) {
            return Some(None);
        }
        let size = self.length_of(of, one.span, hint)?;
        let first = Bounded {
            offset: side.first.cast_signed(),
            span: one.span,
            ..Bounded::whole(one.parameter.clone(), of)
        };
        let checked = self.inside(size, &first, (First::Known(0), None), hint)?;
        Some(Some(checked))
    }
}
