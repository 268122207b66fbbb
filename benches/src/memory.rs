//! Memory: fresh arrays as an expert gets them, and how much of it a piece of work takes.

/// Room for `len` elements, nothing written. Large arrays ask the kernel for huge pages, without
/// which the first touch of fresh memory costs more than the work on it.
#[must_use]
pub fn reserve<T>(len: usize) -> Vec<T> {
    let room = Vec::with_capacity(len);
    #[cfg(target_os = "linux")]
    linux::ask_for_huge_pages(&room);
    room
}

/// Measures the peak memory of the process during `work`, in bytes above its memory before; `None`
/// if the system does not tell.
pub fn peak<R>(work: impl FnOnce() -> R) -> (R, Option<usize>) {
    #[cfg(target_os = "linux")]
    {
        linux::peak(work)
    }
    #[cfg(not(target_os = "linux"))]
    {
        (work(), None)
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::sync::{Mutex, PoisonError};

    const PAGE: usize = 4096;
    const HUGE_FROM: usize = 4 << 20;

    pub(super) fn ask_for_huge_pages<T>(room: &Vec<T>) {
        let bytes = room.capacity() * size_of::<T>();
        if bytes < HUGE_FROM {
            return;
        }
        let start = room.as_ptr().cast::<u8>().cast_mut();
        let skipped = start.align_offset(PAGE);
        let whole = (bytes - skipped) / PAGE * PAGE;
        // SAFETY: the pages lie within one allocation, and advice on their size does not change
        // what they hold. Where it is not taken nothing happens.
        unsafe { libc::madvise(start.add(skipped).cast(), whole, libc::MADV_HUGEPAGE) };
    }

    pub(super) fn peak<R>(work: impl FnOnce() -> R) -> (R, Option<usize>) {
        // The mark is the process', so that one thread measures at a time.
        static MARK: Mutex<()> = Mutex::new(());
        let _mark = MARK.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: gives back what nobody uses, which is sound at any time.
        unsafe { libc::malloc_trim(0) };
        // Sets the high-water mark to what the process holds now.
        let marked = fs::write("/proc/self/clear_refs", "5").is_ok();
        let before = status("VmRSS:");
        let result = work();
        let after = status("VmHWM:");
        let above = before
            .zip(after)
            .map(|(before, after)| after.saturating_sub(before));
        (result, above.filter(|_| marked))
    }

    fn status(field: &str) -> Option<usize> {
        let text = fs::read_to_string("/proc/self/status").ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(field))?;
        let kilobytes: usize = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kilobytes * 1024)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_room_is_empty_and_large_enough() {
        for len in [0, 1, 3 << 20] {
            let room = reserve::<u64>(len);
            assert!(room.is_empty() && room.capacity() >= len);
        }
    }
}
