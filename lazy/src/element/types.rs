//! The types of elements.

use std::fmt;

/// The type of the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ElementType {
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
    /// `bool`
    Bool,
}

/// Calls a macro with all types of elements: the variant, the type.
macro_rules! with_types {
    ($macro:ident) => {
        $macro! {
            F32 f32, F64 f64, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
            Bool bool
        }
    };
}
pub(crate) use with_types;

/// Evaluates an expression in which `$T` is the Rust type of an [`ElementType`].
macro_rules! typed {
    ($ty:expr, $T:ident => $body:expr) => {
        $crate::element::typed!(@ $ty, $T, $body,
            F32 f32, F64 f64, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
            Bool bool)
    };
    (@ $ty:expr, $T:ident, $body:expr, $($variant:ident $type:ident),*) => {
        match $ty {
            $($crate::element::ElementType::$variant => {
                type $T = $type;
                $body
            })*
        }
    };
}
pub(crate) use typed;

/// Evaluates an expression in which `$T` is the Rust type of numbers; another one for `bool`.
macro_rules! number {
    ($ty:expr, $T:ident => $body:expr, bool => $other:expr) => {
        $crate::element::number!(@ $ty, $T, $body, $other,
            F32 f32, F64 f64, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64)
    };
    (@ $ty:expr, $T:ident, $body:expr, $other:expr, $($variant:ident $type:ident),*) => {
        match $ty {
            $($crate::element::ElementType::$variant => {
                type $T = $type;
                $body
            })*
            $crate::element::ElementType::Bool => $other,
        }
    };
}
pub(crate) use number;

/// Evaluates an expression in which `$T` is the Rust type of integers; another one for other types.
macro_rules! integer {
    ($ty:expr, $T:ident => $body:expr, _ => $other:expr) => {
        $crate::element::integer!(@ $ty, $T, $body, $other,
            I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64)
    };
    (@ $ty:expr, $T:ident, $body:expr, $other:expr, $($variant:ident $type:ident),*) => {
        match $ty {
            $($crate::element::ElementType::$variant => {
                type $T = $type;
                $body
            })*
            _ => $other,
        }
    };
}
pub(crate) use integer;

impl ElementType {
    /// Returns true for the floats.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Returns true for the integers.
    pub fn is_integer(self) -> bool {
        !self.is_float() && self != Self::Bool
    }

    /// Returns true for the integers that have a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The bytes of an element.
    pub fn bytes(self) -> usize {
        typed!(self, T => size_of::<T>())
    }

    /// The name in Rust.
    pub fn name(self) -> &'static str {
        typed!(self, T => std::any::type_name::<T>())
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
