//! The order in which a product under a sum is computed: contractions of two operands each, and
//! sums as early as an index allows.

mod cheapest;
mod counting;
mod exact;
mod fewer_arrays;
mod greedy;
mod polynomial;
mod sizes;
mod steps;
mod tree;
mod versions;

pub use cheapest::{EXACT, cheapest};
pub use counting::{Counting, written};
pub use fewer_arrays::with_fewer_arrays;
pub use polynomial::{Polynomial, Symbol};
pub use sizes::{Size, Sizes};
pub use steps::{Operand, Order, Step};
pub use tree::Tree;
pub use versions::{Version, Versions, candidates, versions};
