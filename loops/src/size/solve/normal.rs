//! Sizes as sums: `n + 1`, `n + 2 - 1` and the length of `a` less 1 are compared in normal form.
//!
//! The sum of a size is that of its number where the number is not negative. A section, and a
//! difference that ends at 0, are 0 elsewhere, so that two sizes of one sum are equal in any case,
//! but such a size is no part of another sum.

use super::super::{Shape, Size, SizeKind};
use super::Solver;
use crate::ir::arithmetic::{computed, scalar};
use crate::ir::{ArrayId, BindingId, Count, Host, Op, Program, ScalarId, tokens};
use crate::ordered::OrderedMap;
use syn::{BinOp, Expr, Lit};

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    /// A scalar of which nothing is known.
    Scalar(ScalarId),
    /// The size of an array.
    Size(Size),
    /// The length of an array of whose size nothing has been said so far, or of an axis of it.
    Length(ArrayId, Option<usize>),
    /// Arithmetic that is no sum.
    Text(String),
}

/// A sum of atoms, each with a factor, and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum {
    constant: i128,
    terms: OrderedMap<Atom, i128>,
}

impl Sum {
    fn of(constant: i128) -> Sum {
        Sum {
            constant,
            terms: OrderedMap::new(),
        }
    }

    fn atom(atom: Atom) -> Sum {
        let mut sum = Sum::default();
        sum.terms.insert(atom, 1);
        sum
    }

    /// The sum with another one, so many times; `None` where numbers are too large.
    fn plus(mut self, other: &Sum, times: i128) -> Option<Sum> {
        let more = other.constant.checked_mul(times)?;
        self.constant = self.constant.checked_add(more)?;
        for (atom, factor) in other.terms.iter() {
            let factor = factor.checked_mul(times)?;
            let known = self.terms.get(atom).copied().unwrap_or(0);
            self.terms.insert(atom.clone(), known.checked_add(factor)?);
        }
        self.terms.retain(|_, factor| *factor != 0);
        Some(self)
    }
}

impl Sum {
    /// The number of every `by`th position of so many: a sum itself, if all factors are multiples.
    fn divided(mut self, by: usize) -> (Sum, usize) {
        let every = by as i128;
        if self.terms.values().any(|factor| factor % every != 0) {
            return (self, by);
        }
        self.constant = -(-self.constant).div_euclid(every);
        let terms = self.terms.iter();
        self.terms = terms
            .map(|(atom, factor)| (atom.clone(), factor / every))
            .collect();
        (self, 1)
    }
}

impl Solver<'_> {
    /// Makes two sizes of one sum equal: the one that is known later has the other one in its place.
    pub(super) fn equate(&mut self, one: &Size, other: &Size, by: BindingId) -> bool {
        self.difference(one, other) == Some(0)
            && (self.replace(one, other, by)
                || self.replace(other, one, by)
                || self.stands_for(one, other)
                || self.stands_for(other, one))
    }

    /// Lets a section be known by a size that is known earlier, of which it is no section.
    fn stands_for(&mut self, section: &Size, size: &Size) -> bool {
        let is_later = matches!(section, Size::Section { .. })
            && matches!(size, Size::Var(_))
            && self.since(size) <= self.since(section);
        if is_later {
            self.sections.insert(section.clone(), size.clone());
        }
        is_later
    }

    /// The number by which a size is greater than another one, where it is one number whatever the
    /// sizes of a run are.
    pub(super) fn difference(&self, one: &Size, other: &Size) -> Option<i128> {
        let (one, every) = self.sum(one)?;
        let (other, as_often) = self.sum(other)?;
        let same = every == as_often && one.terms == other.terms;
        same.then(|| one.constant - other.constant)
    }

    /// Returns true if one number lies between two sizes, as between `len(xs)` and `len(xs) + 1`,
    /// whatever they are: one that ends at 0 may be 0 as the other one.
    pub(super) fn never_agree(&self, one: &Size, other: &Size) -> bool {
        let ends_at_zero = |size: &Size| match size {
            Size::Var(var) => match self.vars[*var] {
                SizeKind::Named(Count::Scalar(scalar)) => !self.sum_of_scalar(scalar).1,
                _ => false,
            },
            _ => true,
        };
        let differ = self
            .difference(one, other)
            .is_some_and(|between| between != 0);
        differ && ![one, other].into_iter().any(ends_at_zero)
    }

    /// Returns true if a size is a sum with the length of an array in it of which nothing has been
    /// said so far: the length is no such sum.
    pub(super) fn counts(&self, shape: &Shape, array: ArrayId) -> bool {
        let [size] = shape.axes() else {
            return false;
        };
        let Size::Var(var) = self.resolve(size) else {
            return false;
        };
        let SizeKind::Named(Count::Scalar(scalar)) = self.vars[var] else {
            return false;
        };
        let (sum, _) = self.sum_of_scalar(scalar);
        !self.left.contains_key(&array) && sum.terms.contains_key(&Atom::Length(array, None))
    }

    /// Puts one size in the place of that which a scalar names, unless it is known later.
    fn replace(&mut self, old: &Size, new: &Size, by: BindingId) -> bool {
        let ((of, less, every), (base, more, as_often)) = (old.as_section(), new.as_section());
        let size = match more.checked_sub(less) {
            _ if (less, every) == (0, 1) => new.clone(),
            Some(more) if every == as_often => base.clone().section(more, 1),
            _ => return false,
        };
        let Size::Var(var) = of else { return false };
        let is_named = matches!(self.vars[*var], SizeKind::Named(Count::Scalar(_)));
        let is_earlier = self.since(&size) <= self.since(of);
        if !is_named || !is_earlier || size.vars().contains(var) {
            return false;
        }
        self.substitution.insert(*var, (size, by));
        true
    }

    /// The last binding that a size waits for.
    fn since(&self, size: &Size) -> Option<BindingId> {
        let mut last = None;
        for var in size.vars() {
            last = last.max(match &self.vars[var] {
                SizeKind::Rigid(binding, _) => Some(*binding),
                SizeKind::Named(Count::Scalar(scalar)) => self.program.scalars[*scalar].origin,
                SizeKind::Named(_) | SizeKind::Unification => None,
            });
        }
        last
    }

    /// The sum that a size is, and the distance between two positions that count.
    fn sum(&self, size: &Size) -> Option<(Sum, usize)> {
        let size = self.resolve(size);
        let (of, less, by) = size.as_section();
        let sum = match of {
            Size::Var(var) => match &self.vars[*var] {
                SizeKind::Named(Count::Literal(number)) => Sum::of(*number as i128),
                SizeKind::Named(Count::Scalar(scalar)) => self.sum_of_scalar(*scalar).0,
                _ => Sum::atom(Atom::Size(of.clone())),
            },
            _ => Sum::atom(Atom::Size(of.clone())),
        };
        let sum = sum.plus(&Sum::of(less as i128), -1)?;
        Some(sum.divided(by))
    }

    /// The sum that a scalar is, and false if the scalar is 0 where that is negative.
    ///
    /// An input may have the length that a number of its own length names, which only a run can
    /// refuse: then the scalar is no sum.
    fn sum_of_scalar(&self, id: ScalarId) -> (Sum, bool) {
        if self.asked.borrow().contains(&id) {
            return (Sum::atom(Atom::Scalar(id)), true);
        }
        self.asked.borrow_mut().push(id);
        let sum = self.sum_of_value(id);
        self.asked.borrow_mut().pop();
        sum
    }

    fn sum_of_value(&self, id: ScalarId) -> (Sum, bool) {
        if let Some((_, value)) = computed(self.program, id) {
            let known = match difference_to_zero(&value.expr) {
                Some((left, right)) => {
                    let (left, right) = (self.sum_of(value, left), self.sum_of(value, right));
                    let difference = left.and_then(|left| left.plus(&right?, -1));
                    difference.map(|difference| (difference, false))
                }
                None => self.sum_of(value, &value.expr).map(|sum| (sum, true)),
            };
            // Of literals alone nobody knows how many bits they have.
            let known = known.filter(|(sum, _)| !sum.terms.is_empty());
            return known.unwrap_or_else(|| (Sum::atom(Atom::Scalar(id)), true));
        }
        let origin = self.program.scalars[id].origin;
        let known = match origin.map(|binding| &self.program.bindings[binding].op) {
            Some(Op::Length { arg, axis }) => self.length_of(*arg, *axis),
            Some(Op::Inside { positions, .. }) => {
                if let Some(number) = checked_number(self.program, positions) {
                    return self.sum_of_scalar(number);
                }
                None
            }
            _ => None,
        };
        (known.unwrap_or_else(|| Sum::atom(Atom::Scalar(id))), true)
    }

    /// The length of an axis of an array, or of all of it.
    fn length_of(&self, array: ArrayId, axis: Option<usize>) -> Option<Sum> {
        let Some(shape) = self.left.get(&array) else {
            return Some(Sum::atom(Atom::Length(array, axis)));
        };
        let size = match axis {
            Some(axis) => shape.axes().get(axis)?.clone(),
            None => shape.count(),
        };
        let size = self.resolve(&size);
        match &size {
            Size::Section { .. } => Some(Sum::atom(Atom::Size(size))),
            _ => Some(self.sum(&size)?.0),
        }
    }

    /// The sum that an expression is.
    fn sum_of(&self, host: &Host, expr: &Expr) -> Option<Sum> {
        if let Some(scalar) = scalar(self.program, host, expr) {
            return Some(match self.sum_of_scalar(scalar) {
                (sum, true) => sum,
                (_, false) => Sum::atom(Atom::Scalar(scalar)),
            });
        }
        match expr {
            Expr::Paren(inner) => self.sum_of(host, &inner.expr),
            Expr::Group(inner) => self.sum_of(host, &inner.expr),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => Some(Sum::of(number.base10_parse().ok()?)),
                _ => None,
            },
            Expr::Path(path) => Some(Sum::atom(Atom::Text(tokens::of(path)))),
            Expr::Binary(binary) => {
                let left = self.sum_of(host, &binary.left)?;
                let right = self.sum_of(host, &binary.right)?;
                match binary.op {
                    BinOp::Add(_) => left.plus(&right, 1),
                    BinOp::Sub(_) => left.plus(&right, -1),
                    BinOp::Mul(_) if right.terms.is_empty() => {
                        Sum::default().plus(&left, right.constant)
                    }
                    BinOp::Mul(_) if left.terms.is_empty() => {
                        Sum::default().plus(&right, left.constant)
                    }
                    _ => Some(Sum::atom(Atom::Text(tokens::of(expr)))),
                }
            }
            Expr::Call(call) => match (&tokens::of(&call.func)[..], call.args.len()) {
                // A sum that lowering makes, of sizes.
                ("usize::saturating_add", 2) => {
                    let right = self.sum_of(host, &call.args[1])?;
                    self.sum_of(host, &call.args[0])?.plus(&right, 1)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The operands of a difference that ends at 0.
fn difference_to_zero(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let Expr::Call(call) = expr else { return None };
    let is_difference = tokens::of(&call.func) == "usize::saturating_sub" && call.args.len() == 2;
    is_difference.then(|| (&call.args[0], &call.args[1]))
}

/// The number whose positions are checked: it is the first of a tuple.
fn checked_number(program: &Program, positions: &Host) -> Option<ScalarId> {
    let Expr::Tuple(tuple) = &positions.expr else {
        return None;
    };
    scalar(program, positions, tuple.elems.first()?)
}
