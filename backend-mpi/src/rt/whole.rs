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

/// Elements of an array: those that a process has, or a copy of what it has received.
#[derive(Debug)]
pub struct Whole<'a, T: Element>(Cow<'a, [T]>);

impl<'a, T: Element> Whole<'a, T> {
    pub(super) fn of(elements: Cow<'a, [T]>) -> Whole<'a, T> {
        Whole(elements)
    }
}

impl<T: Element> Deref for Whole<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Element> Drop for Whole<'_, T> {
    fn drop(&mut self) {
        if let Cow::Owned(elements) = &mut self.0
            && elements.capacity() * size_of::<T>() <= MOST
        {
            let elements = std::mem::take(elements);
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
    let elements = match array.world().size() {
        1 => Cow::Borrowed(array.local()),
        _ => {
            let kept = KEPT.with(|kept| kept.borrow_mut().remove(&TypeId::of::<T>()));
            let room = kept.and_then(|kept| kept.downcast::<Vec<T>>().ok());
            Cow::Owned(array.gather_into(room.map_or_else(Vec::new, |room| *room)))
        }
    };
    Whole(elements)
}

#[cfg(test)]
mod tests {
    use super::whole;
    use crate::array::Array;

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
