//! Reads whose positions the program knows before any loop runs: `a[[0, k]]`, `sum(0..3, |k| xs[k])`.
//!
//! That these are inside of their arrays is checked when the program starts, and the size of the axis
//! comes from that check, so that it is made before anything is read. A read that need not be
//! reached, since a condition or a closure is around it, is checked where it is read.

use super::super::grid::given::Number;
use super::super::index_scope::{IndexScope, Numbers, Said};
use super::super::scope::Entity;
use super::super::subscript::{Terms, subscripts};
use super::super::{Lowering, is_variable};
use crate::ir::{ArrayId, Count, Host, Op, Output, ScalarId, tokens};
use crate::ordered::{OrderedMap, ToList, every};
use crate::syntax::Term;
use crate::syntax::names::{self, Enclosing};
use proc_macro2::{Ident, Literal, Span};
use syn::{Expr, ExprIndex, ExprRange, RangeLimits, parse_quote};

/// The positions of a read along an axis.
struct Positions {
    lowest: Combination,
    highest: Combination,
    /// The numbers of values of the indices in it: one that is 0 leaves nothing to read.
    counts: Vec<Combination>,
}

/// A sum of multiples of scalars, and of a number.
#[derive(Clone, Default)]
struct Combination {
    constant: i128,
    scalars: OrderedMap<ScalarId, i128>,
}

impl Combination {
    fn add(&mut self, number: &Number, times: i128) {
        self.constant += number.constant as i128 * times;
        let plus = number.late.plus.iter().map(|scalar| (*scalar, times));
        let minus = number.late.minus.iter().map(|scalar| (*scalar, -times));
        for (scalar, times) in plus.chain(minus) {
            self.add_scalar(scalar, times);
        }
    }

    fn add_scalar(&mut self, scalar: ScalarId, times: i128) {
        let known = self.scalars.get_or_insert_with(scalar, || 0);
        *known += times;
        if *known == 0 {
            self.scalars.remove(&scalar);
        }
    }

    /// The number, if no scalar is in it.
    fn known(&self) -> Option<i128> {
        self.scalars.is_empty().then_some(self.constant)
    }
}

impl Lowering {
    /// The numbers of an index that go through a range, if the program says both of its ends.
    pub(in crate::lower) fn numbers(
        &self,
        index: &Ident,
        range: &ExprRange,
        scope: &IndexScope,
    ) -> Option<Numbers> {
        let end = range.end.as_deref()?;
        let ends = range.start.iter().map(|start| &**start).chain([end]);
        let mut free = ends.flat_map(names::free);
        let is_inside =
            |name: &Ident| scope.is_local(name) || scope.indices().any(|index| index == name);
        if free.any(|name| is_inside(&name) || !self.is_of_program(&name)) {
            return None;
        }
        let constants = &self.program.items.constants;
        let is_known = |end: &Expr| {
            let terms = Terms::of(end, None, constants);
            terms
                .is_some_and(|(_, terms)| terms.others.iter().all(|(_, term)| self.is_number(term)))
        };
        let start = range.start.as_deref();
        (start.is_none_or(is_known) && is_known(end)).then(|| Numbers {
            index: index.clone(),
            said: Said::Range(range.clone()),
        })
    }

    /// Returns true if nothing checks before a loop what is read in a range: its ends follow from what a worker
    /// binds, or from an index that goes no less far for it, or it need not be reached.
    pub(super) fn is_range_unchecked(&self, range: &ExprRange, scope: &IndexScope) -> bool {
        let constants = &self.program.items.constants;
        let mut ends = range.start.iter().chain(&range.end);
        scope.conditional
            || ends.any(|end| {
                let free = names::free(end);
                let used = used_in(&free, scope);
                let is_narrowed = |index: &Ident| {
                    let terms = Terms::of(end, Some(index), constants);
                    let is_given = scope.given(index).is_some_and(|given| !is_open(given));
                    !is_given
                        && scope.numbers_of(index).is_none()
                        && terms.is_some_and(|(factor, _)| factor > 0)
                };
                free.iter().any(|name| scope.is_local(name))
                    || used.len() > 1
                    || !used.iter().all(is_narrowed)
            })
    }

    /// The first number of an index and the one behind the last.
    fn ends_of_numbers(&mut self, numbers: &Numbers, hint: &str) -> Option<(Number, Number)> {
        let range = match &numbers.said {
            Said::Given(first, behind) => return Some((first.clone(), behind.clone())),
            Said::Range(range) => range,
        };
        let first = match range.start.as_deref() {
            Some(start) => self.number(start, hint)?,
            None => Number::default(),
        };
        let mut behind = self.number(range.end.as_deref()?, hint)?;
        behind.constant += isize::from(matches!(range.limits, RangeLimits::Closed(_)));
        Some((first, behind))
    }

    /// The ends of the numbers of several indices.
    fn ends_of_all(&mut self, numbers: &[Numbers], hint: &str) -> Option<Vec<(Number, Number)>> {
        every(
            numbers
                .iter()
                .map(|numbers| self.ends_of_numbers(numbers, hint)),
        )
    }

    /// Returns true if a name is one of the program's, or that of something outside of functions.
    fn is_of_program(&self, name: &Ident) -> bool {
        matches!(self.scope.get(name), Some(Entity::Scalar(_))) || !is_variable(name)
    }

    /// The size of an axis that is read at a subscript: one that has been checked, if the program knows
    /// the positions and some of them may be outside.
    pub(super) fn size_at(
        &mut self,
        at: &Expr,
        of: (ArrayId, usize),
        (scope, enclosing): (&IndexScope, &Enclosing<'_>),
        span: Span,
        hint: &str,
    ) -> Option<Expr> {
        let size = self.side_length(of, span, hint)?;
        if scope.is_conditional(enclosing) {
            return Some(size);
        }
        match self.known_positions(at, of, (scope, enclosing), hint) {
            Some(positions) => self.checked_size(size, &positions, of, span, hint),
            None => Some(size),
        }
    }

    /// Returns true if the program knows the positions of a read and some of them may be outside.
    pub(super) fn may_leave(
        &mut self,
        subscripted: &ExprIndex,
        array: ArrayId,
        place: (&IndexScope, &Enclosing<'_>),
        hint: &str,
    ) -> bool {
        let mut axes = subscripts(subscripted).into_iter().enumerate();
        axes.any(|(axis, at)| {
            self.goes_through_computed(at, place.0)
                || self
                    .known_positions(at, (array, axis), place, hint)
                    .is_some()
        })
    }

    /// Returns true if nothing checks before a loop that a read stays inside of its array: positions that follow
    /// from what a worker binds, or from indices in another way than by sums, and those of which the program
    /// says how far they go where they need not be reached.
    pub(super) fn is_unchecked(
        &mut self,
        subscripted: &ExprIndex,
        array: ArrayId,
        place: (&IndexScope, &Enclosing<'_>),
        hint: &str,
    ) -> bool {
        let (scope, enclosing) = place;
        let mut is_apart = false;
        for at in subscripts(subscripted) {
            let free = names::free(at);
            let used = used_in(&free, scope);
            is_apart |= free
                .iter()
                .any(|name| enclosing.binds(name) || scope.is_local(name))
                || used.iter().any(|index| scope.unchecked.contains(index))
                || self.goes_through_computed(at, scope)
                || !used.is_empty() && self.factors(at, &used, hint).is_none();
        }
        is_apart
            || scope.is_conditional(enclosing) && self.may_leave(subscripted, array, place, hint)
    }

    /// Returns true if an index of a subscript goes through a range of which an end is computed.
    fn goes_through_computed(&self, at: &Expr, scope: &IndexScope) -> bool {
        let used = used_in(&names::free(at), scope);
        let mut numbers = used.iter().filter_map(|index| scope.numbers_of(index));
        numbers.any(|numbers| match &numbers.said {
            Said::Given(..) => false,
            Said::Range(range) => {
                let mut ends = range.start.iter().chain(&range.end);
                ends.any(|end| !self.is_plain(end, &[]))
            }
        })
    }

    /// The size of an axis of a padded array: one that has been checked, if elements of it are
    /// read wherever it ends.
    pub(super) fn padded_size_at(
        &mut self,
        at: &Expr,
        of: (ArrayId, usize),
        (scope, enclosing): (&IndexScope, &Enclosing<'_>),
        span: Span,
        hint: &str,
    ) -> Option<Expr> {
        let size = self.side_length(of, span, hint)?;
        let is_literal = matches!(
            self.program.axis_count(of.0, of.1),
            Some(Count::Literal(1..))
        );
        let free = names::free(at);
        let is_local = |name: &Ident| enclosing.binds(name) || scope.is_local(name);
        if scope.is_conditional(enclosing) || is_literal || free.iter().any(is_local) {
            return Some(size);
        }
        // An index that nothing says goes along the axis, of which it has no position then.
        let Some(numbers) = numbers_of(&used_in(&free, scope), scope) else {
            return Some(size);
        };
        let ends = self.ends_of_all(&numbers, hint)?;
        let counts = ends.iter().map(count_of).list();
        let positions = Positions {
            lowest: Combination::default(),
            highest: Combination::default(),
            counts,
        };
        self.checked_size(size, &positions, of, span, hint)
    }

    /// The lowest and the highest position that a subscript reads, if the program knows them and it is not
    /// known that they are inside.
    fn known_positions(
        &mut self,
        at: &Expr,
        of: (ArrayId, usize),
        (scope, enclosing): (&IndexScope, &Enclosing<'_>),
        hint: &str,
    ) -> Option<Positions> {
        let free = names::free(at);
        let is_known =
            |name: &Ident| scope.indices().any(|index| index == name) || self.is_of_program(name);
        if (free.iter()).any(|name| enclosing.binds(name) || scope.is_local(name))
            || !free.iter().all(is_known)
        {
            return None;
        }
        let used = used_in(&free, scope);
        let numbers = numbers_of(&used, scope)?;
        // A number that is computed for this read alone is not computed where it may not be.
        if scope.is_conditional(enclosing) && !self.is_plain(at, &used) {
            return None;
        }
        let (factors, beside) = self.factors(at, &used, hint)?;
        let ends = self.ends_of_all(&numbers, hint)?;
        let side = self.program.side(of.0, of.1);
        let mut lowest = Combination::default();
        lowest.add(&beside, 1);
        lowest.constant -= side.first as i128;
        if let Some(begins) = side.begins {
            lowest.add_scalar(begins, -1);
        }
        let mut highest = lowest.clone();
        for (factor, (first, behind)) in factors.iter().zip(&ends) {
            let (low, high) = match *factor > 0 {
                true => (&mut lowest, &mut highest),
                false => (&mut highest, &mut lowest),
            };
            low.add(first, *factor);
            high.add(behind, *factor);
            high.constant -= factor;
        }
        let positions = Positions {
            lowest,
            highest,
            counts: ends.iter().map(count_of).list(),
        };
        (!self.is_inside(&positions, of)).then_some(positions)
    }

    /// Returns true if all that a subscript adds to indices are scalars and numbers.
    fn is_plain(&self, at: &Expr, used: &[Ident]) -> bool {
        let terms = Terms::of(at, None, &self.program.items.constants);
        terms.is_some_and(|(_, terms)| {
            terms.others.iter().all(|(_, term)| match Term::of(term) {
                Term::Name(_) => true,
                _ => names::free(term).iter().any(|name| used.contains(name)),
            })
        })
    }

    /// The factors of indices in a subscript that is a sum of multiples of them, and what is added.
    pub(in crate::lower) fn factors(
        &mut self,
        at: &Expr,
        used: &[Ident],
        hint: &str,
    ) -> Option<(Vec<i128>, Number)> {
        let (_, terms) = Terms::of(at, None, &self.program.items.constants)?;
        let mut factors = vec![0; used.len()];
        let (mut constant, mut others) = (terms.constant, Vec::new());
        for (minus, term) in terms.others {
            let free = names::free(&term);
            let Some(position) = used.iter().position(|index| free.contains(index)) else {
                others.push((minus, term));
                continue;
            };
            let constants = &self.program.items.constants;
            let (factor, rest) = Terms::of(&term, Some(&used[position]), constants)?;
            if !rest.others.is_empty() {
                return None;
            }
            let sign = if minus { -1 } else { 1 };
            constant = constant.checked_add(rest.constant.checked_mul(sign)?)?;
            factors[position] += (factor * sign) as i128;
        }
        let late = self.late(&others, hint)?;
        let is_sum = !factors.contains(&0);
        is_sum.then_some((factors, Number { constant, late }))
    }

    /// Returns true if it is known that positions are inside of an axis.
    fn is_inside(&self, positions: &Positions, of: (ArrayId, usize)) -> bool {
        let starts = positions.lowest.known().is_some_and(|lowest| lowest >= 0);
        let side = self.program.side(of.0, of.1);
        // Positions that an array of a grid leaves out of its axis are behind its end.
        let size = match self.program.axis_count(side.of.0, side.of.1) {
            Some(Count::Literal(size)) => positions
                .highest
                .known()
                .map(|highest| highest < size as i128 - side.first as i128 - side.cut as i128),
            _ => {
                let highest = &positions.highest;
                let mut scalars = highest.scalars.iter();
                let beyond = match (scalars.next(), scalars.next()) {
                    (Some((scalar, 1)), None) => self.beyond_size(*scalar, side.of),
                    _ => None,
                };
                let left_out = side.first as i128 + side.cut as i128;
                beyond.map(|beyond| highest.constant + (beyond as i128) < -left_out)
            }
        };
        starts && side.begins.is_none() && size == Some(true)
    }

    /// A size, if positions are inside of an axis.
    fn checked_size(
        &mut self,
        size: Expr,
        positions: &Positions,
        of: (ArrayId, usize),
        span: Span,
        hint: &str,
    ) -> Option<Expr> {
        let counts = positions.counts.iter();
        let counts = counts.filter(|count| count.known().is_none_or(|count| count <= 0));
        let counts: Vec<Expr> = counts.map(|count| self.at_least_zero(count)).list();
        let count = counts
            .into_iter()
            .reduce(|left, right| parse_quote!(::core::cmp::Ord::min(#left, #right)))
            .unwrap_or_else(|| parse_quote!(1usize));
        let [lowest, highest] =
            [&positions.lowest, &positions.highest].map(|position| self.exact(position));
        let positions: Expr = parse_quote!((#size, #count, #lowest, #highest));
        let (arg, axis) = of;
        let text = format!("{arg:?}, {axis}: {}", tokens::of(&positions));
        let known = self.computed.iter().find(|known| known.0 == text);
        let known = known.map(|known| known.1);
        let scalar = match known {
            Some(known) => known,
            None => {
                let free = names::free(&positions);
                let scalars = self.program.scalars.iter();
                let named = scalars.filter(|(_, scalar)| free.contains(&scalar.name));
                let op = Op::Inside {
                    positions: Host {
                        scalars: named.map(|(id, _)| id).list(),
                        ..Host::plain(positions)
                    },
                    arg,
                    axis: (self.program.rank(arg) > 1).then_some(axis),
                };
                let name = self.scope.fresh(&format!("{hint}_inside"), span);
                let Output::Scalar(scalar) = self.bind_under(name, op) else {
                    return None;
                };
                self.computed.push((text, scalar));
                scalar
            }
        };
        let name = &self.program.scalars[scalar].name;
        Some(parse_quote!(#name))
    }

    /// A sum as an `i128`.
    fn exact(&self, sum: &Combination) -> Expr {
        let number = |number: i128| Literal::i128_suffixed(number.unsigned_abs().cast_signed());
        let mut terms: Vec<(bool, Expr)> = Vec::new();
        for (scalar, times) in sum.scalars.iter() {
            let name = &self.program.scalars[*scalar].name;
            let term = match times.unsigned_abs() {
                1 => parse_quote!((#name as i128)),
                _ => {
                    let times = number(*times);
                    parse_quote!(#times * (#name as i128))
                }
            };
            terms.push((*times < 0, term));
        }
        let constant = number(sum.constant);
        let whole: Expr = match sum.constant < 0 {
            true => parse_quote!(0i128 - #constant),
            false => parse_quote!(#constant),
        };
        terms
            .into_iter()
            .fold(whole, |whole, (minus, term)| match minus {
                true => parse_quote!(#whole - #term),
                false => parse_quote!(#whole + #term),
            })
    }

    /// A sum as a `usize`, 0 where it is less.
    fn at_least_zero(&self, sum: &Combination) -> Expr {
        let part = |minus: bool| -> Expr {
            let mut terms: Vec<Expr> = Vec::new();
            if sum.constant != 0 && (sum.constant < 0) == minus {
                let constant = usize::try_from(sum.constant.unsigned_abs()).unwrap_or(usize::MAX);
                let constant = Literal::usize_suffixed(constant);
                terms.push(parse_quote!(#constant));
            }
            for (scalar, times) in sum
                .scalars
                .iter()
                .filter(|(_, times)| (**times < 0) == minus)
            {
                let name = &self.program.scalars[*scalar].name;
                terms.push(match times.unsigned_abs() {
                    1 => parse_quote!(#name),
                    times => {
                        let times = usize::try_from(times).unwrap_or(usize::MAX);
                        let times = Literal::usize_suffixed(times);
                        parse_quote!(usize::saturating_mul(#name, #times))
                    }
                });
            }
            let terms = terms.into_iter();
            let whole =
                terms.reduce(|left, right| parse_quote!(usize::saturating_add(#left, #right)));
            whole.unwrap_or_else(|| parse_quote!(0usize))
        };
        let (plus, minus) = (part(false), part(true));
        parse_quote!(usize::saturating_sub(#plus, #minus))
    }
}

/// The indices among the free names of a subscript.
fn used_in(free: &[Ident], scope: &IndexScope) -> Vec<Ident> {
    let used = scope.indices().filter(|index| free.contains(index));
    used.cloned().list()
}

/// `..`, where an index goes as far as its reads.
fn is_open(given: &Expr) -> bool {
    matches!(given, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}

/// The numbers of indices, if they are known of all.
fn numbers_of(indices: &[Ident], scope: &IndexScope) -> Option<Vec<Numbers>> {
    every(indices.iter().map(|index| scope.numbers_of(index).cloned()))
}

/// The number of values of an index.
fn count_of((first, behind): &(Number, Number)) -> Combination {
    let mut count = Combination::default();
    count.add(behind, 1);
    count.add(first, -1);
    count
}
