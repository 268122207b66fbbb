//! Binary trees over the factors of a product.

use crate::{IndexSet, Product};

/// The shape of an order: which terms are multiplied with each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tree {
    /// A factor, by its position.
    Factor(usize),
    /// The product of two terms.
    Pair(Box<Tree>, Box<Tree>),
}

impl Tree {
    /// The product of two trees.
    pub fn pair(left: Self, right: Self) -> Self {
        Self::Pair(Box::new(left), Box::new(right))
    }

    /// All trees over terms: 1 · 3 · 5 · … of them.
    pub fn all(terms: &[Self]) -> Vec<Self> {
        let Some((first, rest)) = terms.split_first() else {
            return Vec::new();
        };
        let mut trees = vec![first.clone()];
        for term in rest {
            trees = trees.iter().flat_map(|tree| tree.with(term)).collect();
        }
        trees
    }

    /// All trees in which a term is multiplied with a part of this one.
    fn with(&self, term: &Self) -> Vec<Self> {
        let mut trees = vec![Self::pair(self.clone(), term.clone())];
        if let Self::Pair(left, right) = self {
            let of_left = left.with(term).into_iter();
            trees.extend(of_left.map(|left| Self::pair(left, (**right).clone())));
            let of_right = right.with(term).into_iter();
            trees.extend(of_right.map(|right| Self::pair((**left).clone(), right)));
        }
        trees
    }

    /// The factors in it, from left to right.
    pub fn factors(&self) -> Vec<usize> {
        let mut factors = Vec::new();
        self.collect(&mut factors);
        factors
    }

    fn collect(&self, factors: &mut Vec<usize>) {
        match self {
            Self::Factor(factor) => factors.push(*factor),
            Self::Pair(left, right) => {
                left.collect(factors);
                right.collect(factors);
            }
        }
    }
}

/// A tree over some of the factors, and the indices of what it makes.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) tree: Tree,
    pub(super) indices: IndexSet,
}

/// The factors of a product, each summed over the indices that it alone has.
pub(super) fn terms(product: &Product) -> Vec<Term> {
    let factors = product.factors().iter().enumerate();
    let term = |(factor, &indices)| Term {
        tree: Tree::Factor(factor),
        indices: indices & needed_without(product, &[factor]),
    };
    factors.map(term).collect()
}

/// The indices that the result or a factor other than these has.
pub(super) fn needed_without(product: &Product, factors: &[usize]) -> IndexSet {
    let others = product.factors().iter().enumerate();
    let others = others.filter(|(factor, _)| !factors.contains(factor));
    others.fold(product.output(), |all, (_, &indices)| all | indices)
}
