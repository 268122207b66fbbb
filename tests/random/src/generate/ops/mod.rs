//! Random statements.

mod cascade;
mod combine;
mod elements;
mod moves;
mod outside;
mod sizes;

use super::exprs::Scope;
use super::{Generator, New};
use crate::expr::Expr;
use crate::program::{ArrayId, Op, Out, Pattern};
use crate::ty::{Prim, Ty};

/// A kind of statement.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Map,
    Filter,
    Fold,
    Scan,
    Cascade,
    Generate,
    Range,
    Gather,
    Reverse,
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
    (3, Kind::Cascade),
    (3, Kind::Generate),
    (4, Kind::Range),
    (7, Kind::Gather),
    (6, Kind::Reverse),
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
            Kind::Cascade => self.cascade(),
            Kind::Generate => self.generate(),
            Kind::Range => self.range(),
            Kind::Gather => self.gather(),
            Kind::Reverse => self.reverse(),
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
}
