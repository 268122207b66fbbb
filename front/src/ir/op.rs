//! The operators of bindings: the arrays that each reads, and the facts of its result.

use super::count::Count;
use super::segments::Segments;
use super::{ArrayId, Beyond, Cells, GridId, Host, Neighbour, Outside, ScalarId, Section, SpaceId};
use crate::combinator::{Combinator, Computed, Length, Use, Yields};
use crate::ordered::ToList;

/// The kinds of scans: an element takes part in its own prefix, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanKind {
    /// `scan`: `z op x0, z op x0 op x1, …`
    Inclusive,
    /// `scan_exclusive`: `z, z op x0, …`
    Exclusive,
}

/// The operator of a binding.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Op {
    /// `map(f, xs, ys, …)`, with one output array per element of the tuple
    /// that the worker yields where the binding's pattern is a tuple.
    Map {
        /// The function of one element of each argument.
        worker: Host,
        /// The arguments, at least one.
        args: Vec<ArrayId>,
    },
    /// `filter(p, xs)`.
    Filter {
        /// The predicate.
        worker: Host,
        /// The argument.
        arg: ArrayId,
    },
    /// `fold(z, op, xs)` and `fold(z, step, op, xs, …)`.
    Fold {
        /// The start.
        seed: Host,
        /// The function of the accumulator and of one element of each argument; where there is
        /// none, elements are operands of the operator. (Operators of chains lie on the stack by
        /// the hundred: none should be larger than the others.)
        step: Option<Box<Host>>,
        /// The associative operator.
        worker: Host,
        /// The arguments, at least one.
        args: Vec<ArrayId>,
    },
    /// `scan(z, op, xs)` and `scan_exclusive(z, op, xs)`.
    Scan {
        /// Inclusive or exclusive.
        kind: ScanKind,
        /// The start.
        seed: Host,
        /// The associative operator.
        worker: Host,
        /// The argument.
        arg: ArrayId,
        /// The scan whose segments it computes, if its operator is made of that of another one.
        segments: Option<Box<Segments>>,
        /// The axis that it goes along, if that is not the last one of its array: elements at the
        /// same positions of the other axes are a sequence of their own.
        along: Option<usize>,
    },
    /// `recurrence(z, step, xs, …)`.
    Recurrence {
        /// The start.
        seed: Host,
        /// The function of the state and of one element of each argument: the next state.
        worker: Host,
        /// The arguments, at least one.
        args: Vec<ArrayId>,
        /// If it goes through several axes, the elements that one follows from: the state is all of
        /// these, a tuple unless it is one.
        neighbours: Vec<Neighbour>,
    },
    /// `generate(n, f)`.
    Generate {
        /// The size.
        count: Count,
        /// The number of elements, a `usize`.
        length: Host,
        /// The function of the index.
        worker: Host,
    },
    /// `a..b` as an array.
    Range {
        /// The size.
        count: Count,
        /// The range expression.
        range: Host,
    },
    /// `gather(data, indices)`.
    Gather {
        /// The array that is read.
        data: ArrayId,
        /// The positions.
        indices: ArrayId,
    },
    /// `reverse(xs)`.
    Reverse {
        /// The array that is read from its end.
        arg: ArrayId,
    },
    /// The next element of each; the last one has itself. Only abbreviations have it.
    Next {
        /// The array.
        arg: ArrayId,
    },
    /// A subscript of a `generate(|i| …)`: the element that is read at each position of an index
    /// space. One at the very positions of its array is none: that array is walked over in step.
    Read {
        /// The elements.
        section: Section,
        /// The positions.
        space: SpaceId,
        /// The elements at an offset from those of the section, if the array is padded.
        outside: Option<Outside>,
    },
    /// A subscript of a `generate(|i, j| …)`: the element that is read at each position of a grid.
    Cells {
        /// The elements.
        cells: Cells,
        /// The positions.
        grid: GridId,
        /// The elements at offsets from those, if the array is padded.
        beyond: Option<Beyond>,
    },
    /// An index of a `generate(|i, j| …)` as an array: its coordinate at each position of a grid.
    Coordinate {
        /// The positions.
        grid: GridId,
        /// The number of the index.
        index: usize,
    },
    /// `*ys = xs;` where `xs` does not have all coordinates of `ys`: the others keep their
    /// elements.
    Write {
        /// The new elements.
        arg: ArrayId,
        /// The array that is written, with its axes.
        dest: ArrayId,
        /// The index space of the coordinates that are written.
        grid: GridId,
    },
    /// `scatter(dest, indices, values)` and `reduce_by_index(dest, op, indices, values)`.
    Scatter {
        /// The array that is written.
        dest: ArrayId,
        /// The associative operator by which a value is combined with the element at its position;
        /// where there is none, it takes its place.
        combine: Option<Box<Host>>,
        /// The positions.
        indices: ArrayId,
        /// The new elements.
        values: ArrayId,
    },
    /// `cross(xs, ys)`.
    Cross {
        /// The outer array.
        left: ArrayId,
        /// The inner array.
        right: ArrayId,
    },
    /// `conform(xs, ys)`.
    Conform {
        /// The array.
        arg: ArrayId,
        /// The array whose length it must have.
        like: ArrayId,
    },
    /// `reshape(xs, [h, w])`: the same elements as an array of other axes. `flatten(xs)`: as a
    /// sequence.
    Reshape {
        /// The array.
        arg: ArrayId,
        /// The sizes of the axes; none for a sequence.
        counts: Vec<Count>,
        /// The array of their numbers, if there are any.
        axes: Option<Host>,
    },
    /// `flatten(a)` in the loop that makes `a`.
    Flatten {
        /// The array.
        arg: ArrayId,
    },
    /// `external(expr)`: outputs are arrays and scalars.
    External {
        /// The host expression.
        call: Host,
        /// The bound arrays that it names, complete, ascending.
        arrays: Vec<ArrayId>,
    },
    /// A host expression over scalars.
    Host {
        /// The expression.
        value: Host,
    },
    /// A number, where positions that the program computes are inside of an axis; an error
    /// otherwise.
    Inside {
        /// `(number, count, first, last)`: the number itself, and the positions, as `i128`, of
        /// which there are so many.
        positions: Host,
        /// The array.
        arg: ArrayId,
        /// The number of the axis; of a sequence it is that of all elements.
        axis: Option<usize>,
    },
    /// `len(xs)`, or the size of an axis: one of the elements of `shape(xs)`.
    Length {
        /// The array.
        arg: ArrayId,
        /// The number of the axis; the number of elements is that of all.
        axis: Option<usize>,
    },
}

/// References to the array arguments of an operation.
macro_rules! args {
    ($op:expr, $iter:ident $(, $mut:tt)?) => {
        match $op {
            Op::Map { args, .. }
            | Op::Fold { args, .. }
            | Op::Recurrence { args, .. }
            | Op::External { arrays: args, .. } => args.$iter().list(),
            Op::Filter { arg, .. }
            | Op::Scan { arg, .. }
            | Op::Reverse { arg }
            | Op::Next { arg }
            | Op::Write { arg, .. }
            | Op::Reshape { arg, .. }
            | Op::Flatten { arg }
            | Op::Inside { arg, .. }
            | Op::Length { arg, .. } => vec![arg],
            Op::Generate { .. } | Op::Range { .. } | Op::Coordinate { .. } | Op::Host { .. } => {
                Vec::new()
            }
            Op::Read { section, .. } => vec![&$($mut)? section.array],
            Op::Cells { cells, .. } => vec![&$($mut)? cells.array],
            Op::Gather { data, indices } => vec![data, indices],
            Op::Scatter {
                dest,
                indices,
                values,
                ..
            } => vec![dest, indices, values],
            Op::Cross { left, right } => vec![left, right],
            Op::Conform { arg, like } => vec![arg, like],
        }
    };
}

/// References to the host expressions of an operation.
macro_rules! hosts {
    ($op:expr, $iter:ident, $deref:ident) => {
        match $op {
            Op::Map { worker, .. } | Op::Filter { worker, .. } => vec![worker],
            Op::Fold {
                seed, step, worker, ..
            } => [seed]
                .into_iter()
                .chain(step.$deref())
                .chain([worker])
                .list(),
            Op::Scan { seed, worker, .. } | Op::Recurrence { seed, worker, .. } => {
                vec![seed, worker]
            }
            Op::Generate { length, worker, .. } => vec![length, worker],
            Op::Range { range, .. } => vec![range],
            Op::External { call, .. } => vec![call],
            Op::Host { value } => vec![value],
            Op::Inside { positions, .. } => vec![positions],
            Op::Scatter { combine, .. } => combine.$deref().into_iter().list(),
            Op::Reshape { axes, .. } => axes.$iter().list(),
            Op::Gather { .. }
            | Op::Reverse { .. }
            | Op::Next { .. }
            | Op::Read { .. }
            | Op::Cells { .. }
            | Op::Coordinate { .. }
            | Op::Write { .. }
            | Op::Flatten { .. }
            | Op::Cross { .. }
            | Op::Conform { .. }
            | Op::Length { .. } => Vec::new(),
        }
    };
}

impl Op {
    /// Its combinator; `None` for ranges and for bindings without one.
    pub fn combinator(&self) -> Option<&'static Combinator> {
        let name = match self {
            Op::Map { .. } => "map",
            Op::Filter { .. } => "filter",
            Op::Fold { step: None, .. } => "fold",
            Op::Fold { step: Some(_), .. } => return Some(Combinator::fold_with_step()),
            Op::Scan { kind, .. } => match kind {
                ScanKind::Inclusive => "scan",
                ScanKind::Exclusive => "scan_exclusive",
            },
            Op::Recurrence { .. } => "recurrence",
            Op::Generate { .. } => "generate",
            Op::Gather { .. } => "gather",
            Op::Reverse { .. } => "reverse",
            Op::Next { .. } => return Some(Combinator::next()),
            Op::Read { .. } => "at",
            Op::Cells { .. } => return Some(Combinator::cells()),
            Op::Coordinate { .. } => return Some(Combinator::coordinate()),
            Op::Flatten { .. } => return Some(Combinator::flatten_in_step()),
            Op::Reshape { axes: None, .. } => "flatten",
            Op::Reshape { .. } => "reshape",
            Op::Write { .. } => return Some(Combinator::write()),
            Op::Scatter { combine: None, .. } => "scatter",
            Op::Scatter {
                combine: Some(_), ..
            } => "reduce_by_index",
            Op::Cross { .. } => "cross",
            Op::Conform { .. } => "conform",
            Op::External { .. } => "external",
            Op::Length { .. } => "len",
            Op::Inside { .. } => return Some(Combinator::inside()),
            Op::Range { .. } | Op::Host { .. } => return None,
        };
        Combinator::named(name)
    }

    /// The combinator's name, or a word for bindings without one.
    pub fn name(&self) -> &'static str {
        match (self.combinator(), self) {
            (Some(combinator), _) => combinator.name,
            (None, Op::Range { .. }) => "range",
            (None, _) => "let",
        }
    }

    /// The kind of its result.
    pub fn yields(&self) -> Yields {
        match (self.combinator(), self) {
            (Some(combinator), _) => combinator.yields,
            (None, Op::Range { .. }) => Yields::Array {
                length: Length::Count,
                elements: None,
            },
            (None, _) => Yields::Scalar,
        }
    }

    /// The length of the array that it yields, if it yields one.
    pub fn length(&self) -> Option<Length> {
        match self.yields() {
            Yields::Array { length, .. } => Some(length),
            Yields::Scalar | Yields::Anything => None,
        }
    }

    /// Returns true if a loop computes it.
    pub fn in_loop(&self) -> bool {
        match self.combinator() {
            Some(combinator) => combinator.computed == Computed::InLoop,
            None => matches!(self, Op::Range { .. }),
        }
    }

    /// The array arguments, in the order of the call. Arrays that workers index are no arguments.
    pub fn args(&self) -> Vec<ArrayId> {
        args!(self, iter).into_iter().copied().list()
    }

    /// The array arguments, to be changed.
    pub fn args_mut(&mut self) -> Vec<&mut ArrayId> {
        args!(self, iter_mut, mut)
    }

    /// The array whose elements it reads at other positions than its own.
    pub fn moved(&self) -> Option<ArrayId> {
        match self {
            Op::Reverse { arg } | Op::Next { arg } => Some(*arg),
            Op::Read { section, .. } => Some(section.array),
            Op::Cells { cells, .. } => Some(cells.array),
            _ => None,
        }
    }

    /// The array arguments and how it uses each. The arrays that an `external` names are none.
    pub fn operands(&self) -> Vec<(ArrayId, Use)> {
        let combinator = match self {
            Op::External { .. } => None,
            op => op.combinator(),
        };
        let Some(combinator) = combinator else {
            return Vec::new();
        };
        let args = self.args().into_iter().enumerate();
        args.map(|(position, arg)| (arg, combinator.operand(position)))
            .list()
    }

    /// The array arguments that it walks over in step with its loop: one loop
    /// has one length, so they are of one size.
    pub fn streamed(&self) -> Vec<ArrayId> {
        let operands = self.operands().into_iter();
        let in_step = operands.filter(|(_, used)| *used == Use::InStep);
        in_step.map(|(arg, _)| arg).list()
    }

    /// The argument as long as which its result is; `None` where that has a
    /// length of its own.
    pub fn like(&self) -> Option<ArrayId> {
        match self.length() {
            Some(Length::Like(position)) => self.args().get(position).copied(),
            _ => None,
        }
    }

    /// The argument whose elements those of its result are; `None` where it makes others.
    pub fn elements_of(&self) -> Option<ArrayId> {
        match self.yields() {
            Yields::Array {
                elements: Some(position),
                ..
            } => self.args().get(position).copied(),
            _ => None,
        }
    }

    /// The size that its number of elements names, where it has such a number.
    pub fn count(&self) -> Option<&Count> {
        match self {
            Op::Generate { count, .. } | Op::Range { count, .. } => Some(count),
            _ => None,
        }
    }

    /// The start, the operator and the array of a fold or scan by an operator between elements.
    pub fn reduction(&self) -> Option<(&Host, &Host, ArrayId)> {
        match self {
            Op::Fold {
                seed,
                step: None,
                worker,
                args,
            } => Some((seed, worker, args[0])),
            Op::Scan {
                seed, worker, arg, ..
            } => Some((seed, worker, *arg)),
            _ => None,
        }
    }

    /// The start, the operator and the array as the user wrote them, if it is a fold or scan by an
    /// operator between elements.
    pub fn written_reduction(&self) -> Option<(&Host, &Host, ArrayId)> {
        match self.segments() {
            Some(segments) => Some((&segments.seed, &segments.worker, segments.arg)),
            None => self.reduction(),
        }
    }

    /// The scan that it begins anew at each segment, if the user wrote one.
    pub fn segments(&self) -> Option<&Segments> {
        match self {
            Op::Scan { segments, .. } => segments.as_deref(),
            _ => None,
        }
    }

    /// The host expressions: workers, seeds, lengths, values.
    pub fn hosts(&self) -> Vec<&Host> {
        hosts!(self, iter, as_deref)
    }

    /// The host expressions, to be changed.
    pub fn hosts_mut(&mut self) -> Vec<&mut Host> {
        hosts!(self, iter_mut, as_deref_mut)
    }

    /// The scalar that is the elements outside of the array that it reads.
    pub fn outside(&self) -> Option<ScalarId> {
        match self {
            Op::Read { outside, .. } => outside.and_then(|outside| outside.padding.value()),
            Op::Cells { beyond, .. } => beyond.as_ref().and_then(|beyond| beyond.padding.value()),
            _ => None,
        }
    }

    /// The scalars that it names outside of host expressions and of the number of its elements.
    pub fn scalars(&self) -> Vec<ScalarId> {
        let mut scalars: Vec<ScalarId> = self.outside().into_iter().list();
        if let Op::Cells { cells, .. } = self {
            scalars.extend(cells.scalars());
        }
        scalars
    }
}
