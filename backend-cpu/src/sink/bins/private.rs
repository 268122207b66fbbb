//! The bins of one range of blocks.

use std::mem::MaybeUninit;

use crate::error::Fault;
use crate::memory;

/// The bins of a range: several copies of them if neighbouring positions go to different ones.
///
/// They begin with the neutral element of the operator, or hold nothing if there is none.
pub(super) struct Private<T> {
    data: Vec<MaybeUninit<T>>,
    /// For each bin, whether it holds a value; empty where all of them do.
    filled: Vec<bool>,
}

impl<T: Copy> Private<T> {
    /// So many bins, in so many copies.
    pub(super) fn new(
        (len, copies): (usize, usize),
        neutral: Option<T>,
        binding: &'static str,
    ) -> Result<Self, Fault> {
        let all = len.saturating_mul(copies);
        let mut data = memory::reserve(all, binding)?;
        let mut filled = Vec::new();
        match neutral {
            Some(neutral) => data.resize(all, MaybeUninit::new(neutral)),
            None => {
                data.resize(all, MaybeUninit::uninit());
                filled = memory::reserve(all, binding)?;
                filled.resize(all, false);
            }
        }
        Ok(Private { data, filled })
    }

    /// Empties them for another range.
    pub(super) fn empty(&mut self, neutral: Option<T>) {
        match neutral {
            Some(neutral) => self.data.fill(MaybeUninit::new(neutral)),
            None => self.filled.fill(false),
        }
    }

    /// The memory of the bins, and of the marks of those that are filled: null if there are none.
    pub(super) fn memory(&mut self) -> (*mut T, *mut bool) {
        let filled = match self.filled.is_empty() {
            true => std::ptr::null_mut(),
            false => self.filled.as_mut_ptr(),
        };
        (self.data.as_mut_ptr().cast(), filled)
    }

    /// Combines all bins into those at `dest`, so many.
    ///
    /// # Safety
    ///
    /// These must be valid, and this thread alone use them.
    pub(super) unsafe fn join(&mut self, dest: *mut T, len: usize, combine: impl Fn(T, T) -> T) {
        if !self.filled.is_empty() {
            for (at, _) in self
                .filled
                .iter()
                .enumerate()
                .filter(|(_, filled)| **filled)
            {
                // SAFETY: a filled bin holds a value, and there is one copy of the bins, so that
                // each has its place at `dest`.
                unsafe {
                    let value = self.data[at].assume_init();
                    dest.add(at).write(combine(dest.add(at).read(), value));
                }
            }
            return;
        }
        // No bins have no copies.
        let (first, others) = self.data.split_at_mut(len);
        for copy in others.chunks_exact(len.max(1)) {
            for (bin, value) in first.iter_mut().zip(copy) {
                // SAFETY: bins without marks all hold values.
                unsafe { *bin = MaybeUninit::new(combine(bin.assume_init(), value.assume_init())) };
            }
        }
        for (at, value) in first.iter().enumerate() {
            // SAFETY: as above, and the caller's promise.
            unsafe {
                dest.add(at)
                    .write(combine(dest.add(at).read(), value.assume_init()))
            };
        }
    }
}
