//! Functional updates: an array in sections of which other elements stand.

use std::ops::Range;

use fusus_cpu::Run;

use crate::dims::{AXES, Dims};
use crate::element::sealed::Typed;
use crate::element::{Buffer, Element, typed};
use crate::error::{Error, ErrorKind};
use crate::graph::Arg;
use crate::layout::Layout;
use crate::outside::outside;
use crate::plane::Plane;
use crate::rows::Rows;
use crate::section::{Positions, Section};
use crate::sections::Axis;
use crate::slots::Slots;
use crate::storage::{self, Memory};
use crate::values::{Value, Values};

/// The scalar operations of a position: a read and a write.
const COST: usize = 2;

/// The longest row that is written together with others: a copy of all that they have, and then of the new elements,
/// takes less than three copies for each.
const SHORT: usize = 32;

/// Does updates of an array, one after the other, whose new elements are operands or are given: in the memory of
/// the array, if nobody else has need of that, and otherwise in another one.
pub(crate) fn with(
    values: &mut Values<'_>,
    steps: &[usize],
    given: Option<Memory>,
    is_in_place: bool,
) -> Result<(), Error> {
    let (first, last) = (steps[0], steps[steps.len() - 1]);
    let step = &values.graph.steps[first];
    let dims = values.graph.domains[step.over].dims;
    let dims = dims.expect("an array that is updated has a shape");
    let (ty, base) = (step.node.ty, step.args[0]);
    let spare = is_in_place.then(|| values.give_up(base)).flatten();
    let (mut buffer, old, given_up) = match spare {
        Some((buffer, given_up)) => (buffer, None, Some(given_up)),
        None => {
            let base = values.memory(base);
            let buffer = storage::buffer(ty, base.len());
            let buffer = buffer.map_err(|kind| values.error(first, kind))?;
            (buffer, Some(base), None)
        }
    };
    let written = typed!(ty, T => {
        let parts = steps.iter().map(|step| {
            let sections = sections(values, *step);
            (sections, new::<T>(values, *step, &dims, given.as_ref()))
        });
        let parts = parts.collect();
        Parts::of(&dims, old, parts).write(&mut buffer)
    });
    match (written, given_up) {
        (Ok(()), _) => {
            let memory = Memory::of(buffer).with_dims(dims);
            values.steps[last] = Some(Value::Memory(memory));
            Ok(())
        }
        (Err(kind), given_up) => {
            // Nothing is written before there is memory for all that the blocks need.
            if let Some(given_up) = given_up {
                values.put_back(buffer, given_up);
            }
            Err(values.error(first, kind))
        }
    }
}

/// The sections of an update.
fn sections<'g>(values: &Values<'g>, step: usize) -> &'g [Axis] {
    let sections = values.graph.steps[step].operation.sections();
    sections.expect("the step is an update")
}

/// The new elements of an update.
fn new<T: Element>(
    values: &Values<'_>,
    step: usize,
    dims: &Dims,
    given: Option<&Memory>,
) -> New<T> {
    let new = values.graph.steps[step].args[1];
    match given {
        Some(new) => New::of(new.clone()),
        None if is_number(values, new) => New::Number(<T as Typed>::of(values.number(new))),
        None => {
            let new = values.memory(new);
            let section = Layout::all(*dims).section(sections(values, step));
            let section = section.expect("the section is in the array");
            let layout = new.layout.broadcast(*section.dims());
            New::of(Memory { layout, ..new })
        }
    }
}

/// Writes the elements of an array outside of some sections, and any others inside.
pub(crate) fn around(
    base: Memory,
    sections: &[&[Axis]],
    buffer: &mut Buffer,
) -> Result<(), ErrorKind> {
    let dims = *base.layout.dims();
    typed!(buffer.ty(), T => {
        let parts = sections.iter().map(|own| (*own, New::Elsewhere));
        Parts::<T>::of(&dims, Some(base), parts.collect()).write(buffer)
    })
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

    /// Returns true if there are so many elements from an index on next to each other, or none need be written.
    fn are_neighbours(&self, index: usize, len: usize) -> bool {
        match self {
            New::Number(_) | New::Elsewhere => true,
            New::Elements(_, rows) => rows.run(index, len).is_some(),
        }
    }

    /// Writes elements from an index on, which are neighbours, to a plane.
    fn write_plane(&self, index: usize, plane: &Plane, target: &mut [T]) {
        match self {
            New::Number(number) => plane.fill(*number, target),
            New::Elements(elements, rows) => {
                let place = rows.run(index, plane.len());
                let place = place.expect("the elements lie next to each other");
                plane.write(&T::slice(&elements.storage)[place..], target);
            }
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

/// The parts of an array that is written, in order: the places of the first to the last element of each, and what
/// comes there.
struct Parts<T>(Vec<(Range<usize>, Target, New<T>)>);

impl<T: Element> Parts<T> {
    /// Sections with new elements, and before them what is outside of all, unless it is there.
    fn of(dims: &Dims, old: Option<Memory>, mut sections: Vec<(&[Axis], New<T>)>) -> Self {
        let mut parts = Vec::new();
        // A single section is written together with the elements around it, row by row.
        if let (Some(old), 1) = (&old, sections.len()) {
            let (own, new) = sections.remove(0);
            parts.push((0..dims.len(), Target::of(Some(old.clone()), dims, own), new));
        } else if let Some(old) = old {
            let positions = sections.iter().map(|(own, _)| axes(dims, own));
            let positions: Vec<Vec<Positions>> = positions.collect();
            for own in outside(dims, positions.iter().map(Vec::as_slice)) {
                let layout = old.layout.section(&own);
                let layout = layout.expect("the section is in the array");
                let new = New::of(Memory {
                    layout,
                    ..old.clone()
                });
                parts.push((places(dims, &own), Target::of(None, dims, &own), new));
            }
        }
        parts.extend(sections.into_iter().filter_map(|(own, new)| match new {
            New::Elsewhere => None,
            new => Some((places(dims, own), Target::of(None, dims, own), new)),
        }));
        Parts(parts)
    }

    /// Writes all parts, on all threads.
    fn write(&self, buffer: &mut Buffer) -> Result<(), ErrorKind> {
        let places = || self.0.iter().map(|(places, ..)| places);
        let first = places().map(|own| own.start).min().unwrap_or(0);
        let len = places().map(|own| own.end).max().unwrap_or(0) - first;
        let written: usize = places().map(Range::len).sum();
        let run = Run::parallel(len, COST * written.div_ceil(len.max(1)));
        let block_len = run.cut().block_len();
        let starts = (first..first + len).step_by(block_len.max(1));
        let blocks = starts.map(|start| start..(start + block_len).min(first + len));
        let slots = Slots::within(buffer, &[blocks.collect()]).remove(0);
        let done = run.blocks((), |block, _| {
            let mut own = slots.take(block.index());
            let own = T::writes(&mut own);
            let start = first + block.start();
            let end = start + own.len();
            for (places, target, new) in &self.0 {
                let (from, to) = (places.start.max(start), places.end.min(end));
                if from < to {
                    target.block(from, &mut own[from - start..to - start], new);
                }
            }
            // Blocks that return nothing may be done as one, and each has a slot of its own.
            Ok(block.index())
        });
        match done {
            Ok(_) => Ok(()),
            Err(_) => Err(ErrorKind::Allocation { len, element: 1 }),
        }
    }
}

/// The places from the first to the last element of a section in its array.
fn places(dims: &Dims, sections: &[Axis]) -> Range<usize> {
    let (mut first, mut last) = (0, 0);
    for (size, own) in dims.as_slice().iter().zip(axes(dims, sections)) {
        if own.len == 0 {
            return 0..0;
        }
        let end = own
            .first
            .wrapping_add_signed((own.len as isize - 1) * own.step);
        first = first * size + own.first.min(end);
        last = last * size + own.first.max(end);
    }
    first..last + 1
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

    /// The positions along the last axis.
    fn last(&self) -> Positions {
        let one = Positions {
            first: 0,
            step: 1,
            len: 1,
        };
        self.axes.last().copied().unwrap_or(one)
    }

    /// The length of the last axis.
    fn width(&self) -> usize {
        self.sizes.last().copied().unwrap_or(1)
    }

    /// Writes elements from a position on, one row after the other where the section has some of its elements, and all rows
    /// together up to the next of these.
    fn block<T: Element>(&self, start: usize, target: &mut [T], new: &New<T>) {
        let width = self.width();
        let mut done = 0;
        while done < target.len() {
            let position = start + done;
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
        let (width, last) = (self.width(), self.last());
        if last.len == 0 {
            return self.keep(row * width + column, target);
        }
        let mut rest = target;
        while !rest.is_empty() {
            let whole = if column == 0 { rest.len() / width } else { 0 };
            let are_short = width <= SHORT || last.step != 1;
            let are_whole = whole > 0 && are_short && new.are_neighbours(index, last.len * whole);
            let rows = if are_whole { whole } else { 1 };
            let (own, behind) = rest.split_at_mut((rows * width - column).min(rest.len()));
            match are_whole {
                true => self.whole_rows(row, index, own, new),
                false => self.row((row, column), index, own, new),
            }
            (rest, row, column, index) = (behind, row + rows, 0, index + rows * last.len);
        }
    }

    /// Writes whole rows from one on, with the new elements from an index on: elements outside of the section
    /// together with those that are replaced then.
    fn whole_rows<T: Element>(&self, row: usize, index: usize, target: &mut [T], new: &New<T>) {
        let (width, last) = (self.width(), self.last());
        self.keep(row * width, target);
        let plane = Plane {
            place: last.first,
            row: (last.len, last.step),
            rows: (target.len() / width, width as isize),
        };
        new.write_plane(index, &plane, target);
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
