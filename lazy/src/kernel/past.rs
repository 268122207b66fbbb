//! Results that are written past the cache, whose type is known at run time.

use fusus_cpu::PastCache;

use crate::element::{Bank, Element};

/// The elements of a result that go past the cache.
pub(crate) trait Past {
    /// Writes the elements of a register from a place of the block on.
    fn write(&mut self, bank: &Bank, register: usize, at: usize, len: usize);
}

impl<T: Element> Past for PastCache<'_, T> {
    fn write(&mut self, bank: &Bank, register: usize, at: usize, len: usize) {
        self.write(at, T::registers(bank)[register].read(len));
    }
}
