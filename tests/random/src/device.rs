//! Programs on a device: their source, their arrays, and how they run.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe, catch_unwind};

use fusus_ocl::{Array, Device, Element};

pub use fusus_ocl::Scans;

use crate::check::same_columns;
use crate::column::{Column, Elem, Flatten};

/// The functions of [`crate::host`] that workers call: kernels are made of what
/// stands in the macro.
const HELPERS: [(&str, &str); 3] = [
    (
        "twist(",
        "fn twist(x: u64) -> u64 { (x ^ (x >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15) }",
    ),
    (
        "blend(",
        "fn blend(a: i32, b: i32) -> i32 { a.wrapping_mul(3).wrapping_sub(b) }",
    ),
    (
        "damped(",
        "fn damped(x: f64) -> f64 { x / (1.0 + x.abs()) }",
    ),
];

/// The source of a program for devices, with the helpers that it uses behind.
#[must_use]
pub fn source(source: &str) -> String {
    let used = HELPERS.iter().filter(|(call, _)| source.contains(call));
    let helpers = used.map(|(_, text)| *text);
    [source]
        .into_iter()
        .chain(helpers)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Runs something on the device, with scans in a way or in its own.
///
/// # Panics
///
/// If there is no device.
pub fn scope<R>(scans: Option<Scans>, run: impl FnOnce() -> R) -> R {
    let device = done(Device::current());
    match scans {
        Some(scans) => device.with_scans(scans).scope(run),
        None => device.scope(run),
    }
}

/// An array of the device.
///
/// # Panics
///
/// If the device fails.
#[must_use]
pub fn sent<T: Element>(items: &[T]) -> Array<T> {
    done(Array::upload(items))
}

/// An array of the device that a program may write.
#[derive(Debug)]
pub struct InPlace<T: Element> {
    array: Array<T>,
    /// Shares its memory until it is written, and must keep what it has.
    clone: Array<T>,
}

impl<T: Elem + Element> InPlace<T> {
    /// Sends an array to the device.
    ///
    /// # Panics
    ///
    /// If the device fails.
    #[must_use]
    pub fn new(items: &[T]) -> InPlace<T> {
        let array = sent(items);
        InPlace {
            clone: array.clone(),
            array,
        }
    }

    /// The array.
    pub fn array(&mut self) -> &mut Array<T> {
        &mut self.array
    }

    /// Fetches what it holds now; `items` still has what it was made of.
    ///
    /// # Panics
    ///
    /// If the device fails, or if the clone has changed.
    pub fn give_back(&self, items: &mut [T]) {
        let clone = columns(&done(self.clone.download()));
        if let Err(what) = same_columns(&clone, &columns(items)) {
            panic!("a clone of an array has changed when the array was written: {what}");
        }
        items.copy_from_slice(&done(self.array.download()));
    }
}

/// The columns of an array.
fn columns<T: Elem>(items: &[T]) -> Vec<Column> {
    let mut columns = Vec::new();
    T::columns(items, &mut columns);
    columns
}

/// The value of a call, or its panic, so that arrays can be given back first.
///
/// # Errors
///
/// Its panic.
pub fn caught<R>(call: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(call))
}

/// The result, or the panic goes on.
pub fn released<R>(result: Result<R, Box<dyn Any + Send>>) -> R {
    result.unwrap_or_else(|payload| panic::resume_unwind(payload))
}

impl<T: Elem + Element> Flatten for Array<T> {
    fn flatten(self, out: &mut Vec<Column>) {
        T::columns(&done(self.download()), out);
    }
}

fn done<T>(result: Result<T, fusus_ocl::Error>) -> T {
    result.unwrap_or_else(|error| panic!("the device failed: {error}"))
}
