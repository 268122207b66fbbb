//! Regions: boxes of indices.

use std::fmt;

/// A distance or an offset: one number for each dimension.
pub type Vector = Vec<i64>;

/// The integers from `low` to `high`, both included; none if `high` is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval {
    /// The least one.
    pub low: i64,
    /// The largest one.
    pub high: i64,
}

impl Interval {
    /// The number of integers in it.
    pub fn len(self) -> u64 {
        u64::try_from(self.high - self.low + 1).unwrap_or(0)
    }

    /// Returns true if there is no integer in it.
    pub fn is_empty(self) -> bool {
        self.high < self.low
    }
}

/// A box of indices: the extent of a statement, and the only thing that its loops run over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(pub Vec<Interval>);

impl Region {
    /// The number of its dimensions.
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// The number of its indices.
    pub fn size(&self) -> u128 {
        let sides = self.0.iter().map(|side| u128::from(side.len()));
        sides.fold(1, u128::saturating_mul)
    }

    /// Returns true if there is no index in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().any(|side| side.is_empty())
    }

    /// Returns true if the index is in it.
    pub fn contains(&self, index: &[i64]) -> bool {
        let mut sides = self.0.iter().zip(index);
        sides.all(|(side, at)| (side.low..=side.high).contains(at))
    }

    /// The region moved by an offset.
    #[must_use]
    pub fn shifted(&self, offset: &[i64]) -> Self {
        let moved = self.0.iter().zip(offset).map(|(side, by)| Interval {
            low: side.low + by,
            high: side.high + by,
        });
        Self(moved.collect())
    }

    /// The indices that both have.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let sides = self.0.iter().zip(&other.0).map(|(one, other)| Interval {
            low: one.low.max(other.low),
            high: one.high.min(other.high),
        });
        Self(sides.collect())
    }

    /// Returns true if an index is in both.
    pub fn meets(&self, other: &Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// The least box around both.
    #[must_use]
    pub fn hull(&self, other: &Self) -> Self {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        let sides = self.0.iter().zip(&other.0).map(|(one, other)| Interval {
            low: one.low.min(other.low),
            high: one.high.max(other.high),
        });
        Self(sides.collect())
    }

    /// The indices that the other one does not have, as boxes that do not meet.
    pub fn minus(&self, other: &Self) -> Vec<Self> {
        let shared = self.intersection(other);
        if shared.is_empty() {
            return if self.is_empty() {
                Vec::new()
            } else {
                vec![self.clone()]
            };
        }
        let mut rest = self.clone();
        let mut boxes = Vec::new();
        for (dimension, inside) in shared.0.iter().enumerate() {
            let Interval { low, high } = rest.0[dimension];
            let below = Interval {
                low,
                high: inside.low - 1,
            };
            let above = Interval {
                low: inside.high + 1,
                high,
            };
            for side in [below, above] {
                if !side.is_empty() {
                    let mut part = rest.clone();
                    part.0[dimension] = side;
                    boxes.push(part);
                }
            }
            rest.0[dimension] = *inside;
        }
        boxes
    }

    /// The indices that none of the others has, as boxes that do not meet.
    pub fn outside<'a>(&self, others: impl IntoIterator<Item = &'a Self>) -> Vec<Self> {
        let mut rest = if self.is_empty() {
            Vec::new()
        } else {
            vec![self.clone()]
        };
        for other in others {
            rest = rest.iter().flat_map(|part| part.minus(other)).collect();
        }
        rest
    }
}

/// As in `[1..4, 1..8]`.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (position, side) in self.0.iter().enumerate() {
            let comma = if position == 0 { "" } else { ", " };
            write!(f, "{comma}{}..{}", side.low, side.high)?;
        }
        f.write_str("]")
    }
}

/// The text of a vector, as in `(-1,0)`.
pub(crate) fn vector_text(vector: &[i64]) -> String {
    let numbers: Vec<String> = vector.iter().map(ToString::to_string).collect();
    format!("({})", numbers.join(","))
}

#[cfg(test)]
mod tests {
    use super::{Interval, Region};

    #[test]
    fn indices_of_many_dimensions_are_counted() {
        let side = Interval {
            low: 1,
            high: 60_000,
        };
        assert_eq!(Region(vec![side; 6]).size(), 60_000_u128.pow(6));
    }
}
