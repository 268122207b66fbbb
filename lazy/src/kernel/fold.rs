//! Folds of the elements of a block, in the lanes of `cnf!`: element `j` of a block goes to lane
//! `j` modulo their number, and lanes are combined in halves.

use fusus_cpu::Block;

use super::number::Number;
use super::sweep::{Kind, Source, widest};
use crate::element::{Element, Scalar};
use crate::operation::Operator;

/// The most lanes of a fold.
pub(crate) const LANES: usize = 16;

/// The elements that are chosen by a mask before they are folded: a loop that does both has no vectors.
#[cfg(not(unoptimised))]
const CHOSEN: usize = 256;

/// An operator on a type, with its neutral element.
pub(crate) trait Fold<T>: Copy {
    fn neutral(self) -> T;
    fn combine(self, a: T, b: T) -> T;
}

macro_rules! operators {
    ($($name:ident $neutral:ident |$a:ident, $b:ident| $combined:expr;)*) => {$(
        #[derive(Clone, Copy)]
        pub(crate) struct $name;

        impl<T: Number> Fold<T> for $name {
            #[inline(always)]
            fn neutral(self) -> T { T::$neutral }
            #[inline(always)]
            fn combine(self, $a: T, $b: T) -> T { $combined }
        }
    )*};
}
operators! {
    Sum NOTHING |a, b| a.add(b);
    Product ONE |a, b| a.mul(b);
    // No state is `NaN`.
    Least GREATEST |a, b| if b < a { b } else { a };
    Greatest LEAST |a, b| if b > a { b } else { a };
}

/// Any of these operators.
#[derive(Clone, Copy)]
pub(crate) struct Known(pub(crate) Operator);

impl<T: Number> Fold<T> for Known {
    fn neutral(self) -> T {
        match self.0 {
            Operator::Sum => Sum.neutral(),
            Operator::Product => Product.neutral(),
            Operator::Min => Least.neutral(),
            Operator::Max => Greatest.neutral(),
            Operator::Any | Operator::All => unreachable!("a fold of truth values"),
        }
    }

    fn combine(self, a: T, b: T) -> T {
        match self.0 {
            Operator::Sum => Sum.combine(a, b),
            Operator::Product => Product.combine(a, b),
            Operator::Min => Least.combine(a, b),
            Operator::Max => Greatest.combine(a, b),
            Operator::Any | Operator::All => unreachable!("a fold of truth values"),
        }
    }
}

/// Evaluates an expression by an operator on numbers: for each of them, or without optimisation for all.
#[cfg(not(unoptimised))]
macro_rules! each {
    ($operator:expr, $fold:ident => $body:expr) => {
        match $operator {
            Operator::Sum => {
                let $fold = $crate::kernel::fold::Sum;
                $body
            }
            Operator::Product => {
                let $fold = $crate::kernel::fold::Product;
                $body
            }
            Operator::Min => {
                let $fold = $crate::kernel::fold::Least;
                $body
            }
            Operator::Max => {
                let $fold = $crate::kernel::fold::Greatest;
                $body
            }
            Operator::Any | Operator::All => unreachable!("a fold of truth values"),
        }
    };
}

#[cfg(unoptimised)]
macro_rules! each {
    ($operator:expr, $fold:ident => $body:expr) => {{
        let $fold = $crate::kernel::fold::Known($operator);
        $body
    }};
}
pub(super) use each;

/// `any` and `all`.
#[derive(Clone, Copy)]
pub(crate) struct Logical(pub(crate) bool);

impl Fold<bool> for Logical {
    #[inline(always)]
    fn neutral(self) -> bool {
        self.0
    }

    #[inline(always)]
    fn combine(self, a: bool, b: bool) -> bool {
        if self.0 { a & b } else { a | b }
    }
}

/// The state of a fold in a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes<T>([T; LANES]);

#[cfg(feature = "ocl")]
impl<T: Copy> Lanes<T> {
    /// Sets the first lanes.
    pub(crate) fn put(&mut self, lanes: &[T]) {
        self.0[..lanes.len()].copy_from_slice(lanes);
    }
}

/// The lanes of numbers before the first element.
pub(crate) fn empty<T: Number>(operator: Operator) -> Lanes<T> {
    Lanes([Known(operator).neutral(); LANES])
}

/// The lanes of truth values before the first element.
pub(crate) fn empty_logical(operator: Operator) -> Lanes<bool> {
    Lanes([operator == Operator::All; LANES])
}

/// Folds a piece, whose first element goes to the first lane.
#[inline(never)]
pub(crate) fn push<T: Number>(
    block: &Block<'_>,
    operator: Operator,
    lanes: &mut Lanes<T>,
    count: usize,
    len: usize,
    a: Source<'_, T>,
    mask: Option<Source<'_, bool>>,
) {
    each!(operator, fold => any(block, fold, lanes, count, len, a, mask));
}

/// Counts the positions of a piece that a mask keeps.
#[inline(never)]
pub(crate) fn kept(block: &Block<'_>, len: usize, mask: Source<'_, bool>) -> u64 {
    /// So many are counted in a byte.
    const COUNTED: usize = 128;
    match mask.kind() {
        Kind::Number(is_kept) => u64::from(is_kept) * len as u64,
        Kind::Elements(mask) => {
            let mut count = 0;
            widest!(block, (&mut count, mask), |(count, mask)| {
                for part in mask.chunks(COUNTED) {
                    let kept: u8 = part.iter().map(|is_kept| u8::from(*is_kept)).sum();
                    *count += u64::from(kept);
                }
            });
            count
        }
    }
}

/// Folds a piece of truth values.
#[inline(never)]
pub(crate) fn push_logical(
    block: &Block<'_>,
    operator: Operator,
    lanes: &mut Lanes<bool>,
    len: usize,
    a: Source<'_, bool>,
    mask: Option<Source<'_, bool>>,
) {
    any(
        block,
        Logical(operator == Operator::All),
        lanes,
        LANES,
        len,
        a,
        mask,
    );
}

#[cfg(not(unoptimised))]
#[inline(always)]
fn any<T: Element, F: Fold<T>>(
    block: &Block<'_>,
    fold: F,
    lanes: &mut Lanes<T>,
    count: usize,
    len: usize,
    a: Source<'_, T>,
    mask: Option<Source<'_, bool>>,
) {
    match count {
        4 => by::<T, F, 4>(block, fold, lanes, len, a, mask),
        8 => by::<T, F, 8>(block, fold, lanes, len, a, mask),
        _ => by::<T, F, LANES>(block, fold, lanes, len, a, mask),
    }
}

/// Folds a piece, element by element: without optimisation one loop is compiled for all numbers of lanes.
#[cfg(unoptimised)]
fn any<T: Element, F: Fold<T>>(
    _: &Block<'_>,
    fold: F,
    lanes: &mut Lanes<T>,
    count: usize,
    len: usize,
    a: Source<'_, T>,
    mask: Option<Source<'_, bool>>,
) {
    let count = match count {
        4 | 8 => count,
        _ => LANES,
    };
    let (mut index, mut lane) = (0, 0);
    while index < len {
        if mask.is_none_or(|mask| mask.get(index)) {
            lanes.0[lane] = fold.combine(lanes.0[lane], a.get(index));
        }
        index += 1;
        lane += 1;
        if lane == count {
            lane = 0;
        }
    }
}

#[cfg(not(unoptimised))]
#[inline(always)]
fn by<T: Element, F: Fold<T>, const L: usize>(
    block: &Block<'_>,
    fold: F,
    lanes: &mut Lanes<T>,
    len: usize,
    a: Source<'_, T>,
    mask: Option<Source<'_, bool>>,
) {
    let mut state = [fold.neutral(); L];
    state.copy_from_slice(&lanes.0[..L]);
    match (a.kind(), mask.map(Source::kind)) {
        (Kind::Elements(a), None) => {
            widest!(block, (&mut state, a), |(state, a)| {
                let mut own = *state;
                let groups = a.chunks_exact(L);
                let rest = groups.remainder();
                for group in groups {
                    for lane in 0..L {
                        own[lane] = fold.combine(own[lane], group[lane]);
                    }
                }
                for (lane, a) in rest.iter().enumerate() {
                    own[lane] = fold.combine(own[lane], *a);
                }
                *state = own;
            });
        }
        (Kind::Elements(a), Some(Kind::Elements(mask))) => {
            widest!(block, (&mut state, a, mask), |(state, a, mask)| {
                let mut own = *state;
                let mut chosen = [fold.neutral(); CHOSEN];
                for (a, mask) in a.chunks(CHOSEN).zip(mask.chunks(CHOSEN)) {
                    let chosen = &mut chosen[..a.len()];
                    for ((chosen, a), mask) in chosen.iter_mut().zip(a).zip(mask) {
                        *chosen = if *mask { *a } else { fold.neutral() };
                    }
                    let groups = chosen.chunks_exact(L);
                    let rest = groups.remainder();
                    for group in groups {
                        for lane in 0..L {
                            own[lane] = fold.combine(own[lane], group[lane]);
                        }
                    }
                    for (lane, element) in rest.iter().enumerate() {
                        own[lane] = fold.combine(own[lane], *element);
                    }
                }
                *state = own;
            });
        }
        _ => {
            for index in 0..len {
                if mask.is_none_or(|mask| mask.get(index)) {
                    state[index % L] = fold.combine(state[index % L], a.get(index));
                }
            }
        }
    }
    lanes.0[..L].copy_from_slice(&state);
}

/// Adds a number to a sum.
pub(crate) fn add<T: Number>(lanes: &mut Lanes<T>, number: T) {
    lanes.0[0] = lanes.0[0].add(number);
}

/// The number with which a fold of a type begins before it meets its seed.
pub(crate) fn neutral<T: Number>(operator: Operator) -> T {
    Known(operator).neutral()
}

/// Combines the seed of an operator with each result of a fold along an axis.
pub(crate) fn with_seed<T: Number>(operator: Operator, results: &mut [T]) {
    use crate::element::sealed::Typed;
    let seed = <T as Typed>::of(seed(operator, T::TYPE));
    for result in results {
        *result = Known(operator).combine(seed, *result);
    }
}

/// The result of a block.
pub(crate) fn partial<T: Number>(operator: Operator, lanes: &Lanes<T>, count: usize) -> T {
    halves(Known(operator), lanes, count)
}

/// The result of a block of truth values.
pub(crate) fn partial_logical(operator: Operator, lanes: &Lanes<bool>) -> bool {
    halves(Logical(operator == Operator::All), lanes, LANES)
}

fn halves<T: Copy, F: Fold<T>>(fold: F, lanes: &Lanes<T>, count: usize) -> T {
    halved(fold, lanes.0, count)
}

#[inline(always)]
pub(super) fn halved<T: Copy, F: Fold<T>, const L: usize>(
    fold: F,
    mut state: [T; L],
    count: usize,
) -> T {
    let mut width = count;
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            state[lane] = fold.combine(state[lane], state[width + lane]);
        }
    }
    state[0]
}

/// The number that a fold begins with: that of the text of `cnf!`.
pub(crate) fn seed(operator: Operator, ty: crate::ElementType) -> Scalar {
    use crate::element::sealed::Typed;
    crate::element::number!(ty, T => Typed::scalar(match operator {
        Operator::Sum => T::default(),
        Operator::Product => T::ONE,
        Operator::Min => T::GREATEST,
        _ => T::LEAST,
    }), bool => Scalar::Bool(operator == Operator::All))
}

/// The results of two neighbouring blocks as one.
pub(crate) fn join(operator: Operator, left: Scalar, right: Scalar) -> Scalar {
    use crate::element::sealed::Typed;
    crate::element::number!(left.ty(), T => {
        let (left, right) = (<T as Typed>::of(left), <T as Typed>::of(right));
        Typed::scalar(Known(operator).combine(left, right))
    }, bool => {
        let logical = Logical(operator == Operator::All);
        Scalar::Bool(logical.combine(bool::of(left), bool::of(right)))
    })
}
