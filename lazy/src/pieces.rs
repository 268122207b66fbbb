//! The blocks of a loop, done piece by piece: several of them as one.

use std::mem;

use fusus_cpu::{Block, Chain, Stop};

use crate::element::sealed::Typed;
use crate::element::{Bank, Buffer, ElementType, PieceMut, Scalar, typed};
use crate::error::ErrorKind;
use crate::gaps::{self, Part};
use crate::graph::Graph;
use crate::kept::Carried;
use crate::kernel::bank::with_bank;
use crate::kernel::fold;
use crate::kernel::frame::{Failure, Frame, Inputs};
use crate::kernel::past::Past;
use crate::kernel::prefixes::Prefixes;
use crate::operation::{Kernel, Operation};
use crate::parts::Folds;
use crate::program::{Instruction, Loop};

/// The bytes that the registers of a piece may have, so that they stay in the first-level cache as far as pieces
/// are long enough: an instruction takes some ten nanoseconds to start.
const CACHED: usize = 48 << 10;

/// The longest register of a piece, in bytes.
const LONGEST: usize = 8 << 10;

/// The shortest piece, in elements, of which all are multiples: one of all numbers of lanes.
const SHORTEST: usize = 512;

/// A failure of a step.
pub(crate) type Failed = (usize, ErrorKind);

/// The partial results of the blocks that are done together, where their reductions have met something, and what
/// these keep; or their first failure.
pub(crate) type Done = Result<(Vec<Option<Scalar>>, Vec<Buffer>), Failed>;

/// A loop whose blocks are done.
pub(crate) struct Blocks<'j, 'l> {
    pub(crate) graph: &'j Graph,
    pub(crate) own: &'j Loop,
    pub(crate) inputs: &'j Inputs<'l>,
    /// The length of the blocks whose folds are combined: several are done together.
    pub(crate) block_len: usize,
    /// The prefixes of blocks, for each scan.
    pub(crate) chains: &'j [Chain<'j, Scalar>],
    /// The elements that are kept, where one thread does all blocks.
    pub(crate) carried: &'j Carried,
}

/// The things that the pieces of a block share.
struct Shared<'b, 'l> {
    block: &'b Block<'b>,
    bank: &'b mut Bank,
    outputs: &'b mut [PieceMut<'l>],
    /// The place of the block's first element in the array of each result that stands in a section.
    firsts: &'b [usize],
    scans: Vec<Prefixes>,
}

impl<'l> Blocks<'_, 'l> {
    /// Does a block.
    pub(crate) fn block(
        &self,
        block: &Block<'_>,
        outputs: &mut [PieceMut<'l>],
    ) -> Result<Done, Stop> {
        let Some(output) = self.inputs.past_cache else {
            return self.in_pieces(block, outputs, None);
        };
        let mut long = mem::replace(&mut outputs[output], bool::nothing());
        typed!(long.ty(), T => fusus_cpu::past_cache(<T as Typed>::writes(&mut long), |past| {
            self.in_pieces(block, outputs, Some(past))
        }))
    }

    /// Does a block, piece by piece.
    fn in_pieces(
        &self,
        block: &Block<'_>,
        outputs: &mut [PieceMut<'l>],
        past: Option<&mut dyn Past>,
    ) -> Result<Done, Stop> {
        let own = self.own;
        let mut folds = Folds::new(self.graph, own, self.block_len);
        let mut kept = self.carried.begin(self.graph, own, block);
        let sections = self.inputs.sections.iter();
        let firsts: Vec<usize> = sections
            .map(|section| section.map_or(0, |section| section.layout.at(block.start())))
            .collect();
        let failure = with_bank(|bank| {
            let piece = piece_len(self.inputs.registers);
            for (ty, count) in self.inputs.registers {
                let most = self.inputs.gaps.map_or(block.len(), |_| piece);
                bank.provide(*ty, *count, piece.min(most));
            }
            let mut shared = Shared {
                block,
                bank,
                outputs,
                firsts: &firsts,
                scans: own.scans.iter().map(Prefixes::of).collect(),
            };
            self.enter(&mut shared)?;
            let failure = self.each_piece(&mut shared, past, |frame, positions| {
                let first = instructions(self.graph, &own.instructions, frame);
                if first.is_some() {
                    return first;
                }
                frame.collect();
                folds.piece(frame, positions);
                for (compacted, kept) in own.compacted.iter().zip(&mut kept) {
                    frame.compact(compacted.source, compacted.mask, kept);
                }
                None
            });
            for (chain, scan) in self.chains.iter().zip(&mut shared.scans) {
                chain.publish(block, || scan.inclusive());
            }
            Ok::<_, Stop>(failure)
        })?;
        if let Some((step, failure)) = failure {
            return Ok(Err((step, failure.kind)));
        }
        folds.finish(block);
        let kept = self.carried.carry(block, kept);
        Ok(Ok((folds.partials, kept)))
    }

    /// Finds the prefixes that enter a block. Where threads share the loop, the aggregates of the block are
    /// found first: a sweep of the instructions that scans depend on.
    fn enter(&self, shared: &mut Shared<'_, 'l>) -> Result<(), Stop> {
        let block = shared.block;
        let mut is_swept = false;
        for (index, chain) in self.chains.iter().enumerate() {
            let operator = shared.scans[index].operator();
            let aggregate = || {
                if !is_swept {
                    shared.scans.iter_mut().for_each(Prefixes::sweep);
                    self.each_piece(shared, None, |frame, _| {
                        instructions(self.graph, &self.own.before_scans, frame)
                    });
                    is_swept = true;
                }
                Ok(shared.scans[index].aggregate())
            };
            let join = |prefix, aggregate| fold::join(operator, prefix, aggregate);
            let exclusive = chain.exclusive_prefix(block, aggregate, join)?;
            shared.scans[index].enter(exclusive);
        }
        for scan in &mut shared.scans {
            scan.begin(block, self.block_len);
        }
        Ok(())
    }

    /// Calls a function with each piece, and the number of its positions, until it fails.
    fn each_piece(
        &self,
        shared: &mut Shared<'_, 'l>,
        mut past: Option<&mut dyn Past>,
        mut work: impl FnMut(&mut Frame<'_, 'l>, usize) -> Option<(usize, Failure)>,
    ) -> Option<(usize, Failure)> {
        let (block, inputs) = (shared.block, self.inputs);
        let piece = piece_len(inputs.registers);
        let mut offset = 0;
        let mut runs: Vec<Part> = Vec::new();
        while offset < block.len() {
            let start = block.start() + offset;
            let (len, done) = match &inputs.gaps {
                Some(rows) => {
                    // Elements of folds are gathered block by block.
                    let end = match self.own.reductions.is_empty() {
                        true => block.len(),
                        false => (offset / self.block_len + 1) * self.block_len,
                    };
                    let end = block.start() + end.min(block.len());
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
                bank: &mut *shared.bank,
                outputs: &mut *shared.outputs,
                firsts: shared.firsts,
                scans: &mut shared.scans,
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
            let failure = work(&mut frame, done);
            if failure.is_some() {
                return failure;
            }
            offset += done;
        }
        None
    }
}

/// The length of the pieces of a block.
pub(crate) fn piece_len(registers: &[(ElementType, usize)]) -> usize {
    let bytes: usize = registers.iter().map(|(ty, count)| ty.bytes() * count).sum();
    let widest = registers.iter().map(|(ty, _)| ty.bytes()).max();
    let len = (CACHED / bytes.max(1)).min(LONGEST / widest.unwrap_or(8));
    (len / SHORTEST * SHORTEST).max(SHORTEST)
}

/// Does the instructions of a loop on a piece; returns the step and the failure of the first element
/// that has no result.
pub(crate) fn instructions(
    graph: &Graph,
    instructions: &[Instruction],
    frame: &mut Frame<'_, '_>,
) -> Option<(usize, Failure)> {
    let mut first: Option<(usize, Failure)> = None;
    for instruction in instructions {
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
