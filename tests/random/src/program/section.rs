//! The coordinates of arrays, as the language has them.

use super::{ArrayId, Op, Out, Program, Segments};

/// The coordinates of an array: from `first` on, up to the length of `root` without `cut`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The array whose coordinates these are.
    pub root: ArrayId,
    /// The first one.
    pub first: isize,
    /// The number of those at the end that it does not have.
    pub cut: isize,
}

impl Axis {
    fn own(root: ArrayId) -> Axis {
        Axis {
            root,
            first: 0,
            cut: 0,
        }
    }

    pub(crate) fn is_part(self) -> bool {
        self.first != 0 || self.cut != 0
    }
}

impl Program {
    /// Returns true if an array has, or may have, two axes, which one index does not read.
    #[must_use]
    pub fn is_table(&self, array: ArrayId) -> bool {
        let mut tables: Vec<ArrayId> = Vec::new();
        for stmt in &self.stmts {
            let made_of_one = stmt.op.arrays().iter().any(|arg| tables.contains(arg));
            if made_of_one || matches!(stmt.op, Op::Table { .. }) {
                tables.extend(stmt.out.arrays());
            }
        }
        tables.contains(&array)
    }

    /// The coordinates of an array.
    #[must_use]
    pub fn axis(&self, array: ArrayId) -> Axis {
        let makes = |out: &Out| out.arrays().any(|made| made == array);
        let Some(stmt) = self.stmts.iter().find(|stmt| makes(&stmt.out)) else {
            return Axis::own(array);
        };
        let like: Vec<ArrayId> = match &stmt.op {
            Op::Map { args, .. } => args.clone(),
            Op::Segments {
                kind: Segments::Scan | Segments::ScanExclusive,
                by,
                arg,
                ..
            } => vec![*by, *arg],
            Op::Scan { arg, .. }
            | Op::Reverse { arg }
            | Op::ZipWithIndex { arg }
            | Op::Alias(arg)
            | Op::Gather { indices: arg, .. }
            | Op::Conform { like: arg, .. }
            | Op::Scatter { dest: arg, .. }
            | Op::ReduceByIndex { dest: arg, .. } => vec![*arg],
            Op::Stencil {
                args,
                offsets,
                pads,
                factor,
                ..
            } => return self.axis_of(array, args, &bounds(offsets, pads), *factor),
            _ => Vec::new(),
        };
        let axes: Vec<Axis> = like.iter().map(|arg| self.axis(*arg)).collect();
        let part = axes.iter().find(|axis| axis.is_part());
        part.or(axes.first()).copied().unwrap_or(Axis::own(array))
    }

    /// The coordinates of what a stencil makes: those at which everything is inside its array.
    fn axis_of(&self, array: ArrayId, args: &[ArrayId], offsets: &[isize], factor: usize) -> Axis {
        let first = self.first_of(args, offsets, factor);
        let axes = args.iter().map(|arg| self.axis(*arg));
        let cuts = axes.zip(offsets).map(|(axis, offset)| axis.cut + offset);
        match (factor, cuts.max()) {
            (1, Some(cut)) => Axis {
                root: self.axis(args[0]).root,
                first,
                cut,
            },
            _ => Axis {
                root: array,
                first,
                cut: -first,
            },
        }
    }

    /// The first coordinate of a stencil.
    fn first_of(&self, args: &[ArrayId], offsets: &[isize], factor: usize) -> isize {
        let firsts = args.iter().zip(offsets).map(|(arg, offset)| {
            let ahead = (self.axis(*arg).first - offset).max(0);
            ahead.cast_unsigned().div_ceil(factor).cast_signed()
        });
        firsts.max().unwrap_or(0)
    }

    /// The number of positions of the arrays' axis that a stencil leaves out, and its first
    /// coordinate.
    #[must_use]
    pub fn left_out(&self, args: &[ArrayId], offsets: &[isize], factor: usize) -> (usize, isize) {
        let first = self.first_of(args, offsets, factor);
        let out = args
            .iter()
            .zip(offsets)
            .map(|(arg, offset)| self.axis(*arg).cut + first * factor.cast_signed() + offset);
        (out.max().unwrap_or(0).max(0).cast_unsigned(), first)
    }
}

/// The offsets that bound a stencil: an index of a padded array goes along the array itself.
#[must_use]
pub fn bounds(offsets: &[isize], pads: &[Option<&'static str>]) -> Vec<isize> {
    let both = offsets.iter().zip(pads);
    both.map(|(offset, pad)| match pad {
        Some(_) => 0,
        None => *offset,
    })
    .collect()
}
