//! Arrays of two axes: index notation of two indices.

use crate::generate::exprs;
use crate::generate::{Generator, New};
use crate::program::{Class, LONGEST, Op, Out, Worker};
use crate::ty::Ty;

impl Generator {
    pub(super) fn table(&mut self) -> Option<Out> {
        let left = self.one(|this, id| this.has_one_axis(id))?;
        let of_left = self.program.longest(self.class_of(left));
        let right = self.one(|this, id| {
            let longest = this.program.longest(this.class_of(id));
            this.has_one_axis(id) && longest.saturating_mul(of_left) <= 3 * LONGEST
        })?;
        let transposed = self.rng.percent(30);
        let (l, r) = (self.class_of(left), self.class_of(right));
        let class = match transposed {
            true => Class::Product(r, l),
            false => Class::Product(l, r),
        };
        let known = self.program.classes.iter().position(|c| *c == class);
        let class = known.unwrap_or_else(|| self.class(class));
        let mut scope = self.scope();
        let params = self.params(&[left, right], &mut scope);
        let depth = self.rng.within(1, 3);
        let prim = self.prim();
        let body = vec![exprs::expr(&mut self.rng, &mut scope, prim, depth)];
        let op = Op::Table {
            worker: Worker::Closure { params, body },
            left,
            right,
            transposed,
        };
        self.push(op, vec![New::array(Ty::Prim(prim), class)], false)
    }
}
