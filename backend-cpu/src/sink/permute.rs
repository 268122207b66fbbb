//! Packing several elements at a time.

use std::any::TypeId;
use std::mem::MaybeUninit;

use super::GROUP;

/// A group of elements, of which some are kept.
///
/// Where the machine has AVX2, built-in numbers of 4 and 8 bytes are brought together
/// by a permutation of a whole vector, which is looked up by what is kept.
/// Masks are of the elements' size, so that they are the very vectors that
/// comparisons make.
#[derive(Debug)]
pub(super) struct Held<T> {
    values: [MaybeUninit<T>; GROUP],
    /// All bits of those that are kept, for elements of 4 bytes and of 8.
    narrow: [i32; GROUP],
    wide: [i64; GROUP],
    /// Whether elements may be permuted in vectors.
    permutes: bool,
}

impl<T: Copy> Held<T> {
    /// Whether groups are packed faster than their elements one by one.
    pub(super) const IS_FASTER: bool =
        cfg!(target_arch = "x86_64") && (size_of::<T>() == 4 || size_of::<T>() == 8);

    /// An empty group.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Held {
            values: [const { MaybeUninit::zeroed() }; GROUP],
            narrow: [0; GROUP],
            wide: [0; GROUP],
            permutes: is_all_value::<T>() && has_permutations(),
        }
    }

    /// Puts an element at a place of the group.
    #[inline(always)]
    pub(super) fn note(&mut self, j: usize, value: MaybeUninit<T>, keep: bool) {
        self.values[j] = value;
        self.narrow[j] = -i32::from(keep);
        self.wide[j] = -i64::from(keep);
    }

    /// Writes what is kept to `room`. Returns how many elements that are.
    ///
    /// # Safety
    ///
    /// There must be room for the whole group.
    #[inline(always)]
    pub(super) unsafe fn write(&self, room: *mut MaybeUninit<T>) -> usize {
        #[cfg(target_arch = "x86_64")]
        if self.permutes {
            // SAFETY: the machine has the instructions, and the elements have no
            // bytes that may be uninitialised; the rest is the caller's promise.
            unsafe {
                match size_of::<T>() {
                    4 => return x86::pack_narrow(&self.values, &self.narrow, room),
                    8 => return x86::pack_wide(&self.values, &self.wide, room),
                    _ => {}
                }
            }
        }
        let mut kept = 0;
        for (value, mask) in self.values.iter().zip(self.wide) {
            // SAFETY: no more are kept than were looked at.
            unsafe { room.add(kept).write(*value) };
            kept += usize::from(mask != 0);
        }
        kept
    }
}

/// Whether `T` is known to have no padding, as built-in numbers have none.
#[inline(always)]
fn is_all_value<T>() -> bool {
    let is = |id: TypeId| typeid::of::<T>() == id;
    is(TypeId::of::<i32>())
        || is(TypeId::of::<u32>())
        || is(TypeId::of::<f32>())
        || is(TypeId::of::<i64>())
        || is(TypeId::of::<u64>())
        || is(TypeId::of::<f64>())
        || is(TypeId::of::<isize>())
        || is(TypeId::of::<usize>())
}

#[inline(always)]
fn has_permutations() -> bool {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    return crate::body::is_wide();
    #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
    return cfg!(all(target_feature = "avx2", target_feature = "popcnt"));
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m256i, _mm256_castsi256_pd, _mm256_castsi256_ps, _mm256_loadu_si256, _mm256_movemask_pd,
        _mm256_movemask_ps, _mm256_permutevar8x32_epi32, _mm256_storeu_si256,
    };
    use std::mem::MaybeUninit;

    use super::GROUP;

    /// How many elements of 8 bytes a vector holds.
    const HALF: usize = GROUP / 2;

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

    /// Packs a group of elements of 4 bytes.
    ///
    /// # Safety
    ///
    /// The machine must have AVX2, the elements 4 bytes, all initialised, and
    /// `room` room for all.
    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    pub(super) unsafe fn pack_narrow<T>(
        values: &[MaybeUninit<T>; GROUP],
        masks: &[i32; GROUP],
        room: *mut MaybeUninit<T>,
    ) -> usize {
        debug_assert!(size_of_val(values) == size_of::<__m256i>());
        static PLACES: [[i32; 8]; 256] = Places::<GROUP>::TABLE;
        // SAFETY: arrays and room are of 32 bytes.
        unsafe {
            let masks = _mm256_loadu_si256(masks.as_ptr().cast());
            let set = _mm256_movemask_ps(_mm256_castsi256_ps(masks)) as usize % PLACES.len();
            let places = _mm256_loadu_si256(PLACES[set].as_ptr().cast());
            let values = _mm256_loadu_si256(values.as_ptr().cast());
            _mm256_storeu_si256(room.cast(), _mm256_permutevar8x32_epi32(values, places));
            set.count_ones() as usize
        }
    }

    /// Packs a group of elements of 8 bytes.
    ///
    /// # Safety
    ///
    /// The machine must have AVX2, the elements 8 bytes, all initialised, and
    /// `room` room for all.
    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    pub(super) unsafe fn pack_wide<T>(
        values: &[MaybeUninit<T>; GROUP],
        masks: &[i64; GROUP],
        room: *mut MaybeUninit<T>,
    ) -> usize {
        debug_assert!(size_of_val(values) == 2 * size_of::<__m256i>());
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
                let packed = _mm256_permutevar8x32_epi32(values, places);
                _mm256_storeu_si256(room.add(kept).cast(), packed);
                kept += set.count_ones() as usize;
            }
        }
        kept
    }
}
