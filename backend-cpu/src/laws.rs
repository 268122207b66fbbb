//! Checks of the laws of folds with an accumulator, in builds with debug assertions.
//!
//! Laws that the compiler could not try are tried on the first elements that come: the start must
//! be neutral, and the step must agree with the operator. Each three neighbours of the accumulators
//! of blocks are combined in both ways.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::probe::Near;

/// The number of elements on which the laws of a fold are tried, each time it runs.
pub(crate) const TRIED: u32 = 64;

/// The laws of a fold with an accumulator.
pub struct Laws<A> {
    program: &'static str,
    binding: &'static str,
    left: AtomicU32,
    /// The accumulators of the last two blocks.
    before: Mutex<Vec<A>>,
}

/// The way in which accumulators are compared and copied.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<A> {
    /// Compares two; the others are all that took part.
    alike: fn(&A, &A, &[&A]) -> bool,
    copy: fn(&A) -> A,
}

/// An accumulator of a type of which it is to be found out how it can be compared.
#[derive(Clone, Copy, Debug)]
pub struct Accumulated<'a, A>(pub &'a A);

/// The comparison of the values of a type, as [`Same`](crate::Same) is that of elements.
pub trait Alike {
    /// The type.
    type Value;

    /// The comparison, if there is one.
    fn alike(&self) -> Option<Comparison<Self::Value>>;
}

impl<A: Near> Alike for &&Accumulated<'_, A> {
    type Value = A;

    fn alike(&self) -> Option<Comparison<A>> {
        Some(Comparison {
            alike: |left, right, seen| {
                let magnitudes = seen.iter().map(|value| value.magnitude());
                left.is_near(*right, magnitudes.fold(0.0, f64::max))
            },
            copy: |value| *value,
        })
    }
}

impl<A: Clone + Eq> Alike for &Accumulated<'_, A> {
    type Value = A;

    fn alike(&self) -> Option<Comparison<A>> {
        Some(Comparison {
            alike: |left, right, _| left == right,
            copy: A::clone,
        })
    }
}

impl<A> Alike for Accumulated<'_, A> {
    type Value = A;

    fn alike(&self) -> Option<Comparison<A>> {
        None
    }
}

impl<A> Laws<A> {
    /// The laws of the fold of this name.
    #[must_use]
    pub fn new(program: &'static str, binding: &'static str) -> Self {
        Laws {
            program,
            binding,
            left: AtomicU32::new(TRIED),
            before: Mutex::default(),
        }
    }

    /// Tries the accumulators that a step makes.
    ///
    /// # Panics
    /// If a law does not hold.
    #[track_caller]
    pub fn of_step(
        &self,
        (start, state): (&A, Option<&A>),
        step: impl Fn(A) -> A,
        combine: impl Fn(A, A) -> A,
        comparison: Option<Comparison<A>>,
    ) {
        let (Some(Comparison { alike, copy }), Some(state)) = (comparison, state) else {
            return;
        };
        let less = |left: u32| left.checked_sub(1);
        if self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            .is_err()
        {
            return;
        }
        let one = step(copy(start));
        for both in [
            combine(copy(start), copy(&one)),
            combine(copy(&one), copy(start)),
        ] {
            self.holds(
                alike(&both, &one, &[start, &one, &both]),
                "the start is not neutral: it changes what it is combined with",
            );
        }
        let (left, right) = (step(copy(state)), combine(copy(state), copy(&one)));
        self.holds(
            alike(&left, &right, &[state, &one, &left, &right]),
            "the step and the operator disagree: step(a, x) is not a ∘ step(start, x)",
        );
    }

    /// Tries the operator on the partial results of a block and of the two before it.
    ///
    /// # Panics
    /// If the operator is not associative on them.
    #[track_caller]
    pub fn of_part(
        &self,
        part: Option<&A>,
        combine: impl Fn(A, A) -> A,
        comparison: Option<Comparison<A>>,
    ) {
        let (Some(Comparison { alike, copy }), Some(part)) = (comparison, part) else {
            return;
        };
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        before.push(copy(part));
        if let [a, b, c] = &before[..] {
            let (ab, bc) = (combine(copy(a), copy(b)), combine(copy(b), copy(c)));
            let (left, right) = (combine(ab, copy(c)), combine(copy(a), bc));
            self.holds(
                alike(&left, &right, &[a, b, c, &left, &right]),
                "the operator is not associative: of three neighbouring parts, (a ∘ b) ∘ c is not a ∘ (b ∘ c)",
            );
            before.remove(0);
        }
    }

    #[track_caller]
    fn holds(&self, holds: bool, law: &str) {
        let (program, binding) = (self.program, self.binding);
        assert!(
            holds,
            "`{program}`, binding `{binding}`: {law}, so that the result depends on how elements are combined. \
             `#[cnf(strict)]` takes them in from left to right, on one thread; \
             `#[cnf(associative)]` promises that all is well, and nothing is checked",
        );
    }
}

impl<A> fmt::Debug for Laws<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Laws")
            .field("program", &self.program)
            .field("binding", &self.binding)
            .finish_non_exhaustive()
    }
}
