//! Conversions between the types of elements.
//!
//! A loop for each pair of types would be 121. So `f64`, `i64` and `u64` are converted to all types, and
//! others to floats; from there to integers they go by way of that of the three which has all their
//! values.

use fusus_cpu::Block;

use super::frame::{Frame, write_to};
use super::sweep::{Source, one};
use crate::element::sealed::Typed;
use crate::element::{Element, ElementType, Scalar, typed};
use crate::program::{Instruction, Place};

/// `as` of Rust, and truth values as 0 and 1; a number is true if it is not zero.
pub(crate) trait CastTo<U> {
    fn cast(self) -> U;
}

macro_rules! casts {
    ($($($from:ident)* => $to:tt;)*) => { $($(casts!(@ $from $to);)*)* };
    (@ $from:ident [$($to:ident)*]) => {
        $(impl CastTo<$to> for $from {
            #[inline(always)]
            fn cast(self) -> $to { casts!(# self $from $to) }
        })*
    };
    (# $own:ident bool bool) => { $own };
    (# $own:ident $from:ident bool) => { $own != (0 as $from) };
    (# $own:ident bool $to:ident) => { u8::from($own) as $to };
    (# $own:ident $from:ident $to:ident) => { $own as $to };
}
casts! {
    f64 i64 u64 => [f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool];
    f32 => [f32 f64];
    i8 i16 i32 u8 u16 u32 => [f32 f64 i64];
    u8 => [i32 u32 u64];
    bool => [f32 f64 i64 u8 u64];
}

/// A type to which numbers of all types are converted.
pub(crate) trait OfAll: Element {
    fn of_float(number: f64) -> Self;
    fn of_integer(number: i64) -> Self;
    fn of_natural(number: u64) -> Self;
}

impl<T: Element> OfAll for T
where
    f64: CastTo<T>,
    i64: CastTo<T>,
    u64: CastTo<T>,
{
    #[inline(always)]
    fn of_float(number: f64) -> T {
        number.cast()
    }

    #[inline(always)]
    fn of_integer(number: i64) -> T {
        number.cast()
    }

    #[inline(always)]
    fn of_natural(number: u64) -> T {
        number.cast()
    }
}

/// Converts a number to a type that is known at run time.
pub(crate) fn scalar(number: Scalar, to: ElementType) -> Scalar {
    typed!(to, U => Typed::scalar(converted::<U>(number)))
}

fn converted<U: OfAll>(number: Scalar) -> U {
    match number {
        Scalar::F32(number) => U::of_float(number.into()),
        Scalar::F64(number) => U::of_float(number),
        Scalar::I8(number) => U::of_integer(number.into()),
        Scalar::I16(number) => U::of_integer(number.into()),
        Scalar::I32(number) => U::of_integer(number.into()),
        Scalar::I64(number) => U::of_integer(number),
        Scalar::U8(number) => U::of_integer(number.into()),
        Scalar::U16(number) => U::of_integer(number.into()),
        Scalar::U32(number) => U::of_integer(number.into()),
        Scalar::U64(number) => U::of_natural(number),
        Scalar::Bool(number) => U::of_integer(number.into()),
    }
}

/// The elements that go by way of another type together, so that they stay in the first-level cache.
pub(super) const TOGETHER: usize = 256;

/// Converts the elements of a piece.
#[inline(never)]
fn cast<T: Element + CastTo<U>, U: Element>(block: &Block<'_>, target: &mut [U], a: Source<'_, T>) {
    one(
        block,
        target,
        a,
        #[inline(always)]
        |a: T| a.cast(),
    );
}

impl Frame<'_, '_> {
    /// Converts the elements of an operand.
    pub(super) fn cast(&mut self, instruction: &Instruction) {
        let (takes, place) = (instruction.takes, instruction.operands[0]);
        match instruction.gives {
            ElementType::F32 => typed!(takes, T => self.at_once::<T, f32>(instruction)),
            ElementType::F64 => typed!(takes, T => self.at_once::<T, f64>(instruction)),
            ElementType::U8 if takes == ElementType::Bool => {
                self.at_once::<bool, u8>(instruction);
            }
            // Masks are counted so.
            ElementType::U64 if takes == ElementType::Bool => {
                self.at_once::<bool, u64>(instruction);
            }
            // Bytes are summed so.
            ElementType::I32 if takes == ElementType::U8 => self.at_once::<u8, i32>(instruction),
            ElementType::U32 if takes == ElementType::U8 => self.at_once::<u8, u32>(instruction),
            ElementType::U64 if takes == ElementType::U8 => self.at_once::<u8, u64>(instruction),
            ElementType::I64 if !takes.is_float() && takes != ElementType::U64 => {
                write_to!(self, instruction.target, |frame, target: i64| {
                    frame.integers(place, takes, 0, target);
                });
            }
            ElementType::I64 => self.by_way::<i64>(instruction),
            ElementType::I8 => self.by_way::<i8>(instruction),
            ElementType::I16 => self.by_way::<i16>(instruction),
            ElementType::I32 => self.by_way::<i32>(instruction),
            ElementType::U8 => self.by_way::<u8>(instruction),
            ElementType::U16 => self.by_way::<u16>(instruction),
            ElementType::U32 => self.by_way::<u32>(instruction),
            ElementType::U64 => self.by_way::<u64>(instruction),
            ElementType::Bool => self.by_way::<bool>(instruction),
        }
    }

    fn at_once<T: Element + CastTo<U>, U: Element>(&mut self, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: U| {
            cast(
                frame.block,
                target,
                frame.source::<T>(instruction.operands[0]),
            );
        });
    }

    fn by_way<U: Element>(&mut self, instruction: &Instruction)
    where
        f64: CastTo<U>,
        i64: CastTo<U>,
        u64: CastTo<U>,
    {
        let place = instruction.operands[0];
        write_to!(self, instruction.target, |frame, target: U| {
            match instruction.takes {
                ElementType::F64 => cast(frame.block, target, frame.source::<f64>(place)),
                ElementType::I64 => cast(frame.block, target, frame.source::<i64>(place)),
                ElementType::U64 => cast(frame.block, target, frame.source::<u64>(place)),
                ElementType::F32 => {
                    let mut wide = [0.0_f64; TOGETHER];
                    for (part, target) in target.chunks_mut(TOGETHER).enumerate() {
                        let wide = &mut wide[..target.len()];
                        frame.some::<f32, f64>(place, part * TOGETHER, wide);
                        cast(frame.block, target, Source::elements(&*wide));
                    }
                }
                takes => {
                    let mut wide = [0_i64; TOGETHER];
                    for (part, target) in target.chunks_mut(TOGETHER).enumerate() {
                        let wide = &mut wide[..target.len()];
                        frame.integers(place, takes, part * TOGETHER, wide);
                        cast(frame.block, target, Source::elements(&*wide));
                    }
                }
            }
        });
    }

    /// Some elements of an operand of integers or truth values, as `i64`, from a place of the piece on.
    /// Elements of `u64` beyond its range are its greatest.
    pub(super) fn integers(&self, place: Place, takes: ElementType, at: usize, into: &mut [i64]) {
        match takes {
            ElementType::I8 => self.some::<i8, _>(place, at, into),
            ElementType::I16 => self.some::<i16, _>(place, at, into),
            ElementType::I32 => self.some::<i32, _>(place, at, into),
            ElementType::I64 => self.some::<i64, _>(place, at, into),
            ElementType::U8 => self.some::<u8, _>(place, at, into),
            ElementType::U16 => self.some::<u16, _>(place, at, into),
            ElementType::U32 => self.some::<u32, _>(place, at, into),
            ElementType::Bool => self.some::<bool, _>(place, at, into),
            ElementType::U64 => {
                let source = self.source::<u64>(place);
                for (own, at) in into.iter_mut().zip(at..) {
                    *own = i64::try_from(source.get(at)).unwrap_or(i64::MAX);
                }
            }
            ElementType::F32 | ElementType::F64 => unreachable!("an operand of integers"),
        }
    }

    fn some<T: Element + CastTo<M>, M: Element>(&self, place: Place, at: usize, into: &mut [M]) {
        let source = self.source::<T>(place).part(at, into.len());
        cast(self.block, into, source);
    }
}
