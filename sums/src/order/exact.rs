//! The cheapest tree by dynamic programming over sets of terms.
//!
//! The indices of a set's product are determined: those that it has and that are needed outside of
//! it. So the cheapest tree of a set is the cheapest of two parts, and what joining them costs.

use super::tree::Term;
use super::{Counting, Tree};
use crate::product::union;
use crate::{IndexSet, Product};

/// The best known of a set of terms.
#[derive(Clone, Copy)]
struct Best {
    operations: u128,
    /// The elements of the arrays between the steps, by which equal costs are told apart.
    elements: u128,
    /// The part with the first term of the set.
    part: usize,
}

/// The cheapest tree over terms, of which there is one at least and 12 at most.
pub(super) fn cheapest(
    product: &Product,
    terms: &[Term],
    ranges: &[u64],
    counting: Counting,
) -> Tree {
    let results = results(product, terms);
    let mut best: Vec<Option<Best>> = vec![None; results.len()];
    for set in 1..results.len() {
        best[set] = if set.is_power_of_two() {
            Some(Best {
                operations: 0,
                elements: 0,
                part: set,
            })
        } else {
            join(set, &best, &results, ranges, counting)
        };
    }
    tree(results.len() - 1, terms, &best)
}

/// The indices of the product of each set of terms, by the set's bits.
fn results(product: &Product, terms: &[Term]) -> Vec<IndexSet> {
    let all = (1 << terms.len()) - 1;
    let of = |set: usize| {
        let chosen = terms.iter().enumerate();
        let chosen = chosen.filter(|(term, _)| set >> term & 1 == 1);
        union(chosen.map(|(_, term)| &term.indices))
    };
    (0..=all)
        .map(|set| of(set) & (product.output() | of(all ^ set)))
        .collect()
}

/// The cheapest way to make a set of several terms.
fn join(
    set: usize,
    best: &[Option<Best>],
    results: &[IndexSet],
    ranges: &[u64],
    counting: Counting,
) -> Option<Best> {
    let first = set & set.wrapping_neg();
    let rest = set ^ first;
    let inside = results[set].elements(ranges);
    let mut cheapest: Option<Best> = None;
    let mut chosen = rest;
    while chosen != 0 {
        chosen = (chosen - 1) & rest;
        let part = first | chosen;
        let (left, right) = (best[part]?, best[set ^ part]?);
        let operations = left.operations.saturating_add(right.operations);
        if cheapest.is_some_and(|best| best.operations < operations) {
            continue;
        }
        let loops = results[part] | results[set ^ part];
        let own = counting.of(loops, results[set], true, ranges);
        let found = Best {
            operations: operations.saturating_add(own),
            elements: (left.elements)
                .saturating_add(right.elements)
                .saturating_add(inside),
            part,
        };
        let key = |best: Best| (best.operations, best.elements);
        if cheapest.is_none_or(|best| key(found) < key(best)) {
            cheapest = Some(found);
        }
    }
    cheapest
}

/// The tree of a set, by the parts that were found.
fn tree(set: usize, terms: &[Term], best: &[Option<Best>]) -> Tree {
    match best[set] {
        Some(Best { part, .. }) if part != set => {
            Tree::pair(tree(part, terms, best), tree(set ^ part, terms, best))
        }
        _ => terms[set.trailing_zeros() as usize].tree.clone(),
    }
}
