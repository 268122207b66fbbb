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

/// The place at `$at` elements behind a pointer: an unsafe place, of a type without a destructor.
#[cfg(not(debug_assertions))]
macro_rules! behind {
    ($data:expr, $at:expr) => {
        *$data.add($at)
    };
}

/// The place at `$at` elements behind a pointer: an unsafe place, of a type without a destructor.
#[cfg(debug_assertions)]
macro_rules! behind {
    ($data:expr, $at:expr) => {
        *$data.wrapping_add($at)
    };
}

/// A value, and its bytes as a value of another type. A pointer that is cast has its place checked
/// there, which takes longer than most workers.
#[cfg(debug_assertions)]
pub(crate) union Same<T: Copy, U: Copy> {
    pub(crate) value: T,
    pub(crate) other: U,
}

pub(crate) use {attempt, behind, count, get, get_mut, items};
