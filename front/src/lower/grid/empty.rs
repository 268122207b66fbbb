//! Indices that have no position, whatever the data: literals say that of the arrays.

use super::super::Lowering;
use super::super::index_scope::{Bounded, Ends};
use super::given::{Given, Number};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Count};
use proc_macro2::{Ident, Span};

/// An end of an index, the read or range that asks for it, and its place.
struct End {
    coordinate: isize,
    by: String,
    span: Span,
}

impl Lowering {
    /// Reports an index that has no position at which all reads are inside of their arrays.
    pub(in crate::lower) fn has_positions(
        &mut self,
        index: Option<&Ident>,
        given: &Given,
        reads: &[Bounded],
    ) -> Option<()> {
        let (mut begins, mut ends) = (None, None);
        let name = index.map_or_else(|| "i".to_owned(), ToString::to_string);
        for bound in reads.iter().filter(|bound| bound.ends == Ends::Both) {
            let by = || format!("`{}`, {},", subscript(bound, &name), self.side_name(bound));
            let (first, last) = self.known_ends(bound);
            latest(&mut begins, first, by, bound.span);
            earliest(&mut ends, last, by, bound.span);
        }
        if let Given::Range { from, to, span } = given {
            let known = |number: &Option<Number>| {
                let number = number.as_ref().filter(|number| number.late.is_empty());
                number.map(|number| number.constant)
            };
            latest(&mut begins, known(from), || "the range".to_owned(), *span);
            earliest(&mut ends, known(to), || "the range".to_owned(), *span);
        }
        let (Some(begins), Some(ends)) = (begins, ends) else {
            return Some(());
        };
        if begins.coordinate.max(0) < ends.coordinate {
            return Some(());
        }
        self.found.push(catalog::no_position(
            index,
            (&begins.by, begins.coordinate.max(0), begins.span),
            (&ends.by, ends.coordinate, ends.span),
        ));
        None
    }

    /// The first coordinate at which a read is inside of its array, and the one behind the last, as far
    /// as literals say them.
    fn known_ends(&self, bound: &Bounded) -> (Option<isize>, Option<isize>) {
        let side = self.program.side(bound.of.0, bound.of.1);
        if side.begins.is_some() || !bound.late.is_empty() || bound.factor == 0 {
            return (None, None);
        }
        let (offset, by) = match bound.padded {
            true => (0, 1),
            false => (bound.offset, bound.factor),
        };
        let first = side.first.cast_signed();
        let size = self.literal_size(side.of).filter(|size| *size > 0);
        let behind = size.and_then(|size| size.cast_signed().checked_sub(side.cut));
        // Divided and rounded up.
        let over = |distance: isize, by: isize| -(-distance).div_euclid(by);
        match by > 0 {
            true => (
                first.checked_sub(offset).map(|far| over(far, by)),
                behind.and_then(|behind| Some(over(behind.checked_sub(offset)?, by))),
            ),
            false => (
                behind.and_then(|behind| Some(over(offset.checked_sub(behind)? + 1, -by))),
                offset
                    .checked_sub(first)
                    .map(|far| far.div_euclid(-by).saturating_add(1)),
            ),
        }
    }

    /// The number of positions of an axis, if a literal says it.
    fn literal_size(&self, (array, axis): (ArrayId, usize)) -> Option<usize> {
        let producer = self.program.producer(array);
        let own = producer.and_then(|id| self.program.bindings[id].op.count());
        match self.program.axis_count(array, axis).as_ref().or(own) {
            Some(Count::Literal(size)) => Some(*size),
            _ => None,
        }
    }

    /// The axis that a read goes along, in words.
    fn side_name(&self, bound: &Bounded) -> String {
        let (array, axis) = bound.of;
        let name = &self.program.arrays[array].name;
        match (self.program.rank(array), axis) {
            (1, _) => format!("in `{name}`"),
            (_, axis) => format!("along {}", catalog::axis_of(&name.to_string(), axis)),
        }
    }
}

/// The subscript that a read has along an axis.
fn subscript(bound: &Bounded, index: &str) -> String {
    let by = match bound.factor.abs() {
        1 => index.to_owned(),
        factor => format!("{factor} * {index}"),
    };
    match (bound.factor > 0, bound.offset) {
        (true, 0) => by,
        (true, offset @ 1..) => format!("{by} + {offset}"),
        (true, offset) => format!("{by} - {}", offset.unsigned_abs()),
        (false, offset) => format!("{offset} - {by}"),
    }
}

fn latest(end: &mut Option<End>, coordinate: Option<isize>, by: impl Fn() -> String, span: Span) {
    let Some(coordinate) = coordinate else { return };
    if end.as_ref().is_none_or(|end| end.coordinate < coordinate) {
        let by = by();
        *end = Some(End {
            coordinate,
            by,
            span,
        });
    }
}

fn earliest(end: &mut Option<End>, coordinate: Option<isize>, by: impl Fn() -> String, span: Span) {
    let Some(coordinate) = coordinate else { return };
    if end.as_ref().is_none_or(|end| end.coordinate > coordinate) {
        let by = by();
        *end = Some(End {
            coordinate,
            by,
            span,
        });
    }
}
