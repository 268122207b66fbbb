//! The arrays that are computed where they are read.

use super::STORED;
use crate::ir::{Along, ArrayId, Cells, GridId, Host, Op, Origin, Output, Program, Shape, SpaceId};
use crate::ordered::{OrderedMap, OrderedSet, ToList};

/// An index space, of one index or of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Space(SpaceId),
    Grid(GridId),
}

/// An element that an index space reads: the space, and the positions along the axes of its array.
pub(super) type Element = (Place, Cells);

/// The elements of each array that index spaces read, and the arrays that are not stored for it.
pub(super) struct Demand<'p> {
    program: &'p Program,
    elements: OrderedMap<ArrayId, Vec<Element>>,
    /// The arrays that are computed again.
    pub(super) again: OrderedSet<ArrayId>,
}

impl Demand<'_> {
    /// Decides for each array, from the last one to the first, since what reads an array says how
    /// many of its elements are needed.
    pub(super) fn of(program: &Program) -> Demand<'_> {
        let mut demand = Demand {
            program,
            elements: OrderedMap::new(),
            again: OrderedSet::new(),
        };
        for binding in program.bindings.values() {
            if let Some(element) = read(&binding.op) {
                demand.add(element);
            }
        }
        let bindings: Vec<_> = program.bindings.iter().list();
        for (_, binding) in bindings.into_iter().rev() {
            if let Some(array) = cheap(program, binding.arrays().next())
                && demand.pays(array)
            {
                demand.take(array);
            }
        }
        demand
    }

    fn add(&mut self, element: Element) {
        let array = element.1.array;
        let elements = self.elements.get_or_insert_with(array, Vec::new);
        if !elements.contains(&element) {
            elements.push(element);
        }
    }

    /// Returns true if an array costs less if it is computed where it is read.
    fn pays(&self, array: ArrayId) -> bool {
        let Some(elements) = self.elements.get(&array) else {
            return false;
        };
        if self.is_needed(array) || !self.sources(array).all(|source| self.is_there(&source)) {
            return false;
        }
        if !elements.iter().all(|element| self.fits(element)) {
            return false;
        }
        let own = usize::from(self.is_streamed(array));
        let repeated = (elements.len() + own).saturating_sub(1);
        let reads = elements.len() * self.sources(array).count();
        repeated * cost(self.program, array).unwrap_or(STORED) + reads <= STORED
    }

    /// Lets an array be computed where it is read: its arguments are read there.
    fn take(&mut self, array: ArrayId) {
        self.again.insert(array);
        let elements = self.elements.get(&array).cloned().unwrap_or_default();
        let sources: Vec<Cells> = self.sources(array).list();
        for (place, cells) in elements {
            for source in &sources {
                self.add((place, through(&cells, source)));
            }
        }
    }

    /// Returns true if an element can be computed where it is read: an index space of one index
    /// reads what has one axis, and a grid all of its positions, in its own order. An array that a
    /// grid reads along some of its indices alone would be computed once for each of the others.
    fn fits(&self, (place, cells): &Element) -> bool {
        match place {
            Place::Space(_) => self
                .sources(cells.array)
                .all(|source| source.section().is_some()),
            Place::Grid(grid) => {
                let indices = self.program.grids[*grid].indices.len();
                let mut along = cells.along.iter().enumerate();
                cells.along.len() == indices && along.all(|(axis, along)| along.index == Some(axis))
            }
        }
    }

    /// The elements that one of an array is made of, by their distance from it.
    fn sources(&self, array: ArrayId) -> impl Iterator<Item = Cells> {
        sources(self.program, array).into_iter()
    }

    /// Returns true if an array is in memory anyway, or can be computed in its turn.
    fn is_there(&self, source: &Cells) -> bool {
        let program = self.program;
        matches!(program.arrays[source.array].origin, Origin::Input(_))
            || self.elements.contains_key(&source.array)
            || self.is_needed(source.array)
            || cheap(program, Some(source.array)).is_some()
    }

    /// Returns true if anything but reads of index spaces needs all elements of an array in memory.
    fn is_needed(&self, array: ArrayId) -> bool {
        let program = self.program;
        let in_memory = program.bindings.values().any(|binding| {
            let is_read = read(&binding.op).is_some();
            let streamed = binding.op.streamed();
            let operands = binding.op.args();
            let complete = !is_read
                && !matches!(binding.op, Op::Length { .. } | Op::Inside { .. })
                && operands.contains(&array)
                && !streamed.contains(&array);
            let indexed = |host: &&Host| host.arrays.contains(&array);
            complete || binding.op.hosts().iter().any(indexed)
        });
        in_memory || program.result.arrays().contains(&array)
    }

    /// Returns true if a binding walks over an array in step.
    fn is_streamed(&self, array: ArrayId) -> bool {
        let mut bindings = self.program.bindings.values();
        bindings.any(|binding| binding.op.streamed().contains(&array))
    }
}

/// The element that a binding reads, if it is a read that is inside of its array.
pub(super) fn read(op: &Op) -> Option<Element> {
    match op {
        Op::Read {
            section,
            space,
            outside: None,
        } => Some((Place::Space(*space), (*section).into())),
        Op::Cells {
            cells,
            grid,
            beyond: None,
        } if cells.goes_up() => Some((Place::Grid(*grid), cells.clone())),
        _ => None,
    }
}

/// The elements of a source's array that elements of what is made of it need.
pub(super) fn through(cells: &Cells, source: &Cells) -> Cells {
    let along = source.along.iter().map(|inner| match inner.index {
        Some(index) => {
            let outer = cells.along[index];
            Along::up(
                outer.index,
                inner.factor * outer.start + inner.start,
                inner.factor * outer.factor,
            )
        }
        None => *inner,
    });
    Cells {
        array: source.array,
        along: along.list(),
    }
}

/// The elements that one of an array is made of: those of reads are the elements read.
pub(super) fn sources(program: &Program, array: ArrayId) -> Vec<Cells> {
    let producer = program.producer(array);
    let args = producer.map_or_else(Vec::new, |id| program.bindings[id].op.args());
    args.into_iter().map(|arg| source(program, arg)).list()
}

/// The element behind an argument.
fn source(program: &Program, arg: ArrayId) -> Cells {
    let producer = program.producer(arg);
    match producer.and_then(|id| read(&program.bindings[id].op)) {
        Some((_, cells)) => cells,
        None => Cells::in_step(arg, program.rank(arg)),
    }
}

/// The array, if it is the only result of a map whose cost is known, of arrays that are read one
/// element after the other.
pub(super) fn cheap(program: &Program, array: Option<ArrayId>) -> Option<ArrayId> {
    let array = array?;
    let binding = &program.bindings[program.producer(array)?];
    let is_map = matches!(binding.op, Op::Map { .. });
    let is_one = binding.shape == Shape::Output(0) && binding.outputs == [Output::Array(array)];
    let in_place = program.arrays[array].home.is_some();
    let of_inputs = |source: &Cells| {
        let input = &program.arrays[source.array].origin;
        // An array that is overwritten is read before.
        let written = matches!(input, Origin::Input(input) if input.mutable)
            || program.arrays[source.array].home.is_some();
        source.along.iter().all(|along| along.factor == 1) && !written
    };
    let moves = sources(program, array).iter().all(of_inputs) && is_aligned(program, array);
    cost(program, array)?;
    (is_map && is_one && !in_place && moves).then_some(array)
}

/// Returns true if the reads of an index space need arrays of the sizes that the arguments of a map
/// need in step: each of these is all of its axes, or all are the same part of the same axes.
fn is_aligned(program: &Program, array: ArrayId) -> bool {
    let rank = program.rank(array);
    let args = program
        .producer(array)
        .map_or_else(Vec::new, |id| program.bindings[id].op.args());
    let has_axes = |arg: &ArrayId| {
        let producer = program.producer(*arg).map(|id| &program.bindings[id].op);
        match producer {
            // Sizes that are given are asked for there alone.
            Some(Op::Cells { grid, .. }) => {
                let mut indices = program.grids[*grid].indices.iter();
                indices.all(|index| index.count.is_none())
            }
            _ => program.rank(*arg) == rank,
        }
    };
    args.iter().all(has_axes)
        && (0..rank).all(|axis| {
            let sides = args.iter().map(|arg| {
                let side = program.side(*arg, axis);
                (side.of, side.first.cast_signed() + side.cut)
            });
            let sides: Vec<_> = sides.list();
            let is_whole = sides.iter().all(|(_, missing)| *missing == 0);
            is_whole || sides.windows(2).all(|pair| pair[0] == pair[1])
        })
}

/// The operations of an element of a map.
pub(super) fn cost(program: &Program, array: ArrayId) -> Option<usize> {
    match &program.bindings[program.producer(array)?].op {
        Op::Map { worker, .. } => worker.estimate.plain,
        _ => None,
    }
}
