//! The loops of instructions: over one, two or three operands, each an array or a number, compiled
//! for the widest vectors of the machine.

use fusus_cpu::Block;

/// An operand in a piece of a block: an element for each position, or one that stands for all of them.
///
/// It is a slice in either case, which is handed on in two registers of the processor. An enum of a slice and a
/// number is written to memory in parts and read as a whole, for which the processor waits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a, T>(&'a [T]);

/// The two kinds of operands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind<'a, T> {
    Elements(&'a [T]),
    Number(T),
}

impl<'a, T: Copy> Source<'a, T> {
    /// An element for each position of the piece.
    #[inline(always)]
    pub(crate) fn elements(elements: &'a [T]) -> Self {
        Source(elements)
    }

    /// A number for all positions.
    #[inline(always)]
    pub(crate) fn number(number: &'a T) -> Self {
        Source(std::slice::from_ref(number))
    }

    /// Elements or a number; the element of a piece of one position is a number too.
    #[inline(always)]
    pub(crate) fn kind(self) -> Kind<'a, T> {
        match self.0 {
            [number] => Kind::Number(*number),
            elements => Kind::Elements(elements),
        }
    }

    /// The elements of a piece, where the operand is known to be no number for all of them.
    #[inline(always)]
    pub(crate) fn as_slice(self) -> &'a [T] {
        self.0
    }

    /// Some elements of the piece, from a place of it on.
    #[inline(always)]
    pub(crate) fn part(self, at: usize, len: usize) -> Self {
        match self.0 {
            [_] => self,
            elements => Source(&elements[at..at + len]),
        }
    }

    /// The element at a position of the piece.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> T {
        match self.0 {
            [number] => *number,
            elements => elements[index],
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

/// Sets each element of a target by the elements of sources at its place.
#[cfg(not(unoptimised))]
macro_rules! set_each {
    ($target:ident, ($a:ident) => $value:expr) => {
        for (y, $a) in $target.iter_mut().zip($a) {
            *y = $value;
        }
    };
    ($target:ident, ($a:ident, $b:ident) => $value:expr) => {
        for ((y, $a), $b) in $target.iter_mut().zip($a).zip($b) {
            *y = $value;
        }
    };
    ($target:ident, ($a:ident, $b:ident, $c:ident) => $value:expr) => {
        for (((y, $a), $b), $c) in $target.iter_mut().zip($a).zip($b).zip($c) {
            *y = $value;
        }
    };
}

/// Sets each element of a target. Without optimisation each step of an iterator is a call, and compiled for
/// each list of types.
#[cfg(unoptimised)]
macro_rules! set_each {
    ($target:ident, ($($a:ident),*) => $value:expr) => {{
        let mut at = 0;
        while at < $target.len() {
            $target[at] = {
                $(let $a = &$a[at];)*
                $value
            };
            at += 1;
        }
    }};
}
pub(super) use set_each;

/// The operators of loops behind references, so that without optimisation one loop is compiled for all
/// operators on a type. Tables of `dyn Fn` have two more functions each.
#[cfg(unoptimised)]
mod erased {
    pub(super) trait OfOne<T, U> {
        fn of(&self, a: T) -> U;
    }

    impl<T, U, F: Fn(T) -> U> OfOne<T, U> for F {
        fn of(&self, a: T) -> U {
            self(a)
        }
    }

    pub(super) trait OfTwo<T, V, U> {
        fn of(&self, a: T, b: V) -> U;
    }

    impl<T, V, U, F: Fn(T, V) -> U> OfTwo<T, V, U> for F {
        fn of(&self, a: T, b: V) -> U {
            self(a, b)
        }
    }

    pub(super) trait OfThree<A, T> {
        fn of(&self, a: A, b: T, c: T) -> T;
    }

    impl<A, T, F: Fn(A, T, T) -> T> OfThree<A, T> for F {
        fn of(&self, a: A, b: T, c: T) -> T {
            self(a, b, c)
        }
    }
}

/// `target[i] = f(a[i])`
#[inline(always)]
pub(crate) fn one<T: Copy, U: Copy>(
    block: &Block<'_>,
    target: &mut [U],
    a: Source<'_, T>,
    f: impl Fn(T) -> U + Copy,
) {
    #[cfg(not(unoptimised))]
    one_by(block, target, a, f);
    #[cfg(unoptimised)]
    one_erased(block, target, a, &f);
}

#[cfg(unoptimised)]
fn one_erased<T: Copy, U: Copy>(
    block: &Block<'_>,
    target: &mut [U],
    a: Source<'_, T>,
    f: &dyn erased::OfOne<T, U>,
) {
    one_by(block, target, a, |a| f.of(a));
}

#[cfg_attr(not(unoptimised), inline(always))]
fn one_by<T: Copy, U: Copy>(
    block: &Block<'_>,
    target: &mut [U],
    a: Source<'_, T>,
    f: impl Fn(T) -> U + Copy,
) {
    match a.kind() {
        Kind::Elements(a) => {
            widest!(block, (target, a), |(target, a)| {
                set_each!(target, (a) => f(*a));
            });
        }
        Kind::Number(a) => target.fill(f(a)),
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
    #[cfg(not(unoptimised))]
    two_by(block, target, a, b, f);
    #[cfg(unoptimised)]
    two_erased(block, target, a, b, &f);
}

#[cfg(unoptimised)]
fn two_erased<T: Copy, V: Copy, U: Copy>(
    block: &Block<'_>,
    target: &mut [U],
    a: Source<'_, T>,
    b: Source<'_, V>,
    f: &dyn erased::OfTwo<T, V, U>,
) {
    two_by(block, target, a, b, |a, b| f.of(a, b));
}

#[cfg_attr(not(unoptimised), inline(always))]
fn two_by<T: Copy, V: Copy, U: Copy>(
    block: &Block<'_>,
    target: &mut [U],
    a: Source<'_, T>,
    b: Source<'_, V>,
    f: impl Fn(T, V) -> U + Copy,
) {
    match (a.kind(), b.kind()) {
        (Kind::Elements(a), Kind::Elements(b)) => {
            widest!(block, (target, a, b), |(target, a, b)| {
                set_each!(target, (a, b) => f(*a, *b));
            });
        }
        (_, Kind::Number(b)) => one(
            block,
            target,
            a,
            #[inline(always)]
            move |a| f(a, b),
        ),
        (Kind::Number(a), _) => one(
            block,
            target,
            b,
            #[inline(always)]
            move |b| f(a, b),
        ),
    }
}

/// `target[i] = f(a[i], b[i], c[i])` of an array and two operands of any kind. Where the first one is a
/// number it is slow: a loop for each kind of all three would be compiled for each operator and type.
#[inline(always)]
pub(crate) fn three<A: Copy, T: Copy>(
    block: &Block<'_>,
    target: &mut [T],
    a: Source<'_, A>,
    b: Source<'_, T>,
    c: Source<'_, T>,
    f: impl Fn(A, T, T) -> T + Copy,
) {
    #[cfg(not(unoptimised))]
    three_by(block, target, a, b, c, f);
    #[cfg(unoptimised)]
    three_erased(block, target, a, b, c, &f);
}

#[cfg(unoptimised)]
fn three_erased<A: Copy, T: Copy>(
    block: &Block<'_>,
    target: &mut [T],
    a: Source<'_, A>,
    b: Source<'_, T>,
    c: Source<'_, T>,
    f: &dyn erased::OfThree<A, T>,
) {
    three_by(block, target, a, b, c, |a, b, c| f.of(a, b, c));
}

#[cfg_attr(not(unoptimised), inline(always))]
fn three_by<A: Copy, T: Copy>(
    block: &Block<'_>,
    target: &mut [T],
    a: Source<'_, A>,
    b: Source<'_, T>,
    c: Source<'_, T>,
    f: impl Fn(A, T, T) -> T + Copy,
) {
    match (a.kind(), b.kind(), c.kind()) {
        (Kind::Elements(a), Kind::Elements(b), Kind::Elements(c)) => {
            widest!(block, (target, a, b, c), |(target, a, b, c)| {
                set_each!(target, (a, b, c) => f(*a, *b, *c));
            });
        }
        (_, Kind::Number(b), Kind::Number(c)) => one(
            block,
            target,
            a,
            #[inline(always)]
            move |a| f(a, b, c),
        ),
        (Kind::Elements(a), Kind::Number(b), Kind::Elements(c)) => {
            widest!(block, (target, a, c), |(target, a, c)| {
                set_each!(target, (a, c) => f(*a, b, *c));
            });
        }
        (Kind::Elements(a), Kind::Elements(b), Kind::Number(c)) => {
            widest!(block, (target, a, b), |(target, a, b)| {
                set_each!(target, (a, b) => f(*a, *b, c));
            });
        }
        (Kind::Number(_), ..) => {
            let mut index = 0;
            while index < target.len() {
                target[index] = f(a.get(index), b.get(index), c.get(index));
                index += 1;
            }
        }
    }
}
