//! The scalars that a program is given: the same on all processes.
//!
//! Each is known by a number that follows from its bytes. The numbers are part of the message at the end
//! of each loop, so that comparing them sends nothing; in builds with debug assertions processes compare
//! them before the first loop, since processes with other scalars may wait for messages that nobody
//! sends.

use super::outcome::hashed;
use crate::communicator::Communicator;
use crate::element::Element;

/// A scalar of a program.
#[derive(Debug)]
pub struct Scalar<'s, T>(pub &'s T);

/// The number of a scalar. Those of types that are no elements, such as texts, have none: a call of the
/// method on a reference to a [`Scalar`] finds that for elements first.
pub trait Numbered {
    /// The number, the same for the same bytes.
    fn number(&self) -> u64;
}

impl<T: Element> Numbered for Scalar<'_, T> {
    fn number(&self) -> u64 {
        let mut bytes = vec![0; T::BYTES];
        self.0.write(&mut bytes);
        hashed(0, bytes)
    }
}

impl<T> Numbered for &Scalar<'_, T> {
    fn number(&self) -> u64 {
        0
    }
}

/// The processes of a program that is given these scalars, each with its name. Collective in builds with
/// debug assertions.
///
/// # Panics
///
/// In these, if a scalar is not the same on all processes.
pub fn with_scalars(world: &Communicator, scalars: &[(&str, u64)]) -> Communicator {
    let numbers: Vec<u64> = scalars.iter().map(|(_, number)| *number).collect();
    if cfg!(debug_assertions) {
        for (rank, theirs) in world.all_gather(&numbers).iter().enumerate() {
            for (own, (number, (name, _))) in numbers.iter().zip(theirs.iter().zip(scalars)) {
                assert!(
                    own == number,
                    "scalars are the same on all processes: `{name}` is another one on process {} than on process {rank}",
                    world.rank()
                );
            }
        }
    }
    let number = numbers
        .iter()
        .fold(1, |hash, number| hashed(hash, number.to_le_bytes()));
    world.of_scalars(number)
}
