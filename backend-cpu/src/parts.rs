//! What the blocks of a run returned.

use std::fmt;
use std::vec;

/// What the blocks of a run returned, from left to right.
pub struct Parts<R>(Inner<R>);

enum Inner<R> {
    /// At most one block: no allocation.
    Few(Option<R>),
    Many(vec::IntoIter<Option<R>>),
}

impl<R> Parts<R> {
    #[inline]
    pub(crate) fn few(part: Option<R>) -> Self {
        Parts(Inner::Few(part))
    }

    /// All of `parts` are `Some`.
    #[inline]
    pub(crate) fn many(parts: Vec<Option<R>>) -> Self {
        Parts(Inner::Many(parts.into_iter()))
    }
}

impl<R> Iterator for Parts<R> {
    type Item = R;

    #[inline]
    fn next(&mut self) -> Option<R> {
        match &mut self.0 {
            Inner::Few(part) => part.take(),
            Inner::Many(parts) => parts.next().flatten(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Inner::Few(part) => part.iter().size_hint(),
            Inner::Many(parts) => parts.size_hint(),
        }
    }
}

impl<R> ExactSizeIterator for Parts<R> {}

impl<R> fmt::Debug for Parts<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").field("len", &self.len()).finish()
    }
}
