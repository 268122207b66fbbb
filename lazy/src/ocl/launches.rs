//! Counts of what runs on devices.

use std::cell::RefCell;

/// The kernels that ran on a device while a function ran, on its thread.
///
/// ```no_run
/// use fusus_lazy::{Array, Launches, on};
/// use fusus_ocl::Device;
///
/// let device = Device::current()?;
/// let x = Array::from_vec(vec![1.0_f32, 2.0, 3.0]);
/// let of = |k: f32| on(&device, || (&x * k + 1.0).to_vec());
/// of(2.0)?;
/// let (_, launches) = Launches::of(|| of(3.0));
/// assert_eq!((launches.kernels.len(), launches.built), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Launches {
    /// The OpenCL C of the kernels that were launched, one after the other.
    pub kernels: Vec<String>,
    /// The number of texts that the compiler of the device built: others were there.
    pub built: usize,
    /// The number of loops over arrays that the host did in place of the device.
    pub on_host: usize,
}

thread_local! {
    static COUNTED: RefCell<Option<Launches>> = const { RefCell::new(None) };
}

impl Launches {
    /// Calls a function, and counts what it runs on devices. Kernels that a call within it counts are
    /// counted there only.
    pub fn of<R>(function: impl FnOnce() -> R) -> (R, Launches) {
        /// Goes on with the counts around a call, also where that panics.
        struct Around(Option<Launches>);
        impl Drop for Around {
            fn drop(&mut self) {
                COUNTED.set(self.0.take());
            }
        }
        let _around = Around(COUNTED.replace(Some(Launches::default())));
        let result = function();
        (result, COUNTED.take().unwrap_or_default())
    }
}

/// Counts something, if somebody counts.
pub(super) fn count(something: impl FnOnce(&mut Launches)) {
    COUNTED.with_borrow_mut(|counted| {
        if let Some(counted) = counted {
            something(counted);
        }
    });
}
