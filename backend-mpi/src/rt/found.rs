//! Elements that a loop reads at positions which another array has.

use super::{Part, Whole};
use crate::array::Array;
use crate::element::Element;
use fusus_cpu::{Data, Fault, Index, out_of_bounds};

/// The elements that the positions of this process read from an array.
#[derive(Debug)]
pub enum Found<'a, T: Element> {
    /// All of the array, where that is not more than what they read.
    Whole(Whole<'a, T>),
    /// One element for each of them, of an array of so many. Those of positions that read outside of
    /// the array are any other ones.
    Each { values: Vec<T>, len: usize },
}

impl Part {
    /// The elements of an array at `indices`, which belong to the positions of this process: the
    /// processes exchange the indices, and then the elements. Collective.
    pub fn found<'a, T: Element>(
        &self,
        array: &'a Array<T>,
        indices: &[impl Index],
    ) -> Found<'a, T> {
        let size = self.world.size() as u64;
        let all = self.bounds[self.world.size()];
        // The bytes that all processes receive together, the same numbers on each.
        let each = all.saturating_mul((u64::BYTES + T::BYTES) as u64);
        let whole = array.len().saturating_mul((size - 1) * T::BYTES as u64);
        if whole <= each {
            return Found::Whole(super::whole(array));
        }
        let len = super::len(array);
        let bounds = array.bounds();
        // A process without elements has no position either.
        let owner = |index: usize| bounds.partition_point(|bound| *bound <= index as u64) - 1;
        let inside = |index: &usize| *index < len;
        let mut wanted = vec![Vec::new(); self.world.size()];
        for index in indices.iter().map(|index| index.position()).filter(inside) {
            wanted[owner(index)].push(index as u64);
        }
        let wanted = self
            .world
            .exchange(wanted.iter().map(|list| &list[..]).collect());
        let (first, local) = (array.offset(), array.local());
        let sent: Vec<Vec<T>> = wanted
            .iter()
            .map(|list| list.iter().map(|at| local[(at - first) as usize]).collect())
            .collect();
        let received = self
            .world
            .exchange(sent.iter().map(|list| &list[..]).collect());
        let any = received.iter().flatten().next().copied();
        let mut received: Vec<_> = received.into_iter().map(Vec::into_iter).collect();
        let values = indices.iter().filter_map(|index| match index.position() {
            index if inside(&index) => received[owner(index)].next(),
            _ => any,
        });
        Found::Each {
            values: values.collect(),
            len,
        }
    }
}

impl<T: Element> Found<'_, T> {
    /// The element that position `k` of this process reads at `index`.
    ///
    /// # Errors
    ///
    /// The index is out of bounds.
    #[inline]
    pub fn gather(&self, index: impl Index, k: usize, binding: &'static str) -> Result<T, Fault> {
        match self {
            Found::Whole(data) => Data(data).gather(index, binding),
            Found::Each { values, len } if index.position() < *len => Ok(values[k]),
            Found::Each { len, .. } => Err(out_of_bounds(index.number(), *len, binding)),
        }
    }
}
