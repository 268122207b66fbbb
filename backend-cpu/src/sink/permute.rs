//! Packing several numbers at a time.

use std::mem::{self, MaybeUninit};

use super::VECTOR;
use crate::op::is;

/// A group of numbers, of which some are kept.
///
/// Where the machine has AVX2, numbers of 4 and 8 bytes are brought together by
/// a permutation of a whole vector, which is looked up by the mask of kept ones. Masks
/// are of the numbers' size, so that they are the very vectors that comparisons
/// make. Only the arrays for that size are ever used.
#[derive(Debug)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "only there are vectors used")
)]
pub(super) struct Vector {
    narrow: [u32; VECTOR],
    wide: [u64; VECTOR],
    /// All bits of those that are kept.
    narrow_masks: [i32; VECTOR],
    wide_masks: [i64; VECTOR],
    /// Set if the machine can permute.
    permutes: bool,
}

impl Vector {
    /// Returns true if a vector may hold values of the type: a built-in number of 4 or 8 bytes.
    #[inline(always)]
    pub(super) fn takes<T>() -> bool {
        matches!(size_of::<T>(), 4 | 8) && is_all_value::<T>()
    }

    /// An empty group.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Vector {
            narrow: [0; VECTOR],
            wide: [0; VECTOR],
            narrow_masks: [0; VECTOR],
            wide_masks: [0; VECTOR],
            permutes: has_permutations(),
        }
    }

    /// Puts a number at a place of the group.
    ///
    /// # Safety
    ///
    /// `T` must be one that a group [takes](Vector::takes), and `value` initialised.
    #[inline(always)]
    pub(super) unsafe fn set<T>(&mut self, j: usize, value: MaybeUninit<T>, keep: bool) {
        // SAFETY: both are initialised numbers of one size.
        unsafe {
            match size_of::<T>() {
                4 => self.narrow[j] = mem::transmute_copy(&value),
                _ => self.wide[j] = mem::transmute_copy(&value),
            }
        }
        self.narrow_masks[j] = -i32::from(keep);
        self.wide_masks[j] = -i64::from(keep);
    }

    /// Writes the numbers that are kept to `target`. Returns how many they are.
    ///
    /// # Safety
    ///
    /// `T` must be the type of the numbers, and there must be room for all.
    #[inline(always)]
    pub(super) unsafe fn write<T>(&self, target: *mut MaybeUninit<T>) -> usize {
        #[cfg(target_arch = "x86_64")]
        if self.permutes {
            // SAFETY: the machine has the instructions; the rest is the
            // caller's promise.
            return unsafe {
                match size_of::<T>() {
                    4 => x86::pack_narrow(&self.narrow, &self.narrow_masks, target.cast()),
                    _ => x86::pack_wide(&self.wide, &self.wide_masks, target.cast()),
                }
            };
        }
        let mut kept = 0;
        for (j, mask) in self.wide_masks.into_iter().enumerate() {
            // SAFETY: no more are kept than were looked at; the sizes are the
            // same.
            unsafe {
                target.add(kept).write(match size_of::<T>() {
                    4 => mem::transmute_copy(&self.narrow[j]),
                    _ => mem::transmute_copy(&self.wide[j]),
                });
            }
            kept += usize::from(mask != 0);
        }
        kept
    }
}

/// Returns true if `T` is known to have no padding, as built-in numbers have none.
#[inline(always)]
fn is_all_value<T>() -> bool {
    is::<T, i32>()
        || is::<T, u32>()
        || is::<T, f32>()
        || is::<T, i64>()
        || is::<T, u64>()
        || is::<T, f64>()
        || is::<T, isize>()
        || is::<T, usize>()
}

#[inline(always)]
pub(super) fn has_permutations() -> bool {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    return crate::simd::has_avx2();
    #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
    return cfg!(all(target_feature = "avx2", target_feature = "popcnt"));
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::VECTOR;
    use std::arch::x86_64::{
        _mm256_castsi256_pd, _mm256_castsi256_ps, _mm256_loadu_si256, _mm256_movemask_pd,
        _mm256_movemask_ps, _mm256_permutevar8x32_epi32, _mm256_storeu_si256,
    };

    /// The number of 8-byte numbers that a vector holds.
    const HALF: usize = VECTOR / 2;

    /// For each set of `L` elements, the places of its members in units of four
    /// bytes, from left to right. `L` elements are a vector.
    struct Places<const L: usize>;

    impl<const L: usize> Places<L> {
        const TABLE: [[i32; 8]; 256] = {
            let mut places = [[0; 8]; 256];
            let units = 8 / L;
            let mut set = 0;
            while set < 1 << L {
                let (mut member, mut at) = (0, 0);
                while member < L {
                    let mut unit = 0;
                    while set >> member & 1 == 1 && unit < units {
                        places[set][at] = (member * units + unit) as i32;
                        (at, unit) = (at + 1, unit + 1);
                    }
                    member += 1;
                }
                set += 1;
            }
            places
        };
    }

    /// Packs a group of numbers of 4 bytes.
    ///
    /// # Safety
    ///
    /// The machine must have AVX2, and `target` room for all.
    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    pub(super) unsafe fn pack_narrow(
        values: &[u32; VECTOR],
        masks: &[i32; VECTOR],
        target: *mut u32,
    ) -> usize {
        static PLACES: [[i32; 8]; 256] = Places::<VECTOR>::TABLE;
        // SAFETY: arrays and the buffer are of 32 bytes.
        unsafe {
            let masks = _mm256_loadu_si256(masks.as_ptr().cast());
            let set = _mm256_movemask_ps(_mm256_castsi256_ps(masks)) as usize % PLACES.len();
            let places = _mm256_loadu_si256(PLACES[set].as_ptr().cast());
            let values = _mm256_loadu_si256(values.as_ptr().cast());
            _mm256_storeu_si256(target.cast(), _mm256_permutevar8x32_epi32(values, places));
            set.count_ones() as usize
        }
    }

    /// Packs a group of numbers of 8 bytes.
    ///
    /// # Safety
    ///
    /// The machine must have AVX2, and `target` room for all.
    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    pub(super) unsafe fn pack_wide(
        values: &[u64; VECTOR],
        masks: &[i64; VECTOR],
        target: *mut u64,
    ) -> usize {
        static PLACES: [[i32; 8]; 1 << HALF] = {
            let mut places = [[0; 8]; 1 << HALF];
            let mut set = 0;
            while set < places.len() {
                places[set] = Places::<HALF>::TABLE[set];
                set += 1;
            }
            places
        };
        let mut kept = 0;
        for first in [0, HALF] {
            // SAFETY: both halves of the arrays are of 32 bytes. The second half
            // is written no further on than at its own place.
            unsafe {
                let masks = _mm256_loadu_si256(masks.as_ptr().add(first).cast());
                let set = _mm256_movemask_pd(_mm256_castsi256_pd(masks)) as usize % PLACES.len();
                let places = _mm256_loadu_si256(PLACES[set].as_ptr().cast());
                let values = _mm256_loadu_si256(values.as_ptr().add(first).cast());
                let compacted = _mm256_permutevar8x32_epi32(values, places);
                _mm256_storeu_si256(target.add(kept).cast(), compacted);
                kept += set.count_ones() as usize;
            }
        }
        kept
    }
}
