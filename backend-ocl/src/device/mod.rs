//! Devices: those of the machine, the choice among them, and the state of each.

mod choice;
mod facts;

pub use choice::devices;

use crate::Error;
use crate::cl::{Memory, Queue};
use crate::memory::Pool;
use crate::profile::Timing;
use facts::Facts;
use opencl3::context::Context;
use opencl3::types::cl_device_id;
use std::cell::RefCell;
use std::env;
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard};

/// The environment variable that names the device to use.
const CHOICE: &str = "FUSUS_OCL_DEVICE";

/// A device that runs programs.
///
/// A handle: clones stand for the same device. It costs nothing until the first
/// array or program uses it, which makes a context and a queue.
#[derive(Clone)]
pub struct Device {
    shared: Arc<Shared>,
    scans: Scans,
    fp64: bool,
}

/// The kind of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeviceKind {
    /// A graphics processor.
    Gpu,
    /// The processor of the host.
    Cpu,
    /// Something else.
    Other,
}

/// The ways in which a device runs scans and compactions.
///
/// Each way combines in an order of its own that depends on the length alone, so that floats come
/// out with the same bits in every run; [`LookBack`](Scans::LookBack) and [`Staged`](Scans::Staged)
/// have one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Scans {
    /// In one pass: a tile waits for the one before it. For processors, which
    /// run few tiles at a time: an item has a tile of some thousand elements, and
    /// so it has in loops without scans.
    Chained,
    /// In one pass: a tile waits for the totals of those before it in its
    /// window, and for the last one of the window before (decoupled look-back,
    /// in an order that does not depend on who comes first).
    ///
    /// Here as in a chain tiles are claimed in order, so that a tile only waits
    /// for one that already runs; the device must keep it running.
    LookBack,
    /// In several passes: totals of tiles first, then their prefixes, then the
    /// work. Nothing waits for anything.
    Staged,
}

/// The state that exists once for each device.
#[derive(Debug)]
struct Shared {
    /// Its position in the list of all devices.
    index: usize,
    id: opencl3::device::Device,
    facts: Facts,
    opened: OnceLock<Result<Opened, Error>>,
}

/// The handles that a device needs to run something.
#[derive(Debug)]
struct Opened {
    context: Context,
    queue: RwLock<Arc<Queue>>,
    pool: Pool,
}

thread_local! {
    /// The devices that this thread was told to use, the innermost last.
    static SCOPE: RefCell<Vec<Device>> = const { RefCell::new(Vec::new()) };
}

impl Device {
    /// The device that programs use on this thread: that of the innermost
    /// [`scope`](Device::scope), else the one that the environment variable
    /// `FUSUS_OCL_DEVICE` [chooses](Device::choose), else the first GPU, else
    /// the first CPU.
    ///
    /// # Errors
    ///
    /// [`Error::NoLibrary`], [`Error::NoPlatform`] and [`Error::NoDevice`].
    pub fn current() -> Result<Device, Error> {
        if let Some(device) = SCOPE.with_borrow(|scope| scope.last().cloned()) {
            return Ok(device);
        }
        Device::choose(&env::var(CHOICE).unwrap_or_default())
    }

    /// A device by choice: `gpu` or `cpu` (the first of its kind), its number
    /// in [`devices`], or part of the name of the device, its vendor or its
    /// platform, in letters of either case. An empty choice means the first
    /// GPU, else the first CPU.
    ///
    /// # Errors
    ///
    /// [`Error::NoLibrary`], [`Error::NoPlatform`] and [`Error::NoDevice`],
    /// which lists the devices that there are.
    pub fn choose(choice: &str) -> Result<Device, Error> {
        choice::choose(&devices()?, choice)
    }

    /// Runs something on this thread whose programs use this device.
    ///
    /// Programs that take arrays of a device run on that one in any case.
    pub fn scope<R>(&self, run: impl FnOnce() -> R) -> R {
        struct Leave;
        impl Drop for Leave {
            fn drop(&mut self) {
                SCOPE.with_borrow_mut(Vec::pop);
            }
        }
        SCOPE.with_borrow_mut(|scope| scope.push(self.clone()));
        let _leave = Leave;
        run()
    }

    /// Returns the device, set to run scans in this way.
    ///
    /// Otherwise the environment variable `FUSUS_OCL_SCANS` decides (`chained`, `look-back` or
    /// `staged`), and without it the abilities of the device.
    #[must_use]
    pub fn with_scans(mut self, scans: Scans) -> Device {
        self.scans = scans;
        self
    }

    /// Returns the device, set to behave as if it did not compute with `f64`: programs with `f64`
    /// fail on it with [`Error::NoFp64`], as they do on devices that have none.
    ///
    /// This shows on any device how a program behaves on such a one.
    #[must_use]
    pub fn without_fp64(mut self) -> Device {
        self.fp64 = false;
        self
    }

    /// The way in which scans run.
    #[must_use]
    pub fn scans(&self) -> Scans {
        self.scans
    }

    /// Its number in [`devices`].
    #[must_use]
    pub fn index(&self) -> usize {
        self.shared.index
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.shared.facts.name
    }

    /// The name of its maker.
    #[must_use]
    pub fn vendor(&self) -> &str {
        &self.shared.facts.vendor
    }

    /// The driver that it belongs to.
    #[must_use]
    pub fn platform(&self) -> &str {
        &self.shared.facts.platform
    }

    /// The version of OpenCL, and the driver's own words on itself.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.shared.facts.version
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> DeviceKind {
        self.shared.facts.kind
    }

    /// Returns true if it computes with `f64`.
    #[must_use]
    pub fn has_fp64(&self) -> bool {
        self.fp64
    }

    /// Its memory in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.shared.facts.memory
    }

    /// The number of groups of items that it runs at one time, at least.
    #[must_use]
    pub fn compute_units(&self) -> u32 {
        self.shared.facts.compute_units
    }

    /// Waits until everything that was begun has run.
    ///
    /// # Errors
    ///
    /// [`Error::Call`] where a kernel failed.
    pub fn finish(&self) -> Result<(), Error> {
        self.queue()?.finish()
    }

    /// Gives memory back to the device that was kept for later arrays.
    ///
    /// # Errors
    ///
    /// The errors of opening the device.
    pub fn release_unused(&self) -> Result<(), Error> {
        self.opened()?.pool.release();
        Ok(())
    }

    /// Runs something and returns how long each command took on the device that
    /// was begun meanwhile, by whichever thread.
    ///
    /// # Errors
    ///
    /// [`Error::Call`] where a command failed.
    pub fn profile<R>(&self, run: impl FnOnce() -> R) -> Result<(R, Vec<Timing>), Error> {
        let timed = Arc::new(Queue::new(self.context()?, self.id(), true)?);
        let swap = |to: Arc<Queue>| -> Result<Arc<Queue>, Error> {
            let mut queue = (self.opened()?.queue.write()).unwrap_or_else(PoisonError::into_inner);
            // Work of the one queue ends before anything begins on
            // the other.
            queue.finish()?;
            Ok(std::mem::replace(&mut *queue, to))
        };
        let usual = swap(Arc::clone(&timed))?;
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        swap(usual)?;
        match result {
            Ok(result) => Ok((
                result,
                timed.spans()?.into_iter().map(Timing::from).collect(),
            )),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Returns true if two handles stand for one device.
    #[must_use]
    pub fn is(&self, other: &Device) -> bool {
        self.shared.index == other.shared.index
    }

    pub(crate) fn id(&self) -> cl_device_id {
        self.shared.id.id()
    }

    /// The most items that a group may have.
    pub(crate) fn max_group(&self) -> usize {
        self.shared.facts.max_group
    }

    /// Returns true if `f32` division and square root can round as Rust's do.
    pub(crate) fn rounds_correctly(&self) -> bool {
        self.shared.facts.correctly_rounded
    }

    /// Returns true if it multiplies and adds `f32` numbers in one operation.
    pub(crate) fn fuses(&self) -> bool {
        self.shared.facts.fuses
    }

    pub(crate) fn context(&self) -> Result<&Context, Error> {
        Ok(&self.opened()?.context)
    }

    /// The queue to use now. It stays that while it is held: hold it for one
    /// command.
    pub(crate) fn queue(&self) -> Result<RwLockReadGuard<'_, Arc<Queue>>, Error> {
        Ok((self.opened()?.queue.read()).unwrap_or_else(PoisonError::into_inner))
    }

    /// Memory of at least so many bytes.
    pub(crate) fn allocate(&self, bytes: usize) -> Result<Memory, Error> {
        let opened = self.opened()?;
        opened
            .pool
            .take(&opened.context, bytes)
            .map_err(|error| match error.is_memory() {
                true => Error::OutOfMemory {
                    device: self.name().to_owned(),
                    bytes,
                },
                false => error,
            })
    }

    /// Keeps memory for later.
    pub(crate) fn free(&self, memory: Memory) {
        if let Ok(opened) = self.opened() {
            opened.pool.put(memory);
        }
    }

    fn opened(&self) -> Result<&Opened, Error> {
        let open = || {
            let context = Context::from_device(&self.shared.id)
                .map_err(|code| Error::call("clCreateContext", code.0))?;
            let queue = Queue::new(&context, self.id(), false)?;
            Ok(Opened {
                context,
                queue: RwLock::new(Arc::new(queue)),
                // An eighth of a device's memory may lie idle.
                pool: Pool::new(usize::try_from(self.memory() / 8).unwrap_or(usize::MAX)),
            })
        };
        let opened = self.shared.opened.get_or_init(open);
        opened.as_ref().map_err(Clone::clone)
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Device) -> bool {
        self.is(other) && self.scans == other.scans && self.fp64 == other.fp64
    }
}

impl Eq for Device {}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device")
            .field("index", &self.index())
            .field("name", &self.name())
            .field("platform", &self.platform())
            .field("kind", &self.kind())
            .field("scans", &self.scans)
            .field("fp64", &self.fp64)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.platform())
    }
}
