//! The orders of sums of products, as plans tell of them.

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
    /// The sizes that decided, which are known or hinted at: `i = 1000`.
    pub assumed: Vec<String>,
    /// The largest factor by which the order was beaten by another one, over sizes that were tried.
    pub shortfall: f64,
}
