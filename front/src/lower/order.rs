//! The order of sums of products: `sum(|j, k| a[[i, j]] * b[[j, k]] * c[[k, l]])` is computed by the
//! contractions and early sums that take the fewest operations.
//!
//! The product directly under a fold is taken apart into factors (`factors`), whose indices and
//! their sizes (`ranges`) decide the order; `fusus_sums` finds it. Then the fold is written anew: a
//! step whose result other loops read again becomes an array of its own, as if the program had
//! bound it, and one that is needed once for each element stands where it is used. So sizes,
//! mistakes, loops and plans are those of an ordinary program.
//!
//! It is done here, before sizes are inferred, since here a step is an expression that only has to
//! be written. An index whose size no literal and no hint says is a symbol; indices along axes of
//! one size have one symbol.
//!
//! Where no order is the best for all sizes, a program has versions: it is lowered once for each of
//! them, and the sizes choose when it begins. The first sum of products that has several orders is
//! the one by which versions differ, if its sizes follow from parameters alone; others have one.

mod factors;
mod ranges;

use self::factors::Operators;
use self::ranges::Ranges;
use super::host::Position;
use super::index_scope::IndexScope;
use super::over::written::{MARK, Written};
use super::subscript::read_at;
use super::{Lowering, Version};
use crate::diagnostic::catalog;
use crate::ir::{Alternative, Contraction, Op, Output, SizedOrder, Versions};
use crate::ordered::{OrderedSet, ToList};
use crate::syntax::{self, Term};
use fusus_sums::order::{self, Operand, Polynomial, Sizes, Step};
use fusus_sums::{Index, IndexSet, Product};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, parse_quote};

/// The settings of a program for the orders of its sums of products.
pub(super) struct Settings {
    written: bool,
    version: Version,
    sizes: Vec<(Ident, u64)>,
    /// The names that a size may have.
    known: OrderedSet<String>,
}

impl Settings {
    pub(super) fn of(options: &syntax::Options, version: Version) -> Self {
        Settings {
            written: options.order.written || options.strict,
            version,
            sizes: options.order.sizes.clone(),
            known: OrderedSet::new(),
        }
    }

    /// Returns true if sums of products are computed in the order of the text.
    pub(super) fn is_written(&self) -> bool {
        self.written
    }

    /// The hint at a size of this name.
    fn hint(&self, name: &str) -> Option<u64> {
        let mut sizes = self.sizes.iter();
        sizes.find(|(known, _)| known == name).map(|size| size.1)
    }
}

/// A product under a fold, taken apart.
struct Factored<'w> {
    written: &'w Written,
    operators: Operators,
    /// The indices in scope and those of the fold, by their numbers.
    indices: Vec<Ident>,
    factors: Vec<Expr>,
    product: Product,
    /// Of each factor the indices that it leads along an axis.
    bounded: Vec<IndexSet>,
}

impl Lowering {
    /// A fold over the product of its body in the cheapest order; `None` if that is the one of the
    /// text, or if its body is no product.
    pub(super) fn ordered(
        &mut self,
        written: &Written,
        scope: &IndexScope,
        hint: &str,
    ) -> Option<Option<Expr>> {
        if written.in_order || written.range.is_some() {
            return None;
        }
        let operators = Operators::of(written, &self.program.items.functions)?;
        let factors = operators.factors(&written.body);
        let indices: Vec<Ident> = (scope.indices().chain(&written.indices).cloned()).list();
        if factors.len() > MOST || indices.len() > Index::MOST {
            return None;
        }
        let before = self.found.len();
        let ranges = self.ranges(&factors, &indices, scope);
        if self.found.len() != before {
            return Some(None);
        }
        let (ranges, bounded) = ranges?;
        let factored = Factored::of(written, operators, indices, factors, bounded)?;
        let steps = self.decided(&factored, &ranges, hint)?;
        let last = steps.len() - 1;
        let ordered = self.step(&factored, &steps, last, hint);
        Some(ordered.filter(|_| self.found.len() == before))
    }

    /// A fold in the cheapest order as a scalar of the program.
    pub(super) fn ordered_scalar(&mut self, ordered: &Expr, hint: &str) -> Option<Op> {
        match Term::of(ordered) {
            Term::Apply(apply) => self.apply(&apply, hint),
            _ => {
                let value = self.host(ordered, hint, Position::Scalar);
                Some(Op::Host { value })
            }
        }
    }

    /// Reports hints at sizes of nothing.
    pub(super) fn unused_sizes(&mut self) {
        let known: Vec<String> = self.order.known.iter().map(|it| format!("`{it}`")).list();
        for (name, _) in &self.order.sizes {
            if !self.order.known.contains(&name.to_string()) {
                let report = catalog::size_of_nothing(name.span(), name, &known);
                self.found.push(report);
            }
        }
    }

    /// The steps of the cheapest order, if there is a cheaper one than that of the text. Plans tell
    /// of either.
    fn decided(
        &mut self,
        factored: &Factored<'_>,
        ranges: &Ranges,
        hint: &str,
    ) -> Option<Vec<Step>> {
        for name in ranges.names() {
            self.order.known.insert(name);
        }
        if factored.factors.len() == 1 {
            return None;
        }
        let (product, sizes) = (&factored.product, ranges.sizes());
        let written = order::written(product, &sizes);
        let names = factored.names();
        let shown = |flops: &Polynomial| flops.text(|symbol| ranges.symbol(symbol).to_owned());
        let several = self.several(factored, ranges, &sizes);
        let alternatives = several.as_ref().map(|several| {
            let conditions = several.conditions().into_iter().chain([Vec::new()]);
            let versions = several.versions.iter().zip(conditions);
            let alternatives = versions.map(|(version, conditions)| Alternative {
                order: version.order.text(&names),
                flops: shown(&version.flops),
                conditions: (conditions.iter())
                    .map(|(own, other)| format!("{} ≤ {}", shown(own), shown(other)))
                    .list(),
            });
            alternatives.list()
        });
        let (versions, number) = match several {
            Some(several) => (several, self.order.version.number),
            None => (order::versions(product, &sizes, 1), 0),
        };
        let version = versions.versions.get(number)?;
        let (mut order, decided) = (version.order.clone(), ranges.decided());
        if versions.versions.len() == 1 {
            let other = order::with_fewer_arrays(product, &order, &sizes);
            if factored.is_bounded(other.steps()) {
                order = other;
            }
        }
        let flops = order.flops(&sizes);
        let is_cheaper = !order::written(product, &decided).is_at_most(&order.flops(&decided));
        let chosen = (is_cheaper && !self.order.written && factored.is_bounded(order.steps()))
            .then(|| order.steps().to_vec());
        let sized = match (&chosen, &alternatives, ranges.numbers()) {
            (Some(_), None, Some(ranges)) => Some(SizedOrder {
                product: product.clone(),
                order: order.clone(),
                factors: names.clone(),
                indices: (factored.indices.iter().map(Ident::to_string)).list(),
                ranges,
            }),
            _ => None,
        };
        let (text, flops) = match &chosen {
            Some(_) => (order.text(&names), &flops),
            None => (format!("({})", names.join(" ")), &written),
        };
        self.program.contractions.push(Contraction {
            name: hint.to_owned(),
            order: text,
            flops: shown(flops),
            written: shown(&written),
            alternatives: alternatives.unwrap_or_default(),
            assumed: ranges.assumed(),
            shortfall: versions.shortfall,
            sized,
        });
        chosen
    }

    /// The orders of a product among which the sizes choose when the program begins; `None` if it
    /// has one order for all of them.
    fn several(
        &mut self,
        factored: &Factored<'_>,
        ranges: &Ranges,
        sizes: &Sizes,
    ) -> Option<order::Versions> {
        if self.order.written || self.order.version.most == 1 || self.program.versions.is_some() {
            return None;
        }
        let versions = order::versions(&factored.product, sizes, self.order.version.most);
        let mut all = versions.versions.iter();
        let are_bounded = all.all(|version| factored.is_bounded(version.order.steps()));
        if versions.versions.len() == 1 || !are_bounded {
            return None;
        }
        let conditions = versions.conditions();
        self.program.versions = Some(Versions {
            sizes: ranges.on_entry(conditions.iter().flatten())?,
            conditions,
        });
        Some(versions)
    }

    /// The value of a step: a product of its operands, or a fold over that.
    fn step(
        &mut self,
        factored: &Factored<'_>,
        steps: &[Step],
        number: usize,
        hint: &str,
    ) -> Option<Expr> {
        let step = &steps[number];
        let mut operand = |operand| match operand {
            Operand::Factor(factor) => Some(factored.factors[factor].clone()),
            Operand::Step(inner) => {
                let value = self.step(factored, steps, inner, hint)?;
                self.value(factored, &steps[inner], value, step.loops, hint)
            }
        };
        let left = operand(step.left)?;
        let product = match step.right {
            None => left,
            Some(right) => {
                let right = operand(right)?;
                factored.operators.product(&left, &right)
            }
        };
        Some(factored.folded(product, step.summed()))
    }

    /// The result of a step where other loops need it: as it is if these go through each of its
    /// elements once, else as an array or a scalar that is computed before.
    fn value(
        &mut self,
        factored: &Factored<'_>,
        step: &Step,
        value: Expr,
        loops: IndexSet,
        hint: &str,
    ) -> Option<Expr> {
        if step.result == loops || step.loops.is_empty() {
            return Some(parse_quote!((#value)));
        }
        let (span, used) = (factored.written.span, factored.layout(step.result));
        if used.is_empty() {
            let op = self.ordered_scalar(&value, hint)?;
            return self.scalar(span, op, hint);
        }
        let closure: Expr = parse_quote!(|#(#used),*| #value);
        let op = self.over_index(&closure, hint)?;
        let name = self.scope.fresh(&format!("{hint}_part"), span);
        match self.bind_under(name.clone(), op) {
            Output::Array(_) => Some(read_at(&name, &used)),
            Output::Scalar(_) => None,
        }
    }
}

/// The most factors that are ordered.
const MOST: usize = 64;

impl<'w> Factored<'w> {
    /// A product with the indices of each factor; `None` if an index of the fold is in none.
    fn of(
        written: &'w Written,
        operators: Operators,
        indices: Vec<Ident>,
        factors: Vec<Expr>,
        bounded: Vec<IndexSet>,
    ) -> Option<Self> {
        let own = indices.len() - written.indices.len();
        let numbers = |range: std::ops::Range<usize>| range.map(Index::new).collect::<IndexSet>();
        let sets = factors.iter().map(|factor| {
            let free = syntax::names::free(factor);
            let used = (0..indices.len()).filter(|number| free.contains(&indices[*number]));
            used.map(Index::new).collect()
        });
        let product = Product::new(sets.collect(), numbers(0..own));
        (product.summed() == numbers(own..indices.len())).then_some(Factored {
            written,
            operators,
            indices,
            factors,
            product,
            bounded,
        })
    }

    /// Returns true if the operands of each step say how far its indices go.
    fn is_bounded(&self, steps: &[Step]) -> bool {
        let bounds = |operand| match operand {
            Operand::Factor(factor) => self.bounded[factor],
            Operand::Step(step) => steps[step].result,
        };
        steps.iter().enumerate().all(|(number, step)| {
            let right = step.right.map_or(IndexSet::EMPTY, bounds);
            // The indices of the result are bounded around the last step.
            let needed = match number + 1 == steps.len() {
                true => step.summed(),
                false => step.loops,
            };
            needed.is_subset(bounds(step.left) | right)
        })
    }

    fn named(&self, indices: IndexSet) -> Vec<Ident> {
        let numbers = indices.iter().map(Index::number);
        numbers.map(|number| self.indices[number].clone()).list()
    }

    /// The names of the indices of an array, the innermost last: that of the innermost loop around
    /// the fold, so that neighbours of the loop read neighbours of the array.
    fn layout(&self, indices: IndexSet) -> Vec<Ident> {
        let around = self.indices.len() - self.written.indices.len();
        let (mut last, mut others) = (Vec::new(), Vec::new());
        for index in indices.iter().map(Index::number) {
            let name = self.indices[index].clone();
            match index + 1 == around {
                true => last.push(name),
                false => others.push(name),
            }
        }
        others.append(&mut last);
        others
    }

    /// The names of the factors in plans: that of the array that is read, or the text.
    fn names(&self) -> Vec<String> {
        let names = self
            .factors
            .iter()
            .map(|factor| match syntax::strip(factor) {
                Expr::Index(read) => read.expr.to_token_stream().to_string(),
                _ => crate::ir::tokens::of(factor),
            });
        names.list()
    }

    /// A fold over some indices; the value itself if there are none.
    fn folded(&self, value: Expr, summed: IndexSet) -> Expr {
        if summed.is_empty() {
            return value;
        }
        let (span, indices) = (self.written.span, self.named(summed));
        let mark = Ident::new(MARK, Span::call_site());
        let closure = quote_spanned!(span=> #[#mark] |#(#indices),*| #value);
        let call = match &self.written.operator {
            None => quote_spanned!(span=> sum(#closure)),
            Some((seed, operator)) => quote_spanned!(span=> fold(#seed, #operator, #closure)),
        };
        syn::parse2(call).expect("a call")
    }
}
