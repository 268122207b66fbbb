//! The state of a scan on its way through a block.

use std::fmt;

use crate::known::Known;
use crate::lane::Lane;
use crate::op::Op;

/// The state of a scan, which a sweep hands one element after the other.
///
/// An addition of floats takes as long as several other instructions, and each waits for the one
/// before it. So `L` neighbours are added up by themselves, and to the state before them
/// only then: of the many additions one in `L` is on the way from the left
/// to the right. Operators of which nothing is known, and those of
/// integers, which take no longer than this saves, go straight on.
///
/// All sweeps of a loop must hand it elements with the lanes of a sweep [in
/// order](crate::Lanes::in_order), so that the same bits come out.
pub struct Steps<T, O, const L: usize> {
    /// The prefix before the group of neighbours.
    before: T,
    /// The aggregate of the neighbours so far.
    own: T,
    /// The prefix before the next element.
    state: T,
    op: Known<T, O>,
}

impl<T: Copy, O: Op<T>, const L: usize> Steps<T, O, L> {
    /// A scan into which `prefix` enters.
    #[inline(always)]
    #[must_use]
    pub fn new(op: O, prefix: T) -> Self {
        Steps {
            before: prefix,
            own: prefix,
            state: prefix,
            op: Known::of(op),
        }
    }

    /// Takes in an element; returns its inclusive prefix.
    #[inline(always)]
    pub fn through(&mut self, lane: Lane<L>, value: T, mut op: impl FnMut(T, T) -> T + Copy) -> T {
        if !self.op.is_rounded() {
            self.state = self.op.next(self.state, opaque(value), op);
            return self.state;
        }
        #[cfg(debug_assertions)]
        if self.op.adds_floats() {
            // Without a call, and each number in its place.
            if lane.is_first() {
                self.own = value;
            } else {
                self.op.take_in(&mut self.own, value, op);
            }
            self.state = self.before;
            self.op.take_in(&mut self.state, self.own, op);
            if lane.is_last() {
                self.before = self.state;
            }
            return self.state;
        }
        if lane.is_first() {
            self.own = value;
        } else {
            self.own = op(self.own, value);
        }
        self.state = op(self.before, self.own);
        if lane.is_last() {
            self.before = self.state;
        }
        self.state
    }

    /// Takes in an element; returns its exclusive prefix.
    #[inline(always)]
    pub fn before(&mut self, lane: Lane<L>, value: T, op: impl FnMut(T, T) -> T + Copy) -> T {
        let before = self.state;
        self.through(lane, value, op);
        before
    }

    /// The prefix after all elements.
    #[inline(always)]
    #[must_use]
    pub fn all(&self) -> T {
        self.state
    }
}

/// The value itself. Of an integer LLVM is told nothing of where it comes from: it would make
/// `(state + x) + 10` of `state + (x + 10)`, so that one more addition waits for the element
/// before.
#[inline(always)]
fn opaque<T: Copy>(value: T) -> T {
    #[cfg(all(
        not(debug_assertions),
        not(miri),
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    {
        use std::mem::transmute_copy;

        use crate::op::is;

        if is::<T, i32>() || is::<T, u32>() {
            // SAFETY: both are integers of that size.
            return unsafe {
                let bits: u32 = transmute_copy(&value);
                transmute_copy(&(in_register(u64::from(bits)) as u32))
            };
        }
        if is::<T, i64>() || is::<T, u64>() || is::<T, isize>() || is::<T, usize>() {
            // SAFETY: as above; addresses have that size on both.
            return unsafe { transmute_copy(&in_register(transmute_copy(&value))) };
        }
    }
    value
}

/// The value itself, by way of assembler without an instruction.
#[cfg(all(
    not(debug_assertions),
    not(miri),
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
#[inline(always)]
fn in_register(mut value: u64) -> u64 {
    // SAFETY: it is a comment.
    unsafe {
        std::arch::asm!("/* {0} */", inlateout(reg) value, options(pure, nomem, nostack, preserves_flags));
    }
    value
}

impl<T, O: fmt::Debug, const L: usize> fmt::Debug for Steps<T, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps")
            .field("op", &self.op)
            .field("lanes", &L)
            .finish_non_exhaustive()
    }
}
