//! Reductions by index.

use crate::generate::exprs;
use crate::generate::{Generator, New};
use crate::program::{ArrayId, Data, Op, Out, Param, Worker};
use crate::ty::Ty;

impl Generator {
    pub(super) fn reduce_by_index(&mut self) -> Option<Out> {
        let writes = self.writes && self.rng.percent(60);
        let dest = self.one(|this, id| {
            let array = &this.program.arrays[id];
            let is_mut = matches!(this.program.param_of(id), Some(Param::Mut(..)));
            !this.is_rounded(id) && (!writes || is_mut || array.home.is_some())
        })?;
        let (ty, class) = (self.ty_of(dest), self.class_of(dest));
        let indices = self.places(dest)?;
        let values = self.values(indices, &ty)?;
        let (operator, _) = self.operator(&ty)?;
        let op = Op::ReduceByIndex {
            dest,
            operator,
            indices,
            values,
        };
        self.push(op, vec![New::array(ty, class)], false)
    }

    /// Indices into an array, some of which may be out of bounds where the program may fail.
    fn places(&mut self, dest: ArrayId) -> Option<ArrayId> {
        let class = self.class_of(dest);
        let bad = self.one(|this, id| {
            matches!(
                this.program.param_of(id),
                Some(Param::Array(_, Data::Index(of, true))) if *of == class
            )
        });
        match bad {
            Some(indices) if self.may_fail && self.rng.percent(70) => {
                self.may_fail = false;
                Some(indices)
            }
            _ if self.rng.percent(20) => self.permutation(dest),
            _ => self.indices(dest),
        }
    }

    /// Values of a type, as many as there are indices.
    fn values(&mut self, indices: ArrayId, ty: &Ty) -> Option<ArrayId> {
        let class = self.class_of(indices);
        let known = self.one(|this, id| {
            this.class_of(id) == class && this.ty_of(id) == *ty && !this.is_rounded(id)
        });
        if let Some(known) = known
            && self.rng.percent(60)
        {
            return Some(known);
        }
        if matches!(ty, Ty::Tuple(items) if items.iter().any(|ty| ty.prim().is_none())) {
            return None;
        }
        let mut scope = self.scope();
        let params = self.params(&[indices], &mut scope);
        let body = ty.leaves().into_iter();
        let body = body.map(|prim| exprs::expr(&mut self.rng, &mut scope, prim, 2));
        let body = body.collect();
        let op = Op::Map {
            worker: Worker::Closure { params, body },
            args: vec![indices],
        };
        Self::bound(self.push_beside(op, vec![New::array(ty.clone(), class)], false))
    }
}
