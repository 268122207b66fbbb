//! Instructions of several operations, one on the result of the other: sums of some arrays, and polynomials.

use fusus_cpu::Block;

use super::frame::{Frame, write_to};
use super::number::{Float, Number};
use super::sweep::{Kind, Source, set_each, widest};
use crate::program::{Instruction, OPERANDS, STEPS};

impl Frame<'_, '_> {
    /// Adds arrays.
    pub(super) fn sum<T: Number>(&mut self, count: usize, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: T| {
            let mut arrays: [&[T]; OPERANDS] = [&[]; OPERANDS];
            let places = instruction.operands[..count].iter();
            for (array, place) in arrays.iter_mut().zip(places) {
                *array = frame.source(*place).as_slice();
            }
            sum(frame.block, target, &arrays[..count]);
        });
    }

    /// Does steps of a polynomial.
    pub(super) fn polynomial<T: Float>(&mut self, steps: usize, instruction: &Instruction) {
        write_to!(self, instruction.target, |frame, target: T| {
            let [first, x, places @ ..] = &instruction.operands;
            let mut numbers = [T::default(); STEPS];
            for (number, place) in numbers.iter_mut().zip(&places[..steps]) {
                *number = frame.source(*place).get(0);
            }
            let (first, x) = (frame.source(*first), frame.source(*x).as_slice());
            polynomial(frame.block, target, first, x, &numbers[..steps]);
        });
    }
}

/// The sums of the elements of some arrays, from left to right.
#[inline(never)]
fn sum<T: Number>(block: &Block<'_>, target: &mut [T], arrays: &[&[T]]) {
    #[cfg(unoptimised)]
    widest!(block, (target, arrays), |(target, arrays)| summed(
        target, arrays
    ));
    #[cfg(not(unoptimised))]
    match *arrays {
        [a, b, c] => of(block, target, [a, b, c]),
        [a, b, c, d] => of(block, target, [a, b, c, d]),
        [a, b, c, d, e] => of(block, target, [a, b, c, d, e]),
        [a, b, c, d, e, f] => of(block, target, [a, b, c, d, e, f]),
        [a, b, c, d, e, f, g] => of(block, target, [a, b, c, d, e, f, g]),
        [a, b, c, d, e, f, g, h] => of(block, target, [a, b, c, d, e, f, g, h]),
        [a, b, c, d, e, f, g, h, i] => of(block, target, [a, b, c, d, e, f, g, h, i]),
        _ => unreachable!("a sum of {} arrays", arrays.len()),
    }
}

#[cfg(not(unoptimised))]
#[inline(always)]
fn of<T: Number, const N: usize>(block: &Block<'_>, target: &mut [T], arrays: [&[T]; N]) {
    let len = target.len();
    widest!(block, (target, arrays.map(|array| &array[..len])), |(
        target,
        arrays,
    )| {
        summed(target, &arrays)
    });
}

#[inline(always)]
fn summed<T: Number>(target: &mut [T], arrays: &[&[T]]) {
    let mut at = 0;
    while at < target.len() {
        let mut sum = arrays[0][at];
        for array in &arrays[1..] {
            sum = sum.add(array[at]);
        }
        target[at] = sum;
        at += 1;
    }
}

/// Steps of a polynomial by the scheme of Horner: from a first value on, products with `x` and sums with a number
/// each, rounded as these operations are.
#[inline(never)]
fn polynomial<T: Float>(
    block: &Block<'_>,
    target: &mut [T],
    first: Source<'_, T>,
    x: &[T],
    numbers: &[T],
) {
    #[cfg(unoptimised)]
    steps(block, target, first, x, numbers);
    #[cfg(not(unoptimised))]
    match *numbers {
        [a, b] => steps(block, target, first, x, [a, b]),
        [a, b, c] => steps(block, target, first, x, [a, b, c]),
        [a, b, c, d] => steps(block, target, first, x, [a, b, c, d]),
        [a, b, c, d, e] => steps(block, target, first, x, [a, b, c, d, e]),
        [a, b, c, d, e, f] => steps(block, target, first, x, [a, b, c, d, e, f]),
        _ => unreachable!("{} steps of a polynomial", numbers.len()),
    }
}

#[inline(always)]
fn steps<T: Float>(
    block: &Block<'_>,
    target: &mut [T],
    first: Source<'_, T>,
    x: &[T],
    numbers: impl AsRef<[T]> + Copy,
) {
    match first.kind() {
        Kind::Elements(first) => widest!(block, (target, first, x, numbers), |(
            target,
            first,
            x,
            numbers,
        )| {
            set_each!(target, (first, x) => evaluated(*first, *x, numbers));
        }),
        Kind::Number(first) => {
            widest!(block, (target, first, x, numbers), |(
                target,
                first,
                x,
                numbers,
            )| {
                set_each!(target, (x) => evaluated(first, *x, numbers));
            });
        }
    }
}

#[inline(always)]
fn evaluated<T: Float>(first: T, x: T, numbers: impl AsRef<[T]>) -> T {
    let mut value = first;
    for number in numbers.as_ref() {
        value = value.mul(x).add(*number);
    }
    value
}
