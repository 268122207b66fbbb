//! Kernels whose text is made at run time.

use crate::args::Args;
use crate::cl::Value;
use crate::element::Element;
use crate::program::{Built, build};
use crate::{Array, Device, Error};

/// The items of a group, if the device allows.
const GROUP: usize = 256;

/// Kernels that are built for a device from a text that was made at run time.
#[derive(Debug)]
pub struct Kernels {
    built: Built,
    device: Device,
}

impl Kernels {
    /// Builds the kernels of a text for a device. Errors call the program by `name`.
    ///
    /// # Errors
    ///
    /// [`Error::NoFp64`] if the text has `double` in it and the device has not, and the errors of the
    /// device's compiler.
    pub fn build(
        device: &Device,
        name: &'static str,
        text: &str,
        fp64: bool,
    ) -> Result<Kernels, Error> {
        if fp64 && !device.has_fp64() {
            return Err(Error::NoFp64 {
                program: name,
                device: device.to_string(),
            });
        }
        Ok(Kernels {
            built: build(name, text, GROUP, device, device.scans())?,
            device: device.clone(),
        })
    }

    /// Launches a kernel for at least so many items.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`], and if the device refuses.
    pub fn launch(&self, kernel: &str, items: usize, args: &Args) -> Result<(), Error> {
        if items == 0 {
            return Ok(());
        }
        let (group, _) = self.built.shape().tile(1);
        let groups = items.div_ceil(group);
        if groups.checked_mul(group).is_none() {
            return Err(Error::TooLong { len: items });
        }
        let values: Vec<Value<'_>> = args.values().collect();
        let launchable = self.built.kernel(kernel);
        let queue = self.device.queue()?;
        queue.launch(launchable, kernel, groups, group, &values)
    }
}

/// A new array whose elements are any.
///
/// # Errors
///
/// If the device has no memory for it.
pub fn fresh<T: Element>(device: &Device, len: usize) -> Result<Array<T>, Error> {
    Array::uninitialised(device, len)
}

/// A new array of zeros.
///
/// # Errors
///
/// If the device has no memory for it.
pub fn zeroed<T: Element>(device: &Device, len: usize) -> Result<Array<T>, Error> {
    Array::zeroed(device, len)
}
