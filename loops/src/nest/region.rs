//! Bodies of loops: regions inside each other, their reads, and their items in order.

use super::{ArrayId, Extent, Host, Padding, Pattern, Step, Way};

/// The part of a body that runs for the elements of one size.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Region {
    /// The condition or axis under which it runs.
    pub entry: Entry,
    /// The elements of arrays in memory that it begins with.
    pub reads: Vec<Read>,
    /// The items, in order.
    pub items: Vec<Item>,
}

/// A part of a region.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Item {
    /// A computation.
    Step(Step),
    /// A region inside it.
    Region(Region),
}

/// One read of a region: an element of an array in memory, at a position that follows from that of
/// the region. An index that no axis of the array takes is a broadcast: the element is the same at
/// all of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The names that the body has for the element, or for its parts.
    pub into: Pattern<ArrayId>,
    /// The array in memory.
    pub array: ArrayId,
    /// The position along each axis of the array.
    pub map: Vec<Affine>,
}

/// The position that a read takes along an axis of `n` positions: an affine function of one index
/// of its region, which is always within the array unless that is padded. The indices are those of the axes around
/// the region, from the loop's own, which is the first, to the innermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affine {
    /// The index of this number.
    Identity(usize),
    /// `n - 1 - i`, where `i` is the index of this number.
    Reversed(usize),
    /// `min(i + 1, n - 1)`, where `i` is the index of this number. Where all axes of an array are
    /// read so, that is the next element in row-major order.
    Next(usize),
    /// `factor * i + start`, where `i` is a digit of the position of the loop ([`Loop::axes`]).
    ///
    /// [`Loop::axes`]: super::Loop::axes
    Digit {
        /// The number of the digit; without one it is `start` everywhere.
        digit: Option<usize>,
        /// The position that is read first.
        start: usize,
        /// The distance between two positions that are read one after the other.
        factor: usize,
    },
    /// `factor * i + start`, where `i` is a digit of the position of the loop, which may be outside.
    Beyond {
        /// The number of the digit; without one it is `start` everywhere.
        digit: Option<usize>,
        /// The position that is read first.
        start: isize,
        /// The distance between two positions that are read one after the other.
        factor: usize,
        /// The elements outside.
        padding: Padding,
    },
    /// `start + factor * i` or `start - factor * i`, where `i` is a digit of the position of the loop,
    /// and the start is counted from an end of the axis or known when the loop begins.
    Line {
        /// The number of the digit; without one it is `start` everywhere.
        digit: Option<usize>,
        /// The position that is read first, unless a scalar says it.
        start: usize,
        /// The distance between two positions that are read one after the other.
        factor: usize,
        /// The way along the axis.
        way: Way,
    },
    /// `factor * i + start`.
    Section {
        /// The number of the index `i`.
        index: usize,
        /// The position that is read first.
        start: usize,
        /// The distance between two positions that are read one after the other.
        factor: usize,
    },
    /// `factor * i + start`, which may be outside.
    Padded {
        /// The number of the index `i`.
        index: usize,
        /// The position that is read first.
        start: isize,
        /// The distance between two positions that are read one after the other.
        factor: usize,
        /// The elements outside.
        padding: Padding,
    },
}

/// The entry of a region: the condition or axis under which it runs.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Entry {
    /// For every position of the loop.
    Loop,
    /// For the elements that a filter keeps.
    Guard {
        /// The filter's name.
        name: String,
        /// The predicate.
        predicate: Host,
        /// The array that is filtered.
        arg: ArrayId,
        /// The names of the elements that are kept.
        into: Pattern<ArrayId>,
    },
    /// For every position of one axis more.
    Axis {
        /// The array in memory that has as many elements.
        along: ArrayId,
    },
}

impl Region {
    /// Calls `visit` on this region and all regions inside it.
    pub fn visit<'r>(&'r self, visit: &mut dyn FnMut(&'r Region)) {
        visit(self);
        for inner in self.inner() {
            inner.visit(visit);
        }
    }

    /// Calls `change` on this region and all regions inside it.
    pub fn visit_mut(&mut self, change: &mut dyn FnMut(&mut Region)) {
        change(self);
        for inner in self.inner_mut() {
            inner.visit_mut(change);
        }
    }

    /// Adds the axes between this region and each one inside it that begins with an axis, that one
    /// included, behind those of `outer`.
    pub(super) fn axes_inside(&self, outer: &[Extent], paths: &mut Vec<Vec<Extent>>) {
        for inner in self.inner() {
            let mut path = outer.to_vec();
            if let Entry::Axis { along } = inner.entry {
                path.push(Extent::Array(along));
                paths.push(path.clone());
            }
            inner.axes_inside(&path, paths);
        }
    }

    /// The arrays along which axes go, its own included, around the region in it that makes an
    /// array; `None` if none does.
    pub(super) fn axes_of(&self, array: ArrayId) -> Option<Vec<ArrayId>> {
        let mut axes = match self.entry {
            Entry::Axis { along } => vec![along],
            Entry::Loop | Entry::Guard { .. } => Vec::new(),
        };
        if !self.names().contains(&array) {
            axes.extend(self.inner().find_map(|inner| inner.axes_of(array))?);
        }
        Some(axes)
    }

    /// Returns true if any step in it satisfies a condition.
    pub fn any_step(&self, condition: impl Fn(&Step) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |region| found |= region.steps().any(&condition));
        found
    }
}
