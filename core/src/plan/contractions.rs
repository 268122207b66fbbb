//! Sums of products: the order in which each is computed, and what the order of the text would take.

use super::LeastMemory;
use super::least_memory;
use crate::ir::{Alternative, Program};

/// A sum of products, and the remarks on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Contraction {
    /// The name of what it is a part of.
    pub name: String,
    /// The order with the names of the factors: `((a b) c)`.
    pub order: String,
    /// Its floating-point operations, as a polynomial of sizes.
    pub flops: String,
    /// The operations of one loop nest over all indices, as the text has it.
    pub written: String,
    /// The orders among which the sizes on entry choose; empty where there is one for all sizes.
    pub alternatives: Vec<Alternative>,
    /// The sizes that decided: `i = 1000`.
    pub assumed: Vec<String>,
    /// The largest factor by which the order was beaten by another one, over sizes that were tried.
    pub shortfall: f64,
    /// The least memory that fusion element by element would leave between its steps; `None` where
    /// sizes are not known, or where nothing is between them.
    pub least_memory: Option<LeastMemory>,
}

/// The sums of products of a program, in order.
pub(super) fn of(program: &Program) -> Vec<Contraction> {
    let contractions = program.contractions.iter().cloned();
    let contractions = contractions.map(|known| Contraction {
        name: known.name,
        order: known.order,
        flops: known.flops,
        written: known.written,
        alternatives: known.alternatives,
        assumed: known.assumed,
        shortfall: known.shortfall,
        least_memory: known.sized.as_ref().and_then(least_memory::of),
    });
    contractions.collect()
}

impl Contraction {
    /// The number of orders among which the sizes on entry choose.
    pub fn versions(&self) -> usize {
        self.alternatives.len().max(1)
    }

    /// The versions, each with the sizes that choose it: `if 2·i·j ≤ 2·j·k: version 1, …`.
    pub fn choices(&self) -> Vec<String> {
        let alternatives = self.alternatives.iter().enumerate();
        let choices = alternatives.map(|(number, one)| {
            let when = match one.conditions.is_empty() {
                true => "otherwise".to_owned(),
                false => format!("if {}", one.conditions.join(" and ")),
            };
            format!(
                "{when}: version {}, {} by {}",
                number + 1,
                one.flops,
                one.order
            )
        });
        choices.collect()
    }

    /// The remarks on it in words.
    pub fn words(&self) -> String {
        let mut words = match self.flops == self.written {
            _ if !self.alternatives.is_empty() => format!(
                "as written: {}, ordered in {} versions",
                self.written,
                self.versions()
            ),
            true => format!("{}, as written: {}", self.order, self.written),
            false => format!(
                "as written: {}, ordered: {}, by {}",
                self.written, self.flops, self.order
            ),
        };
        if !self.assumed.is_empty() {
            words += &format!("; for {}", self.assumed.join(", "));
        }
        if self.shortfall > 1.0 {
            let orders = match self.versions() {
                1 => "one order for all sizes, which".to_owned(),
                several => format!("the best of {several}"),
            };
            words += &format!(
                "; {orders} for some takes {} times the operations of another one",
                rounded(self.shortfall)
            );
        }
        words
    }
}

/// A factor as a short number.
fn rounded(factor: f64) -> String {
    match factor < 10.0 {
        true => format!("{factor:.2}"),
        false => format!("{factor:.0}"),
    }
}
