//! One execution of a program: its launches, and the record that the host reads of them.

mod rows;

use crate::args::Args;
use crate::array::same;
use crate::cl::Value;
use crate::device::Scans;
use crate::element::{self, Element};
use crate::memory::Buffer;
use crate::program::{Built, Program, SiteKind};
use crate::source::Provided;
use crate::{Array, Device, Error, Source, SourceMut};
use fusus_cpu::Fault;
use std::cell::Cell;
use std::sync::Arc;

/// The most groups of a loop with folds, each of which leaves a part for a
/// second step. Fixed, so that the order of combination depends on the length
/// alone.
const PARTS: usize = 1024;

/// The words of a record before its slots: the error's site, and two numbers.
const HEAD: usize = 3;

/// One execution of a program on a device.
///
/// The *record* is the memory in which kernels leave messages for the host:
/// the first error, totals of folds, and how many elements were kept. It is
/// read when the host needs one of these, and at the end of a program that can
/// fail. Kernels go on after an error, with indices that are checked.
#[derive(Debug)]
pub struct Execution {
    program: &'static Program,
    built: Arc<Built>,
    device: Device,
    record: Buffer,
    slots: usize,
    /// True if an error may have happened since the record was last read.
    unchecked: Cell<bool>,
}

/// The compiler's facts about a loop. Sizes may be larger than needed.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// The kernel; those of its other steps have this name and `_total`,
    /// `_spine1`, `_spine2`… behind it.
    pub kernel: &'static str,
    /// The number of elements of an item in each tile: if it is more than one, this many times
    /// `RUNS`.
    pub items: usize,
    /// The sizes in bytes of the states that tiles pass on, one a level.
    pub levels: &'static [usize],
    /// The size in bytes of the state of its folds; 0 where it has none.
    pub partial: usize,
    /// True if its text has the form with look-back besides the staged one.
    pub single_pass: bool,
}

/// A loop whose tiles were counted and whose work is still to be done.
#[derive(Debug)]
pub struct Pending {
    of: Loop,
    state: State,
}

/// The memory by which the tiles of a loop know of each other.
#[derive(Debug)]
struct State {
    n: usize,
    tiles: usize,
    /// One word, the next tile to be claimed.
    ticket: Buffer,
    links: Vec<Buffer>,
    partials: Option<Buffer>,
}

fn number(value: usize) -> Value<'static> {
    Value::Scalar((value as u64).to_ne_bytes(), 8)
}

fn short(value: u32) -> Value<'static> {
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&value.to_ne_bytes());
    Value::Scalar(bytes, 4)
}

/// The size in bytes of `count` things of `size` bytes.
fn bytes(count: usize, size: usize) -> Result<usize, Error> {
    (count.checked_mul(size)).ok_or(Error::TooLong { len: count })
}

impl Program {
    /// Begins an execution on the device of the first array that has one, else on the [current
    /// device](Device::current). Its record has `slots` slots.
    ///
    /// # Errors
    ///
    /// If there is no device, if arrays live on two, or if the kernels do not compile.
    pub fn start(
        &'static self,
        slots: usize,
        devices: &[Option<Device>],
    ) -> Result<Execution, Fault> {
        let mut devices = devices.iter().flatten();
        let device = match devices.next() {
            Some(device) => device.clone(),
            None => Device::current()?,
        };
        for other in devices {
            same(&device, other)?;
        }
        let built = self.on(&device)?;
        let words = HEAD + slots;
        let record = Buffer::new(&device, words * 8)?;
        let read = slots > 0 || !self.source().sites.is_empty();
        if read {
            device.queue()?.clear(&record, words * 8)?;
        }
        Ok(Execution {
            program: self,
            built,
            device,
            record,
            slots,
            unchecked: Cell::new(false),
        })
    }
}

impl Execution {
    /// An array of the program's input.
    ///
    /// # Errors
    ///
    /// If the device has no memory for it, or if it lives on another one.
    pub fn input<T: Element>(&self, source: impl Source<T>) -> Result<Array<T>, Fault> {
        Ok(source.into_array(&self.device)?)
    }

    /// A caller-provided array, which the program writes in place.
    ///
    /// # Errors
    ///
    /// If the device has no memory for it, or if it lives on another one.
    pub fn provided<'a, T: Element>(
        &self,
        source: impl SourceMut<T> + 'a,
    ) -> Result<Provided<'a, T>, Fault> {
        Ok(source.provide(&self.device)?)
    }

    /// Allocates an array without initializing it.
    ///
    /// # Errors
    ///
    /// If the device has no memory for it.
    pub fn fresh<T: Element>(&self, len: usize) -> Result<Array<T>, Fault> {
        Ok(Array::uninitialised(&self.device, len)?)
    }

    /// A new array of zeros.
    ///
    /// # Errors
    ///
    /// If the device has no memory for it.
    pub fn zeroed<T: Element>(&self, len: usize) -> Result<Array<T>, Fault> {
        Ok(Array::zeroed(&self.device, len)?)
    }

    /// A copy of an array, in memory of its own.
    ///
    /// # Errors
    ///
    /// If the device has no memory for it.
    pub fn copied<T: Element>(&self, array: &Array<T>) -> Result<Array<T>, Fault> {
        let mut copy = array.clone();
        copy.detach()?;
        Ok(copy)
    }

    /// The elements of an array, for the host.
    ///
    /// # Errors
    ///
    /// The first error of earlier launches.
    pub fn host<T: Element>(&self, array: &Array<T>) -> Result<Vec<T>, Fault> {
        self.check()?;
        Ok(array.download()?)
    }

    /// Uploads elements that the host computed.
    ///
    /// # Errors
    ///
    /// If the device has no memory for it.
    pub fn upload<T: Element>(&self, elements: &[T]) -> Result<Array<T>, Fault> {
        Ok(Array::upload_to(&self.device, elements)?)
    }

    /// The device.
    pub(crate) fn on(&self) -> &Device {
        &self.device
    }

    /// Runs a loop over `n` elements.
    ///
    /// # Errors
    ///
    /// If the device has no memory for its state, or refuses.
    pub fn launch(
        &self,
        of: &Loop,
        n: usize,
        args: &Args,
        totals: &Args,
        spines: &[Args],
    ) -> Result<(), Fault> {
        if of.levels.is_empty() {
            return self.launch_tiles(of, n, args, totals);
        }
        if of.single_pass && self.device.scans() != Scans::Staged {
            return self.launch_look_back(of, n, args, totals);
        }
        let pending = self.count(of, n, args, spines)?;
        self.complete(pending, args, totals)
    }

    /// Runs a loop without levels.
    fn launch_tiles(&self, of: &Loop, n: usize, args: &Args, totals: &Args) -> Result<(), Fault> {
        let tiles = self.tiles(of, n);
        if of.partial == 0 {
            return self.enqueue(of, of.kernel, tiles, &[number(n)], args);
        }
        let chunk = tiles.div_ceil(PARTS).max(1);
        let groups = tiles.div_ceil(chunk);
        let partials = Buffer::new(&self.device, bytes(groups, of.partial)?)?;
        let lead = [number(n), number(chunk), Value::Memory(&partials)];
        self.enqueue(of, of.kernel, groups, &lead, args)?;
        self.total(of, groups, &partials, totals)
    }

    /// Runs a loop with levels in one pass.
    fn launch_look_back(
        &self,
        of: &Loop,
        n: usize,
        args: &Args,
        totals: &Args,
    ) -> Result<(), Fault> {
        // For a total and a prefix, a word of eight bytes for every four, or one of four for every two.
        let words = |size: usize| 2 * 8 * size.div_ceil(4);
        let state = self.state(of, n, |tiles, size| bytes(tiles, words(size)))?;
        if n > 0 {
            let queue = self.device.queue()?;
            queue.clear(&state.ticket, 4)?;
            for (link, size) in state.links.iter().zip(of.levels) {
                queue.clear(link, bytes(state.tiles, words(*size))?)?;
            }
        }
        self.stage(of, &state, of.levels.len() + 1, args)?;
        self.finish_folds(of, &state, totals)
    }

    /// Runs the first stages of a loop with levels: the totals of all tiles, and from them the
    /// prefix of each. Counts are in the record then.
    ///
    /// # Errors
    ///
    /// If the device has no memory for its state, or refuses.
    pub fn count(
        &self,
        of: &Loop,
        n: usize,
        args: &Args,
        spines: &[Args],
    ) -> Result<Pending, Fault> {
        // The total of all tiles comes behind them.
        let state = self.state(of, n, |tiles, size| bytes(tiles + 1, size))?;
        for (level, spine) in (1..).zip(spines) {
            self.stage(of, &state, level, args)?;
            let kernel = format!("{}_spine{level}", of.kernel);
            let lead = [number(state.tiles), Value::Memory(&state.links[level - 1])];
            self.enqueue(of, &kernel, 1, &lead, spine)?;
        }
        Ok(Pending { of: *of, state })
    }

    /// Runs the last stage of a loop that was counted.
    ///
    /// # Errors
    ///
    /// If the device refuses.
    pub fn complete(&self, pending: Pending, args: &Args, totals: &Args) -> Result<(), Fault> {
        let Pending { of, state } = pending;
        self.stage(&of, &state, of.levels.len() + 1, args)?;
        self.finish_folds(&of, &state, totals)
    }

    /// The memory of a loop with levels.
    fn state(
        &self,
        of: &Loop,
        n: usize,
        link: impl Fn(usize, usize) -> Result<usize, Error>,
    ) -> Result<State, Error> {
        let tiles = self.tiles(of, n);
        // Tiles are claimed by numbers of 32 bits.
        if u32::try_from(tiles).is_err() {
            return Err(Error::TooLong { len: n });
        }
        let buffer = |bytes| Buffer::new(&self.device, bytes);
        Ok(State {
            n,
            tiles,
            ticket: buffer(4)?,
            links: of
                .levels
                .iter()
                .map(|&size| buffer(link(tiles, size)?))
                .collect::<Result<_, Error>>()?,
            partials: match of.partial {
                0 => None,
                size => Some(buffer(bytes(tiles, size)?)?),
            },
        })
    }

    /// Runs one stage of a loop with levels.
    fn stage(&self, of: &Loop, state: &State, stage: usize, args: &Args) -> Result<(), Fault> {
        let stage = u32::try_from(stage).expect("few levels");
        let lead = [number(state.n), short(stage), Value::Memory(&state.ticket)];
        let links = state
            .links
            .iter()
            .chain(&state.partials)
            .map(|link| Value::Memory(link));
        let lead: Vec<Value<'_>> = lead.into_iter().chain(links).collect();
        self.enqueue(of, of.kernel, state.tiles, &lead, args)
    }

    fn finish_folds(&self, of: &Loop, state: &State, totals: &Args) -> Result<(), Fault> {
        match &state.partials {
            Some(partials) => self.total(of, state.tiles, partials, totals),
            None => Ok(()),
        }
    }

    /// Combines the parts of folds, of which there may be none.
    fn total(
        &self,
        of: &Loop,
        parts: usize,
        partials: &Buffer,
        totals: &Args,
    ) -> Result<(), Fault> {
        let kernel = format!("{}_total", of.kernel);
        let lead = [number(parts), Value::Memory(partials)];
        self.enqueue(of, &kernel, 1, &lead, totals)
    }

    /// Runs a kernel of one item.
    ///
    /// # Errors
    ///
    /// If the device refuses.
    pub fn launch_single(&self, kernel: &'static str, n: usize, args: &Args) -> Result<(), Fault> {
        self.enqueue_sized(kernel, 1, 1, &[number(n)], args)
    }

    /// The number of tiles for `n` elements.
    fn tiles(&self, of: &Loop, n: usize) -> usize {
        let (group, items) = self.built.shape().tile(of.items);
        n.div_ceil(group * items)
    }

    /// Launches groups of the size that a loop has.
    fn enqueue(
        &self,
        of: &Loop,
        kernel: &str,
        groups: usize,
        lead: &[Value<'_>],
        args: &Args,
    ) -> Result<(), Fault> {
        let (group, _) = self.built.shape().tile(of.items);
        self.enqueue_sized(kernel, groups, group, lead, args)
    }

    fn enqueue_sized(
        &self,
        kernel: &str,
        groups: usize,
        group: usize,
        lead: &[Value<'_>],
        args: &Args,
    ) -> Result<(), Fault> {
        if groups == 0 {
            return Ok(());
        }
        let mut values = vec![Value::Memory(&self.record)];
        values.extend(lead.iter().copied());
        values.extend(args.values());
        self.unchecked.set(true);
        let launchable = self.built.kernel(kernel);
        let queue = self.device.queue()?;
        Ok(queue.launch(launchable, kernel, groups, group, &values)?)
    }

    /// The value that kernels left in a slot; the scalars of a tuple lie in
    /// slots one after the other. Waits for the kernels.
    ///
    /// # Errors
    ///
    /// The first error of the execution.
    pub fn read<T: Element>(&self, slot: usize) -> Result<T, Fault> {
        let record = self.check_record()?;
        let slots = &record[HEAD + slot..];
        let columns: Vec<Vec<u8>> = element::sizes::<T>()
            .into_iter()
            .zip(slots)
            .map(|(size, word)| word.to_ne_bytes()[..size].to_vec())
            .collect();
        Ok(T::join(&columns, 0).0)
    }

    /// Ends the execution.
    ///
    /// # Errors
    ///
    /// The first error of the execution.
    pub fn finish(self) -> Result<(), Fault> {
        self.check()
    }

    /// Waits for launches that may have failed.
    fn check(&self) -> Result<(), Fault> {
        if self.program.source().sites.is_empty() {
            // Nothing waits, but it is all on its way.
            return Ok(self.device.queue()?.flush()?);
        }
        if self.unchecked.get() {
            self.check_record()?;
        }
        Ok(())
    }

    /// The words of the record, when no error is in it.
    fn check_record(&self) -> Result<Vec<u64>, Fault> {
        let mut bytes = vec![0; (HEAD + self.slots) * 8];
        self.device.queue()?.read(&self.record, &mut bytes)?;
        self.unchecked.set(false);
        let (words, _) = bytes.as_chunks::<8>();
        let words: Vec<u64> = words.iter().map(|&word| u64::from_ne_bytes(word)).collect();
        match words[0] {
            0 => Ok(words),
            site => Err(self.fault(site, words[1], words[2])),
        }
    }

    fn fault(&self, site: u64, first: u64, second: u64) -> Fault {
        let site = self.program.source().sites[site as usize - 1];
        match site.kind {
            SiteKind::Index { signed: true } => {
                Fault::index(site.binding, i128::from(first as i64), second as usize)
            }
            SiteKind::Index { signed: false } => {
                Fault::index(site.binding, i128::from(first), second as usize)
            }
            SiteKind::Arithmetic(what) => Fault::arithmetic(site.binding, what),
        }
    }
}
