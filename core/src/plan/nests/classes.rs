//! Sizes for regions: axes that must agree get one number, all others different ones.

use std::collections::BTreeMap;

use crate::ir::{ArrayId, Binding, Count, Id, Op, Program, ScalarId};

/// The size of an axis, by one of the things that it is equal to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Axis(ArrayId, usize),
    Scalar(ScalarId),
    Literal(usize),
}

/// The sizes that must be equal.
pub(super) struct Classes<'p> {
    program: &'p Program,
    /// The representative of each size, if it is another one.
    same: BTreeMap<Known, Known>,
}

impl Classes<'_> {
    pub(super) fn of(program: &Program) -> Classes<'_> {
        let mut classes = Classes {
            program,
            same: BTreeMap::new(),
        };
        for (id, grid) in program.grids.iter() {
            for (index, of_index) in grid.indices.iter().enumerate() {
                let sides = program.sides(id, index);
                classes.unite(
                    sides
                        .into_iter()
                        .map(|(array, axis)| Known::Axis(array, axis)),
                );
                let read = grid.along(index).next();
                if let (Some(count), Some((of, _))) = (&of_index.count, read) {
                    // A space that the program says may be smaller than its arrays.
                    let said = classes.counted(count);
                    let side = program.side(of.0, of.1).of;
                    let own = Known::Axis(side.0, side.1);
                    classes.unite(said.filter(|said| *said == own).into_iter().chain([own]));
                }
            }
        }
        for (id, _) in program.spaces.iter() {
            let roots = program.roots(id).into_iter();
            classes.unite(roots.map(|array| Known::Axis(array, 0)));
        }
        for binding in program.bindings.values() {
            classes.in_step(binding);
        }
        for array in program.arrays.iter().map(|(id, _)| id) {
            for axis in 0..program.rank(array) {
                let side = program.side(array, axis).of;
                let count = program.axis_count(side.0, side.1);
                let count = count.and_then(|count| classes.counted(&count));
                classes.unite([Known::Axis(side.0, side.1)].into_iter().chain(count));
            }
        }
        classes
    }

    fn in_step(&mut self, binding: &Binding) {
        let program = self.program;
        let args = binding.op.streamed();
        let Some(rank) = args.first().map(|&arg| program.rank(arg)) else {
            return;
        };
        if matches!(binding.op, Op::Map { .. }) && args.iter().all(|&arg| program.rank(arg) == rank)
        {
            for axis in 0..rank {
                let sides = args.iter().map(|&arg| program.side(arg, axis).of);
                self.unite(sides.map(|(array, axis)| Known::Axis(array, axis)));
            }
        }
    }

    fn counted(&self, count: &Count) -> Option<Known> {
        match count {
            Count::Literal(number) => Some(Known::Literal(*number)),
            Count::Scalar(scalar) => Some(Known::Scalar(*scalar)),
            Count::Length(array) => {
                let side = self.program.side(*array, 0).of;
                Some(Known::Axis(side.0, side.1))
            }
            Count::Anonymous => None,
        }
    }

    fn unite(&mut self, sizes: impl IntoIterator<Item = Known>) {
        let mut sizes = sizes.into_iter();
        let Some(first) = sizes.next() else { return };
        for other in sizes {
            let (one, other) = (self.representative(first), self.representative(other));
            // A number stands for the sizes that it is equal to.
            let (kept, gone) = match other {
                Known::Literal(_) => (other, one),
                _ => (one, other),
            };
            if kept != gone {
                self.same.insert(gone, kept);
            }
        }
    }

    fn representative(&self, size: Known) -> Known {
        let mut size = size;
        while let Some(other) = self.same.get(&size) {
            size = *other;
        }
        size
    }

    /// A number for the size of an axis: its own if it is known, else one that is large and differs
    /// from those of axes that need not agree with it.
    pub(super) fn sample(&self, array: ArrayId, axis: usize) -> i64 {
        let representative = self.representative(Known::Axis(array, axis));
        let spread = match representative {
            Known::Literal(number) => return i64::try_from(number).unwrap_or(i64::MAX / 4),
            Known::Axis(array, axis) => 7 * array.index() + axis,
            Known::Scalar(scalar) => 3_000 + scalar.index(),
        };
        10_000 + 16 * spread as i64
    }
}
