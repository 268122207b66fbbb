//! Neighbours of a sweep over segments, of which all are looked at before any is written.

use std::mem::{self, MaybeUninit};

use crate::known::Known;
use crate::op::{Op, is};
use crate::plain::count;

/// The number of neighbours.
pub(crate) const PIECE: usize = 64;

/// The chains of states of neighbours, which do not wait for each other.
const CHAINS: usize = 4;

/// The neighbours of a chain.
pub(crate) const CHAIN: usize = PIECE / CHAINS;

/// The lanes of the fold of neighbours among which no segment ends.
pub(crate) const LANES: usize = 16;

/// Some neighbours, and the operator within segments, which commutes.
pub(crate) struct Piece<V, O> {
    op: Known<V, O>,
    neutral: V,
    /// All bits, but none at the ends of segments: LLVM makes a branch of a choice between floats,
    /// and nobody can foresee where segments end.
    kept: [u64; PIECE],
    /// The ends as bits.
    #[cfg(debug_assertions)]
    ends: u64,
    /// The values that enter the scan.
    values: [MaybeUninit<V>; PIECE],
    /// The state before each, and a place that nobody reads.
    states: [MaybeUninit<V>; PIECE + 1],
}

impl<V: Copy, O: Op<V>> Piece<V, O> {
    /// Places for neighbours, by an operator with that neutral element.
    #[inline(always)]
    pub(crate) fn new(op: O, neutral: V) -> Self {
        Piece {
            op: Known::of(op),
            neutral,
            kept: [!0; PIECE],
            #[cfg(debug_assertions)]
            ends: 0,
            values: [MaybeUninit::uninit(); PIECE],
            states: [MaybeUninit::uninit(); PIECE + 1],
        }
    }

    /// Takes in a neighbour: whether a segment ends with it, and its value.
    #[inline(always)]
    pub(crate) fn put(&mut self, j: usize, (end, value): (bool, V)) {
        self.values[j] = MaybeUninit::new(value);
        #[cfg(debug_assertions)]
        if end {
            self.ends |= 1 << j;
        }
        #[cfg(not(debug_assertions))]
        {
            self.kept[j] = if end { 0 } else { !0 };
        }
    }

    /// Fills the places behind the first `count`.
    #[inline(always)]
    pub(crate) fn fill(&mut self, count: usize) {
        count!(j in count, PIECE; {
            self.kept[j] = !0;
            self.values[j] = MaybeUninit::new(self.neutral);
        });
    }

    /// The ends as bits, which are asked for once.
    #[inline(always)]
    pub(crate) fn take_ends(&mut self) -> u64 {
        #[cfg(debug_assertions)]
        return mem::take(&mut self.ends);
        #[cfg(not(debug_assertions))]
        {
            static BITS: [u64; PIECE] = {
                let mut bits = [0; PIECE];
                let mut j = 0;
                while j < PIECE {
                    bits[j] = 1 << j;
                    j += 1;
                }
                bits
            };
            let bits = self.kept.iter().zip(&BITS).map(|(kept, bit)| kept & bit);
            !bits.fold(0, |all, bit| all | bit)
        }
    }

    /// The state before a neighbour with which a segment ends.
    ///
    /// # Safety
    ///
    /// [`find_states`](Piece::find_states) must have found it.
    #[inline(always)]
    pub(crate) unsafe fn state(&self, j: usize) -> V {
        // SAFETY: the caller's promise.
        unsafe { self.states[j].assume_init() }
    }

    /// The lanes of a fold of nothing.
    #[inline(always)]
    pub(crate) fn fold(&self) -> [V; LANES] {
        [self.neutral; LANES]
    }

    /// A lane that has taken in a value.
    #[inline(always)]
    pub(crate) fn taken(&self, lane: V, value: V, within: impl Fn(V, V) -> V) -> V {
        self.op.take(lane, value, within)
    }

    /// Lanes of which the one half is joined with the other until one is left.
    #[inline(always)]
    pub(crate) fn joined(&self, mut lanes: [V; LANES], within: impl Fn(V, V) -> V + Copy) -> V {
        let mut half = LANES / 2;
        while half > 0 {
            count!(lane in 0, half; {
                lanes[lane] = self.op.take(lanes[lane], lanes[half + lane], within);
            });
            half /= 2;
        }
        lanes[0]
    }

    /// The fold of all values.
    ///
    /// # Safety
    ///
    /// All must be there.
    #[inline(always)]
    pub(crate) unsafe fn folded(&self, within: impl Fn(V, V) -> V + Copy) -> V {
        let mut lanes = self.fold();
        count!(group in 0, PIECE / LANES; {
            count!(lane in 0, LANES; {
                // SAFETY: the caller's promise.
                let value = unsafe { self.values[group * LANES + lane].assume_init() };
                lanes[lane] = self.taken(lanes[lane], value, within);
            });
        });
        self.joined(lanes, within)
    }

    /// Finds the states before all ends, of which there is one, from that before the first
    /// neighbour. Returns that behind the last one.
    ///
    /// The neighbours of a chain begin with nothing. Then the first end of each chain and the
    /// chains behind it learn what is before them.
    ///
    /// # Safety
    ///
    /// All values must be there.
    #[inline(always)]
    pub(crate) unsafe fn find_states(
        &mut self,
        ends: u64,
        before: V,
        within: impl Fn(V, V) -> V + Copy,
    ) -> V {
        let mut chains = [self.neutral; CHAINS];
        // SAFETY: the caller's promise, here and below; all values at ends are the same.
        let start = unsafe { self.values[ends.trailing_zeros() as usize].assume_init() };
        let begins_with_zero = cfg!(not(debug_assertions))
            && zero().is_some_and(|zero| {
                let first = self.op.take(zero, start, within);
                masked(first, !0).is_some() && are_same(first, start)
            });
        if begins_with_zero {
            count!(chain in 0, CHAINS; {
                let mut state = self.neutral;
                count!(j in chain * CHAIN, (chain + 1) * CHAIN; {
                    self.states[j] = MaybeUninit::new(state);
                    // SAFETY: as above.
                    let value = unsafe { self.values[j].assume_init() };
                    let kept = masked(state, self.kept[j]).unwrap_or(state);
                    state = self.op.take(kept, value, within);
                });
                chains[chain] = state;
            });
        } else {
            count!(chain in 0, CHAINS; {
                let mut state = self.neutral;
                count!(j in chain * CHAIN, (chain + 1) * CHAIN; {
                    self.states[j] = MaybeUninit::new(state);
                    // SAFETY: as above.
                    let value = unsafe { self.values[j].assume_init() };
                    state = if ends >> j & 1 == 0 {
                        self.op.take(state, value, within)
                    } else {
                        value
                    };
                });
                chains[chain] = state;
            });
        }
        self.states[PIECE] = MaybeUninit::new(self.neutral);
        let mut before = before;
        count!(chain in 0, CHAINS; {
            let own = ends >> (chain * CHAIN) & ((1 << CHAIN) - 1);
            let first = match own {
                0 => PIECE,
                own => chain * CHAIN + own.trailing_zeros() as usize,
            };
            // SAFETY: all states are there.
            let state = unsafe { self.states[first].assume_init() };
            self.states[first] = MaybeUninit::new(self.op.take(before, state, within));
            let through = self.op.take(before, chains[chain], within);
            before = chosen(own == 0, through, chains[chain]);
        });
        before
    }
}

/// The number of a type of numbers of which no bit is set.
#[inline(always)]
fn zero<V: Copy>() -> Option<V> {
    let is_number = is::<V, f64>()
        || is::<V, f32>()
        || is::<V, u64>()
        || is::<V, i64>()
        || is::<V, usize>()
        || is::<V, isize>()
        || is::<V, u32>()
        || is::<V, i32>();
    // SAFETY: of these all bits may be zero.
    is_number.then(|| unsafe { mem::zeroed() })
}

/// The bits of a number that a mask has, for those that have a [`zero`].
#[inline(always)]
fn masked<V: Copy>(number: V, mask: u64) -> Option<V> {
    zero::<V>()?;
    // SAFETY: numbers of that size, of which all bits are a value.
    Some(unsafe {
        match const { size_of::<V>() } {
            8 => {
                let bits = mem::transmute_copy::<V, u64>(&number) & mask;
                mem::transmute_copy::<u64, V>(&bits)
            }
            4 => {
                let bits = mem::transmute_copy::<V, u32>(&number) & mask as u32;
                mem::transmute_copy::<u32, V>(&bits)
            }
            _ => return None,
        }
    })
}

/// Returns true for two numbers that have a [`zero`] and the same bits.
#[inline(always)]
fn are_same<V: Copy>(a: V, b: V) -> bool {
    // SAFETY: as above.
    zero::<V>().is_some()
        && unsafe {
            match const { size_of::<V>() } {
                8 => mem::transmute_copy::<V, u64>(&a) == mem::transmute_copy::<V, u64>(&b),
                4 => mem::transmute_copy::<V, u32>(&a) == mem::transmute_copy::<V, u32>(&b),
                _ => false,
            }
        }
}

/// One of two values, by their bits if they have a [`zero`].
#[inline(always)]
fn chosen<V: Copy>(first: bool, a: V, b: V) -> V {
    if zero::<V>().is_none() || cfg!(debug_assertions) {
        return if first { a } else { b };
    }
    // SAFETY: as above.
    unsafe {
        match const { size_of::<V>() } {
            8 => {
                let [a, b] = [a, b].map(|number| mem::transmute_copy::<V, u64>(&number));
                let bits = hidden(std::hint::select_unpredictable(first, a, b));
                mem::transmute_copy::<u64, V>(&bits)
            }
            4 => {
                let [a, b] = [a, b].map(|number| mem::transmute_copy::<V, u32>(&number));
                let bits = hidden(std::hint::select_unpredictable(first, a, b).into()) as u32;
                mem::transmute_copy::<u32, V>(&bits)
            }
            _ => {
                if first {
                    a
                } else {
                    b
                }
            }
        }
    }
}

/// A number of which LLVM knows nothing, by no instruction: it makes a choice between floats of one
/// between their bits, and a branch of that.
#[inline(always)]
#[allow(unused_mut, reason = "only assembler changes it")]
fn hidden(mut bits: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: it is empty.
    unsafe {
        std::arch::asm!("/* {0} */", inout(reg) bits, options(pure, nomem, nostack, preserves_flags));
    }
    bits
}
