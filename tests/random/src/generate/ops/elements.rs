//! Maps and filters.

use crate::expr::Expr;
use crate::generate::exprs;
use crate::generate::{Generator, New};
use crate::program::{ArrayId, Class, ClassId, Op, Out, Worker};
use crate::ty::{Prim, Ty};

impl Generator {
    pub(super) fn map(&mut self) -> Option<Out> {
        let first = self.any()?;
        let class = self.class_of(first);
        if self.rng.percent(8) {
            return self.map_path(first);
        }
        let mut args = vec![first];
        let more = self
            .rng
            .weighted(&[(50, 0), (35, 1), (12, 2), (2, 3), (1, 12)]);
        for _ in 0..more {
            let other = self.one(|this, id| this.class_of(id) == class)?;
            args.push(other);
        }
        if self.rng.percent(10) {
            // Positions beside elements.
            if let Some(positions) = Self::bound(self.positions(first)) {
                args.push(positions);
            }
        }
        let mut scope = self.scope();
        let params = self.params(&args, &mut scope);
        let depth = self.rng.within(1, 3);
        let rounded: Vec<Prim> = scope.rounded.iter().map(Expr::prim).collect();
        if !rounded.is_empty() && self.rng.percent(60) {
            let prim = *self.rng.pick(&rounded);
            let body = exprs::rounded(&mut self.rng, &mut scope, prim, depth)?;
            let worker = Worker::Closure {
                params,
                body: vec![body],
            };
            let new = New::array(Ty::Prim(prim), class);
            return self.push(Op::Map { worker, args }, vec![new], false);
        }
        let parts = self.rng.weighted(&[(70, 1), (22, 2), (8, 3)]);
        let prims: Vec<Prim> = (0..parts).map(|_| self.prim()).collect();
        let body = prims
            .iter()
            .map(|prim| exprs::expr(&mut self.rng, &mut scope, *prim, depth))
            .collect();
        let worker = Worker::Closure { params, body };
        let op = Op::Map { worker, args };
        let types: Vec<Ty> = prims.into_iter().map(Ty::Prim).collect();
        match types.len() {
            1 => self.push(op, vec![New::array(types[0].clone(), class)], false),
            _ if self.rng.percent(35) => {
                self.push(op, vec![New::array(Ty::Tuple(types), class)], false)
            }
            _ => {
                let new = self.parts(types, class);
                self.push(op, new, true)
            }
        }
    }

    /// The parts of tuples as arrays of their own.
    pub(super) fn parts(&mut self, types: Vec<Ty>, class: ClassId) -> Vec<New> {
        let first = types[0].clone();
        let mut new: Vec<New> = types
            .into_iter()
            .map(|ty| match (&ty, self.rng.percent(10)) {
                (Ty::Prim(_), true) => New::Ignored,
                _ => New::array(ty, class),
            })
            .collect();
        if new.iter().all(|new| matches!(new, New::Ignored)) {
            new[0] = New::array(first, class);
        }
        new
    }

    pub(super) fn map_path(&mut self, first: ArrayId) -> Option<Out> {
        let class = self.class_of(first);
        let prim = self.program.arrays[first].ty.prim()?;
        let two: &[&'static str] = match prim {
            Prim::I32 => &["i32::wrapping_add", "i32::max", "blend"],
            Prim::I64 => &["i64::wrapping_sub", "i64::min"],
            Prim::U8 => &["u8::wrapping_mul", "u8::abs_diff"],
            Prim::U32 => &["u32::wrapping_add", "u32::max"],
            Prim::U64 => &["u64::wrapping_mul", "u64::min"],
            Prim::F32 => &["f32::max", "f32::min"],
            Prim::F64 => &["f64::max", "f64::min"],
            _ => &[],
        };
        let one: &[(&'static str, Prim)] = match prim {
            Prim::U8 => &[("u32::from", Prim::U32), ("f64::from", Prim::F64)],
            Prim::I32 => &[("i64::from", Prim::I64), ("i32::wrapping_neg", Prim::I32)],
            Prim::U64 => &[("twist", Prim::U64)],
            Prim::F32 => &[("f32::abs", Prim::F32), ("f64::from", Prim::F64)],
            Prim::F64 => &[
                ("f64::abs", Prim::F64),
                ("f64::floor", Prim::F64),
                ("damped", Prim::F64),
            ],
            Prim::Bool => &[("usize::from", Prim::Usize), ("i32::from", Prim::I32)],
            _ => &[],
        };
        let (path, out, args) = if self.rng.percent(50) && !two.is_empty() {
            let ty = Ty::Prim(prim);
            let second = self.one(|this, id| this.class_of(id) == class && this.ty_of(id) == ty)?;
            (*self.rng.pick(two), prim, vec![first, second])
        } else if one.is_empty() {
            return None;
        } else {
            let (path, out) = *self.rng.pick(one);
            (path, out, vec![first])
        };
        let worker = Worker::Path(path, out);
        let new = New::array(Ty::Prim(out), class);
        self.push(Op::Map { worker, args }, vec![new], false)
    }

    pub(super) fn filter(&mut self) -> Option<Out> {
        let arg = self.one(|this, id| !this.is_rounded(id))?;
        let mut scope = self.scope();
        let outside = scope.vars.len();
        let ty = self.ty_of(arg);
        let params = vec![self.pattern(&ty, false, &mut scope)];
        let body = match scope.vars.get(outside..) {
            Some(own) if !own.is_empty() && self.rng.percent(70) => {
                let own = self.rng.pick(own).clone();
                exprs::predicate(&mut self.rng, &mut scope, &own)
            }
            _ => exprs::expr(&mut self.rng, &mut scope, Prim::Bool, 2),
        };
        let worker = Worker::Closure {
            params,
            body: vec![body],
        };
        self.filter_by(worker, arg, None)
    }

    pub(super) fn filter_by(
        &mut self,
        worker: Worker,
        arg: ArrayId,
        most: Option<usize>,
    ) -> Option<Out> {
        let ty = self.ty_of(arg);
        let class = self.class(Class::Filtered(self.class_of(arg), most));
        let op = Op::Filter { worker, arg };
        match &ty {
            Ty::Tuple(items) if self.rng.percent(60) => {
                let new = self.parts(items.clone(), class);
                self.push(op, new, true)
            }
            _ => {
                let distinct = self.program.arrays[arg].distinct;
                let new = New::Array {
                    ty,
                    class,
                    distinct,
                };
                self.push(op, vec![new], false)
            }
        }
    }
}
