//! The program in which arrays are computed where they are read.

use super::demand::{Element, Place, read, sources, through};
use crate::ir::{
    Arena, Array, ArrayId, Binding, BindingId, Cells, Count, Early, Guard, Host, Op, Origin,
    Output, Program, Returned, Shape,
};
use crate::ordered::{OrderedMap, OrderedSet, ToList, sort_by_key};
use proc_macro2::{Ident, Span};

/// The program in which some maps are computed in each index space that reads them, and the next
/// elements of others of those that they are made of.
pub(super) fn rebuild(
    program: &Program,
    again: &OrderedSet<ArrayId>,
    following: &OrderedSet<ArrayId>,
) -> Program {
    let mut rebuild = Rebuild {
        old: program,
        again,
        following,
        new: Program {
            bindings: Arena::new(),
            arrays: Arena::new(),
            spaces: Arena::new(),
            ..program.clone()
        },
        arrays: OrderedMap::new(),
        elements: OrderedMap::new(),
        next: OrderedMap::new(),
    };
    rebuild.run();
    rebuild.new
}

struct Rebuild<'p> {
    old: &'p Program,
    again: &'p OrderedSet<ArrayId>,
    following: &'p OrderedSet<ArrayId>,
    new: Program,
    /// The new ids of arrays.
    arrays: OrderedMap<ArrayId, ArrayId>,
    /// The new arrays of elements that index spaces read, by the old ones.
    elements: OrderedMap<Element, ArrayId>,
    /// The new arrays of next elements, by the old array.
    next: OrderedMap<ArrayId, ArrayId>,
}

impl Rebuild<'_> {
    fn run(&mut self) {
        let old = self.old;
        for (id, _) in old.inputs() {
            let array = self.new.arrays.push(old.arrays[id].clone());
            self.arrays.insert(id, array);
        }
        // A space has its number in both programs; what it reads is put in at the end.
        for space in old.spaces.values() {
            self.new.spaces.push(space.clone());
        }
        let dropped = self.dropped();
        for (id, binding) in old.bindings.iter() {
            if dropped.contains(&id) {
                continue;
            }
            if let Some(element) = read(&binding.op) {
                let read = binding.arrays().next();
                let array = self.element(element, read);
                if let Some(read) = read {
                    self.arrays.insert(read, array);
                }
                continue;
            }
            match &binding.op {
                Op::Next { arg } if self.following.contains(arg) => {
                    let array = self.following(*arg);
                    for output in binding.arrays() {
                        self.arrays.insert(output, array);
                    }
                }
                _ => self.binding(binding),
            }
        }
        for (id, space) in old.spaces.iter() {
            let reads = space.reads.iter().map(|section| (*section).into());
            let reads = self.reads(reads.list());
            self.new.spaces[id].reads = reads.iter().filter_map(Cells::section).list();
        }
        for (id, grid) in old.grids.iter() {
            self.new.grids[id].reads = self.reads(grid.reads.clone());
            for (index, old) in grid.indices.iter().enumerate() {
                let count = old.count.as_ref().map(|count| self.count(count));
                self.new.grids[id].indices[index].count = count;
            }
            for bound in &mut self.new.grids[id].bounds {
                bound.of.0 = self.arrays[&bound.of.0];
            }
        }
        let guards = old.guards.iter().map(|guard| Guard {
            condition: self.host(&guard.condition),
            value: match &guard.value {
                Early::Value(value) => Early::Value(self.returned(value)),
                Early::Error(error) => Early::Error(self.host(error)),
            },
            ..guard.clone()
        });
        self.new.guards = guards.list();
        self.new.result = self.returned(&old.result);
    }

    /// The bindings that nothing uses any more: maps that are computed elsewhere, and reads for
    /// them alone.
    fn dropped(&self) -> OrderedSet<BindingId> {
        let old = self.old;
        let mut dropped = OrderedSet::new();
        let indices = old.grids.values().flat_map(|grid| &grid.indices);
        let counts = indices.filter_map(|index| index.count.as_ref());
        let counted: Vec<ArrayId> = counts.filter_map(length).list();
        let bindings: Vec<(BindingId, &Binding)> = old.bindings.iter().list();
        for (id, binding) in bindings.into_iter().rev() {
            let made_again = binding.arrays().any(|array| self.again.contains(&array));
            let is_read = is_subscript(&binding.op);
            let is_used = binding.arrays().any(|array| {
                let mut others = old.bindings.iter();
                let is_counted = counted.contains(&array);
                is_counted
                    || others.any(|(other, user)| {
                        let reads_again = is_subscript(&user.op);
                        let mut args = user.op.args().into_iter().chain(measured(&user.op));
                        !dropped.contains(&other) && !reads_again && args.any(|arg| arg == array)
                    })
            });
            if (made_again || is_read) && !is_used {
                dropped.insert(id);
            }
        }
        dropped
    }

    /// The new array of what an index space reads, under the name of the old read if it is one.
    fn element(&mut self, element: Element, read: Option<ArrayId>) -> ArrayId {
        if let Some(known) = self.elements.get(&element) {
            return *known;
        }
        let (old, (place, cells)) = (self.old, &element);
        let mut described = old.arrays[cells.array].clone();
        described.home = None;
        if self.again.contains(&cells.array) {
            described.user_name.get_or_insert(described.name.clone());
        }
        described.name = match read {
            Some(read) => old.arrays[read].name.clone(),
            None => {
                let name = described.name.to_string();
                let name = format!("{}_at", name.trim_start_matches("r#"));
                Ident::new(&name, described.name.span())
            }
        };
        let array = match self.again.contains(&cells.array) {
            true => {
                let sources = sources(old, cells.array).into_iter();
                let args = sources.map(|from| self.element((*place, through(cells, &from)), None));
                let made = &old.bindings[old.producer(cells.array).expect("a map makes it")];
                let op = match &made.op {
                    Op::Map { worker, .. } => Op::Map {
                        args: args.list(),
                        worker: self.host(worker),
                    },
                    _ => unreachable!("only maps are computed again"),
                };
                self.push(described, op, (made.span, made.part_of))
            }
            false => {
                described.ty = None;
                let span = described.name.span();
                let reader = read.and_then(|read| old.producer(read));
                let part_of = reader.and_then(|reader| old.bindings[reader].part_of);
                let op = self.subscript(*place, cells);
                self.push(described, op, (span, part_of))
            }
        };
        self.elements.insert(element, array);
        array
    }

    /// The read of an old array, which is in memory.
    fn subscript(&self, place: Place, cells: &Cells) -> Op {
        let cells = Cells {
            array: self.arrays[&cells.array],
            ..cells.clone()
        };
        match place {
            Place::Grid(grid) => Op::Cells {
                cells,
                grid,
                beyond: None,
            },
            Place::Space(space) => Op::Read {
                section: cells.section().expect("a space has one index"),
                space,
                outside: None,
            },
        }
    }

    /// The new array of the next elements of an old one, which is an input or the result of a map.
    fn following(&mut self, array: ArrayId) -> ArrayId {
        if let Some(known) = self.next.get(&array) {
            return *known;
        }
        let old = self.old;
        let mut described = old.arrays[array].clone();
        described.home = None;
        let name = described.name.to_string();
        let name = format!("{}_following", name.trim_start_matches("r#"));
        let name = Ident::new(&name, described.name.span());
        let user_name = std::mem::replace(&mut described.name, name);
        described.user_name.get_or_insert(user_name);
        let made = old.producer(array).map(|id| &old.bindings[id]);
        let following = match made.map(|binding| (&binding.op, binding)) {
            Some((Op::Map { worker, args }, binding)) => {
                let args = args.iter().map(|arg| self.following(*arg)).list();
                let worker = self.host(worker);
                self.push(
                    described,
                    Op::Map { worker, args },
                    (binding.span, binding.part_of),
                )
            }
            _ => {
                described.ty = None;
                let span = described.name.span();
                let arg = self.arrays[&array];
                self.push(described, Op::Next { arg }, (span, Some("fold_by")))
            }
        };
        self.next.insert(array, following);
        following
    }

    /// Adds a binding of one array, at a place and of a combinator of the user's.
    fn push(
        &mut self,
        mut described: Array,
        op: Op,
        (span, part_of): (Span, Option<&'static str>),
    ) -> ArrayId {
        let binding = self.new.bindings.push(Binding {
            again: matches!(op, Op::Map { .. }),
            op,
            outputs: Vec::new(),
            shape: Shape::Output(0),
            span,
            part_of,
        });
        described.origin = Origin::Output(binding, 0);
        let array = self.new.arrays.push(described);
        self.new.bindings[binding]
            .outputs
            .push(Output::Array(array));
        array
    }

    /// Adds an old binding.
    fn binding(&mut self, binding: &Binding) {
        let op = self.op(&binding.op);
        let new = self.new.bindings.push(Binding {
            op,
            outputs: Vec::new(),
            ..binding.clone()
        });
        for (position, output) in binding.outputs.iter().enumerate() {
            let output = match *output {
                Output::Scalar(scalar) => {
                    self.new.scalars[scalar].origin = Some(new);
                    Output::Scalar(scalar)
                }
                Output::Array(old) => {
                    let described = &self.old.arrays[old];
                    let array = self.new.arrays.push(Array {
                        origin: Origin::Output(new, position),
                        home: described.home.map(|home| self.arrays[&home]),
                        ..described.clone()
                    });
                    self.arrays.insert(old, array);
                    Output::Array(array)
                }
            };
            self.new.bindings[new].outputs.push(output);
        }
    }

    /// The reads of an index space, of arrays that are in memory.
    fn reads(&self, mut open: Vec<Cells>) -> Vec<Cells> {
        open.reverse();
        let mut reads = Vec::new();
        while let Some(cells) = open.pop() {
            if self.again.contains(&cells.array) {
                let sources = sources(self.old, cells.array).into_iter().rev();
                open.extend(sources.map(|from| through(&cells, &from)));
                continue;
            }
            let array = self.arrays[&cells.array];
            let cells = Cells { array, ..cells };
            if !reads.contains(&cells) {
                reads.push(cells);
            }
        }
        reads
    }

    fn host(&self, host: &Host) -> Host {
        Host {
            arrays: self.ascending(&host.arrays),
            ..host.clone()
        }
    }

    fn ascending(&self, arrays: &[ArrayId]) -> Vec<ArrayId> {
        let mut arrays: Vec<ArrayId> = arrays.iter().map(|array| self.arrays[array]).list();
        sort_by_key(&mut arrays, |array| *array);
        arrays
    }

    fn count(&self, count: &Count) -> Count {
        match count {
            Count::Length(array) => Count::Length(self.arrays[array]),
            other => other.clone(),
        }
    }

    fn returned(&self, returned: &Returned) -> Returned {
        match returned {
            Returned::Array(array) => Returned::Array(self.arrays[array]),
            Returned::Scalar(host) => Returned::Scalar(self.host(host)),
            Returned::Tuple(items) => {
                Returned::Tuple(items.iter().map(|item| self.returned(item)).list())
            }
        }
    }

    fn op(&self, op: &Op) -> Op {
        let mut op = op.clone();
        for host in op.hosts_mut() {
            *host = self.host(host);
        }
        let one = |array: &mut ArrayId| *array = self.arrays[array];
        match &mut op {
            Op::External { arrays, .. } => {
                *arrays = self.ascending(arrays);
                return op;
            }
            Op::Scan {
                segments: Some(segments),
                ..
            } => {
                segments.seed = self.host(&segments.seed);
                segments.worker = self.host(&segments.worker);
                one(&mut segments.arg);
                segments.heads.iter_mut().for_each(one);
            }
            Op::Generate { count, .. } | Op::Range { count, .. } => *count = self.count(count),
            Op::Reshape { counts, .. } => {
                let counts = counts.iter_mut();
                counts.for_each(|count| *count = self.count(count));
            }
            Op::Write { dest, .. } => one(dest),
            Op::Read { outside, .. } => {
                assert!(outside.is_some(), "reads are made by their elements");
            }
            _ => {}
        }
        op.args_mut().into_iter().for_each(one);
        op
    }
}

/// Returns true if a binding reads an array by indices.
fn is_subscript(op: &Op) -> bool {
    matches!(op, Op::Read { .. } | Op::Cells { .. })
}

/// The array whose length a binding takes for the number of its elements.
fn measured(op: &Op) -> Option<ArrayId> {
    op.count().and_then(length)
}

/// The array whose length a number is.
fn length(count: &Count) -> Option<ArrayId> {
    match count {
        Count::Length(array) => Some(*array),
        _ => None,
    }
}
