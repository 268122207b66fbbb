//! A piece of a block: where its operands are, and the instructions that are done on it.

use fusus_cpu::Block;

use super::arithmetic::{self, NoQuotient};
use super::number::{Float, Integer, Number};
use super::past::Past;
use super::prefixes::Prefixes;
use super::sweep::{Kind, Source, one};
use crate::element::{
    Bank, Buffer, Element, ElementType, Found, PieceMut, Register, Scalar, integer, typed,
};
use crate::error::ErrorKind;
use crate::gaps::Part;
use crate::homes::Section;
use crate::operation::{Binary, Compare, Kernel, Unary};
use crate::program::{Action, Instruction, Pair, Place, RootComparison};
use crate::rows::Rows;
use crate::storage::Memory;

pub(super) const COLLECTED: &str = "elements apart have a register";

/// A failure at a position of a piece.
pub(crate) struct Failure {
    pub(crate) index: usize,
    pub(crate) kind: ErrorKind,
}

/// The inputs of a loop.
pub(crate) struct Inputs<'l> {
    pub(crate) memories: &'l [Memory],
    pub(crate) numbers: &'l [Scalar],
    /// The rows of each input.
    pub(crate) rows: &'l [Rows],
    /// The register of each input whose elements do not lie next to each other.
    pub(crate) staged: &'l [Option<usize>],
    /// For each input, true if one element is taken in place of all, where these are the same.
    pub(crate) single: &'l [bool],
    /// The result at whose places the elements of each input are, if an update replaces them.
    pub(crate) replaced: &'l [Option<usize>],
    /// The sections of the results that stand in one.
    pub(crate) sections: &'l [Option<Section>],
    /// The register of each result whose elements may not lie next to each other, or go past the cache.
    pub(crate) collected: &'l [Option<usize>],
    /// The result whose elements go past the cache.
    pub(crate) past_cache: Option<usize>,
    /// The number of registers of each type.
    pub(crate) registers: &'l [(ElementType, usize)],
    /// The positions at multiples of which pieces end, besides those of the usual length: there rows
    /// of inputs end, whose elements need not be copied then.
    pub(crate) row: Option<usize>,
    /// The rows of the loop, if its pieces have what lies between them too.
    pub(crate) gaps: Option<Rows>,
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
    /// The scans of the loop.
    pub(crate) scans: &'f mut [Prefixes],
    pub(crate) start: usize,
    /// The place of the piece in the block.
    pub(crate) offset: usize,
    pub(crate) len: usize,
    /// The parts of rows in the piece, if it has what lies between them too.
    pub(crate) runs: &'f [Part],
    /// The elements that go past the cache.
    pub(crate) past: Option<&'f mut dyn Past>,
}

/// Evaluates an expression with a frame and the elements of a target, which are out of the frame
/// meanwhile. A function of a closure would be compiled for each expression and type.
macro_rules! write_to {
    ($frame:expr, $place:expr, |$own:ident, $target:ident: $type:ty| $body:expr) => {{
        let $own = &mut *$frame;
        let mut taken = $own.take::<$type>($place);
        let $target = taken.elements($own.len);
        let done = $body;
        $own.put_back(taken);
        done
    }};
}
pub(super) use write_to;

/// The elements that an instruction writes, out of their frame.
pub(super) enum Target<'l, T> {
    Register(usize, Register<T>),
    /// A result, and the place of the piece in it.
    Output(usize, PieceMut<'l>, usize),
}

impl<T: Element> Target<'_, T> {
    pub(super) fn elements(&mut self, len: usize) -> &mut [T] {
        match self {
            Target::Register(_, own) => own.write(len),
            Target::Output(_, own, from) => &mut T::writes(own)[*from..*from + len],
        }
    }
}

impl<'f, 'l> Frame<'f, 'l> {
    /// An operand.
    pub(super) fn source<T: Element>(&self, place: Place) -> Source<'_, T> {
        match place {
            Place::Number(number) => Source::number(T::number(&self.inputs.numbers[number])),
            Place::Register(register) => self.register(register),
            Place::Output(output) => match self.bank.targets[output] {
                Some(first) => {
                    let written = T::written(&self.outputs[output]);
                    Source::elements(&written[first..first + self.len])
                }
                None => self.register(self.collected(output)),
            },
            Place::Input(input) => match self.bank.places[input] {
                Some(Found::From(first)) => {
                    let all = T::slice(&self.inputs.memories[input].storage);
                    Source::elements(&all[first..first + self.len])
                }
                Some(Found::All(place)) => {
                    Source::number(&T::slice(&self.inputs.memories[input].storage)[place])
                }
                None => self.register(self.inputs.staged[input].expect("the elements are copied")),
            },
        }
    }

    pub(super) fn collected(&self, output: usize) -> usize {
        self.inputs.collected[output].expect(COLLECTED)
    }

    fn register<T: Element>(&self, register: usize) -> Source<'_, T> {
        Source::elements(T::registers(self.bank)[register].read(self.len))
    }

    /// Finds the elements of inputs, and copies those that do not lie next to each other in this piece.
    pub(crate) fn stage(&mut self) {
        if let Some(rows) = self.inputs.gaps {
            return self.stage_rows(&rows);
        }
        let (start, len) = (self.start, self.len);
        let rows = self.inputs.rows.iter().zip(self.inputs.single);
        self.bank.places.clear();
        self.bank.places.extend(rows.map(|(rows, is_single)| {
            let all = || rows.only(start, len).filter(|_| *is_single);
            let from = rows.run(start, len).map(Found::From);
            from.or_else(|| all().map(Found::All))
        }));
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
            let bank = &mut *self.bank;
            typed!(memory.storage.ty(), T => copy_in::<T>(memory, start, bank, register, len));
        }
    }

    /// Takes a target out of the frame.
    pub(super) fn take<T: Element>(&mut self, place: Place) -> Target<'l, T> {
        let place = match place {
            Place::Output(output) if self.bank.targets[output].is_none() => {
                Place::Register(self.collected(output))
            }
            place => place,
        };
        match place {
            Place::Register(register) => {
                let own = std::mem::take(&mut T::registers_mut(self.bank)[register]);
                Target::Register(register, own)
            }
            Place::Output(output) => {
                let from = self.bank.targets[output].unwrap_or(self.offset);
                let own = std::mem::replace(&mut self.outputs[output], T::nothing());
                Target::Output(output, own, from)
            }
            Place::Input(_) | Place::Number(_) => unreachable!("an operand is no target"),
        }
    }

    pub(super) fn put_back<T: Element>(&mut self, target: Target<'l, T>) {
        match target {
            Target::Register(register, own) => T::registers_mut(self.bank)[register] = own,
            Target::Output(output, own, _) => self.outputs[output] = own,
        }
    }

    pub(super) fn masks(&self, mask: Option<Place>) -> Option<Source<'_, bool>> {
        mask.map(|place| self.source(place))
    }

    /// Does an instruction. Elements that have no result are zero.
    pub(crate) fn execute<'k>(
        &mut self,
        instruction: &Instruction,
        kernel: impl FnOnce(usize) -> &'k dyn Kernel,
    ) -> Option<Failure> {
        let takes = instruction.takes;
        match instruction.action {
            Action::Unary(unary) => self.unary(unary, instruction),
            Action::Binary(binary) => return self.binary(binary, instruction),
            Action::Compare(comparison) => {
                typed!(takes, T => self.compare::<T>(comparison, instruction))
            }
            Action::CompareRoot(comparison) => match takes {
                ElementType::F32 => self.compare_root::<f32>(comparison, instruction),
                _ => self.compare_root::<f64>(comparison, instruction),
            },
            Action::Select => typed!(takes, T => self.select::<T>(instruction)),
            Action::MultiplyAdd => match takes {
                ElementType::F32 => self.multiply_add::<f32>(instruction),
                ElementType::I32 => self.multiply_add::<i32>(instruction),
                ElementType::I64 => self.multiply_add::<i64>(instruction),
                ElementType::U64 => self.multiply_add::<u64>(instruction),
                _ => self.multiply_add::<f64>(instruction),
            },
            Action::Sum(count) => match takes {
                ElementType::F32 => self.sum::<f32>(count, instruction),
                ElementType::U8 => self.sum::<u8>(count, instruction),
                ElementType::I32 => self.sum::<i32>(count, instruction),
                ElementType::I64 => self.sum::<i64>(count, instruction),
                ElementType::U64 => self.sum::<u64>(count, instruction),
                _ => self.sum::<f64>(count, instruction),
            },
            Action::Polynomial(steps) => match takes {
                ElementType::F32 => self.polynomial::<f32>(steps, instruction),
                _ => self.polynomial::<f64>(steps, instruction),
            },
            Action::Pair(pair) => match takes {
                ElementType::F32 => self.pair::<f32>(pair, instruction),
                _ => self.pair::<f64>(pair, instruction),
            },
            Action::ScaledProduct(scale) | Action::ScaledSum(scale) => match takes {
                ElementType::F32 => self.scaled::<f32>(scale, instruction),
                _ => self.scaled::<f64>(scale, instruction),
            },
            Action::Cast => self.cast(instruction),
            Action::Map(step) => self.map(kernel(step), instruction),
            Action::Gather(input) => return self.gather(input, instruction),
            Action::Positions => match takes {
                ElementType::I64 => write_to!(self, instruction.target, |frame, target: i64| {
                    arithmetic::positions(frame.block, frame.start as i64, target);
                }),
                _ => write_to!(self, instruction.target, |frame, target: u64| {
                    arithmetic::positions(frame.block, frame.start as u64, target);
                }),
            },
            Action::Ones => match takes {
                ElementType::I64 => {
                    write_to!(self, instruction.target, |frame, target: i64| target
                        .fill(1));
                }
                _ => write_to!(self, instruction.target, |frame, target: u64| target
                    .fill(1)),
            },
            Action::Scan(scan) => self.scan(scan, instruction),
            Action::Folded(fold) => typed!(takes, T => self.folded::<T>(fold, instruction)),
            Action::Copy => typed!(takes, T => self.copy::<T>(instruction)),
        }
        None
    }

    /// The first two operands of an instruction, of one type.
    fn two<T: Element>(&self, instruction: &Instruction) -> [Source<'_, T>; 2] {
        let [a, b, ..] = instruction.operands;
        [self.source(a), self.source(b)]
    }

    /// Its three operands.
    fn three<T: Element>(&self, instruction: &Instruction) -> [Source<'_, T>; 3] {
        let [a, b, c, ..] = instruction.operands;
        [self.source(a), self.source(b), self.source(c)]
    }

    fn compare<T: Element>(&mut self, comparison: Compare, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: bool| {
            let [a, b] = frame.two::<T>(instruction);
            arithmetic::compare(frame.block, comparison, target, a, b);
        });
    }

    fn compare_root<T: Float>(&mut self, comparison: RootComparison, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: bool| {
            let [a, number] = frame.two::<T>(instruction);
            arithmetic::compare_root(frame.block, comparison, target, a, number.get(0));
        });
    }

    fn select<T: Element>(&mut self, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: T| {
            let [mask, a, b, ..] = instruction.operands;
            let (a, b) = (frame.source(a), frame.source(b));
            arithmetic::select(frame.block, target, frame.source(mask), a, b);
        });
    }

    fn folded<T: Element>(&mut self, fold: usize, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: T| {
            let results = T::slice(&frame.folded[fold]);
            target.copy_from_slice(&results[..frame.len]);
        });
    }

    fn copy<T: Element>(&mut self, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: T| {
            match frame.source::<T>(instruction.operands[0]).kind() {
                Kind::Elements(elements) => target.copy_from_slice(elements),
                Kind::Number(number) => target.fill(number),
            }
        });
    }

    fn unary(&mut self, unary: Unary, instruction: &Instruction) {
        match instruction.takes {
            ElementType::Bool => write_to!(self, instruction.target, |frame, target: bool| {
                let a = frame.source::<bool>(instruction.operands[0]);
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
        write_to!(self, instruction.target, |frame, target: T| {
            let a = frame.source::<T>(instruction.operands[0]);
            if unary == Unary::Not {
                one(
                    frame.block,
                    target,
                    a,
                    #[inline(always)]
                    |a: T| !a,
                );
            } else {
                let is_known = arithmetic::unary(frame.block, unary, target, a);
                debug_assert!(is_known, "`{unary:?}` of integers");
            }
        });
    }

    fn float_unary<T: Float>(&mut self, unary: Unary, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: T| {
            let a = frame.source::<T>(instruction.operands[0]);
            if !arithmetic::unary(frame.block, unary, target, a) {
                arithmetic::function(frame.block, unary, target, a);
            }
        });
    }

    fn multiply_add<T: Number>(&mut self, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: T| {
            let [a, b, c] = frame.three::<T>(instruction);
            arithmetic::multiply_add(frame.block, target, a, b, c);
        });
    }

    fn scaled<T: Float>(&mut self, scale: usize, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: T| {
            let [a, b, c] = frame.three::<T>(instruction);
            let scale = T::of(frame.inputs.numbers[scale]);
            let is_product = matches!(instruction.action, Action::ScaledProduct(_));
            arithmetic::scaled(frame.block, is_product, scale, target, [a, b, c]);
        });
    }

    fn pair<T: Float>(&mut self, pair: Pair, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: T| {
            let [a, b, c] = frame.three::<T>(instruction);
            arithmetic::pair(frame.block, pair, target, a, b, c);
        });
    }

    fn binary(&mut self, binary: Binary, instruction: &Instruction) -> Option<Failure> {
        match instruction.takes {
            ElementType::Bool => write_to!(self, instruction.target, |frame, target: bool| {
                let [a, b] = frame.two::<bool>(instruction);
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
        write_to!(self, instruction.target, |frame, target: T| {
            let [a, b] = frame.two::<T>(instruction);
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
        let missing = write_to!(self, instruction.target, |frame, target: T| {
            let [a, b] = frame.two::<T>(instruction);
            match binary {
                Binary::Div | Binary::Rem => {
                    let mask = frame.masks(instruction.mask);
                    arithmetic::divide(frame.block, binary, target, a, b, mask)
                }
                Binary::And | Binary::Or | Binary::Xor => {
                    arithmetic::bits(frame.block, binary, target, a, b);
                    None
                }
                Binary::Mul => {
                    arithmetic::products(frame.block, target, a, b);
                    None
                }
                _ => {
                    let is_known = arithmetic::binary(frame.block, binary, target, a, b);
                    debug_assert!(is_known, "`{binary:?}` of integers");
                    None
                }
            }
        });
        missing.map(|NoQuotient { index, by_zero }| Failure {
            index,
            kind: ErrorKind::Division {
                position: self.start + index,
                by_zero,
            },
        })
    }
}

/// Copies the elements of a memory from a position on to a register.
fn copy_in<T: Element>(
    memory: &Memory,
    start: usize,
    bank: &mut Bank,
    register: usize,
    len: usize,
) {
    memory.copy_to(start, T::registers_mut(bank)[register].write(len));
}
