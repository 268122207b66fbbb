//! The states of reductions.

use std::sync::Arc;

use super::fold::Lanes;
use super::number::Number;
use crate::element::Scalar;
use crate::operation::Combine;

/// The state of a reduction in a block.
pub(crate) enum State {
    F32(Lanes<f32>),
    F64(Lanes<f64>),
    I8(Lanes<i8>),
    I16(Lanes<i16>),
    I32(Lanes<i32>),
    I64(Lanes<i64>),
    U8(Lanes<u8>),
    U16(Lanes<u16>),
    U32(Lanes<u32>),
    U64(Lanes<u64>),
    Bool(Lanes<bool>),
    Custom(Option<Scalar>, Arc<dyn Combine>),
}

/// A number that reductions with known operators fold.
pub(crate) trait Folded: Number {
    /// The state of a fold of this type.
    fn lanes(state: &mut State) -> &mut Lanes<Self>;

    /// The state of a fold of this type before the first element.
    fn state(lanes: Lanes<Self>) -> State;
}

macro_rules! folded {
    ($($variant:ident $type:ident),*) => {$(
        impl Folded for $type {
            fn lanes(state: &mut State) -> &mut Lanes<Self> {
                match state {
                    State::$variant(lanes) => lanes,
                    _ => unreachable!("the state of a fold of another type"),
                }
            }

            fn state(lanes: Lanes<Self>) -> State {
                State::$variant(lanes)
            }
        }
    )*};
}
folded! {
    F32 f32, F64 f64, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64
}
