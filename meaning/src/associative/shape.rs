//! The shapes of elements, as far as they are known.

use crate::interp::{Prim, Type, Value, by_name};
use crate::ordered::ToList;
use syn::{Expr, Lit};

/// The shape of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Nothing is known.
    Unknown,
    /// A type of the user's own, a generic one, or an alias: no value of it can be
    /// made unless something else tells its shape.
    Opaque,
    /// An integer of any type: a literal without a suffix.
    Integer,
    /// A float of either type: the same with a point.
    Float,
    /// A built-in type.
    Prim(Prim),
    /// A tuple.
    Tuple(Vec<Shape>),
    /// An array, with its length where that is known.
    Array(Box<Shape>, Option<usize>),
    /// A struct, with its fields in the order of their names.
    Struct(String, Vec<(String, Shape)>),
}

impl Shape {
    /// The shape of values of a type. `length` evaluates the length of an array.
    pub(super) fn of_syntax(ty: &syn::Type, length: &dyn Fn(&Expr) -> Option<usize>) -> Shape {
        match ty {
            syn::Type::Paren(inner) => Shape::of_syntax(&inner.elem, length),
            syn::Type::Group(inner) => Shape::of_syntax(&inner.elem, length),
            syn::Type::Reference(inner) => Shape::of_syntax(&inner.elem, length),
            syn::Type::Infer(_) => Shape::Unknown,
            syn::Type::Tuple(tuple) => {
                let items = tuple.elems.iter();
                Shape::Tuple(items.map(|item| Shape::of_syntax(item, length)).list())
            }
            syn::Type::Array(array) => {
                let item = Shape::of_syntax(&array.elem, length);
                Shape::Array(Box::new(item), length(&array.len))
            }
            syn::Type::Path(path) if path.qself.is_none() => path
                .path
                .segments
                .last()
                .and_then(|last| Prim::named(&last.ident.to_string()))
                .map_or(Shape::Opaque, Shape::Prim),
            _ => Shape::Opaque,
        }
    }

    /// The shape of values of a type that the interpreter inferred.
    pub(super) fn of_type(ty: &Type) -> Shape {
        match ty {
            Type::Prim(prim) => Shape::Prim(*prim),
            Type::Tuple(items) => Shape::Tuple(items.iter().map(Shape::of_type).list()),
            Type::Array(item) => Shape::Array(Box::new(Shape::of_type(item)), None),
            Type::Struct(_) => Shape::Opaque,
            Type::Unknown => Shape::Unknown,
        }
    }

    /// The shape of a value.
    pub(super) fn of_value(value: &Value) -> Shape {
        match value {
            Value::Tuple(items) => Shape::Tuple(items.iter().map(Shape::of_value).list()),
            Value::Array(array) => {
                let item = array.first().map_or(Shape::Unknown, Shape::of_value);
                Shape::Array(Box::new(item), Some(array.len()))
            }
            Value::Struct { name, fields } => Shape::Struct(
                name.clone(),
                fields
                    .iter()
                    .map(|(field, value)| (field.clone(), Shape::of_value(value)))
                    .list(),
            ),
            Value::Literal(crate::interp::Literal::Int { .. }) => Shape::Integer,
            Value::Literal(crate::interp::Literal::Float { .. }) => Shape::Float,
            typed => Shape::of_type(&typed.ty()),
        }
    }

    /// The shape that a literal has.
    pub(super) fn of_literal(literal: &Lit) -> Shape {
        let suffixed = |suffix: &str, open| Prim::named(suffix).map_or(open, Shape::Prim);
        match literal {
            Lit::Int(number) => suffixed(number.suffix(), Shape::Integer),
            Lit::Float(number) => suffixed(number.suffix(), Shape::Float),
            Lit::Bool(_) => Shape::Prim(Prim::Bool),
            Lit::Char(_) => Shape::Prim(Prim::Char),
            Lit::Byte(_) => Shape::Prim(Prim::U8),
            _ => Shape::Opaque,
        }
    }

    /// Returns its type for the interpreter's inference.
    pub(super) fn to_type(&self) -> Type {
        match self {
            Shape::Unknown | Shape::Opaque | Shape::Integer | Shape::Float => Type::Unknown,
            Shape::Prim(prim) => Type::Prim(*prim),
            Shape::Tuple(items) => Type::Tuple(items.iter().map(Shape::to_type).list()),
            Shape::Array(item, _) => Type::Array(Box::new(item.to_type())),
            Shape::Struct(name, _) => Type::Struct(name.clone()),
        }
    }

    /// Joins two shapes of one value; opaque where they contradict each other.
    pub(super) fn join(&self, other: &Shape) -> Shape {
        match (self, other) {
            (Shape::Unknown, known) | (known, Shape::Unknown) => known.clone(),
            (Shape::Opaque, known) | (known, Shape::Opaque) => known.clone(),
            (Shape::Integer, Shape::Prim(prim)) | (Shape::Prim(prim), Shape::Integer)
                if prim.is_int() =>
            {
                Shape::Prim(*prim)
            }
            (Shape::Float, Shape::Prim(prim)) | (Shape::Prim(prim), Shape::Float)
                if prim.is_float() =>
            {
                Shape::Prim(*prim)
            }
            (Shape::Tuple(left), Shape::Tuple(right)) => {
                // A use of one component says nothing of those behind it.
                let both = left.len().max(right.len());
                let component = |items: &[Shape], index| {
                    let item: Option<&Shape> = items.get(index);
                    item.cloned().unwrap_or(Shape::Unknown)
                };
                Shape::Tuple(
                    (0..both)
                        .map(|index| component(left, index).join(&component(right, index)))
                        .list(),
                )
            }
            (Shape::Array(left, n), Shape::Array(right, m)) => {
                Shape::Array(Box::new(left.join(right)), n.or(*m))
            }
            (Shape::Struct(name, left), Shape::Struct(_, right)) => {
                let mut fields = left.clone();
                for (field, shape) in right {
                    match fields.iter_mut().find(|(known, _)| known == field) {
                        Some((_, known)) => *known = known.join(shape),
                        None => fields.push((field.clone(), shape.clone())),
                    }
                }
                Shape::Struct(name.clone(), by_name(fields))
            }
            (left, right) if left == right => left.clone(),
            _ => Shape::Opaque,
        }
    }

    /// Replaces each unknown shape.
    pub(super) fn fill(&self, fill: &mut dyn FnMut(&Shape) -> Shape) -> Shape {
        match self {
            Shape::Unknown | Shape::Integer | Shape::Float => fill(self),
            Shape::Tuple(items) => Shape::Tuple(items.iter().map(|item| item.fill(fill)).list()),
            Shape::Array(item, length) => Shape::Array(Box::new(item.fill(fill)), *length),
            Shape::Struct(name, fields) => Shape::Struct(
                name.clone(),
                fields
                    .iter()
                    .map(|(field, shape)| (field.clone(), shape.fill(fill)))
                    .list(),
            ),
            known => known.clone(),
        }
    }

    /// The built-in types of which a value consists, from left to right; `None`
    /// where no value can be made.
    pub(super) fn leaves(&self) -> Option<Vec<Prim>> {
        let all = |shapes: &mut dyn Iterator<Item = &Shape>| {
            let mut leaves = Vec::new();
            for shape in shapes {
                leaves.extend(shape.leaves()?);
            }
            Some(leaves)
        };
        match self {
            Shape::Prim(prim) => Some(vec![*prim]),
            Shape::Tuple(items) => all(&mut items.iter()),
            Shape::Struct(_, fields) => all(&mut fields.iter().map(|(_, shape)| shape)),
            Shape::Array(item, Some(length)) if *length <= LONGEST => {
                all(&mut std::iter::repeat_n(&**item, *length))
            }
            _ => None,
        }
    }
}

/// The longest array in an element of which values are made.
const LONGEST: usize = 64;
