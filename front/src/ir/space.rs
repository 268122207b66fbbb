//! Index spaces: the positions at which every read of a `generate(|i| …)` is inside its array.
//!
//! A program says `a[i + 1]` in coordinates. An array that a `generate` makes keeps those of its
//! space, so that `h[i]` is the element made for `i`, wherever `h` begins. Lowering turns
//! coordinates into positions, which begin at 0 in every array; all later stages see positions.

use crate::ordered::{OrderedMap, ToList};

use super::{ArrayId, Op, Program, ScalarId, SpaceId};

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

/// A read of a padded array: its positions go through the array itself, and what is read is an
/// offset away, which may be outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outside {
    /// The distance from a position of the section to the element that is read.
    pub offset: isize,
    /// The elements outside of the array.
    pub padding: Padding,
}

/// The elements that reads outside of an array see, by NumPy's names for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Padding {
    /// The nearest element.
    Edge,
    /// The elements from the other end: the array is repeated.
    Wrap,
    /// The elements that a mirror in the last one shows.
    Reflect,
    /// The elements that a mirror behind the last one shows.
    Symmetric,
    /// This value.
    Value(ScalarId),
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

impl Padding {
    /// The kinds that have a name, by it.
    pub const NAMED: [(&'static str, Padding); 4] = [
        ("edge", Padding::Edge),
        ("wrap", Padding::Wrap),
        ("reflect", Padding::Reflect),
        ("symmetric", Padding::Symmetric),
    ];

    /// The name; `None` for a value.
    pub fn name(self) -> Option<&'static str> {
        let mut named = Padding::NAMED.iter();
        named.find(|known| known.1 == self).map(|known| known.0)
    }

    /// The scalar that is seen outside.
    pub fn value(self) -> Option<ScalarId> {
        match self {
            Padding::Value(scalar) => Some(scalar),
            Padding::Edge | Padding::Wrap | Padding::Reflect | Padding::Symmetric => None,
        }
    }

    /// The position of the element that is seen at a position, in an array of `len` elements, which
    /// are not none; `None` where that is a value.
    pub fn position(self, position: i128, len: usize) -> Option<usize> {
        let most = len as i128 - 1;
        // The mirror image of a position beyond the last one, in a row of `period` positions.
        let mirrored = |period: i128| {
            let within = position.rem_euclid(period);
            within.min(period - 1 - within)
        };
        let seen = match self {
            _ if (0..=most).contains(&position) => position,
            Padding::Edge => position.clamp(0, most),
            Padding::Wrap => position.rem_euclid(most + 1),
            Padding::Symmetric => mirrored(2 * (most + 1)),
            Padding::Reflect if most == 0 => 0,
            Padding::Reflect => {
                let within = position.rem_euclid(2 * most);
                within.min(2 * most - within)
            }
            Padding::Value(_) => return None,
        };
        usize::try_from(seen).ok()
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

impl Op {
    /// The arguments whose coordinates those of its result are.
    pub fn together(&self) -> Vec<ArrayId> {
        let Some(like) = self.like() else {
            return Vec::new();
        };
        let in_step = self.streamed();
        match in_step.contains(&like) {
            true => in_step,
            false => vec![like],
        }
    }
}

impl Program {
    /// The coordinates of an array. A result that is as long as its arguments has those of the
    /// first of them that does not have all of its axis.
    pub fn axis(&self, array: ArrayId) -> Axis {
        self.axis_among(array, &mut OrderedMap::new())
    }

    /// The coordinates of an array, where those of some are known: each is asked for once.
    fn axis_among(&self, array: ArrayId, known: &mut OrderedMap<ArrayId, Axis>) -> Axis {
        if let Some(axis) = known.get(&array) {
            return *axis;
        }
        let own = Axis {
            root: array,
            first: 0,
            cut: 0,
        };
        let producer = self.producer(array).map(|id| &self.bindings[id].op);
        let axis = match producer {
            None => own,
            Some(Op::Read { space, .. }) => self.axis_of(&self.spaces[*space], array, known),
            Some(op) => {
                let together = op.together().into_iter();
                let axes = together.map(|arg| self.axis_among(arg, known));
                let axes: Vec<Axis> = axes.list();
                let part = axes.iter().find(|axis| axis.is_part());
                part.or(axes.first()).copied().unwrap_or(own)
            }
        };
        known.insert(array, axis);
        axis
    }

    /// The coordinates of an array that has one element for each position of a space. If the space
    /// leaves elements out they begin an axis of their own.
    fn axis_of(
        &self,
        space: &Space,
        array: ArrayId,
        known: &mut OrderedMap<ArrayId, Axis>,
    ) -> Axis {
        let first = isize::try_from(space.first).unwrap_or(isize::MAX);
        match space.factor() {
            1 => Axis {
                root: self.axis_among(space.reads[0].array, known).root,
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
        let roots = self.roots(space).into_iter();
        let roots: Vec<(ArrayId, usize)> = roots.map(|root| (root, 0)).list();
        let mut pairs = self.compared(&roots).into_iter();
        let differs = |pair: &[(ArrayId, usize); 2]| {
            !self.may_be_apart(*pair) && len(pair[0].0) != len(pair[1].0)
        };
        pairs.find(differs).map(|[left, right]| (left.0, right.0))
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

#[cfg(test)]
mod tests {
    use super::Padding;

    /// The positions that are seen around an array, three on each side.
    fn around(padding: Padding, len: usize) -> Vec<usize> {
        let positions = -3..len as i128 + 3;
        let seen = positions.map(|position| padding.position(position, len));
        seen.map(|position| position.expect("an element")).collect()
    }

    #[test]
    fn elements_outside_are_those_of_numpy() {
        assert_eq!(around(Padding::Edge, 4), [0, 0, 0, 0, 1, 2, 3, 3, 3, 3]);
        assert_eq!(around(Padding::Wrap, 4), [1, 2, 3, 0, 1, 2, 3, 0, 1, 2]);
        assert_eq!(around(Padding::Reflect, 4), [3, 2, 1, 0, 1, 2, 3, 2, 1, 0]);
        assert_eq!(
            around(Padding::Symmetric, 4),
            [2, 1, 0, 0, 1, 2, 3, 3, 2, 1]
        );
    }

    #[test]
    fn short_arrays_are_gone_round_several_times() {
        assert_eq!(around(Padding::Wrap, 2), [1, 0, 1, 0, 1, 0, 1, 0]);
        assert_eq!(around(Padding::Reflect, 2), [1, 0, 1, 0, 1, 0, 1, 0]);
        assert_eq!(around(Padding::Symmetric, 2), [1, 1, 0, 0, 1, 1, 0, 0]);
        for padding in Padding::NAMED {
            assert_eq!(around(padding.1, 1), [0; 7], "{}", padding.0);
        }
    }
}
