//! The cheapest order where all ranges are known.

use super::{Counting, Order, Tree, exact, greedy, tree};
use crate::Product;

/// The most terms for which the cheapest tree is found by dynamic programming.
pub const EXACT: usize = 12;

/// The cheapest order of a product, if its indices have these ranges.
///
/// Of several that cost the least, it is one whose intermediate arrays have the fewest elements. It
/// is exact for up to [`EXACT`] factors. More are contracted greedily until so many terms are left.
///
/// # Panics
///
/// Panics if an index has no range.
pub fn cheapest(product: &Product, ranges: &[u64], counting: Counting) -> Order {
    Order::along(product, &cheapest_tree(product, ranges, counting))
}

/// The tree of [`cheapest`].
pub(super) fn cheapest_tree(product: &Product, ranges: &[u64], counting: Counting) -> Tree {
    let terms = tree::terms(product);
    let terms = greedy::merged(product, terms, ranges, EXACT);
    exact::cheapest(product, &terms, ranges, counting)
}
