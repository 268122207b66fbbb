//! The least memory between the steps of a sum of products, for comparison.
//!
//! It is the fusion of the strategy `lam`, element by element. None of it is generated: programs keep
//! blocks, which processors are faster with.

use fusus_sums::lam::{Expression, minimal};
use fusus_sums::order::Operand;

use crate::ir::SizedOrder;

/// The rest of the arrays between the steps of a sum of products whose loops are fused element by
/// element, by the dynamic program of Lam, Cociorva, Baumgartner and Sadayappan (1999, figure 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeastMemory {
    /// The elements of all arrays between steps if no loop is fused.
    pub unfused: u128,
    /// The elements that are left, the least of all legal fusions of this order.
    pub elements: u128,
    /// The rest of each array between steps: the part of the order that makes it, and the names of
    /// its indices along which all of it exists at once.
    pub left: Vec<(String, Vec<String>)>,
}

/// The most indices that one step may have: the dynamic program tries their subsets.
const MOST: usize = 12;

/// The least memory of an order with known sizes; `None` if nothing is between its steps, or if there
/// are too many loops to look at.
pub(super) fn of(sized: &SizedOrder) -> Option<LeastMemory> {
    let SizedOrder {
        product,
        order,
        factors,
        indices,
        ranges,
    } = sized;
    let steps = order.steps();
    if steps.len() < 2 || steps.iter().any(|step| step.loops.len() > MOST) {
        return None;
    }
    let expression = Expression::contracted(product, order, factors, ranges);
    let fusion = minimal(&expression).fusion;
    let between = expression
        .ids()
        .filter(|&id| expression.parent(id).is_some());
    let left = between.map(|id| {
        let kept = expression.node(id).array - fusion.of(id);
        let kept = kept.iter().map(|index| indices[index.number()].clone());
        let made = order.operand_text(Operand::Step(id.0), factors);
        (made, kept.collect())
    });
    Some(LeastMemory {
        unfused: expression.intermediates(&expression.unfused()),
        elements: expression.intermediates(&fusion),
        left: left.collect(),
    })
}

impl LeastMemory {
    /// It in words: `37 elements between its steps in place of 96000: (b c) with j and k`.
    pub fn words(&self) -> String {
        let left = self.left.iter().map(|(made, kept)| match kept.is_empty() {
            true => format!("{made} a scalar"),
            false => format!("{made} with {}", kept.join(" and ")),
        });
        format!(
            "{} in place of {} between steps: {}",
            self.elements,
            self.unfused,
            left.collect::<Vec<_>>().join(", ")
        )
    }
}
