//! Elements of arrays.

/// An element of an array: any type that is `Copy + Send + Sync`.
///
/// The trait is implemented for every such type and for no other: a generic program may say `T:
/// Element`.
///
/// ```
/// # use fusus_cpu::Element;
/// fn is_an_element<T: Element>() {}
///
/// #[derive(Clone, Copy)]
/// struct Point(f32, f32);
///
/// is_an_element::<Point>();
/// is_an_element::<Option<(u8, &str)>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an array element",
    label = "not an array element",
    note = "array elements are `Copy + Send + Sync`: they are read by value, by several threads",
    note = "a struct of these derives `Clone` and `Copy`, a type parameter is declared as `T: fusus::Element`; large values are reached through references or indices"
)]
pub trait Element: Copy + Send + Sync {}

// Without this the message would be about `Copy` alone.
#[diagnostic::do_not_recommend]
impl<T: Copy + Send + Sync> Element for T {}

/// The value itself: for the error message where it cannot be an element.
#[inline(always)]
pub fn element<T: Element>(value: T) -> T {
    value
}

/// A value that may be written into an array of `T`: a `T`.
///
/// Every type is it for itself alone; it exists for its error message.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` cannot be written into an array of `{T}`",
    label = "values are of type `{Self}`, the array's elements of type `{T}`",
    note = "convert the values before, with `map(|value| …, values)`"
)]
pub trait Stored<T> {
    /// The value itself.
    fn stored(self) -> T;
}

impl<T> Stored<T> for T {
    #[inline(always)]
    fn stored(self) -> T {
        self
    }
}
