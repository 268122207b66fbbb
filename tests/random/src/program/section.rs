//! The coordinates of arrays, as the language has them.

use super::{ArrayId, ClassId, Form, Op, Out, Program, Segments, Subscript};

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

/// The coordinates of an array along one of its axes: from `first` on, up to the length of a class
/// without `cut`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The class of the whole axis.
    pub class: ClassId,
    /// The first coordinate.
    pub first: isize,
    /// The number of those at the end that it does not have.
    pub cut: isize,
}

/// The positions that an index of a grid has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The axis whose positions they are.
    pub side: Side,
    /// The number of positions of that axis that are left out.
    pub less: usize,
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
            let is_table = match &stmt.op {
                Op::Table { .. } | Op::Grid { .. } => true,
                Op::Boxes(_) => false,
                Op::Along(along) => along.makes_axes(tables.contains(&along.args[0])),
                _ => made_of_one,
            };
            if is_table {
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
            Op::Along(along) if matches!(along.form, Form::Recurrence { .. }) => {
                vec![along.args[0]]
            }
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

impl Program {
    /// The coordinates of an array along each of its axes, if subscripts may name these: of a
    /// sequence, and of what grids make.
    #[must_use]
    pub fn sides(&self, array: ArrayId) -> Option<Vec<Side>> {
        if !self.is_table(array) {
            return Some(vec![self.side_of(array, false)]);
        }
        let makes = |out: &Out| out.arrays().any(|made| made == array);
        let stmt = self.stmts.iter().find(|stmt| makes(&stmt.out))?;
        match &stmt.op {
            Op::Table {
                left,
                right,
                transposed,
                again,
                counted,
                ..
            } => {
                let mut sides = [left, right].map(|id| self.side_of(*id, *again || *counted));
                if *transposed {
                    sides.reverse();
                }
                Some(sides.to_vec())
            }
            Op::Grid {
                args,
                subscripts,
                pads,
                factors,
                ..
            } => {
                let reads = Subscript::bounds(subscripts, pads);
                let class = self.arrays[array].class;
                let own = match (&self.classes[class], factors.len()) {
                    (super::Class::Product(left, right), 2) => vec![*left, *right],
                    _ => vec![class],
                };
                let indices = factors.iter().zip(own).enumerate();
                let sides = indices.map(|(index, (factor, own))| {
                    let reach = self.reach(args, &reads, factors, index)?;
                    Some(match factor {
                        1 => reach.side,
                        _ => Side {
                            class: own,
                            cut: -reach.side.first,
                            ..reach.side
                        },
                    })
                });
                sides.collect()
            }
            Op::Map { args, .. } => {
                let all: Option<Vec<Vec<Side>>> = args.iter().map(|arg| self.sides(*arg)).collect();
                let all = all.filter(|all| all.iter().all(|sides| sides.len() == all[0].len()))?;
                let axes = (0..all[0].len()).map(|axis| {
                    let mut sides = all.iter().map(|sides| sides[axis]);
                    let part = sides.find(|side| (side.first, side.cut) != (0, 0));
                    part.unwrap_or(all[0][axis])
                });
                Some(axes.collect())
            }
            Op::Along(along) => along.sides(self),
            Op::Alias(arg) => self.sides(*arg),
            _ => None,
        }
    }

    /// The coordinates of a sequence, or those that an axis as long as it has by itself.
    fn side_of(&self, array: ArrayId, own: bool) -> Side {
        let axis = match own {
            true => Axis::own(array),
            false => self.axis(array),
        };
        Side {
            class: self.arrays[axis.root].class,
            first: axis.first,
            cut: axis.cut,
        }
    }

    /// The positions of an index of a grid, by the [bounds](Subscript::bounds) of its subscripts;
    /// `None` if nothing bounds it.
    #[must_use]
    pub fn reach(
        &self,
        args: &[ArrayId],
        subscripts: &[Vec<Subscript>],
        factors: &[usize],
        index: usize,
    ) -> Option<Reach> {
        let factor = factors[index];
        let mut reads: Vec<(Side, isize)> = Vec::new();
        for (arg, subscripts) in args.iter().zip(subscripts) {
            let sides = self.sides(*arg)?.into_iter().zip(subscripts);
            let along = sides.filter(|(_, subscript)| subscript.index == Some(index));
            reads.extend(along.map(|(side, subscript)| (side, subscript.offset)));
        }
        let firsts = reads.iter().map(|(side, offset)| {
            let ahead = (side.first - offset).max(0).cast_unsigned();
            ahead.div_ceil(factor).cast_signed()
        });
        let first = firsts.max()?;
        let cuts = reads.iter().map(|(side, offset)| side.cut + offset);
        let less = cuts.clone().map(|cut| cut + first * factor.cast_signed());
        Some(Reach {
            side: Side {
                class: reads[0].0.class,
                first,
                cut: cuts.max()?,
            },
            less: less.max()?.max(0).cast_unsigned(),
        })
    }
}

impl Subscript {
    /// The subscripts that bound a grid: an index of a padded array goes along the array itself.
    #[must_use]
    pub fn bounds(
        subscripts: &[Vec<Subscript>],
        pads: &[Option<&'static str>],
    ) -> Vec<Vec<Subscript>> {
        let both = subscripts.iter().zip(pads);
        let own = |subscript: &Subscript| Subscript {
            offset: 0,
            ..*subscript
        };
        both.map(|(subscripts, pad)| match pad {
            Some(_) => subscripts.iter().map(own).collect(),
            None => subscripts.clone(),
        })
        .collect()
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
