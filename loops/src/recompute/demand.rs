//! The arrays that are computed where they are read.

use super::STORED;
use crate::ir::{ArrayId, Host, Op, Origin, Output, Program, Section, Shape, SpaceId};
use crate::ordered::{OrderedMap, OrderedSet};

/// An element that an index space reads: the space, and the section of its array.
type Element = (SpaceId, Section);

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
            if let Op::Read {
                section,
                space,
                outside: None,
            } = &binding.op
            {
                demand.add(section.array, (*space, *section));
            }
        }
        let bindings: Vec<_> = program.bindings.iter().collect();
        for (_, binding) in bindings.into_iter().rev() {
            if let Some(array) = cheap(program, binding.arrays().next())
                && demand.pays(array)
            {
                demand.take(array);
            }
        }
        demand
    }

    fn add(&mut self, array: ArrayId, element: Element) {
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
        if self.is_needed(array) || !self.sources(array).all(|source| self.is_there(source)) {
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
        let sources: Vec<Section> = self.sources(array).collect();
        for (space, section) in elements {
            for source in &sources {
                self.add(source.array, (space, through(section, *source)));
            }
        }
    }

    /// The elements that one of an array is made of, by their distance from it.
    fn sources(&self, array: ArrayId) -> impl Iterator<Item = Section> {
        sources(self.program, array).into_iter()
    }

    /// Returns true if an array is in memory anyway, or can be computed in its turn.
    fn is_there(&self, source: Section) -> bool {
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
            let is_read = matches!(binding.op, Op::Read { outside: None, .. });
            let streamed = binding.op.streamed();
            let operands = binding.op.args();
            let complete = !is_read
                && !matches!(binding.op, Op::Length { .. })
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

/// The section of a source's array that a section of what is made of it needs.
pub(super) fn through(section: Section, source: Section) -> Section {
    Section {
        array: source.array,
        start: source.start + section.start,
        factor: section.factor,
    }
}

/// The elements that one of an array is made of: those of reads are the elements read.
pub(super) fn sources(program: &Program, array: ArrayId) -> Vec<Section> {
    let producer = program.producer(array);
    let args = producer.map_or_else(Vec::new, |id| program.bindings[id].op.args());
    args.into_iter().map(|arg| source(program, arg)).collect()
}

/// The element behind an argument.
fn source(program: &Program, arg: ArrayId) -> Section {
    match program.producer(arg).map(|id| &program.bindings[id].op) {
        Some(Op::Read {
            section,
            outside: None,
            ..
        }) => *section,
        _ => Section {
            array: arg,
            start: 0,
            factor: 1,
        },
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
    let of_inputs = |source: &Section| {
        let input = &program.arrays[source.array].origin;
        // An array that is overwritten is read before.
        let written = matches!(input, Origin::Input(input) if input.mutable)
            || program.arrays[source.array].home.is_some();
        source.factor == 1 && !written
    };
    let moves = sources(program, array).iter().all(of_inputs);
    cost(program, array)?;
    (is_map && is_one && !in_place && moves).then_some(array)
}

/// The operations of an element of a map.
pub(super) fn cost(program: &Program, array: ArrayId) -> Option<usize> {
    match &program.bindings[program.producer(array)?].op {
        Op::Map { worker, .. } => worker.estimate.plain,
        _ => None,
    }
}
