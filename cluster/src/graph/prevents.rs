//! The reasons for which two nodes may not share a loop.

use std::fmt;

/// The reason for which two nodes may not share a loop although one feeds the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Prevents {
    /// The total of a fold is complete only after its loop.
    FoldResult,
    /// A combinator uses the array at other positions than that of its loop.
    Operand(Complete),
    /// The result of a `scatter` is complete only after its loop.
    ScatterResult,
    /// The result of a `reduce_by_index` is complete only after its loop.
    ReducedByIndex,
    /// An `external` takes and gives complete values.
    External,
    /// A host scalar is computed between loops.
    HostScalar,
    /// The length of the array is known only after the loop that makes it.
    Length,
    /// `conform` checks a complete array.
    Conform,
    /// The array is indexed by a worker, so it must be complete.
    Indexed,
    /// A later write in place must wait for reads at other positions.
    InPlace,
    /// Both use elements in common, in different views.
    Overlap,
    /// They run over different shapes.
    Shape,
}

/// The reason for which an array must be complete before it is used, in words for plans. In these
/// `{from}` is the combinator that makes it and `{to}` the one that uses it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Complete {
    /// The rule: `a gather needs its data complete`.
    pub rule: &'static str,
    /// The rule as it applies to two bindings.
    pub because: &'static str,
    /// The reason for which the array is in memory.
    pub stored: &'static str,
}

impl fmt::Debug for Complete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule)
    }
}

impl Complete {
    /// The rule as it applies to what makes an array and what uses it.
    pub fn because(&self, from: &str, to: &str) -> String {
        self.because.replace("{from}", from).replace("{to}", to)
    }

    /// The reason for which the array is in memory, by the combinator that uses it.
    pub fn stored(&self, to: &str) -> String {
        self.stored.replace("{to}", to)
    }
}
