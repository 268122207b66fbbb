//! Ways to count the operations of an order.

use super::{Polynomial, Sizes};
use crate::{IndexSet, Product};

/// A way to count operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Floating-point operations: for each position of a contraction 2 if it sums, a
    /// multiplication and an addition, else 1; 1 for a sum alone. A sum over ranges of 1 adds
    /// nothing.
    #[default]
    Flops,
    /// Operations by Lam and others: products and sums are loops of their own, and each index is
    /// summed by itself, the one with the largest range first. A sum over a range of N counts N
    /// additions for each result, also where N is 1; orders are the cheapest for ranges from 2 on.
    Paper,
}

impl Counting {
    /// The operations of one step: a sum over `loops` without `result`, of a product or of one
    /// operand.
    pub(super) fn of(
        self,
        loops: IndexSet,
        result: IndexSet,
        multiplies: bool,
        ranges: &[u64],
    ) -> u128 {
        let positions = loops.elements(ranges);
        let products = if multiplies { positions } else { 0 };
        let sums = match self {
            Self::Flops if (loops - result).elements(ranges) == 1 => 0,
            Self::Flops => positions,
            Self::Paper => sums(loops, result, ranges),
        };
        products.saturating_add(sums)
    }

    /// The operations of a product as one loop nest over all of its indices, in which nothing is
    /// summed early: a multiplication for each factor but the first, and an addition.
    ///
    /// # Panics
    ///
    /// Panics if an index has no range.
    pub fn one_nest(self, product: &Product, ranges: &[u64]) -> u128 {
        let additions = match self {
            Self::Flops => product.summed().elements(ranges) != 1,
            Self::Paper => !product.summed().is_empty(),
        };
        let operations = product.factors().len() - 1 + usize::from(additions);
        let positions = product.indices().elements(ranges);
        positions.saturating_mul(operations as u128)
    }
}

/// The floating-point operations of a product as it is written, in one loop nest over all of its
/// indices, as a polynomial of the sizes that are not known.
///
/// # Panics
///
/// Panics if an index has no size.
pub fn written(product: &Product, sizes: &Sizes) -> Polynomial {
    let operations = product.factors().len() - 1 + usize::from(sizes.adds(product.summed()));
    let mut flops = Polynomial::default();
    flops.add(sizes.monomial(product.indices()), operations as u128);
    flops
}

/// The additions of sums over one index after the other.
fn sums(loops: IndexSet, result: IndexSet, ranges: &[u64]) -> u128 {
    let mut left = loops;
    let mut additions = 0_u128;
    for index in (loops - result).largest_first(ranges) {
        additions = additions.saturating_add(left.elements(ranges));
        left = left - index.into();
    }
    additions
}
