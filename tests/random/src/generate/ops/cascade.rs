//! Scans one behind the other, and what takes long between them.

use crate::expr::{BinOp, Expr};
use crate::generate::exprs;
use crate::generate::{Generator, New};
use crate::program::{ArrayId, Op, Out, Worker};
use crate::ty::Prim;

impl Generator {
    /// Two or three scans of integers, of which each one needs the one before.
    pub(super) fn cascade(&mut self) -> Option<Out> {
        let is_int = |this: &Self, id: ArrayId| {
            let prim = this.program.arrays[id].ty.prim();
            let is_sequence = !this.program.is_table(id);
            prim.is_some_and(Prim::is_int) && is_sequence && !this.is_external(id)
        };
        let mut last = self.one(is_int)?;
        let mut out = None;
        for _ in 0..self.rng.within(2, 3) {
            if self.rng.percent(60) {
                let stirred = self.stirred(last)?;
                last = stirred.arrays().next()?;
            }
            if self.rng.percent(40) {
                let kept = self.stirred_filter(last)?;
                last = kept.arrays().next()?;
            }
            let (ty, class) = (self.ty_of(last), self.class_of(last));
            let (operator, seed) = self.operator(&ty)?;
            let op = Op::Scan {
                exclusive: self.rng.percent(30),
                seed,
                operator,
                arg: last,
            };
            let scanned = self.push_beside(op, vec![New::array(ty, class)], false)?;
            last = scanned.arrays().next()?;
            out = Some(scanned);
        }
        out
    }

    fn stirred(&mut self, arg: ArrayId) -> Option<Out> {
        let (ty, class) = (self.ty_of(arg), self.class_of(arg));
        let worker = self.stirring(arg, |rng, stirred, prim| match rng.percent(60) {
            // Small numbers may be added up.
            true => exprs::bin(BinOp::Rem, stirred, Expr::Int(13, prim)),
            false => stirred,
        })?;
        let args = vec![arg];
        self.push_beside(Op::Map { worker, args }, vec![New::array(ty, class)], false)
    }

    fn stirred_filter(&mut self, arg: ArrayId) -> Option<Out> {
        let worker = self.stirring(arg, |rng, stirred, prim| {
            let by = Expr::Int(rng.within(2, 5) as i128, prim);
            let rest = exprs::bin(BinOp::Rem, stirred, by);
            exprs::bin(BinOp::Ne, rest, Expr::Int(1, prim))
        })?;
        self.filter_by(worker, arg, None)
    }

    /// A worker that stirs an element, and does something to what comes out.
    fn stirring(
        &mut self,
        arg: ArrayId,
        body: impl FnOnce(&mut fusus_rng::Rng, Expr, Prim) -> Expr,
    ) -> Option<Worker> {
        let ty = self.ty_of(arg);
        let prim = ty.prim()?;
        let mut scope = self.scope();
        let outside = scope.vars.len();
        let params = vec![self.pattern(&ty, false, &mut scope)];
        let own = scope.vars.get(outside)?.clone();
        let stirred = exprs::stirred(&mut self.rng, own, prim);
        let body = vec![body(&mut self.rng, stirred, prim)];
        Some(Worker::Closure { params, body })
    }
}
