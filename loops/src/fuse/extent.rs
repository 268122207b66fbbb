//! Values of sizes at run time.

use super::Fusion;
use crate::ir::chunks::are_chunks;
use crate::ir::{ArrayId, BindingId, Count, Op, ScalarId};
use crate::nest::{Extent, Storage};
use crate::ordered::{OrderedSet, ToList};
use crate::size::{Size, SizeKind};

impl Fusion<'_> {
    /// The number behind a size.
    pub(super) fn extent(&self, size: &Size) -> Extent {
        // An input of just this size is there from the beginning. It stands for a size without a number
        // of its own, and for one whose number may be computed from it: they are compared when that is
        // there. It cannot stand for what it is checked against.
        let input = self.sizes.input(self.program, size);
        if let Some(input) = input
            && !(self.is_determined(size) && self.is_computed(size))
        {
            return Extent::Array(input);
        }
        match size {
            Size::Product(shape) => {
                Extent::Product(shape.axes().iter().map(|axis| self.extent(axis)).list())
            }
            Size::Section { of, less, by } => Extent::Section {
                of: Box::new(self.extent(of)),
                less: *less,
                by: *by,
            },
            Size::Var(var) => match self.sizes.kind(*var) {
                SizeKind::Named(Count::Literal(number)) => Extent::Literal(*number),
                SizeKind::Named(Count::Scalar(scalar)) => Extent::Scalar(*scalar),
                SizeKind::Rigid(binding, output) => self.rigid(*binding, *output),
                SizeKind::Unification | SizeKind::Named(_) => {
                    Extent::Array(input.expect("a size that is left over is that of an input"))
                }
            },
        }
    }

    /// The number that an input of a size must have.
    pub(super) fn agreed(&self, size: &Size) -> Extent {
        match size {
            Size::Product(shape) if self.is_determined(size) => {
                Extent::Product(shape.axes().iter().map(|axis| self.agreed(axis)).list())
            }
            Size::Section { of, less, by } if self.is_determined(size) => Extent::Section {
                of: Box::new(self.agreed(of)),
                less: *less,
                by: *by,
            },
            Size::Var(var) => match self.sizes.kind(*var) {
                SizeKind::Named(Count::Scalar(scalar)) => Extent::Scalar(*scalar),
                _ => self.extent(size),
            },
            _ => self.extent(size),
        }
    }

    /// The lengths of an array and those that another one has, along each axis.
    pub(super) fn lengths(&self, array: ArrayId, like: ArrayId) -> Vec<(Extent, Extent)> {
        let (has, wanted) = (self.sizes.of(array), self.sizes.of(like));
        if has.rank() == 1 || has.rank() != wanted.rank() {
            let wanted = self.extent(&self.sizes.count(like));
            return vec![(Extent::Array(array), wanted)];
        }
        let axes = has.axes().iter().zip(wanted.axes());
        axes.map(|(has, wanted)| (self.extent(has), self.extent(wanted)))
            .list()
    }

    /// The length of a chunk, if an operator cuts an array into these.
    pub(super) fn chunk(&self, op: &Op, chunks: ArrayId) -> Option<Extent> {
        are_chunks(self.program, op).then(|| self.extent(&self.sizes.along(chunks, Some(1))))
    }

    /// Returns true if a scalar has its value before the next stage begins.
    fn is_known(&self, scalar: ScalarId) -> bool {
        let origin = self.program.scalars[scalar].origin;
        origin.is_none_or(|binding| self.done.contains(&binding))
    }

    /// Returns true if the scalars behind a number have their values before the next stage begins.
    pub(super) fn knows(&self, extent: &Extent) -> bool {
        match extent {
            Extent::Scalar(scalar) => self.is_known(*scalar),
            Extent::Product(axes) => axes.iter().all(|axis| self.knows(axis)),
            Extent::Section { of, .. } => self.knows(of),
            _ => true,
        }
    }

    /// Returns true if every variable of a size has a number of its own.
    fn is_determined(&self, size: &Size) -> bool {
        size.vars()
            .into_iter()
            .all(|var| match self.sizes.kind(var) {
                SizeKind::Unification => self.sizes.input(self.program, &Size::Var(var)).is_some(),
                _ => true,
            })
    }

    /// Returns true if the scalars among the variables of a size have their values before the next
    /// stage begins.
    fn is_computed(&self, size: &Size) -> bool {
        size.vars()
            .into_iter()
            .all(|var| match self.sizes.kind(var) {
                SizeKind::Named(Count::Scalar(scalar)) => self.is_known(*scalar),
                _ => true,
            })
    }

    fn rigid(&self, binding: BindingId, output: usize) -> Extent {
        let outputs: Vec<ArrayId> = self.program.bindings[binding].arrays().list();
        match &self.program.bindings[binding].op {
            Op::Generate { .. } | Op::Range { .. } => Extent::Generated(outputs[0]),
            Op::Filter { .. } => {
                // Its result has that length, if it is stored.
                let stored = outputs
                    .iter()
                    .copied()
                    .find(|array| matches!(self.storage[*array], Storage::Fresh));
                stored.map_or(Extent::Kept(outputs[0]), Extent::Array)
            }
            _ => Extent::Array(outputs[output]),
        }
    }

    /// Returns true if the number is there before anything has run.
    pub(super) fn known_on_entry(&self, extent: &Extent) -> bool {
        match extent {
            Extent::Array(array) => self.program.producer(*array).is_none(),
            Extent::Scalar(scalar) => self.program.scalars[*scalar].origin.is_none(),
            Extent::Literal(_) => true,
            Extent::Kept(_) | Extent::Generated(_) => false,
            Extent::Product(axes) => axes.iter().all(|axis| self.known_on_entry(axis)),
            Extent::Section { of, .. } => self.known_on_entry(of),
        }
    }

    /// The filters whose kept elements must be counted, since their number is
    /// used and nothing in memory has it: the first array that each binds.
    pub(super) fn kept(&self, clusters: &[Vec<BindingId>]) -> OrderedSet<ArrayId> {
        let mut kept = OrderedSet::new();
        let mut extent = |extent: Extent| collect_kept(&extent, &mut kept);
        for cluster in clusters {
            for id in cluster {
                match &self.program.bindings[*id].op {
                    Op::Length { arg, axis } | Op::Inside { arg, axis, .. } => {
                        extent(self.extent(&self.sizes.along(*arg, *axis)))
                    }
                    Op::Reshape { .. } => {
                        for array in self.program.bindings[*id].arrays() {
                            extent(self.extent(&self.sizes.count(array)));
                        }
                    }
                    Op::Conform { like, .. } => {
                        let shape = self.sizes.of(*like);
                        shape
                            .axes()
                            .iter()
                            .for_each(|axis| extent(self.extent(axis)));
                    }
                    _ => {}
                }
            }
            if let Some(root) = self.root(cluster) {
                extent(self.extent(&root));
            }
        }
        for (input, _) in self.program.inputs() {
            extent(self.extent(&self.sizes.count(input)));
        }
        kept
    }
}

fn collect_kept(extent: &Extent, into: &mut OrderedSet<ArrayId>) {
    match extent {
        Extent::Kept(array) => {
            into.insert(*array);
        }
        Extent::Product(axes) => axes.iter().for_each(|axis| collect_kept(axis, into)),
        Extent::Section { of, .. } => collect_kept(of, into),
        _ => {}
    }
}
