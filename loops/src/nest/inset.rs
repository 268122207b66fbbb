//! Insets: the elements of an input that a loop writes, where it writes some along each axis.

use super::{Extent, Nest};
use crate::ordered::ToList;

/// Some neighbouring elements along each axis of an array, which are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inset {
    /// The sizes of the axes.
    pub sizes: Vec<Extent>,
    /// The first coordinate of those that are written, along each axis.
    pub begins: Vec<Extent>,
    /// The number of those that are written, along each axis.
    pub counts: Vec<Extent>,
}

impl Inset {
    /// The numbers that it is made of.
    pub fn extents(&self) -> impl Iterator<Item = &Extent> {
        let all = [&self.sizes, &self.begins, &self.counts];
        all.into_iter().flatten()
    }

    /// The first coordinates, in messages.
    pub fn begin(&self, nest: &Nest) -> String {
        let begins: Vec<String> = self.begins.iter().map(|begin| begin.name(nest)).list();
        begins.join(" ")
    }
}
