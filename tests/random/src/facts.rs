//! Facts about the floats of a program, from which follows how near a compiled program must come to
//! the interpreter.
//!
//! Only folds and scans depend on the order of combination: everything else does the same
//! operations on the same numbers in every form, and yields the same bits. So a float is
//!
//! * on a **grid** if it is a multiple of 2^-scale of magnitude at most 2^mag (or infinite, or not
//!   a number). As long as mag + scale fit into the precision, sums are exact, and the same in any
//!   order;
//! * **wild** if it is any number, but the same in every form;
//! * **rounded** if it comes from a sum of wild numbers, or one of too many on a grid. It may
//!   differ by a bound that the program itself computes (see [`crate::render`]). Nothing may be
//!   decided by it: it may not be compared, converted, or used in anything whose error is not
//!   bounded.

mod along;
mod operations;

use crate::expr::Expr;
use crate::program::{
    ArrayId, Bound, Data, Op, Out, Param, Program, Returned, ScalarId, Segments, Worker,
};
use crate::ty::{Prim, Ty};
use operations::{arithmetic, combine, of_function, of_literal};

/// The facts about a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Of its value.
    pub kind: Kind,
    /// Set if a zero may have either sign: that of a minimum of both zeros.
    pub zero: bool,
}

/// The facts about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No float, so nothing: it is exact.
    Exact,
    /// On a grid.
    Grid {
        /// The binary logarithm of the greatest magnitude.
        mag: i32,
        /// The digits behind the point.
        scale: i32,
    },
    /// Any, but the same in every form.
    Wild,
    /// Within a bound.
    Rounded,
}

/// The reason for which a program is of no use for comparisons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecidable(pub &'static str);

type Known<T = Fact> = Result<T, Undecidable>;

/// The facts about all arrays, by leaves, and scalars.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Of each array, its leaves.
    pub arrays: Vec<Vec<Fact>>,
    /// Of each scalar.
    pub scalars: Vec<Fact>,
}

/// Names of locals and what is known of them.
pub type Locals = Vec<(String, Fact)>;

impl Fact {
    /// Of anything but floats.
    pub const EXACT: Fact = Fact {
        kind: Kind::Exact,
        zero: false,
    };

    const WILD: Fact = Fact {
        kind: Kind::Wild,
        zero: false,
    };

    /// Returns true if it may differ between forms.
    #[must_use]
    pub fn is_rounded(self) -> bool {
        self.kind == Kind::Rounded
    }

    fn grid(prim: Prim, mag: i32, scale: i32) -> Fact {
        let (mag, scale) = (mag.max(0), scale.max(0));
        let kind = match mag + scale <= prim.bits() {
            true => Kind::Grid { mag, scale },
            false => Kind::Wild,
        };
        Fact { kind, zero: false }
    }

    /// Of a number that is one of two.
    fn or(self, other: Fact) -> Fact {
        let kind = match (self.kind, other.kind) {
            (Kind::Exact, Kind::Exact) => Kind::Exact,
            (Kind::Rounded, _) | (_, Kind::Rounded) => Kind::Rounded,
            (Kind::Grid { mag: m, scale: s }, Kind::Grid { mag, scale }) => Kind::Grid {
                mag: m.max(mag),
                scale: s.max(scale),
            },
            _ => Kind::Wild,
        };
        Fact {
            kind,
            zero: self.zero || other.zero,
        }
    }

    fn with_zero(self, zero: bool) -> Fact {
        Fact {
            zero: (self.zero || zero) && self.kind != Kind::Exact,
            ..self
        }
    }

    fn decides(self) -> Known<()> {
        match self.is_rounded() {
            true => Err(Undecidable("a rounded number decides something")),
            false => Ok(()),
        }
    }
}

/// The facts about an input.
#[must_use]
pub fn of_data(prim: Prim, data: Data) -> Fact {
    match (prim.is_float(), data) {
        (false, _) => Fact::EXACT,
        (true, Data::Grid { mag, scale }) => Fact::grid(prim, mag, scale),
        (true, _) => Fact::WILD,
    }
}

impl Facts {
    /// Finds the facts about everything in a program.
    ///
    /// # Errors
    ///
    /// Where something is decided by a number that may differ between forms.
    pub fn of(program: &Program) -> Known<Facts> {
        let mut facts = Facts::start(program);
        for stmt in &program.stmts {
            facts.learn(program, &stmt.op, &stmt.out)?;
        }
        for part in &program.result {
            if let Returned::Scalar(expr) = part {
                facts.expr(expr, &mut Vec::new())?;
            }
        }
        Ok(facts)
    }

    /// The facts about the parameters.
    #[must_use]
    pub fn start(program: &Program) -> Facts {
        let mut facts = Facts {
            arrays: program
                .arrays
                .iter()
                .map(|array| vec![Fact::EXACT; array.ty.leaves().len()])
                .collect(),
            scalars: vec![Fact::EXACT; program.scalars.len()],
        };
        for param in &program.params {
            match *param {
                Param::Array(id, data) | Param::Mut(id, data) => {
                    let leaves = program.arrays[id].ty.leaves();
                    facts.arrays[id] = leaves.iter().map(|prim| of_data(*prim, data)).collect();
                }
                Param::Scalar(id, data) => {
                    facts.scalars[id] = of_data(program.scalars[id].prim, data);
                }
            }
        }
        facts
    }

    /// Learns what a statement binds. There must be room for what it binds.
    ///
    /// # Errors
    ///
    /// Where something is decided by a number that may differ between forms.
    pub fn learn(&mut self, program: &Program, op: &Op, out: &Out) -> Known<()> {
        let found = self.op(program, op, out)?;
        let mut rest = &found[..];
        for bound in out.bounds() {
            let width = match bound {
                Bound::Array(id) => program.arrays[*id].ty.leaves().len(),
                Bound::Scalar(_) => 1,
                Bound::Ignored => 1,
            };
            let (mine, others) = rest.split_at(width.min(rest.len()));
            rest = others;
            match bound {
                Bound::Array(id) => {
                    if mine.len() > 1 && mine.iter().any(|fact| fact.is_rounded()) {
                        return Err(Undecidable("rounded numbers in tuples"));
                    }
                    self.arrays[*id] = mine.to_vec();
                }
                Bound::Scalar(id) => self.scalars[*id] = mine[0],
                Bound::Ignored => {}
            }
        }
        Ok(())
    }

    fn op(&self, program: &Program, op: &Op, out: &Out) -> Known<Vec<Fact>> {
        let decided = |array: ArrayId| -> Known<Vec<Fact>> {
            for fact in &self.arrays[array] {
                fact.decides()?;
            }
            Ok(self.arrays[array].clone())
        };
        match op {
            Op::Map { worker, args } => {
                let found = self.worker(program, worker, args)?;
                let parts = match out {
                    Out::One(_) => 1,
                    Out::Parts(bounds) => bounds.len(),
                };
                if found.len() > parts && found.iter().any(|fact| fact.is_rounded()) {
                    return Err(Undecidable("rounded numbers in tuples"));
                }
                Ok(found)
            }
            Op::Filter { worker, arg } => {
                self.worker(program, worker, &[*arg])?;
                decided(*arg)
            }
            Op::Fold {
                seed,
                operator,
                arg,
            }
            | Op::Scan {
                seed,
                operator,
                arg,
                ..
            } => {
                let seeds: Known<Vec<Fact>> = seed
                    .iter()
                    .map(|seed| self.expr(seed, &mut Vec::new()))
                    .collect();
                let leaves = program.arrays[*arg].ty.leaves();
                let longest = program.longest(program.arrays[*arg].class);
                combine(operator, &leaves, &seeds?, &self.arrays[*arg], longest)
            }
            Op::Segments {
                kind,
                by,
                seed,
                operator,
                arg,
            } => {
                let keys = decided(*by)?;
                let seeds: Known<Vec<Fact>> = seed
                    .iter()
                    .map(|seed| self.expr(seed, &mut Vec::new()))
                    .collect();
                let leaves = program.arrays[*arg].ty.leaves();
                let longest = program.longest(program.arrays[*arg].class);
                let found = combine(operator, &leaves, &seeds?, &self.arrays[*arg], longest)?;
                if found.iter().any(|fact| fact.is_rounded()) {
                    return Err(Undecidable("rounded numbers in tuples"));
                }
                Ok(match kind {
                    Segments::Fold => keys.into_iter().chain(found).collect(),
                    Segments::Scan | Segments::ScanExclusive => found,
                })
            }
            Op::Generate { worker, .. } => match worker {
                Worker::Closure { params, body } => {
                    let mut locals = bind(params, &[vec![Fact::EXACT]], &[&Ty::Prim(Prim::Usize)]);
                    body.iter()
                        .map(|expr| self.expr(expr, &mut locals))
                        .collect()
                }
                Worker::Path(path, prim) => Ok(vec![of_function(path, *prim, &[Fact::EXACT])?]),
            },
            Op::Range { .. } | Op::Length(_) | Op::Boxes(_) => Ok(vec![Fact::EXACT]),
            Op::Stencil { worker, args, .. } | Op::Grid { worker, args, .. } => {
                self.worker(program, worker, args)
            }
            Op::Table {
                worker,
                left,
                right,
                ..
            } => self.worker(program, worker, &[*left, *right]),
            Op::Along(along) => self.along(program, along),
            Op::Gather { data: arg, .. } | Op::Reverse { arg } => Ok(self.arrays[*arg].clone()),
            Op::ZipWithIndex { arg } => {
                let mut found = vec![Fact::EXACT];
                found.extend(&self.arrays[*arg]);
                Ok(found)
            }
            Op::Scatter { dest, values, .. } => {
                let (dest, values) = (decided(*dest)?, decided(*values)?);
                Ok(dest.iter().zip(&values).map(|(a, b)| a.or(*b)).collect())
            }
            Op::ReduceByIndex {
                dest,
                operator,
                values,
                ..
            } => {
                let leaves = program.arrays[*values].ty.leaves();
                let longest = program.longest(program.arrays[*values].class);
                let (dest, values) = (decided(*dest)?, decided(*values)?);
                let found = combine(operator, &leaves, &dest, &values, longest)?;
                match found.iter().any(|fact| fact.is_rounded()) {
                    true => Err(Undecidable("rounded bins")),
                    false => Ok(found),
                }
            }
            Op::Cross { left, right } => {
                let mut found = decided(*left)?;
                found.extend(decided(*right)?);
                Ok(found)
            }
            Op::Conform { arg, .. } | Op::Alias(arg) => Ok(self.arrays[*arg].clone()),
            Op::Part(arg) => {
                let mut found = decided(*arg)?;
                let home = out.arrays().find_map(|id| program.arrays[id].home);
                for (id, array) in program.arrays.iter().enumerate() {
                    // Any version may be the one of which elements stay.
                    if (Some(id) == home || array.home == home) && !out.arrays().any(|o| o == id) {
                        let old = decided(id)?;
                        found = found.iter().zip(&old).map(|(a, b)| a.or(*b)).collect();
                    }
                }
                Ok(found)
            }
            Op::External {
                function, arrays, ..
            } => {
                let mut found = decided(arrays[0])?;
                if crate::host::results(function) == 2 {
                    found.extend(found.clone());
                }
                if crate::host::counts(function) {
                    found.push(Fact::EXACT);
                }
                Ok(found)
            }
            Op::Host(expr) => Ok(vec![self.expr(expr, &mut Vec::new())?]),
        }
    }

    fn worker(&self, program: &Program, worker: &Worker, args: &[ArrayId]) -> Known<Vec<Fact>> {
        match worker {
            Worker::Closure { params, body } => {
                let facts: Vec<Vec<Fact>> =
                    args.iter().map(|arg| self.arrays[*arg].clone()).collect();
                let types: Vec<&Ty> = args.iter().map(|arg| &program.arrays[*arg].ty).collect();
                let mut locals = bind(params, &facts, &types);
                body.iter()
                    .map(|expr| self.expr(expr, &mut locals))
                    .collect()
            }
            Worker::Path(path, prim) => {
                let args: Vec<Fact> = args.iter().map(|arg| self.arrays[*arg][0]).collect();
                Ok(vec![of_function(path, *prim, &args)?])
            }
        }
    }

    /// Finds the facts about an expression.
    ///
    /// # Errors
    ///
    /// Where it does with a rounded number what has no bound.
    pub fn expr(&self, expr: &Expr, locals: &mut Locals) -> Known {
        let prim = expr.prim();
        let exact = !prim.is_float();
        match expr {
            Expr::Local(name, _) => Ok(locals
                .iter()
                .rev()
                .find(|(local, _)| local == name)
                .map_or(Fact::EXACT, |(_, fact)| *fact)),
            Expr::Scalar(id, _) => Ok(self.scalars[*id]),
            Expr::Int(..) | Expr::Bool(_) | Expr::Len(_) => Ok(Fact::EXACT),
            Expr::Float(value, prim) => Ok(of_literal(*value, *prim)),
            Expr::Bin(op, left, right) => {
                let (a, b) = (self.expr(left, locals)?, self.expr(right, locals)?);
                if op.compares() || exact {
                    a.decides()?;
                    b.decides()?;
                    return Ok(Fact::EXACT);
                }
                arithmetic(*op, prim, a, b, right)
            }
            Expr::Neg(of) => self.expr(of, locals),
            Expr::Not(of) => self.expr(of, locals),
            Expr::Method(name, args, _) => {
                let args: Known<Vec<Fact>> =
                    args.iter().map(|arg| self.expr(arg, locals)).collect();
                of_function(name, prim, &args?)
            }
            Expr::Call(_, args, _) => {
                for arg in args {
                    self.expr(arg, locals)?.decides()?;
                }
                Ok(match exact {
                    true => Fact::EXACT,
                    false => Fact::WILD,
                })
            }
            Expr::Cast(of, _) => {
                let from = self.expr(of, locals)?;
                from.decides()?;
                Ok(match (exact, from.kind) {
                    (true, _) => Fact::EXACT,
                    (false, Kind::Exact) => Fact::grid(prim, of.prim().bits(), 0),
                    (false, Kind::Grid { mag, scale }) => {
                        Fact::grid(prim, mag, scale).with_zero(from.zero)
                    }
                    (false, _) => Fact::WILD.with_zero(from.zero),
                })
            }
            Expr::If(condition, then, otherwise) => {
                self.expr(condition, locals)?.decides()?;
                Ok(self.expr(then, locals)?.or(self.expr(otherwise, locals)?))
            }
            Expr::Index(array, index, _) => {
                self.expr(index, locals)?;
                Ok(self.arrays[*array][0])
            }
            Expr::Let(name, value, body) => {
                let fact = self.expr(value, locals)?;
                fact.decides()?;
                locals.push((name.clone(), fact));
                let found = self.expr(body, locals);
                locals.pop();
                found
            }
        }
    }

    /// The facts about a part of the result, by leaves.
    ///
    /// # Errors
    ///
    /// As for [`expr`](Facts::expr).
    pub fn returned(&self, returned: &Returned) -> Known<Vec<Fact>> {
        match returned {
            Returned::Array(id) => Ok(self.arrays[*id].clone()),
            Returned::Scalar(expr) => Ok(vec![self.expr(expr, &mut Vec::new())?]),
        }
    }

    /// Returns true if a scalar may differ between forms.
    #[must_use]
    pub fn is_rounded(&self, scalar: ScalarId) -> bool {
        self.scalars[scalar].is_rounded()
    }
}

/// Binds the parameters of a worker to facts.
#[must_use]
pub fn bind(
    params: &[crate::program::Pattern],
    facts: &[Vec<Fact>],
    types: &[&Ty],
) -> Vec<(String, Fact)> {
    params
        .iter()
        .zip(facts)
        .zip(types)
        .flat_map(|((pattern, facts), ty)| {
            pattern
                .names(ty)
                .into_iter()
                .zip(facts.clone())
                .filter_map(|(name, fact)| Some((name?.to_owned(), fact)))
                .collect::<Vec<_>>()
        })
        .collect()
}
