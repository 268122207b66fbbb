//! The bins of one range of blocks.

use std::mem::MaybeUninit;

use crate::error::Fault;
use crate::{memory, plain};

/// The bins of a range: several copies of them if neighbouring positions go to different ones.
///
/// They begin with the neutral element of the operator, or hold nothing if there is none.
#[doc(hidden)]
#[derive(Debug)]
pub struct Private<T> {
    data: Vec<MaybeUninit<T>>,
    /// For each bin, whether it holds a value; empty where all of them do.
    filled: Vec<bool>,
}

impl<T: Copy> Private<T> {
    /// So many bins, in so many copies.
    pub(in super::super) fn new(
        (len, copies): (usize, usize),
        neutral: Option<T>,
        binding: &'static str,
    ) -> Result<Self, Fault> {
        let all = len.saturating_mul(copies);
        let mut data = memory::reserve(all, binding)?;
        // SAFETY: there is room for so many, which need not be written.
        unsafe { data.set_len(all) };
        let filled = match neutral {
            Some(_) => Vec::new(),
            None => memory::zeroed(all)?,
        };
        let mut private = Private { data, filled };
        if neutral.is_some() {
            private.empty(neutral);
        }
        Ok(private)
    }

    /// Empties them for another range.
    pub(super) fn empty(&mut self, neutral: Option<T>) {
        match neutral {
            Some(neutral) => {
                let data = &mut self.data[..];
                plain::count!(at in 0, data.len(); {
                    data[at] = MaybeUninit::new(neutral);
                });
            }
            None => self.filled.fill(false),
        }
    }

    /// The memory of the bins, and of the marks of those that are filled: null if there are none.
    pub(in super::super) fn memory(&mut self) -> (*mut T, *mut bool) {
        let filled = match self.filled.is_empty() {
            true => std::ptr::null_mut(),
            false => self.filled.as_mut_ptr(),
        };
        (self.data.as_mut_ptr().cast(), filled)
    }

    /// Combines a value into a bin.
    pub(in super::super) fn put(&mut self, at: usize, value: T, combine: impl Fn(T, T) -> T) {
        let holds_value = self.filled.is_empty() || self.filled[at];
        let combined = match holds_value {
            // SAFETY: where there are no marks all bins hold values.
            true => combine(unsafe { self.data[at].assume_init() }, value),
            false => {
                self.filled[at] = true;
                value
            }
        };
        self.data[at] = MaybeUninit::new(combined);
    }

    /// Combines all bins into those at `dest`, so many.
    ///
    /// # Safety
    ///
    /// These must be valid, and this thread alone use them.
    pub(in super::super) unsafe fn join(
        &mut self,
        dest: *mut T,
        len: usize,
        combine: impl Fn(T, T) -> T,
    ) {
        let filled = &self.filled[..];
        if !filled.is_empty() {
            let data = self.data.as_ptr().cast::<T>();
            plain::count!(at in 0, filled.len(); {
                if filled[at] {
                    // SAFETY: a filled bin holds a value, and there is one copy of the bins, so
                    // that each has its place at `dest`.
                    unsafe {
                        plain::behind_mut!(dest, at) =
                            combine(plain::behind!(dest, at), plain::behind!(data, at));
                    }
                }
            });
            return;
        }
        let first = self.join_copies(len, &combine);
        // SAFETY: as above, and the caller's promise.
        unsafe { add(dest, first, len, &combine) };
    }
}

impl<T: Copy> Private<T> {
    /// Combines all copies of so many bins, all of which hold values, into the first one.
    fn join_copies(&mut self, len: usize, combine: &impl Fn(T, T) -> T) -> *mut T {
        // No bins have no copies.
        let (first, others) = self.data.split_at_mut(len);
        let first = first.as_mut_ptr().cast::<T>();
        for copy in others.chunks_exact(len.max(1)) {
            let copy = copy.as_ptr().cast::<T>();
            // SAFETY: each has so many bins, and those without marks all hold values.
            unsafe { add(first, copy, len, combine) };
        }
        first
    }

    /// These with their copies combined, each of so many bins.
    pub(in super::super) fn joined(mut self, len: usize, combine: impl Fn(T, T) -> T) -> Self {
        // There is one copy of bins that may hold nothing.
        if self.filled.is_empty() {
            self.join_copies(len, &combine);
            self.data.truncate(len);
        }
        self
    }

    /// The values of all bins that hold one, each with its place.
    pub(in super::super) fn values(&self) -> impl Iterator<Item = (usize, T)> + '_ {
        let holds_value = |at: &usize| self.filled.is_empty() || self.filled[*at];
        let bins = (0..self.data.len()).filter(holds_value);
        // SAFETY: they hold values.
        bins.map(|at| (at, unsafe { self.data[at].assume_init() }))
    }
}

/// Combines so many bins into others, which they are not.
///
/// # Safety
///
/// All must hold values, and this thread alone use them.
#[inline]
unsafe fn add<T: Copy>(to: *mut T, bins: *const T, len: usize, combine: impl Fn(T, T) -> T) {
    plain::count!(at in 0, len; {
        // SAFETY: the caller's promise.
        unsafe { plain::behind_mut!(to, at) = combine(plain::behind!(to, at), plain::behind!(bins, at)) };
    });
}
