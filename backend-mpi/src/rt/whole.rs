//! Arrays of which a process has all elements for a loop.
//!
//! The memory of one is kept for the next one of such elements: an allocator gives memory of that length
//! back to the system, which hands it out anew page by page, and that takes longer than the message.

use crate::array::Array;
use crate::element::Element;
use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Deref;

/// The most bytes that are kept for each type of elements: those from which on allocators give memory back
/// in any case.
const MOST: usize = 32 << 20;

thread_local! {
    /// The memory of vectors that a process has received.
    static KEPT: RefCell<BTreeMap<TypeId, Box<dyn Any>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Elements of an array: those that a process has, or a copy of what it has received. Nothing is done to
/// the array when they are dropped, so that it may be changed before.
#[derive(Debug)]
pub enum Whole<'a, T: Element> {
    /// Elements of this process.
    Here(&'a [T]),
    /// Elements that were received.
    Received(Received<T>),
}

/// A copy of elements, whose memory is kept.
#[derive(Debug)]
pub struct Received<T: Element>(Vec<T>);

impl<'a, T: Element> Whole<'a, T> {
    pub(super) fn of(elements: Cow<'a, [T]>) -> Whole<'a, T> {
        match elements {
            Cow::Borrowed(elements) => Whole::Here(elements),
            Cow::Owned(elements) => Whole::Received(Received(elements)),
        }
    }
}

impl<T: Element> Deref for Whole<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Whole::Here(elements) => elements,
            Whole::Received(elements) => &elements.0,
        }
    }
}

impl<T: Element> Drop for Received<T> {
    fn drop(&mut self) {
        if self.0.capacity() * size_of::<T>() <= MOST {
            let elements = std::mem::take(&mut self.0);
            // A thread that ends keeps nothing.
            let _ = KEPT.try_with(|kept| {
                kept.borrow_mut()
                    .insert(TypeId::of::<T>(), Box::new(elements))
            });
        }
    }
}

/// All elements of an array, which a loop reads at positions that are not its own. Collective.
pub fn whole<T: Element>(array: &Array<T>) -> Whole<'_, T> {
    if array.world().size() == 1 {
        return Whole::Here(array.local());
    }
    Whole::Received(Received(array.gather_into(room())))
}

/// A vector, in memory that is kept if there is some.
pub(super) fn room<T: Element>() -> Vec<T> {
    let kept = KEPT.with(|kept| kept.borrow_mut().remove(&TypeId::of::<T>()));
    let room = kept.and_then(|kept| kept.downcast::<Vec<T>>().ok());
    room.map_or_else(Vec::new, |room| *room)
}

#[cfg(test)]
mod tests {
    use super::whole;
    use crate::array::Array;

    #[test]
    fn an_array_may_change_before_its_elements_are_dropped() {
        crate::threads(2, |world| {
            let mut array = Array::from_fn(&world, 1000, |i| i).unwrap();
            let all = whole(&array);
            let sum = all.iter().sum::<u64>();
            array.local_mut().fill(sum);
            assert!(array.gather().iter().all(|x| *x == 499_500));
        });
    }

    #[test]
    fn memory_is_used_again() {
        crate::threads(2, |world| {
            let long = Array::from_fn(&world, 1000, |i| i).unwrap();
            let short = Array::from_fn(&world, 10, |i| 7 * i).unwrap();
            let floats = Array::from_fn(&world, 10, |i| i as f64).unwrap();
            let first = whole(&long).as_ptr();
            assert!(whole(&floats).iter().copied().eq((0..10).map(f64::from)));
            for _ in 0..2 {
                let all = whole(&short);
                assert!(all.iter().copied().eq((0..10).map(|i| 7 * i)));
                assert_eq!(all.as_ptr(), first);
                // Two at once have memory of their own.
                assert!(whole(&long).iter().copied().eq(0..1000));
            }
        });
    }
}
