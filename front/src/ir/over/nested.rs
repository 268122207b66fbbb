//! Folds with a fold in each of their terms: `sum(|j| b[[j, r]] * sum(|k| x[[i, j, k]] * c[[k, r]]))`.

use super::{At, Kind, Over};
use crate::ordered::OrderedSet;
use crate::walk::{self, Node, Part};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, parse_quote};

impl<'e> Over<'e> {
    /// The fold in each of its terms, if there is one that is always evaluated and uses nothing that
    /// a term binds but the index.
    pub fn inner(&self) -> Option<Over<'e>> {
        if matches!(self.kind, Kind::Steps(_)) {
            return None;
        }
        let (_, index, elements) = self.parameters();
        let mut bound = OrderedSet::new();
        let mut bind = |node: &Node<'_>| {
            if let Node::Binding(binding) = node {
                bound.insert(binding.ident.to_string());
            }
        };
        for element in elements {
            walk::pattern(element, &mut |node| {
                bind(&node);
                true
            });
        }
        let (mut found, mut is_alone) = (None, true);
        walk::expr(&self.closure.body, &mut |node| {
            bind(&node);
            let Node::Expr(expr) = node else { return true };
            match Over::of(expr) {
                Some(over) => {
                    is_alone &= found.is_none();
                    found = Some(over);
                    false
                }
                None => {
                    is_alone &= At::of(expr).is_none();
                    !is_conditional(expr)
                }
            }
        });
        let inner = found.filter(|_| is_alone)?;
        let ranges = [inner.from, inner.to].into_iter().chain(inner.start());
        let (mut named, mut of_ranges) = (OrderedSet::new(), OrderedSet::new());
        for expr in ranges {
            walk::identifiers(expr.to_token_stream(), &mut of_ranges);
        }
        let views = inner.views.iter().flat_map(|view| &view.axes);
        for (size, start, _) in views {
            walk::identifiers(size.to_token_stream(), &mut named);
            walk::identifiers(start.to_token_stream(), &mut named);
        }
        walk::identifiers(inner.closure.to_token_stream(), &mut named);
        let uses_bound = bound
            .iter()
            .any(|name| named.contains(name) || of_ranges.contains(name));
        let is_regular = !matches!(inner.kind, Kind::Steps(_))
            && !super::is_in(&inner.closure.body)
            && !of_ranges.contains(&index.to_string())
            && inner.views.iter().all(|view| view.along(index).is_some());
        (is_regular && !uses_bound).then_some(inner)
    }

    /// Its terms with a name in the place of the fold in them.
    pub fn without_inner(&self, name: &Ident) -> Expr {
        let mut body = (*self.closure.body).clone();
        walk::change(&mut body, &mut |part| {
            if let Part::Before(expr) = part
                && Over::of(expr).is_some()
            {
                *expr = parse_quote!(#name);
                return false;
            }
            true
        });
        body
    }

    /// Its tokens as text.
    pub fn text(&self) -> String {
        self.whole.to_token_stream().to_string()
    }

    /// Returns it, and the folds in its terms, as steps that take one term after the other.
    pub fn all_in_order(&self) -> Expr {
        let mut closure = self.closure.clone();
        walk::change(&mut closure.body, &mut |part| {
            let Part::Before(expr) = part else {
                return true;
            };
            let ordered = Over::of(expr).map(|inner| inner.in_order());
            match ordered {
                Some(ordered) => {
                    *expr = ordered;
                    false
                }
                None => true,
            }
        });
        let ordered = Over {
            closure: &closure,
            ..self.clone()
        };
        ordered.in_order()
    }

    /// The start of a fold.
    pub fn start(&self) -> Option<&'e Expr> {
        match self.kind {
            Kind::Sum | Kind::Products(_) => None,
            Kind::Fold(seed, _) | Kind::Steps(seed) => Some(seed),
        }
    }
}

/// Returns true for expressions of which a part may not be evaluated, or more than once.
pub fn is_conditional(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::If(_)
            | Expr::Match(_)
            | Expr::Closure(_)
            | Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_)
    ) || matches!(expr, Expr::Binary(binary) if
        matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_)))
}
