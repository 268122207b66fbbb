//! Products of factors under a sum.

use crate::IndexSet;

/// A product under a sum: `R[output] = Σ over all other indices of X1[…] · X2[…] · …`.
///
/// A factor is the set of indices that its value depends on, be it a plain read, an array with an
/// index twice, or an expression of any kind. The cost of a factor does not matter here: it is
/// evaluated once for each of its elements in every order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    factors: Vec<IndexSet>,
    output: IndexSet,
}

impl Product {
    /// A product of factors, and the indices that are not summed. Those of them that no factor has
    /// are left out: along them the result is repeated.
    ///
    /// # Panics
    ///
    /// Panics if there is no factor.
    pub fn new(factors: Vec<IndexSet>, output: IndexSet) -> Self {
        assert!(!factors.is_empty(), "a product has a factor at least");
        let indices = union(&factors);
        let output = output & indices;
        Self { factors, output }
    }

    /// Its factors.
    pub fn factors(&self) -> &[IndexSet] {
        &self.factors
    }

    /// The indices of the result.
    pub fn output(&self) -> IndexSet {
        self.output
    }

    /// All indices.
    pub fn indices(&self) -> IndexSet {
        union(&self.factors)
    }

    /// The indices that are summed over.
    pub fn summed(&self) -> IndexSet {
        self.indices() - self.output
    }
}

/// The indices of all sets.
pub(crate) fn union<'s>(sets: impl IntoIterator<Item = &'s IndexSet>) -> IndexSet {
    sets.into_iter()
        .fold(IndexSet::EMPTY, |all, &set| all | set)
}
