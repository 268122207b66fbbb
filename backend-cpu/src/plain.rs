//! The operations of sweeps on an element, in a form that is also fast without optimisation.
//!
//! There `inline(always)` is all that is inlined. A loop over a range, `?`, a closure and most
//! functions of the standard library are calls, each of which takes as long as a worker. In builds
//! with debug assertions, which is how one tells those that are not optimised, the same is written
//! without them. Optimised builds have what LLVM makes the best of.

use std::mem::MaybeUninit;

/// `for $at in $from..$to`.
#[cfg(not(debug_assertions))]
macro_rules! count {
    ($at:ident in $from:expr, $to:expr; $body:block) => {
        for $at in $from..$to $body
    };
}

/// `for $at in $from..$to`, without `continue`.
#[cfg(debug_assertions)]
macro_rules! count {
    ($at:ident in $from:expr, $to:expr; $body:block) => {
        let (mut next, end) = ($from, $to);
        while next < end {
            let $at = next;
            $body
            next += 1;
        }
    };
}

/// `$result?`, of the error that the function has.
#[cfg(not(debug_assertions))]
macro_rules! attempt {
    ($result:expr) => {
        $result?
    };
}

/// `$result?`, of the error that the function has.
#[cfg(debug_assertions)]
macro_rules! attempt {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

/// `for $item in $slice`, of which the items are copied.
#[cfg(not(debug_assertions))]
macro_rules! items {
    ($item:ident in $slice:expr; $body:block) => {
        for &$item in $slice $body
    };
}

/// `for $item in $slice`, of which the items are copied, without `continue`.
#[cfg(debug_assertions)]
macro_rules! items {
    ($item:ident in $slice:expr; $body:block) => {
        let items = $slice;
        count!(at in 0, items.len(); {
            let $item = items[at];
            $body
        });
    };
}

pub(crate) use {attempt, count, items};

/// The element at `at`.
///
/// # Safety
///
/// There must be one.
#[inline(always)]
pub(crate) unsafe fn get<T: Copy>(slice: &[T], at: usize) -> T {
    #[cfg(debug_assertions)]
    return slice[at];
    #[cfg(not(debug_assertions))]
    // SAFETY: the caller's promise.
    unsafe {
        *slice.get_unchecked(at)
    }
}

/// The place at `at`.
///
/// # Safety
///
/// There must be one.
#[inline(always)]
pub(crate) unsafe fn get_mut<T>(slice: &mut [T], at: usize) -> &mut T {
    #[cfg(debug_assertions)]
    return &mut slice[at];
    #[cfg(not(debug_assertions))]
    // SAFETY: the caller's promise.
    unsafe {
        slice.get_unchecked_mut(at)
    }
}

/// Reads what is `at` elements behind a pointer.
///
/// # Safety
///
/// As for `pointer::read`.
#[inline(always)]
pub(crate) unsafe fn read<T: Copy>(data: *const T, at: usize) -> T {
    // SAFETY: the caller's promise.
    unsafe {
        #[cfg(debug_assertions)]
        return *data.wrapping_add(at);
        #[cfg(not(debug_assertions))]
        return data.add(at).read();
    }
}

/// Writes at so many elements behind a pointer.
///
/// # Safety
///
/// As for `pointer::write`.
#[inline(always)]
pub(crate) unsafe fn write<T>(data: *mut MaybeUninit<T>, at: usize, value: MaybeUninit<T>) {
    // SAFETY: the caller's promise; what may be uninitialised is not dropped.
    unsafe {
        #[cfg(debug_assertions)]
        {
            *data.wrapping_add(at) = value;
        }
        #[cfg(not(debug_assertions))]
        data.add(at).write(value);
    }
}
