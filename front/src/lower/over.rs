//! Folds over an index inside of workers: `sum(|k| a[[i, k]] * b[[k, j]])`, `fold(z, op, 0..n, |k| …)`.
//!
//! What does not follow from all indices around it is computed once for each of those that it
//! follows from, as an array of its own. A prefix, `sum(..=j, |k| …)`, is a scan along an axis
//! (`prefix`). All others are evaluated where they stand, as [`over`] describes.

use self::views::Views;
use super::Lowering;
use super::grid::reach::Late;
use super::host::{Position as Place, nothing};
use super::order;
use super::subscript::Subscript;
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op, Output, over};
use crate::ordered::OrderedSet;
use crate::syntax::names::{self, Enclosing};
use crate::syntax::{Apply, Term, strip};
use crate::walk::{self, Node};
use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, parse_quote};

mod limits;
mod views;

/// A fold over indices as it is written.
pub(super) struct Written {
    pub(super) span: Span,
    /// The start and the operator; a sum has none.
    pub(super) operator: Option<(Expr, Expr)>,
    pub(super) range: Option<ExprRange>,
    pub(super) indices: Vec<Ident>,
    pub(super) body: Expr,
    /// True if its product stands in the order in which it is computed.
    pub(super) in_order: bool,
}

/// The names around a fold, and what is known of the indices among them so far.
#[derive(Default)]
pub(super) struct Around {
    /// The indices of the `generate`, if it stands in one, and their sizes where they are given.
    grid: Vec<Ident>,
    sizes: Option<Vec<Expr>>,
    /// The indices of the folds around.
    inner: Vec<Ident>,
    /// The other names that the worker binds around it.
    locals: OrderedSet<String>,
    /// The axes that indices go along.
    pub(super) bounds: Vec<Bounded>,
    /// The axes that two indices go along together.
    pairs: Vec<Pair>,
}

/// An axis that an index goes along: its coordinate there is `factor * i + offset`, and scalars.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    pub(super) index: Ident,
    pub(super) of: (ArrayId, usize),
    pub(super) factor: isize,
    pub(super) offset: isize,
    pub(super) late: Late,
    /// The ends of the index that it bounds.
    pub(super) ends: Ends,
    pub(super) span: Span,
}

/// The ends of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    Both,
    Lower,
    Upper,
}

/// An axis along which the sum of two indices leads, as of `xs[i + k]`: the outer one is bounded when
/// the ends of the inner one are known.
struct Pair {
    /// The outer index.
    bounded: Bounded,
    inner: Ident,
    /// The distance that the inner index makes.
    factor: isize,
}

impl Bounded {
    /// An index that goes along an axis itself.
    pub(super) fn whole(index: Ident, of: (ArrayId, usize)) -> Bounded {
        Bounded {
            span: index.span(),
            index,
            of,
            factor: 1,
            offset: 0,
            late: Late::default(),
            ends: Ends::Both,
        }
    }

    /// Returns true if index 0 stands at coordinate 0, and each step is one.
    pub(super) fn is_whole(&self) -> bool {
        (self.factor, self.offset, self.ends) == (1, 0, Ends::Both) && self.late.is_empty()
    }
}

/// The way in which one level of a fold combines elements.
enum Combine {
    Sum,
    Fold(Expr, Expr),
}

impl Around {
    /// The surroundings of a fold in a `generate`.
    pub(super) fn grid(indices: &[Ident], sizes: Option<&Expr>) -> Self {
        let sizes = match sizes.map(strip) {
            Some(Expr::Array(list)) => Some(list.elems.iter().cloned().collect()),
            _ => None,
        };
        Around {
            grid: indices.to_vec(),
            sizes,
            ..Around::default()
        }
    }

    /// The indices in scope, the outermost first.
    pub(super) fn indices(&self) -> impl Iterator<Item = &Ident> {
        self.grid.iter().chain(&self.inner)
    }

    /// The size that an index is given, if it is.
    pub(super) fn given(&self, index: &Ident) -> Option<&Expr> {
        let mut known = self.grid.iter().zip(self.sizes.as_ref()?);
        known.find(|known| known.0 == index).map(|known| known.1)
    }

    /// The sizes of some indices, if they are given.
    fn sizes_of(&self, indices: &[Ident]) -> Option<Expr> {
        let sizes = self.sizes.as_ref()?;
        let sizes = indices.iter().map(|index| {
            let mut known = self.grid.iter().zip(sizes);
            known.find(|known| known.0 == index).map(|known| known.1)
        });
        let sizes: Vec<&Expr> = sizes.collect::<Option<_>>()?;
        Some(parse_quote!([#(#sizes),*]))
    }
}

impl Lowering {
    /// Returns true if a fold over an index stands in an expression.
    pub(super) fn has_folds(&self, expr: &Expr) -> bool {
        let mut found = false;
        walk::expr(expr, &mut |node| {
            if let Node::Expr(call @ Expr::Call(_)) = node
                && let Term::Apply(apply) = Term::of(call)
            {
                found |= apply.combinator.is_over_index();
            }
            !found
        });
        if !found {
            return false;
        }
        found = false;
        names::visit_calls(&mut expr.clone(), &mut |call, enclosing| {
            found |= self.fold_at(call, enclosing).is_some();
            found
        });
        found
    }

    fn fold_at<'e>(&self, call: &'e Expr, enclosing: &Enclosing<'_>) -> Option<Apply<'e>> {
        let Term::Apply(apply) = Term::of(call) else {
            return None;
        };
        let name = Ident::new(apply.combinator.name, apply.span);
        let mut helpers = self.program.items.functions.iter();
        let is_ours = apply.combinator.is_over_index()
            && !enclosing.binds(&name)
            && !helpers.any(|helper| helper.sig.ident == name);
        is_ours.then_some(apply)
    }

    /// Puts what they are computed by in the place of the folds over an index in a worker.
    pub(super) fn folds(&mut self, expr: &mut Expr, around: &mut Around, hint: &str) {
        names::visit_calls(expr, &mut |call, enclosing| {
            let Some(apply) = self.fold_at(call, enclosing) else {
                return false;
            };
            let written = self.written(&apply);
            let computed =
                written.and_then(|it| self.fold_inside(it, call, around, enclosing, hint));
            *call = computed.unwrap_or_else(nothing);
            true
        });
        if around.is_outermost() {
            self.elements_in_memory(expr, hint);
        }
    }

    /// `sum(|k| …)` as a scalar of the program: a fold of what its body is at each position.
    pub(super) fn fold_over(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let written = self.written(apply)?;
        if let Some(ordered) = self.ordered(&written, &Around::default(), hint) {
            return self.ordered_scalar(&ordered?, hint);
        }
        let (seed, operator) = match written.operator {
            Some(operator) => operator,
            None => {
                let sum = quote_spanned!(written.span=> |a, b| a + b);
                (
                    over::zero(written.span),
                    syn::parse2(sum).expect("a closure"),
                )
            }
        };
        let (indices, body) = (&written.indices, written.body);
        let op = match &written.range {
            None => self.over_index(&parse_quote!(|#(#indices),*| #body), hint),
            Some(range) => self.over_range(&indices[0], range, body, hint),
        };
        let arg = match self.bind_temporary(written.span, op?, hint) {
            Output::Array(array) => array,
            Output::Scalar(_) => return None,
        };
        let seed = self.host(&seed, hint, Place::Scalar);
        let worker = self.worker(&operator, hint);
        Some(Op::Fold {
            seed,
            step: None,
            worker,
            args: vec![arg],
        })
    }

    /// The terms of a fold over a range.
    fn over_range(
        &mut self,
        index: &Ident,
        range: &ExprRange,
        mut body: Expr,
        hint: &str,
    ) -> Option<Op> {
        let before = self.found.len();
        let mut around = Around {
            inner: vec![index.clone()],
            ..Around::default()
        };
        self.folds(&mut body, &mut around, hint);
        names::visit_subscripts(&mut body, &mut |expr, enclosing| {
            if let Expr::Index(subscripted) = &*expr
                && let Some((name, array)) = self.subscripted(subscripted, enclosing)
                && (self.positions(
                    subscripted,
                    array,
                    &name,
                    index,
                    &mut around,
                    enclosing,
                    hint,
                ))
                .is_some()
                && let Some(read) = self.element_in_memory(subscripted, array, &name, hint)
            {
                *expr = read;
            }
        });
        around.inner.clear();
        let (from, to) = self.limits(index, Some(range), &mut around, hint)?;
        let arg = self.array(&parse_quote!(#from..#to), hint, "fold")?;
        let worker = self.worker(&parse_quote!(|#index| #body), hint);
        let op = Op::Map {
            worker,
            args: vec![arg],
        };
        (self.found.len() == before).then_some(op)
    }

    /// A fold as it is written.
    pub(super) fn written(&mut self, apply: &Apply<'_>) -> Option<Written> {
        let (closure, before) = apply.args.split_last()?;
        let Expr::Closure(closure) = strip(closure) else {
            return None;
        };
        let (range, before) = match before.split_last().map(|(last, rest)| (strip(last), rest)) {
            Some((Expr::Range(range), rest)) => (Some(range.clone()), rest),
            _ => (None, before),
        };
        let operator = match before {
            [seed, operator] => Some(((*seed).clone(), (*operator).clone())),
            _ => None,
        };
        let indices = self.indices(closure)?;
        if let (Some(range), true) = (&range, indices.len() > 1) {
            self.found.push(catalog::range_of_several(range.span()));
            return None;
        }
        Some(Written {
            span: apply.span,
            operator,
            range,
            indices,
            body: (*closure.body).clone(),
            in_order: order::is_marked(closure),
        })
    }

    fn fold_inside(
        &mut self,
        written: Written,
        call: &Expr,
        around: &mut Around,
        enclosing: &Enclosing<'_>,
        hint: &str,
    ) -> Option<Expr> {
        let free = names::free(call);
        let locals: Vec<String> = free
            .iter()
            .filter(|name| enclosing.binds(name))
            .map(ToString::to_string)
            .collect();
        let is_local = |name: &Ident| enclosing.binds(name) || around.is_local(name);
        if !free.iter().any(is_local) {
            if let Some(prefix) = self.prefix(&written, around, hint) {
                return prefix;
            }
            let all = around.indices().count();
            let used: Vec<Ident> = around
                .indices()
                .filter(|i| free.contains(i))
                .cloned()
                .collect();
            let bounds_all = used.iter().all(|index| goes_along(call, index));
            if all == 0 || used.len() < all && bounds_all {
                let sizes = around.sizes_of(&used);
                return self.once(written.span, call, &used, sizes, hint);
            }
            if let Some(ordered) = self.ordered(&written, around, hint) {
                let mut ordered = ordered?;
                self.folds(&mut ordered, around, hint);
                return Some(ordered);
            }
        }
        let before = around.locals.clone();
        around.locals.extend(locals);
        let found = self.found.len();
        let combine = match written.operator {
            Some((seed, operator)) => Combine::Fold(seed, operator),
            None => Combine::Sum,
        };
        let (indices, range) = (&written.indices, written.range.as_ref());
        let whole = self.levels(
            written.span,
            combine,
            indices,
            range,
            written.body,
            around,
            hint,
        );
        around.locals = before;
        whole.filter(|_| self.found.len() == found)
    }

    /// A fold that follows from these indices alone: as an array that has it for each of them, or as
    /// a scalar.
    fn once(
        &mut self,
        span: Span,
        call: &Expr,
        used: &[Ident],
        sizes: Option<Expr>,
        hint: &str,
    ) -> Option<Expr> {
        if used.is_empty() {
            let Term::Apply(apply) = Term::of(call) else {
                return None;
            };
            let op = self.apply(&apply, hint)?;
            return self.scalar(span, op, hint);
        }
        let closure: Expr = parse_quote!(|#(#used),*| #call);
        let op = self.over_indices(sizes.as_ref(), &closure, hint)?;
        let name = self.scope.fresh(&format!("{hint}_total"), span);
        self.bind_under(name.clone(), op);
        Some(read_at(&name, used))
    }

    /// The loops over the indices of a fold, the outermost first.
    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of a fold, which are taken apart"
    )]
    fn levels(
        &mut self,
        span: Span,
        combine: Combine,
        indices: &[Ident],
        range: Option<&ExprRange>,
        mut body: Expr,
        around: &mut Around,
        hint: &str,
    ) -> Option<Expr> {
        let (index, rest) = indices.split_first()?;
        let before = self.found.len();
        around.inner.push(index.clone());
        let state = self.scope.fresh(&format!("{hint}_state"), span);
        let body = match (rest.is_empty(), &combine) {
            (true, _) => {
                self.folds(&mut body, around, hint);
                Some(body)
            }
            (false, Combine::Sum) => {
                self.levels(span, Combine::Sum, rest, None, body, around, hint)
            }
            (false, Combine::Fold(_, operator)) => {
                let combine = Combine::Fold(parse_quote!(#state), operator.clone());
                self.levels(span, combine, rest, None, body, around, hint)
            }
        };
        let read = body.map(|mut body| {
            let views = self.views(&mut body, index, around, hint);
            (body, views)
        });
        around.inner.pop();
        if self.found.len() != before {
            return None;
        }
        let (
            body,
            Views {
                views, parameters, ..
            },
        ) = read?;
        let (from, to) = self.limits(index, range, around, hint)?;
        let views: Expr = parse_quote!((#(#views,)*));
        let range = (&from, &to);
        Some(match combine {
            Combine::Fold(seed, _) if !rest.is_empty() => {
                let closure = parse_quote!(|#state, #index #(, #parameters)*| #body);
                over::steps(span, &seed, range, &views, &closure)
            }
            combine => {
                let closure = parse_quote!(|#index #(, #parameters)*| #body);
                match combine {
                    Combine::Sum => over::sum(span, range, &views, &closure),
                    Combine::Fold(seed, operator) => {
                        over::fold(span, (&seed, &operator), range, &views, &closure)
                    }
                }
            }
        })
    }
}

impl Around {
    fn is_local(&self, name: &Ident) -> bool {
        self.locals.contains(&name.to_string())
    }

    /// Returns true if no index is in scope.
    fn is_outermost(&self) -> bool {
        self.grid.is_empty() && self.inner.is_empty()
    }
}

/// `name[i]`, `name[[i, j]]`.
pub(super) fn read_at(name: &Ident, indices: &[Ident]) -> Expr {
    let span = name.span();
    let read = match indices {
        [index] => quote_spanned!(span=> #name[#index]),
        indices => quote_spanned!(span=> #name[[#(#indices),*]]),
    };
    syn::parse2(read).expect("a subscript")
}

/// The only index among some names.
fn around_index(free: &[Ident], grid: &[Ident], inner: &[Ident]) -> Option<Ident> {
    let mut indices = grid
        .iter()
        .chain(inner)
        .filter(|index| free.contains(index));
    let first = indices.next()?;
    indices.next().is_none().then(|| first.clone())
}

/// Returns true if a subscript or a range in an expression leads an index along an axis.
fn goes_along(expr: &Expr, index: &Ident) -> bool {
    let is_affine = |at: &Expr| matches!(Subscript::of(at, index, &[]), Subscript::Affine { .. });
    let mut found = false;
    names::visit_subscripts(&mut expr.clone(), &mut |expr, _| {
        if let Expr::Index(subscripted) = &*expr {
            let mut given = super::grid::subscripts(subscripted).into_iter();
            found |= given.any(is_affine);
        }
    });
    found
}
