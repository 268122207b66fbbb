//! Grids: index spaces of several indices, and of arrays of several axes.
//!
//! `generate(|i, j| a[[i, j + 1]] - a[[i, j]])` has the largest box of coordinates at which every
//! read is inside its array. Its positions are numbered in row-major order. As in [`space`], arrays
//! keep the coordinates of the grid that makes them, and all stages behind lowering see positions
//! from 0 on.
//!
//! [`space`]: super::space

use crate::ordered::OrderedMap;

use super::{ArrayId, Count, GridId, Host, Op, Padding, Program, ScalarId, Section};

/// The positions of a loop over one index or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The reads.
    pub reads: Vec<Cells>,
    /// The axes along which indices go inside of folds over other indices.
    pub bounds: Vec<Bound>,
    /// The indices, the outermost first.
    pub indices: Vec<Index>,
}

/// An index of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// Its name.
    pub name: String,
    /// The number of its positions, if the program says it; otherwise its reads do.
    pub count: Option<Count>,
    /// The scalars by which the program says it.
    pub named: Vec<ScalarId>,
    /// The coordinate of its first position.
    pub first: usize,
    /// The number of coordinates at the end of its axis that are not in it.
    pub cut: isize,
}

/// The elements of an array that a grid reads, one for each of its positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cells {
    /// The array.
    pub array: ArrayId,
    /// The position along each of its axes, the outermost first.
    pub along: Vec<Along>,
}

/// A read of a padded array: what is read is an offset away along each axis, and may be outside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Beyond {
    /// The distance along each axis from a position of the read to the element.
    pub offsets: Vec<isize>,
    /// The elements outside of the array.
    pub padding: Padding,
}

/// A position along an axis: `factor * p + start`, where `p` is the position of one index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Along {
    /// The number of the index; without one it is the same position everywhere.
    pub index: Option<usize>,
    /// The position that is read first.
    pub start: usize,
    /// The distance between two that are read one after the other, at least 1.
    pub factor: usize,
}

/// An axis of an array that an index goes along, of which no element is read for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The array and the number of its axis.
    pub of: (ArrayId, usize),
    /// The positions.
    pub along: Along,
}

/// An axis of an array, and the coordinates that the array has of it: from `first` up to its size,
/// without the last `cut`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The array and the number of its axis.
    pub of: (ArrayId, usize),
    /// The coordinate of the first element.
    pub first: usize,
    /// The number of coordinates at the end that it does not have.
    pub cut: isize,
}

impl Grid {
    /// The sections of axes that an index goes along: the array and the number of its axis.
    pub fn along(&self, index: usize) -> impl Iterator<Item = ((ArrayId, usize), Along)> + '_ {
        let reads = self.reads.iter().flat_map(move |read| {
            let axes = read.along.iter().enumerate();
            let its = axes.filter(move |(_, along)| along.index == Some(index));
            its.map(|(axis, along)| ((read.array, axis), *along))
        });
        let bounds = self.bounds.iter();
        let bounds = bounds.filter(move |bound| bound.along.index == Some(index));
        reads.chain(bounds.map(|bound| (bound.of, bound.along)))
    }
}

impl Cells {
    /// The elements of an array of so many axes at the positions of a grid themselves.
    pub fn in_step(array: ArrayId, rank: usize) -> Cells {
        let along = (0..rank).map(|index| Along {
            index: Some(index),
            start: 0,
            factor: 1,
        });
        Cells {
            array,
            along: along.collect(),
        }
    }

    /// The elements as those of one index, along one axis.
    pub fn section(&self) -> Option<Section> {
        match self.along[..] {
            [
                Along {
                    index: Some(0),
                    start,
                    factor,
                },
            ] => Some(Section {
                array: self.array,
                start,
                factor,
            }),
            _ => None,
        }
    }
}

impl From<Section> for Cells {
    fn from(section: Section) -> Cells {
        Cells {
            array: section.array,
            along: vec![Along {
                index: Some(0),
                start: section.start,
                factor: section.factor,
            }],
        }
    }
}

impl Along {
    /// The position of an element of a position of the grid.
    pub fn position(&self, position: &[usize]) -> usize {
        self.index
            .map_or(0, |index| self.factor * position[index])
            .saturating_add(self.start)
    }
}

impl Program {
    /// The number of axes that subscripts of an array name. Arrays in step that differ in it are
    /// sequences, and so is what is written into an input.
    pub fn rank(&self, array: ArrayId) -> usize {
        self.rank_among(array, &mut OrderedMap::new())
    }

    /// The number of axes, where those of some arrays are known: each is asked for once.
    fn rank_among(&self, array: ArrayId, known: &mut OrderedMap<ArrayId, usize>) -> usize {
        if let Some(rank) = known.get(&array) {
            return *rank;
        }
        let rank = match self.producer(array).map(|id| &self.bindings[id].op) {
            None => 1,
            Some(_) if self.arrays[array].home.is_some() => 1,
            Some(Op::Reshape { counts, .. }) => counts.len().max(1),
            Some(Op::Cells { grid, .. } | Op::Coordinate { grid, .. }) => {
                self.grids[*grid].indices.len()
            }
            Some(op) => match self.like_among(op, known) {
                Some(like) => self.rank_among(like, known),
                None => 1,
            },
        };
        known.insert(array, rank);
        rank
    }

    /// The number that the size of an axis is said by, if one says it.
    pub fn axis_count(&self, array: ArrayId, axis: usize) -> Option<Count> {
        match &self.bindings[self.producer(array)?].op {
            Op::Reshape { counts, .. } => counts.get(axis).cloned(),
            Op::Cells { grid, .. } | Op::Coordinate { grid, .. } => {
                self.grids[*grid].indices[axis].count.clone()
            }
            op => self.axis_count(self.like_all(op)?, axis),
        }
    }

    /// The argument whose axes those of a result are: all arguments in step have as many.
    fn like_all(&self, op: &Op) -> Option<ArrayId> {
        self.like_among(op, &mut OrderedMap::new())
    }

    fn like_among(&self, op: &Op, known: &mut OrderedMap<ArrayId, usize>) -> Option<ArrayId> {
        let like = op.like()?;
        let rank = self.rank_among(like, known);
        let in_step = op.streamed();
        let same = in_step
            .iter()
            .all(|array| self.rank_among(*array, known) == rank);
        same.then_some(like)
    }

    /// The coordinates of an array along one of its axes.
    pub fn side(&self, array: ArrayId, axis: usize) -> Side {
        self.side_among(array, axis, &mut OrderedMap::new())
    }

    /// The coordinates along an axis, where some are known: each is asked for once.
    fn side_among(
        &self,
        array: ArrayId,
        axis: usize,
        known: &mut OrderedMap<(ArrayId, usize), Side>,
    ) -> Side {
        if let Some(side) = known.get(&(array, axis)) {
            return *side;
        }
        let own = Side {
            of: (array, axis),
            first: 0,
            cut: 0,
        };
        let producer = self.producer(array).map(|id| &self.bindings[id].op);
        let side = match producer {
            None | Some(Op::Reshape { .. }) => own,
            Some(Op::Cells { grid, .. } | Op::Coordinate { grid, .. }) => {
                self.side_of(*grid, array, axis, known)
            }
            Some(op) if self.rank(array) > 1 => {
                let like = self.like_all(op);
                let in_step = like.map(|like| op.streamed().into_iter().chain([like]));
                let in_step = in_step.into_iter().flatten();
                let sides = in_step.map(|arg| self.side_among(arg, axis, known));
                let sides: Vec<Side> = sides.collect();
                let part = sides.iter().find(|side| side.first != 0 || side.cut != 0);
                part.or(sides.first()).copied().unwrap_or(own)
            }
            Some(_) => {
                let known = self.axis(array);
                Side {
                    of: (known.root, 0),
                    first: known.first,
                    cut: known.cut,
                }
            }
        };
        known.insert((array, axis), side);
        side
    }

    /// The coordinates of an array of a grid. If the grid leaves elements out, or says how many it
    /// has, they begin an axis of their own.
    fn side_of(
        &self,
        grid: GridId,
        array: ArrayId,
        axis: usize,
        known: &mut OrderedMap<(ArrayId, usize), Side>,
    ) -> Side {
        let index = &self.grids[grid].indices[axis];
        let mut reads = self.grids[grid].along(axis);
        match reads.next() {
            Some((of, along)) if along.factor == 1 && index.count.is_none() => Side {
                of: self.side_among(of.0, of.1, known).of,
                first: index.first,
                cut: index.cut,
            },
            _ => Side {
                of: (array, axis),
                first: index.first,
                cut: -index.first.cast_signed(),
            },
        }
    }

    /// The axes whose sizes an index of a grid needs to be equal: those along which it reads.
    pub fn sides(&self, grid: GridId, index: usize) -> Vec<(ArrayId, usize)> {
        let mut sides = Vec::new();
        for ((array, axis), _) in self.grids[grid].along(index) {
            let side = self.side(array, axis).of;
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        sides
    }
}

/// `|index| index + first`: the coordinate of a position.
pub fn coordinate(first: usize) -> Host {
    let first = proc_macro2::Literal::usize_suffixed(first);
    Host::plain(syn::parse_quote!(|index| index + #first))
}
