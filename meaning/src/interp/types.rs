//! The types of values, as far as they are known.

use crate::ordered::{ToList, every};
use crate::scalar::Prim;
use std::fmt;

/// The type of a value, as far as it is known: an unsuffixed literal that has
/// met no other type yet has the type [`Type::Unknown`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A built-in scalar type.
    Prim(Prim),
    /// A tuple; the empty one is `()`.
    Tuple(Vec<Type>),
    /// An array of anything.
    Array(Box<Type>),
    /// A struct, or a variant of an enum, by its last name.
    Struct(String),
    /// Not known, or not known yet.
    Unknown,
}

impl Type {
    /// The type `()`.
    pub const UNIT: Type = Type::Tuple(Vec::new());

    /// Reads a type of the source. Names that are not built in may be aliases or generics, so they
    /// give an unknown type.
    pub fn of_syntax(ty: &syn::Type) -> Type {
        match ty {
            syn::Type::Paren(inner) => Type::of_syntax(&inner.elem),
            syn::Type::Group(inner) => Type::of_syntax(&inner.elem),
            syn::Type::Reference(inner) => Type::of_syntax(&inner.elem),
            syn::Type::Tuple(tuple) => Type::Tuple(tuple.elems.iter().map(Type::of_syntax).list()),
            syn::Type::Array(array) => Type::Array(Box::new(Type::of_syntax(&array.elem))),
            syn::Type::Slice(slice) => Type::Array(Box::new(Type::of_syntax(&slice.elem))),
            syn::Type::Path(path) if path.qself.is_none() => path
                .path
                .segments
                .last()
                .and_then(|last| Prim::named(&last.ident.to_string()))
                .map_or(Type::Unknown, Type::Prim),
            _ => Type::Unknown,
        }
    }

    /// The type that both are, each filling in what the other lacks; `None`
    /// where they contradict each other.
    pub fn join(&self, other: &Type) -> Option<Type> {
        match (self, other) {
            (Type::Unknown, known) | (known, Type::Unknown) => Some(known.clone()),
            (Type::Tuple(left), Type::Tuple(right)) if left.len() == right.len() => {
                let items = every(left.iter().zip(right).map(|(l, r)| l.join(r)));
                items.map(Type::Tuple)
            }
            (Type::Array(left), Type::Array(right)) => {
                Some(Type::Array(Box::new(left.join(right)?)))
            }
            // The variants of an enum are of one type under different names,
            // and its name is not known.
            (Type::Struct(left), Type::Struct(right)) if left != right => Some(Type::Unknown),
            (left, right) => (left == right).then(|| left.clone()),
        }
    }

    /// Returns true if no part of it is unknown.
    pub fn is_known(&self) -> bool {
        match self {
            Type::Prim(_) | Type::Struct(_) => true,
            Type::Tuple(items) => items.iter().all(Type::is_known),
            Type::Array(item) => item.is_known(),
            Type::Unknown => false,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Prim(prim) => f.write_str(prim.name()),
            Type::Tuple(items) => {
                f.write_str("(")?;
                for (index, item) in items.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{item}")?;
                }
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Type::Array(item) => write!(f, "[{item}]"),
            Type::Struct(name) => f.write_str(name),
            Type::Unknown => f.write_str("_"),
        }
    }
}
