//! Loops, done: over the blocks of the runtime of `cnf!`, on its threads.

use std::mem;
use std::sync::Arc;

use fusus_cpu::{Block, Run};

use crate::element::sealed::Typed;
use crate::element::{Buffer, ElementType, Piece, PieceMut, Scalar, number, typed};
use crate::error::{Error, ErrorKind};
use crate::gaps::{self, Part};
use crate::graph::{Arg, Graph};
use crate::homes::{Homes, Section};
use crate::kernel::bank::with_bank;
use crate::kernel::fold;
use crate::kernel::frame::Failure;
use crate::kernel::frame::{Frame, Inputs};
use crate::kernel::past::Past;
use crate::kernel::reductions::Gathered;
use crate::kernel::state::{Folded, State};
use crate::layout::Layout;
use crate::operation::{Kernel, Operation};
use crate::program::{Loop, Reduction};
use crate::rows::Rows;
use crate::slots::Slots;
use crate::storage::{self, Memory};
use crate::values::{Value, Values};

/// The bytes that the registers of a piece may have, so that they stay in the first-level cache as far as pieces
/// are long enough: an instruction takes some ten nanoseconds to start.
const CACHED: usize = 48 << 10;

/// The longest register of a piece, in bytes.
const LONGEST: usize = 8 << 10;

/// The shortest piece, in elements, of which all are multiples: one of all numbers of lanes.
const SHORTEST: usize = 512;

/// The shortest row whose elements are not copied: each instruction of a piece costs some ten
/// nanoseconds, besides its elements.
const SHORTEST_ROW: usize = 128;

impl Values<'_> {
    /// Does a loop.
    pub(crate) fn run(&mut self, own: &Loop) -> Result<(), Error> {
        let inputs = own.inputs.iter().map(|arg| self.memory(*arg));
        let mut memories: Vec<Memory> = inputs.collect();
        let numbers: Vec<Scalar> = own.numbers.iter().map(|arg| self.number(*arg)).collect();
        let len = self.positions(own, &memories);
        let mut homes = Homes::of(self, own, &mut memories, len)?;
        let sections = homes.sections();
        let rows = rows(&memories);
        let replaced = mem::take(&mut homes.replaced);
        let gaps = gaps::rows(own, &rows, &replaced, &sections, len);
        let mut registers = Registers::of(own, &memories, &replaced, gaps.as_ref());
        let past_cache = homes.past_cache().filter(|_| gaps.is_none());
        let is_collected = |output| gaps.is_some() || past_cache == Some(output);
        let collected = registers.collect(self.graph, own, &sections, is_collected);
        let inputs = Inputs {
            memories: &memories,
            numbers: &numbers,
            rows: &rows,
            staged: &registers.staged,
            single: &own.single,
            replaced: &replaced,
            sections: &sections,
            collected: &collected,
            past_cache,
            registers: &registers.all,
            row: row(own, &memories, &sections),
            gaps,
        };
        let block_len = Run::parallel(len, own.cost).cut().block_len();
        let slots = homes.slots(len, block_len);
        let done = blocks(self.graph, own, &inputs, len, &slots);
        drop(slots);
        let (numbers, kept) = match done {
            Ok(done) => done,
            Err((step, kind)) => {
                homes.put_back(self);
                return Err(self.error(step, kind));
            }
        };
        homes.keep(self, own)?;
        for (reduction, number) in own.reductions.iter().zip(numbers) {
            self.steps[reduction.step] = Some(Value::Number(number));
        }
        for (compacted, kept) in own.compacted.iter().zip(kept) {
            self.steps[compacted.step] = Some(Value::Memory(Memory::of(kept)));
        }
        Ok(())
    }

    /// The number of positions of a loop.
    pub(crate) fn positions(&self, own: &Loop, memories: &[Memory]) -> usize {
        let known = self.graph.domains[own.over].len();
        let of_kept = || {
            let inputs = own.inputs.iter().zip(memories);
            let mut kept = inputs.filter(|(arg, _)| match arg {
                Arg::Step(step, None) => self.graph.steps[*step].domain == own.over,
                _ => false,
            });
            kept.next().map(|(_, memory)| memory.len())
        };
        known
            .or_else(of_kept)
            .expect("an array of the loop's length is there")
    }
}

/// The rows of each input.
pub(crate) fn rows(memories: &[Memory]) -> Vec<Rows> {
    memories.iter().map(|memory| memory.layout.rows()).collect()
}

/// The registers of a loop: those of its instructions, and of elements that do not lie next to each
/// other.
pub(crate) struct Registers {
    /// The number of registers of each type.
    pub(crate) all: Vec<(ElementType, usize)>,
    /// The register of each input whose elements are copied piece by piece.
    pub(crate) staged: Vec<Option<usize>>,
}

impl Registers {
    /// The registers of a loop with some inputs, and those that an update replaces.
    pub(crate) fn of(
        own: &Loop,
        memories: &[Memory],
        replaced: &[Option<usize>],
        gaps: Option<&Rows>,
    ) -> Registers {
        let mut registers = Registers {
            all: own.registers.clone(),
            staged: Vec::with_capacity(memories.len()),
        };
        for (input, memory) in memories.iter().enumerate() {
            let is_replaced = replaced.get(input).is_some_and(Option::is_some);
            let is_there = match gaps {
                Some(rows) => memory.layout.rows().is_moved(rows),
                None => memory.layout.are_neighbours(),
            };
            let is_copied = is_replaced || own.walked[input] && !is_there;
            let staged = is_copied.then(|| registers.add(memory.storage.ty()));
            registers.staged.push(staged);
        }
        registers
    }

    fn add(&mut self, ty: ElementType) -> usize {
        let known = self.all.iter().position(|(of, _)| *of == ty);
        let at = known.unwrap_or_else(|| {
            self.all.push((ty, 0));
            self.all.len() - 1
        });
        self.all[at].1 += 1;
        self.all[at].1 - 1
    }

    /// Adds a register for each result whose elements may not lie next to each other, or that is collected
    /// from pieces for another reason.
    fn collect(
        &mut self,
        graph: &Graph,
        own: &Loop,
        sections: &[Option<Section>],
        is_collected: impl Fn(usize) -> bool,
    ) -> Vec<Option<usize>> {
        let outputs = own.outputs.iter().zip(sections).enumerate();
        let collected = outputs.map(|(output, (step, section))| {
            let are_apart = section.is_some_and(|section| !section.layout.are_neighbours());
            (are_apart || is_collected(output)).then(|| self.add(graph.steps[*step].node.ty))
        });
        collected.collect()
    }
}

/// The length of the rows of inputs, if pieces that are cut at their ends cost less than copies of
/// the elements.
fn row(own: &Loop, memories: &[Memory], sections: &[Option<Section>]) -> Option<usize> {
    let written = sections.iter().flatten().map(|section| &section.layout);
    let layouts = memories.iter().map(|memory| &memory.layout).chain(written);
    let apart = layouts.filter(|layout| !layout.are_neighbours());
    let row = apart.filter_map(Layout::row).min()?;
    // The first element of each piece goes to the first lane.
    let keeps_lanes = own.reductions.is_empty() || row.is_multiple_of(fold::LANES);
    (row >= SHORTEST_ROW && keeps_lanes).then_some(row)
}

/// A failure of a step.
pub(crate) type Failed = (usize, ErrorKind);

/// The partial results of a block, where its reductions have met something, and what it keeps; or
/// its first failure.
type Done = Result<(Vec<Option<Scalar>>, Vec<Buffer>), Failed>;

/// Does the blocks of a loop; returns the results of reductions and what was kept.
pub(crate) fn blocks(
    graph: &Graph,
    own: &Loop,
    inputs: &Inputs<'_>,
    len: usize,
    slots: &[Slots<'_>],
) -> Result<(Vec<Scalar>, Vec<Buffer>), Failed> {
    let run = Run::parallel(len, own.cost);
    let done = run.blocks((), |block, _| {
        let mut outputs: Vec<PieceMut<'_>> = slots
            .iter()
            .map(|slots| slots.take(block.index()))
            .collect();
        Ok(in_block(graph, own, inputs, block, &mut outputs))
    });
    let ((), partials) = match done {
        Ok(done) => done,
        // Blocks return their failures themselves: there is no memory for what they return.
        Err(_) => return Err((own.members[0], ErrorKind::Allocation { len, element: 1 })),
    };
    join(graph, own, partials)
}

/// The numbers that the reductions of a loop begin with.
pub(crate) fn seeds(graph: &Graph, own: &Loop) -> Vec<Scalar> {
    own.reductions.iter().map(|one| seed(graph, one)).collect()
}

/// Joins the partial results of the reductions of a block to those of the blocks to its left.
pub(crate) fn add(
    graph: &Graph,
    own: &Loop,
    numbers: &mut [Scalar],
    partials: impl IntoIterator<Item = Option<Scalar>>,
) {
    for ((reduction, number), partial) in own.reductions.iter().zip(numbers).zip(partials) {
        if let Some(partial) = partial {
            *number = combined(graph, reduction, *number, partial);
        }
    }
}

/// Joins the results of blocks, from left to right.
fn join(
    graph: &Graph,
    own: &Loop,
    blocks: impl Iterator<Item = Done>,
) -> Result<(Vec<Scalar>, Vec<Buffer>), Failed> {
    let mut numbers = seeds(graph, own);
    let mut parts = Vec::new();
    for block in blocks {
        let (partials, kept) = block?;
        add(graph, own, &mut numbers, partials);
        if !kept.is_empty() {
            parts.push(kept);
        }
    }
    let kept = own.compacted.iter().enumerate().map(|(index, compacted)| {
        let ty = graph.steps[compacted.step].node.ty;
        let len = parts.iter().map(|kept| kept[index].len()).sum();
        let joined = typed!(ty, T => {
            storage::buffer(ty, len).map(|mut buffer| {
                let mut rest = &mut <T as Typed>::vector(&mut buffer)[..];
                for part in parts.iter().map(|kept| <T as Typed>::slice(&kept[index])) {
                    let (here, behind) = rest.split_at_mut(part.len());
                    here.copy_from_slice(part);
                    rest = behind;
                }
                buffer
            })
        });
        joined.map_err(|kind| (compacted.step, kind))
    });
    let kept: Result<Vec<Buffer>, _> = kept.collect();
    Ok((numbers, kept?))
}

/// The number that a reduction begins with.
fn seed(graph: &Graph, reduction: &Reduction) -> Scalar {
    match (&graph.steps[reduction.step].operation, reduction.operator) {
        (Operation::FoldBy(combine), _) => combine.seed(),
        (_, Some(operator)) => fold::seed(operator, reduction.ty),
        (other, None) => unreachable!("`{other:?}` is no reduction"),
    }
}

fn combined(graph: &Graph, reduction: &Reduction, left: Scalar, right: Scalar) -> Scalar {
    match (&graph.steps[reduction.step].operation, reduction.operator) {
        (Operation::FoldBy(combine), _) => typed!(right.ty(), T => {
            let right = [<T as Typed>::of(right)];
            combine.fold(Some(left), Piece::from(&right[..])).unwrap_or(left)
        }),
        (_, Some(operator)) => fold::join(operator, left, right),
        (other, None) => unreachable!("`{other:?}` is no reduction"),
    }
}

/// The length of the pieces of a block.
pub(crate) fn piece_len(registers: &[(ElementType, usize)]) -> usize {
    let bytes: usize = registers.iter().map(|(ty, count)| ty.bytes() * count).sum();
    let widest = registers.iter().map(|(ty, _)| ty.bytes()).max();
    let len = (CACHED / bytes.max(1)).min(LONGEST / widest.unwrap_or(8));
    (len / SHORTEST * SHORTEST).max(SHORTEST)
}

/// Does a block.
fn in_block<'l>(
    graph: &Graph,
    own: &Loop,
    inputs: &Inputs<'l>,
    block: &Block<'_>,
    outputs: &mut [PieceMut<'l>],
) -> Done {
    let Some(output) = inputs.past_cache else {
        return in_pieces(graph, own, inputs, block, outputs, None);
    };
    let mut long = mem::replace(&mut outputs[output], bool::nothing());
    typed!(long.ty(), T => fusus_cpu::past_cache(<T as Typed>::writes(&mut long), |past| {
        in_pieces(graph, own, inputs, block, outputs, Some(past))
    }))
}

/// Does a block, piece by piece.
fn in_pieces<'l>(
    graph: &Graph,
    own: &Loop,
    inputs: &Inputs<'l>,
    block: &Block<'_>,
    outputs: &mut [PieceMut<'l>],
    mut past: Option<&mut dyn Past>,
) -> Done {
    let piece = piece_len(inputs.registers);
    let mut states: Vec<State> = own.reductions.iter().map(|one| state(graph, one)).collect();
    let mut gathered: Vec<Gathered> = own.reductions.iter().map(Gathered::of).collect();
    let mut kept: Vec<Buffer> = own
        .compacted
        .iter()
        .map(|one| typed!(graph.steps[one.step].node.ty, T => <T as Typed>::buffer(Vec::new())))
        .collect();
    let firsts: Vec<usize> = inputs
        .sections
        .iter()
        .map(|section| section.map_or(0, |section| section.layout.at(block.start())))
        .collect();
    let failure = with_bank(|bank| {
        for (ty, count) in inputs.registers {
            let most = inputs.gaps.map_or(block.len(), |_| piece);
            bank.provide(*ty, *count, piece.min(most));
        }
        let mut offset = 0;
        let mut runs: Vec<Part> = Vec::new();
        while offset < block.len() {
            let start = block.start() + offset;
            let (len, done) = match &inputs.gaps {
                Some(rows) => {
                    let end = block.start() + block.len();
                    let len = gaps::runs(rows, start, end, piece, &mut runs);
                    (len, runs.iter().map(|run| run.count).sum())
                }
                None => {
                    let in_row = inputs.row.map_or(piece, |row| row - start % row);
                    let len = piece.min(in_row).min(block.len() - offset);
                    (len, len)
                }
            };
            let mut frame = Frame {
                block,
                inputs,
                folded: &[],
                bank: &mut *bank,
                outputs: &mut *outputs,
                firsts: &firsts,
                start,
                offset,
                len,
                runs: &runs,
                past: match &mut past {
                    Some(past) => Some(&mut **past),
                    None => None,
                },
            };
            frame.stage();
            let first = instructions(graph, own, &mut frame);
            if first.is_some() {
                return first;
            }
            frame.collect();
            let folds = own.reductions.iter().zip(&mut states).zip(&mut gathered);
            for ((reduction, state), gathered) in folds {
                match inputs.gaps {
                    Some(_) => frame.fold_gathered(reduction, own.lanes, state, gathered),
                    None => frame.fold(reduction, own.lanes, state),
                }
            }
            for (compacted, kept) in own.compacted.iter().zip(&mut kept) {
                frame.compact(compacted.source, compacted.mask, kept);
            }
            offset += done;
        }
        let folds = own.reductions.iter().zip(&mut states).zip(&mut gathered);
        for ((reduction, state), gathered) in folds {
            gathered.finish(block, reduction, own.lanes, state);
        }
        None
    });
    if let Some((step, failure)) = failure {
        return Err((step, failure.kind));
    }
    let partials = own.reductions.iter().zip(states);
    let partials = partials.map(|(reduction, state)| partial(reduction, state, own.lanes));
    Ok((partials.collect(), kept))
}

/// Does the instructions of a loop on a piece; returns the step and the failure of the first element
/// that has no result.
pub(crate) fn instructions<'f>(
    graph: &'f Graph,
    own: &Loop,
    frame: &mut Frame<'f, '_>,
) -> Option<(usize, Failure)> {
    let mut first: Option<(usize, Failure)> = None;
    for instruction in &own.instructions {
        let kernel = |step: usize| kernel(graph, step);
        if let Some(failure) = frame.execute(instruction, kernel)
            && first
                .as_ref()
                .is_none_or(|(_, first)| failure.index < first.index)
        {
            first = Some((instruction.step, failure));
        }
    }
    first
}

/// The closure of a step.
fn kernel(graph: &Graph, step: usize) -> &dyn Kernel {
    match &graph.steps[step].operation {
        Operation::Map(kernel) => &**kernel,
        other => unreachable!("`{other:?}` has no closure"),
    }
}

/// The state of a reduction before a block.
pub(crate) fn state(graph: &Graph, reduction: &Reduction) -> State {
    match (&graph.steps[reduction.step].operation, reduction.operator) {
        (Operation::FoldBy(combine), _) => State::Custom(None, Arc::clone(combine)),
        (_, Some(operator)) => number!(reduction.ty, T => {
            <T as Folded>::state(fold::empty::<T>(operator))
        }, bool => State::Bool(fold::empty_logical(operator))),
        (other, None) => unreachable!("`{other:?}` is no reduction"),
    }
}

/// The result of a reduction in a block; nothing where it has met nothing.
pub(crate) fn partial(reduction: &Reduction, mut state: State, lanes: usize) -> Option<Scalar> {
    match (&mut state, reduction.operator) {
        (State::Custom(state, _), _) => *state,
        (State::Bool(lanes), Some(operator)) => {
            Some(Scalar::Bool(fold::partial_logical(operator, lanes)))
        }
        (state, Some(operator)) => Some(number!(reduction.ty, T => {
            Typed::scalar(fold::partial(operator, <T as Folded>::lanes(state), lanes))
        }, bool => unreachable!("truth values are above"))),
        (_, None) => unreachable!("an operator of the user has a state of its own"),
    }
}
