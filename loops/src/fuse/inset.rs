//! The elements of an input that a loop writes, where these are some along each axis.

use super::{Fusion, Used};
use crate::ir::{ArrayId, Op, Program};
use crate::nest::{Extent, Inset};
use crate::ordered::ToList;

impl Fusion<'_> {
    /// The elements of an input that a write of some of its coordinates writes.
    pub(super) fn inset(&self, array: ArrayId) -> Option<Inset> {
        let program = self.program;
        let made = &program.bindings[program.producer(array)?].op;
        let Op::Write { arg, dest, grid } = made else {
            return None;
        };
        let begins = program.grids[*grid].indices.iter();
        let begins = begins.map(|index| match index.begins {
            Some(scalar) => Extent::Scalar(scalar),
            None => Extent::Literal(index.first),
        });
        Some(Inset {
            sizes: self.axes(*dest),
            begins: begins.list(),
            counts: self.axes(*arg),
        })
    }
}

impl Used {
    /// Adds the array that a write of some of its coordinates writes, and the scalars where they begin.
    pub(super) fn written(&mut self, program: &Program, op: &Op) {
        if let Op::Write { dest, grid, .. } = op {
            self.arrays.insert(*dest);
            for index in &program.grids[*grid].indices {
                self.scalars.extend(index.begins);
                self.named.extend(index.begins);
            }
        }
    }
}
