//! Index notation: elements at offsets and factors of an index.

use crate::generate::exprs;
use crate::generate::{Generator, New};
use crate::program::{ArrayId, Class, ClassId, Op, Out, Param, Worker, bounds};
use crate::ty::Ty;

impl Generator {
    pub(super) fn stencil(&mut self) -> Option<Out> {
        let first_arg = self.one(|this, id| this.has_one_axis(id))?;
        let mut args = vec![first_arg];
        for _ in 0..self.rng.weighted(&[(10, 0), (45, 1), (35, 2), (10, 4)]) {
            // Mostly other elements of the same array, or of one along the same axis.
            let other = match self.rng.percent(60) {
                true => first_arg,
                false => self.one(|this, id| this.has_axis_of(id, first_arg))?,
            };
            args.push(other);
        }
        let mut offsets: Vec<isize> = args.iter().map(|_| self.offset()).collect();
        let mut factor = self.rng.weighted(&[(85, 1), (12, 2), (3, 3)]);
        if self.rng.percent(12) {
            (args, offsets, factor) = (vec![first_arg; 3], vec![-1, 0, 1], 1);
        }
        let pads = match factor {
            1 if self.rng.percent(40) => self.pads(&args),
            _ => vec![None; args.len()],
        };
        let bounds = bounds(&offsets, &pads);
        let (less, first) = self.program.left_out(&args, &bounds, factor);
        // As long as its axis, but beginning elsewhere: no array in place has its coordinates.
        if less == 0 && first > 0 {
            return None;
        }
        let root = self.class_of(self.program.axis(first_arg).root);
        let class = self.section(root, less, factor);
        let mut scope = self.scope();
        let params = self.params(&args, &mut scope);
        let depth = self.rng.within(1, 3);
        let prim = self.prim();
        let body = vec![exprs::expr(&mut self.rng, &mut scope, prim, depth)];
        let op = Op::Stencil {
            worker: Worker::Closure { params, body },
            args,
            offsets,
            pads,
            factor,
        };
        let out = self.push(op, vec![New::array(Ty::Prim(prim), class)], false)?;
        let made = out.arrays().next()?;
        if factor == 1 && self.rng.percent(30) {
            return self.part(made).or(Some(out));
        }
        Some(out)
    }

    /// A write of what a stencil makes, over the elements that have the same coordinates.
    fn part(&mut self, part: ArrayId) -> Option<Out> {
        let axis = self.program.axis(part);
        let (root, ty) = (self.class_of(axis.root), self.ty_of(part));
        let mut params = self.program.params.iter();
        let has_home = params.any(|param| match param {
            Param::Mut(id, _) => {
                let array = &self.program.arrays[*id];
                array.ty == ty && array.class == root && !self.written.contains(id)
            }
            _ => false,
        });
        let is_within = axis.cut >= 0 && (axis.first > 0 || axis.cut > 0);
        let is_fresh = self.program.arrays[part].home.is_none();
        if !(self.writes && has_home && is_within && is_fresh) {
            return None;
        }
        self.push(Op::Part(part), vec![New::array(ty, root)], false)
    }

    /// The paddings of some arrays.
    pub(super) fn pads(&mut self, args: &[ArrayId]) -> Vec<Option<&'static str>> {
        let one = self.pad(args[0]);
        let mut pads = Vec::new();
        for arg in args {
            let pad = match self.rng.percent(70) {
                true if self.ty_of(*arg) == self.ty_of(args[0]) => Some(one),
                true => Some(self.pad(*arg)),
                false => None,
            };
            pads.push(pad);
        }
        pads
    }

    /// The padding of an array: by an element of it, or by a value of its type.
    fn pad(&mut self, array: ArrayId) -> &'static str {
        let value = match self.ty_of(array) {
            Ty::Prim(prim) if prim.is_float() => "1.0",
            Ty::Prim(prim) if prim.is_int() => "1",
            _ => "edge",
        };
        let kinds = ["edge", "wrap", "reflect", "symmetric", value];
        self.rng.pick::<&str>(&kinds)
    }

    pub(super) fn offset(&mut self) -> isize {
        self.rng
            .weighted(&[(25, 0), (25, 1), (25, -1), (10, 2), (10, -2), (5, 17)])
    }

    /// Returns true if one index may read an array.
    pub(super) fn has_one_axis(&self, id: ArrayId) -> bool {
        !self.is_rounded(id) && !self.is_external(id) && !self.program.is_table(id)
    }

    /// Returns true if one index may read both arrays.
    fn has_axis_of(&self, array: ArrayId, other: ArrayId) -> bool {
        let class = |id: ArrayId| self.class_of(self.program.axis(id).root);
        self.has_one_axis(array) && class(array) == class(other)
    }

    /// The class of what a stencil makes along an axis of a class.
    pub(super) fn section(&mut self, root: ClassId, less: usize, factor: usize) -> ClassId {
        let section = match self.program.classes[root] {
            _ if less == 0 && factor == 1 => return root,
            Class::Section {
                of,
                less: before,
                by,
            } => Class::Section {
                of,
                less: before + less * by,
                by: by * factor,
            },
            _ => Class::Section {
                of: root,
                less,
                by: factor,
            },
        };
        let mut classes = self.program.classes.iter();
        match classes.position(|class| *class == section) {
            Some(known) => known,
            None => self.class(section),
        }
    }
}
