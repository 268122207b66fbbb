//! Random statements.

mod along;
mod cascade;
mod combine;
mod elements;
mod moves;
mod outside;
mod reduce;
mod sizes;
mod stencils;
mod tables;

use super::exprs::Scope;
use super::{Generator, New};
use crate::expr::Expr;
use crate::program::{ArrayId, Op, Out, Pattern};
use crate::ty::{Prim, Ty};

/// Tries to add a statement, or a few that belong together.
type Add = fn(&mut Generator) -> Option<Out>;

/// The statements, with the weight of each.
const STATEMENTS: &[(usize, Add)] = &[
    (27, Generator::map),
    (16, Generator::filter),
    (16, Generator::fold),
    (17, Generator::scan),
    (6, Generator::segments),
    (3, Generator::cascade),
    (3, Generator::generate),
    (4, Generator::range),
    (7, Generator::gather),
    (6, Generator::reverse),
    (4, Generator::zip_with_index),
    (9, Generator::stencil),
    (6, Generator::scatter),
    (6, Generator::reduce_by_index),
    (8, Generator::cross),
    (7, Generator::table),
    (12, Generator::cells),
    (22, Generator::along),
    (4, Generator::windows),
    (4, Generator::conform),
    (3, Generator::external),
    (5, Generator::host),
    (3, Generator::length_of_any),
    (3, Generator::head),
    (2, Generator::alias),
    (2, Generator::reflect),
];

impl Generator {
    /// Tries to add a statement, or a few that belong together.
    pub(super) fn step(&mut self) -> Option<Out> {
        self.rng.weighted(STATEMENTS)(self)
    }

    fn length_of_any(&mut self) -> Option<Out> {
        let array = self.any()?;
        self.push(Op::Length(array), vec![New::Scalar(Prim::Usize)], false)
    }

    /// A copy under another name, or a write.
    fn alias(&mut self) -> Option<Out> {
        // A result of an external is an array where it is used as one, and another name for it
        // is no such use.
        let array = self.one(|this, id| !this.is_external(id))?;
        let new = New::Array {
            ty: self.ty_of(array),
            class: self.class_of(array),
            distinct: self.program.arrays[array].distinct,
        };
        self.push(Op::Alias(array), vec![new], false)
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
