//! The operations of sweeps on an element, in a form that is also fast without optimisation.
//!
//! There `inline(always)` is all that is inlined. A loop over a range, `?`, a closure and most
//! functions of the standard library are calls, each of which takes as long as a worker. In builds
//! with debug assertions, which is how one tells those that are not optimised, the same is written
//! without them. Optimised builds have the code that LLVM makes the best of.

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
        $crate::plain::count!(at in 0, items.len(); {
            let $item = items[at];
            $body
        });
    };
}

/// `for ($at, $place) in $slice.iter_mut().enumerate()`.
#[cfg(not(debug_assertions))]
macro_rules! places {
    ($at:ident, $place:ident in $slice:expr; $body:block) => {
        for ($at, $place) in $slice.iter_mut().enumerate() $body
    };
}

/// `for ($at, $place) in $slice.iter_mut().enumerate()`, without `continue`.
#[cfg(debug_assertions)]
macro_rules! places {
    ($at:ident, $place:ident in $slice:expr; $body:block) => {
        let places = &mut $slice[..];
        $crate::plain::count!($at in 0, places.len(); {
            let $place = &mut places[$at];
            $body
        });
    };
}

/// The element at `$at` of a slice. There must be one: this is unsafe.
#[cfg(not(debug_assertions))]
macro_rules! get {
    ($slice:expr, $at:expr) => {
        *$slice.get_unchecked($at)
    };
}

/// The element at `$at` of a slice. There must be one: this is unsafe.
#[cfg(debug_assertions)]
macro_rules! get {
    ($slice:expr, $at:expr) => {
        $slice[$at]
    };
}

/// The place at `$at` of a slice. There must be one: this is unsafe.
#[cfg(not(debug_assertions))]
macro_rules! get_mut {
    ($slice:expr, $at:expr) => {
        *$slice.get_unchecked_mut($at)
    };
}

/// The place at `$at` of a slice.
#[cfg(debug_assertions)]
macro_rules! get_mut {
    ($slice:expr, $at:expr) => {
        $slice[$at]
    };
}

/// The element at `$at` elements behind a pointer: an unsafe place to read.
#[cfg(not(debug_assertions))]
macro_rules! behind {
    ($data:expr, $at:expr) => {
        *$data.add($at)
    };
}

/// The element at `$at` elements behind a pointer: an unsafe place to read. A place behind a pointer
/// is checked for alignment and null, which takes a dozen instructions, and one behind a reference
/// is not.
#[cfg(debug_assertions)]
macro_rules! behind {
    ($data:expr, $at:expr) => {
        *$crate::plain::at($data.wrapping_add($at))
    };
}

/// The place at `$at` elements behind a pointer: an unsafe place, of a type without a destructor.
#[cfg(not(debug_assertions))]
macro_rules! behind_mut {
    ($data:expr, $at:expr) => {
        *$data.add($at)
    };
}

/// The place at `$at` elements behind a pointer: an unsafe place, of a type without a destructor.
#[cfg(debug_assertions)]
macro_rules! behind_mut {
    ($data:expr, $at:expr) => {
        *$crate::plain::at_mut($data.wrapping_add($at))
    };
}

/// Writes `$value` at `$at` elements behind a pointer to `MaybeUninit`: this is unsafe.
macro_rules! put {
    ($data:expr, $at:expr, $value:expr) => {
        $crate::plain::behind_mut!($data, $at) = std::mem::MaybeUninit::new($value)
    };
}

/// The element at a pointer, without a check.
///
/// # Safety
///
/// There must be one, which nobody writes as long as this is used.
#[cfg(debug_assertions)]
#[inline(always)]
#[allow(clippy::transmute_ptr_to_ref, reason = "a cast is checked")]
pub(crate) unsafe fn at<'a, T>(data: *const T) -> &'a T {
    // SAFETY: the caller's promise.
    unsafe { std::mem::transmute::<*const T, &'a T>(data) }
}

/// The place at a pointer, without a check.
///
/// # Safety
///
/// There must be one, which nobody else uses as long as this is.
#[cfg(debug_assertions)]
#[inline(always)]
#[allow(clippy::transmute_ptr_to_ref, reason = "a cast is checked")]
pub(crate) unsafe fn at_mut<'a, T>(data: *mut T) -> &'a mut T {
    // SAFETY: the caller's promise.
    unsafe { std::mem::transmute::<*mut T, &'a mut T>(data) }
}

/// A value, and its bytes as a value of another type. A pointer that is cast has its place checked
/// there, which takes longer than most workers.
#[cfg(debug_assertions)]
pub(crate) union Same<T: Copy, U: Copy> {
    pub(crate) value: T,
    pub(crate) other: U,
}

pub(crate) use {attempt, behind, behind_mut, count, get, get_mut, items, places, put};
