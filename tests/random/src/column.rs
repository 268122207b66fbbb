//! Arrays of any type as columns of numbers: what goes into programs and what
//! comes out, for code that knows their types only while it runs.

use std::any::Any;

use fusus_core::interp::{self, Value};

use crate::ty::{Prim, Ty};

macro_rules! columns {
    ($($variant:ident $ty:ident),*) => {
        /// Numbers of one type.
        #[derive(Clone, Debug)]
        #[expect(missing_docs, reason = "Rust's own types")]
        pub enum Column {
            $($variant(Vec<$ty>),)*
        }

        impl Column {
            /// Its length.
            #[must_use]
            pub fn len(&self) -> usize {
                match self {
                    $(Column::$variant(items) => items.len(),)*
                }
            }

            /// Its first elements.
            #[must_use]
            pub fn head(&self, len: usize) -> Column {
                match self {
                    $(Column::$variant(items) => Column::$variant(items[..len].to_vec()),)*
                }
            }

            /// A number of it, for the interpreter.
            #[must_use]
            pub fn value(&self, index: usize) -> Value {
                match self {
                    $(Column::$variant(items) => Value::from(items[index]),)*
                }
            }

            /// Numbers of the interpreter. Nothing comes of one of another
            /// type.
            #[must_use]
            pub fn of_values<'v>(
                prim: Prim,
                mut values: impl Iterator<Item = &'v Value>,
            ) -> Option<Column> {
                match prim {
                    $(Prim::$variant => values
                        .try_fold(Vec::new(), |mut items, value| {
                            items.push(value.get::<$ty>().ok()?);
                            Some(items)
                        })
                        .map(Column::$variant),)*
                }
            }
        }

        $(
            impl Elem for $ty {
                fn columns(items: &[$ty], out: &mut Vec<Column>) {
                    out.push(Column::$variant(items.to_vec()));
                }
                fn rows(columns: &mut std::slice::Iter<'_, Column>) -> Vec<$ty> {
                    match columns.next() {
                        Some(Column::$variant(items)) => items.clone(),
                        other => panic!("expected {}, found {other:?}", stringify!($ty)),
                    }
                }
            }

            impl Flatten for $ty {
                fn flatten(self, out: &mut Vec<Column>) {
                    out.push(Column::$variant(vec![self]));
                }
            }
        )*
    };
}
columns!(U8 u8, I16 i16, I32 i32, I64 i64, U32 u32, U64 u64, Usize usize, F32 f32, F64 f64, Bool bool);

impl Column {
    /// Returns true if it has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An element of an array.
pub trait Elem: Copy + Send + Sync + 'static {
    /// Appends the columns of an array.
    fn columns(items: &[Self], out: &mut Vec<Column>);
    /// The array of the next columns.
    fn rows(columns: &mut std::slice::Iter<'_, Column>) -> Vec<Self>;
}

/// A type that a program returns.
pub trait Flatten {
    /// Appends its columns; a scalar is one of one element.
    fn flatten(self, out: &mut Vec<Column>);
}

impl<T: Elem> Flatten for Vec<T> {
    fn flatten(self, out: &mut Vec<Column>) {
        T::columns(&self, out);
    }
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Elem),*> Elem for ($($name,)*) {
            fn columns(items: &[Self], out: &mut Vec<Column>) {
                $(
                    let part: Vec<$name> = items.iter().map(|item| item.$index).collect();
                    $name::columns(&part, out);
                )*
            }
            fn rows(columns: &mut std::slice::Iter<'_, Column>) -> Vec<Self> {
                let parts = ($($name::rows(columns),)*);
                (0..parts.0.len()).map(|index| ($(parts.$index[index],)*)).collect()
            }
        }

        impl<$($name: Flatten),*> Flatten for ($($name,)*) {
            fn flatten(self, _out: &mut Vec<Column>) {
                $(self.$index.flatten(_out);)*
            }
        }
    )*};
}
tuples! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) }

impl Flatten for () {
    fn flatten(self, _: &mut Vec<Column>) {}
}

macro_rules! results {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Flatten),*> Flatten for ($($name,)*) {
            fn flatten(self, out: &mut Vec<Column>) {
                $(self.$index.flatten(out);)*
            }
        }
    )*};
}
results! {
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

/// An argument of a program: a vector or a scalar, of a type that the caller
/// knows.
pub type Slot = Box<dyn Any + Send>;

/// The vector of some columns.
#[must_use]
pub fn vector<T: Elem>(columns: &[Column]) -> Slot {
    Box::new(T::rows(&mut columns.iter()))
}

/// The scalar that a column of one element is.
#[must_use]
pub fn scalar<T: Elem>(columns: &[Column]) -> Slot {
    Box::new(T::rows(&mut columns.iter())[0])
}

/// An argument as the array that it is.
///
/// # Panics
///
/// If it is none of that type.
#[must_use]
pub fn array<T: Elem>(slot: &Slot) -> &[T] {
    slot.downcast_ref::<Vec<T>>()
        .expect("a vector of that type")
}

/// An argument as the array that it is, to be written.
///
/// # Panics
///
/// If it is none of that type.
pub fn array_mut<T: Elem>(slot: &mut Slot) -> &mut [T] {
    slot.downcast_mut::<Vec<T>>()
        .expect("a vector of that type")
}

/// An argument as the scalar that it is.
///
/// # Panics
///
/// If it is none of that type.
#[must_use]
pub fn number<T: Elem>(slot: &Slot) -> T {
    *slot.downcast_ref::<T>().expect("a scalar of that type")
}

/// The columns of an argument that is an array.
#[must_use]
pub fn columns<T: Elem>(slot: &Slot) -> Vec<Column> {
    let mut out = Vec::new();
    T::columns(array::<T>(slot), &mut out);
    out
}

/// The columns of a result.
#[must_use]
pub fn flat(result: impl Flatten) -> Vec<Column> {
    let mut out = Vec::new();
    result.flatten(&mut out);
    out
}

/// The interpreter's type of a type.
fn interpreted(ty: &Ty) -> interp::Type {
    match ty {
        Ty::Prim(prim) => match prim {
            Prim::U8 => <u8 as interp::Element>::ty(),
            Prim::I16 => <i16 as interp::Element>::ty(),
            Prim::I32 => <i32 as interp::Element>::ty(),
            Prim::I64 => <i64 as interp::Element>::ty(),
            Prim::U32 => <u32 as interp::Element>::ty(),
            Prim::U64 => <u64 as interp::Element>::ty(),
            Prim::Usize => <usize as interp::Element>::ty(),
            Prim::F32 => <f32 as interp::Element>::ty(),
            Prim::F64 => <f64 as interp::Element>::ty(),
            Prim::Bool => <bool as interp::Element>::ty(),
        },
        Ty::Tuple(items) => interp::Type::Tuple(items.iter().map(interpreted).collect()),
    }
}

/// An array for the interpreter.
///
/// # Panics
///
/// If the columns are not of the type.
#[must_use]
pub fn for_interpreter(ty: &Ty, columns: &[Column]) -> interp::Array {
    fn item(ty: &Ty, columns: &mut std::slice::Iter<'_, Column>, index: usize) -> Value {
        match ty {
            Ty::Prim(_) => columns.next().expect("a column for each leaf").value(index),
            Ty::Tuple(items) => {
                Value::Tuple(items.iter().map(|ty| item(ty, columns, index)).collect())
            }
        }
    }
    let len = columns[0].len();
    let items = (0..len)
        .map(|index| item(ty, &mut columns.iter(), index))
        .collect();
    interp::Array::with_type(items, interpreted(ty)).expect("the columns have the type")
}

/// The columns of an array of the interpreter; nothing if it is of another
/// type.
#[must_use]
pub fn of_array(ty: &Ty, items: &[Value]) -> Option<Vec<Column>> {
    fn leaf(value: &Value, path: &[usize]) -> Option<Value> {
        match (value, path) {
            (value, []) => Some(value.clone()),
            (Value::Tuple(items), [first, rest @ ..]) => leaf(items.get(*first)?, rest),
            _ => None,
        }
    }
    fn paths(ty: &Ty, prefix: &[usize], out: &mut Vec<(Prim, Vec<usize>)>) {
        match ty {
            Ty::Prim(prim) => out.push((*prim, prefix.to_vec())),
            Ty::Tuple(items) => {
                for (index, ty) in items.iter().enumerate() {
                    paths(ty, &[prefix, &[index]].concat(), out);
                }
            }
        }
    }
    let mut leaves = Vec::new();
    paths(ty, &[], &mut leaves);
    leaves
        .into_iter()
        .map(|(prim, path)| {
            let values: Option<Vec<Value>> = items.iter().map(|item| leaf(item, &path)).collect();
            Column::of_values(prim, values?.iter())
        })
        .collect()
}
