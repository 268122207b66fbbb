//! The reductions of a piece: its elements go to the lanes of a fold, to the results of one along an axis,
//! or to what a mask keeps.

use std::ops::Range;

use fusus_cpu::Block;

use super::cast::CastTo;
use super::fold;
use super::frame::Frame;
use super::rows;
use super::state::{Folded, State};
use super::sweep::{Kind, Source, widest};
use crate::element::sealed::Typed;
use crate::element::{Buffer, Element, ElementType, Piece, PieceMut, Scalar, number, typed};
use crate::gaps::Part;
use crate::operation::Combine;
use crate::program::{Place, Reduction};

/// The elements that a reduction has from the rows of pieces and did not fold so far, and their masks.
pub(crate) struct Gathered {
    elements: Buffer,
    masks: Vec<bool>,
}

impl Gathered {
    pub(crate) fn of(reduction: &Reduction) -> Gathered {
        Gathered {
            elements: typed!(reduction.takes, T => <T as Typed>::buffer(Vec::new())),
            masks: Vec::new(),
        }
    }

    /// Folds the first elements, and drops them.
    fn fold(
        &mut self,
        block: &Block<'_>,
        reduction: &Reduction,
        count: usize,
        state: &mut State,
        len: usize,
    ) {
        let mask = reduction.mask.map(|_| Source::elements(&self.masks[..len]));
        let operator = reduction.known();
        if reduction.takes != reduction.ty {
            typed!(reduction.takes, T => {
                let elements = <T as Typed>::vector(&mut self.elements);
                add_converted(block, reduction.takes, Piece::from(&elements[..len]), state);
                elements.drain(..len);
            });
            return;
        }
        number!(reduction.ty, T => {
            let elements = <T as Typed>::vector(&mut self.elements);
            let lanes = <T as Folded>::lanes(state);
            fold::push(block, operator, lanes, count, len, Source::elements(&elements[..len]), mask);
            elements.drain(..len);
        }, bool => {
            let elements = bool::vector(&mut self.elements);
            let State::Bool(lanes) = state else {
                unreachable!("the state of a fold of another type");
            };
            fold::push_logical(block, operator, lanes, len, Source::elements(&elements[..len]), mask);
            elements.drain(..len);
        });
        self.masks.drain(..len.min(self.masks.len()));
    }

    /// Folds what is left at the end of a block.
    pub(crate) fn finish(
        &mut self,
        block: &Block<'_>,
        reduction: &Reduction,
        count: usize,
        state: &mut State,
    ) {
        if self.elements.len() > 0 {
            self.fold(block, reduction, count, state, self.elements.len());
        }
    }
}

/// Adds the elements of rows to others.
fn gather<T: Copy>(source: Source<'_, T>, runs: &[Part], into: &mut Vec<T>) {
    for run in runs {
        match source.kind() {
            Kind::Elements(elements) => {
                into.extend_from_slice(&elements[run.at..run.at + run.count]);
            }
            Kind::Number(number) => into.resize(into.len() + run.count, number),
        }
    }
}

impl Frame<'_, '_> {
    /// Folds the elements of the rows of a piece that has what lies between them too.
    pub(crate) fn fold_gathered(
        &self,
        reduction: &Reduction,
        count: usize,
        state: &mut State,
        gathered: &mut Gathered,
    ) {
        if reduction.is_count {
            let mask = self.source::<bool>(reduction.source);
            for run in self.runs {
                self.count(run.count, mask.part(run.at, run.count), state);
            }
            return;
        }
        typed!(reduction.takes, T => {
            let into = <T as Typed>::vector(&mut gathered.elements);
            gather(self.source::<T>(reduction.source), self.runs, into);
        });
        if let Some(mask) = self.masks(reduction.mask) {
            gather(mask, self.runs, &mut gathered.masks);
        }
        // The first element of what is folded goes to the first lane.
        let len = gathered.elements.len() / fold::LANES * fold::LANES;
        if len > 0 {
            gathered.fold(self.block, reduction, count, state, len);
        }
    }

    /// Adds the number of positions that a mask keeps to a sum of integers.
    fn count(&self, len: usize, mask: Source<'_, bool>, state: &mut State) {
        add(fold::kept(self.block, len, mask) as i64, state);
    }

    /// Folds some elements of an operand into the lanes of a reduction.
    pub(crate) fn fold(
        &self,
        reduction: &Reduction,
        count: usize,
        state: &mut State,
        places: Range<usize>,
    ) {
        let (at, len) = (places.start, places.len());
        let mask = self.masks(reduction.mask).map(|mask| mask.part(at, len));
        if reduction.is_count {
            let mask = self.source::<bool>(reduction.source).part(at, len);
            return self.count(len, mask, state);
        }
        if reduction.takes != reduction.ty {
            return typed!(reduction.takes, T => {
                let source = self.source::<T>(reduction.source).part(at, len);
                add_converted(self.block, reduction.takes, Piece::from(source.as_slice()), state);
            });
        }
        match (state, reduction.operator) {
            (State::Custom(state, combine), _) => {
                *state = typed!(reduction.ty, T => {
                    let source = self.source::<T>(reduction.source).part(at, len);
                    custom(*state, &**combine, source, mask, len)
                });
            }
            (State::Bool(lanes), Some(operator)) => {
                let source = self.source(reduction.source).part(at, len);
                fold::push_logical(self.block, operator, lanes, len, source, mask);
            }
            (state, Some(operator)) => number!(reduction.ty, T => {
                let source = self.source::<T>(reduction.source).part(at, len);
                let lanes = <T as Folded>::lanes(state);
                fold::push(self.block, operator, lanes, count, len, source, mask);
            }, bool => unreachable!("truth values are above")),
            (_, None) => unreachable!("an operator of the user has a state of its own"),
        }
    }

    /// Folds each row of `count` elements of an operand: the results of so many rows.
    pub(crate) fn fold_rows(&self, reduction: &Reduction, count: usize, results: PieceMut<'_>) {
        let operator = reduction.known();
        let mut results = results;
        number!(reduction.ty, T => {
            let elements = self.elements::<T>(reduction.source);
            let results = <T as Typed>::writes(&mut results);
            rows::rows(self.block, operator, elements, count, results);
        }, bool => {
            let elements = self.elements::<bool>(reduction.source);
            let results = bool::writes(&mut results);
            rows::rows_logical(operator, elements, count, results);
        })
    }

    /// Folds the elements of an operand into results, one after the other, and from the first result
    /// on again for more elements.
    pub(crate) fn fold_across(&self, reduction: &Reduction, results: PieceMut<'_>) {
        let operator = reduction.known();
        let mut results = results;
        number!(reduction.ty, T => {
            let elements = self.elements::<T>(reduction.source);
            let results = <T as Typed>::writes(&mut results);
            rows::across(self.block, operator, elements, results);
        }, bool => {
            let elements = self.elements::<bool>(reduction.source);
            let results = bool::writes(&mut results);
            rows::across_logical(operator, elements, results);
        })
    }

    /// The elements of an operand that is no number.
    fn elements<T: Element>(&self, place: Place) -> &[T] {
        self.source(place).as_slice()
    }

    /// Adds the elements that a mask keeps to a buffer.
    pub(crate) fn compact(&self, source: Place, mask: Place, into: &mut Buffer) {
        typed!(into.ty(), T => self.compacted(source, mask, <T as Typed>::vector(into)));
    }

    fn compacted<T: Element>(&self, source: Place, mask: Place, into: &mut Vec<T>) {
        let (source, mask) = (self.source::<T>(source), self.source::<bool>(mask));
        if let (Kind::Elements(elements), Kind::Elements(mask)) = (source.kind(), mask.kind()) {
            self.block.append_kept(elements, mask, into);
            return;
        }
        let from = into.len();
        // Each element is written, and the end moves where it counts: no branch.
        into.resize(from + self.len, T::default());
        let mut end = from;
        for index in 0..self.len {
            into[end] = source.get(index);
            end += usize::from(mask.get(index));
        }
        into.truncate(end);
    }
}

/// Adds the elements of integers or truth values to a sum of integers of another type.
fn add_converted(block: &Block<'_>, takes: ElementType, elements: Piece<'_>, state: &mut State) {
    macro_rules! total {
        ($($variant:ident $type:ident)*) => {
            match takes {
                $(ElementType::$variant => {
                    total(block, <$type as Typed>::piece(elements))
                })*
                _ => unreachable!("a sum of `{takes}` as other integers"),
            }
        };
    }
    add(
        total!(Bool bool U8 u8 I8 i8 U16 u16 I16 i16 U32 u32 I32 i32),
        state,
    );
}

/// Adds a number to a sum of integers, of which it has the lower bits.
fn add(number: i64, state: &mut State) {
    macro_rules! add {
        ($($variant:ident $type:ident)*) => {
            match state {
                $(State::$variant(lanes) => fold::add(lanes, number as $type),)*
                _ => unreachable!("a sum of integers"),
            }
        };
    }
    add!(I8 i8 I16 i16 I32 i32 I64 i64 U8 u8 U16 u16 U32 u32 U64 u64);
}

/// The sum of elements as integers of 64 bits.
#[inline(never)]
fn total<T: Element + CastTo<i64>>(block: &Block<'_>, elements: &[T]) -> i64 {
    let mut total = 0_i64;
    widest!(block, (&mut total, elements), |(total, elements)| {
        for element in elements {
            *total = total.wrapping_add(element.cast());
        }
    });
    total
}

/// Folds the elements that count by an operator of the user.
fn custom<T: Element>(
    state: Option<Scalar>,
    combine: &dyn Combine,
    source: Source<'_, T>,
    mask: Option<Source<'_, bool>>,
    len: usize,
) -> Option<Scalar>
where
    for<'a> Piece<'a>: From<&'a [T]>,
{
    if let (Kind::Elements(elements), None) = (source.kind(), mask) {
        return combine.fold(state, Piece::from(elements));
    }
    let counts = |index: &usize| mask.is_none_or(|mask| mask.get(*index));
    let kept: Vec<T> = (0..len)
        .filter(counts)
        .map(|index| source.get(index))
        .collect();
    combine.fold(state, Piece::from(&kept[..]))
}
