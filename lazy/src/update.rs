//! Functional updates: an array in a section of which other elements stand.

use fusus_cpu::{Block, Run};

use crate::dims::{AXES, Dims};
use crate::element::sealed::Typed;
use crate::element::{Buffer, Element, typed};
use crate::error::{Error, ErrorKind};
use crate::graph::Arg;
use crate::layout::Layout;
use crate::operation::Operation;
use crate::rows::Rows;
use crate::section::{Positions, Section};
use crate::sections::Axis;
use crate::slots::Slots;
use crate::storage::{self, Memory};
use crate::values::{Value, Values};

/// The scalar operations of a position: a read and a write.
const COST: usize = 2;

/// Does the update of a step, whose new elements are its operand's or are given: in the memory of its
/// array, if nobody else has need of that, and otherwise in another one.
pub(crate) fn with(
    values: &mut Values<'_>,
    index: usize,
    given: Option<Memory>,
    is_in_place: bool,
) -> Result<(), Error> {
    let step = &values.graph.steps[index];
    let Operation::With(sections) = &step.operation else {
        unreachable!("`{:?}` is no update", step.operation);
    };
    let dims = values.graph.domains[step.over].dims;
    let dims = dims.expect("an array that is updated has a shape");
    let [base, new] = [0, 1].map(|at| step.args[at]);
    let spare = is_in_place.then(|| values.give_up(base)).flatten();
    let (mut buffer, outside, given_up) = match spare {
        Some((buffer, given_up)) => (buffer, None, Some(given_up)),
        None => {
            let base = values.memory(base);
            let buffer = storage::buffer(step.node.ty, base.len());
            let buffer = buffer.map_err(|kind| values.error(index, kind))?;
            (buffer, Some(base), None)
        }
    };
    let target = Target::of(outside, &dims, sections);
    let written = typed!(step.node.ty, T => {
        let new = match given {
            Some(new) => New::of(new),
            None if is_number(values, new) => {
                New::Number(<T as Typed>::of(values.number(new)))
            }
            None => {
                let new = values.memory(new);
                let section = Layout::all(dims).section(sections);
                let section = section.expect("the section is in the array");
                let layout = new.layout.broadcast(*section.dims());
                New::of(Memory { layout, ..new })
            }
        };
        target.write::<T>(&mut buffer, &new)
    });
    match (written, given_up) {
        (Ok(()), _) => {
            let memory = Memory::of(buffer).with_dims(dims);
            values.steps[index] = Some(Value::Memory(memory));
            Ok(())
        }
        (Err(kind), given_up) => {
            // Nothing is written before there is memory for all that the blocks need.
            if let Some(given_up) = given_up {
                values.put_back(buffer, given_up);
            }
            Err(values.error(index, kind))
        }
    }
}

/// Writes the elements of an array outside of some section.
pub(crate) fn around(
    base: Memory,
    sections: &[Axis],
    buffer: &mut Buffer,
) -> Result<(), ErrorKind> {
    let dims = *base.layout.dims();
    let target = Target::of(Some(base), &dims, sections);
    typed!(buffer.ty(), T => target.write::<T>(buffer, &New::Elsewhere))
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
    Elements(Box<Memory>, Rows),
    /// Somebody else writes them.
    Elsewhere,
}

impl<T: Element> New<T> {
    fn of(elements: Memory) -> New<T> {
        let rows = elements.layout.rows();
        New::Elements(Box::new(elements), rows)
    }

    fn copy_to(&self, from: usize, target: &mut [T]) {
        match self {
            New::Number(number) => target.fill(*number),
            New::Elements(elements, rows) => match rows.run(from, target.len()) {
                Some(place) => {
                    let all = T::slice(&elements.storage);
                    target.copy_from_slice(&all[place..place + target.len()]);
                }
                None => elements.copy_to(from, target),
            },
            New::Elsewhere => {}
        }
    }

    fn write(&self, index: usize, target: &mut T) {
        match self {
            New::Number(number) => *target = *number,
            New::Elements(elements, _) => *target = elements.get(index),
            New::Elsewhere => {}
        }
    }
}

/// The array that an update writes.
struct Target {
    /// The elements outside of the section, unless they are there.
    base: Option<Memory>,
    /// The lengths of axes, as few as the section takes: an axis of which it has all positions goes with
    /// the one before, so that rows are long.
    sizes: Vec<usize>,
    /// The positions of the section along each of them.
    axes: Vec<Positions>,
}

impl Target {
    fn of(base: Option<Memory>, dims: &Dims, sections: &[Axis]) -> Target {
        let (mut sizes, mut joined): (Vec<usize>, Vec<Positions>) = (Vec::new(), Vec::new());
        for (&len, own) in dims.as_slice().iter().zip(axes(dims, sections)) {
            let is_whole = (own.first, own.len, own.step) == (0, len, 1);
            match (joined.last_mut(), sizes.last_mut()) {
                (Some(last), Some(size)) if is_whole && last.step == 1 => {
                    *size *= len;
                    last.first *= len;
                    last.len *= len;
                }
                _ => {
                    sizes.push(len);
                    joined.push(own);
                }
            }
        }
        Target {
            base,
            sizes,
            axes: joined,
        }
    }

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
        self.sizes.last().copied().unwrap_or(1)
    }

    /// Writes a block, one row after the other where the section has some of its elements, and all rows
    /// together up to the next of these.
    fn block<T: Element>(&self, block: &Block<'_>, target: &mut [T], new: &New<T>) {
        let width = self.width();
        let mut done = 0;
        while done < target.len() {
            let position = block.start() + done;
            let (row, column) = (position / width, position % width);
            let found = self.first_of(row);
            let (Ok((_, rows)) | Err(rows)) = found;
            let len = (rows * width - column).min(target.len() - done);
            let target = &mut target[done..done + len];
            match found {
                Ok((index, _)) => self.rows((row, column), index, target, new),
                Err(_) => self.keep(position, target),
            }
            done += len;
        }
    }

    /// Writes elements outside of the section, from a position on.
    fn keep<T: Element>(&self, position: usize, target: &mut [T]) {
        if let Some(base) = self.base.as_ref().filter(|_| !target.is_empty()) {
            base.copy_to(position, target);
        }
    }

    /// Writes rows that all have elements of the section, the first one from a column on, with the new elements
    /// from an index on.
    fn rows<T: Element>(
        &self,
        (mut row, mut column): (usize, usize),
        mut index: usize,
        target: &mut [T],
        new: &New<T>,
    ) {
        let of_row = self.axes.last().map_or(0, |last| last.len);
        let mut rest = target;
        while !rest.is_empty() {
            let len = (self.width() - column).min(rest.len());
            let (own, behind) = rest.split_at_mut(len);
            self.row((row, column), index, own, new);
            (rest, row, column, index) = (behind, row + 1, 0, index + of_row);
        }
    }

    /// Writes a row from a column on, with the new elements from an index on.
    fn row<T: Element>(
        &self,
        (row, column): (usize, usize),
        index: usize,
        target: &mut [T],
        new: &New<T>,
    ) {
        let Some(last) = self.axes.last() else { return };
        let keep = |from: usize, target: &mut [T]| self.keep(row * self.width() + from, target);
        let end = column + target.len();
        if last.step != 1 {
            keep(column, target);
            for at in 0..last.len {
                let place = last.first.wrapping_add_signed(at as isize * last.step);
                if (column..end).contains(&place) {
                    new.write(index + at, &mut target[place - column]);
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

    /// The index of the first of the new elements in a row, and the number of rows from this one on whose new
    /// elements are behind each other; or the number of rows, from this one on, in which the section has none.
    fn first_of(&self, row: usize) -> Result<(usize, usize), usize> {
        let Some((last, outer)) = self.axes.split_last() else {
            return Err(1);
        };
        let (mut rest, mut index, mut size) = (row, 0, last.len);
        // The rows of one position along an axis.
        let mut rows = 1;
        let mut outside = None;
        for (axis, len) in outer.iter().zip(&self.sizes).rev() {
            match axis.index_of(rest % len) {
                Some(own) => index += size * own,
                None => outside = Some(rows * axis.until(rest % len, *len) - row % rows),
            }
            size *= axis.len;
            rest /= len;
            rows *= len;
        }
        let together = outer.last().zip(self.sizes[..outer.len()].last());
        let left = || {
            together.map_or(1, |(axis, len)| match axis.step {
                1 => axis.first + axis.len - row % len,
                _ => 1,
            })
        };
        outside.map_or_else(|| Ok((index, left())), Err)
    }
}
