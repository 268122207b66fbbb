//! The body of a loop: a tree of regions, one for each size of the cluster.

mod step;

use super::{Fusion, array_output, pattern};
use crate::graph::Rules;
use crate::graph::build::loop_size;
use crate::ir::{Along, ArrayId, Binding, BindingId, Op, Program, Way};
use crate::nest::{
    self, Affine, Entry, Extent, Fold, InputPart, Item, Loop, NestArray, Pattern, Read, Region,
    Step, Storage, Write, WriteMode,
};
use crate::ordered::{OrderedSet, ToList};
use crate::size::{Size, Sizes};
use proc_macro2::Ident;

impl Fusion<'_> {
    /// The loop of a cluster of combinators, of which its number among the loops and its position
    /// among the clusters are given.
    pub(super) fn nested(
        &mut self,
        cluster: &[BindingId],
        (number, position): (usize, usize),
        kept: &OrderedSet<ArrayId>,
    ) -> Loop {
        let root = self.root(cluster).expect("a cluster of loops has a size");
        let mut builder = Builder {
            fusion: self,
            cluster,
            kept,
            states: 0,
            folds: Vec::new(),
            writes: Vec::new(),
            elements: Vec::new(),
        };
        let body = builder.region(&root, 1, Entry::Loop, Packing::Dense);
        let Builder {
            folds,
            mut writes,
            elements,
            ..
        } = builder;
        for write in &mut writes {
            if let WriteMode::Fill(home) = write.mode
                && self.reads(&body, home)
            {
                write.mode = WriteMode::InPlace(home);
            }
        }
        self.elements.extend(elements);
        Loop {
            number,
            cluster: position,
            bindings: cluster
                .iter()
                .map(|id| self.program.binding_name(*id))
                .list(),
            extent: self.extent(&root),
            axes: self.digits(cluster),
            cost: nest::cost::of(&body),
            body,
            folds,
            writes,
        }
    }

    /// Returns true if a body reads what lies in the memory of an input.
    fn reads(&self, body: &Region, home: ArrayId) -> bool {
        let lies_there = |array: ArrayId| {
            let array = self.program.lies_in(array);
            array == home || matches!(self.storage[array], Storage::InPlace(of) if of == home)
        };
        let mut found = false;
        body.visit(&mut |region| found |= region.arrays().any(lies_there));
        found
    }

    /// The size that a cluster's loop runs over: the one that no filter or
    /// cross of the cluster leads to. `None` for bindings without a loop.
    pub(super) fn root(&self, cluster: &[BindingId]) -> Option<Size> {
        root(self.program, self.sizes, cluster)
    }

    /// The numbers of positions along each axis of a cluster's grid, if it has one.
    fn digits(&self, cluster: &[BindingId]) -> Vec<Extent> {
        let bindings = cluster.iter().map(|id| &self.program.bindings[*id]);
        let mut grids = bindings
            .filter(|binding| matches!(binding.op, Op::Cells { .. } | Op::Coordinate { .. }));
        let array = grids.find_map(|binding| binding.arrays().next());
        array.map_or_else(Vec::new, |array| self.axes(array))
    }

    /// The sizes of the axes of an array.
    pub(super) fn axes(&self, array: ArrayId) -> Vec<Extent> {
        let axes = self.sizes.of(array).axes().iter();
        axes.map(|axis| self.extent(axis)).list()
    }

    fn size(&self, id: BindingId) -> Option<Size> {
        loop_size(self.program, self.sizes, Rules::Wider, id)
    }

    /// The size that a filter or cross leads to.
    fn opened(&self, id: BindingId) -> Option<Size> {
        opened(self.program, self.sizes, id)
    }
}

/// [`Fusion::root`].
pub(super) fn root(program: &Program, sizes: &Sizes, cluster: &[BindingId]) -> Option<Size> {
    let inside: Vec<Size> = cluster
        .iter()
        .filter(|id| {
            matches!(
                program.bindings[**id].op,
                Op::Filter { .. } | Op::Cross { .. }
            )
        })
        .filter_map(|id| opened(program, sizes, *id))
        .list();
    cluster
        .iter()
        .filter_map(|id| loop_size(program, sizes, Rules::Wider, *id))
        .find(|size| !inside.contains(size))
}

/// [`Fusion::opened`].
fn opened(program: &Program, sizes: &Sizes, id: BindingId) -> Option<Size> {
    let binding = &program.bindings[id];
    match &binding.op {
        Op::Cross { .. } => sizes.iteration(program, id),
        _ => binding.arrays().next().map(|array| sizes.count(array)),
    }
}

/// The layout of the arrays of a region in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    /// One element for each position.
    Dense,
    /// At most one.
    Compact,
    /// Any number.
    Append,
}

struct Builder<'f> {
    fusion: &'f Fusion<'f>,
    cluster: &'f [BindingId],
    kept: &'f OrderedSet<ArrayId>,
    /// The number of folds and scans so far.
    states: usize,
    folds: Vec<Fold>,
    writes: Vec<Write>,
    /// The names of elements that the program has no name for.
    elements: Vec<NestArray>,
}

impl Builder<'_> {
    /// The region of a size, which has so many indices.
    fn region(&mut self, size: &Size, indices: usize, entry: Entry, packing: Packing) -> Region {
        let program = self.fusion.program;
        let members: Vec<BindingId> = self
            .cluster
            .iter()
            .copied()
            .filter(|id| self.fusion.size(*id).as_ref() == Some(size))
            .list();
        let mut region = Region {
            entry,
            reads: Vec::new(),
            items: Vec::new(),
        };
        if let Entry::Guard { into, .. } = &region.entry {
            let into = into.clone();
            self.count_kept(&into, &mut region);
        }
        for id in &members {
            let binding = &program.bindings[*id];
            for array in binding.op.streamed() {
                let elsewhere = program
                    .producer(array)
                    .is_none_or(|producer| !self.cluster.contains(&producer));
                let read = Read::in_step(array, indices);
                if elsewhere && !region.reads.contains(&read) {
                    region.reads.push(read);
                }
            }
            let moved = match &binding.op {
                Op::Reverse { arg } => Some((*arg, Affine::Reversed as fn(usize) -> Affine)),
                Op::Next { arg } => Some((*arg, Affine::Next as fn(usize) -> Affine)),
                _ => None,
            };
            if let Some((array, along)) = moved {
                region.reads.push(Read {
                    into: pattern(&binding.shape, &|output| array_output(binding, output)),
                    array,
                    map: (0..indices).map(along).list(),
                });
                self.write(binding, packing);
            }
            if let Op::Read {
                section, outside, ..
            } = &binding.op
            {
                let (index, factor) = (0, section.factor);
                let along = match outside {
                    None => Affine::Section {
                        index,
                        start: section.start,
                        factor,
                    },
                    Some(outside) => Affine::Padded {
                        index,
                        start: section.start.cast_signed() + outside.offset,
                        factor,
                        padding: outside.padding,
                    },
                };
                region.reads.push(Read {
                    into: pattern(&binding.shape, &|output| array_output(binding, output)),
                    array: section.array,
                    map: vec![along],
                });
                self.write(binding, packing);
            }
            if let Op::Cells { cells, beyond, .. } = &binding.op {
                let digit = |(axis, along): (usize, &Along)| match beyond {
                    None if !cells.goes_up() => Affine::Line {
                        digit: along.index,
                        start: along.start,
                        factor: along.factor,
                        way: along.way,
                    },
                    None => Affine::Digit {
                        digit: along.index,
                        start: along.start,
                        factor: along.factor,
                    },
                    Some(beyond) => {
                        // Where a scalar says where a read begins, elements beyond ends are found
                        // one by one.
                        assert_eq!(along.way, Way::Up, "the way of a padded read");
                        Affine::Beyond {
                            digit: along.index,
                            start: along.start.cast_signed() + beyond.offsets[axis],
                            factor: along.factor,
                            padding: beyond.padding,
                        }
                    }
                };
                region.reads.push(Read {
                    into: pattern(&binding.shape, &|output| array_output(binding, output)),
                    array: cells.array,
                    map: cells.along.iter().enumerate().map(digit).list(),
                });
                self.write(binding, packing);
            }
            if let Some(step) = self.step(*id, binding) {
                if let Step::Fold(fold) = &step {
                    self.folds.push(fold.clone());
                }
                region.items.push(Item::Step(step));
                self.write(binding, packing);
            }
        }
        let mut crossed: Vec<Size> = Vec::new();
        for id in &members {
            let binding = &program.bindings[*id];
            match &binding.op {
                Op::Filter { worker, arg } => {
                    let into = pattern(&binding.shape, &|output| array_output(binding, output));
                    let inner = match packing {
                        Packing::Dense if indices == 1 => Packing::Compact,
                        Packing::Dense => Packing::Append,
                        other => other,
                    };
                    self.write(binding, inner);
                    let entry = Entry::Guard {
                        name: program.binding_name(*id),
                        predicate: worker.clone(),
                        arg: *arg,
                        into,
                    };
                    let guarded = match self.fusion.opened(*id) {
                        Some(size) => self.region(&size, indices, entry, inner),
                        // A filter whose result has no name.
                        None => continue,
                    };
                    region.items.push(Item::Region(guarded));
                }
                Op::Cross { right, .. } => {
                    let Some(size) = self.fusion.opened(*id) else {
                        continue;
                    };
                    if crossed.contains(&size) {
                        continue;
                    }
                    // It is complete before the loop starts.
                    let entry = Entry::Axis { along: *right };
                    let packing = match packing {
                        Packing::Dense => Packing::Dense,
                        Packing::Compact | Packing::Append => Packing::Append,
                    };
                    let (reads, pairs) = self.pairs(&members, &size, indices, packing);
                    let mut inner = self.region(&size, indices + 1, entry, packing);
                    inner.reads.splice(..0, reads);
                    inner.items.splice(..0, pairs);
                    region.items.push(Item::Region(inner));
                    crossed.push(size);
                }
                _ => {}
            }
        }
        region
    }

    /// The crosses that lead to a size: their right elements, which are read along the index of
    /// this number, and the pairs with the left ones, which are the same for all of these.
    fn pairs(
        &mut self,
        members: &[BindingId],
        size: &Size,
        index: usize,
        packing: Packing,
    ) -> (Vec<Read>, Vec<Item>) {
        let program = self.fusion.program;
        let (mut reads, mut pairs) = (Vec::new(), Vec::new());
        for id in members {
            let binding = &program.bindings[*id];
            if let Op::Cross { left, right } = &binding.op
                && self.fusion.opened(*id).as_ref() == Some(size)
            {
                self.write(binding, packing);
                let into = pattern(&binding.shape, &|output| array_output(binding, output));
                // Nothing but their number may be used.
                if into.names().is_empty() {
                    continue;
                }
                let element = self.element(*right);
                reads.push(Read {
                    into: Pattern::Name(element),
                    array: *right,
                    map: vec![Affine::Identity(index)],
                });
                let args = vec![*left, element];
                pairs.push(Item::Step(Step::Tuple { args, into }));
            }
        }
        (reads, pairs)
    }

    /// A name for the right element of a pair.
    fn element(&mut self, right: ArrayId) -> ArrayId {
        let name = &self.fusion.program.arrays[right].name;
        let text = name.to_string();
        let text = format!("{}_right", text.trim_start_matches("r#"));
        self.elements.push(NestArray {
            name: Ident::new(&text, name.span()),
            user_name: None,
            ty: None,
            storage: Storage::Element(right),
            given_away: false,
            used: true,
            axes: Vec::new(),
            inset: None,
            part: InputPart::Elements,
            starts: Vec::new(),
        });
        self.fusion.name(self.elements.len() - 1)
    }

    fn count_kept(&mut self, into: &Pattern<ArrayId>, region: &mut Region) {
        let counted = into
            .names()
            .into_iter()
            .find(|array| self.kept.contains(array));
        let Some(array) = counted else { return };
        let name = self.fusion.program.arrays[array].name.clone();
        let name = Ident::new(&format!("{name}_len"), name.span());
        let fold = Fold::count(self.state(), name, array);
        self.folds.push(fold.clone());
        region.items.push(Item::Step(Step::Fold(fold)));
    }

    fn state(&mut self) -> usize {
        self.states += 1;
        self.states - 1
    }

    /// The arrays of a binding that reach memory.
    fn write(&mut self, binding: &Binding, packing: Packing) {
        for array in binding.arrays() {
            let mode = match (&self.fusion.storage[array], &binding.op) {
                (Storage::Fresh, Op::Scatter { dest, combine, .. }) => match combine {
                    Some(_) => WriteMode::Reduce(*dest),
                    None => WriteMode::Scatter(*dest),
                },
                (Storage::InPlace(home), Op::Scatter { combine, .. }) => match combine {
                    Some(_) => WriteMode::ReduceInPlace(*home),
                    None => WriteMode::ScatterInPlace(*home),
                },
                (Storage::Fresh, _) => match packing {
                    Packing::Dense => WriteMode::Fresh,
                    Packing::Compact => WriteMode::Compact,
                    Packing::Append => WriteMode::Append,
                },
                (Storage::InPlace(home), Op::Write { .. }) => WriteMode::Part(*home),
                (Storage::InPlace(home), _) => WriteMode::Fill(*home),
                _ => continue,
            };
            self.writes.push(Write { array, mode });
        }
    }
}
