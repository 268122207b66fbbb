//! Parameters of several axes: arrays and views of ndarray.
//!
//! One is an input of elements in row-major order, one input for each axis, which has its positions
//! as elements, and a `reshape` of the first to the lengths of the others. So the sizes of axes are
//! inferred, unified and checked on entry as lengths are.
//!
//! A write into one is a write into the elements, which are then seen with the same axes again.

use super::Lowering;
use super::grid::computed::First;
use super::index_scope::Bounded;
use super::scope::Entity;
use crate::diagnostic::catalog;
use crate::ir::grid::{Bound, Index};
use crate::ir::{
    Along, Array, ArrayId, Cells, Count, Grid, Host, Input, InputPart, Op, Origin, Output,
};
use crate::ordered::{ToList, sort_by_key};
use crate::syntax::Pattern;
use proc_macro2::{Ident, Span};

impl Lowering {
    /// Gives an input, which is an array of ndarray, its axes.
    pub(super) fn add_view(&mut self, array: ArrayId, axes: usize) {
        let name = self.program.arrays[array].name.clone();
        let Origin::Input(input) = &mut self.program.arrays[array].origin else {
            return;
        };
        input.part = InputPart::Strided;
        if axes == 1 {
            return;
        }
        let host = input.host.clone();
        let (mut counts, mut numbers, mut scalars) = (Vec::new(), Vec::new(), Vec::new());
        for axis in 0..axes {
            let axis_name = self.axis_name(&name, axis, axes);
            let along = self.program.arrays.push(Array {
                name: axis_name,
                user_name: None,
                origin: Origin::Input(Input {
                    host: host.clone(),
                    mutable: false,
                    named_again: false,
                    part: InputPart::Axis(axis),
                }),
                home: None,
                ty: Some(syn::parse_quote!(())),
            });
            let number = format!("{}_len", self.program.arrays[along].name);
            let number = self.scope.fresh(&number, name.span());
            let length = Op::Length {
                arg: along,
                axis: None,
            };
            if let Output::Scalar(scalar) = self.bind_under(number, length) {
                numbers.push(self.program.scalars[scalar].name.clone());
                scalars.push(scalar);
            }
            counts.push(Count::Length(along));
        }
        sort_by_key(&mut scalars, |scalar| *scalar);
        let reshape = Op::Reshape {
            arg: array,
            counts,
            axes: Some(Host {
                scalars,
                ..Host::plain(syn::parse_quote!([#(#numbers),*]))
            }),
        };
        if let Output::Array(shaped) = self.bind_under(name.clone(), reshape) {
            self.program.arrays[shaped].ty = self.program.arrays[array].ty.clone();
            self.scope.insert(&name, Entity::Array(shaped));
        }
    }

    /// The name of an axis in messages.
    fn axis_name(&mut self, array: &Ident, axis: usize, axes: usize) -> Ident {
        let text = array.to_string();
        let text = text.trim_start_matches("r#");
        let name = match (axes, axis) {
            (2, 0) => format!("{text}_rows"),
            (2, _) => format!("{text}_columns"),
            _ => format!("{text}_axis_{axis}"),
        };
        self.scope.fresh(&name, array.span())
    }

    /// Gives the array that was written under a name the axes that it had before.
    pub(super) fn view_again(&mut self, name: &Ident, view: ArrayId) {
        let written = match self.scope.get(name) {
            Some(Entity::Array(written)) if written != view => written,
            _ => return,
        };
        let reshape = self.reshaping(view).map(|(counts, axes)| Op::Reshape {
            arg: written,
            counts,
            axes: Some(axes),
        });
        if let Some(reshape) = reshape
            && let Output::Array(shaped) = self.bind_under(name.clone(), reshape)
        {
            self.scope.insert(name, Entity::Array(shaped));
        }
    }

    /// The sizes of an array that is seen with several axes, and their numbers.
    fn reshaping(&self, view: ArrayId) -> Option<(Vec<Count>, Host)> {
        let producer = self.program.producer(view)?;
        match &self.program.bindings[producer].op {
            Op::Reshape { counts, axes, .. } => Some((counts.clone(), axes.clone()?)),
            _ => None,
        }
    }

    /// `*a = hs;` where `hs` does not have all coordinates of `a`: its elements go to theirs, and the
    /// others stay.
    pub(super) fn copy_region(
        &mut self,
        span: Span,
        name: &Ident,
        source: ArrayId,
        (home, dest): (ArrayId, ArrayId),
    ) {
        let rank = self.program.rank(source);
        if rank != self.program.rank(dest) {
            let (given, wanted) = (rank, self.program.rank(dest));
            let report = catalog::written_axes(span, name, given, wanted);
            self.found.push(report);
            return;
        }
        if let Some(indices) = self.region(span, name, source, dest) {
            let op = self.write_at(source, dest, indices);
            self.bind(span, op, &Pattern::Name(name.clone()), None, Some(home));
        }
    }

    /// The write of an array at coordinates of another one.
    pub(super) fn write_at(&mut self, source: ArrayId, dest: ArrayId, indices: Vec<Index>) -> Op {
        let numbers = indices.iter().enumerate();
        // Axes of which a part is written are of one size with those of the array.
        let bounds = numbers.filter(|(_, index)| index.begins.is_none());
        let bounds = bounds.map(|(axis, index)| Bound {
            of: (dest, axis),
            along: Along::up(Some(axis), index.first, 1),
        });
        let grid = self.program.grids.push(Grid {
            reads: vec![Cells::in_step(source, indices.len())],
            bounds: bounds.list(),
            indices,
        });
        Op::Write {
            arg: source,
            dest,
            grid,
        }
    }

    /// The indices of the coordinates that an array has. Where the program computes those of an axis,
    /// it is checked that they are inside of what is written.
    fn region(
        &mut self,
        span: Span,
        name: &Ident,
        source: ArrayId,
        dest: ArrayId,
    ) -> Option<Vec<Index>> {
        let mut indices = Vec::new();
        for axis in 0..self.program.rank(source) {
            let side = self.program.side(source, axis);
            let mut index = Index::new(&format!("{name}_{axis}"));
            if side.begins.is_none() && !self.program.has_own_count(side.of) {
                if side.cut < 0 {
                    self.found.push(catalog::written_beyond(span, name));
                    return None;
                }
                (index.first, index.cut) = (side.first, side.cut);
            } else {
                let hint = format!("{name}_{axis}");
                let count = self.length_of((source, axis), span, &hint)?;
                let own = Bounded::whole(Ident::new("index", span), (source, axis));
                let first = self.start_of_array(&own, &hint)?;
                let bound = Bounded::whole(Ident::new("index", span), (dest, axis));
                let counted = (First::Scalar(first), Some(count));
                index.begins = Some(self.inside(first, &bound, counted, &hint)?);
            }
            indices.push(index);
        }
        Some(indices)
    }
}
