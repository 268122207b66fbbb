//! Sets in the order of their elements.

use std::borrow::Borrow;
use std::slice;
use std::vec;

/// A set in the order of its elements: a sorted vector, as [`OrderedMap`](super::OrderedMap) is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderedSet<T> {
    elements: Vec<T>,
}

impl<T> OrderedSet<T> {
    /// A set without elements.
    pub const fn new() -> Self {
        OrderedSet {
            elements: Vec::new(),
        }
    }

    /// Returns true if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// The elements, ascending.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.elements.iter()
    }

    /// The least element.
    pub fn first(&self) -> Option<&T> {
        self.elements.first()
    }

    /// Drops the elements for which `keep` returns false.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.elements.retain(keep);
    }
}

impl<T: Ord> OrderedSet<T> {
    /// The position of an element, or the one that it would have.
    fn position<Q: Ord + ?Sized>(&self, element: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        let (mut left, mut right) = (0, self.elements.len());
        while left < right {
            let middle = (left + right) / 2;
            match self.elements[middle].borrow().cmp(element) {
                std::cmp::Ordering::Equal => return Ok(middle),
                std::cmp::Ordering::Less => left = middle + 1,
                std::cmp::Ordering::Greater => right = middle,
            }
        }
        Err(left)
    }

    /// Adds an element. Returns true if it was not there.
    pub fn insert(&mut self, element: T) -> bool {
        match self.position(&element) {
            Ok(_) => false,
            Err(at) => {
                self.elements.insert(at, element);
                true
            }
        }
    }

    /// Takes an element out. Returns true if it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        match self.position(element) {
            Ok(at) => {
                self.elements.remove(at);
                true
            }
            Err(_) => false,
        }
    }

    /// Returns true if the element is there.
    pub fn contains<Q: Ord + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.position(element).is_ok()
    }

    /// Returns true if all elements are in another set, too.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.elements.iter().all(|element| other.contains(element))
    }

    /// Returns true if no element is in another set, too.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        !self.elements.iter().any(|element| other.contains(element))
    }

    /// The elements that are in another set, too.
    pub fn intersection<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a T> {
        self.elements
            .iter()
            .filter(|element| other.contains(*element))
    }
}

impl<T> Default for OrderedSet<T> {
    fn default() -> Self {
        OrderedSet::new()
    }
}

impl<T: Ord> Extend<T> for OrderedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        for element in elements {
            self.insert(element);
        }
    }
}

impl<'a, T: Ord + Copy> Extend<&'a T> for OrderedSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, elements: I) {
        self.extend(elements.into_iter().copied());
    }
}

impl<T: Ord> FromIterator<T> for OrderedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut set = OrderedSet::new();
        set.extend(elements);
        set
    }
}

impl<T> IntoIterator for OrderedSet<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a OrderedSet<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::OrderedSet;
    use std::collections::BTreeSet;

    /// Both kinds of sets after the same calls.
    #[test]
    fn it_does_what_a_tree_does() {
        let (mut ours, mut tree) = (OrderedSet::new(), BTreeSet::new());
        for step in 0..1_000_u32 {
            let element = step.wrapping_mul(2_654_435_761) >> 26;
            match step % 3 {
                0 | 1 => assert_eq!(ours.insert(element), tree.insert(element)),
                _ => assert_eq!(ours.remove(&(element / 2)), tree.remove(&(element / 2))),
            }
            assert_eq!(ours.contains(&element), tree.contains(&element));
            assert_eq!(ours.first(), tree.first());
            assert!(ours.iter().eq(&tree) && ours.len() == tree.len());
        }
        let even: OrderedSet<u32> = ours.iter().copied().filter(|it| it % 2 == 0).collect();
        assert!(even.is_subset(&ours) && !ours.is_subset(&even) && !even.is_disjoint(&ours));
        assert!(ours.intersection(&even).eq(&even));
        ours.retain(|element| element % 2 == 1);
        tree.retain(|element| element % 2 == 1);
        assert!(ours.is_disjoint(&even) && !ours.is_empty());
        assert!(ours.into_iter().eq(tree));
    }
}
