//! The numbers of what a program is given, which follow from the bytes of scalars, and from the types and parts
//! of arrays.

use crate::array::Array;
use crate::communicator::Communicator;
use crate::element::Element;
use crate::given::{hashed, number_of_text};
use std::any::type_name;

/// A scalar of a program.
#[derive(Debug)]
pub struct Scalar<'s, T>(pub &'s T);

/// The number of a scalar. Those of types that are no elements, such as texts, have none: a call of the
/// method on a reference to a [`Scalar`] finds that for elements first.
pub trait Numbered {
    /// The number, the same for the same bytes of the same type.
    fn number(&self) -> u64;
}

impl<T: Element> Numbered for Scalar<'_, T> {
    fn number(&self) -> u64 {
        let mut bytes = vec![0; T::BYTES];
        self.0.write(&mut bytes);
        let start = number_of_text(type_name::<T>());
        hashed(start, bytes.into_iter().map(u64::from))
    }
}

impl<T> Numbered for &Scalar<'_, T> {
    fn number(&self) -> u64 {
        0
    }
}

/// The number of an array: the same for elements of the same type in the same parts.
pub fn number_of<T>(array: &Array<T>) -> u64 {
    hashed(number_of_text(type_name::<T>()), array.bounds())
}

/// Begins a program of that name that is given these values, each with its name, which the processes compare with
/// the first message that it sends.
pub fn give(world: &Communicator, program: &'static str, values: &[(&'static str, u64)]) {
    world.given().set(program, values);
}
