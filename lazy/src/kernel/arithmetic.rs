//! Instructions of arithmetic, by operation and type.

use fusus_cpu::Block;

use super::number::{Float, Integer, Number};
use super::quotient::quotients;
use super::sweep::{Kind, Source, one, three, two, widest};
use crate::operation::{Binary, Compare, Unary};
use crate::program::{Pair, RootComparison};

/// A division of integers that has no result: the position in the piece, and the divisor is zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoQuotient {
    pub(crate) index: usize,
    pub(crate) by_zero: bool,
}

/// Operations on numbers of any type. Returns false if the operation is one of floats.
#[inline(never)]
pub(crate) fn unary<T: Number>(
    block: &Block<'_>,
    operation: Unary,
    target: &mut [T],
    a: Source<'_, T>,
) -> bool {
    match operation {
        Unary::Neg => one(
            block,
            target,
            a,
            #[inline(always)]
            |a: T| a.neg(),
        ),
        Unary::Abs => one(
            block,
            target,
            a,
            #[inline(always)]
            |a: T| a.abs(),
        ),
        _ => return false,
    }
    true
}

macro_rules! functions {
    ($block:ident $operation:ident $target:ident $a:ident: $($variant:ident $name:ident)*) => {
        match $operation {
            $(Unary::$variant => one($block, $target, $a, #[inline(always)] |a: T| a.$name()),)*
            Unary::Neg | Unary::Abs | Unary::Not => unreachable!("not a function of floats"),
        }
    };
}

/// Functions of floats.
#[inline(never)]
pub(crate) fn function<T: Float>(
    block: &Block<'_>,
    operation: Unary,
    target: &mut [T],
    a: Source<'_, T>,
) {
    functions!(block operation target a: Sqrt sqrt Floor floor Ceil ceil Round round Trunc trunc
        Exp exp Exp2 exp2 ExpM1 exp_m1 Ln ln Ln1p ln_1p Log2 log2 Log10 log10 Sin sin Cos cos
        Tan tan Asin asin Acos acos Atan atan Sinh sinh Cosh cosh Tanh tanh Asinh asinh
        Acosh acosh Atanh atanh Cbrt cbrt Erf erf Erfc erfc NormalCdf normal_cdf Sigmoid sigmoid
        Softplus softplus);
}

/// The loop of an operation, by an expression of two elements for each.
macro_rules! of_two {
    (
        $block:ident $target:ident $left:ident $right:ident: $operation:ident {
            $($variant:path => |$a:ident, $b:ident| $value:expr;)*
        } $(else $other:expr)?
    ) => {
        match $operation {
            $($variant => {
                two($block, $target, $left, $right, #[inline(always)] |$a: T, $b: T| $value)
            })*
            $(_ => $other,)?
        }
    };
}

/// Operations on two numbers of any type that have a result for all of them. Returns false for any
/// other operation.
#[inline(never)]
pub(crate) fn binary<T: Number>(
    block: &Block<'_>,
    operation: Binary,
    target: &mut [T],
    a: Source<'_, T>,
    b: Source<'_, T>,
) -> bool {
    of_two!(block target a b: operation {
        Binary::Add => |a, b| a.add(b);
        Binary::Sub => |a, b| a.sub(b);
        Binary::Mul => |a, b| a.mul(b);
        Binary::Min => |a, b| a.min(b);
        Binary::Max => |a, b| a.max(b);
    } else return false);
    true
}

/// Products of integers, which are shifts where one of the operands is a power of two: vectors multiply
/// integers of 64 bits in three steps.
#[inline(never)]
pub(crate) fn products<T: Integer>(
    block: &Block<'_>,
    target: &mut [T],
    a: Source<'_, T>,
    b: Source<'_, T>,
) {
    let (a, b) = match a.kind() {
        Kind::Number(_) => (b, a),
        Kind::Elements(_) => (a, b),
    };
    if let Kind::Number(number) = b.kind()
        && let Some(by) = number.factor()
    {
        return one(
            block,
            target,
            a,
            #[inline(always)]
            |a: T| a.multiplied(by),
        );
    }
    binary(block, Binary::Mul, target, a, b);
}

/// Quotients and remainders of integers where `mask` is true, and zeros elsewhere. Returns the
/// first position that has no result.
#[inline(never)]
pub(crate) fn divide<T: Integer>(
    block: &Block<'_>,
    operation: Binary,
    target: &mut [T],
    a: Source<'_, T>,
    b: Source<'_, T>,
    mask: Option<Source<'_, bool>>,
) -> Option<NoQuotient> {
    // A division takes some twenty times as long as a shift.
    if let Kind::Number(b) = b.kind()
        && let Some(power) = b.power()
    {
        let rest = b.sub(T::ONE);
        match operation {
            Binary::Div => one(
                block,
                target,
                a,
                #[inline(always)]
                |a: T| a.shifted(power),
            ),
            _ => one(
                block,
                target,
                a,
                #[inline(always)]
                |a: T| a & rest,
            ),
        }
        return None;
    }
    // And more than five times as long as a product.
    if let Kind::Number(b) = b.kind()
        && let Some(by) = b.divisor()
    {
        match operation {
            Binary::Div => one(
                block,
                target,
                a,
                #[inline(always)]
                move |a: T| a.quotient(by),
            ),
            _ => one(
                block,
                target,
                a,
                #[inline(always)]
                move |a: T| a.sub(a.quotient(by).mul(b)),
            ),
        }
        return None;
    }
    let mut missing = None;
    for (index, y) in target.iter_mut().enumerate() {
        let (a, b) = (a.get(index), b.get(index));
        let quotient = match operation {
            Binary::Div => a.div(b),
            _ => a.rem(b),
        };
        *y = quotient.unwrap_or_default();
        if quotient.is_none() && missing.is_none() && mask.is_none_or(|mask| mask.get(index)) {
            missing = Some(NoQuotient {
                index,
                by_zero: b.is_zero(),
            });
        }
    }
    missing
}

/// Operations on two floats, beside those on all numbers.
#[inline(never)]
pub(crate) fn floats<T: Float>(
    block: &Block<'_>,
    operation: Binary,
    target: &mut [T],
    a: Source<'_, T>,
    b: Source<'_, T>,
) {
    // A division takes four times as long as a product or more.
    if let (Binary::Div, Kind::Number(b)) = (operation, b.kind()) {
        match b.exact_reciprocal() {
            Some(b) => {
                binary(block, Binary::Mul, target, a, Source::number(&b));
            }
            None => quotients(block, target, a, b),
        }
        return;
    }
    of_two!(block target a b: operation {
        Binary::Div => |a, b| a.div(b).unwrap_or_default();
        Binary::Rem => |a, b| a.rem(b).unwrap_or_default();
        Binary::Pow => |a, b| a.pow(b);
        Binary::Atan2 => |a, b| a.atan2(b);
        Binary::Hypot => |a, b| a.hypot(b);
        Binary::Log => |a, b| a.log(b);
    } else unreachable!("not an operation of floats alone"))
}

/// `a * b + c`, rounded twice as the two operations are.
#[inline(never)]
pub(crate) fn multiply_add<T: Number>(
    block: &Block<'_>,
    target: &mut [T],
    a: Source<'_, T>,
    b: Source<'_, T>,
    c: Source<'_, T>,
) {
    let (a, b) = match a.kind() {
        Kind::Number(_) => (b, a),
        Kind::Elements(_) => (a, b),
    };
    three(
        block,
        target,
        a,
        b,
        c,
        #[inline(always)]
        |a: T, b: T, c: T| a.mul(b).add(c),
    );
}

/// Two operations on three floats: the bits of one after the other.
#[inline(never)]
pub(crate) fn pair<T: Float>(
    block: &Block<'_>,
    pair: Pair,
    target: &mut [T],
    a: Source<'_, T>,
    b: Source<'_, T>,
    c: Source<'_, T>,
) {
    macro_rules! pairs {
        ($($first:ident $second:ident $is_behind:literal => |$a:ident, $b:ident, $c:ident| $value:expr;)*) => {
            match (pair.first, pair.second, pair.is_behind) {
                $((Binary::$first, Binary::$second, $is_behind) => {
                    three(block, target, a, b, c, #[inline(always)] |$a: T, $b: T, $c: T| $value)
                })*
                _ => unreachable!("`{pair:?}` is no pair"),
            }
        };
    }
    pairs! {
        Add Add false => |a, b, c| a.add(b).add(c);
        Add Sub false => |a, b, c| a.add(b).sub(c);
        Add Sub true => |a, b, c| c.sub(a.add(b));
        Add Mul false => |a, b, c| a.add(b).mul(c);
        Sub Add false => |a, b, c| a.sub(b).add(c);
        Sub Sub false => |a, b, c| a.sub(b).sub(c);
        Sub Sub true => |a, b, c| c.sub(a.sub(b));
        Sub Mul false => |a, b, c| a.sub(b).mul(c);
        Mul Sub false => |a, b, c| a.mul(b).sub(c);
        Mul Sub true => |a, b, c| c.sub(a.mul(b));
        Mul Mul false => |a, b, c| a.mul(b).mul(c);
    }
}

/// `(a * b + c) * scale` or `(a + b + c) * scale`, rounded as the three operations are.
#[inline(never)]
pub(crate) fn scaled<T: Float>(
    block: &Block<'_>,
    is_product: bool,
    scale: T,
    target: &mut [T],
    [a, b, c]: [Source<'_, T>; 3],
) {
    match is_product {
        true => three(
            block,
            target,
            a,
            b,
            c,
            #[inline(always)]
            move |a: T, b: T, c: T| a.mul(b).add(c).mul(scale),
        ),
        false => three(
            block,
            target,
            a,
            b,
            c,
            #[inline(always)]
            move |a: T, b: T, c: T| a.add(b).add(c).mul(scale),
        ),
    }
}

/// The positions of a piece, from the first of them on.
#[inline(never)]
pub(crate) fn positions<T: Number>(block: &Block<'_>, first: T, target: &mut [T]) {
    widest!(block, (first, target), |(first, target)| {
        let mut next = first;
        for element in target {
            *element = next;
            next = next.add(T::ONE);
        }
    });
}

/// Operations on the bits of integers, and on truth values.
#[inline(never)]
pub(crate) fn bits<T>(
    block: &Block<'_>,
    operation: Binary,
    target: &mut [T],
    a: Source<'_, T>,
    b: Source<'_, T>,
) where
    T: Copy
        + std::ops::BitAnd<Output = T>
        + std::ops::BitOr<Output = T>
        + std::ops::BitXor<Output = T>,
{
    of_two!(block target a b: operation {
        Binary::And => |a, b| a & b;
        Binary::Or => |a, b| a | b;
        Binary::Xor => |a, b| a ^ b;
    } else unreachable!("not an operation of bits"))
}

/// Comparisons.
#[inline(never)]
pub(crate) fn compare<T: Copy + PartialOrd>(
    block: &Block<'_>,
    comparison: Compare,
    target: &mut [bool],
    a: Source<'_, T>,
    b: Source<'_, T>,
) {
    of_two!(block target a b: comparison {
        Compare::Less => |a, b| a < b;
        Compare::LessOrEqual => |a, b| a <= b;
        Compare::Equal => |a, b| a == b;
        Compare::NotEqual => |a, b| a != b;
    })
}

/// Comparisons of the root of a float with a number, `root < number` or, with the number in front,
/// `number < root`: of the element with the greatest one that has such a root. A root takes ten times as long.
#[inline(never)]
pub(crate) fn compare_root<T: Float>(
    block: &Block<'_>,
    comparison: RootComparison,
    target: &mut [bool],
    a: Source<'_, T>,
    number: T,
) {
    let zero = T::default();
    let has_equal = comparison.comparison == Compare::LessOrEqual;
    let square = number.square(has_equal != comparison.is_behind);
    match comparison.is_behind {
        // `NaN` is less than nothing.
        true if number.partial_cmp(&number).is_none() => target.fill(false),
        true => one(
            block,
            target,
            a,
            // Without a branch, and with numbers of its own, so that it vectorises.
            #[inline(always)]
            move |a: T| (a >= zero) & (a > square),
        ),
        false => one(
            block,
            target,
            a,
            #[inline(always)]
            move |a: T| (a >= zero) & (a <= square),
        ),
    }
}

/// `if mask { a } else { b }`
#[inline(never)]
pub(crate) fn select<T: Copy>(
    block: &Block<'_>,
    target: &mut [T],
    mask: Source<'_, bool>,
    a: Source<'_, T>,
    b: Source<'_, T>,
) {
    three(
        block,
        target,
        mask,
        a,
        b,
        #[inline(always)]
        |mask, a: T, b: T| if mask { a } else { b },
    );
}
