//! Between Rust's values and the interpreter's.

use super::error::Fault;
use super::types::Type;
use super::value::{Array, Value};
use crate::ordered::ToList;
use crate::scalar::Prim;

/// A Rust type whose values go in and out of the interpreter.
///
/// ```
/// use fusus_meaning::interp::{Element, Value};
///
/// let pair = Value::from((1_i32, 0.5_f64));
/// assert_eq!(<(i32, f64)>::from_value(&pair), Ok((1, 0.5)));
/// ```
pub trait Element: Sized {
    /// Its type.
    fn ty() -> Type;
    /// The value for the interpreter.
    fn into_value(self) -> Value;
    /// The value back; literals that are still open take this type.
    fn from_value(value: &Value) -> Result<Self, Fault>;
}

impl<T: Element> From<T> for Value {
    fn from(value: T) -> Value {
        value.into_value()
    }
}

impl<T: Element> From<Vec<T>> for Array {
    fn from(items: Vec<T>) -> Array {
        let items = items.into_iter().map(Value::from).list();
        Array::with_type(items, T::ty()).expect("values of one Rust type have one type")
    }
}

impl<T: Element + Clone> From<&[T]> for Array {
    fn from(items: &[T]) -> Array {
        Array::from(items.to_vec())
    }
}

impl Value {
    /// The value as one of Rust's, where it is of that type; literals that are
    /// still open take it.
    pub fn get<T: Element>(&self) -> Result<T, Fault> {
        T::from_value(self)
    }
}

impl Array {
    /// The elements as a vector of Rust's.
    pub fn to_vec_of<T: Element>(&self) -> Result<Vec<T>, Fault> {
        self.iter().map(T::from_value).collect()
    }
}

macro_rules! prims {
    ($($variant:ident $ty:ident),*) => {$(
        impl Element for $ty {
            fn ty() -> Type {
                Type::Prim(Prim::$variant)
            }
            fn into_value(self) -> Value {
                Value::$variant(self)
            }
            fn from_value(value: &Value) -> Result<Self, Fault> {
                match value.clone().at(&Self::ty())? {
                    Value::$variant(value) => Ok(value),
                    other => Err(Fault::Types(format!(
                        "expected `{}`, found `{other}`", stringify!($ty)
                    ))),
                }
            }
        }
    )*};
}
prims!(
    I8 i8, I16 i16, I32 i32, I64 i64, I128 i128, Isize isize,
    U8 u8, U16 u16, U32 u32, U64 u64, U128 u128, Usize usize,
    F32 f32, F64 f64, Bool bool, Char char
);

macro_rules! tuples {
    ($(($($name:ident $index:tt),*) $len:literal;)*) => {$(
        impl<$($name: Element),*> Element for ($($name,)*) {
            fn ty() -> Type {
                Type::Tuple(vec![$($name::ty()),*])
            }
            fn into_value(self) -> Value {
                Value::Tuple(vec![$(self.$index.into_value()),*])
            }
            fn from_value(value: &Value) -> Result<Self, Fault> {
                match value {
                    Value::Tuple(items) if items.len() == $len => {
                        Ok(($($name::from_value(&items[$index])?,)*))
                    }
                    other => Err(Fault::Types(format!(
                        "expected `{}`, found `{other}`", Self::ty()
                    ))),
                }
            }
        }
    )*};
}
tuples! {
    () 0;
    (A 0) 1;
    (A 0, B 1) 2;
    (A 0, B 1, C 2) 3;
    (A 0, B 1, C 2, D 3) 4;
    (A 0, B 1, C 2, D 3, E 4) 5;
    (A 0, B 1, C 2, D 3, E 4, F 5) 6;
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6) 7;
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7) 8;
}

impl<T: Element> Element for Vec<T> {
    fn ty() -> Type {
        Type::Array(Box::new(T::ty()))
    }
    fn into_value(self) -> Value {
        Value::Array(Array::from(self))
    }
    fn from_value(value: &Value) -> Result<Self, Fault> {
        match value {
            Value::Array(array) => array.to_vec_of(),
            other => Err(Fault::Types(format!(
                "expected `{}`, found `{other}`",
                Self::ty()
            ))),
        }
    }
}

impl<T: Element, const N: usize> Element for [T; N] {
    fn ty() -> Type {
        <Vec<T>>::ty()
    }
    fn into_value(self) -> Value {
        Vec::from(self).into_value()
    }
    fn from_value(value: &Value) -> Result<Self, Fault> {
        let items = <Vec<T>>::from_value(value)?;
        let found = items.len();
        items
            .try_into()
            .map_err(|_| Fault::Types(format!("expected an array of {N} elements, found {found}")))
    }
}
