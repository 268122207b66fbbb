//! The indices around a fold, and what is known of the axes that they go along.

use super::grid::given::{Given, Number};
use super::grid::reach::Late;
use crate::ir::ArrayId;
use crate::ordered::{OrderedSet, ToList, every};
use crate::syntax::names::Enclosing;
use crate::syntax::strip;
use proc_macro2::{Ident, Span};
use syn::{Expr, ExprRange, parse_quote};

/// The names around a fold, and what is known of the indices among them so far.
#[derive(Default)]
pub(super) struct IndexScope {
    /// The indices of the `generate`, if it stands in one, and their sizes where they are given.
    pub(super) grid: Vec<Ident>,
    pub(super) sizes: Option<Vec<Expr>>,
    /// The indices of the folds around.
    pub(super) inner: Vec<Ident>,
    /// The other names that the worker binds around it.
    pub(super) locals: OrderedSet<String>,
    /// The axes that indices go along.
    pub(super) bounds: Vec<Bounded>,
    /// The axes that two indices go along together.
    pub(super) pairs: Vec<Pair>,
    /// The indices whose numbers the program says.
    pub(super) numbers: Vec<Numbers>,
    /// The indices of ranges that nothing checks before a loop.
    pub(super) unchecked: Vec<Ident>,
    /// Set if what is in this scope need not be evaluated.
    pub(super) conditional: bool,
    /// The number of closures around it that are always called: that of a worker.
    pub(super) called: usize,
}

/// An index whose numbers the program says.
#[derive(Clone)]
pub(super) struct Numbers {
    pub(super) index: Ident,
    pub(super) said: Said,
}

/// The numbers of an index, as the program says them.
#[derive(Clone)]
pub(super) enum Said {
    /// The numbers from the first up to the second one.
    Given(Number, Number),
    /// A range, which has an end.
    Range(ExprRange),
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
    /// Set if the array is padded: indices go along its own axis, wherever they read.
    pub(super) padded: bool,
    /// Set if it follows from the end of a range: what is read there may be nothing.
    pub(super) of_range: bool,
    /// Set if it counts only where nothing else bounds the index.
    pub(super) weak: bool,
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
pub(super) struct Pair {
    /// The outer index.
    pub(super) bounded: Bounded,
    pub(super) inner: Ident,
    /// The distance that the inner index makes.
    pub(super) factor: isize,
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
            padded: false,
            of_range: false,
            weak: false,
        }
    }

    /// Returns true if it is read at each position, index 0 stands at coordinate 0, and each step is
    /// one.
    pub(super) fn is_whole(&self) -> bool {
        let is_plain = (self.factor, self.offset, self.ends) == (1, 0, Ends::Both);
        is_plain && self.late.is_empty() && !self.of_range
    }
}

impl IndexScope {
    /// The surroundings of a fold in a `generate`.
    pub(super) fn grid(indices: &[Ident], sizes: Option<&Expr>) -> Self {
        let sizes = match sizes.map(strip) {
            Some(Expr::Array(list)) => Some(list.elems.iter().cloned().list()),
            Some(range @ Expr::Range(_)) => Some(vec![range.clone()]),
            _ => None,
        };
        IndexScope {
            grid: indices.to_vec(),
            sizes,
            ..IndexScope::default()
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
    pub(super) fn sizes_of(&self, indices: &[Ident]) -> Option<Expr> {
        let sizes = self.sizes.as_ref()?;
        let sizes = indices.iter().map(|index| {
            let mut known = self.grid.iter().zip(sizes);
            known.find(|known| known.0 == index).map(|known| known.1)
        });
        let sizes: Vec<&Expr> = every(sizes)?;
        Some(parse_quote!([#(#sizes),*]))
    }

    /// The numbers of an index, if the program says them.
    pub(super) fn numbers_of(&self, index: &Ident) -> Option<&Numbers> {
        let mut known = self.numbers.iter().rev();
        known.find(|numbers| numbers.index == *index)
    }

    /// Returns true if a place need not be reached.
    pub(super) fn is_conditional(&self, enclosing: &Enclosing<'_>) -> bool {
        self.conditional || enclosing.is_conditional(self.called)
    }

    /// The scope of the closures that a worker is.
    pub(super) fn of_worker(expr: &Expr) -> Self {
        IndexScope {
            called: usize::from(matches!(strip(expr), Expr::Closure(_))),
            ..IndexScope::default()
        }
    }

    pub(super) fn is_local(&self, name: &Ident) -> bool {
        self.locals.contains(&name.to_string())
    }

    /// Returns true if no index is in scope.
    pub(super) fn is_outermost(&self) -> bool {
        self.grid.is_empty() && self.inner.is_empty()
    }

    /// The only index in scope among some names.
    pub(super) fn only(&self, free: &[Ident]) -> Option<Ident> {
        let mut indices = self.indices().filter(|index| free.contains(index));
        let first = indices.next()?;
        indices.next().is_none().then(|| first.clone())
    }
}

/// The numbers of the indices whose sizes are given.
pub(super) fn numbers_of(indices: &[Ident], given: &[Given]) -> Vec<Numbers> {
    let ends = indices.iter().zip(given);
    let known = ends.filter_map(|(index, given)| {
        let (first, behind) = given.ends()?;
        let index = index.clone();
        Some(Numbers {
            index,
            said: Said::Given(first, behind),
        })
    });
    known.list()
}
