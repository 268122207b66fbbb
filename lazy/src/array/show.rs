//! Arrays as text.

use std::fmt;

use super::Array;
use crate::element::Element;
use crate::error::Error;
use crate::evaluate::evaluate;
use crate::node::State;
use crate::storage::Memory;
use crate::values::Value;

/// The number of elements at each end that are shown.
const SHOWN: usize = 5;

/// Shows a value: all elements of a short array, those at the ends of a long one.
pub(crate) fn show(value: &Result<Value, Error>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let memory = match value {
        Err(error) => return write!(f, "{error}"),
        Ok(Value::Number(number)) => return fmt::Display::fmt(number, f),
        Ok(Value::Memory(memory)) => memory,
    };
    rows(memory, memory.layout.dims().as_slice(), 0, f)
}

/// Shows the elements along some axes, from an index on.
fn rows(memory: &Memory, axes: &[usize], from: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some((&len, inner)) = axes.split_first() else {
        return fmt::Display::fmt(&memory.scalar(from), f);
    };
    let step: usize = inner.iter().product();
    f.write_str("[")?;
    let ends = if len > 2 * SHOWN { SHOWN } else { len };
    for index in 0..ends {
        let before = if index == 0 { "" } else { ", " };
        f.write_str(before)?;
        rows(memory, inner, from + index * step, f)?;
    }
    if ends < len {
        f.write_str(", …")?;
        for index in len - ends..len {
            f.write_str(", ")?;
            rows(memory, inner, from + index * step, f)?;
        }
    }
    f.write_str("]")
}

impl<T: Element> fmt::Display for Array<T> {
    /// Computes the array and shows it, or its failure: all elements of a short one, those at the
    /// ends of a long one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(&evaluate(&self.node), f)
    }
}

impl<T> fmt::Debug for Array<T> {
    /// Shows the operation without doing it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &*self.node.state() {
            State::Pending(operation, _) => operation.name(),
            State::Memory(_) | State::Taken => "memory",
            State::Number(_) => "number",
            State::Failed(_) => "failed",
            State::Deferred(_) => "formula",
        };
        write!(f, "Array<{}>({state})", self.node.ty)
    }
}
