//! Subscripts that are not one for each axis of their array.

use super::Lowering;
use super::scope::Entity;
use super::subscript::subscripts;
use crate::diagnostic::catalog;
use crate::ir::tokens;
use crate::ordered::ToList;
use crate::syntax::names;
use crate::syntax::{Term, strip};
use crate::walk::{self, Node};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex};

impl Lowering {
    /// `a[i][j]` of an array with two axes, and `a[i]` where there are indices: reports it, and returns
    /// true if there is one.
    pub(super) fn subscripts_apart(&mut self, body: &Expr, indices: &[Ident]) -> bool {
        let mut reports = Vec::new();
        walk::expr(body, &mut |node| {
            let Node::Expr(Expr::Index(last)) = node else {
                return true;
            };
            let (name, given, is_apart) = match (apart(last), Term::of(&last.expr)) {
                (Some((name, given)), _) => (name, given, true),
                (None, Term::Name(name)) => (name, subscripts(last), false),
                _ => return true,
            };
            let rank = match self.scope.get(name) {
                Some(Entity::Array(array)) => self.program.rank(array),
                _ => return true,
            };
            let is_mistake = match is_apart {
                true => rank == given.len(),
                false => rank > given.len() && !indices.is_empty(),
            };
            if !is_mistake || !names::free(body).contains(name) {
                return true;
            }
            reports.push(match is_apart {
                true => {
                    let given: Vec<String> = given.into_iter().map(tokens::of).list();
                    catalog::subscripts_apart(last.span(), name, &given)
                }
                false => {
                    let wanted = one_for_each_axis(&given, rank, indices);
                    catalog::rank_differs(last.span(), name, &given, &wanted)
                }
            });
            false
        });
        let is_reported = !reports.is_empty();
        self.found.extend(reports);
        is_reported
    }
}

/// The name and the subscripts of `a[i][j]`.
fn apart(last: &ExprIndex) -> Option<(&Ident, Vec<&Expr>)> {
    let Expr::Index(first) = strip(&last.expr) else {
        return None;
    };
    let (name, mut given) = match (apart(first), Term::of(&first.expr)) {
        (Some(before), _) => before,
        (None, Term::Name(name)) => (name, subscripts(first)),
        _ => return None,
    };
    given.extend(subscripts(last));
    Some((name, given))
}

/// The subscripts that a read of an array may have been meant to have: those that are given, and those
/// of `indices` that are in none of them, in the order of these.
pub(super) fn one_for_each_axis(given: &[&Expr], rank: usize, indices: &[Ident]) -> Vec<String> {
    let place = |at: &&Expr| {
        let free = names::free(at);
        // Other names are those of inner folds.
        let inner = (!free.is_empty()).then_some(indices.len());
        let own = indices.iter().position(|index| free.contains(index));
        own.or(inner)
    };
    let mut known: Vec<(Option<usize>, String)> =
        given.iter().map(|at| (place(at), tokens::of(*at))).list();
    known.truncate(rank);
    let is_read = |number: &usize| known.iter().any(|(place, _)| *place == Some(*number));
    let mut others: Vec<usize> = (0..indices.len()).filter(|number| !is_read(number)).list();
    others.truncate(rank.saturating_sub(known.len()));
    for number in others {
        let behind = |(place, _): &(Option<usize>, String)| place.is_some_and(|own| own > number);
        let at = known.iter().position(behind).unwrap_or(known.len());
        known.insert(at, (Some(number), indices[number].to_string()));
    }
    known.resize(rank, (None, "0".to_owned()));
    known.into_iter().map(|(_, text)| text).list()
}

#[cfg(test)]
mod tests {
    use super::one_for_each_axis;
    use quote::format_ident;
    use syn::{Expr, parse_str};

    fn wanted(given: &[&str], rank: usize, indices: &[&str]) -> String {
        let given: Vec<Expr> =
            (given.iter().map(|at| parse_str(at).expect("an expression"))).collect();
        let given: Vec<&Expr> = given.iter().collect();
        let indices: Vec<_> = indices
            .iter()
            .map(|index| format_ident!("{index}"))
            .collect();
        one_for_each_axis(&given, rank, &indices).join(", ")
    }

    #[test]
    fn what_is_missing_stands_where_its_index_does() {
        assert_eq!(wanted(&["j"], 2, &["i", "j"]), "i, j");
        assert_eq!(wanted(&["i + 1"], 2, &["i", "j"]), "i + 1, j");
        assert_eq!(wanted(&["j", "k"], 3, &["i", "j", "k"]), "i, j, k");
        assert_eq!(wanted(&["j"], 2, &["i"]), "i, j");
        assert_eq!(wanted(&["k"], 2, &["k"]), "k, 0");
        assert_eq!(wanted(&["3"], 2, &["i"]), "3, i");
    }

    #[test]
    fn what_is_too_much_is_left_out() {
        assert_eq!(wanted(&["i - 1", "j"], 1, &["i", "j"]), "i - 1");
    }
}
