//! Memory of devices, used again and again.
//!
//! A loop of programs allocates the same sizes in every round, and drivers
//! take long to hand out memory. Freed memory goes to a pool, sorted by size
//! class; commands run in order, so that memory may be taken again while
//! commands that use it are still queued.

use crate::cl::Memory;
use crate::{Device, Error};
use opencl3::context::Context;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

/// The unused memory of a device.
#[derive(Debug)]
pub(crate) struct Pool {
    unused: Mutex<Unused>,
    /// The number of bytes that may be unused.
    limit: usize,
}

#[derive(Debug, Default)]
struct Unused {
    /// By size.
    memory: BTreeMap<usize, Vec<Memory>>,
    bytes: usize,
}

impl Pool {
    pub(crate) fn new(limit: usize) -> Pool {
        Pool {
            unused: Mutex::default(),
            limit,
        }
    }

    /// Memory of at least so many bytes, whatever it contains.
    pub(crate) fn take(&self, context: &Context, bytes: usize) -> Result<Memory, Error> {
        let class = class(bytes);
        {
            let mut unused = self.unused.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(memory) = unused.memory.get_mut(&class).and_then(Vec::pop) {
                unused.bytes -= class;
                return Ok(memory);
            }
        }
        match Memory::new(context, class) {
            Err(error) if error.is_memory() => {
                // Memory that lies idle may be the memory that is missing.
                self.release();
                Memory::new(context, class)
            }
            other => other,
        }
    }

    /// Keeps memory, or frees it where enough lies idle.
    pub(crate) fn put(&self, memory: Memory) {
        let mut unused = self.unused.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = memory.bytes();
        if unused.bytes.saturating_add(bytes) <= self.limit {
            unused.bytes += bytes;
            unused.memory.entry(bytes).or_default().push(memory);
        }
    }

    /// Frees everything that lies idle.
    pub(crate) fn release(&self) {
        *self.unused.lock().unwrap_or_else(PoisonError::into_inner) = Unused::default();
    }
}

/// The size that is allocated for so many bytes: eight classes between two
/// powers of two, so that at most an eighth is wasted.
fn class(bytes: usize) -> usize {
    const SMALLEST: usize = 256;
    if bytes <= SMALLEST {
        return SMALLEST;
    }
    let step = (1 << bytes.ilog2()) / 8;
    bytes.checked_next_multiple_of(step).unwrap_or(bytes)
}

/// Memory that goes back to its device's pool.
#[derive(Debug)]
pub(crate) struct Buffer {
    /// There until it is dropped.
    memory: Option<Memory>,
    device: Device,
}

impl Buffer {
    /// At least so many bytes of a device.
    pub(crate) fn new(device: &Device, bytes: usize) -> Result<Buffer, Error> {
        Ok(Buffer {
            memory: Some(device.allocate(bytes)?),
            device: device.clone(),
        })
    }
}

impl Deref for Buffer {
    type Target = Memory;

    fn deref(&self) -> &Memory {
        self.memory.as_ref().expect("memory until it is dropped")
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.take() {
            self.device.free(memory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::class;

    #[test]
    fn a_class_holds_what_is_asked_and_wastes_little() {
        for bytes in (0..5000).chain([usize::MAX, usize::MAX / 2 + 1, (1 << 40) + 1]) {
            let class = class(bytes);
            assert!(class >= bytes);
            assert!(
                class <= 256 || class - bytes <= bytes / 8,
                "{bytes}: {class}"
            );
        }
    }
}
