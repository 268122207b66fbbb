//! Dynamic values.

use crate::ordered::{OrderedMap, ToList, tried};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::error::Fault;
use super::literal::Literal;
use super::types::Type;
use crate::scalar::Prim;

/// A value of the interpreted program.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "most variants are the built-in types")]
pub enum Value {
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    I128(i128),
    Isize(isize),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    U128(u128),
    Usize(usize),
    F32(f32),
    F64(f64),
    Bool(bool),
    Char(char),
    /// A tuple; the empty one is `()`.
    Tuple(Vec<Value>),
    /// A struct or a variant of an enum: its last name, and its fields in the
    /// order of their names. Unnamed fields are called `0`, `1`, ….
    Struct {
        name: String,
        fields: Vec<(String, Value)>,
    },
    /// An array: an argument of an `external`, or a Rust array.
    Array(Array),
    /// A number without a type so far.
    Literal(Literal),
}

/// An array of values of one type. Clones share the elements.
#[derive(Clone, Debug)]
pub struct Array {
    ty: Type,
    items: Arc<Vec<Value>>,
}

/// The fields of a struct in the order of their names, so that the order in which they are written
/// does not count.
pub(crate) fn by_name<T>(fields: impl IntoIterator<Item = (String, T)>) -> Vec<(String, T)> {
    let fields: OrderedMap<String, T> = fields.into_iter().collect();
    fields.into_iter().list()
}

impl Value {
    /// The value `()`.
    pub const UNIT: Value = Value::Tuple(Vec::new());

    /// The part with a name, or with the number that is its name.
    pub fn part(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Tuple(items) => items.get(name.parse::<usize>().ok()?),
            Value::Struct { fields, .. } => {
                let mut fields = fields.iter();
                fields.find_map(|(known, value)| (known == name).then_some(value))
            }
            _ => None,
        }
    }

    /// Its type, as far as it is known.
    pub fn ty(&self) -> Type {
        let prim = match self {
            Value::I8(_) => Prim::I8,
            Value::I16(_) => Prim::I16,
            Value::I32(_) => Prim::I32,
            Value::I64(_) => Prim::I64,
            Value::I128(_) => Prim::I128,
            Value::Isize(_) => Prim::Isize,
            Value::U8(_) => Prim::U8,
            Value::U16(_) => Prim::U16,
            Value::U32(_) => Prim::U32,
            Value::U64(_) => Prim::U64,
            Value::U128(_) => Prim::U128,
            Value::Usize(_) => Prim::Usize,
            Value::F32(_) => Prim::F32,
            Value::F64(_) => Prim::F64,
            Value::Bool(_) => Prim::Bool,
            Value::Char(_) => Prim::Char,
            Value::Tuple(items) => return Type::Tuple(items.iter().map(Value::ty).list()),
            Value::Struct { name, .. } => return Type::Struct(name.clone()),
            Value::Array(array) => return Type::Array(Box::new(array.ty.clone())),
            Value::Literal(_) => return Type::Unknown,
        };
        Type::Prim(prim)
    }

    /// Returns true if a literal without a type is part of it.
    pub fn is_open(&self) -> bool {
        match self {
            Value::Literal(_) => true,
            Value::Tuple(items) => items.iter().any(Value::is_open),
            Value::Struct { fields, .. } => fields.iter().any(|(_, value)| value.is_open()),
            Value::Array(array) => array.iter().any(Value::is_open),
            _ => false,
        }
    }

    /// The value at a type: literals take theirs from it, and everything else
    /// must have it already.
    pub fn at(self, ty: &Type) -> Result<Value, Fault> {
        match (self, ty) {
            (value, Type::Unknown) => Ok(value),
            (Value::Literal(literal), Type::Prim(prim)) => literal.at(*prim),
            // The default of a tuple is that of its parts.
            (Value::Literal(Literal::Zero), Type::Tuple(types)) => {
                let parts = types.iter().map(|ty| Value::Literal(Literal::Zero).at(ty));
                Ok(Value::Tuple(tried(parts)?))
            }
            (Value::Tuple(items), Type::Tuple(types)) if items.len() == types.len() => {
                let items = tried(items.into_iter().zip(types).map(|(item, ty)| item.at(ty)));
                Ok(Value::Tuple(items?))
            }
            (Value::Array(array), Type::Array(ty)) => Ok(Value::Array(array.at(ty)?)),
            // Two variants of one enum have different names.
            (value @ Value::Struct { .. }, Type::Struct(_)) => Ok(value),
            (value, ty) => match value.ty().join(ty) {
                Some(_) if !value.is_open() => Ok(value),
                _ => Err(Fault::Types(format!(
                    "expected `{ty}`, found `{value}`{}",
                    match value.ty() {
                        Type::Unknown => String::new(),
                        found => format!(" of type `{found}`"),
                    }
                ))),
            },
        }
    }

    /// The value with every literal at the type that Rust falls back to.
    pub fn at_default(self) -> Result<Value, Fault> {
        Ok(match self {
            Value::Literal(literal) => literal.at_default()?,
            Value::Tuple(items) => Value::Tuple(tried(items.into_iter().map(Value::at_default))?),
            Value::Struct { name, fields } => {
                let fields = tried(
                    fields
                        .into_iter()
                        .map(|(field, value)| Ok((field, value.at_default()?))),
                );
                Value::Struct {
                    name,
                    fields: fields?,
                }
            }
            Value::Array(array) => {
                let items = tried(array.iter().cloned().map(Value::at_default));
                Value::Array(Array::new(items?)?)
            }
            typed => typed,
        })
    }

    /// Compares bits: unlike `==`, which is Rust's, this tells `0.0` from `-0.0` and holds all NaNs
    /// for equal.
    pub fn same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::F64(a), Value::F64(b)) => {
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
            }
            (Value::F32(a), Value::F32(b)) => {
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
            }
            (Value::Tuple(a), Value::Tuple(b)) => all_same(a, b),
            (Value::Array(a), Value::Array(b)) => all_same(a, b),
            (
                Value::Struct { name, fields },
                Value::Struct {
                    name: other_name,
                    fields: other_fields,
                },
            ) => {
                name == other_name
                    && fields.len() == other_fields.len()
                    && fields.iter().zip(other_fields).all(
                        |((field, value), (other_field, other_value))| {
                            field == other_field && value.same(other_value)
                        },
                    )
            }
            (a, b) => a == b,
        }
    }

    /// A struct with named fields, in any order.
    pub fn record<const N: usize>(name: &str, fields: [(&str, Value); N]) -> Value {
        let fields = fields.map(|(field, value)| (field.to_owned(), value));
        Value::Struct {
            name: name.to_owned(),
            fields: by_name(fields),
        }
    }

    /// A tuple struct or a variant of an enum.
    pub(crate) fn variant(name: &str, items: impl IntoIterator<Item = Value>) -> Value {
        let fields = items.into_iter().enumerate();
        Value::Struct {
            name: name.to_owned(),
            fields: fields
                .map(|(index, value)| (index.to_string(), value))
                .list(),
        }
    }

    /// `Some(value)` or `None`.
    pub(crate) fn option(value: Option<Value>) -> Value {
        match value {
            Some(value) => Value::variant("Some", [value]),
            None => Value::variant("None", []),
        }
    }
}

fn all_same(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
}

/// Gives both values the type that they have together: in `x + 1` the literal
/// becomes what `x` is.
pub(crate) fn unify(a: Value, b: Value) -> Result<(Value, Value), Fault> {
    if std::mem::discriminant(&a) == std::mem::discriminant(&b)
        && !matches!(a, Value::Tuple(_) | Value::Array(_))
    {
        return Ok((a, b));
    }
    match a.ty().join(&b.ty()) {
        Some(ty) => Ok((a.at(&ty)?, b.at(&ty)?)),
        None => Err(Fault::Types(format!(
            "`{a}` of type `{}` and `{b}` of type `{}` do not go together",
            a.ty(),
            b.ty()
        ))),
    }
}

impl Array {
    /// An array of the values, which must have one type. Literals among typed
    /// values take their type.
    pub fn new(items: Vec<Value>) -> Result<Array, Fault> {
        Array::with_type(items, Type::Unknown)
    }

    /// An array of the values, which must have the type.
    pub fn with_type(mut items: Vec<Value>, ty: Type) -> Result<Array, Fault> {
        let mut joined = ty;
        for item in &items {
            let ty = item.ty();
            if ty == joined {
                continue;
            }
            joined = joined.join(&ty).ok_or_else(|| {
                Fault::Types(format!(
                    "`{item}` of type `{ty}` among values of type `{joined}`"
                ))
            })?;
        }
        for item in &mut items {
            if item.is_open() {
                *item = std::mem::replace(item, Value::UNIT).at(&joined)?;
            }
        }
        Ok(Array {
            ty: joined,
            items: Arc::new(items),
        })
    }

    /// The type of its elements, as far as it is known.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The array with literals at the given type.
    pub fn at(self, ty: &Type) -> Result<Array, Fault> {
        if self.ty == *ty && ty.is_known() {
            return Ok(self);
        }
        let items = tried(self.iter().cloned().map(|item| item.at(ty)));
        Array::with_type(items?, ty.clone())
    }

    /// Its elements.
    pub fn into_items(self) -> Vec<Value> {
        Arc::unwrap_or_clone(self.items)
    }

    /// Its elements, for writing values of its own type.
    pub(crate) fn items_mut(&mut self) -> &mut Vec<Value> {
        Arc::make_mut(&mut self.items)
    }
}

impl Deref for Array {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        &self.items
    }
}

impl PartialEq for Array {
    fn eq(&self, other: &Array) -> bool {
        // Not by type: an array of nothing may lack it.
        self.items == other.items
    }
}

/// Prints values as Rust does with `{:?}`, without field names of tuple structs.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::I8(x) => write!(f, "{x}"),
            Value::I16(x) => write!(f, "{x}"),
            Value::I32(x) => write!(f, "{x}"),
            Value::I64(x) => write!(f, "{x}"),
            Value::I128(x) => write!(f, "{x}"),
            Value::Isize(x) => write!(f, "{x}"),
            Value::U8(x) => write!(f, "{x}"),
            Value::U16(x) => write!(f, "{x}"),
            Value::U32(x) => write!(f, "{x}"),
            Value::U64(x) => write!(f, "{x}"),
            Value::U128(x) => write!(f, "{x}"),
            Value::Usize(x) => write!(f, "{x}"),
            Value::F32(x) => write!(f, "{x:?}"),
            Value::F64(x) => write!(f, "{x:?}"),
            Value::Bool(x) => write!(f, "{x}"),
            Value::Char(x) => write!(f, "{x:?}"),
            Value::Literal(Literal::Zero) => f.write_str("0"),
            Value::Literal(Literal::Int { value, .. }) => write!(f, "{value}"),
            Value::Literal(Literal::Float { double, .. }) => write!(f, "{double:?}"),
            Value::Tuple(items) => {
                f.write_str("(")?;
                list(f, items)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Value::Array(array) => {
                f.write_str("[")?;
                list(f, array.iter())?;
                f.write_str("]")
            }
            Value::Struct { name, fields } if fields.is_empty() => f.write_str(name),
            Value::Struct { name, fields } if fields[0].0 == "0" => {
                write!(f, "{name}(")?;
                list(f, fields.iter().map(|(_, value)| value))?;
                f.write_str(")")
            }
            Value::Struct { name, fields } => {
                write!(f, "{name} {{ ")?;
                for (index, (field, value)) in fields.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{field}: {value}")?;
                }
                f.write_str(" }")
            }
        }
    }
}

fn list<'a>(f: &mut fmt::Formatter<'_>, items: impl IntoIterator<Item = &'a Value>) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}
