//! The arguments of kernels.

use crate::Array;
use crate::cl::Value;
use crate::element::{self, Element};
use crate::memory::Buffer;
use std::sync::Arc;

/// The arguments of a kernel.
#[derive(Debug, Default)]
pub struct Args(Vec<Arg>);

#[derive(Clone, Debug)]
enum Arg {
    Memory(Arc<Buffer>),
    Null,
    Scalar([u8; 8], usize),
}

impl Args {
    /// None yet.
    #[must_use]
    pub fn new() -> Args {
        Args::default()
    }

    /// The memory of an array, one argument for each scalar of an element.
    #[must_use]
    pub fn array<T: Element>(mut self, array: &Array<T>) -> Args {
        self.0.extend(
            array
                .columns()
                .iter()
                .map(|column| Arg::Memory(Arc::clone(column))),
        );
        self
    }

    /// Null pointers for an array of this type that does not exist yet.
    #[must_use]
    pub fn none<T: Element>(mut self) -> Args {
        self.0.extend((0..T::COUNT).map(|_| Arg::Null));
        self
    }

    /// A value, one argument for each scalar of it.
    #[must_use]
    pub fn scalar<T: Element>(mut self, value: T) -> Args {
        for bytes in element::columns(&[value]).expect("room for one element") {
            let mut first = [0; 8];
            first[..bytes.len()].copy_from_slice(&bytes);
            self.0.push(Arg::Scalar(first, bytes.len()));
        }
        self
    }

    /// These, and others behind them.
    #[must_use]
    pub fn and(mut self, others: Args) -> Args {
        self.0.extend(others.0);
        self
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = Value<'_>> {
        self.0.iter().map(|arg| match arg {
            Arg::Memory(buffer) => Value::Memory(buffer),
            Arg::Null => Value::Null,
            Arg::Scalar(bytes, len) => Value::Scalar(*bytes, *len),
        })
    }
}
