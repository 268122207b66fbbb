//! Sequences of index sets: the loops at a node, ranked by their scopes.

use crate::IndexSet;

/// Disjoint sets of indices, none of them empty. The loops of one set have the same scope, which
/// strictly contains those of the later sets.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence(Vec<IndexSet>);

impl Sequence {
    /// The sequence of sets, of which empty ones are left out.
    pub fn new(sets: impl IntoIterator<Item = IndexSet>) -> Self {
        let sets = sets.into_iter().filter(|set| !set.is_empty());
        Self(sets.collect())
    }

    /// Its sets, the largest scope first.
    pub fn sets(&self) -> &[IndexSet] {
        &self.0
    }

    /// All of its indices.
    pub fn indices(&self) -> IndexSet {
        crate::product::union(&self.0)
    }

    /// All prefixes, the longest first: some of its first sets, and a part of the next one.
    pub fn prefixes(&self) -> Vec<Self> {
        let mut prefixes = Vec::new();
        for (length, &last) in self.0.iter().enumerate().rev() {
            for part in last.subsets().filter(|part| !part.is_empty()) {
                prefixes.push(self.first(length, part));
            }
        }
        prefixes.push(Self::default());
        prefixes
    }

    /// Its first sets, and one more set.
    fn first(&self, length: usize, last: IndexSet) -> Self {
        Self::new(self.0[..length].iter().copied().chain([last]))
    }

    /// The longest prefix within some indices: the most that can be fused with a parent that has
    /// these loops.
    #[must_use]
    pub fn within(&self, indices: IndexSet) -> Self {
        let inside = |set: &&IndexSet| set.is_subset(indices);
        let whole = self.0.iter().take_while(inside).count();
        let part = self
            .0
            .get(whole)
            .map_or(IndexSet::EMPTY, |&set| set & indices);
        self.first(whole, part)
    }

    /// The nesting at a parent with these loops, if this is what is fused with it: its other loops
    /// have the smallest scope.
    #[must_use]
    pub fn extended(&self, loops: IndexSet) -> Self {
        self.first(self.0.len(), loops - self.indices())
    }

    /// The nesting at a node as two of its children leave it; `None` if they are incompatible: if
    /// each has a loop with a larger scope than one that is larger for the other.
    ///
    /// Both have the same indices.
    pub fn merged(&self, other: &Self) -> Option<Self> {
        let (mut left, mut right) = (self.0.iter().copied(), other.0.iter().copied());
        let (mut of_left, mut of_right) = (IndexSet::EMPTY, IndexSet::EMPTY);
        let mut merged = Vec::new();
        loop {
            if of_left.is_empty() {
                of_left = left.next().unwrap_or_default();
            }
            if of_right.is_empty() {
                of_right = right.next().unwrap_or_default();
            }
            if of_left.is_empty() && of_right.is_empty() {
                return Some(Self(merged));
            }
            let both = of_left & of_right;
            if both.is_empty() {
                return None;
            }
            merged.push(both);
            (of_left, of_right) = (of_left - of_right, of_right - of_left);
        }
    }

    /// Returns true if it is more constraining than the other one, or equally so: if whatever can
    /// be fused around it can be fused around the other one.
    pub fn constrains(&self, other: &Self) -> bool {
        let mut sets = other.0.iter().copied();
        let mut rest = IndexSet::EMPTY;
        self.0.iter().all(|&set| {
            if rest.is_empty() {
                rest = sets.next().unwrap_or_default();
            }
            let is_inside = set.is_subset(rest);
            rest = rest - set;
            is_inside
        })
    }

    /// The sequence with the names of its indices: `⟨kl,j⟩`.
    pub fn text<S: AsRef<str>>(&self, names: &[S]) -> String {
        let sets: Vec<String> = self.0.iter().map(|set| set.text(names)).collect();
        format!("⟨{}⟩", sets.join(","))
    }
}
