//! Random statements.

use super::exprs::{self, Scope};
use super::{Generator, New};
use crate::expr::{BinOp, Expr};
use crate::host;
use crate::program::{
    ArrayId, Bound, Class, ClassId, Count, Data, LONGEST, Lengths, Op, Operator, Out, Param,
    Pattern, Worker,
};
use crate::ty::{Prim, Ty};

/// A kind of statement.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Map,
    Filter,
    Fold,
    Scan,
    Generate,
    Range,
    Gather,
    Scatter,
    Cross,
    Conform,
    External,
    Host,
    Length,
    Head,
    Alias,
    Reflect,
}

const KINDS: &[(usize, Kind)] = &[
    (27, Kind::Map),
    (16, Kind::Filter),
    (16, Kind::Fold),
    (17, Kind::Scan),
    (3, Kind::Generate),
    (4, Kind::Range),
    (7, Kind::Gather),
    (6, Kind::Scatter),
    (8, Kind::Cross),
    (4, Kind::Conform),
    (3, Kind::External),
    (5, Kind::Host),
    (3, Kind::Length),
    (3, Kind::Head),
    (2, Kind::Alias),
    (2, Kind::Reflect),
];

impl Generator {
    /// Tries to add a statement, or a few that belong together.
    pub(super) fn step(&mut self) -> Option<Out> {
        match self.rng.weighted(KINDS) {
            Kind::Map => self.map(),
            Kind::Filter => self.filter(),
            Kind::Fold => self.fold(),
            Kind::Scan => self.scan(),
            Kind::Generate => self.generate(),
            Kind::Range => self.range(),
            Kind::Gather => self.gather(),
            Kind::Scatter => self.scatter(),
            Kind::Cross => self.cross(),
            Kind::Conform => self.conform(),
            Kind::External => self.external(),
            Kind::Host => self.host(),
            Kind::Length => {
                let array = self.any()?;
                self.push(Op::Length(array), vec![New::Scalar(Prim::Usize)], false)
            }
            Kind::Head => self.head(),
            Kind::Alias => {
                // What an external returns is an array where it is used as
                // one, and another name for it is no such use.
                let array = self.one(|this, id| !this.is_external(id))?;
                let (ty, class) = (self.ty_of(array), self.class_of(array));
                // A copy under another name, or a write.
                let distinct = self.program.arrays[array].distinct;
                let new = New::Array {
                    ty,
                    class,
                    distinct,
                };
                self.push(Op::Alias(array), vec![new], false)
            }
            Kind::Reflect => self.reflect(),
        }
    }

    /// An array, rather a late one.
    fn any(&mut self) -> Option<ArrayId> {
        let count = self.live.len();
        let at = self.rng.below(count).max(self.rng.below(count));
        self.live.get(at).copied()
    }

    /// An array for which something holds.
    fn one(&mut self, holds: impl Fn(&Self, ArrayId) -> bool) -> Option<ArrayId> {
        let found: Vec<ArrayId> = self
            .live
            .iter()
            .copied()
            .filter(|id| holds(self, *id))
            .collect();
        match found.is_empty() {
            true => None,
            false => {
                let at = self.rng.below(found.len()).max(self.rng.below(found.len()));
                Some(found[at])
            }
        }
    }

    fn is_external(&self, array: ArrayId) -> bool {
        self.program.stmts.iter().any(|stmt| {
            matches!(stmt.op, Op::External { .. }) && stmt.out.arrays().any(|id| id == array)
        })
    }

    /// The number that an array that was just bound has.
    fn bound(out: Option<Out>) -> Option<ArrayId> {
        out?.arrays().next()
    }

    /// Patterns for elements, whose names go into the scope.
    fn params(&mut self, args: &[ArrayId], scope: &mut Scope) -> Vec<Pattern> {
        args.iter()
            .map(|arg| {
                let rounded = self.is_rounded(*arg);
                let ty = self.ty_of(*arg);
                self.pattern(&ty, rounded, scope)
            })
            .collect()
    }

    fn pattern(&mut self, ty: &Ty, rounded: bool, scope: &mut Scope) -> Pattern {
        match ty {
            Ty::Tuple(items) => Pattern::Tuple(
                items
                    .iter()
                    .map(|ty| self.pattern(ty, rounded, scope))
                    .collect(),
            ),
            Ty::Prim(_) if self.rng.percent(5) => Pattern::Ignored,
            Ty::Prim(prim) => {
                let name = scope.name();
                let var = Expr::Local(name.clone(), *prim);
                match rounded {
                    true => scope.rounded.push(var),
                    false => scope.vars.push(var),
                }
                Pattern::Name(name)
            }
        }
    }

    fn map(&mut self) -> Option<Out> {
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
    fn parts(&mut self, types: Vec<Ty>, class: ClassId) -> Vec<New> {
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

    fn map_path(&mut self, first: ArrayId) -> Option<Out> {
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

    fn filter(&mut self) -> Option<Out> {
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

    fn filter_by(&mut self, worker: Worker, arg: ArrayId, most: Option<usize>) -> Option<Out> {
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

    /// An array to fold or scan: rather one of floats where sums may be rounded.
    fn combined(&mut self) -> Option<ArrayId> {
        let float = |this: &Self, id: ArrayId| {
            let prim = this.program.arrays[id].ty.prim();
            prim.is_some_and(Prim::is_float)
        };
        match self.may_round && self.rng.percent(60) {
            true => self.one(float).or_else(|| self.any()),
            false => self.any(),
        }
    }

    fn fold(&mut self) -> Option<Out> {
        let arg = self.combined()?;
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

    fn scan(&mut self) -> Option<Out> {
        let arg = self.combined()?;
        let ty = self.ty_of(arg);
        let class = self.class_of(arg);
        let (operator, seed) = self.operator(&ty)?;
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

    /// An associative operator on elements of a type, and a seed for it.
    fn operator(&mut self, ty: &Ty) -> Option<(Operator, Vec<Expr>)> {
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
                    _ => Operator::Each(prims.iter().map(|prim| self.simple(*prim)).collect()),
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

    fn simple(&mut self, prim: Prim) -> Operator {
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

    fn seed(&mut self, prim: Prim, operator: &Operator) -> Expr {
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

    fn generate(&mut self) -> Option<Out> {
        let (count, class) = self.count()?;
        let mut scope = self.scope();
        let params = vec![self.pattern(&Ty::Prim(Prim::Usize), false, &mut scope)];
        let prim = self.prim();
        let body = vec![exprs::expr(&mut self.rng, &mut scope, prim, 2)];
        let worker = Worker::Closure { params, body };
        let new = New::array(Ty::Prim(prim), class);
        self.push(Op::Generate { count, worker }, vec![new], false)
    }

    /// How many elements to generate, and the class they are of.
    fn count(&mut self) -> Option<(Count, ClassId)> {
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

    fn range(&mut self) -> Option<Out> {
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
    fn positions(&mut self, like: ArrayId) -> Option<Out> {
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
    fn length(&mut self, of: ArrayId) -> Option<Expr> {
        let out = self.push_beside(Op::Length(of), vec![New::Scalar(Prim::Usize)], false)?;
        let id = out.scalars().next()?;
        Some(Expr::Scalar(id, Prim::Usize))
    }

    /// A permutation of the positions of arrays like one.
    fn permutation(&mut self, like: ArrayId) -> Option<ArrayId> {
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
    fn indices(&mut self, data: ArrayId) -> Option<ArrayId> {
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

    fn gather(&mut self) -> Option<Out> {
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

    fn scatter(&mut self) -> Option<Out> {
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

    fn cross(&mut self) -> Option<Out> {
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
        let types = vec![self.ty_of(left), self.ty_of(right)];
        let op = Op::Cross { left, right };
        match self.rng.percent(50) {
            true => self.push(op, vec![New::array(Ty::Tuple(types), class)], false),
            false => {
                let new = types.into_iter().map(|ty| New::array(ty, class)).collect();
                self.push(op, new, true)
            }
        }
    }

    fn conform(&mut self) -> Option<Out> {
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

    fn external(&mut self) -> Option<Out> {
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

    fn host(&mut self) -> Option<Out> {
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
    fn head(&mut self) -> Option<Out> {
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
    fn reflect(&mut self) -> Option<Out> {
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
