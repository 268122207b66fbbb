//! The memory that a loop writes: new buffers, and sections of arrays that are updated.

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use crate::element::Buffer;
use crate::element::sealed::Typed as _;
use crate::error::{Error, ErrorKind};
use crate::graph::Arg;
use crate::layout::Layout;
use crate::program::Loop;
use crate::rows::Rows;
use crate::sections::Axis;
use crate::slots::Slots;
use crate::storage::{self, Memory};
use crate::units::Units;
use crate::update;
use crate::values::{GivenUp, Value, Values};

/// The place of a result of a loop.
#[derive(Clone, Debug)]
struct Home {
    /// Its buffer.
    buffer: usize,
    /// Its section of the buffer; `None` if it has an element for each position of the loop.
    section: Option<Layout>,
    /// True for the new elements of an update that come to their places when the loop is done.
    is_apart: bool,
    /// True for memory whose pages are there.
    has_pages: bool,
}

/// The bytes from which a result is written past the cache. Shorter ones may be found there by who reads them
/// (`arrays-at-run-time.md`).
const PAST_CACHE: usize = 32 << 20;

/// The memory that a loop writes.
#[derive(Debug, Default)]
pub(crate) struct Homes {
    /// The buffers, and the arrays whose buffers some of them are.
    buffers: Vec<(Buffer, Option<GivenUp>)>,
    homes: Vec<Home>,
    /// For each input the result at whose places its elements are: an update replaces them.
    pub(crate) replaced: Vec<Option<usize>>,
}

/// Updates of one array, one after the other.
struct Group {
    base: Arg,
    /// The number of the result and the step of each.
    updates: Vec<(usize, usize)>,
    layouts: Vec<Layout>,
}

impl Homes {
    /// Finds memory for the results of a loop of so many positions. Inputs whose elements an update
    /// overwrites are copied, or marked.
    pub(crate) fn of(
        values: &mut Values<'_>,
        own: &Loop,
        memories: &mut [Memory],
        len: usize,
    ) -> Result<Homes, Error> {
        let nowhere = own.outputs.iter().map(|step| Home {
            buffer: usize::MAX,
            section: None,
            is_apart: values.graph.steps[*step].operation.is_update(),
            has_pages: false,
        });
        let mut homes = Homes {
            buffers: Vec::with_capacity(own.outputs.len()),
            homes: nowhere.collect(),
            replaced: vec![None; memories.len()],
        };
        let mut in_place = Vec::new();
        let (placed, apart): (Vec<Group>, Vec<Group>) = groups(values, own)
            .into_iter()
            .partition(|group| group.is_placed(own, len));
        for group in placed {
            // An update that is done afterwards may find no memory, and then the loop is done again.
            match group.costs(values, own, memories) {
                Some(copied) if apart.is_empty() && copied <= group.outside(values) => {
                    in_place.push(group);
                }
                _ => homes.second(values, &group)?,
            }
        }
        for (output, &step) in own.outputs.iter().enumerate() {
            let is_new = homes.homes[output].buffer == usize::MAX
                && !in_place.iter().any(|group| group.has(output));
            if is_new {
                let buffer = storage::buffer_with_pages(values.graph.steps[step].node.ty, len);
                let (buffer, has_pages) = buffer.map_err(|kind| values.error(step, kind))?;
                homes.homes[output].has_pages = has_pages;
                homes.homes[output].buffer = homes.add(buffer, None);
            }
        }
        // All memory is there now: nothing fails behind an array that was given up.
        let mut copies = Vec::new();
        for group in &in_place {
            copies.push(group.copies(values, own, memories)?);
        }
        for (group, copies) in in_place.iter().zip(copies) {
            homes.first(values, own, group, copies, memories);
        }
        Ok(homes)
    }

    fn add(&mut self, buffer: Buffer, given_up: Option<GivenUp>) -> usize {
        self.buffers.push((buffer, given_up));
        self.buffers.len() - 1
    }

    /// Puts updates into a second buffer, which has the other elements of the array too.
    fn second(&mut self, values: &Values<'_>, group: &Group) -> Result<(), Error> {
        let (_, step) = group.updates[0];
        let base = values.memory(group.base);
        let failed = |kind| values.error(step, kind);
        let buffer = storage::buffer(base.storage.ty(), base.len());
        let mut buffer = buffer.map_err(failed)?;
        let updates = group.updates.iter();
        let sections: Vec<&[Axis]> = updates
            .filter_map(|(_, step)| values.graph.steps[*step].operation.sections())
            .collect();
        let outside = match group.covered() == base.len() {
            true => Ok(()),
            false => update::around(base, &sections, &mut buffer),
        };
        outside.map_err(failed)?;
        let buffer = self.add(buffer, None);
        self.put(group, buffer);
        Ok(())
    }

    /// Puts updates into their array.
    fn first(
        &mut self,
        values: &mut Values<'_>,
        own: &Loop,
        group: &Group,
        copies: Vec<(usize, Memory)>,
        memories: &mut [Memory],
    ) {
        for (input, output) in group.same(values, own, memories) {
            memories[input] = memories[input].without_elements();
            self.replaced[input] = Some(output);
        }
        for (input, copy) in copies {
            memories[input] = copy;
        }
        let given_up = values.give_up(group.base);
        let (buffer, given_up) = given_up.expect("nobody else can get a handle on it");
        let buffer = self.add(buffer, Some(given_up));
        self.put(group, buffer);
    }

    fn put(&mut self, group: &Group, buffer: usize) {
        for ((output, _), layout) in group.updates.iter().zip(&group.layouts) {
            self.homes[*output] = Home {
                buffer,
                section: Some(*layout),
                is_apart: false,
                has_pages: false,
            };
        }
    }

    /// The result that is written past the cache, if one is: a long one whose pages are there, of several threads.
    /// The kernel clears new pages, which are in the cache then, and one thread waits for its writes.
    pub(crate) fn past_cache(&self) -> Option<usize> {
        let is_long = |home: &Home| {
            let (buffer, _) = &self.buffers[home.buffer];
            buffer.len() * buffer.ty().bytes() >= PAST_CACHE
        };
        let mut homes = self.homes.iter();
        let long = homes.position(|home| home.has_pages && is_long(home))?;
        (fusus_cpu::thread_count() > 1).then_some(long)
    }

    /// The sections of the results, as far as they have one.
    pub(crate) fn sections(&self) -> Vec<Option<Section>> {
        let sections = self.homes.iter().map(|home| home.section);
        sections
            .map(|section| {
                section.map(|layout| Section {
                    rows: layout.rows(),
                    layout,
                })
            })
            .collect()
    }

    /// The places of the blocks of each result.
    pub(crate) fn slots(&mut self, len: usize, block_len: usize) -> Vec<Slots<'_>> {
        let homes = &self.homes;
        let mut slots: Vec<Option<Slots<'_>>> = homes.iter().map(|_| None).collect();
        for (index, (buffer, _)) in self.buffers.iter_mut().enumerate() {
            let own = homes.iter().enumerate();
            let own = own.filter(|(_, home)| home.buffer == index);
            if let Some((output, Home { section: None, .. })) = own.clone().next() {
                slots[output] = Some(Slots::of(buffer, block_len));
                continue;
            }
            let sections = own.clone().filter_map(|(_, home)| home.section);
            let places = sections.map(|section| spans(&section, len, block_len));
            let found = Slots::within(buffer, &places.collect::<Vec<_>>());
            for ((output, _), found) in own.zip(found) {
                slots[output] = Some(found);
            }
        }
        let slots = slots.into_iter();
        slots
            .map(|slots| slots.expect("each result has a buffer"))
            .collect()
    }

    /// Gives arrays that were taken back: the loop was not done.
    pub(crate) fn put_back(self, values: &mut Values<'_>) {
        for (buffer, given_up) in self.buffers {
            if let Some(given_up) = given_up {
                values.put_back(buffer, given_up);
            }
        }
    }

    /// Keeps the results of a loop that is done, and does the updates that are left.
    pub(crate) fn keep(mut self, values: &mut Values<'_>, own: &Loop) -> Result<(), Error> {
        let mut apart = Vec::new();
        for (output, &step) in own.outputs.iter().enumerate() {
            let home = &self.homes[output];
            // Of several updates of one array the last one is the result.
            let is_last = !self.homes[output + 1..]
                .iter()
                .any(|other| other.buffer == home.buffer);
            if !is_last {
                continue;
            }
            let none = bool::buffer(Vec::new());
            let memory = Memory::of(mem::replace(&mut self.buffers[home.buffer].0, none));
            if home.is_apart {
                let section = values.graph.steps[step].section;
                let dims = section.and_then(|section| values.graph.domains[section].dims);
                apart.push((step, memory.with_dims(dims.expect("a section has a shape"))));
                continue;
            }
            values.keep_one(own, step, memory);
        }
        apart.into_iter().try_for_each(|(step, new)| {
            update::with(values, &[step], Some(new), own.in_place.contains(&step))
        })
    }
}

/// A section of a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) layout: Layout,
    pub(crate) rows: Rows,
}

/// The updates of a loop, by the array.
fn groups(values: &Values<'_>, own: &Loop) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (output, &index) in own.outputs.iter().enumerate() {
        let step = &values.graph.steps[index];
        let Some(sections) = step.operation.sections() else {
            continue;
        };
        let dims = values.graph.domains[step.over].dims;
        let dims = dims.expect("an array that is updated has a shape");
        let layout = Layout::all(dims).section(sections);
        let layout = layout.expect("the section is in the array");
        let before = groups.iter_mut().find(|group| {
            let last = group.updates.last();
            last.is_some_and(|(_, last)| step.args[0] == Arg::Step(*last, None))
        });
        match before {
            Some(group) => {
                group.updates.push((output, index));
                group.layouts.push(layout);
            }
            None => groups.push(Group {
                base: step.args[0],
                updates: vec![(output, index)],
                layouts: vec![layout],
            }),
        }
    }
    groups
}

/// The places of the blocks of a section, from the first element to the last one.
fn spans(section: &Layout, len: usize, block_len: usize) -> Vec<Range<usize>> {
    let block_len = block_len.max(1);
    let starts = (0..len).step_by(block_len);
    let span = |start: usize| {
        let last = (start + block_len).min(len) - 1;
        section.at(start)..section.at(last) + 1
    };
    starts.map(span).collect()
}

impl Group {
    fn has(&self, output: usize) -> bool {
        self.updates.iter().any(|(own, _)| *own == output)
    }

    /// Returns true if blocks can write their elements: no two of them have the same places.
    fn is_placed(&self, own: &Loop, len: usize) -> bool {
        let mut layouts = self.layouts.iter();
        if !layouts.all(|layout| layout.len() == len && layout.is_increasing()) {
            return false;
        }
        let block_len = Units::of(own, len).len;
        let mut spans: Vec<Range<usize>> = self
            .layouts
            .iter()
            .flat_map(|layout| spans(layout, len, block_len))
            .collect();
        spans.sort_by_key(|span| (span.start, span.end));
        spans.windows(2).all(|two| two[0].end <= two[1].start)
    }

    /// The number of elements that are replaced.
    fn covered(&self) -> usize {
        self.layouts.iter().map(Layout::len).sum()
    }

    /// The elements that a second buffer has besides those that are replaced.
    fn outside(&self, values: &Values<'_>) -> usize {
        let all = values.memory(self.base).len();
        all - self.covered()
    }

    /// The inputs that are elements of the array.
    fn inputs(&self, values: &Values<'_>, own: &Loop, memories: &[Memory]) -> Vec<usize> {
        let base = values.memory(self.base);
        let shares = |input: &usize| Arc::ptr_eq(&memories[*input].storage, &base.storage);
        (0..own.inputs.len()).filter(shares).collect()
    }

    /// The inputs that are read at places which the same positions replace, with the results.
    fn same(&self, values: &Values<'_>, own: &Loop, memories: &[Memory]) -> Vec<(usize, usize)> {
        let inputs = self.inputs(values, own, memories);
        let output = |input: &usize| {
            let layout = &memories[*input].layout;
            let at = self.layouts.iter().position(|own| own == layout)?;
            own.walked[*input].then(|| (*input, self.updates[at].0))
        };
        inputs.iter().filter_map(output).collect()
    }

    /// The inputs that are elsewhere in the array.
    fn others(&self, values: &Values<'_>, own: &Loop, memories: &[Memory]) -> Vec<usize> {
        let same = self.same(values, own, memories);
        let mut inputs = self.inputs(values, own, memories);
        inputs.retain(|input| same.iter().all(|(own, _)| own != input));
        inputs
    }

    /// The number of elements that must be copied if the updates are done in their array; `None` if
    /// somebody else has it.
    fn costs(&self, values: &Values<'_>, own: &Loop, memories: &[Memory]) -> Option<usize> {
        let (_, first) = self.updates[0];
        if !own.in_place.contains(&first) || !own.compacted.is_empty() {
            return None;
        }
        let handles = self.inputs(values, own, memories).len();
        if !values.is_alone(self.base, handles) {
            return None;
        }
        let others = self.others(values, own, memories).into_iter();
        let stored = others.map(|input| memories[input].layout.stored());
        Some(stored.sum())
    }

    /// Copies of the inputs that are elsewhere in the array.
    fn copies(
        &self,
        values: &Values<'_>,
        own: &Loop,
        memories: &[Memory],
    ) -> Result<Vec<(usize, Memory)>, Error> {
        let others = self.others(values, own, memories).into_iter();
        let failed = |kind: ErrorKind| values.error(self.updates[0].1, kind);
        others
            .map(|input| Ok((input, memories[input].copied().map_err(failed)?)))
            .collect()
    }
}

impl Values<'_> {
    /// Keeps a result that a loop has written.
    pub(crate) fn keep_one(&mut self, own: &Loop, step: usize, memory: Memory) {
        let is_number = self.graph.domains[own.over].is_scalar;
        let dims = self.graph.domains[self.graph.steps[step].domain].dims;
        self.steps[step] = Some(match is_number {
            true => Value::Number(memory.scalar(0)),
            false => Value::Memory(match dims {
                Some(dims) => memory.with_dims(dims),
                None => memory,
            }),
        });
    }

    /// Keeps the results of a loop without updates.
    pub(crate) fn keep(&mut self, own: &Loop, outputs: impl IntoIterator<Item = Memory>) {
        for (&step, memory) in own.outputs.iter().zip(outputs) {
            self.keep_one(own, step, memory);
        }
    }
}
