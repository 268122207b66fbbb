//! The folds of the blocks of a loop, of which several are done together.

use std::sync::Arc;

use fusus_cpu::Block;

use crate::element::sealed::Typed;
use crate::element::{Scalar, number};
use crate::graph::Graph;
use crate::kernel::fold;
use crate::kernel::frame::Frame;
use crate::kernel::reductions::Gathered;
use crate::kernel::state::{Folded, State};
use crate::operation::Operation;
use crate::program::{Loop, Reduction};

/// The folds of a unit of blocks.
pub(crate) struct Folds<'l> {
    graph: &'l Graph,
    own: &'l Loop,
    block_len: usize,
    states: Vec<State>,
    gathered: Vec<Gathered>,
    /// The elements of the block so far.
    done: usize,
    /// The results of its reductions, block by block.
    pub(crate) partials: Vec<Option<Scalar>>,
}

impl<'l> Folds<'l> {
    pub(crate) fn new(graph: &'l Graph, own: &'l Loop, block_len: usize) -> Folds<'l> {
        Folds {
            graph,
            own,
            block_len,
            states: own.reductions.iter().map(|one| state(graph, one)).collect(),
            gathered: own.reductions.iter().map(Gathered::of).collect(),
            done: 0,
            partials: Vec::new(),
        }
    }

    /// Folds a piece of so many positions.
    pub(crate) fn piece(&mut self, frame: &Frame<'_, '_>, positions: usize) {
        if self.own.reductions.is_empty() {
            return;
        }
        let mut at = 0;
        while at < positions {
            let count = (positions - at).min(self.block_len - self.done);
            let folds = self.own.reductions.iter().zip(&mut self.states);
            for ((reduction, state), gathered) in folds.zip(&mut self.gathered) {
                match frame.inputs.gaps {
                    Some(_) => frame.fold_gathered(reduction, self.own.lanes, state, gathered),
                    None => frame.fold(reduction, self.own.lanes, state, at..at + count),
                }
            }
            at += count;
            self.done += count;
            if self.done == self.block_len {
                self.finish(frame.block);
            }
        }
    }

    /// Ends a block, unless nothing of it was folded.
    pub(crate) fn finish(&mut self, block: &Block<'_>) {
        if self.done == 0 {
            return;
        }
        self.done = 0;
        let folds = self.own.reductions.iter().zip(&mut self.states);
        for ((reduction, state), gathered) in folds.zip(&mut self.gathered) {
            gathered.finish(block, reduction, self.own.lanes, state);
            let ended = std::mem::replace(state, self::state(self.graph, reduction));
            self.partials
                .push(partial(reduction, ended, self.own.lanes));
        }
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
