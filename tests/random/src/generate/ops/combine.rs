//! Folds, scans and their operators.

use crate::expr::Expr;
use crate::generate::exprs;
use crate::generate::{Generator, New};
use crate::program::{ArrayId, Class, Op, Operator, Out, Segments, Worker};
use crate::ty::{Prim, Ty};

impl Generator {
    /// An array to fold or scan: rather one of floats where sums may be rounded.
    pub(super) fn combined(&mut self, fits: impl Fn(&Self, ArrayId) -> bool) -> Option<ArrayId> {
        let float = |this: &Self, id: ArrayId| {
            let prim = this.program.arrays[id].ty.prim();
            prim.is_some_and(Prim::is_float) && fits(this, id)
        };
        match self.may_round && self.rng.percent(60) {
            true => self.one(float).or_else(|| self.one(&fits)),
            false => self.one(fits),
        }
    }

    pub(super) fn fold(&mut self) -> Option<Out> {
        let arg = self.combined(|_, _| true)?;
        let ty = self.ty_of(arg);
        let (operator, seed) = self.operator(&ty)?;
        let op = Op::Fold {
            seed,
            operator,
            arg,
        };
        match ty {
            Ty::Prim(prim) => self.push(op, vec![New::Scalar(prim)], false),
            Ty::Tuple(_) => {
                let new = ty.leaves().into_iter().map(New::Scalar).collect();
                self.push(op, new, true)
            }
        }
    }

    pub(super) fn scan(&mut self) -> Option<Out> {
        let folded = match self.rng.percent(30) {
            true => self.folded(),
            false => None,
        };
        // The prefixes of a table are along an axis, and no scan of it.
        let folded = folded.filter(|(arg, ..)| !self.program.is_table(*arg));
        let (arg, (operator, seed)) = match folded {
            Some((arg, operator, seed)) => (arg, (operator, seed)),
            None => {
                let arg = self.combined(|this, id| !this.program.is_table(id))?;
                (arg, self.operator(&self.ty_of(arg))?)
            }
        };
        let (ty, class) = (self.ty_of(arg), self.class_of(arg));
        let op = Op::Scan {
            exclusive: self.rng.percent(40),
            seed,
            operator,
            arg,
        };
        match &ty {
            Ty::Tuple(items) if self.rng.percent(60) => {
                let new = items
                    .iter()
                    .map(|ty| New::array(ty.clone(), class))
                    .collect();
                self.push(op, new, true)
            }
            _ => self.push(op, vec![New::array(ty, class)], false),
        }
    }

    /// A scan or fold of segments.
    pub(super) fn segments(&mut self) -> Option<Out> {
        let arg = self.one(|this, id| !this.is_rounded(id))?;
        let (ty, class) = (self.ty_of(arg), self.class_of(arg));
        let (operator, seed) = self.operator(&ty)?;
        let kind = *self
            .rng
            .pick(&[Segments::Scan, Segments::ScanExclusive, Segments::Fold]);
        let by = self.one(|this, id| {
            let prim = this.ty_of(id).prim();
            let fits = match kind {
                Segments::Fold => prim.is_some(),
                Segments::Scan | Segments::ScanExclusive => prim == Some(Prim::Bool),
            };
            fits && this.class_of(id) == class && !this.is_rounded(id)
        });
        let by = match by {
            Some(by) if self.rng.percent(50) => by,
            _ => self.flags(arg)?,
        };
        let key = self.ty_of(by);
        let op = Op::Segments {
            kind,
            by,
            seed,
            operator,
            arg,
        };
        match kind {
            Segments::Fold => {
                let class = self.class(Class::Filtered(class, None));
                self.push_tuple(op, Ty::Tuple(vec![key, ty]), class, true)
            }
            Segments::Scan | Segments::ScanExclusive => self.push_tuple(op, ty, class, true),
        }
    }

    /// Flags that elements decide.
    fn flags(&mut self, of: ArrayId) -> Option<ArrayId> {
        let mut scope = self.scope();
        let params = self.params(&[of], &mut scope);
        let body = vec![exprs::expr(&mut self.rng, &mut scope, Prim::Bool, 2)];
        let op = Op::Map {
            worker: Worker::Closure { params, body },
            args: vec![of],
        };
        let new = New::array(Ty::Prim(Prim::Bool), self.class_of(of));
        let out = self.push_beside(op, vec![new], false);
        Self::bound(out)
    }

    /// The array, operator and seed of a fold so far: compilers may reuse its aggregates for a
    /// scan.
    fn folded(&mut self) -> Option<(ArrayId, Operator, Vec<Expr>)> {
        let folds = self.program.stmts.iter().filter_map(|stmt| match &stmt.op {
            Op::Fold {
                seed,
                operator,
                arg,
            } if self.live.contains(arg) => Some((*arg, operator.clone(), seed.clone())),
            _ => None,
        });
        let folds: Vec<_> = folds.collect();
        (!folds.is_empty()).then(|| self.rng.pick(&folds).clone())
    }

    /// An operator on elements of a type, and a seed for it.
    pub(super) fn operator(&mut self, ty: &Ty) -> Option<(Operator, Vec<Expr>)> {
        match ty {
            Ty::Prim(prim) => {
                let operator = self.simple(*prim);
                let operator = match &operator {
                    Operator::Min | Operator::Max | Operator::WrappingAdd
                        if *prim != Prim::Bool
                            && self.rng.percent(40)
                            && !(prim.is_float() && operator == Operator::WrappingAdd) =>
                    {
                        Operator::Path(operator.into())
                    }
                    _ => operator,
                };
                let operator = self.or_step(operator, *prim);
                let seed = self.seed(*prim, &operator);
                Some((operator, vec![seed]))
            }
            Ty::Tuple(items) => {
                let prims: Option<Vec<Prim>> = items.iter().map(Ty::prim).collect();
                let prims = prims?;
                let special = match prims[..] {
                    [Prim::Bool, of] if of != Prim::Bool => Some(Operator::Segmented),
                    [a, b] if a == b && a.is_int() => Some(Operator::Affine),
                    [a, _] if a.is_int() => Some(Operator::ArgMax),
                    _ => None,
                };
                let operator = match special {
                    Some(special) if self.rng.percent(60) => special,
                    _ => Operator::Each(
                        prims
                            .iter()
                            .map(|prim| {
                                let simple = self.simple(*prim);
                                self.or_step(simple, *prim)
                            })
                            .collect(),
                    ),
                };
                let seed = prims
                    .iter()
                    .enumerate()
                    .map(|(index, prim)| match &operator {
                        Operator::Each(operators) => self.seed(*prim, &operators[index]),
                        other => self.seed(*prim, other),
                    })
                    .collect();
                Some((operator, seed))
            }
        }
    }

    /// The operator, or one that is not associative.
    fn or_step(&mut self, operator: Operator, prim: Prim) -> Operator {
        let steps = self.steps.as_mut();
        match steps.is_some_and(|steps| !prim.is_float() && steps.percent(50)) {
            true => Operator::Step,
            false => operator,
        }
    }

    pub(super) fn simple(&mut self, prim: Prim) -> Operator {
        if self.may_round && prim.is_float() && self.rng.percent(40) {
            return Operator::Add;
        }
        let operators: &[(usize, &Operator)] = match prim {
            Prim::Bool => &[
                (3, &Operator::AndAlso),
                (3, &Operator::OrElse),
                (2, &Operator::Xor),
                (1, &Operator::And),
                (1, &Operator::Or),
                (1, &Operator::Last),
            ],
            prim if prim.is_float() => &[
                (8, &Operator::Add),
                (4, &Operator::Min),
                (4, &Operator::Max),
                (1, &Operator::Mul),
                (1, &Operator::Last),
                (1, &Operator::LastSet),
                (1, &Operator::First),
            ],
            _ => &[
                (8, &Operator::Add),
                (2, &Operator::Mul),
                (3, &Operator::Min),
                (3, &Operator::Max),
                (1, &Operator::And),
                (1, &Operator::Or),
                (2, &Operator::Xor),
                (2, &Operator::WrappingAdd),
                (1, &Operator::WrappingMul),
                (1, &Operator::First),
                (1, &Operator::Last),
                (2, &Operator::LastSet),
            ],
        };
        self.rng.weighted(operators).clone()
    }

    pub(super) fn seed(&mut self, prim: Prim, operator: &Operator) -> Expr {
        let scalars: Vec<Expr> = self
            .scalars
            .iter()
            .filter(|id| self.program.scalars[**id].prim == prim)
            .map(|id| Expr::Scalar(*id, prim))
            .collect();
        if !scalars.is_empty() && self.rng.percent(15) {
            return self.rng.pick(&scalars).clone();
        }
        let base = match operator {
            Operator::Path(inner) => inner,
            other => other,
        };
        let float = prim.is_float();
        match base {
            Operator::Mul if float => Expr::Float(1.0, prim),
            Operator::Min if float && self.rng.percent(50) => Expr::Float(8.0, prim),
            Operator::Add if float => {
                let value = *self.rng.pick(&[0.0, 0.0, -0.0, 1.0, 0.5]);
                Expr::Float(value, prim)
            }
            Operator::Add | Operator::Or | Operator::Xor
                if self.rng.percent(60) && prim.is_int() =>
            {
                Expr::Int(0, prim)
            }
            _ => exprs::literal(&mut self.rng, prim),
        }
    }
}
