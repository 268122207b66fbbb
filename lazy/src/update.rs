//! Functional updates: an array in a section of which other elements stand.

use fusus_cpu::{Block, Run};

use crate::dims::{AXES, Dims};
use crate::element::sealed::Typed;
use crate::element::{Buffer, Element, typed};
use crate::error::ErrorKind;
use crate::graph::Arg;
use crate::layout::Layout;
use crate::operation::Operation;
use crate::section::{Positions, Section};
use crate::sections::Axis;
use crate::slots::Slots;
use crate::storage::{self, Memory};
use crate::values::Values;

/// The scalar operations of a position: a read and a write.
const COST: usize = 2;

/// Does the update of a step: in `spare`, the buffer of its array, if nobody reads that any more, and
/// otherwise in another one.
pub(crate) fn with(
    values: &Values<'_>,
    step: usize,
    spare: Option<(Buffer, Dims)>,
) -> Result<Memory, ErrorKind> {
    let step = &values.graph.steps[step];
    let Operation::With(sections) = &step.operation else {
        unreachable!("`{:?}` is no update", step.operation);
    };
    let (mut buffer, dims, base) = match spare {
        Some((buffer, dims)) => (buffer, dims, None),
        None => {
            let base = values.memory(step.args[0]);
            let buffer = storage::buffer(step.node.ty, base.len())?;
            (buffer, *base.layout.dims(), Some(base))
        }
    };
    let target = Target {
        base,
        dims,
        axes: axes(&dims, sections),
    };
    typed!(step.node.ty, T => {
        let new = match is_number(values, step.args[1]) {
            true => New::Number(<T as Typed>::of(values.number(step.args[1]))),
            false => {
                let new = values.memory(step.args[1]);
                let section = Layout::all(dims).section(sections)?;
                let layout = new.layout.broadcast(*section.dims());
                New::Elements(Memory { layout, ..new })
            }
        };
        target.write::<T>(&mut buffer, &new)?;
    });
    Ok(Memory::of(buffer).with_dims(dims))
}

/// Returns true if an argument is one number for all positions.
pub(crate) fn is_number(values: &Values<'_>, arg: Arg) -> bool {
    match arg {
        Arg::Number(_) => true,
        Arg::Leaf(_) => false,
        Arg::Step(step, _) => values.graph.domains[values.graph.steps[step].domain].is_scalar,
    }
}

/// The positions of a section along each axis of its array.
pub(crate) fn axes(dims: &Dims, sections: &[Axis]) -> Vec<Positions> {
    let named = sections.iter().filter_map(|axis| match *axis {
        Axis::New => None,
        Axis::Index(index) => Some(Section::element(index)),
        Axis::Section(section) => Some(section),
    });
    let all = named.chain(std::iter::repeat_n(Section::from(..), AXES));
    let axes = dims.as_slice().iter().zip(all);
    axes.map(|(len, section)| section.of(*len).expect("the section is in the array"))
        .collect()
}

/// The elements that come into the section, in its order.
enum New<T> {
    Number(T),
    Elements(Memory),
}

impl<T: Element> New<T> {
    fn copy_to(&self, from: usize, target: &mut [T]) {
        match self {
            New::Number(number) => target.fill(*number),
            New::Elements(elements) => elements.copy_to(from, target),
        }
    }

    fn get(&self, index: usize) -> T {
        match self {
            New::Number(number) => *number,
            New::Elements(elements) => elements.get(index),
        }
    }
}

/// The array that an update writes.
struct Target {
    /// The elements outside of the section, unless they are there.
    base: Option<Memory>,
    dims: Dims,
    /// The positions of the section along each axis.
    axes: Vec<Positions>,
}

impl Target {
    /// Writes all elements, on all threads.
    fn write<T: Element>(&self, buffer: &mut Buffer, new: &New<T>) -> Result<(), ErrorKind> {
        let len = buffer.len();
        let run = Run::parallel(len, COST);
        let slots = Slots::of(buffer, run.cut().block_len());
        let done = run.blocks((), |block, _| {
            let mut own = slots.take(block.index());
            self.block(block, T::writes(&mut own), new);
            // Blocks that return nothing may be done as one, and each has a slot of its own.
            Ok(block.index())
        });
        match done {
            Ok(_) => Ok(()),
            Err(_) => Err(ErrorKind::Allocation { len, element: 1 }),
        }
    }

    /// The length of the last axis.
    fn width(&self) -> usize {
        self.dims.as_slice().last().copied().unwrap_or(1)
    }

    /// Writes a block, one row after the other.
    fn block<T: Element>(&self, block: &Block<'_>, target: &mut [T], new: &New<T>) {
        let width = self.width();
        let mut done = 0;
        while done < target.len() {
            let position = block.start() + done;
            let (row, column) = (position / width, position % width);
            let len = (width - column).min(target.len() - done);
            self.row(row, column, &mut target[done..done + len], new);
            done += len;
        }
    }

    /// Writes a row from a column on.
    fn row<T: Element>(&self, row: usize, column: usize, target: &mut [T], new: &New<T>) {
        let keep = |from: usize, target: &mut [T]| {
            if let Some(base) = self.base.as_ref().filter(|_| !target.is_empty()) {
                base.copy_to(row * self.width() + from, target);
            }
        };
        let Some((last, index)) = self.first_of(row) else {
            return keep(column, target);
        };
        let end = column + target.len();
        if last.step != 1 {
            keep(column, target);
            for at in 0..last.len {
                let place = last.first.wrapping_add_signed(at as isize * last.step);
                if (column..end).contains(&place) {
                    target[place - column] = new.get(index + at);
                }
            }
            return;
        }
        let from = last.first.clamp(column, end);
        let to = (last.first + last.len).clamp(from, end);
        keep(column, &mut target[..from - column]);
        if from < to {
            let index = index + from - last.first;
            new.copy_to(index, &mut target[from - column..to - column]);
        }
        keep(to, &mut target[to - column..]);
    }

    /// The positions of the section in a row, and the index of the first of them among the new
    /// elements; `None` if the section has none there.
    fn first_of(&self, row: usize) -> Option<(&Positions, usize)> {
        let (last, outer) = self.axes.split_last()?;
        let (mut row, mut index, mut size) = (row, 0, last.len);
        for (axis, len) in outer.iter().zip(self.dims.as_slice()).rev() {
            index += size * axis.index_of(row % len)?;
            size *= axis.len;
            row /= len;
        }
        Some((last, index))
    }
}
