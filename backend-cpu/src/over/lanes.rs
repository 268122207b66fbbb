//! Folds over an index in lanes: sums, and folds by operators that are known to commute.

use super::Rows;

/// The lanes of a fold: two registers of the widest instructions for `f64`.
pub(super) const LANES: usize = 16;

/// The fold of the terms of so many indices by an operator that commutes: `take` puts a term into a
/// lane, and `join` is the operator.
///
/// Lanes take neighbours, as many as they are. Then they are halved until one is left: the lower ones
/// are joined with the upper ones, and take the next terms if at least as many are left.
///
/// # Safety
///
/// `rows` must have as many elements.
#[inline(always)]
pub(super) unsafe fn fold_in_lanes<R: Rows, T: Copy, X>(
    neutral: T,
    from: usize,
    count: usize,
    rows: R,
    mut term: impl FnMut(usize, R::Items) -> X,
    take: impl Fn(T, X) -> T,
    join: impl Fn(T, T) -> T,
) -> T {
    let mut lanes = [neutral; LANES];
    let mut number = 0;
    while number + LANES <= count {
        for (lane, total) in lanes.iter_mut().enumerate() {
            let number = number + lane;
            // SAFETY: it is below `count`.
            *total = take(*total, term(from + number, unsafe { rows.get(number) }));
        }
        number += LANES;
    }
    let mut lanes = stored(lanes);
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = join(lanes[lane], lanes[lane + width]);
        }
        if count & width != 0 {
            // Nothing is written before all is read: LLVM does not know that lanes in memory are none
            // of the elements.
            let mut totals = [neutral; LANES / 2];
            for lane in 0..width {
                let number = number + lane;
                // SAFETY: below `count`, of which the bits from `width` on are done.
                let term = term(from + number, unsafe { rows.get(number) });
                totals[lane] = take(lanes[lane], term);
            }
            lanes[..width].copy_from_slice(&totals[..width]);
            number += width;
        }
        width /= 2;
    }
    lanes[0]
}

/// Lanes in memory, by no instruction of their own.
///
/// LLVM makes vectors of what is stored side by side. Of lanes that are joined where they are it
/// rather makes pairs, however wide the registers are.
///
/// `lanes-of-sums.md`.
#[inline(always)]
fn stored<T>(mut lanes: [T; LANES]) -> [T; LANES] {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    // SAFETY: it is empty.
    unsafe {
        std::arch::asm!("/* {0} */", in(reg) lanes.as_mut_ptr(), options(nostack, preserves_flags));
    }
    lanes
}
