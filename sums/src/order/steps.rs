//! Orders as lists of steps.

use super::tree::needed_without;
use super::{Counting, Polynomial, Sizes, Tree};
use crate::sorted::sort_by_key;
use crate::{IndexSet, Product};

/// A value that a step uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A factor of the product, by its position.
    Factor(usize),
    /// The result of an earlier step.
    Step(usize),
}

/// One loop nest of an order: a contraction of two operands, or a sum over one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The first operand.
    pub left: Operand,
    /// The second operand; `None` where the first one alone is summed.
    pub right: Option<Operand>,
    /// The indices of its loops: those of its operands.
    pub loops: IndexSet,
    /// The indices of its result. It sums over the others.
    pub result: IndexSet,
}

impl Step {
    /// The indices that it sums over.
    pub fn summed(&self) -> IndexSet {
        self.loops - self.result
    }
}

/// An order: steps, each of which needs only earlier ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    steps: Vec<Step>,
    result: Operand,
}

impl Order {
    /// The order along a tree. Each index is summed as soon as no other factor has it.
    ///
    /// # Panics
    ///
    /// Panics if the tree does not have each factor of the product once.
    pub fn along(product: &Product, tree: &Tree) -> Self {
        let mut factors = tree.factors();
        sort_by_key(&mut factors, |factor| *factor);
        let all: Vec<usize> = (0..product.factors().len()).collect();
        assert_eq!(factors, all, "a tree has each factor once");
        let mut steps = Vec::new();
        let (result, _) = add(product, tree, &mut steps);
        Self { steps, result }
    }

    /// Its steps, in the order of execution.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The value that is the result: the last step, or the only factor.
    pub fn result(&self) -> Operand {
        self.result
    }

    /// The number of operations, if the indices have these ranges.
    ///
    /// # Panics
    ///
    /// Panics if an index has no range.
    pub fn cost(&self, counting: Counting, ranges: &[u64]) -> u128 {
        let costs = self.steps.iter();
        let costs =
            costs.map(|step| counting.of(step.loops, step.result, step.right.is_some(), ranges));
        costs.fold(0, u128::saturating_add)
    }

    /// The number of floating-point operations as a polynomial of the sizes that are not known.
    ///
    /// # Panics
    ///
    /// Panics if an index has no size.
    pub fn flops(&self, sizes: &Sizes) -> Polynomial {
        let mut flops = Polynomial::default();
        for step in &self.steps {
            let operations =
                u128::from(step.right.is_some()) + u128::from(sizes.adds(step.summed()));
            flops.add(sizes.monomial(step.loops), operations);
        }
        flops
    }

    /// The elements of all intermediate arrays, each as a whole.
    ///
    /// # Panics
    ///
    /// Panics if an index has no range.
    pub fn elements(&self, ranges: &[u64]) -> u128 {
        let between = &self.steps[..self.steps.len().saturating_sub(1)];
        let elements = between.iter().map(|step| step.result.elements(ranges));
        elements.fold(0, u128::saturating_add)
    }

    /// The order with the names of the factors: `((a b) c)`, and `sum(a)` where a factor is summed
    /// alone.
    ///
    /// # Panics
    ///
    /// Panics if a factor has no name.
    pub fn text<S: AsRef<str>>(&self, names: &[S]) -> String {
        self.operand_text(self.result, names)
    }

    /// The part of the order that makes an operand, with the names of the factors.
    ///
    /// # Panics
    ///
    /// Panics if the order has no such operand, or a factor no name.
    pub fn operand_text<S: AsRef<str>>(&self, operand: Operand, names: &[S]) -> String {
        let step = match operand {
            Operand::Factor(factor) => return names[factor].as_ref().to_owned(),
            Operand::Step(step) => &self.steps[step],
        };
        let left = self.operand_text(step.left, names);
        match step.right {
            Some(right) => format!("({left} {})", self.operand_text(right, names)),
            None => format!("sum({left})"),
        }
    }
}

/// Adds the steps of a tree, and returns what it makes, with its indices.
fn add(product: &Product, tree: &Tree, steps: &mut Vec<Step>) -> (Operand, IndexSet) {
    let (left, right, loops) = match tree {
        Tree::Factor(factor) => (Operand::Factor(*factor), None, product.factors()[*factor]),
        Tree::Pair(left, right) => {
            let (left, left_indices) = add(product, left, steps);
            let (right, right_indices) = add(product, right, steps);
            (left, Some(right), left_indices | right_indices)
        }
    };
    let result = loops & needed_without(product, &tree.factors());
    if right.is_none() && result == loops {
        return (left, loops);
    }
    steps.push(Step {
        left,
        right,
        loops,
        result,
    });
    (Operand::Step(steps.len() - 1), result)
}
