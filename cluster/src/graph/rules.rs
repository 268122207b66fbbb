//! The sets of fusion rules.

/// The rules by which a graph is built from a program.
///
/// A strategy names the rules it wants ([`crate::Strategy::rules`]);
/// the graph builder follows them when it gives nodes their roles, sizes and
/// transducers and edges their kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// Robinson, sections 3.5 to 4.1, to the letter: scans and scatters run
    /// alone, a `cross` iterates over all pairs.
    Paper,
    /// Ours: scans and scatters take part, a `cross` iterates over its first
    /// argument and is the transducer to its pairs.
    Wider,
}
