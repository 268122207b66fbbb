//! The operators of statements, with their workers.

use super::{Along, ArrayId, Boxes, ScalarId};
use crate::expr::Expr;
use crate::ty::{Prim, Ty};

/// A combinator, or what else a statement computes.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the combinators of the language")]
pub enum Op {
    Map {
        worker: Worker,
        args: Vec<ArrayId>,
    },
    Filter {
        worker: Worker,
        arg: ArrayId,
    },
    Fold {
        seed: Vec<Expr>,
        operator: Operator,
        arg: ArrayId,
    },
    Scan {
        exclusive: bool,
        seed: Vec<Expr>,
        operator: Operator,
        arg: ArrayId,
    },
    /// A fold or scan of segments, which `by` says: heads or keys.
    Segments {
        kind: Segments,
        by: ArrayId,
        seed: Vec<Expr>,
        operator: Operator,
        arg: ArrayId,
    },
    Generate {
        count: Count,
        worker: Worker,
    },
    Range {
        from: i128,
        count: Count,
        prim: Prim,
    },
    Gather {
        data: ArrayId,
        indices: ArrayId,
    },
    Reverse {
        arg: ArrayId,
    },
    ZipWithIndex {
        arg: ArrayId,
    },
    /// `generate(|i| …)` of elements at these subscripts, or a map of `at`.
    Stencil {
        worker: Worker,
        args: Vec<ArrayId>,
        offsets: Vec<isize>,
        /// The paddings, of those that are padded.
        pads: Vec<Option<&'static str>>,
        factor: usize,
    },
    Scatter {
        dest: ArrayId,
        indices: ArrayId,
        values: ArrayId,
    },
    ReduceByIndex {
        dest: ArrayId,
        operator: Operator,
        indices: ArrayId,
        values: ArrayId,
    },
    Cross {
        left: ArrayId,
        right: ArrayId,
    },
    /// `generate(|i, j| …)` over an element of each, the first one along the rows; or along the
    /// columns.
    Table {
        worker: Worker,
        left: ArrayId,
        right: ArrayId,
        transposed: bool,
        /// Set if it is flattened and gets its axes again.
        again: bool,
        /// Set if its sizes are said.
        counted: bool,
    },
    /// `generate(|i, j| …)` of elements at these subscripts of arrays of one axis or two; or of one
    /// index, along a diagonal or a slice.
    Grid {
        worker: Worker,
        args: Vec<ArrayId>,
        /// The subscripts of each array, one for each of its axes.
        subscripts: Vec<Vec<Subscript>>,
        /// The paddings, of those that are padded.
        pads: Vec<Option<&'static str>>,
        /// The factors of the indices.
        factors: Vec<usize>,
    },
    /// Work along an axis, or through parts of a sequence.
    Along(Along),
    /// A few statements over arrays of several axes.
    Boxes(Boxes),
    Conform {
        arg: ArrayId,
        like: ArrayId,
    },
    /// A function of [`crate::host`] over arrays.
    External {
        function: &'static str,
        arrays: Vec<ArrayId>,
        literal: Option<usize>,
    },
    Host(Expr),
    Length(ArrayId),
    /// `let ys = xs;` or `*ys = xs;`
    Alias(ArrayId),
    /// `*ys = xs;` where `xs` has a part of the coordinates of `ys`.
    Part(ArrayId),
}

/// The combinators over segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segments {
    /// `scan_by`
    Scan,
    /// `scan_exclusive_by`
    ScanExclusive,
    /// `fold_by`
    Fold,
}

impl Segments {
    /// The name of the combinator.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Segments::Scan => "scan_by",
            Segments::ScanExclusive => "scan_exclusive_by",
            Segments::Fold => "fold_by",
        }
    }
}

/// The number of elements to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// As many as an array has.
    Like(ArrayId),
    /// As many as a scalar says.
    Scalar(ScalarId),
    /// So many times as many, computed where it is needed.
    Scaled(ScalarId, usize),
    /// So many.
    Literal(usize),
}

/// A worker.
#[derive(Clone, Debug, PartialEq)]
pub enum Worker {
    /// A closure: its parameters, and what it yields, a tuple if several.
    Closure {
        /// A pattern for each argument.
        params: Vec<Pattern>,
        /// The parts of the result, from left to right.
        body: Vec<Expr>,
    },
    /// A path to a function of numbers, and what it yields.
    Path(&'static str, Prim),
}

/// A parameter of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A number, under a name.
    Name(String),
    /// `_`
    Ignored,
    /// A tuple.
    Tuple(Vec<Pattern>),
}

impl Pattern {
    /// The names of the parts, from left to right, `None` for `_`; a pattern
    /// of a tuple type has as many as the type has leaves.
    #[must_use]
    pub fn names(&self, ty: &Ty) -> Vec<Option<&str>> {
        match (self, ty) {
            (Pattern::Name(name), _) => vec![Some(name)],
            (Pattern::Ignored, ty) => vec![None; ty.leaves().len()],
            (Pattern::Tuple(items), Ty::Tuple(types)) => items
                .iter()
                .zip(types)
                .flat_map(|(item, ty)| item.names(ty))
                .collect(),
            (Pattern::Tuple(_), Ty::Prim(_)) => unreachable!("a number is no tuple"),
        }
    }
}

/// A position along an axis: that of an index, times its factor, and an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subscript {
    /// The number of the index; without one it is the same position everywhere.
    pub index: Option<usize>,
    /// The offset.
    pub offset: isize,
    /// Set if it goes from the last position to the first.
    pub mirrored: bool,
}

/// An associative operator on the elements of folds and scans.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "most are Rust's")]
pub enum Operator {
    Add,
    Mul,
    Min,
    Max,
    And,
    Or,
    Xor,
    AndAlso,
    OrElse,
    WrappingAdd,
    WrappingMul,
    /// `|a, _| a`
    First,
    /// `|_, b| b`
    Last,
    /// The last that is not 0.
    LastSet,
    /// The operator that it wraps, as a path.
    Path(Box<Operator>),
    /// One for each part of a tuple.
    Each(Vec<Operator>),
    /// `(a, b), (c, d)` to `(a * c, b * c + d)`
    Affine,
    /// The greatest first part, and the second part of the first that has it.
    ArgMax,
    /// A sum that starts anew where the flag is set.
    Segmented,
    /// Of integers and `bool`s something that is not associative: programs that have
    /// it run in strict order.
    Step,
}

impl Operator {
    /// Returns true if it is associative.
    #[must_use]
    pub fn is_associative(&self) -> bool {
        match self {
            Operator::Step => false,
            Operator::Path(inner) => inner.is_associative(),
            Operator::Each(operators) => operators.iter().all(Operator::is_associative),
            _ => true,
        }
    }

    /// The neutral element with a seed's types, if there is one.
    #[must_use]
    pub fn neutral(&self, seed: &[Expr]) -> Option<Vec<Expr>> {
        let number = |prim: Prim, number: i8| match prim {
            Prim::Bool => Expr::Bool(number != 0),
            prim if prim.is_float() => Expr::Float(number.into(), prim),
            prim => Expr::Int(number.into(), prim),
        };
        let all = |numbers: &[i8]| {
            let parts = seed.iter().zip(numbers);
            Some(parts.map(|(part, one)| number(part.prim(), *one)).collect())
        };
        match self {
            Operator::Path(inner) => inner.neutral(seed),
            Operator::Each(operators) => {
                let parts = operators.iter().zip(seed);
                let parts = parts.map(|(one, part)| one.neutral(std::slice::from_ref(part)));
                Some(parts.collect::<Option<Vec<_>>>()?.concat())
            }
            Operator::Add
            | Operator::Xor
            | Operator::Or
            | Operator::OrElse
            | Operator::WrappingAdd
            | Operator::LastSet => all(&[0]),
            Operator::Mul | Operator::WrappingMul | Operator::AndAlso => all(&[1]),
            Operator::Affine => all(&[1, 0]),
            Operator::Segmented => all(&[0, 0]),
            _ => None,
        }
    }
}

impl Op {
    /// The arrays that stand in array position.
    #[must_use]
    pub fn arrays(&self) -> Vec<ArrayId> {
        match self {
            Op::Map { args, .. } | Op::Stencil { args, .. } | Op::Grid { args, .. } => args.clone(),
            Op::Filter { arg, .. } | Op::Fold { arg, .. } | Op::Scan { arg, .. } => vec![*arg],
            Op::Segments { by, arg, .. } => vec![*by, *arg],
            Op::Generate { count, .. } | Op::Range { count, .. } => match count {
                Count::Like(array) => vec![*array],
                _ => Vec::new(),
            },
            Op::Gather { data, indices } => vec![*data, *indices],
            Op::Reverse { arg } | Op::ZipWithIndex { arg } => vec![*arg],
            Op::Scatter {
                dest,
                indices,
                values,
            }
            | Op::ReduceByIndex {
                dest,
                indices,
                values,
                ..
            } => vec![*dest, *indices, *values],
            Op::Along(along) => along.args.clone(),
            Op::Boxes(boxes) => boxes.args.clone(),
            Op::Cross { left, right } | Op::Table { left, right, .. } => vec![*left, *right],
            Op::Conform { arg, like } => vec![*arg, *like],
            Op::External { arrays, .. } => arrays.clone(),
            Op::Host(_) => Vec::new(),
            Op::Length(array) | Op::Alias(array) | Op::Part(array) => vec![*array],
        }
    }

    /// The arrays that stand in array position, to be changed.
    pub fn arrays_mut(&mut self) -> Vec<&mut ArrayId> {
        match self {
            Op::Map { args, .. } | Op::Stencil { args, .. } | Op::Grid { args, .. } => {
                args.iter_mut().collect()
            }
            Op::Filter { arg, .. } | Op::Fold { arg, .. } | Op::Scan { arg, .. } => vec![arg],
            Op::Segments { by, arg, .. } => vec![by, arg],
            Op::Generate { count, .. } | Op::Range { count, .. } => match count {
                Count::Like(array) => vec![array],
                _ => Vec::new(),
            },
            Op::Gather { data, indices } => vec![data, indices],
            Op::Reverse { arg } | Op::ZipWithIndex { arg } => vec![arg],
            Op::Scatter {
                dest,
                indices,
                values,
            }
            | Op::ReduceByIndex {
                dest,
                indices,
                values,
                ..
            } => vec![dest, indices, values],
            Op::Along(along) => along.args.iter_mut().collect(),
            Op::Boxes(boxes) => boxes.args.iter_mut().collect(),
            Op::Cross { left, right } | Op::Table { left, right, .. } => vec![left, right],
            Op::Conform { arg, like } => vec![arg, like],
            Op::External { arrays, .. } => arrays.iter_mut().collect(),
            Op::Host(_) => Vec::new(),
            Op::Length(array) | Op::Alias(array) | Op::Part(array) => vec![array],
        }
    }

    /// The expressions in it.
    #[must_use]
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Op::Map { worker, .. }
            | Op::Filter { worker, .. }
            | Op::Generate { worker, .. }
            | Op::Stencil { worker, .. }
            | Op::Table { worker, .. }
            | Op::Grid { worker, .. } => match worker {
                Worker::Closure { body, .. } => body.iter().collect(),
                Worker::Path(..) => Vec::new(),
            },
            Op::Fold { seed, .. } | Op::Scan { seed, .. } | Op::Segments { seed, .. } => {
                seed.iter().collect()
            }
            Op::Along(along) => along.exprs(),
            Op::Host(expr) => vec![expr],
            _ => Vec::new(),
        }
    }

    /// The expressions in it, to be changed.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Op::Map { worker, .. }
            | Op::Filter { worker, .. }
            | Op::Generate { worker, .. }
            | Op::Stencil { worker, .. }
            | Op::Table { worker, .. }
            | Op::Grid { worker, .. } => match worker {
                Worker::Closure { body, .. } => body.iter_mut().collect(),
                Worker::Path(..) => Vec::new(),
            },
            Op::Fold { seed, .. } | Op::Scan { seed, .. } | Op::Segments { seed, .. } => {
                seed.iter_mut().collect()
            }
            Op::Along(along) => along.exprs_mut(),
            Op::Host(expr) => vec![expr],
            _ => Vec::new(),
        }
    }
}
