//! The part of a loop that a process does, and the elements that come to it.

use crate::array::Array;
use crate::communicator::Communicator;
use crate::element::Element;
use crate::parts::usual;
use fusus_cpu::{Cut, Fault, Inset};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::sync::Arc;

/// The neighbouring blocks of a loop that this process does.
#[derive(Clone, Debug)]
pub struct Part {
    pub(super) world: Communicator,
    /// The first position of each process, and the number of all positions.
    pub(super) bounds: Arc<[u64]>,
    blocks: Range<usize>,
    /// The length of all blocks but the last.
    pub(super) block: usize,
    /// Set if several threads of the process do its blocks.
    pub(super) is_shared: bool,
    /// The first failure that this process knows of while prefixes come, of itself or of one to the left.
    pub(super) failed: OnceCell<Fault>,
    pub(super) left_failed: Cell<bool>,
}

impl Part {
    /// The part of a loop that reads an array, position by position: a process does the blocks whose
    /// elements in the middle it has.
    pub fn along<T>(world: &Communicator, cut: Cut, array: &Array<T>) -> Part {
        Part::of(world, cut, array.bounds())
    }

    /// The part of a loop that reads no array.
    pub fn usual(world: &Communicator, cut: Cut) -> Part {
        let (len, size) = (cut.positions() as u64, world.size());
        let starts = (0..size).map(|rank| usual(len, 1, rank, size).start);
        Part::of(world, cut, starts.chain([len]).collect())
    }

    pub(super) fn of(world: &Communicator, cut: Cut, mut bounds: Vec<u64>) -> Part {
        let (len, block) = (cut.positions() as u64, cut.block_len().max(1) as u64);
        for bound in &mut bounds {
            // An array may be longer than the loop.
            let place = len.min(*bound);
            let start = place / block * block;
            let end = len.min(start + block);
            *bound = match 2 * (place - start) < end - start {
                true => start,
                false => end,
            };
        }
        let rank = world.rank();
        let first = |bound: u64| bound.div_ceil(block) as usize;
        Part {
            blocks: first(bounds[rank])..first(bounds[rank + 1]),
            bounds: bounds.into(),
            world: world.clone(),
            block: block as usize,
            is_shared: cut.is_shared(),
            failed: OnceCell::new(),
            left_failed: Cell::new(false),
        }
    }

    /// The numbers of the blocks that this process does.
    pub fn blocks(&self) -> Range<usize> {
        self.blocks.clone()
    }

    /// The position in the whole loop of the first that this process does.
    pub fn offset(&self) -> usize {
        self.bounds[self.world.rank()] as usize
    }

    /// The position in the whole loop of the first that this process does, and the number of its
    /// positions.
    pub fn positions(&self) -> (usize, usize) {
        let rank = self.world.rank();
        let (first, end) = (self.bounds[rank], self.bounds[rank + 1]);
        (first as usize, (end - first) as usize)
    }

    /// The elements at the positions of this process, which the array may have on others.
    /// Collective.
    pub fn elements<'a, T: Element>(&self, array: &'a Array<T>) -> Cow<'a, [T]> {
        array.within(&self.bounds)
    }

    /// Moves the elements of an array, which the loop overwrites, to the processes of their positions.
    /// Collective.
    pub fn settle<T: Element>(&self, array: &mut Array<T>) {
        array.move_to(&self.bounds);
    }
}

impl Part {
    /// Moves the elements of an array of which the loop writes some along each axis to the processes
    /// of their positions. Collective.
    pub fn settle_in<T: Element, const N: usize>(&self, array: &mut Array<T>, inset: &Inset<N>) {
        let (last, len) = (self.bounds.len() - 1, array.len());
        let bounds = self.bounds.iter();
        // The place behind the last element may be behind the array.
        let bounds = bounds.map(|bound| (inset.place(*bound as usize) as u64).min(len));
        let mut bounds: Vec<u64> = bounds.collect();
        bounds[0] = 0;
        bounds[last] = len;
        array.move_to(&bounds.into());
    }

    /// The place in such an array of the first element that this process has.
    pub fn first_in<const N: usize>(&self, inset: &Inset<N>) -> usize {
        match self.world.rank() {
            0 => 0,
            _ => inset.place(self.offset()),
        }
    }

    /// The place among the elements of this process of the first that it writes.
    pub fn place_in<const N: usize>(&self, inset: &Inset<N>) -> usize {
        inset.place(self.offset()) - self.first_in(inset)
    }
}

/// The part of this process of an array that all processes have. Collective.
///
/// # Panics
///
/// If they have arrays of different lengths.
pub fn part_of<T: Element>(world: &Communicator, all: &[T]) -> Array<T> {
    world.compare();
    let array = Array::from_fn(world, all.len() as u64, |at| all[at as usize]);
    array.unwrap_or_else(|error| panic!("an expression has several values: {error}"))
}

/// [`part_of`] an array of a type that the program declares.
pub fn part_of_all<T: Element>(world: &Communicator, all: Vec<T>) -> Array<T> {
    part_of(world, &all)
}
