//! What an array may hold.

/// What an array may hold: any type that is `Copy + Send + Sync`.
///
/// The trait is implemented for every such type and for no other; it exists
/// for its error message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an array element",
    label = "not an array element",
    note = "array elements are `Copy + Send + Sync`: they are read by value, by several threads",
    note = "a struct of these derives `Clone` and `Copy`, a type parameter is declared as `T: Copy + Send + Sync`; large values are reached through references or indices"
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
