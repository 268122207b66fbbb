//! Folds over an index inside of a worker: `sum(|k| a[[i, k]] * b[k])`.
//!
//! A worker has them as calls of functions that no program can name, so that it stays an expression
//! and everything that looks into workers sees what they use:
//!
//! ```text
//! fusus_over_sum(0, n, (fusus_view(a, [(h, i, 0), (w, 0, 1)]), fusus_view(b, [(w, 0, 1)])), |k, x, y| x * y)
//! ```
//!
//! A *view* has the elements that an index reads of an array in memory: for each axis its size, the
//! position for index 0, and the distance that the index makes; a distance of 0 is one position for
//! all. [`Over::plain`] is the same in plain Rust. `fusus_at(a, [(h, i), (w, j)])` is the element of
//! an array at a position of any kind.

mod distance;
mod nested;
mod products;
mod shown;

use crate::ordered::{ToList, every};
use crate::tail::Tail;
use crate::walk::{self, Node};
pub use nested::is_conditional;
use proc_macro2::{Ident, Span};
pub use products::{Factors, factors};
use quote::{ToTokens, quote, quote_spanned};
pub use shown::shown;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprClosure, Pat, parse_quote};

/// The function of a sum.
const SUM: &str = "fusus_over_sum";
/// The function of a sum of products, each of which is multiplied and added in one operation.
const PRODUCTS: &str = "fusus_over_products";
/// The function of such a sum that takes one term after the other.
const PRODUCTS_IN_ORDER: &str = "fusus_over_products_in_order";
/// The function of a fold by an operator between elements.
const FOLD: &str = "fusus_over_fold";
/// The function of a state that takes in one element after the other.
const STEPS: &str = "fusus_over_steps";
/// The function of a view.
const VIEW: &str = "fusus_view";
/// The function of an element at any position.
const AT: &str = "fusus_at";
/// The functions of these where nothing has checked that they are inside of their arrays.
const UNCHECKED_VIEW: &str = "fusus_unchecked_view";
const UNCHECKED_AT: &str = "fusus_unchecked_at";

/// A fold over an index, taken apart.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Over<'e> {
    /// The kind.
    pub kind: Kind<'e>,
    /// The first index.
    pub from: &'e Expr,
    /// The index behind the last one.
    pub to: &'e Expr,
    /// The arrays that it reads along the index.
    pub views: Vec<View<'e>>,
    /// The function of the index and of one element of each view, behind the state if there is one.
    pub closure: &'e ExprClosure,
    /// The place of the whole.
    pub span: Span,
    /// The whole.
    pub whole: &'e Expr,
}

/// The kind of a fold over an index.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Kind<'e> {
    /// A sum, whose terms may be taken in any order.
    Sum,
    /// A sum of products, each of which is multiplied and added in one operation, which rounds once.
    Products(Terms),
    /// A start and an associative operator.
    Fold(&'e Expr, &'e Expr),
    /// A start, to which elements are added one after the other.
    Steps(&'e Expr),
}

/// The order in which a fold takes its terms.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Terms {
    /// Any order.
    Any,
    /// One term after the other.
    InOrder,
}

/// The elements of an array along an index.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct View<'e> {
    /// The name of the array.
    pub array: &'e Ident,
    /// Set if nothing has checked that its elements are inside of the array.
    pub is_unchecked: bool,
    /// Of each axis its size, the position for index 0 and the distance that the index makes.
    pub axes: Vec<(&'e Expr, &'e Expr, usize)>,
}

/// An element of an array at any position, taken apart.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct At<'e> {
    /// The name of the array.
    pub array: &'e Ident,
    /// Set if nothing has checked that it is inside of the array.
    pub is_unchecked: bool,
    /// Of each axis its size and the position.
    pub axes: Vec<(&'e Expr, &'e Expr)>,
    /// The place of the whole.
    pub span: Span,
}

/// The call of a function of this name.
fn call(name: &str, span: Span, args: &[&Expr]) -> Expr {
    let name = Ident::new(name, span);
    syn::parse2(quote_spanned!(span=> #name(#(#args),*))).expect("a call")
}

/// A sum over the indices from one up to another.
pub fn sum(span: Span, range: (&Expr, &Expr), views: &Expr, closure: &Expr) -> Expr {
    call(SUM, span, &[range.0, range.1, views, closure])
}

/// A sum of products over the indices from one up to another, each of which is multiplied and added
/// in one operation: the closure has [`factors`].
pub fn products(span: Span, range: (&Expr, &Expr), views: &Expr, closure: &Expr) -> Expr {
    call(PRODUCTS, span, &[range.0, range.1, views, closure])
}

/// A fold over the indices from one up to another.
pub fn fold(
    span: Span,
    (seed, operator): (&Expr, &Expr),
    range: (&Expr, &Expr),
    views: &Expr,
    closure: &Expr,
) -> Expr {
    call(
        FOLD,
        span,
        &[seed, operator, range.0, range.1, views, closure],
    )
}

/// The last state of those that take in the indices from one up to another.
pub fn steps(span: Span, seed: &Expr, range: (&Expr, &Expr), views: &Expr, closure: &Expr) -> Expr {
    call(STEPS, span, &[seed, range.0, range.1, views, closure])
}

/// A view of an array, of which nothing may have checked that it stays inside.
pub fn view(span: Span, array: &Ident, axes: &[(Expr, Expr, usize)], is_unchecked: bool) -> Expr {
    let axes = axes.iter().map(|(size, start, factor)| {
        let factor = proc_macro2::Literal::usize_unsuffixed(*factor);
        quote_spanned!(span=> (#size, #start, #factor))
    });
    let name = if is_unchecked { UNCHECKED_VIEW } else { VIEW };
    let name = Ident::new(name, span);
    syn::parse2(quote_spanned!(span=> #name(#array, [#(#axes),*]))).expect("a call")
}

/// An element of an array, of which nothing may have checked that it is inside.
pub fn at(span: Span, array: &Ident, axes: &[(Expr, Expr)], is_unchecked: bool) -> Expr {
    let axes = axes.iter();
    let axes = axes.map(|(size, position)| quote_spanned!(span=> (#size, #position)));
    let name = if is_unchecked { UNCHECKED_AT } else { AT };
    let name = Ident::new(name, span);
    syn::parse2(quote_spanned!(span=> #name(#array, [#(#axes),*]))).expect("a call")
}

/// The name of the function that a call is of, if it is a name alone.
fn function(call: &ExprCall) -> Option<&Ident> {
    match &*call.func {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    }
}

fn name(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// The tuples of a list, each as the expressions in it.
fn tuples(list: &Expr) -> Option<Vec<Vec<&Expr>>> {
    let Expr::Array(list) = list else { return None };
    let items = list.elems.iter().map(|item| match item {
        Expr::Tuple(tuple) => Some(tuple.elems.iter().list()),
        _ => None,
    });
    items.collect()
}

impl<'e> View<'e> {
    /// The view that an expression is, if it is one.
    pub fn of(expr: &'e Expr) -> Option<Self> {
        let Expr::Call(call) = expr else { return None };
        let function = function(call)?;
        let is_unchecked = *function == UNCHECKED_VIEW;
        if *function != VIEW && !is_unchecked {
            return None;
        }
        let axes = tuples(&call.args[1])?.into_iter().map(|axis| {
            let Expr::Lit(factor) = axis[2] else {
                return None;
            };
            match &factor.lit {
                syn::Lit::Int(factor) => Some((axis[0], axis[1], factor.base10_parse().ok()?)),
                _ => None,
            }
        });
        Some(View {
            array: name(&call.args[0])?,
            is_unchecked,
            axes: every(axes)?,
        })
    }

    /// The distance of neighbours in memory if it is known to be 1: the index goes along the last
    /// axis alone.
    pub fn is_contiguous(&self) -> bool {
        let mut factors = self.axes.iter().rev().map(|axis| axis.2);
        factors.next() == Some(1) && factors.all(|factor| factor == 0)
    }

    /// The element at an index, in plain Rust.
    pub fn plain(&self, index: &Ident) -> Expr {
        let axes: Vec<(Expr, Expr)> = self
            .axes
            .iter()
            .map(|(size, start, factor)| {
                let position = match factor {
                    0 => (*start).clone(),
                    factor => {
                        let factor = proc_macro2::Literal::usize_unsuffixed(*factor);
                        parse_quote!(usize::wrapping_add(#start, #factor * #index))
                    }
                };
                ((*size).clone(), position)
            })
            .list();
        let axes: Vec<(&Expr, &Expr)> = axes.iter().map(|axis| (&axis.0, &axis.1)).list();
        element(self.array, &axes)
    }
}

/// An element of an array, in plain Rust: a position outside of an axis is one behind the array.
fn element(array: &Ident, axes: &[(&Expr, &Expr)]) -> Expr {
    if let [(_, position)] = axes {
        return parse_quote!(#array[#position]);
    }
    let names: Vec<Ident> = (0..axes.len())
        .map(|axis| Ident::new(&format!("fusus_axis{axis}"), Span::call_site()))
        .list();
    let (sizes, positions): (Vec<&Expr>, Vec<&Expr>) = axes.iter().copied().unzip();
    let inside = names.iter().zip(&sizes);
    let inside = inside.map(|(name, size)| quote!(#name < #size));
    let flat = names.iter().zip(&sizes);
    let flat = flat.fold(None, |flat, (name, size)| match flat {
        None => Some(quote!(#name)),
        Some(flat) => Some(quote!((#flat) * #size + #name)),
    });
    parse_quote!({
        #(let #names = #positions;)*
        #array[if #(#inside)&&* { #flat } else { usize::MAX }]
    })
}

impl<'e> At<'e> {
    /// The element that an expression is, if it is one.
    pub fn of(expr: &'e Expr) -> Option<Self> {
        let Expr::Call(call) = expr else { return None };
        let function = function(call)?;
        let is_unchecked = *function == UNCHECKED_AT;
        if *function != AT && !is_unchecked {
            return None;
        }
        let axes = tuples(&call.args[1])?;
        Some(At {
            array: name(&call.args[0])?,
            is_unchecked,
            axes: axes.into_iter().map(|axis| (axis[0], axis[1])).list(),
            span: call.span(),
        })
    }

    /// Returns it in plain Rust.
    pub fn plain(&self) -> Expr {
        element(self.array, &self.axes)
    }
}

impl<'e> Over<'e> {
    /// The fold that an expression is, if it is one.
    pub fn of(expr: &'e Expr) -> Option<Self> {
        let Expr::Call(call) = expr else { return None };
        let function = function(call)?.to_string();
        let args: Vec<&Expr> = call.args.iter().list();
        let (kind, rest) = match (&function[..], &args[..]) {
            (SUM, rest) => (Kind::Sum, rest),
            (PRODUCTS, rest) => (Kind::Products(Terms::Any), rest),
            (PRODUCTS_IN_ORDER, rest) => (Kind::Products(Terms::InOrder), rest),
            (FOLD, [seed, operator, rest @ ..]) => (Kind::Fold(seed, operator), rest),
            (STEPS, [seed, rest @ ..]) => (Kind::Steps(seed), rest),
            _ => return None,
        };
        let [from, to, Expr::Tuple(views), Expr::Closure(closure)] = rest else {
            return None;
        };
        let views = every(views.elems.iter().map(View::of));
        Some(Over {
            kind,
            from,
            to,
            views: views?,
            closure,
            span: call.span(),
            whole: expr,
        })
    }

    /// The parameters: of the state if there is one, of the index, of the elements.
    pub fn parameters(&self) -> (Option<&'e Pat>, &'e Ident, Vec<&'e Pat>) {
        let mut inputs = self.closure.inputs.iter();
        let state = match self.kind {
            Kind::Steps(_) => inputs.next(),
            Kind::Sum | Kind::Products(_) | Kind::Fold(..) => None,
        };
        let Some(Pat::Ident(index)) = inputs.next() else {
            unreachable!("lowering gives the index a name");
        };
        (state, &index.ident, inputs.list())
    }

    /// Returns true if its terms read an array or a slice at a computed position.
    pub fn reads(&self) -> bool {
        let mut found = false;
        walk::expr(&self.closure.body, &mut |node| {
            found |= matches!(node, Node::Expr(Expr::Index(_)));
            !found
        });
        found
    }

    /// Returns it as steps that take one term after the other.
    pub fn in_order(&self) -> Expr {
        let (_, index, parameters) = self.parameters();
        let zero = zero(self.span);
        let total = Ident::new("fusus_total", Span::call_site());
        let term = Ident::new("fusus_term", Span::call_site());
        let (seed, next): (&Expr, Expr) = match self.kind {
            Kind::Sum => (&zero, parse_quote!(#total + #term)),
            Kind::Products(_) => return self.products_in_order(),
            Kind::Fold(seed, operator) => (seed, applied(operator, &total, &term)),
            Kind::Steps(_) => unreachable!("steps are in order"),
        };
        let body = &self.closure.body;
        let closure: Expr =
            parse_quote!(|#total, #index #(, #parameters)*| { let #term = #body; #next });
        steps(
            self.span,
            seed,
            (self.from, self.to),
            &self.all_views(),
            &closure,
        )
    }

    /// The tuple of its views.
    fn all_views(&self) -> Expr {
        let views = self.views.iter().map(|view| {
            let axes = view.axes.iter();
            let axes =
                axes.map(|(size, start, factor)| ((*size).clone(), (*start).clone(), *factor));
            self::view(self.span, view.array, &axes.list(), view.is_unchecked)
        });
        parse_quote!((#(#views,)*))
    }

    /// Returns it in plain Rust, where the sum of nothing is `zero` and each product is rounded.
    pub fn plain(&self, zero: &Expr) -> Expr {
        let (state, index, params) = self.parameters();
        let Over { from, to, .. } = self;
        let body = Tail(&self.closure.body);
        let elements = self.views.iter().map(|view| view.plain(index));
        let (total, term) = (
            Ident::new("fusus_total", Span::call_site()),
            Ident::new("fusus_term", Span::call_site()),
        );
        let (seed, next): (&Expr, Expr) = match self.kind {
            Kind::Sum | Kind::Products(_) => (zero, parse_quote!(#total + #term)),
            Kind::Fold(seed, operator) => (seed, applied(operator, &total, &term)),
            Kind::Steps(seed) => (seed, parse_quote!(#term)),
        };
        let state = state.map(|state| quote!(let #state = #total;));
        parse_quote!({
            let mut #total = #seed;
            for #index in #from..#to {
                let #term = {
                    #state
                    #(let #params = #elements;)*
                    #body
                };
                #total = #next;
            }
            #total
        })
    }
}

/// An operator applied to two variables, without a call of a closure.
fn applied(operator: &Expr, left: &Ident, right: &Ident) -> Expr {
    match operator {
        Expr::Paren(inner) => applied(&inner.expr, left, right),
        Expr::Group(inner) => applied(&inner.expr, left, right),
        Expr::Closure(closure) if closure.inputs.len() == 2 => {
            let (a, b) = (&closure.inputs[0], &closure.inputs[1]);
            let body = Tail(&closure.body);
            parse_quote!({ let #a = #left; let #b = #right; #body })
        }
        path => parse_quote!(#path(#left, #right)),
    }
}

/// The zero of whatever type is asked for, as the start of a sum.
pub fn zero(span: Span) -> Expr {
    syn::parse2(quote_spanned!(span=> ::core::default::Default::default())).expect("a call")
}

/// Returns true if an expression is such a zero.
pub fn is_zero(expr: &Expr) -> bool {
    let Expr::Call(call) = expr else { return false };
    let Expr::Path(path) = &*call.func else {
        return false;
    };
    let mut names = path.path.segments.iter().rev();
    let ends = names.next().is_some_and(|last| last.ident == "default")
        && names.next().is_some_and(|owner| owner.ident == "Default");
    ends && call.args.is_empty()
}

/// Returns true if an expression is a fold over an index, a view or an element of one.
pub fn is_part(expr: &Expr) -> bool {
    Over::of(expr).is_some() || View::of(expr).is_some() || At::of(expr).is_some()
}

/// Returns true if an expression is, or contains, a fold over an index or an element of an array in
/// memory.
pub fn is_in(expr: &Expr) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |node| {
        if let Node::Expr(expr) = node {
            found |= Over::of(expr).is_some() || At::of(expr).is_some();
        }
        !found
    });
    found
}

/// The names of the arrays that folds over an index read in an expression.
pub fn arrays(expr: &Expr) -> Vec<Ident> {
    let mut names = Vec::new();
    walk::expr(expr, &mut |node| {
        if let Node::Expr(expr) = node {
            names.extend(View::of(expr).map(|view| view.array.clone()));
            names.extend(At::of(expr).map(|at| at.array.clone()));
        }
        true
    });
    names
}

/// Returns true if an expression also names an array where no element of it is read.
pub fn names_whole(expr: &Expr, array: &Ident) -> bool {
    let reads = arrays(expr).iter().filter(|read| *read == array).count();
    let mut all = 0;
    walk::each_identifier(expr.to_token_stream(), &mut |name| {
        all += usize::from(name == array);
    });
    all > reads
}
