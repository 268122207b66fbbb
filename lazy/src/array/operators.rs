//! The operators of Rust, for arrays.

use std::ops::{Neg, Not};

use super::{Array, IntoOperand};
use crate::build;
use crate::element::{Element, with_types};
use crate::operation::{Binary, Unary};
use crate::operators::{arithmetic, operators};
use crate::place::Place;

macro_rules! for_operands {
    ([$($generics:tt)*] $left:ty, $right:ty => $result:ty) => {
        arithmetic! { [$($generics)*] $left, $right => $result, binary }
        operators! {
            [$($generics)*] $left, $right => $result, binary;
            BitAnd bitand And, BitOr bitor Or, BitXor bitxor Xor,
        }
    };
}
for_operands! { [T: Element, B: IntoOperand<T>] Array<T>, B => Array<T> }
for_operands! { [T: Element, B: IntoOperand<T>] &Array<T>, B => Array<T> }

macro_rules! for_numbers {
    ($($variant:ident $type:ident),*) => {$(
        for_operands! { [] $type, Array<$type> => Array<$type> }
        for_operands! { [] $type, &Array<$type> => Array<$type> }
    )*};
}
with_types!(for_numbers);

fn binary<T: Element>(
    operation: Binary,
    a: impl IntoOperand<T>,
    b: impl IntoOperand<T>,
    place: Place,
) -> Array<T> {
    Array::of(build::binary(
        operation,
        a.into_operand(),
        b.into_operand(),
        place,
    ))
}

macro_rules! prefix {
    ($($trait:ident $method:ident $own:ty,)*) => {$(
        impl<T: Element> $trait for $own {
            type Output = Array<T>;

            #[track_caller]
            fn $method(self) -> Array<T> {
                unary(Unary::$trait, self, Place::here())
            }
        }
    )*};
}
prefix! {
    Neg neg Array<T>,
    Neg neg &Array<T>,
    Not not Array<T>,
    Not not &Array<T>,
}

fn unary<T: Element>(operation: Unary, a: impl IntoOperand<T>, place: Place) -> Array<T> {
    Array::of(build::unary(operation, a.into_operand(), place))
}
