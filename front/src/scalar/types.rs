//! The types of scalar values.

use super::Prim;
use crate::ordered::flat;
use std::fmt;

/// The type of a scalar value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// A built-in type.
    Prim(Prim),
    /// A tuple; the empty one is `()`.
    Tuple(Vec<Type>),
    /// A type that inference has not found yet. No finished type has one.
    Variable(usize),
}

impl Type {
    /// The type `()`.
    pub const UNIT: Type = Type::Tuple(Vec::new());
    /// The type `bool`.
    pub const BOOL: Type = Type::Prim(Prim::Bool);
    /// The type of lengths and indices.
    pub const USIZE: Type = Type::Prim(Prim::Usize);

    /// The built-in type, if it is one.
    pub fn prim(&self) -> Option<Prim> {
        match self {
            Type::Prim(prim) => Some(*prim),
            _ => None,
        }
    }

    /// The built-in types of which it consists, from left to right.
    pub fn leaves(&self) -> Vec<Prim> {
        match self {
            Type::Prim(prim) => vec![*prim],
            Type::Tuple(items) => flat(items.iter().map(Type::leaves)),
            Type::Variable(_) => Vec::new(),
        }
    }

    /// Returns true if no part of it is unknown.
    pub fn is_known(&self) -> bool {
        match self {
            Type::Prim(_) => true,
            Type::Tuple(items) => items.iter().all(Type::is_known),
            Type::Variable(_) => false,
        }
    }
}

impl From<Prim> for Type {
    fn from(prim: Prim) -> Type {
        Type::Prim(prim)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Prim(prim) => f.write_str(prim.name()),
            Type::Variable(_) => f.write_str("_"),
            Type::Tuple(items) => {
                f.write_str("(")?;
                for (index, item) in items.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{item}")?;
                }
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
        }
    }
}
