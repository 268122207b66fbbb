//! The type of the start of a fold or scan, which must be that of the elements.
//!
//! An operator that combines elements to another type makes a mistake of each of its parts, if
//! rustc takes them one by one. So generated code compares the types before it uses the
//! elements. Where they differ, rustc reports that alone: the array is of no type from there on.

use std::marker::PhantomData;

/// The start of a fold or scan, of which only the type matters.
#[derive(Clone, Copy, Debug)]
pub struct Start<T>(PhantomData<fn() -> T>);

impl<T> Start<T> {
    /// A start of the type of the value that `value` would return; nothing calls it.
    #[inline(always)]
    pub fn of(_value: impl FnOnce() -> T) -> Self {
        Start(PhantomData)
    }

    /// A start of a type that the operator declares.
    #[inline(always)]
    #[must_use]
    pub fn declared() -> Self {
        Start(PhantomData)
    }
}

/// Folds and scans.
#[derive(Clone, Copy, Debug)]
pub struct Reduction;

/// Compares the types of a [`Reduction`]: of elements, and of its start.
#[diagnostic::on_unimplemented(
    message = "elements are combined to one of their type: these are `{E}`, not `{T}`",
    label = "a start of another type than the elements",
    note = "make a `{T}` of each element first: `fold(start, |a, b| …, map(|x| …, xs))`",
    note = "a fold may take elements into an accumulator, too: `fold(start, |acc, x| …, |a, b| …, xs)`"
)]
pub trait StartsFrom<E, T> {
    /// The type that is both.
    type Element;

    /// The element.
    fn element(element: E) -> Self::Element;

    /// The elements.
    fn elements(elements: &[E]) -> &[Self::Element];
}

#[diagnostic::do_not_recommend]
impl<T> StartsFrom<T, T> for Reduction {
    type Element = T;

    #[inline(always)]
    fn element(element: T) -> T {
        element
    }

    #[inline(always)]
    fn elements(elements: &[T]) -> &[T] {
        elements
    }
}

/// One element of an array.
#[derive(Clone, Copy, Debug)]
pub struct Single<E>(pub E);

/// An array, or an element of one, and the start of a fold or scan of it.
///
/// As one argument, so that both types are known before they are compared.
pub trait Started {
    /// The array, or the element.
    type Elements;

    /// The array, or the element.
    fn elements(self) -> Self::Elements;
}

impl<E, T> Started for (Single<E>, Start<T>)
where
    Reduction: StartsFrom<E, T>,
{
    type Elements = <Reduction as StartsFrom<E, T>>::Element;

    #[inline(always)]
    fn elements(self) -> Self::Elements {
        <Reduction as StartsFrom<E, T>>::element(self.0.0)
    }
}

impl<'a, E, T> Started for (&'a [E], Start<T>)
where
    Reduction: StartsFrom<E, T, Element: 'a>,
{
    type Elements = &'a [<Reduction as StartsFrom<E, T>>::Element];

    #[inline(always)]
    fn elements(self) -> Self::Elements {
        <Reduction as StartsFrom<E, T>>::elements(self.0)
    }
}

impl Reduction {
    /// The elements that are combined from this start.
    #[inline(always)]
    pub fn started<S: Started>(self, array: S) -> S::Elements {
        array.elements()
    }
}

/// A type that is known where this method is called: rustc gives up there on one that it cannot
/// find out after a mistake, and is silent about values made of it. The name is one that nobody
/// else has.
pub trait Settled {
    /// Does nothing.
    #[doc(hidden)]
    #[inline(always)]
    fn __settled(&self) {}
}

impl<T> Settled for T {}
