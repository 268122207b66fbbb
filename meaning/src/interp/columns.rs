//! Arrays of the values that workers yield, and their parts.

use super::error::Fault;
use super::types::Type;
use super::value::{Array, Value};
use crate::ordered::tried;

/// An array of the results of a worker. The inferred part of its type is
/// only a help: the values decide.
pub(super) fn typed(items: Vec<Value>, inferred: &Type) -> Result<Array, Fault> {
    let plain = Array::new(items)?;
    match plain.ty().join(inferred) {
        Some(ty) if ty != *plain.ty() => plain.at(&ty),
        _ => Ok(plain),
    }
}

/// The arrays of the parts of an array of tuples.
pub(super) fn columns(array: &Array, count: usize) -> Result<Vec<Array>, Fault> {
    let mut columns = vec![Vec::with_capacity(array.len()); count];
    for item in array.iter() {
        match item {
            Value::Tuple(parts) if parts.len() == count => {
                for (column, part) in columns.iter_mut().zip(parts) {
                    column.push(part.clone());
                }
            }
            other => {
                return Err(Fault::Types(format!(
                    "expected a tuple of {count}, found `{other}`"
                )));
            }
        }
    }
    let types = match array.ty() {
        Type::Tuple(types) if types.len() == count => types.clone(),
        _ => vec![Type::Unknown; count],
    };
    let columns = columns.into_iter().zip(&types);
    tried(columns.map(|(column, ty)| typed(column, ty)))
}
