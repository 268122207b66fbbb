//! Indices and sets of them.

use crate::sorted::sort_by_key;
use std::cmp::Reverse;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// An index of a sum of products, by its number: the position of its range in a list of ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(u8);

impl Index {
    /// The most indices that one sum of products may have.
    pub const MOST: usize = 64;

    /// The index of a number.
    ///
    /// # Panics
    ///
    /// Panics if the number is not below [`Index::MOST`].
    pub fn new(number: usize) -> Self {
        assert!(
            number < Self::MOST,
            "index {number} of at most {}",
            Self::MOST
        );
        Self(number as u8)
    }

    /// Its number.
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of indices. `|` unites, `&` intersects, `-` takes away.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IndexSet(u64);

impl IndexSet {
    /// The set without elements.
    pub const EMPTY: Self = Self(0);

    /// Returns true if there is nothing in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of indices in it.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the index is in it.
    pub fn contains(self, index: Index) -> bool {
        self.0 >> index.0 & 1 == 1
    }

    /// Returns true if all of it is in the other set.
    pub fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Its indices, ascending.
    pub fn iter(self) -> impl Iterator<Item = Index> {
        (0..Index::MOST as u8)
            .map(Index)
            .filter(move |&index| self.contains(index))
    }

    /// Its indices, that with the largest range first, of equal ones the first one first.
    pub(crate) fn largest_first(self, ranges: &[u64]) -> Vec<Index> {
        let mut indices: Vec<Index> = self.iter().collect();
        sort_by_key(&mut indices, |index| Reverse(ranges[index.number()]));
        indices
    }

    /// All of its subsets, the largest numbers first: the set itself, …, the empty one.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let mut next = Some(self.0);
        std::iter::from_fn(move || {
            let this = next?;
            next = (this != 0).then(|| (this - 1) & self.0);
            Some(Self(this))
        })
    }

    /// The number of elements of an array that has these indices: the product of their ranges, or
    /// the largest number where that is beyond it.
    ///
    /// # Panics
    ///
    /// Panics if an index has no range.
    pub fn elements(self, ranges: &[u64]) -> u128 {
        let mut rest = self.0;
        let mut elements = 1_u128;
        while rest != 0 {
            let range = ranges[rest.trailing_zeros() as usize];
            elements = elements.saturating_mul(u128::from(range));
            rest &= rest - 1;
        }
        elements
    }

    /// The names of its indices, one after the other.
    pub fn text<S: AsRef<str>>(self, names: &[S]) -> String {
        self.joined(names, "")
    }

    /// The names of its indices with a separator.
    pub(crate) fn joined<S: AsRef<str>>(self, names: &[S], separator: &str) -> String {
        let names: Vec<&str> = self.iter().map(|i| names[i.number()].as_ref()).collect();
        names.join(separator)
    }
}

impl FromIterator<Index> for IndexSet {
    fn from_iter<I: IntoIterator<Item = Index>>(indices: I) -> Self {
        let bits = indices.into_iter().map(|index| 1 << index.0);
        Self(bits.fold(0, |set, bit: u64| set | bit))
    }
}

impl From<Index> for IndexSet {
    fn from(index: Index) -> Self {
        Self(1 << index.0)
    }
}

impl BitOr for IndexSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for IndexSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for IndexSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for IndexSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Debug for IndexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|i| i.0)).finish()
    }
}
