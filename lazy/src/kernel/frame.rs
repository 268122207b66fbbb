//! A piece of a block: where its operands are, and the instructions that are done on it.

use fusus_cpu::Block;

use super::arithmetic::{self, NoQuotient};
use super::cast;
use super::fold;
use super::gather::{Failure, gather};
use super::number::{Float, Integer};
use super::state::{Folded, State};
use super::sweep::{Source, one};
use crate::element::sealed::Typed;
use crate::element::{
    Bank, Buffer, Element, ElementType, Piece, PieceMut, Scalar, integer, number, typed,
};
use crate::error::ErrorKind;
use crate::homes::Section;
use crate::layout::Rows;
use crate::operation::{Binary, Combine, Kernel, Unary};
use crate::program::{Action, Instruction, Pair, Place};
use crate::storage::Memory;

/// The inputs of a loop.
pub(crate) struct Inputs<'l> {
    pub(crate) memories: &'l [Memory],
    pub(crate) numbers: &'l [Scalar],
    /// The rows of each input.
    pub(crate) rows: &'l [Rows],
    /// The register of each input whose elements do not lie next to each other.
    pub(crate) staged: &'l [Option<usize>],
    /// The result at whose places the elements of each input are, if an update replaces them.
    pub(crate) replaced: &'l [Option<usize>],
    /// The sections of the results that stand in one.
    pub(crate) sections: &'l [Option<Section>],
    /// The register of each result whose elements may not lie next to each other.
    pub(crate) collected: &'l [Option<usize>],
    /// The number of registers of each type.
    pub(crate) registers: &'l [(ElementType, usize)],
    /// The positions at multiples of which pieces end, besides those of the usual length: there rows
    /// of inputs end, whose elements need not be copied then.
    pub(crate) row: Option<usize>,
}

/// A piece of a block: so many positions of the loop, from `start` on.
pub(crate) struct Frame<'f, 'l> {
    pub(crate) block: &'f Block<'f>,
    pub(crate) inputs: &'f Inputs<'l>,
    /// The results of folds along an axis at the positions of the piece.
    pub(crate) folded: &'f [Buffer],
    pub(crate) bank: &'f mut Bank,
    /// The results that have an element for each position of the block.
    pub(crate) outputs: &'f mut [PieceMut<'l>],
    /// The place of the block's first element in the array of each result that stands in a section.
    pub(crate) firsts: &'f [usize],
    pub(crate) start: usize,
    /// The place of the piece in the block.
    pub(crate) offset: usize,
    pub(crate) len: usize,
}

impl<'f> Frame<'f, '_> {
    /// An operand.
    fn source<T: Element>(&self, place: Place) -> Source<'_, T> {
        match place {
            Place::Number(number) => Source::Number(T::of(self.inputs.numbers[number])),
            Place::Register(register) => self.register(register),
            Place::Output(output) => match self.bank.targets[output] {
                Some(first) => {
                    let written = T::written(&self.outputs[output]);
                    Source::Elements(&written[first..first + self.len])
                }
                None => self.register(self.collected(output)),
            },
            Place::Input(input) => match self.bank.places[input] {
                Some(first) => {
                    let all = T::slice(&self.inputs.memories[input].storage);
                    Source::Elements(&all[first..first + self.len])
                }
                None => self.register(self.inputs.staged[input].expect("the elements are copied")),
            },
        }
    }

    pub(super) fn collected(&self, output: usize) -> usize {
        self.inputs.collected[output].expect("elements apart have a register")
    }

    fn register<T: Element>(&self, register: usize) -> Source<'_, T> {
        Source::Elements(T::registers(self.bank)[register].read(self.len))
    }

    /// Finds the elements of inputs, and copies those that do not lie next to each other in this piece.
    pub(crate) fn stage(&mut self) {
        let (start, len) = (self.start, self.len);
        let rows = self.inputs.rows.iter();
        self.bank.places.clear();
        self.bank
            .places
            .extend(rows.map(|rows| rows.run(start, len)));
        self.find_targets();
        for (input, staged) in self.inputs.staged.iter().enumerate() {
            if let Some(output) = self.inputs.replaced.get(input).copied().flatten() {
                self.bank.places[input] = None;
                self.copy_replaced(output, staged.expect("the elements are copied"));
                continue;
            }
            let (Some(register), None) = (*staged, self.bank.places[input]) else {
                continue;
            };
            let memory = &self.inputs.memories[input];
            typed!(memory.storage.ty(), T => {
                let own = &mut <T as Typed>::registers_mut(self.bank)[register];
                memory.copy_to(start, own.write(len));
            });
        }
    }

    /// Calls `job` with the elements of the target, apart from everything else.
    fn write<T: Element, R>(&mut self, place: Place, job: impl FnOnce(&Self, &mut [T]) -> R) -> R {
        let len = self.len;
        let place = match place {
            Place::Output(output) if self.bank.targets[output].is_none() => {
                Place::Register(self.collected(output))
            }
            place => place,
        };
        match place {
            Place::Register(register) => {
                let mut own = std::mem::take(&mut T::registers_mut(self.bank)[register]);
                let result = job(self, own.write(len));
                T::registers_mut(self.bank)[register] = own;
                result
            }
            Place::Output(output) => {
                let offset = self.bank.targets[output].unwrap_or(self.offset);
                let empty = T::nothing();
                let mut own = std::mem::replace(&mut self.outputs[output], empty);
                let result = job(self, &mut T::writes(&mut own)[offset..offset + len]);
                self.outputs[output] = own;
                result
            }
            Place::Input(_) | Place::Number(_) => unreachable!("an operand is no target"),
        }
    }

    fn masks(&self, mask: Option<Place>) -> Option<Source<'_, bool>> {
        mask.map(|place| self.source(place))
    }

    /// Does an instruction. Elements that have no result are zero.
    pub(crate) fn execute(
        &mut self,
        instruction: &Instruction,
        kernel: impl FnOnce(usize) -> &'f dyn Kernel,
    ) -> Option<Failure> {
        let takes = instruction.takes;
        match instruction.action {
            Action::Unary(unary) => self.unary(unary, instruction),
            Action::Binary(binary) => return self.binary(binary, instruction),
            Action::Compare(comparison) => typed!(takes, T => {
                self.write::<bool, _>(instruction.target, |frame, target| {
                    let [a, b] = frame.sources::<T, 2>(instruction);
                    arithmetic::compare(frame.block, comparison, target, a, b);
                });
            }),
            Action::Select => typed!(takes, T => {
                self.write::<T, _>(instruction.target, |frame, target| {
                    let [mask, a, b] = instruction.operands;
                    let (a, b) = (frame.source(a), frame.source(b));
                    arithmetic::select(frame.block, target, frame.source(mask), a, b);
                });
            }),
            Action::MultiplyAdd => match takes {
                ElementType::F32 => self.multiply_add::<f32>(instruction),
                _ => self.multiply_add::<f64>(instruction),
            },
            Action::Pair(pair) => match takes {
                ElementType::F32 => self.pair::<f32>(pair, instruction),
                _ => self.pair::<f64>(pair, instruction),
            },
            Action::ScaledProduct(scale) | Action::ScaledSum(scale) => match takes {
                ElementType::F32 => self.scaled::<f32>(scale, instruction),
                _ => self.scaled::<f64>(scale, instruction),
            },
            Action::Cast => typed!(instruction.gives, U => typed!(takes, T => {
                self.write::<U, _>(instruction.target, |frame, target| {
                    let [a] = frame.sources::<T, 1>(instruction);
                    cast::cast::<T, U>(frame.block, target, a);
                });
            })),
            Action::Map(step) => self.map(kernel(step), instruction),
            Action::Gather(input) => return self.gather(input, instruction),
            Action::Positions => self.write::<u64, _>(instruction.target, |frame, target| {
                for (position, element) in (frame.start as u64..).zip(target) {
                    *element = position;
                }
            }),
            Action::Ones => self.write::<u64, _>(instruction.target, |_, target| target.fill(1)),
            Action::Folded(fold) => typed!(takes, T => {
                self.write::<T, _>(instruction.target, |frame, target| {
                    let results = <T as Typed>::slice(&frame.folded[fold]);
                    target.copy_from_slice(&results[..frame.len]);
                });
            }),
            Action::Copy => typed!(takes, T => {
                self.write::<T, _>(instruction.target, |frame, target| {
                    let [a] = frame.sources::<T, 1>(instruction);
                    one(frame.block, target, a, #[inline(always)] |a: T| a);
                });
            }),
        }
        None
    }

    /// The first operands of an instruction, of one type.
    fn sources<T: Element, const N: usize>(&self, instruction: &Instruction) -> [Source<'_, T>; N] {
        std::array::from_fn(|at| self.source(instruction.operands[at]))
    }

    fn unary(&mut self, unary: Unary, instruction: &Instruction) {
        match instruction.takes {
            ElementType::Bool => self.write::<bool, _>(instruction.target, |frame, target| {
                let [a] = frame.sources::<bool, 1>(instruction);
                one(
                    frame.block,
                    target,
                    a,
                    #[inline(always)]
                    |a: bool| !a,
                );
            }),
            ElementType::F32 => self.float_unary::<f32>(unary, instruction),
            ElementType::F64 => self.float_unary::<f64>(unary, instruction),
            integer => integer!(integer, T => self.integer_unary::<T>(unary, instruction),
                _ => unreachable!("other types are above")),
        }
    }

    fn integer_unary<T: Integer>(&mut self, unary: Unary, instruction: &Instruction) {
        self.write::<T, _>(instruction.target, |frame, target| {
            let [a] = frame.sources::<T, 1>(instruction);
            if unary == Unary::Not {
                return one(
                    frame.block,
                    target,
                    a,
                    #[inline(always)]
                    |a: T| !a,
                );
            }
            let is_known = arithmetic::unary(frame.block, unary, target, a);
            debug_assert!(is_known, "`{unary:?}` of integers");
        });
    }

    fn float_unary<T: Float>(&mut self, unary: Unary, instruction: &Instruction) {
        self.write::<T, _>(instruction.target, |frame, target| {
            let [a] = frame.sources::<T, 1>(instruction);
            if !arithmetic::unary(frame.block, unary, target, a) {
                arithmetic::function(frame.block, unary, target, a);
            }
        });
    }

    fn multiply_add<T: Float>(&mut self, instruction: &Instruction) {
        self.write::<T, _>(instruction.target, |frame, target| {
            let [a, b, c] = frame.sources::<T, 3>(instruction);
            arithmetic::multiply_add(frame.block, target, a, b, c);
        });
    }

    fn scaled<T: Float>(&mut self, scale: usize, instruction: &Instruction) {
        self.write::<T, _>(instruction.target, |frame, target| {
            let [a, b, c] = frame.sources::<T, 3>(instruction);
            let scale = T::of(frame.inputs.numbers[scale]);
            let is_product = matches!(instruction.action, Action::ScaledProduct(_));
            arithmetic::scaled(frame.block, is_product, scale, target, [a, b, c]);
        });
    }

    fn pair<T: Float>(&mut self, pair: Pair, instruction: &Instruction) {
        self.write::<T, _>(instruction.target, |frame, target| {
            let [a, b, c] = frame.sources::<T, 3>(instruction);
            arithmetic::pair(frame.block, pair, target, a, b, c);
        });
    }

    fn binary(&mut self, binary: Binary, instruction: &Instruction) -> Option<Failure> {
        match instruction.takes {
            ElementType::Bool => self.write::<bool, _>(instruction.target, |frame, target| {
                let [a, b] = frame.sources::<bool, 2>(instruction);
                arithmetic::bits(frame.block, binary, target, a, b);
            }),
            ElementType::F32 => self.float_binary::<f32>(binary, instruction),
            ElementType::F64 => self.float_binary::<f64>(binary, instruction),
            integer => {
                return integer!(integer, T => self.integer_binary::<T>(binary, instruction),
                    _ => unreachable!("other types are above"));
            }
        }
        None
    }

    fn float_binary<T: Float>(&mut self, binary: Binary, instruction: &Instruction) {
        self.write::<T, _>(instruction.target, |frame, target| {
            let [a, b] = frame.sources::<T, 2>(instruction);
            if !arithmetic::binary(frame.block, binary, target, a, b) {
                arithmetic::floats(frame.block, binary, target, a, b);
            }
        });
    }

    fn integer_binary<T: Integer>(
        &mut self,
        binary: Binary,
        instruction: &Instruction,
    ) -> Option<Failure> {
        let missing = self.write::<T, _>(instruction.target, |frame, target| {
            let [a, b] = frame.sources::<T, 2>(instruction);
            match binary {
                Binary::Div | Binary::Rem => {
                    return arithmetic::divide(binary, target, a, b, frame.masks(instruction.mask));
                }
                Binary::And | Binary::Or | Binary::Xor => {
                    arithmetic::bits(frame.block, binary, target, a, b)
                }
                _ => {
                    let is_known = arithmetic::binary(frame.block, binary, target, a, b);
                    debug_assert!(is_known, "`{binary:?}` of integers");
                }
            }
            None
        });
        missing.map(|NoQuotient { index, by_zero }| Failure {
            index,
            kind: ErrorKind::Division {
                position: self.start + index,
                by_zero,
            },
        })
    }

    fn map(&mut self, kernel: &dyn Kernel, instruction: &Instruction) {
        typed!(instruction.takes, T => typed!(instruction.gives, U => {
            self.write::<U, _>(instruction.target, |frame, target| {
                match frame.source::<T>(instruction.operands[0]) {
                    Source::Elements(elements) => {
                        kernel.run(Piece::from(elements), PieceMut::from(target));
                    }
                    Source::Number(number) => {
                        let elements = vec![number; target.len()];
                        kernel.run(Piece::from(&elements[..]), PieceMut::from(target));
                    }
                }
            });
        }));
    }

    fn gather(&mut self, input: usize, instruction: &Instruction) -> Option<Failure> {
        typed!(instruction.gives, T => number!(instruction.takes, I => {
            self.write::<T, _>(instruction.target, |frame, target| {
                let [indices] = frame.sources::<I, 1>(instruction);
                let data = &frame.inputs.memories[input];
                gather(frame.start, data, target, indices, frame.masks(instruction.mask))
            })
        }, bool => unreachable!("indices are integers")))
    }

    /// Folds an operand into the lanes of a reduction.
    pub(crate) fn fold(
        &self,
        reduction: &crate::program::Reduction,
        count: usize,
        state: &mut State,
    ) {
        let mask = self.masks(reduction.mask);
        match (state, reduction.operator) {
            (State::Custom(state, combine), _) => {
                typed!(reduction.ty, T => {
                    let source = self.source::<T>(reduction.source);
                    *state = custom(*state, &**combine, source, mask, self.len);
                });
            }
            (State::Bool(lanes), Some(operator)) => {
                let source = self.source(reduction.source);
                fold::push_logical(self.block, operator, lanes, self.len, source, mask);
            }
            (state, Some(operator)) => number!(reduction.ty, T => {
                let source = self.source::<T>(reduction.source);
                let lanes = <T as Folded>::lanes(state);
                fold::push(self.block, operator, lanes, count, self.len, source, mask);
            }, bool => unreachable!("truth values are above")),
            (_, None) => unreachable!("an operator of the user has a state of its own"),
        }
    }

    /// Folds each row of `count` elements of an operand: the results of so many rows.
    pub(crate) fn fold_rows(
        &self,
        reduction: &crate::program::Reduction,
        count: usize,
        results: PieceMut<'_>,
    ) {
        let operator = reduction.known();
        let mut results = results;
        number!(reduction.ty, T => {
            let elements = self.elements::<T>(reduction.source);
            let results = <T as Typed>::writes(&mut results);
            fold::rows(self.block, operator, elements, count, results);
        }, bool => {
            let elements = self.elements::<bool>(reduction.source);
            let results = bool::writes(&mut results);
            fold::rows_logical(operator, elements, count, results);
        })
    }

    /// Folds the elements of an operand into results, one after the other, and from the first result
    /// on again for more elements.
    pub(crate) fn fold_across(&self, reduction: &crate::program::Reduction, results: PieceMut<'_>) {
        let operator = reduction.known();
        let mut results = results;
        number!(reduction.ty, T => {
            let elements = self.elements::<T>(reduction.source);
            let results = <T as Typed>::writes(&mut results);
            fold::across(self.block, operator, elements, results);
        }, bool => {
            let elements = self.elements::<bool>(reduction.source);
            let results = bool::writes(&mut results);
            fold::across_logical(operator, elements, results);
        })
    }

    /// The elements of an operand that is no number.
    fn elements<T: Element>(&self, place: Place) -> &[T] {
        match self.source(place) {
            Source::Elements(elements) => elements,
            Source::Number(_) => unreachable!("a number has no axis"),
        }
    }

    /// Adds the elements that a mask keeps to a buffer.
    pub(crate) fn compact(&self, source: Place, mask: Place, into: &mut Buffer) {
        typed!(into.ty(), T => {
            let (source, mask) = (self.source::<T>(source), self.source::<bool>(mask));
            let into = <T as Typed>::vector(into);
            let from = into.len();
            // Each element is written, and the end moves where it counts: no branch.
            into.resize(from + self.len, T::default());
            let mut end = from;
            for index in 0..self.len {
                into[end] = source.get(index);
                end += usize::from(mask.get(index));
            }
            into.truncate(end);
        });
    }
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
    if let (Source::Elements(elements), None) = (source, mask) {
        return combine.fold(state, Piece::from(elements));
    }
    let counts = |index: &usize| mask.is_none_or(|mask| mask.get(*index));
    let kept: Vec<T> = (0..len)
        .filter(counts)
        .map(|index| source.get(index))
        .collect();
    combine.fold(state, Piece::from(&kept[..]))
}
