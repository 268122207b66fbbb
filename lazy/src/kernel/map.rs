//! Closures of users over the elements of a piece.

use super::frame::{Frame, write_to};
use super::sweep::Kind;
use crate::element::sealed::Typed;
use crate::element::{Buffer, Element, ElementType, Piece, PieceMut, Scalar, typed};
use crate::operation::Kernel;
use crate::program::{Instruction, Place};

impl Frame<'_, '_> {
    pub(super) fn map(&mut self, kernel: &dyn Kernel, instruction: &Instruction) {
        typed!(instruction.gives, U => self.mapped::<U>(kernel, instruction));
    }

    fn mapped<U: Element>(&mut self, kernel: &dyn Kernel, instruction: &Instruction)
    where
        for<'a> PieceMut<'a>: From<&'a mut [U]>,
    {
        write_to!(self, instruction.target, |frame, target: U| {
            let target = PieceMut::from(target);
            match frame.operand(instruction.operands[0], instruction.takes) {
                Ok(elements) => kernel.run(elements, target),
                Err(number) => kernel.run(all(&repeated(number, frame.len)), target),
            }
        });
    }

    /// The elements of an operand, or the number that it is.
    fn operand(&self, place: Place, ty: ElementType) -> Result<Piece<'_>, Scalar> {
        typed!(ty, T => match self.source::<T>(place).kind() {
            Kind::Elements(elements) => Ok(Piece::from(elements)),
            Kind::Number(number) => Err(Typed::scalar(number)),
        })
    }
}

/// So many elements that are the same number.
fn repeated(number: Scalar, len: usize) -> Buffer {
    typed!(number.ty(), T => <T as Typed>::buffer(vec![<T as Typed>::of(number); len]))
}

/// All elements of a buffer.
fn all(buffer: &Buffer) -> Piece<'_> {
    typed!(buffer.ty(), T => Piece::from(<T as Typed>::slice(buffer)))
}
