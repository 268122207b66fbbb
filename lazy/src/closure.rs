//! Closures of users, compiled for a whole piece of a block.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::element::{Buffer, Element, ElementType, Piece, PieceMut, Scalar};
use crate::error::ErrorKind;
use crate::operation::{Combine, Kernel};
use crate::scan;
use crate::storage::Memory;

struct Each<T, U, F> {
    f: F,
    types: PhantomData<fn(T) -> U>,
}

impl<T: Element, U: Element, F: Fn(T) -> U + Send + Sync> Kernel for Each<T, U, F> {
    fn run(&self, from: Piece<'_>, mut into: PieceMut<'_>) {
        let from = T::piece(from);
        for (y, x) in U::writes(&mut into).iter_mut().zip(from) {
            *y = (self.f)(*x);
        }
    }

    fn result(&self) -> ElementType {
        U::TYPE
    }
}

/// A function of each element.
pub(crate) fn kernel<T: Element, U: Element>(
    f: impl Fn(T) -> U + Send + Sync + 'static,
) -> Arc<dyn Kernel> {
    Arc::new(Each {
        f,
        types: PhantomData,
    })
}

struct Combining<T, F> {
    seed: T,
    f: F,
}

impl<T: Element, F: Fn(T, T) -> T + Send + Sync> Combine for Combining<T, F> {
    fn fold(&self, state: Option<Scalar>, from: Piece<'_>) -> Option<Scalar> {
        let mut elements = T::piece(from).iter().copied();
        let first = state.map(T::of).or_else(|| elements.next())?;
        Some(elements.fold(first, &self.f).scalar())
    }

    fn seed(&self) -> Scalar {
        self.seed.scalar()
    }

    fn scan(&self, from: &Memory) -> Result<Buffer, ErrorKind> {
        let combine = |a, b| (self.f)(a, b);
        scan::by(from, self.seed, combine).map(T::buffer)
    }
}

/// An operator with a number to begin with.
pub(crate) fn combine<T: Element>(
    seed: T,
    f: impl Fn(T, T) -> T + Send + Sync + 'static,
) -> Arc<dyn Combine> {
    Arc::new(Combining { seed, f })
}
