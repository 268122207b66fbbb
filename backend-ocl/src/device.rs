//! Devices: what there is, which one to use, and what belongs to each.

use crate::Error;
use crate::cl::{Memory, Queue};
use crate::memory::Pool;
use crate::profile::Timing;
use opencl3::context::Context;
use opencl3::device::{
    CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT,
};
use opencl3::platform::get_platforms;
use opencl3::types::cl_device_id;
use std::cell::RefCell;
use std::env;
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard};

/// The environment variable that names the device to use.
const CHOICE: &str = "FUSUS_OCL_DEVICE";

/// The environment variable that says how scans run.
const SCANS: &str = "FUSUS_OCL_SCANS";

/// A device that runs programs.
///
/// A handle: clones stand for the same device. It costs nothing until the first
/// array or program uses it, which makes a context and a queue.
#[derive(Clone)]
pub struct Device {
    shared: Arc<Shared>,
    scans: Scans,
}

/// What kind of device it is.
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

/// How scans and compactions run on a device.
///
/// Each way combines in an order of its own that depends on the length alone,
/// so that floats come out with the same bits in every run;
/// [`LookBack`](Scans::LookBack) and [`Staged`](Scans::Staged) have one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Scans {
    /// In one pass: a tile waits for the one before it. For devices that run
    /// few tiles at a time: fewer items share a tile, each with more elements.
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

/// What is one for each device.
#[derive(Debug)]
struct Shared {
    /// Its position in the list of all devices.
    index: usize,
    id: opencl3::device::Device,
    facts: Facts,
    opened: OnceLock<Result<Opened, Error>>,
}

/// What is known of a device without using it.
#[derive(Clone, Debug)]
struct Facts {
    platform: String,
    name: String,
    vendor: String,
    version: String,
    kind: DeviceKind,
    fp64: bool,
    correctly_rounded: bool,
    memory: u64,
    compute_units: u32,
    max_group: usize,
}

/// What a device needs to run something.
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

/// All devices of all platforms, in the order in which OpenCL lists them.
///
/// # Errors
///
/// [`Error::NoLibrary`] and [`Error::NoPlatform`].
pub fn devices() -> Result<Vec<Device>, Error> {
    static DEVICES: OnceLock<Result<Vec<Arc<Shared>>, Error>> = OnceLock::new();
    let shared = DEVICES.get_or_init(find).as_ref().map_err(Clone::clone)?;
    Ok(shared
        .iter()
        .map(|shared| Device {
            shared: Arc::clone(shared),
            scans: scans_of(&shared.facts, env::var(SCANS).ok().as_deref()),
        })
        .collect())
}

fn find() -> Result<Vec<Arc<Shared>>, Error> {
    let platforms = get_platforms().map_err(|code| Error::call("clGetPlatformIDs", code.0))?;
    if platforms.is_empty() {
        return Err(Error::NoPlatform);
    }
    let mut found = Vec::new();
    for platform in platforms {
        // A platform without devices is no error: others may have some.
        let Ok(ids) = platform.get_devices(CL_DEVICE_TYPE_ALL) else {
            continue;
        };
        let name = platform.name().unwrap_or_default();
        for id in ids {
            let id = opencl3::device::Device::new(id);
            let Some(facts) = facts(&id, &name) else {
                continue;
            };
            found.push(Arc::new(Shared {
                index: found.len(),
                id,
                facts,
                opened: OnceLock::new(),
            }));
        }
    }
    Ok(found)
}

/// What a device says about itself; `None` for one that cannot be used.
fn facts(id: &opencl3::device::Device, platform: &str) -> Option<Facts> {
    let usable = id.available().ok()? && id.compiler_available().ok()?;
    if !usable {
        return None;
    }
    let kind = match id.dev_type().ok()? {
        kind if kind & CL_DEVICE_TYPE_GPU != 0 => DeviceKind::Gpu,
        kind if kind & CL_DEVICE_TYPE_CPU != 0 => DeviceKind::Cpu,
        _ => DeviceKind::Other,
    };
    Some(Facts {
        platform: platform.trim().to_owned(),
        name: id.name().ok()?.trim().to_owned(),
        vendor: id.vendor().ok()?.trim().to_owned(),
        version: id.version().ok()?.trim().to_owned(),
        kind,
        fp64: id.double_fp_config().is_ok_and(|config| config != 0),
        correctly_rounded: id
            .single_fp_config()
            .is_ok_and(|config| config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT != 0),
        memory: id.global_mem_size().ok()?,
        compute_units: id.max_compute_units().ok()?,
        max_group: id.max_work_group_size().ok()?,
    })
}

/// How scans run on a device: as the environment says, else as it can.
///
/// To wait for another group needs a device that keeps a running group running while another
/// one waits for it. Threads of a processor do, and so do the GPUs of these
/// vendors (Sorensen, Donaldson, Batty, Gopalakrishnan and Rakamarić, *Portable
/// Inter-workgroup Barrier Synchronisation for GPUs*, 2016, who call it
/// occupancy-bound execution). Of others nothing is known.
fn scans_of(facts: &Facts, wanted: Option<&str>) -> Scans {
    const KNOWN: [&str; 4] = ["nvidia", "advanced micro devices", "amd", "intel"];
    match wanted {
        Some("chained") => return Scans::Chained,
        Some("look-back") => return Scans::LookBack,
        Some("staged") => return Scans::Staged,
        _ => {}
    }
    let vendor = facts.vendor.to_lowercase();
    match facts.kind {
        DeviceKind::Cpu => Scans::Chained,
        DeviceKind::Gpu if KNOWN.iter().any(|known| vendor.starts_with(known)) => Scans::LookBack,
        _ => Scans::Staged,
    }
}

/// The device among these that a choice means: `gpu`, `cpu`, a number, or part
/// of a name; the first GPU, else the first CPU, else the first, if it is
/// empty.
fn choose(devices: &[Device], choice: &str) -> Result<Device, Error> {
    let of_kind = |kind| devices.iter().find(|device| device.kind() == kind);
    let wanted = choice.trim().to_lowercase();
    let device = match wanted.as_str() {
        "" => of_kind(DeviceKind::Gpu)
            .or_else(|| of_kind(DeviceKind::Cpu))
            .or(devices.first()),
        "gpu" => of_kind(DeviceKind::Gpu),
        "cpu" => of_kind(DeviceKind::Cpu),
        wanted => match wanted.parse::<usize>() {
            Ok(index) => devices.get(index),
            Err(_) => devices.iter().find(|device| {
                let facts = &device.shared.facts;
                let name = format!("{} {} {}", facts.platform, facts.vendor, facts.name);
                name.to_lowercase().contains(wanted)
            }),
        },
    };
    device.cloned().ok_or_else(|| Error::NoDevice {
        wanted: choice.trim().to_owned(),
        found: devices
            .iter()
            .map(|device| device.name().to_owned())
            .collect(),
    })
}

impl Device {
    /// The device that programs use on this thread: that of the innermost
    /// [`scope`](Device::scope), else what the environment variable
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
        choose(&devices()?, choice)
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

    /// The same device, running scans in this way.
    ///
    /// Otherwise the environment variable `FUSUS_OCL_SCANS` decides
    /// (`chained`, `look-back` or `staged`), and without it what the device can
    /// do.
    #[must_use]
    pub fn with_scans(mut self, scans: Scans) -> Device {
        self.scans = scans;
        self
    }

    /// How scans run.
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

    /// Who made it.
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

    /// What kind of device it is.
    #[must_use]
    pub fn kind(&self) -> DeviceKind {
        self.shared.facts.kind
    }

    /// Whether it computes with `f64`.
    #[must_use]
    pub fn has_fp64(&self) -> bool {
        self.shared.facts.fp64
    }

    /// Its memory in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.shared.facts.memory
    }

    /// How many groups of items it runs side by side, at least.
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
    /// Those of opening the device.
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
            // What was begun on the one queue ends before anything begins on
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

    /// Whether two handles stand for one device.
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

    /// Whether `f32` division and square root can round as Rust's do.
    pub(crate) fn rounds_correctly(&self) -> bool {
        self.shared.facts.correctly_rounded
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
        self.is(other) && self.scans == other.scans
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
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.platform())
    }
}
