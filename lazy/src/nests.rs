//! Nests, done: folds along an axis, with the operations that make their elements and those on their results.

use fusus_cpu::{Block, Run};

use crate::dims::Dims;
use crate::element::sealed::Typed;
use crate::element::{Bank, Buffer, ElementType, PieceMut, Scalar, number, typed};
use crate::error::{Error, ErrorKind};
use crate::graph::{Arg, Graph};
use crate::kernel::bank::with_bank;
use crate::kernel::fold;
use crate::kernel::frame::{Frame, Inputs};
use crate::kernel::rows::{ROW_LANES, of_lanes};
use crate::loops::{self, Registers, rows};
use crate::operation::Operator;
use crate::parts;
use crate::pieces::{Failed, instructions, piece_len};
use crate::program::{Action, Instruction, Loop, Nest, Reduction};
use crate::rows::Rows;
use crate::slots::Slots;
use crate::storage::{self, Memory};
use crate::units::Units;
use crate::values::Values;

/// Does a nest.
pub(crate) fn nest(values: &mut Values<'_>, own: &Nest) -> Result<(), Error> {
    let graph = values.graph;
    let axes = Axes::of(values, own);
    let inner = Half::of(values, &own.inner, |memory| axes.in_order(memory));
    let outer = Half::of(values, &own.outer, |memory| memory);
    let mut elements = buffers(values, &own.inner, axes.dims.len())?;
    let mut results = buffers(values, &own.outer, axes.results)?;
    let running = Running {
        graph,
        own,
        axes: &axes,
        inner: inner.inputs(),
        outer: outer.inputs(),
        piece: piece_len(&inner.registers),
    };
    let done = running.run(&mut elements, &mut results);
    if let Err((step, kind)) = done {
        let first = running.first_failure(values);
        let (step, kind) = first.unwrap_or((step, kind));
        return Err(values.error(step, kind));
    }
    values.keep(&own.inner, elements.into_iter().map(Memory::of));
    values.keep(&own.outer, results.into_iter().map(Memory::of));
    Ok(())
}

/// Buffers for the results that a loop writes, of so many elements each.
fn buffers(values: &Values<'_>, own: &Loop, len: usize) -> Result<Vec<Buffer>, Error> {
    let buffers = own.outputs.iter().map(|&step| {
        let buffer = storage::buffer(values.graph.steps[step].node.ty, len);
        buffer.map_err(|kind| values.error(step, kind))
    });
    buffers.collect()
}

/// The axes of a nest.
pub(crate) struct Axes {
    pub(crate) dims: Dims,
    axis: usize,
    /// The number of elements along the axis.
    pub(crate) count: usize,
    /// The number of results.
    pub(crate) results: usize,
    /// True if the elements of a result lie next to each other; else those of one place along the
    /// axis do.
    pub(crate) is_last: bool,
    /// True if the elements of neighbouring results lie next to each other although those of one result are a
    /// row: arrays of the results meet arrays along the axis.
    is_beside: bool,
}

/// So many results have their elements side by side: instructions cost much less to start than to do.
///
/// `folds-along-an-outer-axis.md`.
const BESIDE: usize = 256;

impl Axes {
    pub(crate) fn of(values: &Values<'_>, own: &Nest) -> Axes {
        let mut axes = Axes::on_device(values.graph, own);
        axes.is_beside = axes.is_last && axes.is_beside(values, &own.inner);
        axes
    }

    /// As a kernel does the nest, an item for each result.
    pub(crate) fn on_device(graph: &Graph, own: &Nest) -> Axes {
        let fold = &graph.steps[own.inner.reductions[0].step];
        let dims = graph.domains[fold.over].dims;
        let dims = dims.expect("an array whose axis is folded has a shape");
        Axes {
            dims,
            axis: own.axis,
            count: dims.as_slice()[own.axis],
            results: dims.without(own.axis).len(),
            is_last: own.axis + 1 == dims.axes(),
            is_beside: false,
        }
    }

    /// The blocks of results, by the loop over elements: of many results that go along the axis together, or of
    /// all, so that pieces have several places of the axis.
    fn run(&self, own: &Loop) -> Run {
        let run = Run::parallel_nested(self.results, self.count.max(1), own.cost);
        match (self.is_last, self.results) {
            (true, _) => run,
            (false, all) if all < 2 * BESIDE => run.of_rows_by(all.max(1)),
            (false, _) => run.of_rows_by(BESIDE),
        }
    }

    /// Returns true if all inputs are the same element for a row of results, or elements next to each other.
    fn is_beside(&self, values: &Values<'_>, own: &Loop) -> bool {
        let are_positions = |instruction: &Instruction| instruction.action == Action::Positions;
        if self.run(own).cut().block_len().min(self.results) < BESIDE
            || !own.outputs.is_empty()
            || own.instructions.iter().any(are_positions)
        {
            return false;
        }
        let mut inputs = own.inputs.iter().zip(&own.walked).zip(&own.single);
        inputs.all(|((arg, is_walked), is_single)| {
            let rows = self.permuted(values.memory(*arg)).layout.rows();
            let is_long =
                rows.row() >= BESIDE && (rows.are_neighbours() || *is_single && rows.is_single());
            !is_walked || is_long
        })
    }

    /// An input whose axis that is folded is the first one, unless it is the last.
    pub(crate) fn in_order(&self, memory: Memory) -> Memory {
        match self.is_last && !self.is_beside {
            true => memory,
            false => self.permuted(memory),
        }
    }

    fn permuted(&self, mut memory: Memory) -> Memory {
        // The data of a gather are read at any position.
        if memory.layout.dims().axes() == self.dims.axes() {
            let others = (0..self.dims.axes()).filter(|axis| *axis != self.axis);
            let order: Vec<usize> = std::iter::once(self.axis).chain(others).collect();
            let permuted = memory.layout.permute(&order);
            memory.layout = permuted.expect("each axis is named once");
        }
        memory
    }
}

/// The inputs of one of the two loops of a nest.
struct Half {
    memories: Vec<Memory>,
    numbers: Vec<Scalar>,
    rows: Vec<Rows>,
    staged: Vec<Option<usize>>,
    single: Vec<bool>,
    registers: Vec<(ElementType, usize)>,
}

impl Half {
    fn of(values: &Values<'_>, own: &Loop, order: impl Fn(Memory) -> Memory) -> Half {
        let inputs = own.inputs.iter();
        let memories: Vec<Memory> = inputs.map(|arg| order(values.memory(*arg))).collect();
        let number = |arg: &Arg| values.number(*arg);
        let registers = Registers::of(own, &memories, &[], None);
        Half {
            numbers: own.numbers.iter().map(number).collect(),
            rows: rows(&memories),
            memories,
            single: own.single.clone(),
            staged: registers.staged,
            registers: registers.all,
        }
    }

    fn inputs(&self) -> Inputs<'_> {
        Inputs {
            memories: &self.memories,
            numbers: &self.numbers,
            rows: &self.rows,
            staged: &self.staged,
            single: &self.single,
            replaced: &[],
            sections: &[],
            collected: &[],
            past_cache: None,
            registers: &self.registers,
            row: None,
            gaps: None,
        }
    }
}

/// A nest that is being done.
struct Running<'n> {
    graph: &'n Graph,
    own: &'n Nest,
    axes: &'n Axes,
    inner: Inputs<'n>,
    outer: Inputs<'n>,
    /// The length of pieces.
    piece: usize,
}

impl<'n> Running<'n> {
    /// Does the blocks of results, on all threads.
    fn run<'o>(
        &'o self,
        elements: &'o mut [Buffer],
        results: &'o mut [Buffer],
    ) -> Result<(), Failed>
    where
        'n: 'o,
    {
        let len = self.axes.results;
        let run = self.axes.run(&self.own.inner);
        let block_len = run.cut().block_len();
        let slots = |buffers: &'o mut [Buffer], len: usize| -> Vec<Slots<'o>> {
            buffers
                .iter_mut()
                .map(|buffer| Slots::of(buffer, len))
                .collect()
        };
        let elements = slots(elements, block_len.saturating_mul(self.axes.count));
        let results = slots(results, block_len);
        let done = run.blocks((), |block, _| {
            let take = |slots: &[Slots<'o>]| -> Vec<PieceMut<'o>> {
                slots
                    .iter()
                    .map(|slots| slots.take(block.index()))
                    .collect()
            };
            // Without elements there is no room for them either.
            let mut elements = match self.axes.count {
                0 => Vec::new(),
                _ => take(&elements),
            };
            Ok(self.block(block, &mut elements, &mut take(&results)))
        });
        let ((), blocks) = match done {
            Ok(done) => done,
            Err(_) => {
                let kind = ErrorKind::Allocation { len, element: 1 };
                return Err((self.own.inner.members[0], kind));
            }
        };
        blocks.collect::<Vec<_>>().into_iter().collect()
    }

    /// The first failure of all elements, in their order: blocks and pieces of a nest have another
    /// one.
    fn first_failure(&self, values: &Values<'_>) -> Option<Failed> {
        let own = Loop {
            reductions: Vec::new(),
            ..self.own.inner.clone()
        };
        let half = Half::of(values, &own, |memory| memory);
        let len = self.axes.dims.len();
        let mut outputs = buffers(values, &own, len).ok()?;
        let units = Units::of(&own, len);
        let slots = outputs
            .iter_mut()
            .map(|buffer| Slots::of(buffer, units.len));
        let slots: Vec<Slots<'_>> = slots.collect();
        loops::blocks(self.graph, &own, &half.inputs(), units, &slots).err()
    }

    fn block<'o>(
        &'o self,
        block: &Block<'_>,
        elements: &mut [PieceMut<'o>],
        results: &mut [PieceMut<'o>],
    ) -> Result<(), Failed> {
        with_bank(|bank| {
            for (ty, count) in self.inner.registers.iter().chain(self.outer.registers) {
                bank.provide(*ty, *count, self.piece);
            }
            let mut offset = 0;
            while offset < block.len() {
                let piece = Piece {
                    start: block.start() + offset,
                    offset,
                    len: self.piece.min(block.len() - offset),
                };
                let mut folded: Vec<Buffer> = Vec::new();
                for reduction in &self.own.inner.reductions {
                    folded.push(empty(reduction, piece.len));
                }
                match (self.axes.is_last, self.axes.is_beside) {
                    (true, true) => self.beside(block, bank, &piece, &mut folded)?,
                    (true, false) => self.rows(block, bank, elements, &piece, &mut folded)?,
                    (false, _) => self.across(block, bank, &piece, &mut folded)?,
                }
                for (reduction, results) in self.own.inner.reductions.iter().zip(&mut folded) {
                    number!(reduction.ty, T => {
                        fold::with_seed(reduction.known(), <T as Typed>::vector(results));
                    }, bool => {});
                }
                let mut frame = Frame {
                    block,
                    inputs: &self.outer,
                    folded: &folded,
                    bank: &mut *bank,
                    outputs: &mut *results,
                    firsts: &[],
                    scans: &mut [],
                    start: piece.start,
                    offset,
                    len: piece.len,
                    runs: &[],
                    past: None,
                };
                done(self.graph, &self.own.outer, &mut frame)?;
                offset += piece.len;
            }
            Ok(())
        })
    }

    /// Computes the results of a piece from rows of elements: several short ones together, long ones
    /// in parts.
    fn rows<'o>(
        &'o self,
        block: &Block<'_>,
        bank: &mut Bank,
        elements: &mut [PieceMut<'o>],
        piece: &Piece,
        folded: &mut [Buffer],
    ) -> Result<(), Failed> {
        let count = self.axes.count;
        if count == 0 {
            return Ok(());
        }
        let reductions = &self.own.inner.reductions;
        let together = (self.piece / count).max(1);
        let mut row = 0;
        while row < piece.len {
            let rows = together.min(piece.len - row);
            let mut states: Vec<_> = match count > self.piece {
                true => reductions
                    .iter()
                    .map(|one| parts::state(self.graph, one))
                    .collect(),
                false => Vec::new(),
            };
            let mut at = 0;
            while at < rows * count {
                let len = self.piece.min(rows * count - at);
                let mut frame = Frame {
                    block,
                    inputs: &self.inner,
                    folded: &[],
                    bank: &mut *bank,
                    outputs: &mut *elements,
                    firsts: &[],
                    scans: &mut [],
                    start: (piece.start + row) * count + at,
                    offset: (piece.offset + row) * count + at,
                    len,
                    runs: &[],
                    past: None,
                };
                done(self.graph, &self.own.inner, &mut frame)?;
                if states.is_empty() {
                    for (reduction, results) in reductions.iter().zip(&mut *folded) {
                        frame.fold_rows(reduction, count, part(results, row, rows));
                    }
                }
                for (reduction, state) in reductions.iter().zip(&mut states) {
                    frame.fold(reduction, ROW_LANES, state, 0..len);
                }
                at += len;
            }
            for ((reduction, state), results) in reductions.iter().zip(states).zip(&mut *folded) {
                if let Some(result) = parts::partial(reduction, state, ROW_LANES) {
                    typed!(reduction.ty, T => {
                        <T as Typed>::vector(results)[row] = <T as Typed>::of(result);
                    });
                }
            }
            row += rows;
        }
        Ok(())
    }

    /// Computes the results of a piece together, by going along their rows: each place of a row goes to the lane
    /// to which it goes where a row is folded by itself.
    fn beside(
        &self,
        block: &Block<'_>,
        bank: &mut Bank,
        piece: &Piece,
        folded: &mut [Buffer],
    ) -> Result<(), Failed> {
        let reductions = &self.own.inner.reductions;
        let len = piece.len;
        let lanes = reductions.iter().map(|one| empty(one, len * ROW_LANES));
        let mut lanes: Vec<Buffer> = lanes.collect();
        for place in 0..self.axes.count {
            let mut frame = Frame {
                block,
                inputs: &self.inner,
                folded: &[],
                bank: &mut *bank,
                outputs: &mut [],
                firsts: &[],
                scans: &mut [],
                start: place * self.axes.results + piece.start,
                offset: 0,
                len,
                runs: &[],
                past: None,
            };
            done(self.graph, &self.own.inner, &mut frame)?;
            for (reduction, lanes) in reductions.iter().zip(&mut lanes) {
                frame.fold_across(reduction, part(lanes, place % ROW_LANES * len, len));
            }
        }
        for ((reduction, lanes), results) in reductions.iter().zip(lanes).zip(folded) {
            *results = of_lanes(block, reduction.known(), lanes, len);
        }
        Ok(())
    }

    /// Computes the results of a piece together, by going along the axis.
    fn across(
        &self,
        block: &Block<'_>,
        bank: &mut Bank,
        piece: &Piece,
        folded: &mut [Buffer],
    ) -> Result<(), Failed> {
        let all = self.axes.results;
        // Places along the axis lie behind each other where the piece has all results.
        let together = match piece.len == all {
            true => (self.piece / all).max(1),
            false => 1,
        };
        let mut place = 0;
        while place < self.axes.count {
            let places = together.min(self.axes.count - place);
            let mut frame = Frame {
                block,
                inputs: &self.inner,
                folded: &[],
                bank: &mut *bank,
                outputs: &mut [],
                firsts: &[],
                scans: &mut [],
                start: place * all + piece.start,
                offset: 0,
                len: places * piece.len,
                runs: &[],
                past: None,
            };
            done(self.graph, &self.own.inner, &mut frame)?;
            for (reduction, results) in self.own.inner.reductions.iter().zip(&mut *folded) {
                frame.fold_across(reduction, part(results, 0, piece.len));
            }
            place += places;
        }
        Ok(())
    }
}

/// Some results of a block.
struct Piece {
    /// The position of the first one.
    start: usize,
    /// Its place in the block.
    offset: usize,
    len: usize,
}

/// The results of a fold before it meets an element.
fn empty(reduction: &Reduction, len: usize) -> Buffer {
    let operator = reduction.known();
    number!(reduction.ty, T => {
        <T as Typed>::buffer(vec![fold::neutral::<T>(operator); len])
    }, bool => bool::buffer(vec![operator == Operator::All; len]))
}

/// Some elements of a buffer.
fn part(buffer: &mut Buffer, from: usize, len: usize) -> PieceMut<'_> {
    typed!(buffer.ty(), T => {
        PieceMut::from(&mut <T as Typed>::vector(buffer)[from..from + len])
    })
}

/// Does the instructions of a loop on a piece.
fn done<'f>(graph: &'f Graph, own: &Loop, frame: &mut Frame<'f, '_>) -> Result<(), Failed> {
    frame.stage();
    match instructions(graph, &own.instructions, frame) {
        Some((step, failure)) => Err((step, failure.kind)),
        None => Ok(()),
    }
}
