//! Choices between values by a key of each: `if K(b) < K(a) { b } else { a }`.

use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};

use crate::batched::Batched;
#[cfg(debug_assertions)]
use crate::plain::count;

/// The key of an operator that compares its arguments by one: a function from values to keys.
///
/// A lane keeps the key of its value where that is `Copy + Send`, so that it is computed once for
/// each value, and values are moved only where one is taken. Of other keys nothing is kept
/// ([`NoKey`] has methods of the same names).
///
/// With `EACH_LANE` the value of each lane is asked for, as where lanes are ranges of a scan: then
/// a value is kept that is the best of its lane and of those to its left, whatever stands in
/// others.
#[derive(Debug)]
pub struct Key<F, T, K, const EACH_LANE: bool> {
    of: F,
    types: PhantomData<fn(T) -> K>,
}

/// The key by which `of` compares the values of a fold.
#[inline(always)]
pub fn key<T, K, Q, F: Fn(T) -> K, const L: usize>(
    _: &Batched<T, Q, L>,
    of: F,
) -> Key<F, T, K, false> {
    Key {
        of,
        types: PhantomData,
    }
}

/// The key by which `of` compares the values of a scan, of which each lane is asked for.
#[inline(always)]
pub fn key_of_lanes<T, K, Q, F: Fn(T) -> K, const L: usize>(
    _: &Batched<T, Q, L>,
    of: F,
) -> Key<F, T, K, true> {
    Key {
        of,
        types: PhantomData,
    }
}

impl<F: Fn(T) -> K, T: Copy, K: Copy + Send, const EACH_LANE: bool> Key<F, T, K, EACH_LANE> {
    /// [`Batched::select`] where `takes_second` says by the keys of both whether
    /// the second argument is yielded. That of the values is not used.
    ///
    /// Of values between which it decides neither way the first one is yielded.
    /// So whatever stands further to the left may also stand before a lane: it is
    /// yielded in the end where the lane has nothing better. A lane starts from
    /// the least element of the lanes and rows before it, and hardly ever takes
    /// another.
    ///
    /// # Panics
    ///
    /// Panics where a lane is empty, or was not pushed to.
    #[inline(always)]
    pub fn select<const L: usize>(
        self,
        batched: &mut Batched<T, K, L>,
        takes_second: impl Fn(K, K) -> bool,
        _of_values: impl Fn(T, T, ()) -> bool,
    ) {
        batched.check();
        #[cfg(debug_assertions)]
        if !self.is_selected(batched, &takes_second) {
            batched.present = [false; L];
            return;
        }
        // SAFETY: checked; the keys of full lanes are there, and so is the best of them.
        let (old, best): ([K; L], K) = unsafe {
            let old = std::array::from_fn(|lane| batched.keys[lane].assume_init());
            (old, batched.best.assume_init())
        };
        // SAFETY: checked.
        let new: [K; L] =
            std::array::from_fn(|lane| (self.of)(unsafe { batched.pushed[lane].assume_init() }));
        let mut any = false;
        for (old, new) in old.iter().zip(&new) {
            // A key that the best one is better than counts for nothing in the end.
            any |= takes_second(*old, *new) & (EACH_LANE | !takes_second(*new, best));
        }
        if any {
            // Copies: a variable whose address is taken is in memory all the time.
            let (mut lanes, mut keys, pushed) = (batched.lanes, old, batched.pushed);
            let best = take(&mut keys, &new, &pushed, &mut lanes, takes_second);
            batched.lanes = lanes;
            batched.keys = keys.map(MaybeUninit::new);
            batched.best = MaybeUninit::new(best);
        }
        batched.present = [false; L];
    }

    /// Returns true if a lane takes the value that was pushed to it. That is rare: without
    /// optimisation all the rest is left out if none does.
    #[cfg(debug_assertions)]
    #[inline(always)]
    fn is_selected<const L: usize>(
        &self,
        batched: &Batched<T, K, L>,
        takes_second: &impl Fn(K, K) -> bool,
    ) -> bool {
        count!(lane in 0, L; {
            // SAFETY: as in `select`.
            let (old, new) = unsafe {
                let new = (self.of)(batched.pushed[lane].assume_init());
                (batched.keys[lane].assume_init(), new)
            };
            let key = if takes_second(old, new) { new } else { old };
            if takes_second(old, key) {
                return true;
            }
        });
        false
    }

    /// [`Batched::begin`], after which the keys of all lanes are known.
    #[inline(always)]
    pub fn begin<const L: usize>(
        self,
        batched: &mut Batched<T, K, L>,
        takes_second: impl Fn(K, K) -> bool,
    ) {
        // An array that a variable indexes is in memory all the time: another one.
        let mut all = mem::replace(batched, Batched::new());
        all.begin();
        let mut left = all.before.map(|value| (value, (self.of)(value)));
        for lane in 0..L {
            if !all.filled[lane] {
                continue;
            }
            // SAFETY: `filled` is set only after a write to the lane.
            let value = unsafe { all.lanes[lane].assume_init() };
            let key = (self.of)(value);
            let (value, key) = match left {
                Some((left, of_left)) if !takes_second(of_left, key) => (left, of_left),
                _ => (value, key),
            };
            all.lanes[lane].write(value);
            all.keys[lane].write(key);
            left = Some((value, key));
        }
        if let Some((_, best)) = left {
            all.best = MaybeUninit::new(best);
        }
        *batched = all;
    }

    /// [`Batched::absorb`], when the elements that were pushed are folded.
    #[inline(always)]
    pub fn absorb<const L: usize>(
        self,
        batched: &mut Batched<T, K, L>,
        count: usize,
        op: impl Fn(T, T) -> T,
    ) {
        let mut all = Batched {
            // Nothing of it is kept from one element of a row to the next.
            pushed: [MaybeUninit::uninit(); L],
            present: [false; L],
            ..mem::replace(batched, Batched::new())
        };
        all.absorb(count, op);
        *batched = all;
    }
}

/// Moves the elements that lanes take, and hands them on to the lanes to their right that have
/// nothing better. Returns the best key.
#[cold]
#[inline(never)]
fn take<T: Copy, K: Copy, const L: usize>(
    keys: &mut [K; L],
    new: &[K; L],
    pushed: &[MaybeUninit<T>; L],
    lanes: &mut [MaybeUninit<T>; L],
    takes_second: impl Fn(K, K) -> bool,
) -> K {
    for lane in 0..L {
        if takes_second(keys[lane], new[lane]) {
            (lanes[lane], keys[lane]) = (pushed[lane], new[lane]);
        }
        if lane > 0 && !takes_second(keys[lane - 1], keys[lane]) {
            (lanes[lane], keys[lane]) = (lanes[lane - 1], keys[lane - 1]);
        }
    }
    // Each lane has the best of those to its left, too.
    keys[L - 1]
}

/// [`Key`] where no keys are kept.
pub trait NoKey<T, K>: Sized {
    /// Itself. Generated code calls it, so that its import is always used.
    #[inline(always)]
    #[must_use]
    fn either(self) -> Self {
        self
    }

    /// [`Batched::select`] by `of_values`.
    fn select<const L: usize>(
        self,
        batched: &mut Batched<T, (), L>,
        takes_second: impl Fn(K, K) -> bool,
        of_values: impl Fn(T, T, ()) -> bool,
    );

    /// [`Batched::begin`].
    fn begin<const L: usize>(
        self,
        batched: &mut Batched<T, (), L>,
        takes_second: impl Fn(K, K) -> bool,
    );

    /// [`Batched::absorb`].
    fn absorb<const L: usize>(
        self,
        batched: &mut Batched<T, (), L>,
        count: usize,
        op: impl Fn(T, T) -> T,
    );
}

impl<F, T: Copy, K, const EACH_LANE: bool> NoKey<T, K> for Key<F, T, K, EACH_LANE> {
    #[inline(always)]
    fn select<const L: usize>(
        self,
        batched: &mut Batched<T, (), L>,
        _takes_second: impl Fn(K, K) -> bool,
        of_values: impl Fn(T, T, ()) -> bool,
    ) {
        batched.select(of_values);
    }

    #[inline(always)]
    fn begin<const L: usize>(
        self,
        batched: &mut Batched<T, (), L>,
        _takes_second: impl Fn(K, K) -> bool,
    ) {
        batched.begin();
    }

    #[inline(always)]
    fn absorb<const L: usize>(
        self,
        batched: &mut Batched<T, (), L>,
        count: usize,
        op: impl Fn(T, T) -> T,
    ) {
        batched.absorb(count, op);
    }
}
