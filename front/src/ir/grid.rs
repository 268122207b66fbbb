//! Grids: index spaces of several indices, and of arrays of several axes.
//!
//! `generate(|i, j| a[[i, j + 1]] - a[[i, j]])` has the largest box of coordinates at which every
//! read is inside its array. Its positions are numbered in row-major order. As in [`space`], arrays
//! keep the coordinates of the grid that makes them, and all stages behind lowering see positions
//! from 0 on.
//!
//! [`space`]: super::space

use crate::ordered::{OrderedMap, OrderedSet, ToList};

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
    /// The scalar that is added to the coordinates, if the program computes where they begin.
    pub begins: Option<ScalarId>,
    /// Set if its number of positions is one for which the program makes sure that all reads are
    /// inside of their arrays, whatever the sizes of these are.
    pub inside: bool,
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

/// A position along an axis, as a function of the position `p` of one index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Along {
    /// The number of the index; without one it is the same position everywhere.
    pub index: Option<usize>,
    /// The position that is read first, from the end of the axis at which the way begins; 0 where a
    /// scalar says it.
    pub start: usize,
    /// The distance between two that are read one after the other, at least 1.
    pub factor: usize,
    /// The way that the index goes along the axis.
    pub way: Way,
}

/// The way that an index goes along an axis of `n` positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// `start + factor * p`.
    Up,
    /// `n - 1 - start - factor * p`.
    Down,
    /// `s + factor * p`, where a scalar of the program is `s`.
    UpFrom(ScalarId),
    /// `s - factor * p`, where a scalar of the program is `s`.
    DownFrom(ScalarId),
}

impl Way {
    /// The scalar that says where it begins.
    pub fn scalar(self) -> Option<ScalarId> {
        match self {
            Way::Up | Way::Down => None,
            Way::UpFrom(scalar) | Way::DownFrom(scalar) => Some(scalar),
        }
    }

    /// Returns true if it leads to lower positions.
    pub fn is_down(self) -> bool {
        matches!(self, Way::Down | Way::DownFrom(_))
    }
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
    /// The scalar that is added to the coordinate of the first element, if there is one.
    pub begins: Option<ScalarId>,
}

impl Index {
    /// An index that begins at 0, of as many positions as its reads have.
    pub fn new(name: &str) -> Index {
        Index {
            name: name.to_owned(),
            count: None,
            named: Vec::new(),
            first: 0,
            cut: 0,
            begins: None,
            inside: false,
        }
    }
}

impl Side {
    /// The coordinates themselves, of whichever axis: where they begin, and how many are left out at
    /// the end.
    pub fn coordinates(&self) -> (usize, isize, Option<ScalarId>) {
        (self.first, self.cut, self.begins)
    }

    /// Returns true if the array has all coordinates of the axis.
    pub fn is_whole(&self) -> bool {
        self.coordinates() == (0, 0, None)
    }
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
        let along = (0..rank).map(|index| Along::up(Some(index), 0, 1));
        Cells {
            array,
            along: along.list(),
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
                    way: Way::Up,
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
            along: vec![Along::up(Some(0), section.start, section.factor)],
        }
    }
}

impl Cells {
    /// The scalars that say where reads begin.
    pub fn scalars(&self) -> impl Iterator<Item = ScalarId> + '_ {
        self.along.iter().filter_map(|along| along.way.scalar())
    }

    /// Returns true if all positions follow from the sizes of the axes, upwards.
    pub fn goes_up(&self) -> bool {
        self.along.iter().all(|along| along.way == Way::Up)
    }
}

impl Along {
    /// A position that follows the index upwards.
    pub fn up(index: Option<usize>, start: usize, factor: usize) -> Along {
        Along {
            index,
            start,
            factor,
            way: Way::Up,
        }
    }

    /// The position of an element of a position of the grid along an axis of this size. `value` has
    /// the number that a scalar is.
    pub fn position<E>(
        &self,
        position: &[usize],
        size: usize,
        value: impl Fn(ScalarId) -> Result<usize, E>,
    ) -> Result<usize, E> {
        let steps = self.index.map_or(0, |index| self.factor * position[index]);
        Ok(match self.way {
            Way::Up => steps.saturating_add(self.start),
            Way::Down => size.wrapping_sub(1 + self.start + steps),
            Way::UpFrom(scalar) => value(scalar)?.saturating_add(steps),
            Way::DownFrom(scalar) => value(scalar)?.wrapping_sub(steps),
        })
    }
}

/// The answers about arrays that one question has led to.
#[derive(Default)]
struct Known {
    ranks: OrderedMap<ArrayId, usize>,
    sides: OrderedMap<(ArrayId, usize), Side>,
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
        self.axis_count_among(array, axis, &mut OrderedMap::new())
    }

    fn axis_count_among(
        &self,
        array: ArrayId,
        axis: usize,
        ranks: &mut OrderedMap<ArrayId, usize>,
    ) -> Option<Count> {
        match &self.bindings[self.producer(array)?].op {
            Op::Reshape { counts, .. } => counts.get(axis).cloned(),
            Op::Cells { grid, .. } | Op::Coordinate { grid, .. } => {
                self.grids[*grid].indices[axis].count.clone()
            }
            op => self.axis_count_among(self.like_among(op, ranks)?, axis, ranks),
        }
    }

    /// The argument whose axes those of a result are: all arguments in step have as many.
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
        self.side_among(array, axis, &mut Known::default())
    }

    /// The coordinates along an axis, where some are known: each is asked for once.
    fn side_among(&self, array: ArrayId, axis: usize, known: &mut Known) -> Side {
        if let Some(side) = known.sides.get(&(array, axis)) {
            return *side;
        }
        let own = Side {
            of: (array, axis),
            first: 0,
            cut: 0,
            begins: None,
        };
        let producer = self.producer(array).map(|id| &self.bindings[id].op);
        let side = match producer {
            None | Some(Op::Reshape { .. } | Op::Flatten { .. }) => own,
            Some(Op::Cells { grid, .. } | Op::Coordinate { grid, .. }) => {
                self.side_of(*grid, array, axis, known)
            }
            Some(op) if self.rank_among(array, &mut known.ranks) > 1 || self.is_of_grid(array) => {
                let like = self.like_among(op, &mut known.ranks);
                let like = like.map(|_| op.together());
                let together = like.into_iter().flatten();
                let sides = together.map(|arg| self.side_among(arg, axis, known));
                let sides: Vec<Side> = sides.list();
                let part = sides.iter().find(|side| !side.is_whole());
                part.or(sides.first()).copied().unwrap_or(own)
            }
            Some(_) => {
                let axis = self.axis(array);
                Side {
                    of: (axis.root, 0),
                    first: axis.first,
                    cut: axis.cut,
                    begins: None,
                }
            }
        };
        known.sides.insert((array, axis), side);
        side
    }

    /// The coordinates of an array of a grid. If the grid leaves elements out, or says how many it
    /// has, they begin an axis of their own.
    fn side_of(&self, grid: GridId, array: ArrayId, axis: usize, known: &mut Known) -> Side {
        let index = &self.grids[grid].indices[axis];
        let mut reads = self.grids[grid].along(axis);
        match reads.next() {
            Some((of, along)) if along.factor == 1 && index.count.is_none() => Side {
                of: self.side_among(of.0, of.1, known).of,
                first: index.first,
                cut: index.cut,
                begins: None,
            },
            _ => Side {
                of: (array, axis),
                first: index.first,
                cut: -index.first.cast_signed(),
                begins: index.begins,
            },
        }
    }

    /// Returns true if an axis begins with an index whose number of positions the program computes.
    pub fn has_own_count(&self, (array, axis): (ArrayId, usize)) -> bool {
        let producer = self.producer(array).map(|id| &self.bindings[id].op);
        match producer {
            Some(Op::Cells { grid, .. } | Op::Coordinate { grid, .. }) => {
                self.grids[*grid].indices[axis].inside
            }
            _ => false,
        }
    }

    /// Returns true if an array has the coordinates of a grid, of one index or of several.
    pub fn is_of_grid(&self, array: ArrayId) -> bool {
        let (mut open, mut seen) = (vec![array], OrderedSet::new());
        while let Some(array) = open.pop() {
            if self.arrays[array].home.is_some() || !seen.insert(array) {
                continue;
            }
            let producer = self.producer(array).map(|id| &self.bindings[id].op);
            match producer {
                Some(Op::Cells { .. } | Op::Coordinate { .. }) => return true,
                Some(op) => open.extend(op.together()),
                None => {}
            }
        }
        false
    }

    /// The axes whose sizes an index of a grid needs to be equal: those along which it reads.
    ///
    /// They have one size, or sizes that differ by a number which is known: one of them is
    /// [compared](Program::compared) with the others.
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

impl Program {
    /// The pairs of sides that one index goes along whose sizes are compared, in the order of the
    /// sides: each with one whose size is no input's, if there is one.
    pub fn compared(&self, sides: &[(ArrayId, usize)]) -> Vec<[(ArrayId, usize); 2]> {
        let own = sides.iter().position(|side| !self.is_of_input(*side));
        let with = own.unwrap_or(0);
        let others = (0..sides.len()).filter(|other| *other != with);
        let pair = |other: usize| [sides[with.min(other)], sides[with.max(other)]];
        others.map(pair).list()
    }

    /// Returns true if an axis is as long as an input, whose length is checked when the program
    /// starts.
    pub fn is_of_input(&self, (array, axis): (ArrayId, usize)) -> bool {
        let Some(producer) = self.producer(array) else {
            return true;
        };
        let own = self.bindings[producer].op.count();
        match self.axis_count(array, axis).as_ref().or(own) {
            Some(Count::Length(like)) => self.is_of_input((*like, 0)),
            _ => false,
        }
    }

    /// Returns true if the sizes of two sides may differ by a number that is known.
    pub fn may_be_apart(&self, sides: [(ArrayId, usize); 2]) -> bool {
        sides.iter().all(|side| !self.is_of_input(*side))
    }
}

/// `|index| index + first`: the coordinate of a position.
pub fn coordinate(first: usize) -> Host {
    let first = proc_macro2::Literal::usize_suffixed(first);
    Host::plain(syn::parse_quote!(|index| index + #first))
}
