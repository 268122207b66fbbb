//! Loops on OpenCL devices: the loops of a plan as kernels, whose text is made at run time.

mod body;
mod built;
mod c;
mod chunks;
mod kept;
mod kernel;
mod launches;
mod lines;
mod loops;
mod nests;
mod parameters;
mod scan;
pub(crate) mod there;
mod update;

pub use launches::Launches;

use std::cell::RefCell;

use fusus_ocl::Device;

use crate::error::{Error, ErrorKind};
use crate::graph::Arg;
use crate::place::Place;
use crate::program::Task;
use crate::storage::Memory;
use crate::values::Values;

thread_local! {
    /// The device on which this thread evaluates arrays.
    static CHOSEN: RefCell<Option<Device>> = const { RefCell::new(None) };
}

/// Calls a function that evaluates arrays on a device, on this thread: every `eval`, `item`, `to_vec`
/// and so on in it.
///
/// Arrays are planned as ever, and each loop of a plan is a kernel. Kernels are kept by their text, in
/// which there are no lengths and no numbers: a formula that is evaluated again, for other arrays,
/// builds nothing. Elements are copied to the device when a loop first reads them, and stay there as
/// long as their array does; results are copied to the host when somebody looks at them, and not by
/// `eval`. So a loop of evaluations stays on the device.
///
/// ```no_run
/// use fusus_lazy::{Array, on};
/// use fusus_ocl::Device;
///
/// let device = Device::current()?;
/// let x = Array::from_vec(vec![1.0_f32, 2.0, 3.0]);
/// let y = on(&device, || (&x * &x + 1.0).to_vec())?;
/// assert_eq!(y, [2.0, 5.0, 10.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Results have the bits that the host computes, but for
///
/// * elementary functions (`exp`, `sin`, `powf` …), which are those of OpenCL, with the bounds that it
///   states for them;
/// * divisions and square roots of `f32` on a device that does not say that it rounds them correctly;
/// * subnormal numbers of `f32` on a device that has none;
/// * the sign of zeros that `minimum`, `maximum`, `scan_min` and `scan_max` choose among, and the bits of
///   a `NaN`.
///
/// A loop that no kernel can do is done by the host, in its place in the plan: one with a closure
/// ([`map`](crate::Array::map), [`fold`](crate::Array::fold), [`scan`](crate::Array::scan)), and a
/// [`scan_sum`](crate::Array::scan_sum) or [`scan_product`](crate::Array::scan_product) of floats, whose
/// bits depend on the order of combination. [`Launches`] counts such loops.
///
/// # Errors
///
/// Evaluations return [`ErrorKind::Device`] where the device fails: it has no memory left, or a loop
/// has `f64` and the device has not. Errors of elements are those of the host.
pub fn on<R>(device: &Device, function: impl FnOnce() -> R) -> R {
    /// Goes back to what was chosen around a call, also where that panics.
    struct Around(Option<Device>);
    impl Drop for Around {
        fn drop(&mut self) {
            CHOSEN.replace(self.0.take());
        }
    }
    let _around = Around(CHOSEN.replace(Some(device.clone())));
    function()
}

/// The device on which this thread evaluates arrays. Without one the arrays of a graph come to the
/// host.
pub(crate) fn begin(values: &Values<'_>) -> Result<Option<Device>, Error> {
    let device = CHOSEN.with_borrow(Clone::clone);
    if device.is_none() {
        for memory in values.leaves.iter().flatten() {
            fetch(memory, Place::Nowhere)?;
        }
    }
    Ok(device)
}

/// Returns true if this thread evaluates arrays on a device.
pub(crate) fn is_chosen() -> bool {
    CHOSEN.with_borrow(Option::is_some)
}

/// Does a task of a program on a device. Returns false if the host must do it, which has all
/// elements then.
pub(crate) fn task(values: &mut Values<'_>, device: &Device, task: &Task) -> Result<bool, Error> {
    let done = match task {
        // Operations on numbers alone are done before a device hears of them.
        Task::Loop(own) if own.inputs.is_empty() && values.graph.domains[own.over].is_scalar => {
            return Ok(false);
        }
        Task::Loop(own) => loops::run(values, device, own),
        Task::Nest(own) => nests::run(values, device, own),
        Task::With { steps, is_in_place } => update::chain(values, device, steps, *is_in_place),
        Task::Scan(_) => Ok(false),
    };
    let failed = |error: fusus_ocl::Error| failure(values, task, &error);
    if done.map_err(failed)? {
        return Ok(true);
    }
    launches::count(|counted| counted.on_host += 1);
    for arg in arguments(values, task) {
        let fetched = values.memory(arg).storage.fetch();
        fetched.map_err(|error| failure(values, task, &error))?;
    }
    Ok(false)
}

/// The arrays that a task reads.
fn arguments(values: &Values<'_>, task: &Task) -> Vec<Arg> {
    let of_step = |step: usize| values.graph.steps[step].args.iter().copied();
    let is_stored = |arg: &Arg| values.is_stored(*arg);
    match task {
        Task::Loop(own) => own.inputs.clone(),
        Task::Nest(own) => [&own.inner.inputs[..], &own.outer.inputs[..]].concat(),
        Task::Scan(step) => of_step(*step).filter(is_stored).collect(),
        Task::With { steps, .. } => {
            let all = steps.iter().flat_map(|step| of_step(*step));
            all.filter(is_stored).collect()
        }
    }
}

/// A failure of a device in a task.
fn failure(values: &Values<'_>, task: &Task, error: &fusus_ocl::Error) -> Error {
    let step = match task {
        Task::Loop(own) => own.members[0],
        Task::Nest(own) => own.inner.members[0],
        Task::Scan(step) => *step,
        Task::With { steps, .. } => steps[0],
    };
    values.error(step, kind(error))
}

fn kind(error: &fusus_ocl::Error) -> ErrorKind {
    let reason = error.to_string();
    ErrorKind::Device { reason }
}

/// Copies the elements of an array to the host, unless they are there.
pub(crate) fn fetch(memory: &Memory, place: Place) -> Result<(), Error> {
    let fetched = memory.storage.fetch();
    fetched.map_err(|error| Error::new(kind(&error), "eval", place))
}
