//! Loops, done: over the blocks of the runtime of `cnf!`, on its threads.

use std::mem;

use fusus_cpu::{Block, Chain};

use crate::element::sealed::Typed;
use crate::element::{Buffer, ElementType, Piece, PieceMut, Scalar, typed};
use crate::error::{Error, ErrorKind};
use crate::gaps;
use crate::graph::{Arg, Graph};
use crate::homes::{Homes, Section};
use crate::kept::{self, Carried};
use crate::kernel::fold;
use crate::kernel::frame::Inputs;
use crate::kernel::prefixes::seed as seed_of;
use crate::layout::Layout;
use crate::operation::Operation;
use crate::pieces::{Blocks, Done, Failed};
use crate::program::{Loop, Reduction};
use crate::rows::{Rows, SHORTEST_PIECE};
use crate::slots::Slots;
use crate::storage::Memory;
use crate::units::Units;
use crate::values::{Value, Values};

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
        let units = Units::of(own, len);
        let slots = homes.slots(len, units.len);
        let done = blocks(self.graph, own, &inputs, units, &slots);
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
    let has_lanes = !(own.reductions.is_empty() && own.scans.is_empty());
    let keeps_lanes = !has_lanes || row.is_multiple_of(fold::LANES);
    (row >= SHORTEST_PIECE && keeps_lanes).then_some(row)
}

/// Does the blocks of a loop; returns the results of reductions and what was kept.
pub(crate) fn blocks(
    graph: &Graph,
    own: &Loop,
    inputs: &Inputs<'_>,
    units: Units,
    slots: &[Slots<'_>],
) -> Result<(Vec<Scalar>, Vec<Buffer>), Failed> {
    let run = units.run;
    let carried = Carried::default();
    let in_block = |block: &Block<'_>, chains: &[Chain<'_, Scalar>]| {
        let mut outputs: Vec<PieceMut<'_>> = slots
            .iter()
            .map(|slots| slots.take(block.index()))
            .collect();
        let blocks = Blocks {
            graph,
            own,
            inputs,
            block_len: units.block,
            chains,
            carried: &carried,
        };
        blocks.block(block, &mut outputs)
    };
    let done = if own.scans.is_empty() {
        run.blocks((), |block, _| in_block(block, &[]))
    } else {
        let ordered = run.ordered();
        let scans = own.scans.iter();
        let chains: Result<Vec<_>, _> = scans.map(|scan| ordered.chain(seed_of(scan))).collect();
        chains.and_then(|chains| ordered.blocks((), |block, _| in_block(block, &chains)))
    };
    let ((), partials) = match done {
        Ok(done) => done,
        // Blocks return their failures themselves: there is no memory for what they return.
        Err(_) => {
            let len = units.positions;
            return Err((own.members[0], ErrorKind::Allocation { len, element: 1 }));
        }
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
        for block in partials.chunks(own.reductions.len().max(1)) {
            add(graph, own, &mut numbers, block.iter().copied());
        }
        if !kept.is_empty() {
            parts.push(kept);
        }
    }
    Ok((numbers, kept::joined(graph, own, parts)?))
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
