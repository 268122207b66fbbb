//! Steps: the computations of a body.

use super::{ArrayId, BindingId, Host, Known, Neighbour, Pattern, ScalarId, ScanKind, Transition};
use crate::ir::single_axis;
use proc_macro2::Ident;

/// One computation of a body. Arrays stand for their current elements.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Step {
    /// `into = worker(args…)`
    Map {
        /// The function.
        worker: Host,
        /// The arguments.
        args: Vec<ArrayId>,
        /// The results.
        into: Pattern<ArrayId>,
    },
    /// `into = (args…)`
    Tuple {
        /// The parts.
        args: Vec<ArrayId>,
        /// The names of the tuple, or of its parts.
        into: Pattern<ArrayId>,
    },
    /// `into = worker(index)`
    Generate {
        /// The function of the index.
        worker: Host,
        /// The digit of the position of the loop that the index is, where it is not the whole.
        digit: Option<usize>,
        /// The result.
        into: Pattern<ArrayId>,
    },
    /// `into = range[index]`
    Range {
        /// The range.
        range: Host,
        /// The result.
        into: Pattern<ArrayId>,
    },
    /// `into = data[index]`
    Gather {
        /// The array that is read, in memory.
        data: ArrayId,
        /// The index.
        index: ArrayId,
        /// The binding's name, for the error.
        name: String,
        /// The result.
        into: Pattern<ArrayId>,
    },
    /// One step of a scan, whose element is bound.
    Scan(Scan),
    /// One step towards the total of a scan in a look-back sweep.
    Total(Scan),
    /// One step of a fold.
    Fold(Fold),
    /// `dest[index] = value`, or `dest[index] = dest[index] op value`
    Scatter {
        /// The array that is written: the result.
        into: ArrayId,
        /// The operator, if the value is combined with the element that is there.
        combine: Option<Box<Combine>>,
        /// The index.
        index: ArrayId,
        /// The value.
        value: ArrayId,
    },
}

/// A scan inside a loop.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Scan {
    /// The number that names its state: unique in the loop.
    pub id: usize,
    /// Its name.
    pub name: Ident,
    /// Inclusive or exclusive.
    pub kind: ScanKind,
    /// The start, which enters from the left.
    pub seed: Host,
    /// The associative operator; the step of a recurrence.
    pub operator: Host,
    /// The facts about the operator that the runtime knows.
    pub known: Option<Known>,
    /// Set if nobody has tried yet if the operator is associative.
    pub untested: bool,
    /// Its segments, if elements are pairs of a flag and a value, and the operator drops what is to
    /// the left of a flag that is set.
    pub segments: Option<Segments>,
    /// The flags, if it restarts at the rows of an array.
    pub rows: Option<ArrayId>,
    /// The way in which elements enter: those of a recurrence do by its step.
    pub intake: Intake,
    /// The transition that the step of a recurrence is, if it is one that can be composed.
    pub transition: Option<Box<Transition>>,
    /// The elements that one follows from, if it is a recurrence over several axes, or a scan along
    /// another axis than the last one.
    pub neighbours: Vec<Neighbour>,
    /// The prefix.
    pub into: Pattern<ArrayId>,
}

impl Scan {
    /// Returns true if its elements are found from those of rows before them: it is a recurrence over
    /// several axes, or a scan along another axis than the last one.
    pub fn is_over_axes(&self) -> bool {
        !self.neighbours.is_empty()
    }

    /// The axis that it goes along, if it is a scan along another one than the last.
    pub fn down(&self) -> Option<usize> {
        let before = self.neighbours.first().filter(|_| !self.is_recurrence())?;
        let mut distances = before.distances.iter();
        distances.position(|distance| *distance == 1)
    }

    /// The axis along which all reads of a recurrence go, if that is one, which is not the last.
    pub fn single_axis(&self) -> Option<usize> {
        single_axis(&self.neighbours)
    }

    /// The distances at which it reads, each once.
    pub fn distances(&self) -> Vec<&Vec<isize>> {
        let mut all = Vec::new();
        for read in &self.neighbours {
            if !all.contains(&&read.distances) {
                all.push(&read.distances);
            }
        }
        all
    }

    /// The rows above and the columns to the left from which elements of a recurrence follow, and the part that is
    /// read. Where all are along one axis, the columns are the positions along all axes below that.
    pub fn rows_and_columns(&self) -> impl Iterator<Item = (isize, isize, Option<usize>)> {
        let single = self.single_axis();
        let read = self.neighbours.iter();
        read.map(move |read| match (single, &read.distances[..]) {
            (Some(axis), distances) => (distances[axis], 0, read.part),
            (None, [.., rows, columns]) => (*rows, *columns, read.part),
            (None, _) => unreachable!("a recurrence over several axes"),
        })
    }

    /// Returns true if it is a recurrence, whose step need not be associative.
    pub fn is_recurrence(&self) -> bool {
        self.intake.step().is_some()
    }
}

/// The segments of a scan that begins anew at flags.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Segments {
    /// The facts about the operator within a segment that the runtime knows.
    pub known: Option<Known>,
    /// Set if a filter keeps the last element of each segment, and no other.
    pub keeps_ends: bool,
}

/// A fold inside a loop.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Fold {
    /// The number that names its state: unique in the loop.
    pub id: usize,
    /// Its name.
    pub name: Ident,
    /// The start, which enters from the left.
    pub seed: Host,
    /// The associative operator.
    pub operator: Host,
    /// The facts about the operator that the runtime knows.
    pub known: Option<Known>,
    /// Set if nobody has tried yet if the operator is associative.
    pub untested: bool,
    /// The way in which elements enter it.
    pub intake: Intake,
    /// The total.
    pub into: FoldTarget,
}

impl Fold {
    /// The number of elements, for the length of an array.
    pub fn count(id: usize, name: Ident, array: ArrayId) -> Fold {
        Fold {
            id,
            name,
            seed: Host::plain(syn::parse_quote!(0usize)),
            operator: Host::plain(syn::parse_quote!(|a, b| a + b)),
            known: Some(Known::Add),
            untested: false,
            intake: Intake::Operand(Element::One),
            into: FoldTarget::Kept(array),
        }
    }
}

/// The operator of a reduction by index.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Combine {
    /// The number of its state: unique in the loop.
    pub id: usize,
    /// The associative operator.
    pub operator: Host,
    /// The facts about the operator that the runtime knows.
    pub known: Option<Known>,
    /// Set if nobody has tried yet if the operator is associative.
    pub untested: bool,
}

/// The way in which elements enter a fold or a scan.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Intake {
    /// As operands of the operator.
    Operand(Element),
    /// By a step, which has an accumulator of its own.
    Step {
        /// The function of the accumulator and of elements.
        worker: Host,
        /// The arrays of whose current elements it is one.
        args: Vec<ArrayId>,
        /// The binding, under whose id the type of the accumulator is known.
        binding: BindingId,
    },
}

/// The argument of a fold or scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// The current element of an array.
    Array(ArrayId),
    /// The number 1: it counts.
    One,
}

/// The destination of a fold's total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoldTarget {
    /// To scalars of the program.
    Scalars(Pattern<ScalarId>),
    /// It is the number of elements that a filter kept: [`Extent::Kept`](super::Extent::Kept).
    Kept(ArrayId),
}
