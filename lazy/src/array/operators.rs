//! The operators of Rust, for arrays.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

use super::{Array, IntoOperand};
use crate::build;
use crate::element::Element;
use crate::element::sealed::Typed;
use crate::node::Operand;
use crate::operation::{Binary, Unary};
use crate::place::Place;

/// Implements an operator of Rust for arrays, references to arrays and numbers.
macro_rules! operators {
    ($($trait:ident $method:ident $operation:ident;)*) => {$(
        impl<T: Element, B: IntoOperand<T>> $trait<B> for Array<T> {
            type Output = Array<T>;

            #[track_caller]
            fn $method(self, other: B) -> Array<T> {
                let (a, b) = (Operand::Node(self.node), other.into_operand());
                Array::of(build::binary(Binary::$operation, a, b, Place::here()))
            }
        }

        impl<T: Element, B: IntoOperand<T>> $trait<B> for &Array<T> {
            type Output = Array<T>;

            #[track_caller]
            fn $method(self, other: B) -> Array<T> {
                let (a, b) = (self.operand(), other.into_operand());
                Array::of(build::binary(Binary::$operation, a, b, Place::here()))
            }
        }

        operators!(@ $trait $method $operation: f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool);
    )*};
    (@ $trait:ident $method:ident $operation:ident: $($type:ident)*) => {$(
        impl $trait<Array<$type>> for $type {
            type Output = Array<$type>;

            #[track_caller]
            fn $method(self, other: Array<$type>) -> Array<$type> {
                let (a, b) = (Operand::Number(self.scalar()), Operand::Node(other.node));
                Array::of(build::binary(Binary::$operation, a, b, Place::here()))
            }
        }

        impl $trait<&Array<$type>> for $type {
            type Output = Array<$type>;

            #[track_caller]
            fn $method(self, other: &Array<$type>) -> Array<$type> {
                let (a, b) = (Operand::Number(self.scalar()), other.operand());
                Array::of(build::binary(Binary::$operation, a, b, Place::here()))
            }
        }
    )*};
}
operators! {
    Add add Add;
    Sub sub Sub;
    Mul mul Mul;
    Div div Div;
    Rem rem Rem;
    BitAnd bitand And;
    BitOr bitor Or;
    BitXor bitxor Xor;
}

impl<T: Element> Neg for Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn neg(self) -> Array<T> {
        Array::of(build::unary(
            Unary::Neg,
            Operand::Node(self.node),
            Place::here(),
        ))
    }
}

impl<T: Element> Neg for &Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn neg(self) -> Array<T> {
        Array::of(build::unary(Unary::Neg, self.operand(), Place::here()))
    }
}

impl<T: Element> Not for Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn not(self) -> Array<T> {
        Array::of(build::unary(
            Unary::Not,
            Operand::Node(self.node),
            Place::here(),
        ))
    }
}

impl<T: Element> Not for &Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn not(self) -> Array<T> {
        Array::of(build::unary(Unary::Not, self.operand(), Place::here()))
    }
}
