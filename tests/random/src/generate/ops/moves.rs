//! Operators that move elements: gather, reverse, scatter, cross, conform, and their indices.

use crate::expr::{BinOp, Expr};
use crate::generate::exprs;
use crate::generate::{Generator, New};
use crate::program::{
    ArrayId, Bound, Class, ClassId, Data, LONGEST, Lengths, Op, Out, Param, Pattern, Worker,
};
use crate::ty::{Prim, Ty};

impl Generator {
    /// A permutation of the positions of arrays like one.
    pub(super) fn permutation(&mut self, like: ArrayId) -> Option<ArrayId> {
        let class = self.class_of(like);
        let known = self.one(|this, id| {
            this.program.arrays[id].distinct == Some(class) && this.class_of(id) == class
        });
        if let Some(known) = known
            && self.rng.percent(40)
        {
            return Some(known);
        }
        let positions = Self::bound(self.positions(like))?;
        let n = self.length(like)?;
        let own = |name: &str| Box::new(Expr::Local(name.to_owned(), Prim::Usize));
        let number = |value: usize| Box::new(Expr::Int(value as i128, Prim::Usize));
        let body = match self.rng.percent(50) {
            true => {
                let shift = self.rng.below(5000);
                let moved = Expr::Bin(BinOp::Add, own("i"), number(shift));
                Expr::Bin(BinOp::Rem, moved.into(), n.into())
            }
            false => {
                let last = Expr::Bin(BinOp::Sub, n.into(), number(1));
                Expr::Bin(BinOp::Sub, last.into(), own("i"))
            }
        };
        let worker = Worker::Closure {
            params: vec![Pattern::Name("i".to_owned())],
            body: vec![body],
        };
        let new = New::Array {
            ty: Ty::Prim(Prim::Usize),
            class,
            distinct: Some(class),
        };
        let op = Op::Map {
            worker,
            args: vec![positions],
        };
        Self::bound(self.push_beside(op, vec![new], false))
    }

    /// Indices into arrays like one that are never out of bounds.
    pub(super) fn indices(&mut self, data: ArrayId) -> Option<ArrayId> {
        let class = self.class_of(data);
        let param = |this: &Self, id: ArrayId| match this.program.param_of(id) {
            Some(Param::Array(_, Data::Index(of, false))) => {
                *of == class && this.is_at_least(class, this.class_of(id))
            }
            _ => false,
        };
        if self.rng.percent(50)
            && let Some(known) = self.one(|this, id| {
                let distinct = this.program.arrays[id].distinct;
                param(this, id)
                    || (distinct == Some(class) && this.is_at_least(class, this.class_of(id)))
            })
        {
            return Some(known);
        }
        let from = self.one(|this, id| {
            this.is_at_least(class, this.class_of(id))
                && this.program.arrays[id].ty.prim().is_some()
                && !this.is_rounded(id)
        })?;
        let n = self.length(data)?;
        let mut scope = self.scope();
        let name = scope.name();
        let prim = self.program.arrays[from].ty.prim()?;
        scope.vars.push(Expr::Local(name.clone(), prim));
        let index = exprs::expr(&mut self.rng, &mut scope, Prim::Usize, 2);
        let body = vec![Expr::Bin(BinOp::Rem, index.into(), n.into())];
        let worker = Worker::Closure {
            params: vec![Pattern::Name(name)],
            body,
        };
        let own = self.class_of(from);
        let op = Op::Map {
            worker,
            args: vec![from],
        };
        let new = New::array(Ty::Prim(Prim::Usize), own);
        let out = self.push_beside(op, vec![new], false);
        Self::bound(out)
    }

    pub(super) fn gather(&mut self) -> Option<Out> {
        let bad = self.one(|this, id| {
            matches!(
                this.program.param_of(id),
                Some(Param::Array(_, Data::Index(_, true)))
            )
        });
        let (data, indices) = match bad {
            Some(indices) if self.may_fail && self.rng.percent(60) => {
                let Some(Param::Array(_, Data::Index(class, _))) =
                    self.program.param_of(indices).copied()
                else {
                    return None;
                };
                let data = self.one(|this, id| this.class_of(id) == class)?;
                self.may_fail = false;
                (data, indices)
            }
            _ => {
                let data = self.any()?;
                (data, self.indices(data)?)
            }
        };
        let new = New::array(self.ty_of(data), self.class_of(indices));
        self.push(Op::Gather { data, indices }, vec![new], false)
    }

    pub(super) fn reverse(&mut self) -> Option<Out> {
        let arg = self.any()?;
        let (ty, class) = (self.ty_of(arg), self.class_of(arg));
        let apart = !self.is_rounded(arg);
        self.push_tuple(Op::Reverse { arg }, ty, class, apart)
    }

    /// Pairs of positions and elements.
    pub(super) fn zip_with_index(&mut self) -> Option<Out> {
        let arg = self.any()?;
        let ty = Ty::Tuple(vec![Ty::Prim(Prim::Usize), self.ty_of(arg)]);
        let class = self.class_of(arg);
        self.push_tuple(Op::ZipWithIndex { arg }, ty, class, true)
    }

    /// Adds a statement that makes an array, of which a tuple may be taken apart.
    pub(super) fn push_tuple(
        &mut self,
        op: Op,
        ty: Ty,
        class: ClassId,
        apart: bool,
    ) -> Option<Out> {
        match ty {
            Ty::Tuple(types) if apart && self.rng.percent(50) => {
                let new = types.into_iter().map(|ty| New::array(ty, class)).collect();
                self.push(op, new, true)
            }
            ty => self.push(op, vec![New::array(ty, class)], false),
        }
    }

    pub(super) fn scatter(&mut self) -> Option<Out> {
        let writes = self.writes && self.rng.percent(60);
        let dest = self.one(|this, id| {
            let array = &this.program.arrays[id];
            let is_mut = matches!(this.program.param_of(id), Some(Param::Mut(..)));
            !this.is_rounded(id) && (!writes || is_mut || array.home.is_some())
        })?;
        let ty = self.ty_of(dest);
        let class = self.class_of(dest);
        let bad = self.one(|this, id| {
            matches!(
                this.program.param_of(id),
                Some(Param::Array(_, Data::Index(of, true))) if *of == class
            )
        });
        let (indices, distinct) = match bad {
            Some(indices) if self.may_fail && self.rng.percent(70) => {
                self.may_fail = false;
                (indices, false)
            }
            _ if self.rng.percent(60) => (self.permutation(dest)?, true),
            _ => (self.indices(dest)?, false),
        };
        let own = self.class_of(indices);
        let known = match distinct {
            true => self.one(|this, id| {
                this.class_of(id) == own && this.ty_of(id) == ty && !this.is_rounded(id)
            }),
            false => None,
        };
        let values = match known {
            Some(values) if self.rng.percent(60) => values,
            _ => {
                // Values that the indices decide, as different ones for one
                // position would leave open which of them remains.
                let mut scope = self.scope();
                let params = self.params(&[indices], &mut scope);
                let body = ty
                    .leaves()
                    .into_iter()
                    .map(|prim| exprs::expr(&mut self.rng, &mut scope, prim, 2))
                    .collect();
                let worker = Worker::Closure { params, body };
                let op = Op::Map {
                    worker,
                    args: vec![indices],
                };
                if matches!(&ty, Ty::Tuple(items) if items.iter().any(|ty| ty.prim().is_none())) {
                    return None;
                }
                Self::bound(self.push_beside(op, vec![New::array(ty.clone(), own)], false))?
            }
        };
        let op = Op::Scatter {
            dest,
            indices,
            values,
        };
        self.push(op, vec![New::array(ty, class)], false)
    }

    pub(super) fn cross(&mut self) -> Option<Out> {
        let left = self.one(|this, id| !this.is_rounded(id))?;
        let of_left = self.program.longest(self.class_of(left));
        let right = self.one(|this, id| {
            let longest = this.program.longest(this.class_of(id));
            !this.is_rounded(id) && longest.saturating_mul(of_left) <= 3 * LONGEST
        })?;
        let (l, r) = (self.class_of(left), self.class_of(right));
        // The product of the same sizes is one size.
        let class = Class::Product(l, r);
        let at = self.program.classes.iter().position(|c| *c == class);
        let class = at.unwrap_or_else(|| self.class(class));
        let ty = Ty::Tuple(vec![self.ty_of(left), self.ty_of(right)]);
        self.push_tuple(Op::Cross { left, right }, ty, class, true)
    }

    pub(super) fn conform(&mut self) -> Option<Out> {
        let like_class = self
            .program
            .classes
            .iter()
            .position(|class| matches!(class, Class::Input(Lengths::Like(_))));
        if let Some(class) = like_class
            && self.may_fail
        {
            let arg = self.one(|this, id| this.class_of(id) == class)?;
            let like = self.one(|this, id| this.class_of(id) == 0)?;
            let (ty, of) = match self.rng.percent(50) {
                true => (arg, like),
                false => (like, arg),
            };
            self.may_fail = false;
            let new = New::array(self.ty_of(ty), self.class_of(of));
            return self.push(Op::Conform { arg: ty, like: of }, vec![new], false);
        }
        // Two filters that keep as many.
        let filters: Vec<(Worker, ArrayId, ArrayId)> = self
            .program
            .stmts
            .iter()
            .filter_map(|stmt| match (&stmt.op, &stmt.out) {
                (Op::Filter { worker, arg }, Out::One(Bound::Array(out))) => {
                    Some((worker.clone(), *arg, *out))
                }
                _ => None,
            })
            .filter(|(_, arg, out)| self.live.contains(arg) && self.live.contains(out))
            .collect();
        if filters.is_empty() {
            return None;
        }
        let (worker, arg, like) = self.rng.pick(&filters).clone();
        let class = self.class(Class::Filtered(self.class_of(arg), None));
        let new = New::array(self.ty_of(arg), class);
        let again = Self::bound(self.push_beside(Op::Filter { worker, arg }, vec![new], false))?;
        let new = New::array(self.ty_of(again), self.class_of(like));
        self.push(Op::Conform { arg: again, like }, vec![new], false)
    }
}
