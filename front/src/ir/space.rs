//! Index spaces: the positions at which every read of a `generate(|i| …)` is inside its array.
//!
//! A program says `a[i + 1]` in coordinates. An array that a `generate` makes keeps those of its
//! space, so that `h[i]` is the element made for `i`, wherever `h` begins. Lowering turns
//! coordinates into positions, which begin at 0 in every array; all later stages see positions.

use super::{ArrayId, Op, Program, SpaceId};

/// The positions of a loop at which all of its reads are inside their arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The reads, at least one. They have one factor.
    pub reads: Vec<Section>,
    /// The coordinate of its first position.
    pub first: usize,
    /// The number of coordinates at the end of its axis that are not in it.
    pub cut: isize,
}

/// Every `factor`th element of an array from `start` on: position `p` of a space reads the element
/// at `factor * p + start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Section {
    /// The array.
    pub array: ArrayId,
    /// The position of the element that is read first.
    pub start: usize,
    /// The distance between elements that are read one after the other, at least 1.
    pub factor: usize,
}

/// The coordinates of an array along its axis: from `first` up to the length of `root`, without the
/// last `cut`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The array whose coordinates these are, which begins at 0 unless it is the array itself.
    pub root: ArrayId,
    /// The coordinate of the first element.
    pub first: usize,
    /// The number of coordinates at the end that it does not have.
    pub cut: isize,
}

impl Section {
    /// The number of elements of it, if its array has `len`.
    pub fn count(&self, len: usize) -> usize {
        len.saturating_sub(self.start).div_ceil(self.factor)
    }

    /// The position in the array of the element at a position of the space.
    pub fn position(&self, position: usize) -> usize {
        self.factor * position + self.start
    }
}

impl Space {
    /// The number of its positions, if arrays have these lengths.
    pub fn count(&self, len: impl Fn(ArrayId) -> usize) -> usize {
        let counts = self.reads.iter().map(|read| read.count(len(read.array)));
        counts.min().unwrap_or(0)
    }

    /// The distance between two elements that a read takes one after the other.
    pub fn factor(&self) -> usize {
        self.reads.first().map_or(1, |read| read.factor)
    }
}

impl Program {
    /// The coordinates of an array. A result that is as long as its arguments has those of the
    /// first of them that does not have all of its axis.
    pub fn axis(&self, array: ArrayId) -> Axis {
        let own = Axis {
            root: array,
            first: 0,
            cut: 0,
        };
        let Some(producer) = self.producer(array) else {
            return own;
        };
        match &self.bindings[producer].op {
            Op::Read { space, .. } => self.axis_of(&self.spaces[*space], array),
            op => {
                let Some(like) = op.like() else { return own };
                let mut together = op.streamed();
                if !together.contains(&like) {
                    together = vec![like];
                }
                let axes: Vec<Axis> = together.into_iter().map(|arg| self.axis(arg)).collect();
                let part = axes.iter().find(|axis| axis.is_part());
                part.or(axes.first()).copied().unwrap_or(own)
            }
        }
    }

    /// The coordinates of an array that has one element for each position of a space. If the space
    /// leaves elements out they begin an axis of their own.
    fn axis_of(&self, space: &Space, array: ArrayId) -> Axis {
        let first = isize::try_from(space.first).unwrap_or(isize::MAX);
        match space.factor() {
            1 => Axis {
                root: self.axis(space.reads[0].array).root,
                first: space.first,
                cut: space.cut,
            },
            _ => Axis {
                root: array,
                first: space.first,
                cut: -first,
            },
        }
    }

    /// The first two arrays whose lengths a space needs to be equal and are not.
    pub fn differing(
        &self,
        space: SpaceId,
        len: impl Fn(ArrayId) -> usize,
    ) -> Option<(ArrayId, ArrayId)> {
        let roots = self.roots(space);
        let first = *roots.first()?;
        let differs = roots.into_iter().find(|root| len(*root) != len(first))?;
        Some((first, differs))
    }

    /// The arrays whose lengths a space needs to be equal: those along which its reads go.
    pub fn roots(&self, space: SpaceId) -> Vec<ArrayId> {
        let reads = self.spaces[space].reads.iter();
        let mut roots = Vec::new();
        for root in reads.map(|read| self.axis(read.array).root) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        roots
    }
}

impl Axis {
    /// Returns true if the array has not all coordinates of its root.
    pub fn is_part(&self) -> bool {
        self.first != 0 || self.cut != 0
    }
}
