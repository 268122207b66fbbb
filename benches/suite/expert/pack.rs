//! Compaction within a block, without branches.

use std::mem::MaybeUninit;

use fusus_benches::blocks::{BLOCK, Shared, positions};

use super::{Chain, fresh_part, in_order};

/// Maps and filters elements, and writes those that are kept to the start of the buffer, which must
/// be as long as `xs`. Returns their number.
///
/// If the machine has AVX2, elements of 4 and 8 bytes are brought together by a permutation that
/// the comparisons of a whole vector choose.
#[inline(always)]
pub(crate) fn pack<T: Copy, U: Copy>(
    xs: &[T],
    room: &mut [MaybeUninit<U>],
    map: impl Fn(T) -> (U, bool),
) -> usize {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
        // SAFETY: the machine has the instructions, and a vector holds so many elements of that
        // size.
        unsafe {
            match size_of::<U>() {
                4 => return x86::permuted::<8, _, _>(xs, room, map),
                8 => return x86::permuted::<4, _, _>(xs, room, map),
                _ => return x86::scalar(xs, room, map),
            }
        }
    }
    pack_scalar(xs, room, map)
}

/// Compacts all elements block by block on all threads as [`pack`] does, and folds a total of the
/// blocks' own parts beside it.
pub(crate) fn pack_beside<T: Copy + Sync, U: Copy + Send + Sync, A: Copy + Send + Sync>(
    xs: &[T],
    map: impl Fn(T) -> (U, bool) + Sync,
    start: A,
    part: impl Fn(&[T]) -> A + Sync,
    join: impl Fn(A, A) -> A + Sync,
) -> (Vec<U>, A) {
    let count = xs.len().div_ceil(BLOCK);
    let add = |a: (usize, A), b: (usize, A)| (a.0 + b.0, join(a.1, b.1));
    let chain = Chain::new(count, (0, start), add);
    let all = |room: &mut [MaybeUninit<U>]| {
        if count == 1 {
            let kept = pack(xs, room, &map);
            chain.pass(0, (kept, part(xs)));
            return kept;
        }
        let room = Shared::new(room);
        in_order(
            count,
            || vec![MaybeUninit::uninit(); BLOCK],
            |block, buffer| {
                let xs = &xs[positions(block, xs.len())];
                let kept = pack(xs, buffer, &map);
                let (before, _) = chain.pass(block, (kept, part(xs)));
                // SAFETY: what earlier blocks kept and what this one keeps are next to each other.
                let place = unsafe { room.part(before..before + kept) };
                place.copy_from_slice(&buffer[..kept]);
            },
        );
        chain.end().0
    };
    // SAFETY: what blocks keep is written, without gaps.
    let kept = unsafe { fresh_part(xs.len(), all) };
    (kept, chain.end().1)
}

/// Compacts as [`pack`] does, one element after the other.
#[inline(always)]
pub(crate) fn pack_scalar<T: Copy, U: Copy>(
    xs: &[T],
    room: &mut [MaybeUninit<U>],
    mut map: impl FnMut(T) -> (U, bool),
) -> usize {
    let mut kept = 0;
    let room = &mut room[..xs.len()];
    for x in xs {
        let (value, keep) = map(*x);
        // SAFETY: at most as many were kept as were looked at before.
        unsafe { room.get_unchecked_mut(kept) }.write(value);
        kept += usize::from(keep);
    }
    kept
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__m256i, _mm256_permutevar8x32_epi32, _mm256_storeu_si256};
    use std::array;
    use std::mem::MaybeUninit;

    /// For each set of `L` elements the places of its members, in units of four bytes.
    struct Places<const L: usize>;

    impl<const L: usize> Places<L> {
        const TABLE: [[i32; 8]; 256] = {
            let mut places = [[0; 8]; 256];
            let mut set = 0;
            while set < 1 << L {
                let (mut member, mut at) = (0, 0);
                while member < L {
                    let mut unit = 0;
                    while set >> member & 1 == 1 && unit < 8 / L {
                        places[set][at] = (member * (8 / L) + unit) as i32;
                        (at, unit) = (at + 1, unit + 1);
                    }
                    member += 1;
                }
                set += 1;
            }
            places
        };
    }

    /// # Safety
    ///
    /// `L` elements of `U` must be 32 bytes.
    #[target_feature(enable = "avx2,popcnt")]
    pub(super) unsafe fn permuted<const L: usize, T: Copy, U: Copy>(
        xs: &[T],
        room: &mut [MaybeUninit<U>],
        map: impl Fn(T) -> (U, bool),
    ) -> usize {
        const { assert!(L == 4 || L == 8) };
        assert!(L * size_of::<U>() == 32 && room.len() >= xs.len());
        let (whole, rest) = xs.as_chunks::<L>();
        let mut kept = 0;
        for xs in whole {
            let mapped = xs.map(&map);
            let values: [U; L] = array::from_fn(|lane| mapped[lane].0);
            let set = (0..L).fold(0, |set, lane| set | usize::from(mapped[lane].1) << lane);
            // SAFETY: both are of 32 bytes; as many are written, from `kept` on, which is at most
            // the number of elements before these, so that there is room.
            unsafe {
                let values: __m256i = std::mem::transmute_copy(&values);
                let places: __m256i = std::mem::transmute(Places::<L>::TABLE[set]);
                let packed = _mm256_permutevar8x32_epi32(values, places);
                _mm256_storeu_si256(room.as_mut_ptr().add(kept).cast(), packed);
            }
            kept += set.count_ones() as usize;
        }
        kept + super::pack_scalar(rest, &mut room[kept..], map)
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn scalar<T: Copy, U: Copy>(
        xs: &[T],
        room: &mut [MaybeUninit<U>],
        map: impl Fn(T) -> (U, bool),
    ) -> usize {
        super::pack_scalar(xs, room, map)
    }
}
