//! Loop structures: the order and the direction of the loops of a nest.

use std::fmt;

use crate::region::Vector;

/// A loop of a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loop {
    /// The dimension that it runs over, from 0 on.
    pub dimension: usize,
    /// Returns true if it runs from the last index to the first.
    pub downwards: bool,
}

impl Loop {
    /// The distance along the loop, in the order in which it runs.
    pub fn along(self, distance: &[i64]) -> i64 {
        let along = distance[self.dimension];
        if self.downwards { -along } else { along }
    }
}

/// A loop structure vector: loops, the outermost one first.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Structure(pub Vec<Loop>);

impl Structure {
    /// All structures over some dimensions. Ascending dimensions that run upwards come first.
    pub fn all(dimensions: &[usize]) -> Vec<Self> {
        if dimensions.is_empty() {
            return vec![Self::default()];
        }
        let mut all = Vec::new();
        for &dimension in dimensions {
            let rest: Vec<usize> = dimensions
                .iter()
                .copied()
                .filter(|&other| other != dimension)
                .collect();
            for downwards in [false, true] {
                for inner in Self::all(&rest) {
                    let mut loops = vec![Loop {
                        dimension,
                        downwards,
                    }];
                    loops.extend(inner.0);
                    all.push(Self(loops));
                }
            }
        }
        all
    }

    /// The constrained distance of an unconstrained one: one number for each loop.
    pub fn constrained(&self, distance: &[i64]) -> Vector {
        self.0.iter().map(|it| it.along(distance)).collect()
    }
}

/// As the paper writes it, with dimensions from 1 on: `(-1,2)`.
impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (position, it) in self.0.iter().enumerate() {
            let comma = if position == 0 { "" } else { "," };
            let sign = if it.downwards { "-" } else { "" };
            write!(f, "{comma}{sign}{}", it.dimension + 1)?;
        }
        f.write_str(")")
    }
}

/// Returns true if the leftmost number that is not zero is positive, or if there is none.
pub fn is_lexicographically_nonnegative(distance: &[i64]) -> bool {
    distance.iter().find(|&&along| along != 0) >= Some(&0) || distance.iter().all(|&it| it == 0)
}
