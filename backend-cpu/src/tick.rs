//! A coarse clock, which costs an eighth of a look at a precise one.

/// Returns the time of the last tick of the system's clock, which has one in some milliseconds;
/// `None` where there is no such clock. Times that are an hour apart may be equal.
#[inline]
pub(crate) fn now() -> Option<u32> {
    #[cfg(all(target_os = "linux", target_pointer_width = "64", not(miri)))]
    return linux::now();
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64", not(miri))))]
    None
}

#[cfg(all(target_os = "linux", target_pointer_width = "64", not(miri)))]
mod linux {
    use std::ffi::{c_int, c_long};

    /// The number that Linux gives to the clock, on every architecture that Rust supports.
    const MONOTONIC_COARSE: c_int = 6;

    /// The type `timespec` where a pointer has 64 bits.
    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: c_long,
    }

    // The standard library links the C library: see `advice.rs`.
    unsafe extern "C" {
        fn clock_gettime(clock: c_int, time: *mut Time) -> c_int;
    }

    #[inline]
    pub(super) fn now() -> Option<u32> {
        let mut time = Time {
            seconds: 0,
            nanoseconds: 0,
        };
        // SAFETY: the function writes to the place that it is given, which is one of its type.
        let done = unsafe { clock_gettime(MONOTONIC_COARSE, &mut time) };
        // In microseconds, of which the high bits are lost.
        let microseconds = time.seconds.wrapping_mul(1_000_000) + time.nanoseconds / 1000;
        (done == 0).then_some(microseconds as u32)
    }
}
