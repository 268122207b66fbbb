//! The identity of types with lifetimes, which the standard library has for others alone.

use std::any::TypeId;
use std::marker::PhantomData;
use std::mem;

/// The identity of `T` with `'static` for each of its lifetimes.
#[inline(always)]
pub(crate) fn of<T>() -> TypeId {
    let named: &dyn Named = &PhantomData::<T>;
    // SAFETY: the object has no bytes, and its one method reads nothing. It is the same function
    // for all lifetimes, which promises nothing of them.
    let named = unsafe { mem::transmute::<&dyn Named, &(dyn Named + 'static)>(named) };
    named.identity()
}

trait Named {
    fn identity(&self) -> TypeId
    where
        Self: 'static;
}

impl<T> Named for PhantomData<T> {
    #[inline(always)]
    fn identity(&self) -> TypeId
    where
        Self: 'static,
    {
        TypeId::of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use std::any::TypeId;

    fn of_reference<'a, T: 'a>(_: &'a T) -> TypeId {
        of::<&'a T>()
    }

    #[test]
    fn types_are_told_apart_and_lifetimes_are_not() {
        let local = 1_u32;
        assert_eq!(of::<u32>(), TypeId::of::<u32>());
        assert_ne!(of::<u32>(), of::<i32>());
        assert_eq!(of_reference(&local), TypeId::of::<&'static u32>());
        assert_ne!(of_reference(&local), of::<u32>());
    }
}
