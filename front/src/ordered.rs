//! Maps in the order of their keys, sets in the order of their elements, and lists that are made of
//! what other lists have.
//!
//! The maps of the compiler are small, and there are many types of them. Each type of `BTreeMap` is
//! some 5,000 lines for LLVM, in the build of every user; one of these is a tenth of that.

mod set;

pub use set::OrderedSet;

use std::borrow::Borrow;
use std::ops::Index;

/// The items of lists, list by list. For LLVM it is a tenth of `flat_map` and `collect`.
pub fn flat<L: IntoIterator>(lists: impl IntoIterator<Item = L>) -> Vec<L::Item> {
    let mut all = Vec::new();
    for list in lists {
        all.extend(list);
    }
    all
}

/// The list of what an iterator yields. For LLVM, and for rustc, which must find all that it calls, it
/// is a third of `collect`.
pub trait ToList: Iterator {
    /// The list of all items.
    fn list(self) -> Vec<Self::Item>
    where
        Self: Sized,
    {
        let mut all = Vec::new();
        for item in self {
            all.push(item);
        }
        all
    }
}

impl<I: Iterator> ToList for I {}

/// All values, if none is missing. For LLVM it is a quarter of `collect`.
pub fn every<T>(values: impl IntoIterator<Item = Option<T>>) -> Option<Vec<T>> {
    let mut all = Vec::new();
    for value in values {
        all.push(value?);
    }
    Some(all)
}

/// All values, or the first error, as [`every`] finds them.
pub fn tried<T, E>(values: impl IntoIterator<Item = Result<T, E>>) -> Result<Vec<T>, E> {
    let mut all = Vec::new();
    for value in values {
        all.push(value?);
    }
    Ok(all)
}

/// Sorts a list by a key: each element goes to its place among those before it, behind equal ones.
/// For LLVM it is a twentieth of a sort of the standard library.
pub fn sort_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let (mut left, mut right) = (0, end);
        while left < right {
            let middle = (left + right) / 2;
            match key(&list[middle]) <= key(&list[end]) {
                true => left = middle + 1,
                false => right = middle,
            }
        }
        if left < end {
            let element = list.remove(end);
            list.insert(left, element);
        }
    }
}

/// A map in the order of its keys: a sorted vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> OrderedMap<K, V> {
    /// A map without entries.
    pub const fn new() -> Self {
        OrderedMap {
            entries: Vec::new(),
        }
    }

    /// Returns true if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries, ascending by key.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// The keys, ascending.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// The values, ascending by key.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// Drops the entries for which `keep` returns false.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &V) -> bool) {
        self.entries.retain(|(key, value)| keep(key, value));
    }
}

impl<K: Ord, V> OrderedMap<K, V> {
    /// The position of a key, or the one that it would have.
    fn position<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        let mut left = 0;
        let mut right = self.entries.len();
        while left < right {
            let middle = (left + right) / 2;
            match self.entries[middle].0.borrow().cmp(key) {
                std::cmp::Ordering::Equal => return Ok(middle),
                std::cmp::Ordering::Less => left = middle + 1,
                std::cmp::Ordering::Greater => right = middle,
            }
        }
        Err(left)
    }

    /// Sets the value of a key and returns the old one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.position(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.entries[at].1, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }

    /// The value of a key, after that of `make` was set where there was none.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = match self.position(&key) {
            Ok(at) => at,
            Err(at) => {
                self.entries.insert(at, (key, make()));
                at
            }
        };
        &mut self.entries[at].1
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.position(key).ok().map(|at| &self.entries[at].1)
    }

    /// The value of a key, which may be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        match self.position(key) {
            Ok(at) => Some(&mut self.entries[at].1),
            Err(_) => None,
        }
    }

    /// Returns true if the key has a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.position(key).is_ok()
    }

    /// Takes the entry of a key out and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        match self.position(key) {
            Ok(at) => Some(self.entries.remove(at).1),
            Err(_) => None,
        }
    }
}

impl<K, V> Default for OrderedMap<K, V> {
    fn default() -> Self {
        OrderedMap::new()
    }
}

impl<K: Borrow<Q> + Ord, Q: Ord + ?Sized, V> Index<&Q> for OrderedMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the key has a value")
    }
}

/// Of several values of one key the last one remains.
impl<K: Ord, V> Extend<(K, V)> for OrderedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for OrderedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = OrderedMap::new();
        map.extend(entries);
        map
    }
}

impl<K, V> IntoIterator for OrderedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{OrderedMap, sort_by_key};
    use std::collections::BTreeMap;

    #[test]
    fn lists_are_sorted_as_the_standard_library_does() {
        for len in 0..40_u32 {
            let numbers = (0..len).map(|step| step.wrapping_mul(2_654_435_761) >> 28);
            let mut ours: Vec<_> = numbers.zip(0..).collect();
            let mut expected = ours.clone();
            sort_by_key(&mut ours, |(number, _)| *number);
            expected.sort_by_key(|(number, _)| *number);
            assert_eq!(ours, expected);
        }
    }

    /// Both kinds of maps after the same calls.
    #[test]
    fn it_does_what_a_tree_does() {
        let (mut ours, mut tree) = (OrderedMap::new(), BTreeMap::new());
        for step in 0..1_000_u32 {
            let key = step.wrapping_mul(2_654_435_761) >> 26;
            match step % 5 {
                0 | 1 => assert_eq!(ours.insert(key, step), tree.insert(key, step)),
                2 => assert_eq!(ours.remove(&key), tree.remove(&key)),
                3 => {
                    *ours.get_or_insert_with(key, || 7) += 1;
                    *tree.entry(key).or_insert(7) += 1;
                }
                _ => assert_eq!(ours.get(&key), tree.get(&key)),
            }
            assert_eq!(ours.contains_key(&key), tree.contains_key(&key));
            assert!(ours.iter().eq(&tree));
        }
        ours.retain(|key, _| key % 2 == 0);
        tree.retain(|key, _| key % 2 == 0);
        assert!(!ours.is_empty() && ours.keys().eq(tree.keys()) && ours.values().eq(tree.values()));
        assert!(ours.clone().into_iter().eq(tree.clone()));
        assert_eq!(ours, tree.into_iter().rev().collect());
    }

    #[test]
    fn the_last_value_of_a_key_remains() {
        let map: OrderedMap<_, _> = [("b", 1), ("a", 2), ("b", 3)].into_iter().collect();
        assert!(map.iter().eq([(&"a", &2), (&"b", &3)]));
        assert_eq!(map["b"], 3);
    }
}
