//! The loops of instructions: over one, two or three operands, each an array or a number, compiled
//! for the widest vectors of the machine.

use fusus_cpu::Block;

/// An operand in a piece of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a, T> {
    Elements(&'a [T]),
    Number(T),
}

impl<T: Copy> Source<'_, T> {
    /// The element at a position of the piece.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> T {
        match self {
            Source::Elements(elements) => elements[index],
            Source::Number(number) => *number,
        }
    }
}

/// Runs a loop with the widest vectors of the machine: the closure is compiled for each width.
#[cfg(not(unoptimised))]
macro_rules! widest {
    ($block:expr, $state:expr, |$pattern:pat_param| $body:expr) => {{
        let done = $block.widest(
            $state,
            #[inline(always)]
            |$pattern| {
                $body;
                Ok(())
            },
            #[inline(always)]
            |$pattern| {
                $body;
                Ok(())
            },
            #[inline(always)]
            |$pattern| {
                $body;
                Ok(())
            },
        );
        debug_assert!(done.is_ok(), "loops of instructions do not fail");
    }};
}

/// Runs a loop. Without optimisation there are no vectors: one version is compiled in place of three.
#[cfg(unoptimised)]
macro_rules! widest {
    ($block:expr, $state:expr, |$pattern:pat_param| $body:expr) => {{
        let _ = $block;
        let $pattern = $state;
        $body;
    }};
}
pub(crate) use widest;

/// `target[i] = f(a[i])`
#[inline(always)]
pub(crate) fn one<T: Copy, U: Copy>(
    block: &Block<'_>,
    target: &mut [U],
    a: Source<'_, T>,
    f: impl Fn(T) -> U + Copy,
) {
    match a {
        Source::Elements(a) => {
            widest!(block, (target, a), |(target, a)| {
                for (y, a) in target.iter_mut().zip(a) {
                    *y = f(*a);
                }
            });
        }
        Source::Number(a) => target.fill(f(a)),
    }
}

/// `target[i] = f(a[i], b[i])`
#[inline(always)]
pub(crate) fn two<T: Copy, V: Copy, U: Copy>(
    block: &Block<'_>,
    target: &mut [U],
    a: Source<'_, T>,
    b: Source<'_, V>,
    f: impl Fn(T, V) -> U + Copy,
) {
    match (a, b) {
        (Source::Elements(a), Source::Elements(b)) => {
            widest!(block, (target, a, b), |(target, a, b)| {
                for ((y, a), b) in target.iter_mut().zip(a).zip(b) {
                    *y = f(*a, *b);
                }
            });
        }
        (a, Source::Number(b)) => one(
            block,
            target,
            a,
            #[inline(always)]
            move |a| f(a, b),
        ),
        (Source::Number(a), b) => one(
            block,
            target,
            b,
            #[inline(always)]
            move |b| f(a, b),
        ),
    }
}

/// `target[i] = f(a[i], b[i], c[i])`
#[inline(always)]
pub(crate) fn three<A: Copy, B: Copy, C: Copy, U: Copy>(
    block: &Block<'_>,
    target: &mut [U],
    a: Source<'_, A>,
    b: Source<'_, B>,
    c: Source<'_, C>,
    f: impl Fn(A, B, C) -> U + Copy,
) {
    match (a, b, c) {
        (Source::Elements(a), Source::Elements(b), Source::Elements(c)) => {
            widest!(block, (target, a, b, c), |(target, a, b, c)| {
                for (((y, a), b), c) in target.iter_mut().zip(a).zip(b).zip(c) {
                    *y = f(*a, *b, *c);
                }
            });
        }
        (Source::Number(a), b, c) => two(
            block,
            target,
            b,
            c,
            #[inline(always)]
            move |b, c| f(a, b, c),
        ),
        (a, Source::Number(b), c) => two(
            block,
            target,
            a,
            c,
            #[inline(always)]
            move |a, c| f(a, b, c),
        ),
        (a, b, Source::Number(c)) => two(
            block,
            target,
            a,
            b,
            #[inline(always)]
            move |a, b| f(a, b, c),
        ),
    }
}

/// `target[i] = f(a[i], b[i], c[i])` of an array and two operands of any kind: as `three`, with fewer
/// loops.
#[inline(always)]
pub(crate) fn pairwise<T: Copy>(
    block: &Block<'_>,
    target: &mut [T],
    a: Source<'_, T>,
    b: Source<'_, T>,
    c: Source<'_, T>,
    f: impl Fn(T, T, T) -> T + Copy,
) {
    match (a, b, c) {
        (Source::Elements(a), Source::Elements(b), Source::Elements(c)) => {
            widest!(block, (target, a, b, c), |(target, a, b, c)| {
                for (((y, a), b), c) in target.iter_mut().zip(a).zip(b).zip(c) {
                    *y = f(*a, *b, *c);
                }
            });
        }
        (a, Source::Number(b), Source::Number(c)) => one(
            block,
            target,
            a,
            #[inline(always)]
            move |a| f(a, b, c),
        ),
        (Source::Elements(a), Source::Number(b), Source::Elements(c)) => {
            widest!(block, (target, a, c), |(target, a, c)| {
                for ((y, a), c) in target.iter_mut().zip(a).zip(c) {
                    *y = f(*a, b, *c);
                }
            });
        }
        (Source::Elements(a), Source::Elements(b), Source::Number(c)) => {
            widest!(block, (target, a, b), |(target, a, b)| {
                for ((y, a), b) in target.iter_mut().zip(a).zip(b) {
                    *y = f(*a, *b, c);
                }
            });
        }
        (Source::Number(_), ..) => {
            for (index, y) in target.iter_mut().enumerate() {
                *y = f(a.get(index), b.get(index), c.get(index));
            }
        }
    }
}
