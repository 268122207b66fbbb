//! Reductions by index: the way in which values reach their bins.
//!
//! Lanes meet at a bin. If one instruction of the device combines there, whatever the order, they
//! use it: known operators of 32-bit integers. Few such bins have a copy in local memory, which the
//! group adds to the array when it is done with its tile. All other pairs are kept by their
//! positions, and two more kernels combine them in an order that follows from lengths alone: each
//! lane of the first goes over a range of the pairs, for some of the bins, and each lane of the
//! second joins the values of the ranges for one bin, from left to right.

use super::c::{Text, integer};
use crate::nest::{Combine, Known};
use crate::scalar::Type;

/// The function of OpenCL that combines a value into a bin, and the neutral element.
pub(super) struct Atomic {
    pub(super) function: &'static str,
    pub(super) neutral: Text,
    pub(super) ty: &'static str,
}

impl Atomic {
    /// The function for an operator between elements of a type, of which the schedule says that one
    /// instruction combines them.
    pub(super) fn of(combine: &Combine, ty: &Type) -> Atomic {
        let (Some(prim), Some(known)) = (ty.prim(), &combine.known) else {
            unreachable!("known operators of integers are one instruction");
        };
        let (least, most) = prim.range();
        let (function, neutral) = match known {
            Known::Add | Known::WrappingAdd => ("atomic_add", 0),
            Known::Min => ("atomic_min", most),
            Known::Max => ("atomic_max", least),
            Known::And if prim.is_signed() => ("atomic_and", -1),
            Known::And => ("atomic_and", most),
            Known::Or => ("atomic_or", 0),
            Known::Xor => ("atomic_xor", 0),
            Known::Mul | Known::WrappingMul | Known::Tuple(_) => {
                unreachable!("no device combines by this operator in one instruction")
            }
        };
        Atomic {
            function,
            neutral: integer(prim, neutral),
            ty: super::c::types::stored(prim),
        }
    }
}

/// The array in local memory with the copy of few bins.
pub(super) fn near(bins: &str) -> String {
    format!("{bins}_near")
}
