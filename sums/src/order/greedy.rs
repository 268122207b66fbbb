//! Contractions one after the other, where there are too many factors for all trees.

use super::Tree;
use super::tree::{Term, needed_without};
use crate::Product;

/// Contracts the two terms that make memory grow least, again and again until at most `most` terms
/// are left. Of equal ones it takes those with the fewest positions, then the first.
pub(super) fn merged(
    product: &Product,
    mut terms: Vec<Term>,
    ranges: &[u64],
    most: usize,
) -> Vec<Term> {
    while terms.len() > most {
        let pairs = (0..terms.len()).flat_map(|right| (0..right).map(move |left| (left, right)));
        let best = pairs.min_by_key(|&(left, right)| {
            let term = contraction(product, &terms[left], &terms[right]);
            let loops = terms[left].indices | terms[right].indices;
            let size = |term: &Term| clamped(term.indices.elements(ranges));
            let growth = size(&term) - size(&terms[left]) - size(&terms[right]);
            (growth, loops.elements(ranges))
        });
        let Some((left, right)) = best else {
            break;
        };
        let term = contraction(product, &terms[left], &terms[right]);
        terms.remove(right);
        terms[left] = term;
    }
    terms
}

/// A number of elements that can be subtracted from others.
fn clamped(elements: u128) -> i128 {
    i128::try_from(elements)
        .unwrap_or(i128::MAX / 4)
        .min(i128::MAX / 4)
}

/// The product of two terms, summed as early as possible.
fn contraction(product: &Product, left: &Term, right: &Term) -> Term {
    let tree = Tree::pair(left.tree.clone(), right.tree.clone());
    let loops = left.indices | right.indices;
    Term {
        indices: loops & needed_without(product, &tree.factors()),
        tree,
    }
}
