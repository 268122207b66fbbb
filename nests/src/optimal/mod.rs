//! The cheapest plan: a search over all partitions into nests, beyond the paper's rules if asked to.

mod arrange;
mod search;
mod shifts;
mod window;

pub use search::{Limit, Solution, optimal};

/// The rules that a nest follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rules {
    /// Definitions 5 and 6: one region, no flow but at one index, arrays or scalars.
    Published,
    /// The published ones, but flow may be carried by loops, arrays contract to windows, and elements
    /// of a contracted array that the program does not write are read from the old one.
    Carried,
    /// Beyond that, statements are shifted against each other, regions may differ, and parts of a
    /// nest may share its outer loops alone. The innermost loops run over the last dimension, along
    /// which elements are neighbours, unless some statement cannot.
    Wide,
    /// Beyond that, the innermost loops run over any dimension.
    Strided,
}
