//! Coordinates of the elements that indices read: sums of a multiple of one index, a number and
//! scalars of the program.

use super::super::Lowering;
use super::super::subscript::Terms;
use crate::diagnostic::catalog;
use crate::ir::arithmetic;
use crate::ir::{ArrayId, Beyond, Count, Op, Output, Padding, ScalarId, tokens};
use crate::ordered::{ToList, sort_by_key};
use crate::syntax::{Term, names, strip};
use proc_macro2::{Ident, Span};
use syn::Expr;
use syn::spanned::Spanned;

/// The elements that indices read.
pub(in crate::lower) struct Wanted {
    pub(in crate::lower) array: ArrayId,
    /// The elements outside of the array, if it may be read there.
    pub(in crate::lower) padding: Option<Padding>,
    pub(in crate::lower) along: Vec<Reach>,
    pub(in crate::lower) span: Span,
    pub(in crate::lower) parameter: Ident,
}

/// The coordinate of an element along an axis: `factor * i + offset`, and scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lower) struct Reach {
    pub(in crate::lower) index: Option<usize>,
    pub(in crate::lower) factor: isize,
    pub(in crate::lower) offset: isize,
    pub(in crate::lower) late: Late,
}

/// Scalars of the program that are added to a number, and those that are subtracted from it: it is
/// known when the program runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::lower) struct Late {
    pub(in crate::lower) plus: Vec<ScalarId>,
    pub(in crate::lower) minus: Vec<ScalarId>,
}

impl Late {
    pub(in crate::lower) fn is_empty(&self) -> bool {
        self.plus.is_empty() && self.minus.is_empty()
    }

    /// The scalars in it.
    pub(super) fn scalars(&self) -> impl Iterator<Item = ScalarId> + '_ {
        self.plus.iter().chain(&self.minus).copied()
    }

    /// Adds a scalar, or subtracts it. One that is added and subtracted is in neither.
    pub(in crate::lower) fn add(&mut self, minus: bool, scalar: ScalarId) {
        let (own, other) = match minus {
            true => (&mut self.minus, &mut self.plus),
            false => (&mut self.plus, &mut self.minus),
        };
        match other.iter().position(|known| *known == scalar) {
            Some(known) => {
                other.remove(known);
            }
            None => {
                own.push(scalar);
                sort_by_key(own, |scalar| *scalar);
            }
        }
    }

    /// Adds the scalars of another sum.
    pub(in crate::lower) fn extend(&mut self, other: &Late) {
        other
            .plus
            .iter()
            .for_each(|scalar| self.add(false, *scalar));
        other
            .minus
            .iter()
            .for_each(|scalar| self.add(true, *scalar));
    }
}

impl Wanted {
    /// The coordinates along each axis that must be inside of the array: an index of a padded array
    /// goes along its own axis, wherever it reads.
    pub(super) fn bounds(&self) -> impl Iterator<Item = Reach> + '_ {
        self.along.iter().map(|reach| match self.padding {
            Some(_) => Reach {
                offset: 0,
                ..reach.clone()
            },
            None => reach.clone(),
        })
    }

    /// The elements behind a read of a padded array, if some of them may be outside. `firsts` are
    /// the coordinates at which its axes begin.
    pub(super) fn beyond(&self, firsts: impl Iterator<Item = usize>) -> Option<Beyond> {
        let padding = self.padding?;
        let along = self.along.iter().zip(firsts);
        let offsets = along.map(|(reach, first)| match reach.index {
            Some(_) => reach.offset,
            None => reach.offset.saturating_sub_unsigned(first),
        });
        let offsets: Vec<isize> = offsets.list();
        let is_inside = offsets.iter().all(|offset| *offset == 0);
        (!is_inside).then_some(Beyond { offsets, padding })
    }
}

impl Lowering {
    /// The coordinate that one subscript says, if it is a function of one index at most.
    /// `is_local` says which names are those of the worker.
    pub(in crate::lower) fn reach_of(
        &mut self,
        at: &Expr,
        indices: &[Ident],
        is_local: &dyn Fn(&Ident) -> bool,
        hint: &str,
    ) -> Option<Reach> {
        let free = names::free(at);
        let mut used = indices.iter().enumerate();
        let mut used = used.by_ref().filter(|(_, index)| free.contains(index));
        let index = used.next();
        if used.next().is_some() || free.iter().any(is_local) {
            return None;
        }
        let constants = &self.program.items.constants;
        let (factor, terms) = Terms::of(at, index.map(|(_, name)| name), constants)?;
        if index.is_some() && factor == 0 {
            return None;
        }
        Some(Reach {
            index: index.map(|(number, _)| number),
            factor: if index.is_some() { factor } else { 1 },
            offset: terms.constant,
            late: self.late(&terms.others, hint)?,
        })
    }

    /// The scalars that some terms of a position are, which are of the type of indices.
    pub(in crate::lower) fn late(&mut self, terms: &[(bool, Expr)], hint: &str) -> Option<Late> {
        let scalars = self.scalars_in(terms, hint)?;
        let mut late = Late::default();
        for ((minus, term), scalar) in terms.iter().zip(scalars) {
            if let Some(ty) = self.program.integer(scalar).filter(|ty| *ty != "usize") {
                let report = catalog::number_of_other_type(term.span(), &tokens::of(term), ty);
                self.found.push(report);
            }
            late.add(*minus, scalar);
        }
        Some(late)
    }

    /// The scalars that some terms of a size are, which may be of any type.
    pub(super) fn late_size(&mut self, terms: &[(bool, Expr)], hint: &str) -> Option<Late> {
        let scalars = self.scalars_in(terms, hint)?;
        let mut late = Late::default();
        for ((minus, _), scalar) in terms.iter().zip(scalars) {
            late.add(*minus, scalar);
        }
        Some(late)
    }

    /// The scalar that each of some terms is.
    fn scalars_in(&mut self, terms: &[(bool, Expr)], hint: &str) -> Option<Vec<ScalarId>> {
        if !terms.iter().all(|(_, term)| self.is_number(term)) {
            return None;
        }
        let mut scalars = Vec::new();
        for (_, term) in terms {
            scalars.push(self.scalar_of(term, hint)?);
        }
        Some(scalars)
    }

    /// Returns true if an expression is a number of the program: one of its scalars, the length of an
    /// array, a name from outside, and arithmetic on these.
    pub(in crate::lower) fn is_number(&self, expr: &Expr) -> bool {
        match Term::of(expr) {
            Term::Name(name) => match self.scope.get(name) {
                Some(super::Entity::Scalar(_)) => true,
                Some(_) => false,
                None => {
                    !self.scope.is_forgotten(name)
                        && (self.open || !super::super::is_variable(name))
                }
            },
            Term::Apply(apply) => apply.combinator.name == "len",
            Term::Host(Expr::Lit(_) | Expr::Path(_)) => true,
            Term::Host(host) => {
                let operands = arithmetic::operands(strip(host));
                !operands.is_empty() && operands.into_iter().all(|operand| self.is_number(operand))
            }
            Term::Range(..) | Term::Tuple(..) => false,
        }
    }

    /// The scalar that a number is: an equal one, or one of its own.
    pub(in crate::lower) fn scalar_of(&mut self, expr: &Expr, hint: &str) -> Option<ScalarId> {
        if let Term::Name(name) = Term::of(expr)
            && let Some(super::Entity::Scalar(scalar)) = self.scope.get(name)
        {
            return Some(scalar);
        }
        let (count, host) = self.count(expr, hint)?;
        match count {
            Count::Scalar(scalar) => Some(scalar),
            Count::Length(array) => self.length_of((array, 0), expr.span(), hint),
            Count::Anonymous if host.scalars.len() == 1 => Some(host.scalars[0]),
            Count::Literal(_) | Count::Anonymous => {
                let name = self.scope.fresh(&format!("{hint}_number"), expr.span());
                match self.bind_under(name, Op::Host { value: host }) {
                    Output::Scalar(scalar) => Some(scalar),
                    Output::Array(_) => None,
                }
            }
        }
    }

    /// The scalar that is the size of an axis.
    pub(in crate::lower) fn length_of(
        &mut self,
        of: (ArrayId, usize),
        span: Span,
        hint: &str,
    ) -> Option<ScalarId> {
        let length = self.side_length(of, span, hint)?;
        let Term::Name(name) = Term::of(&length) else {
            return None;
        };
        match self.scope.get(name) {
            Some(super::Entity::Scalar(scalar)) => Some(scalar),
            _ => None,
        }
    }
}
