//! Arrays that are made of sizes: counts, ranges, positions.

use crate::expr::Expr;
use crate::generate::exprs;
use crate::generate::{Generator, New};
use crate::program::{ArrayId, Class, ClassId, Count, Data, Op, Out, Param, Worker};
use crate::ty::{Prim, Ty};

impl Generator {
    pub(super) fn generate(&mut self) -> Option<Out> {
        let (count, class) = self.count()?;
        let mut scope = self.scope();
        let params = vec![self.pattern(&Ty::Prim(Prim::Usize), false, &mut scope)];
        let prim = self.prim();
        let body = vec![exprs::expr(&mut self.rng, &mut scope, prim, 2)];
        let worker = Worker::Closure { params, body };
        let new = New::array(Ty::Prim(prim), class);
        self.push(Op::Generate { count, worker }, vec![new], false)
    }

    /// The number of elements to generate, and their class.
    pub(super) fn count(&mut self) -> Option<(Count, ClassId)> {
        match self.rng.below(10) {
            0..=4 => {
                let like = self.any()?;
                Some((Count::Like(like), self.class_of(like)))
            }
            5..=7 => {
                let named: Vec<(usize, ClassId)> = self
                    .program
                    .params
                    .iter()
                    .filter_map(|param| match *param {
                        Param::Scalar(id, Data::Length(class)) => Some((id, class)),
                        Param::Scalar(id, _) => {
                            let class = Class::Named(id);
                            let at = self.program.classes.iter().position(|c| *c == class)?;
                            Some((id, at))
                        }
                        _ => None,
                    })
                    .collect();
                if named.is_empty() {
                    return None;
                }
                let (id, class) = *self.rng.pick(&named);
                let is_small = matches!(self.program.classes[class], Class::Named(_));
                if is_small && self.rng.percent(40) {
                    let times = *self.rng.pick(&[2, 3]);
                    let class = Class::Scaled(id, times);
                    let at = self.program.classes.iter().position(|c| *c == class);
                    let class = at.unwrap_or_else(|| self.class(class));
                    return Some((Count::Scaled(id, times), class));
                }
                Some((Count::Scalar(id), class))
            }
            _ => {
                let number = *self.rng.pick(&[0, 1, 3, 10, 40]);
                let class = Class::Literal(number);
                let at = self.program.classes.iter().position(|c| *c == class);
                let class = at.unwrap_or_else(|| self.class(class));
                Some((Count::Literal(number), class))
            }
        }
    }

    pub(super) fn range(&mut self) -> Option<Out> {
        let (count, class) = self.count()?;
        let prim = match count {
            Count::Literal(_) => *self
                .rng
                .pick(&[Prim::Usize, Prim::I32, Prim::U8, Prim::I64]),
            _ => Prim::Usize,
        };
        let distinct = match prim {
            Prim::Usize => Some(class),
            _ => None,
        };
        let new = New::Array {
            ty: Ty::Prim(prim),
            class,
            distinct,
        };
        let op = Op::Range {
            from: 0,
            count,
            prim,
        };
        self.push(op, vec![new], false)
    }

    /// `0..len(xs)`
    pub(super) fn positions(&mut self, like: ArrayId) -> Option<Out> {
        let class = self.class_of(like);
        let new = New::Array {
            ty: Ty::Prim(Prim::Usize),
            class,
            distinct: Some(class),
        };
        let op = Op::Range {
            from: 0,
            count: Count::Like(like),
            prim: Prim::Usize,
        };
        self.push_beside(op, vec![new], false)
    }

    /// `len(xs)`
    pub(super) fn length(&mut self, of: ArrayId) -> Option<Expr> {
        let out = self.push_beside(Op::Length(of), vec![New::Scalar(Prim::Usize)], false)?;
        let id = out.scalars().next()?;
        Some(Expr::Scalar(id, Prim::Usize))
    }
}
