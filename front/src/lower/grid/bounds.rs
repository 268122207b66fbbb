//! The positions of indices: where all that an index goes along is inside of its array.
//!
//! They follow from the sizes of the axes where offsets are numbers, so that inference knows them. In
//! all other cases the program computes them (`computed`), or checks those that it is given.

use super::super::Lowering;
use super::super::index_scope::{Bounded, Ends};
use super::super::space::LARGEST;
use super::computed::First;
use super::given::{Given, Number};
use super::reach::{Late, Reach, Wanted};
use crate::diagnostic::catalog;
use crate::ir::grid::{Bound, Index, Side};
use crate::ir::{Along, ArrayId, Cells, Count, Grid, Op, ScalarId, Way};
use crate::ordered::{ToList, every};
use proc_macro2::Ident;

/// The coordinates of an index at which one read is inside of its array, if they follow from the
/// size of its axis.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Fixed {
    pub(in crate::lower) first: usize,
    pub(in crate::lower) cut: isize,
}

/// An index, and its positions where they are computed.
struct Placed {
    index: Index,
    computed: Option<(First, ScalarId)>,
}

impl Placed {
    /// The coordinate of the first position.
    fn first(&self) -> First {
        match self.computed {
            Some((first, _)) => first,
            None => First::Known(self.index.first),
        }
    }
}

impl Lowering {
    /// The positions at which everything is inside its array.
    pub(in crate::lower) fn grid(
        &mut self,
        names: &[Ident],
        given: &[Given],
        wanted: &[Wanted],
        bounded: &[Bounded],
        hint: &str,
    ) -> Option<Grid> {
        let (mut placed, mut bounds) = (Vec::new(), Vec::new());
        let of_reads = bounds_of(wanted, names);
        for (number, (name, given)) in names.iter().zip(given).enumerate() {
            let own = of_reads.iter().filter(|bound| bound.index == *name);
            let mut own: Vec<Bounded> = own.cloned().list();
            let its = bounded.iter().filter(|bound| bound.index == *name);
            let its: Vec<Bounded> = its.cloned().list();
            let is_named = self.part_of == Some("generate");
            self.has_positions(is_named.then_some(name), given, &own)?;
            let index = self.place(name, given, (&own, &its), hint)?;
            if let (First::Known(first), false) = (index.first(), index.index.inside) {
                // A given size need not keep what a fold reads inside: that is checked where it is
                // read.
                let is_asked = |it: &&Bounded| index.index.count.is_none() || it.is_whole();
                for bound in its.iter().filter(is_asked) {
                    bounds.push(self.section_or_report(bound, number, first)?);
                }
                own.extend(its);
                if let Some(narrow) = self.narrower(&index.index, given, &own) {
                    bounds.push(self.section_or_report(&narrow, number, first)?);
                }
            }
            placed.push(index);
        }
        let mut reads = Vec::new();
        for one in wanted {
            let mut along = Vec::new();
            for (axis, reach) in one.bounds().enumerate() {
                if let (None, Some(_)) = (reach.index, one.padding) {
                    let named = &mut placed[0].index.named;
                    named.extend(self.checked_slice(one, axis, hint)?);
                }
                along.push(self.way(one, axis, &reach, &placed, hint)?);
            }
            reads.push(Cells {
                array: one.array,
                along,
            });
        }
        let indices = placed.into_iter().map(|placed| placed.index);
        Some(Grid {
            reads,
            bounds,
            indices: indices.list(),
        })
    }

    /// The positions of an index that goes along axes in reads, and in folds.
    fn place(
        &mut self,
        name: &Ident,
        given: &Given,
        (reads, folds): (&[Bounded], &[Bounded]),
        hint: &str,
    ) -> Option<Placed> {
        let all: Vec<Bounded> = reads.iter().chain(folds).cloned().list();
        let mut index = Index::new(&name.to_string());
        index.named = given.scalars();
        for bound in &all {
            index.named.extend(bound.late.scalars());
        }
        let fixed = every(all.iter().map(|bound| self.fixed(bound)));
        let fixed = fixed.filter(|_| self.has_one_size(&all));
        if let Some(fixed) = &fixed
            && let Some((first, cut)) = self.given_fixed(given, &all, fixed)
        {
            self.one_factor(&all)?;
            (index.first, index.cut) = (first, cut);
            let computed = None;
            return Some(Placed { index, computed });
        }
        // The size of whole axes is that which is given.
        if let Given::Size { count, .. } = given
            && let Some(fixed) = every(reads.iter().map(|bound| self.fixed(bound)))
            && fixed.iter().all(Fixed::is_whole)
            && reads.iter().all(|bound| bound.factor.abs() == 1)
        {
            index.count = Some(count.clone());
            let computed = None;
            return Some(Placed { index, computed });
        }
        let checked = given.has_end();
        let bounds = if checked { &[][..] } else { &all };
        let (zero, from, to, span) = match given {
            Given::Inferred => (None, None, None, name.span()),
            Given::Size { number, span, .. } => {
                (Some(Number::default()), None, Some(number), *span)
            }
            Given::Range { from, to, span } => (None, from.as_ref(), to.as_ref(), *span),
        };
        let from = from.or(zero.as_ref());
        let hint = format!("{hint}_{name}");
        let (first, mut count) = self.box_of(bounds, (from, to), (span, &hint))?;
        index.named.push(count);
        if checked {
            for bound in reads {
                if self.leaves(bound, first) || self.passes_the_end(bound, to) {
                    let report = catalog::outside_of_sizes(bound.span, name);
                    self.found.push(report);
                    return None;
                }
                count = self.inside(count, bound, (first, Some(count)), &hint)?;
            }
        }
        index.named.push(count);
        index.count = Some(Count::Scalar(count));
        index.inside = true;
        match first {
            First::Known(first) => index.first = first,
            First::Scalar(scalar) => {
                index.begins = Some(scalar);
                index.named.push(scalar);
            }
        }
        let computed = Some((first, count));
        Some(Placed { index, computed })
    }

    /// Returns false if an index goes along an axis whose number of positions the program computes, and
    /// along another one.
    fn has_one_size(&self, bounds: &[Bounded]) -> bool {
        let sides = bounds.iter();
        let sides = sides.map(|bound| self.program.side(bound.of.0, bound.of.1).of);
        let sides: Vec<(ArrayId, usize)> = sides.list();
        let is_one = sides.windows(2).all(|pair| pair[0] == pair[1]);
        is_one || !sides.iter().any(|side| self.program.has_own_count(*side))
    }

    /// Returns true if an index begins where only a run knows, by an axis that it goes along.
    pub(in crate::lower) fn begins_late(&self, bound: &Bounded) -> bool {
        bound.ends != Ends::Upper && self.fixed(bound).is_none()
    }

    /// The coordinates at which a read is inside of its array.
    pub(in crate::lower) fn fixed(&self, bound: &Bounded) -> Option<Fixed> {
        let side = self.program.side(bound.of.0, bound.of.1);
        if side.begins.is_some() || bound.ends != Ends::Both {
            return None;
        }
        if let (true, Ok(factor)) = (bound.late.is_empty(), usize::try_from(bound.factor)) {
            let begins = side.first.cast_signed().saturating_sub(bound.offset);
            return Some(Fixed {
                first: usize::try_from(begins).unwrap_or(0).div_ceil(factor),
                cut: side.cut.saturating_add(bound.offset),
            });
        }
        let beyond = self.beyond_end(bound, &side)?;
        Some(Fixed {
            first: usize::try_from(beyond + side.cut + 1).unwrap_or(0),
            cut: side.first.cast_signed() - beyond - 1,
        })
    }

    /// The distance of the coordinate of index 0 from the size of the axis, if a read goes downwards
    /// from its end: -1 of `n - 1 - i`.
    fn beyond_end(&self, bound: &Bounded, side: &Side) -> Option<isize> {
        let ([scalar], [], -1) = (&bound.late.plus[..], &bound.late.minus[..], bound.factor) else {
            return None;
        };
        let beyond = self
            .beyond_size(*scalar, side.of)?
            .checked_add(bound.offset)?;
        (beyond.abs() < LARGEST).then_some(beyond)
    }

    /// The difference between a scalar and the size of an axis, if it is known.
    pub(in crate::lower) fn beyond_size(
        &self,
        scalar: ScalarId,
        of: (ArrayId, usize),
    ) -> Option<isize> {
        let origin = self.program.scalars[scalar].origin;
        if let Some(Op::Length { arg, axis }) = origin.map(|id| &self.program.bindings[id].op)
            && (axis.is_some() || self.program.rank(*arg) == 1)
        {
            let side = self.program.side(*arg, axis.unwrap_or(0));
            if side.of == of && side.begins.is_none() {
                return Some(-side.first.cast_signed() - side.cut);
            }
        }
        (self.program.axis_count(of.0, of.1) == Some(Count::Scalar(scalar))).then_some(0)
    }

    /// The first coordinate, and the number of those that are left out at the end of the axis, if
    /// all of it is known when the program is compiled, and everything is inside.
    fn given_fixed(
        &self,
        given: &Given,
        all: &[Bounded],
        fixed: &[Fixed],
    ) -> Option<(usize, isize)> {
        let first = fixed.iter().map(|one| one.first).max();
        let cut = fixed.iter().map(|one| one.cut).max();
        let (first, cut) = (first.unwrap_or(0), cut.unwrap_or(0));
        let (from, to) = match given {
            Given::Inferred => return Some((first, cut)),
            Given::Size { number, .. } => (0, Some(number)),
            Given::Range { from, to, .. } => {
                let from = from.clone().unwrap_or_default();
                let from = usize::try_from(from.constant)
                    .ok()
                    .filter(|_| from.late.is_empty());
                (from?, to.as_ref())
            }
        };
        let Some(to) = to else {
            return (!all.is_empty()).then_some((first.max(from), cut));
        };
        if all.iter().any(|bound| bound.factor.abs() != 1) {
            return None;
        }
        let side = self.program.side(all.first()?.of.0, all.first()?.of.1);
        let left_out = -self.end_from_size(to, side.of)?;
        (from >= first && left_out >= cut).then_some((from, left_out))
    }

    /// The difference between the end of a given range and the size of an axis.
    fn end_from_size(&self, to: &Number, of: (ArrayId, usize)) -> Option<isize> {
        match (&to.late.plus[..], &to.late.minus[..]) {
            ([scalar], []) => self.beyond_size(*scalar, of)?.checked_add(to.constant),
            ([], []) => match self.program.axis_count(of.0, of.1)? {
                Count::Literal(size) => Some(to.constant - size.cast_signed()),
                _ => None,
            },
            _ => None,
        }
    }

    /// An axis that an index goes along further than its reads need, where the program says that it
    /// ends before.
    fn narrower(&self, index: &Index, given: &Given, all: &[Bounded]) -> Option<Bounded> {
        let bound = all
            .first()
            .filter(|_| given.has_end() && index.count.is_none())?;
        let cuts = all.iter().filter_map(|bound| self.fixed(bound));
        if cuts.map(|fixed| fixed.cut).max() == Some(index.cut) {
            return None;
        }
        let side = self.program.side(bound.of.0, bound.of.1);
        Some(Bounded {
            factor: 1,
            offset: index.cut - side.cut,
            late: Late::default(),
            ..bound.clone()
        })
    }

    /// Returns true if it is known that a read is before the first element of its array.
    fn leaves(&self, bound: &Bounded, first: First) -> bool {
        let side = self.program.side(bound.of.0, bound.of.1);
        let First::Known(first) = first else {
            return false;
        };
        let first = bound.factor.saturating_mul(first.cast_signed());
        let begins = first.saturating_add(bound.offset);
        let is_known = bound.late.is_empty() && side.begins.is_none() && bound.factor > 0;
        is_known && begins < side.first.cast_signed()
    }

    /// Returns true if it is known that a read is behind the last element of its array, where an index
    /// ends.
    fn passes_the_end(&self, bound: &Bounded, to: Option<&Number>) -> bool {
        let side = self.program.side(bound.of.0, bound.of.1);
        let left_out = to.and_then(|to| self.end_from_size(to, side.of));
        let fixed = self.fixed(bound).filter(|_| bound.factor.abs() == 1);
        let fixed = fixed.zip(left_out);
        fixed.is_some_and(|(fixed, beyond)| -beyond < fixed.cut)
    }

    /// Reports reads at several multiples of one index.
    fn one_factor(&mut self, bounds: &[Bounded]) -> Option<()> {
        let first = bounds
            .first()
            .map_or(1, |bound| bound.factor.unsigned_abs());
        let other = bounds
            .iter()
            .find(|bound| bound.factor.unsigned_abs() != first);
        let Some(other) = other else { return Some(()) };
        let factor = other.factor.unsigned_abs();
        self.found
            .push(catalog::two_factors(other.span, factor, first));
        None
    }

    /// The first coordinate of an index that goes along axes in reads, and in folds, and the number of
    /// its positions: the index of a grid, if they follow from the sizes of axes, or else scalars.
    pub(in crate::lower) fn placed(
        &mut self,
        name: &Ident,
        given: &Given,
        along: (&[Bounded], &[Bounded]),
        hint: &str,
    ) -> Option<(Index, Option<(First, ScalarId)>)> {
        let placed = self.place(name, given, along, hint)?;
        Some((placed.index, placed.computed))
    }

    /// The way that a read goes along an axis.
    fn way(
        &mut self,
        one: &Wanted,
        axis: usize,
        reach: &Reach,
        placed: &[Placed],
        hint: &str,
    ) -> Option<Along> {
        let side = self.program.side(one.array, axis);
        let Some(number) = reach.index else {
            return match one.padding {
                Some(_) => Some(Along::up(None, 0, 1)),
                None => self.slice(one, axis, reach, hint),
            };
        };
        let factor = reach.factor.unsigned_abs();
        let bound = bound_of(one, axis, reach, &one.parameter);
        let (first, is_inside) = (placed[number].first(), placed[number].index.inside);
        let fixed = self.fixed(&bound);
        if let (First::Known(first), Some(_)) = (first, fixed) {
            let start = match reach.factor > 0 {
                true => self.start(&bound, first),
                false => {
                    let beyond = self.beyond_end(&bound, &side)?;
                    Some(first.cast_signed() - side.cut - 1 - beyond)
                }
            };
            let start = start.and_then(|start| usize::try_from(start).ok());
            let start = start.filter(|start| start.cast_signed() < LARGEST);
            let Some(start) = start.filter(|_| factor.cast_signed() < LARGEST) else {
                self.found.push(catalog::subscript_too_large(one.span));
                return None;
            };
            if !is_inside || reach.factor > 0 {
                let way = if reach.factor > 0 { Way::Up } else { Way::Down };
                let index = Some(number);
                return Some(Along {
                    index,
                    start,
                    factor,
                    way,
                });
            }
        }
        let start = self.start_of(&bound, first, hint)?;
        Some(Along {
            index: Some(number),
            start: 0,
            factor,
            way: match reach.factor > 0 {
                true => Way::UpFrom(start),
                false => Way::DownFrom(start),
            },
        })
    }

    /// The position of the first element of a read upwards.
    fn start(&self, bound: &Bounded, first: usize) -> Option<isize> {
        let side = self.program.side(bound.of.0, bound.of.1);
        let start = bound.factor.checked_mul(first.cast_signed())?;
        let start = start.checked_add(bound.offset)?;
        start.checked_sub(side.first.cast_signed())
    }

    /// The section of an axis that an index of this number goes along, if its first coordinate is
    /// known.
    pub(in crate::lower) fn section_of(
        &self,
        bound: &Bounded,
        number: usize,
        first: usize,
    ) -> Option<Bound> {
        let side = self.program.side(bound.of.0, bound.of.1);
        let (start, way) = match bound.factor > 0 {
            true => (self.start(bound, first)?, Way::Up),
            false => {
                let beyond = self.beyond_end(bound, &side)?;
                (first.cast_signed() - side.cut - 1 - beyond, Way::Down)
            }
        };
        let start = usize::try_from(start).ok()?;
        (start < LARGEST.unsigned_abs()).then_some(Bound {
            of: bound.of,
            along: Along {
                index: Some(number),
                start,
                factor: bound.factor.unsigned_abs(),
                way,
            },
        })
    }

    fn section_or_report(&mut self, bound: &Bounded, number: usize, first: usize) -> Option<Bound> {
        let section = self.section_of(bound, number, first);
        if section.is_none() {
            self.found.push(catalog::subscript_too_large(bound.span));
        }
        section
    }
}

impl Fixed {
    fn is_whole(&self) -> bool {
        (self.first, self.cut) == (0, 0)
    }
}

/// The axes that reads lead indices along.
pub(super) fn bounds_of(wanted: &[Wanted], names: &[Ident]) -> Vec<Bounded> {
    let reads = wanted.iter().flat_map(|one| {
        let axes = one.bounds().enumerate();
        axes.filter_map(move |(axis, reach)| {
            Some(bound_of(one, axis, &reach, &names[reach.index?]))
        })
    });
    reads.list()
}

/// The axis that a read leads an index along.
pub(super) fn bound_of(one: &Wanted, axis: usize, reach: &Reach, index: &Ident) -> Bounded {
    Bounded {
        index: index.clone(),
        of: (one.array, axis),
        factor: reach.factor,
        offset: reach.offset,
        late: reach.late.clone(),
        ends: Ends::Both,
        padded: false,
        of_range: false,
        weak: false,
        span: one.span,
    }
}
