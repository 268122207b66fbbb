//! The C types of scalar values.

use crate::scalar::{Prim, Type};

/// The type of a variable.
pub(in crate::codegen::ocl) fn prim(prim: Prim) -> &'static str {
    match prim {
        Prim::Bool => "bool",
        Prim::I8 => "char",
        Prim::U8 => "uchar",
        Prim::I16 => "short",
        Prim::U16 => "ushort",
        Prim::I32 => "int",
        Prim::U32 => "uint",
        Prim::I64 | Prim::Isize => "long",
        Prim::U64 | Prim::Usize => "ulong",
        Prim::F32 => "float",
        Prim::F64 => "double",
        Prim::I128 | Prim::U128 | Prim::Char => unreachable!("devices have no such type"),
    }
}

/// The type of a value in memory, where `bool` has no size that is known.
pub(in crate::codegen::ocl) fn stored(of: Prim) -> &'static str {
    match of {
        Prim::Bool => "uchar",
        other => prim(other),
    }
}

/// The name of a type. The names of tuples name their components.
pub(in crate::codegen::ocl) fn name(ty: &Type) -> String {
    match ty {
        Type::Prim(of) => prim(*of).to_owned(),
        Type::Tuple(items) if items.is_empty() => "void".to_owned(),
        Type::Tuple(items) => {
            let mut name = match items.len() {
                2 => "pair".to_owned(),
                3 => "triple".to_owned(),
                more => format!("tuple{more}"),
            };
            for item in items {
                name.push('_');
                name.push_str(&self::name(item));
            }
            name
        }
        Type::Variable(_) => unreachable!("types are known when code is written"),
    }
}
