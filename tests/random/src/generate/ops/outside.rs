//! Statements outside of loops: externals and expressions of the host.

use crate::expr::{BinOp, Expr};
use crate::generate::exprs::{self, Scope};
use crate::generate::{Generator, New};
use crate::host;
use crate::program::{Class, Op, Out, Pattern, Worker};
use crate::ty::{Prim, Ty};

impl Generator {
    pub(super) fn external(&mut self) -> Option<Out> {
        let array = self.one(|this, id| !this.is_rounded(id))?;
        let function = *self.rng.pick(&host::EXTERNALS);
        let literal = (function == "head").then(|| self.rng.below(40));
        let (ty, of) = (self.ty_of(array), self.class_of(array));
        let mut new: Vec<New> = (0..host::results(function))
            .map(|_| New::array(ty.clone(), self.class(Class::Fresh(of, literal))))
            .collect();
        if host::counts(function) {
            new.push(New::Scalar(Prim::Usize));
        }
        let parts = new.len() > 1;
        let op = Op::External {
            function,
            arrays: vec![array],
            literal,
        };
        self.push(op, new, parts)
    }

    pub(super) fn host(&mut self) -> Option<Out> {
        let mut scope = self.scope();
        if scope.vars.is_empty() && scope.rounded.is_empty() {
            return None;
        }
        if self.rng.percent(30) {
            let array = self.any()?;
            scope.vars.push(Expr::Len(array));
        }
        let rounded: Vec<Prim> = scope.rounded.iter().map(Expr::prim).collect();
        if !rounded.is_empty() && self.rng.percent(70) {
            let prim = *self.rng.pick(&rounded);
            let value = exprs::rounded(&mut self.rng, &mut scope, prim, 2)?;
            return self.push(Op::Host(value), vec![New::Scalar(prim)], false);
        }
        let prim = self.prim();
        let value = exprs::expr(&mut self.rng, &mut scope, prim, 2);
        self.push(Op::Host(value), vec![New::Scalar(prim)], false)
    }

    /// The first few elements, by a filter on positions.
    pub(super) fn head(&mut self) -> Option<Out> {
        let array = self.one(|this, id| this.program.arrays[id].ty.prim().is_some())?;
        if self.is_rounded(array) {
            return None;
        }
        let prim = self.program.arrays[array].ty.prim()?;
        let class = self.class_of(array);
        let positions = Self::bound(self.positions(array))?;
        let own = |name: &str, prim| Expr::Local(name.to_owned(), prim);
        let names = |names: [&str; 2]| names.map(|name| Pattern::Name(name.to_owned())).to_vec();
        let worker = Worker::Closure {
            params: names(["i", "x"]),
            body: vec![own("i", Prim::Usize), own("x", prim)],
        };
        let ty = Ty::Tuple(vec![Ty::Prim(Prim::Usize), Ty::Prim(prim)]);
        let op = Op::Map {
            worker,
            args: vec![positions, array],
        };
        let pairs = Self::bound(self.push_beside(op, vec![New::array(ty, class)], false))?;
        let most = self.rng.within(1, 40);
        let bound = Expr::Int(most as i128, Prim::Usize);
        let worker = Worker::Closure {
            params: vec![Pattern::Tuple(vec![
                Pattern::Name("i".to_owned()),
                Pattern::Ignored,
            ])],
            body: vec![Expr::Bin(
                BinOp::Lt,
                own("i", Prim::Usize).into(),
                bound.into(),
            )],
        };
        let class = self.class(Class::Filtered(class, Some(most)));
        let new = vec![New::Ignored, New::array(Ty::Prim(prim), class)];
        self.push(Op::Filter { worker, arg: pairs }, new, true)
    }

    /// Elements beside those at the other end of an input, which the worker
    /// indexes.
    pub(super) fn reflect(&mut self) -> Option<Out> {
        let input = self.one(|this, id| {
            this.program.param_of(id).is_some() && this.program.arrays[id].ty.prim().is_some()
        })?;
        let prim = self.program.arrays[input].ty.prim()?;
        let class = self.class_of(input);
        let positions = Self::bound(self.positions(input))?;
        let n = self.length(input)?;
        let i = Expr::Local("i".to_owned(), Prim::Usize);
        let last = Expr::Bin(BinOp::Sub, n.into(), Expr::Int(1, Prim::Usize).into());
        let place = Expr::Bin(BinOp::Sub, last.into(), i.clone().into());
        let there = Expr::Index(input, place.into(), prim);
        let mut scope = Scope {
            vars: vec![there, i],
            ..self.scope()
        };
        let out = self.prim();
        let body = exprs::expr(&mut self.rng, &mut scope, out, 2);
        let worker = Worker::Closure {
            params: vec![Pattern::Name("i".to_owned())],
            body: vec![body],
        };
        let op = Op::Map {
            worker,
            args: vec![positions],
        };
        self.push(op, vec![New::array(Ty::Prim(out), class)], false)
    }
}
