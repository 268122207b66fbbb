//! The orders of sums of products: as plans tell of them, and as a program chooses among them.

use super::InputPart;
use fusus_sums::Product;
use fusus_sums::order::Order;
pub use fusus_sums::order::Polynomial;
use proc_macro2::Ident;
use syn::Expr;

/// A sum of products, and the order in which it is computed.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
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
    /// The sizes that decided, which are known or hinted at: `i = 1000`.
    pub assumed: Vec<String>,
    /// The largest factor by which the order was beaten by another one, over sizes that were tried.
    pub shortfall: f64,
    /// The order by which it is computed with all sizes known or hinted at; `None` if one of them is
    /// not, if the text is kept, or if the sizes on entry choose.
    pub sized: Option<SizedOrder>,
}

/// A product with the order by which it is computed, and the sizes that decided it.
#[derive(Clone, Debug)]
pub struct SizedOrder {
    /// Its factors and its result.
    pub product: Product,
    /// The order.
    pub order: Order,
    /// The names of the factors.
    pub factors: Vec<String>,
    /// The name of each index.
    pub indices: Vec<String>,
    /// The size of each index.
    pub ranges: Vec<u64>,
}

/// An order of a sum of products that some sizes choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The order with the names of the factors.
    pub order: String,
    /// Its floating-point operations, as a polynomial of sizes.
    pub flops: String,
    /// The comparisons that must hold, `2·i·j·k + … ≤ …`, after those before it did not; empty for
    /// the last one.
    pub conditions: Vec<String>,
}

/// The versions of a program, which differ in the order of one sum of products.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Versions {
    /// The sizes that decide, by the numbers of symbols: each is known when the program begins.
    pub sizes: Vec<EntrySize>,
    /// The conditions of all versions but the last, asked in turn: a version is taken if the first
    /// polynomial of each pair is at most the second one.
    pub conditions: Vec<Vec<(Polynomial, Polynomial)>>,
}

/// A size that is known when a program begins.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum EntrySize {
    /// A parameter.
    Scalar(Ident),
    /// The length of an input, or of one of its axes.
    Input(Expr, InputPart),
    /// A size that no condition asks for.
    Unused,
}

impl Versions {
    /// The number of versions.
    pub fn count(&self) -> usize {
        self.conditions.len() + 1
    }
}
